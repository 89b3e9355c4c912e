// SPDX-License-Identifier: GPL-2.0
/*
 * Results of a made-up run: see made_results.h.
 */
#include "made_results.h"
#include "test.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

static void set_document(struct results *results, const char *tracer,
			 uint64_t period)
{
	results->document = json_pack(
		"{s:s, s:{s:s, s:I, s:s, s:s}, s:{s:[]}, s:{s:s, s:b, s:[]}, s:[]}",
		"tracer", tracer, "configuration", "cpus", "0-1",
		"period_ns", (json_int_t)period, "threads", "kernel",
		"priority", "f:95", "environment", "checks",
		"verdict", "outcome", "measured", "trusted", 1, "reasons",
		"cpus");
	results->tracer = json_string_value(results_at(results, "tracer"));
}

struct results made_results(const char *tracer, uint64_t period,
			    uint64_t runtime)
{
	struct results results = {
		.path = "made up", .measured_ns = runtime,
		.stats = stats_new(MADE_CPUS), .record = record_new(MADE_CPUS),
	};

	set_document(&results, tracer, period);
	for (int cpu = 0; cpu < MADE_CPUS; cpu++)
		cpus_add(&results.cpus, cpu);
	return results;
}

void made_results_add(struct results *results, int cpu,
		      enum event_context context, uint64_t time, uint64_t value)
{
	stats_add(results->stats, cpu, context, value);
	assert_true(record_add(results->record, cpu, context, time, value));
}
