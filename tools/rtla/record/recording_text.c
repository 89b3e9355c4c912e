// SPDX-License-Identifier: GPL-2.0
/*
 * A recording as a page: see recording_text.h.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/grid.h"
#include "base/human.h"
#include "base/json_read.h"
#include "base/printable.h"
#include "base/wrap.h"
#include "record/record_folder.h"
#include "record/recording.h"
#include "record/recording_text.h"

/* Older events are in recording.json. */
#define EVENTS_SHOWN	20

/* ---- How much ------------------------------------------------------------ */

static void print_segments(FILE *out, const char *what, uint64_t count)
{
	if (count)
		fprintf(out, "  %-13s  %" PRIu64 " segment%s: see below\n", what,
			count, count == 1 ? "" : "s");
}

static void print_extent(FILE *out, const struct recording *recording)
{
	const struct record_counts *counts = &recording->counts;
	char recorded[QUANTITY_LEN], unwatched[QUANTITY_LEN],
	     asleep[QUANTITY_LEN], owner[64];

	fputs("Recording in ", out);
	visible_print(out, 0, recording->folder->path);
	fprintf(out, ", since %s\n", recording->started_at);
	if (record_folder_owner(recording->folder, owner, sizeof(owner)))
		fprintf(out, "  now            %s records\n", owner);
	else
		fputs("  now            no recorder runs\n", out);
	fprintf(out, "  kernel         %s\n", recording->kernel);
	fprintf(out, "  recorded       %s, by %" PRIu64 " segment%s that ended\n",
		tenths_text(counts->clock_ns, recorded), counts->segments,
		counts->segments == 1 ? "" : "s");
	if (counts->unwatched_ns)
		fprintf(out, "  not watched    %s\n",
			tenths_text(counts->unwatched_ns, unwatched));
	if (counts->asleep_ns)
		fprintf(out, "  asleep         %s\n",
			duration_text(counts->asleep_ns, asleep));
	print_segments(out, "not trusted", counts->untrusted);
	print_segments(out, "no result", counts->failed + counts->lost);
	if (counts->dropped)
		fprintf(out, "  removed        %" PRIu64 " of the oldest results\n",
			counts->dropped);
	if (counts->unwritten)
		fprintf(out, "  not written    %" PRIu64 " files\n",
			counts->unwritten);
}

/* ---- The worst ----------------------------------------------------------- */

static void put_worst(struct grid *grid, int rank, const json_t *entry)
{
	const json_t *cpu = json_object_get(entry, "cpu");
	char text[64], us[QUANTITY_LEN];

	grid_row(grid);
	snprintf(text, sizeof(text), "%d", rank);
	grid_put(grid, GRID_RIGHT, text);
	grid_put(grid, GRID_RIGHT,
		 us_text(json_read_ns(entry, "latency_ns"), us));
	snprintf(text, sizeof(text), "%s:%" PRIu64,
		 json_read_text(entry, "thread", "?"),
		 json_read_ns(entry, "tid"));
	grid_put(grid, GRID_LEFT, text);
	snprintf(text, sizeof(text), "%" PRIu64, json_read_ns(entry, "cpu"));
	grid_put(grid, GRID_RIGHT, json_is_integer(cpu) ? text : "-");
	grid_put(grid, GRID_LEFT, json_read_text(entry, "at", "?"));
}

static bool print_worst_table(FILE *out, const struct kept_worst *worst)
{
	static const char *const heads[] = {
		"#", "us", "Thread", "CPU", "Found"
	};
	static const enum grid_align aligns[] = {
		GRID_RIGHT, GRID_RIGHT, GRID_LEFT, GRID_RIGHT, GRID_LEFT
	};
	struct grid grid = { .cells = 0 };
	const json_t *entry;
	size_t i;

	grid_row(&grid);
	for (int k = 0; k < 5; k++)
		grid_put(&grid, aligns[k], heads[k]);
	json_array_foreach(worst->list, i, entry)
		put_worst(&grid, i + 1, entry);
	return grid_print(out, &grid);
}

/* The sentence of each of the worst, and where its trace is. */
static void print_causes(FILE *out, const struct kept_worst *worst)
{
	const json_t *entry;
	size_t i;

	fputc('\n', out);
	json_array_foreach(worst->list, i, entry) {
		const char *trace = json_read_text(entry, "trace", NULL);
		int column = fprintf(out, "  %2zu  ", i + 1);

		wrap_print(out, json_read_text(entry, "cause",
			   "not explained: it came while an earlier one was saved, or its trace could not be written"),
			   column, TEXT_WIDTH);
		if (!trace)
			continue;
		fprintf(out, "%*srtla analyze ", column, "");
		visible_print(out, 0, worst->folder->path);
		fputc('/', out);
		visible_print(out, 0, trace);
		fputc('\n', out);
	}
}

static bool print_worst(FILE *out, const struct kept_worst *worst)
{
	size_t count = json_array_size(worst->list);

	if (!count) {
		fprintf(out, "\nNothing of %s has been found yet\n",
			worst->tracer);
		return true;
	}
	fprintf(out, "\nThe worst %zu of %s\n", count, worst->tracer);
	if (!print_worst_table(out, worst))
		return false;
	print_causes(out, worst);
	return true;
}

/* ---- What happened ------------------------------------------------------- */

static void print_events(FILE *out, const struct recording *recording)
{
	size_t count = json_array_size(recording->events);
	size_t first = count > EVENTS_SHOWN ? count - EVENTS_SHOWN : 0;

	if (count)
		fputs("\nWhat has happened\n", out);
	for (size_t i = first; i < count; i++) {
		const json_t *event = json_array_get(recording->events, i);
		uint64_t times = json_read_ns(event, "count");
		int column = fprintf(out, "  %s  ",
				     json_read_text(event, "at", "?"));

		if (times > 1)
			column += fprintf(out, "%" PRIu64 " times, last %s: ",
					  times,
					  json_read_text(event, "last", "?"));
		wrap_print(out, json_read_text(event, "text", "?"),
			   times > 1 ? 24 : column, TEXT_WIDTH);
	}
}

enum result recording_print(FILE *out, const struct recording *recording)
{
	bool good = true;

	print_extent(out, recording);
	for (int i = 0; good && i < recording->watches; i++)
		good = print_worst(out, &recording->watch[i].worst);
	print_events(out, recording);
	return good ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}
