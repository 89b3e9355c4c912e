// SPDX-License-Identifier: GPL-2.0
/*
 * What only cycles have in a result and as OpenMetrics: see
 * Documentation/results.md.
 */
#include <inttypes.h>

#include "base/json_write.h"
#include "kinds/cycle/culprits.h"
#include "kinds/cycle/cycle_kind.h"
#include "results/figures_json.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "results/threads_json.h"
#include "stats/figure_row.h"
#include "stats/watched_threads.h"
#include "trace/cycle_wait.h"
#include "tracer/tracer_config.h"

static const struct figure_row cycle_figures[] = {
	{ FIGURE(struct watched_cycles, period_ns),
	  .meaning = "The mean distance of two releases; 0: there were fewer than two.",
	  .in_ns = true },
	{ FIGURE(struct watched_cycles, misses),
	  .meaning = "Cycles that took longer than the deadline; 0 if there is none.",
	  .metric = "rtla_cycle_misses" },
	{ FIGURE(struct watched_cycles, migrations),
	  .meaning = "How often the thread went on, on another CPU than before.",
	  .metric = "rtla_cycle_migrations" },
	{ .id = NULL }
};

const struct figure_table cycle_tables[] = {
	{ "cycles", cycle_figures },
	{ NULL, NULL }
};

/* ---- JSON ---------------------------------------------------------------- */

/* Return a wait; with @any, only its system call is meant. */
static json_t *wait_json(const struct cycle_wait *wait, bool any)
{
	bool descriptor = !any && cycle_wait_has_descriptor(wait->nr);
	char name[CYCLE_WAIT_NAME_LEN];

	return json_pack("{s:o, s:o, s:s}",
		"syscall", json_known(cycle_wait_call(wait->nr)),
		"descriptor", json_number_if(descriptor, wait->how),
		"name", any ? cycle_wait_call(wait->nr) :
		cycle_wait_name(wait, name, sizeof(name)));
}

/* Return what options say of marks. */
static json_t *marks_json(const struct tracer_marks *marks)
{
	if (!marks->count)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}",
			 "function", json_text_or_null(marks->function),
			 "begin", json_text_or_null(marks->begin),
			 "end", json_text_or_null(marks->end),
			 "mark", json_text_or_null(marks->name));
}

void cycle_set_configuration(json_t **json, const struct run_summary *summary)
{
	const struct tracer_cycle *cycle = &summary->tracer->cycle;

	threads_set_targets(json, summary);
	json_set(json, "cycle", json_pack("{s:o, s:o, s:o, s:o}",
		"wait", cycle->given ? wait_json(&cycle->wait, cycle->any) :
				       json_null(),
		"marks", marks_json(&cycle->marks),
		"period_ns", json_number_if(cycle->period_ns, cycle->period_ns),
		"deadline_ns", json_number_if(cycle->deadline_ns,
					      cycle->deadline_ns)));
}

static void set_thread_cycles(json_t **json, const struct watched_thread *thread)
{
	const struct watched_cycles *cycles = &thread->cycles;
	json_t *of = figures_json(cycle_figures, cycles);

	json_set(&of, "home", cycles->home_known ?
		 wait_json(&cycles->home, false) : json_null());
	json_set(&of, "culprits", culprits_json(cycles));
	json_set(&of, "other_culprits_ns", culprits_by_others_json(cycles));
	json_set(json, "cycles", of);
}

void cycle_set_figures(json_t **json, const struct run_summary *summary)
{
	json_set(json, "threads", threads_json(summary, set_thread_cycles));
}

/* ---- OpenMetrics --------------------------------------------------------- */

/* Print a number of all threads together. */
static void cycle_print_figure(FILE *out, const struct watched_threads *threads,
			       const struct figure_row *figure)
{
	uint64_t all = 0;

	for (int i = 0; threads && i < threads->count; i++)
		all += figure_value(figure, &threads->thread[i].cycles);
	metrics_figure(out, figure);
	fprintf(out, "%s_total %" PRIu64 "\n", figure->metric, all);
}

void cycle_print_metrics(FILE *out, const struct run_summary *summary)
{
	const struct figure_row *figure;

	for (figure = cycle_figures; figure->id; figure++)
		if (figure->metric)
			cycle_print_figure(out, summary->kind.threads, figure);
}
