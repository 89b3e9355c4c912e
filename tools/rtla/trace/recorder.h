/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who recorded a trace: rtla.ko, or one of the tracers timerlat and osnoise of
 * the kernel itself; and what these do not tell, so that reports can say so.
 */
#ifndef RTLA_RECORDER_H
#define RTLA_RECORDER_H

#include <stdbool.h>

enum recorder {
	RECORDED_BY_MODULE,
	RECORDED_BY_KERNEL,
	RECORDED_BY_BPF,	/* as rtla.ko does */
	RECORDERS
};

/* The systems of the events of rtla.ko, and of the kernel's own tracers. */
#define MODULE_SYSTEM	"rtla"
#define KERNEL_SYSTEM	"osnoise"

/* The header of a trace names the BPF programs so. */
#define BPF_HEADER	"rtla-bpf"

/*
 * recorder_name - return the name of @recorder in a result: "module", "kernel"
 * or "bpf"
 */
const char *recorder_name(enum recorder recorder);

/*
 * recorder_is_bare - return whether its events say less than those of rtla.ko,
 * and are completed: see kernel_events.h
 */
bool recorder_is_bare(enum recorder recorder);

/*
 * What a recorder, or what one trace of it, does not tell. Each is a bit.
 * LACK_EXPIRY: t_w is computed from when a sample was recorded
 * LACK_PRIORITY: priorities of threads
 * LACK_TIMER_IRQ: when the timer's interrupt began, in a hit in that interrupt
 * LACK_NOISE: NMIs, interrupts, softirqs and threads, as their events were not
 * recorded LACK_DURATION: some of these, which have times that cannot be, and
 * were left out
 */
enum recorder_lack {
	LACK_EXPIRY = 1,
	LACK_PRIORITY = 2,
	LACK_TIMER_IRQ = 4,
	LACK_NOISE = 8,
	LACK_DURATION = 16,
};

#define LACKS	5	/* number of bits */

/* recorder_lack_key - return the word for the bit number @bit in a result: "expiry" */
const char *recorder_lack_key(int bit);

/*
 * recorder_lack_text - return what the tracer lacks, as the end of "... does
 * not tell"
 */
const char *recorder_lack_text(int bit);

#endif /* RTLA_RECORDER_H */
