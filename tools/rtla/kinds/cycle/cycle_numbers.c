// SPDX-License-Identifier: GPL-2.0
/*
 * The numbers of a result of cycles: see cycle_numbers.h. They are those of all
 * threads of the document: the structures that are read again leave out threads
 * without distributions.
 */
#include "base/json_read.h"
#include "kinds/cycle/cycle_numbers.h"
#include "results/place.h"
#include "results/results.h"
#include "results/threads_json.h"

uint64_t thread_cycles_count(const json_t *thread)
{
	return json_read_ns(json_object_get(json_object_get(thread, "latencies"),
					    "response"), "count");
}

struct missed_cycles missed_cycles(const struct results *results)
{
	struct missed_cycles all = {
		.deadline_ns = json_read_ns(results_at(results,
						       "configuration.cycle"),
					    "deadline_ns"),
	};
	const json_t *thread;
	size_t i;

	json_array_foreach(results_at(results, "threads"), i, thread) {
		all.misses += json_read_ns(json_object_get(thread, "cycles"),
					   "misses");
		all.cycles += thread_cycles_count(thread);
	}
	return all;
}

/* ---- Numbers ------------------------------------------------------------- */

static bool cycle_find_misses(const struct results *results, uint64_t *value)
{
	struct missed_cycles all = missed_cycles(results);

	*value = all.misses;
	return all.deadline_ns;
}

static bool cycle_find_deadline(const struct results *results, uint64_t *value)
{
	*value = missed_cycles(results).deadline_ns;
	return *value;
}

/* Return the period of the only thread that has one; 0 if they are several. */
static uint64_t only_period(const struct results *results)
{
	uint64_t only = 0;
	const json_t *thread;
	size_t i;

	json_array_foreach(results_at(results, "threads"), i, thread) {
		uint64_t period = json_read_ns(json_object_get(thread, "cycles"),
					       "period_ns");

		if (only && period)
			return 0;
		only = only ?: period;
	}
	return only;
}

/* It is what was asked for, or else what was seen of a single thread. */
static bool cycle_find_period(const struct results *results, uint64_t *value)
{
	*value = json_read_ns(results_at(results, "configuration.cycle"),
			      "period_ns") ?: only_period(results);
	return *value;
}

const struct kind_number cycle_numbers[] = {
	{ .id = "misses", .title = "misses", .of_samples = true,
	  .find = cycle_find_misses },
	{ .id = "deadline_ns", .title = "deadline", .in_ns = true,
	  .find = cycle_find_deadline },
	{ .id = "period_ns", .title = "period", .in_ns = true,
	  .find = cycle_find_period },
	{ .id = NULL }
};

/* ---- Reading ------------------------------------------------------------- */

static void cycle_check_thread(struct place *place, const json_t *thread)
{
	const json_t *cycles = place_member(place, thread, "cycles",
					    JSON_OBJECT);
	size_t back = place_enter(place, "cycles", 0);

	if (cycles && place_number(place, cycles, "misses") >
		      thread_cycles_count(thread))
		place_wrong(place, "misses: there are more than cycles");
	place_leave(place, back);
}

void cycle_read_figures(struct place *place, struct results *results)
{
	size_t back = place_enter(place, "threads", 0);
	const json_t *thread;
	size_t i;

	json_array_foreach(json_object_get(results->document, "threads"), i,
			   thread) {
		size_t inner = place_enter(place, NULL, i);

		if (!place->wrong)
			cycle_check_thread(place, thread);
		place_leave(place, inner);
	}
	place_leave(place, back);
	threads_json_read(place, results);
}
