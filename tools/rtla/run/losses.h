/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines that follow the figures, and say what is missing from them: lost
 * events, skipped periods, and CPUs that were not measured.
 */
#ifndef RTLA_LOSSES_H
#define RTLA_LOSSES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cpus;
struct reader_counts;
struct tracer_cpu;
struct watched_threads;

/*
 * Lost events are two lines at most; a CPU has one of five kinds of losses, and
 * two more of a bound, whose events may also be out of order.
 */
#define LOSSES_MAX	10

/**
 * struct losses - why a result cannot be trusted
 * @count: number of losses; 0: there are none
 * @text: a line about each, without an end of line
 */
struct losses {
	int count;
	char text[LOSSES_MAX][512];
};

/* losses_add - add a loss; a kind of measurement adds three at most */
void losses_add(struct losses *losses, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * losses_events - add that events were lost before they were read, if any were
 *
 * The caller has added the missed samples to @counts->lost.
 */
void losses_events(struct losses *losses, const struct reader_counts *counts);

/*
 * losses_threads - add that there were more threads than can be watched, and
 * that so many samples of them are not known; @unseen says what, and why
 */
void losses_threads(struct losses *losses,
		    const struct watched_threads *threads, const char *unseen);

/*
 * losses_notes - print what is worth knowing, but does not spoil the figures
 *
 * These are skipped periods, suspends, other sessions, and the time
 * @unwatched_ns in which no hit could be noticed. @cpu_totals is as for
 * losses_cpus().
 */
void losses_notes(FILE *out, const struct tracer_cpu *cpu_totals,
		  const struct cpus *cpus, uint64_t unwatched_ns);

/*
 * losses_silent - add which of @cpus have measured nothing
 *
 * If the run was ended early (@cut), CPUs may have had no time to: then it is a
 * loss only if none has. @cpu_totals is as for losses_cpus().
 */
void losses_silent(struct losses *losses, const struct tracer_cpu *cpu_totals,
		   const struct cpus *cpus, bool cut);

/*
 * losses_cpus - add which of @cpus were not measured to the end, and why
 *
 * @cpu_totals has an element for each of @cpus, in their order. If workloads
 * are @foreign, it is no loss that one leaves or does not come.
 */
void losses_cpus(struct losses *losses, const struct tracer_cpu *cpu_totals,
		 const struct cpus *cpus, bool foreign);

#endif /* RTLA_LOSSES_H */
