// SPDX-License-Identifier: GPL-2.0
/*
 * What took time in two results, as text and as JSON: see compare_causes.h.
 */
#include <math.h>
#include <string.h>

#include "base/grid.h"
#include "base/json_write.h"
#include "base/message.h"
#include "base/times.h"
#include "compare/compare_causes.h"
#include "compare/comparison_output.h"

#define ROWS_SHOWN	12
#define CELL		48

static const char *const verdicts[CAUSE_VERDICTS] = {
	[CAUSE_SAME] = "no difference seen",
	[CAUSE_APPEARED] = "appeared",
	[CAUSE_GREW] = "grew",
	[CAUSE_SHRANK] = "shrank",
	[CAUSE_VANISHED] = "vanished",
	[CAUSE_NOT_JUDGED] = "not judged",
};

static int count_of(const struct compared_causes *causes,
		    enum cause_verdict verdict)
{
	int count = 0;

	for (int i = 0; i < causes->count; i++)
		count += causes->cause[i].verdict == verdict;
	return count;
}

/* Print the name of a cause into @text, of CELL bytes. */
static void compared_name(const struct compared_cause *cause, char *text)
{
	snprintf(text, CELL, "%s%s%s", noise_source_name(cause->kind),
		 *cause->name ? " " : "", cause->name);
}

/* Print how often it comes and how long that takes, of a CPU, in each second. */
static void compared_side(const struct cause_side *side, char *text)
{
	double seconds = side->time_ns / 1e9;

	if (!side->count)
		snprintf(text, CELL, "%s", side->others ? "others only" : "none");
	else
		snprintf(text, CELL, "%.4g/s %.4g us/s", side->count / seconds,
			 side->sum / 1e3 / seconds);
}

static void put_cause(struct grid *grid, const struct compared_cause *cause)
{
	char text[CELL];

	grid_row(grid);
	compared_name(cause, text);
	grid_put(grid, GRID_LEFT, text);
	compared_side(&cause->base, text);
	grid_put(grid, GRID_RIGHT, text);
	compared_side(&cause->new, text);
	grid_put(grid, GRID_RIGHT, text);
	snprintf(text, sizeof(text), "%s%s", verdicts[cause->verdict],
		 cause->by_time ? " in time" : "");
	grid_put(grid, GRID_LEFT, text);
}

void compared_causes_print(FILE *out, const struct compared_causes *causes)
{
	struct grid grid = { .cells = 0 };
	int same, unjudged, differ, shown;

	if (!causes || !causes->count)
		return;
	same = count_of(causes, CAUSE_SAME);
	unjudged = count_of(causes, CAUSE_NOT_JUDGED);
	differ = causes->count - same - unjudged;
	shown = differ < ROWS_SHOWN ? differ : ROWS_SHOWN;
	fprintf(out, "\nWhat took time, by name: %d of %d differ%s\n", differ,
		causes->count,
		unjudged ? "; with one run of BASE it is not known what is chance: see --base" :
		differ ? ", which is no part of the verdict" : "");
	for (int i = 0; i < shown; i++)
		put_cause(&grid, &causes->cause[i]);
	if (!grid_print(out, &grid))
		note("what took time: out of memory: see --json");
	if (differ > shown)
		fprintf(out, "     and %d more that differ: see --json\n",
			differ - shown);
}

static json_t *compared_side_json(const struct cause_side *side)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:f}",
			 "count", (json_int_t)side->count,
			 "sum_ns", (json_int_t)side->sum,
			 "max_ns", (json_int_t)side->max,
			 "others", (json_int_t)side->others,
			 "per_ns", side->time_ns);
}

static json_t *compared_json(const struct compared_cause *cause)
{
	return json_pack("{s:s, s:o, s:s, s:b, s:o, s:o, s:{s:o, s:o, s:o}}",
			 "kind", noise_source_name(cause->kind),
			 "name", json_known(cause->name),
			 "verdict", verdicts[cause->verdict],
			 "by_time", cause->by_time,
			 "base", compared_side_json(&cause->base),
			 "new", compared_side_json(&cause->new),
			 "rate_change",
			 "value", comparison_real(cause->rate.value),
			 "low", comparison_real(cause->rate.low),
			 "high", comparison_real(cause->rate.high));
}

json_t *compared_causes_json(const struct compared_causes *causes)
{
	json_t *array = causes ? json_array() : json_null();

	for (int i = 0; causes && i < causes->count; i++)
		json_append(&array, compared_json(&causes->cause[i]));
	return array;
}
