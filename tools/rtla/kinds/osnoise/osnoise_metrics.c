// SPDX-License-Identifier: GPL-2.0
/*
 * The noise of periods as OpenMetrics: see Documentation/results.md.
 */
#include <inttypes.h>
#include <stddef.h>

#include "kinds/osnoise/osnoise_kind.h"
#include "options/config.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "stats/stats.h"

/* Print a sum of times for each CPU; @field is its offset in struct noise. */
static void print_noise_times(FILE *out, const struct run_summary *summary,
			      const char *name, size_t field)
{
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus) {
		const struct noise *noise = stats_noise(summary->stats, cpu);

		fprintf(out, "%s{cpu=\"%d\"} ", name, cpu);
		metrics_seconds(out, *(const uint64_t *)((const char *)noise + field));
		fputc('\n', out);
	}
}

void osnoise_print_metrics(FILE *out, const struct run_summary *summary)
{
	static const char *const sources[] = {
		"hardware", "nmi", "irq", "softirq", "thread"
	};
	int cpu;

	metrics_family(out, "rtla_noise_runtime_seconds", "counter", "seconds",
	       "Time in which noise was looked for.");
	print_noise_times(out, summary, "rtla_noise_runtime_seconds_total",
		    offsetof(struct noise, runtime));
	metrics_family(out, "rtla_noise_seconds", "counter", "seconds",
	       "Time of the runtime that was noise.");
	print_noise_times(out, summary, "rtla_noise_seconds_total",
		    offsetof(struct noise, noise));
	metrics_family(out, "rtla_noise_interferences", "counter", NULL,
	       "Interferences by source; hardware stands for noises without any.");
	cpus_for_each(cpu, &summary->config->tracer.cpus) {
		const struct noise *noise = stats_noise(summary->stats, cpu);
		const uint64_t counts[] = {
			noise->hardware, noise->nmi, noise->irq, noise->softirq,
			noise->thread
		};

		for (int i = 0; i < 5; i++)
			fprintf(out, "rtla_noise_interferences_total{cpu=\"%d\",source=\"%s\"} %" PRIu64 "\n",
				cpu, sources[i], counts[i]);
	}
}
