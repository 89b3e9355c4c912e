// SPDX-License-Identifier: GPL-2.0
/*
 * A BPF action for the tests: writes context and latency of the hit to the
 * trace. It knows only the beginning of a timerlat_sample record, which is all
 * that upstream's actions know of the event.
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
