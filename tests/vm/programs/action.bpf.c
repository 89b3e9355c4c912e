// SPDX-License-Identifier: GPL-2.0
/*
 * A BPF action: says in the trace what hit. It knows of the event what upstream's
 * actions know, the beginning of a record of timerlat_sample.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char terms[] SEC("license") = "GPL";

struct hit {
	unsigned long long common;
	unsigned long long latency;
	unsigned int seqnum;
	int context;
};

SEC("tp/timerlat_action")
int action_handler(struct hit *hit)
{
	static const char format[] = "rtla action: context %d latency %llu";

	bpf_trace_printk(format, sizeof(format), hit->context, hit->latency);
	return 0;
}
