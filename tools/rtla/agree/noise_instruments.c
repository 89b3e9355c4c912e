// SPDX-License-Identifier: GPL-2.0
/*
 * The instruments of noise, osnoise and oslat: see instruments.h.
 *
 * Both keep each CPU busy with a loop that reads a clock, and count what
 * interrupts it. osnoise tells the length of each interruption in ns. oslat
 * counts all turns of its loop in whole us, as the next larger one, those
 * without an interruption as 1; so the time of interruptions is the sum of all
 * turns less that of the short ones, and less half a us for each that is left.
 * The sum follows from the average, which its file has in millionths of a us.
 */
#include <stdio.h>
#include <string.h>

#include "agree/instruments.h"
#include "base/json_read.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/latency.h"
#include "stats/noise.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

/*
 * Buckets of oslat, one for each us. Beyond the last of them, only the sum and
 * the maximum are known; --above is well below it.
 */
#define BUCKETS		"256"

static void call_osnoise(struct instrument_call *call,
			 const struct measurement *measurement,
			 const char *cpus, const char *program,
			 const char *path)
{
	char priority[PRIORITY_LEN];

	instrument_add_words(call, (const char *const []) {
		program, "osnoise", "top", "-q", "-c", cpus, "-T",
		instrument_print(call, "%d", measurement->above_us), "-d",
		instrument_print(call, "%d", measurement->run_s),
		"--tracer", "module", "--json", path, NULL
	});
	if (measurement->priority.given)
		instrument_add_words(call, (const char *const []) {
			"-P", instrument_print(call, "%s",
				priority_print(&measurement->priority, "",
					       priority)), NULL
		});
}

static void call_oslat(struct instrument_call *call,
		       const struct measurement *measurement, const char *cpus,
		       const char *program, const char *path)
{
	const struct priority *priority = &measurement->priority;

	(void)program;
	instrument_add_words(call, (const char *const []) {
		"oslat", "-q", "-c", cpus, "-b", BUCKETS, "-D",
		instrument_print(call, "%d", measurement->run_s), NULL
	});
	if (priority->given)
		instrument_add_words(call, (const char *const []) {
			"-f", instrument_print(call, "%d", priority->priority),
			NULL
		});
	instrument_add_words(call, (const char *const []) {
		instrument_print(call, "--json=%s", path), NULL
	});
}

/* Add @noise_ns of interruptions in @runtime_ns of a CPU. */
static void add_noise(struct instrument_figures *figures, uint64_t count,
		      uint64_t min_ns, uint64_t max_ns, double noise_ns,
		      uint64_t runtime_ns)
{
	instrument_figures_add(figures, &(struct instrument_figures) {
		.count = count, .min_ns = count ? min_ns : 0,
		.max_ns = count ? max_ns : 0,
		.average_ns = noise_ns * NS_PER_SEC / runtime_ns,
		.weight = runtime_ns,
	});
}

static enum result read_osnoise(struct instrument_figures *figures,
				const struct measurement *measurement,
				const char *path,
				char version[CYCLICTEST_VERSION_LEN])
{
	struct results results;
	int cpu;

	(void)version;
	*figures = (struct instrument_figures) { .count = 0 };
	if (results_read(&results, path))
		return RESULT_ERROR;
	cpus_for_each(cpu, &measurement->cpus) {
		const struct latency *single =
			stats_get(results.stats, cpu, CONTEXT_SINGLE);
		uint64_t runtime = stats_noise(results.stats, cpu)->runtime;

		if (!runtime)
			break;
		add_noise(figures, single->count, single->min, single->max,
			  single->sum, runtime);
	}
	results_free(&results);
	if (cpu < 0)
		return RESULT_OK;
	return fail(RESULT_ERROR, "osnoise: CPU %d: no period was measured: give --cpus without it",
		    cpu);
}

/* Add what oslat has seen on @cpu. */
static void add_oslat(struct instrument_figures *figures,
		      const struct results *results, int cpu,
		      const struct measurement *measurement)
{
	const struct distribution *turns =
		record_distribution(results->record, cpu, CONTEXT_SINGLE);
	const struct latency *all =
		stats_get(results->stats, cpu, CONTEXT_SINGLE);
	uint64_t above = measurement->above_us * NS_PER_US;
	uint64_t count = all->count, min = all->max;
	double noise = all->sum;

	for (int bucket = distribution_next(turns, 0); bucket >= 0;
	     bucket = distribution_next(turns, bucket + 1)) {
		uint64_t turn_ns = distribution_high(bucket) / NS_PER_US *
				   NS_PER_US;

		if (turn_ns > above) {
			min = turn_ns;
			break;
		}
		count -= distribution_count(turns, bucket);
		noise -= (double)distribution_count(turns, bucket) * turn_ns;
	}
	noise -= count * (NS_PER_US / 2.0);
	add_noise(figures, count, min, all->max, noise > 0 ? noise : 0,
		  results->measured_ns);
}

static enum result read_oslat(struct instrument_figures *figures,
			      const struct measurement *measurement,
			      const char *path,
			      char version[CYCLICTEST_VERSION_LEN])
{
	struct results results;
	int cpu;

	*figures = (struct instrument_figures) { .count = 0 };
	if (results_read_any(&results, path))
		return RESULT_ERROR;
	snprintf(version, CYCLICTEST_VERSION_LEN, "%s",
		 json_read_text(results.document, "generator", "oslat ") +
		 strlen("oslat "));
	cpus_for_each(cpu, &measurement->cpus) {
		if (!cpus_has(&results.cpus, cpu) || !results.measured_ns)
			break;
		add_oslat(figures, &results, cpu, measurement);
	}
	results_free(&results);
	if (cpu < 0)
		return RESULT_OK;
	return fail(RESULT_ERROR, "oslat %s: it has not measured CPU %d: give --cpus without it",
		    version, cpu);
}

const struct instrument_pair noise_pair = {
	.of = {
		{ .name = "osnoise", .variant = "",
		  .clock = "CLOCK_MONOTONIC, in ns",
		  .begins = "the loop in the kernel reads the clock",
		  .ends = "it reads the clock again, and more than the threshold has gone by",
		  .call = call_osnoise, .read = read_osnoise },
		{ .name = "oslat", .variant = "", .package = "rt-tests",
		  .clock = "the counter of the CPU, cut to whole us",
		  .begins = "the loop in user space reads the counter",
		  .ends = "it reads the counter again, after one turn of the loop; its own time, some ten ns, is in it",
		  .call = call_oslat, .read = read_oslat },
	},
	.quantity = "Interruptions, us",
	.columns = { "Count", "Min", "Per second", "Max" },
	.judged = "the time of interruptions differs", .unit = "us per second",
	.averages = "Time of interruptions",
	.fifo_only = true,
	.within_ns = 100 * NS_PER_US,
};
