/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What makes a result incomplete, said after it.
 */
#ifndef RTLA_LOSSES_H
#define RTLA_LOSSES_H

#include <stdio.h>

#include "cpus.h"
#include "reader.h"
#include "tracer.h"

/* losses_events - events that were overwritten before they were read */
enum result losses_events(FILE *out, const struct reader_counts *counts);

/*
 * losses_cpus - periods that were skipped, and CPUs that went offline
 *
 * @fared has an element for each of @cpus, in their order.
 */
enum result losses_cpus(FILE *out, const struct tracer_cpu *fared,
			const struct cpus *cpus);

#endif /* RTLA_LOSSES_H */
