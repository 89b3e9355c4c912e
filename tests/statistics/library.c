// SPDX-License-Identifier: GPL-2.0
/*
 * The command's judgements of one run, for tests/statistics/study, which makes
 * runs up and calls these functions.
 */
#include <stdlib.h>
#include <string.h>

#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "gates/looks.h"
#include "kinds/timerlat/gate_timerlat.h"
#include "stats/batches.h"
#include "stats/clusters.h"
#include "stats/extremes.h"
#include "stats/kind.h"
#include "stats/sample_record.h"
#include "stats/stationarity.h"
#include "stats/stats.h"

/* The runs are of timerlat, and all that is asked of it are the words of its gates. */
static const struct kind_row timerlat = { .gates = &timerlat_gates };
static const struct kind_row other;

const struct kind_row *const kind_rows[KINDS] = {
	[KIND_TIMERLAT] = &timerlat, [KIND_OSNOISE] = &other,
	[KIND_WAKEUP] = &other,	     [KIND_OVERHEADS] = &other,
	[KIND_BOUND] = &other,	     [KIND_CYCLE] = &other,
};

struct run {
	struct stats *stats;
	struct sample_record *record;
	struct cpus cpus;
	uint64_t measured_ns;
};

/*
 * Fill in a run of @cpus CPUs, which have @count thread latencies each, one
 * every @period_ns, up to number @end: @ns has those of the first CPU, then
 * those of the next one. What is there already stays.
 */
static void fill(struct run *run, const int64_t *ns, int cpus, int count,
		 int end, int64_t period_ns)
{
	for (int i = run->measured_ns / period_ns; i < end; i++)
		for (int cpu = 0; cpu < cpus; cpu++) {
			uint64_t value = ns[(size_t)cpu * count + i];

			stats_add(run->stats, cpu, CONTEXT_THREAD, value);
			if (!record_add(run->record, cpu, CONTEXT_THREAD,
					i * period_ns, value))
				abort();
		}
	for (int cpu = 0; cpu < cpus; cpu++)
		cpus_add(&run->cpus, cpu);
	run->measured_ns = end * period_ns;
}

static struct run new_run(int cpus)
{
	struct run run = {
		.stats = stats_new(cpus), .record = record_new(cpus),
	};

	if (!run.stats || !run.record)
		abort();
	return run;
}

static void free_run(struct run *run)
{
	stats_free(run->stats);
	record_free(run->record);
}

static enum gate_outcome judge(const struct gates *gates, const struct run *run,
			       int looks)
{
	static const uint64_t skipped_of[CPUS_MAX];

	return gate_judge(gates, 0, &(struct gate_inputs) {
		.stats = run->stats, .record = run->record,
		.cpus = &run->cpus, .skipped_of = skipped_of,
		.measured_ns = run->measured_ns, .looks = looks,
	}).outcome;
}

/*
 * Judge one gate as "-d auto" does, with looks from @least_ns up to the whole
 * run; if that is 0, once. Returns the enum gate_outcome, and how long it was
 * measured in @measured_ns, which may be NULL; -1 if @text is no gate.
 */
int study_gate(const char *text, const int64_t *ns, int cpus, int count,
	       int64_t period_ns, int64_t least_ns, int64_t *measured_ns);

int study_gate(const char *text, const int64_t *ns, int cpus, int count,
	       int64_t period_ns, int64_t least_ns, int64_t *measured_ns)
{
	uint64_t at = 0, most = count * period_ns;
	uint64_t least = least_ns ? (uint64_t)least_ns : most;
	struct run run = new_run(cpus);
	struct gates gates = { .count = 0 };
	int outcome = -1;

	if (!gates_add(&gates, text)) {
		gates_watch(&gates, run.record);
		do {
			at = looks_next(least, most, at);
			fill(&run, ns, cpus, count, at / period_ns, period_ns);
			outcome = judge(&gates, &run, looks_count(least, most));
		} while (!gate_decided(&gates.gate[0], outcome) && at < most);
	}
	if (measured_ns)
		*measured_ns = at;
	free_run(&run);
	return outcome;
}

/* Return whether a note would say that the run changed. */
int study_changed(const int64_t *ns, int cpus, int count, int64_t period_ns);

int study_changed(const int64_t *ns, int cpus, int count, int64_t period_ns)
{
	struct run run = new_run(cpus);
	char text[STATIONARITY_LEN];
	bool changed;

	fill(&run, ns, cpus, count, count, period_ns);
	changed = stationarity_tells(run.record, run.measured_ns,
				     CONTEXT_THREAD, text);
	free_run(&run);
	return changed;
}

/*
 * Set @ends to those of the interval in which the average is with 99 %. Returns
 * whether it is known.
 */
int study_average(const int64_t *ns, int cpus, int count, int64_t period_ns,
		  double *ends);

int study_average(const int64_t *ns, int cpus, int count, int64_t period_ns,
		  double *ends)
{
	struct average_interval interval;
	struct run run = new_run(cpus);
	bool known;

	fill(&run, ns, cpus, count, count, period_ns);
	known = record_average(run.record, -1, CONTEXT_THREAD, 99, &interval);
	ends[0] = interval.low_ns;
	ends[1] = interval.high_ns;
	free_run(&run);
	return known;
}

/*
 * Estimate the latency that is exceeded once in @horizon_ns. Returns whether it
 * is known, and sets @level to it, and to the ends of its interval; @text,
 * which has room for RETURN_TEXT_LEN bytes, says why it is not known.
 */
int study_return_level(const int64_t *ns, int cpus, int count,
		       int64_t period_ns, int64_t horizon_ns, int64_t *level,
		       char *text);

int study_return_level(const int64_t *ns, int cpus, int count,
		       int64_t period_ns, int64_t horizon_ns, int64_t *level,
		       char *text)
{
	const uint64_t periods[RETURN_PERIODS] = { horizon_ns, horizon_ns };
	struct run run = new_run(cpus);
	struct return_levels levels;
	struct return_level *of = levels.level;

	fill(&run, ns, cpus, count, count, period_ns);
	return_levels_get(&(struct run_blocks) {
		run.record, run.measured_ns, -1, CONTEXT_THREAD,
	}, periods, &levels);
	level[0] = of->level_ns;
	level[1] = of->low_ns;
	level[2] = of->high_ns;
	memcpy(text, of->refused, RETURN_TEXT_LEN);
	free_run(&run);
	return of->known;
}
