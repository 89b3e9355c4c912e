/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module itself adds to overheads.
 *
 * From the timestamp at which a pair begins until the hook returns, and from
 * the call of the next hook until its timestamp, it is the module's own code
 * that runs: not less than from one reading of the clock to the next. Where the
 * second one is in the handler of a kprobe, what the kernel does to call that
 * comes to it. Both are measured on a function that does nothing.
 */
#ifndef _RTLA_OVERHEADS_OWN_H
#define _RTLA_OVERHEADS_OWN_H

#include <linux/kprobes.h>
#include <linux/types.h>

/**
 * struct overheads_own - the least times that the module adds on a CPU
 * @stamp: ns; to a pair between two tracepoints
 * @to_probe: ns; to a pair that ends at a kprobe
 * @from_probe: ns; to a pair that begins there
 */
struct overheads_own {
	u64 stamp;
	u64 to_probe;
	u64 from_probe;
};

/* rtla_overheads_is_armed - return whether a probe was found, and is armed */
static inline bool rtla_overheads_is_armed(struct kprobe *probe)
{
	return probe->addr && !kprobe_disabled(probe);
}

/*
 * rtla_overheads_own_probe - register the kprobe on the function that does
 * nothing
 *
 * Return: the probe, disarmed, which the caller is to unregister; its addr is
 * NULL if it could not be had. Context: process, may sleep.
 */
struct kprobe *rtla_overheads_own_probe(void);

/*
 * rtla_overheads_own - measure what the module adds on @cpu; zeros if it is
 * offline
 *
 * Context: process, may sleep; cpus_read_lock() is held, and the kprobe
 * attached.
 */
struct overheads_own rtla_overheads_own(int cpu);

#endif /* _RTLA_OVERHEADS_OWN_H */
