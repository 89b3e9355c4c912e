// SPDX-License-Identifier: GPL-2.0
/*
 * What only a screen shows: see live_view.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "options/config.h"
#include "run/collector.h"
#include "run/live_view.h"
#include "run/measurement.h"
#include "stats/maximum_times.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"

#define EXPLAIN_NS	NS_PER_SEC	/* hits are analysed so often at most */

enum result live_view_init(struct live_view *live, const struct config *config)
{
	const struct cpus *cpus = &config->tracer.cpus;

	if (!config->live)
		return RESULT_OK;
	live->maximum_times = maximum_times_new(cpus_last(cpus) + 1);
	live->cpu_states = calloc(cpus_count(cpus), sizeof(*live->cpu_states));
	return live->maximum_times && live->cpu_states ?
	       RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

void live_view_free(struct live_view *live)
{
	maximum_times_free(live->maximum_times);
	free(live->cpu_states);
	free(live->cause);
	free(live->report);
}

void live_view_update(struct live_view *live, const struct stats *stats,
		      uint64_t elapsed_ns)
{
	if (live->maximum_times)
		maximum_times_update(live->maximum_times, stats, elapsed_ns);
}

/* If a state cannot be read, the one before stays: the end of the run will tell why. */
void live_view_read(struct live_view *live, const struct config *config,
		    const struct measurement *measurement,
		    const struct collector *collector)
{
	struct tracer_cpu now;
	int cpu, place = 0;

	if (!live->cpu_states)
		return;
	cpus_for_each(cpu, &config->tracer.cpus) {
		if (!measurement->ops->cpu(measurement->tracer, cpu, &now)) {
			measurement_count(measurement, place, &now);
			now.skipped =
				collector_skipped(collector, &config->tracer,
						  cpu, now.skipped);
			live->cpu_states[place] = now;
		}
		place++;
	}
}

bool live_view_wants_cause(const struct live_view *live,
			   const struct config *config)
{
	return config_shows_cause(config) &&
	       (!live->explained_at ||
		time_now() - live->explained_at >= EXPLAIN_NS);
}

void live_view_hit(struct live_view *live, const struct tracer_hit *hit,
		   uint64_t number, const char *cause, const char *report)
{
	live->hit.all = number;
	if (!report && live->report)
		return;
	free(live->cause);
	free(live->report);
	live->cause = *cause ? strdup(cause) : NULL;
	live->report = report ? strdup(report) : NULL;
	if (report)
		live->explained_at = time_now();
	live->hit = (struct shown_hit) {
		.number = number, .all = number, .when = time(NULL),
		.cpu = hit->cpu, .context = hit->context,
		.latency_ns = hit->latency_ns,
		.threshold_ns = hit->threshold_ns,
		.cause = live->cause, .report = live->report,
	};
}

void live_view_add(const struct live_view *live, struct snapshot *snapshot)
{
	snapshot->maximum_times = live->maximum_times;
	snapshot->cpu_states = live->cpu_states;
	snapshot->hit = live->hit.number ? &live->hit : NULL;
}
