// SPDX-License-Identifier: GPL-2.0
/*
 * The flaws of overheads as OpenMetrics.
 */
#include <inttypes.h>
#include <stddef.h>

#include "kinds/overheads/overheads_kind.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "stats/overheads.h"
#include "tracer/tracer_config.h"

/* Print a number of each CPU and overhead; @field is its offset in the flaws. */
static void print_flaw(FILE *out, const struct run_summary *summary,
		       const char *name, size_t field)
{
	int cpu;

	cpus_for_each(cpu, &summary->tracer->cpus) {
		for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++) {
			struct overhead_flaws of =
				overheads_flaws(summary->kind.overheads, cpu, i);

			metrics_begin(out, name, cpu, i);
			fprintf(out, "} %" PRIu64 "\n",
				*(const uint64_t *)((const char *)&of + field));
		}
	}
}

void overheads_print_metrics(FILE *out, const struct run_summary *summary)
{
	metrics_family(out, "rtla_overhead_disturbed", "counter", NULL,
	       "Overheads that an interrupt or an NMI disturbed.");
	print_flaw(out, summary, "rtla_overhead_disturbed_total",
		   offsetof(struct overhead_flaws, disturbed));
	metrics_family(out, "rtla_overhead_negative", "counter", NULL,
	       "Interrupts between CPUs that were received before they were sent, as the clocks say.");
	print_flaw(out, summary, "rtla_overhead_negative_total",
		   offsetof(struct overhead_flaws, negative));
}
