// SPDX-License-Identifier: GPL-2.0
/*
 * The noise of periods as OpenMetrics: see Documentation/results.md.
 */
#include <inttypes.h>
#include <stddef.h>

#include "kinds/osnoise/osnoise_kind.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "stats/figure_row.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"
#include "tracer/tracer_config.h"

void osnoise_print_metrics(FILE *out, const struct run_summary *summary)
{
	const struct figure_row *figure;
	int cpu;

	for (figure = noise_figures; figure->id; figure++) {
		if (!figure->metric)
			continue;
		metrics_figure(out, figure);
		cpus_for_each(cpu, &summary->tracer->cpus)
			metrics_figure_of(out, figure, cpu,
					  stats_noise(summary->stats, cpu));
	}
	metrics_family(out, "rtla_noise_interferences", "counter", NULL,
	       "Interferences by source; hardware stands for noises without any.");
	cpus_for_each(cpu, &summary->tracer->cpus) {
		const struct noise *noise = stats_noise(summary->stats, cpu);

		for (int i = 0; i < NOISE_SOURCES; i++)
			fprintf(out, "rtla_noise_interferences_total{cpu=\"%d\",source=\"%s\"} %" PRIu64 "\n",
				cpu, noise_source_name(i), noise->from[i]);
	}
}
