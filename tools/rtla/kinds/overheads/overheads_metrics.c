// SPDX-License-Identifier: GPL-2.0
/*
 * The flaws of overheads as OpenMetrics.
 */
#include <inttypes.h>

#include "kinds/overheads/overheads_kind.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "stats/overheads.h"
#include "tracer/tracer_config.h"

/* Print a number of each CPU and overhead. */
static void print_flaw(FILE *out, const struct run_summary *summary,
		       const struct figure_row *figure)
{
	char name[64];
	int cpu;

	metrics_figure(out, figure);
	snprintf(name, sizeof(name), "%s_total", figure->metric);
	cpus_for_each(cpu, &summary->tracer->cpus) {
		for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++) {
			struct overhead_flaws of =
				overheads_flaws(summary->kind.overheads, cpu,
						i);

			metrics_begin(out, name, cpu, i);
			fprintf(out, "} %" PRIu64 "\n", figure_value(figure, &of));
		}
	}
}

void overheads_print_metrics(FILE *out, const struct run_summary *summary)
{
	const struct figure_row *figure;

	for (figure = overheads_figures; figure->id; figure++)
		if (figure->metric)
			print_flaw(out, summary, figure);
}
