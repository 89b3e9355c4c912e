/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What makes a result incomplete, said after it.
 */
#ifndef RTLA_LOSSES_H
#define RTLA_LOSSES_H

#include <stdio.h>

#include "config.h"
#include "cpus.h"
#include "reader.h"
#include "tracer.h"

/* losses_events - events that were overwritten before they were read */
enum result losses_events(FILE *out, const struct reader_counts *counts);

/*
 * losses_notes - what did not cost anything that was measured
 *
 * @unwatched_ns: how long no hit could be noticed
 */
void losses_notes(FILE *out, const struct tracer_cpu *fared,
		  const struct cpus *cpus, uint64_t unwatched_ns);

/*
 * losses_cpus - when CPUs were not measured, though they were to be
 *
 * @fared has an element for each of @cpus, in their order. Workloads that are
 * not ours, THREADS_FOREIGN, come and go as they like.
 */
enum result losses_cpus(FILE *out, const struct tracer_cpu *fared,
			const struct cpus *cpus, enum threads threads);

#endif /* RTLA_LOSSES_H */
