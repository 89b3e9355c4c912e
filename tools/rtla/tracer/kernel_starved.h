/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads of the kernel's timerlat that do not run after their interrupt was a
 * hit. Such a hit waits for the thread, at whose sample the kernel stops. If
 * none comes, nothing ever stops, and nobody is told: so the last samples are
 * looked at now and then.
 */
#ifndef RTLA_KERNEL_STARVED_H
#define RTLA_KERNEL_STARVED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/message.h"
#include "tracer/tracer_state.h"

struct decoder;
struct instance;
struct reader;

/* ns that a hit of the interrupt waits for the thread, at least. */
#define STARVED_NS	100000000

/**
 * struct kernel_last - the last sample of one CPU that was taken out of the
 *	instance
 * @recorded: how many events the CPU had recorded at the last look
 * @time: ns of CLOCK_MONOTONIC: when the sample was recorded; 0: there is none
 * @sample: the sample, without a threshold
 */
struct kernel_last {
	uint64_t recorded;
	uint64_t time;
	struct tracer_hit sample;
};

/**
 * struct kernel_starved - the CPUs that are looked at; zeroed: none are
 * @instance: where samples are recorded, with the clock "mono"
 * @reader: takes them out of it; NULL: not begun
 * @last: of each CPU that is measured, in their order
 * @next: ns: when to look again
 */
struct kernel_starved {
	struct instance *instance;
	struct reader *reader;
	struct kernel_last *last;
	uint64_t next;
};

/*
 * kernel_starved_begin - begin to look at @cpus; print an error if it fails
 *
 * @instance and @decoder are the caller's, and stay until kernel_starved_end().
 */
enum result kernel_starved_begin(struct kernel_starved *starved,
				 struct instance *instance,
				 const struct decoder *decoder,
				 const struct cpus *cpus);

/*
 * kernel_starved_find - look for a thread that has not run since the hit of its
 * interrupt
 *
 * @from, @now: ns: a sample before @from is no hit
 * @threshold_us: of the interrupt
 * @ends: look at all CPUs now, and do not wait for any thread, as the
 *	measurement ends
 *
 * Looks every STARVED_NS at most, and finds such a thread after twice that
 * time. What it takes out of the instance is in kernel_starved_last(). Returns
 * false if there is none; else @hit is that of the interrupt.
 */
bool kernel_starved_find(struct kernel_starved *starved, uint64_t from,
			 uint64_t now, int64_t threshold_us, bool ends,
			 struct tracer_hit *hit);

/*
 * kernel_starved_last - return the last sample that was taken of the CPU at
 * @place among those that are measured, or NULL
 */
const struct kernel_last *
kernel_starved_last(const struct kernel_starved *starved, int place);

/* kernel_starved_end - close all; also if not begun */
void kernel_starved_end(struct kernel_starved *starved);

#endif /* RTLA_KERNEL_STARVED_H */
