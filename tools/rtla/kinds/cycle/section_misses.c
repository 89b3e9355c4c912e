// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Misses and waits" of the report: a table of the threads, with
 * how many of their cycles took longer than the deadline, and one of what they
 * waited for.
 */
#include <inttypes.h>

#include "base/human.h"
#include "base/json_read.h"
#include "kinds/cycle/culprits.h"
#include "kinds/cycle/cycle_numbers.h"
#include "kinds/cycle/section_misses.h"
#include "report/html.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "results/results.h"

#define DASH	"–"

static void misses_part_cell(FILE *out, uint64_t misses, uint64_t cycles)
{
	char text[QUANTITY_LEN];

	snprintf(text, sizeof(text), "%.3g %%",
		 cycles ? 100.0 * misses / cycles : 0);
	html_number(out, text);
}

static void misses_row(FILE *out, const struct report_input *input, int index,
		       const json_t *thread, uint64_t deadline)
{
	const json_t *cycles = json_object_get(thread, "cycles");
	uint64_t count = thread_cycles_count(thread);
	uint64_t misses = json_read_ns(cycles, "misses");
	uint64_t period = json_read_ns(cycles, "period_ns");
	char text[QUANTITY_LEN];

	if (!count)
		return;
	fputs("<tr>", out);
	html_row_head(out, json_read_text(thread, "comm", DASH));
	if (input->count > 1)
		html_cell(out, report_label(input, index));
	snprintf(text, sizeof(text), "%" PRIu64, json_read_ns(thread, "tid"));
	html_number(out, text);
	html_number(out, count_text(count, text));
	html_number(out, count_text(misses, text));
	misses_part_cell(out, misses, count);
	html_number(out, readable_text(deadline, text));
	html_number(out, period ? readable_text(period, text) : DASH);
	fputs("</tr>\n", out);
}

static void misses_table(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Thread", false }, { HTML_RESULT, false }, { "TID", true },
		{ "Cycles", true }, { "Misses", true }, { "Part", true },
		{ "Deadline", true }, { "Period", true }, { NULL, false }
	};
	bool any = false;

	for (int i = 0; i < input->count; i++)
		any |= missed_cycles(&input->results[i]).deadline_ns > 0;
	if (!any)
		return;
	html_table_of(out, "Cycles that took longer than the deadline", columns,
		      input->count);
	for (int i = 0; i < input->count; i++) {
		const struct results *results = &input->results[i];
		uint64_t deadline = missed_cycles(results).deadline_ns;
		const json_t *thread;
		size_t j;

		json_array_foreach(results_at(results, "threads"), j, thread)
			if (deadline)
				misses_row(out, input, i, thread, deadline);
	}
	html_table_end(out);
}

static bool misses_print_section(FILE *out, const struct report_input *input)
{
	misses_table(out, input);
	culprits_report(out, input);
	return true;
}

const struct report_section cycle_misses_section = {
	.id = "misses",
	.name = "Misses and waits",
	.heading = "Misses and waits",
	.reading = "which part of the cycles of each thread took longer than the deadline, and what threads waited for within them.",
	.print = misses_print_section,
};
