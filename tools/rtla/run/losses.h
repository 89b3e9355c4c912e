/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines that follow the figures, and say what is missing from them: lost
 * events, skipped periods, and CPUs that were not measured.
 */
#ifndef RTLA_LOSSES_H
#define RTLA_LOSSES_H

#include <stdio.h>

#include "base/cpus.h"
#include "options/config.h"
#include "trace/reader.h"
#include "tracer/tracer.h"

/*
 * losses_events - print how many events were lost before they were read
 *
 * The caller has added the missed samples to @counts->lost. Returns
 * RESULT_ERROR if there are any.
 */
enum result losses_events(FILE *out, const struct reader_counts *counts);

/*
 * losses_notes - print what is worth knowing, but does not spoil the figures
 *
 * These are skipped periods, suspends, and the time @unwatched_ns in which no
 * hit could be noticed. @cpu_totals is as for losses_cpus().
 */
void losses_notes(FILE *out, const struct tracer_cpu *cpu_totals,
		  const struct cpus *cpus, uint64_t unwatched_ns);

/*
 * losses_cpus - print which of @cpus were not measured to the end, and why
 *
 * @cpu_totals has an element for each of @cpus, in their order. With
 * THREADS_FOREIGN, it is no loss that a workload leaves or does not come.
 * Returns RESULT_ERROR if there is such a CPU.
 */
enum result losses_cpus(FILE *out, const struct tracer_cpu *cpu_totals,
			const struct cpus *cpus, enum threads threads);

#endif /* RTLA_LOSSES_H */
