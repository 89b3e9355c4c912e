// SPDX-License-Identifier: GPL-2.0
/*
 * The section "What took time" of the report: the causes of noise with the
 * largest sums, of all CPUs of each result together.
 */
#include "base/human.h"
#include "report/html.h"
#include "report/page.h"
#include "report/report_input.h"
#include "stats/causes.h"

#define CAUSES_SHOWN	10

static void causes_row(FILE *out, const struct cause *cause, const char *label,
		       bool labelled)
{
	char text[QUANTITY_LEN], name[CAUSE_TEXT_LEN];

	fputs("<tr>", out);
	html_row_head(out, cause_text(cause, name));
	if (labelled)
		html_cell(out, label);
	html_cell(out, noise_source_name(cause->kind));
	html_number(out, count_text(cause->count, text));
	html_number(out, us_text(cause->sum, text));
	html_number(out, us_text(cause->max, text));
	snprintf(text, sizeof(text), "%d", cause->cpu);
	html_number(out, text);
	html_cell(out, cause->function);
	fputs("</tr>\n", out);
}

/* Print those of a result; returns false if there is no memory. */
static bool causes_rows(FILE *out, const struct report_input *input, int index)
{
	const struct causes *causes = input->results[index].kind.causes;
	struct causes *all;

	if (!causes)
		return true;
	all = causes_of_all(causes);
	if (!all)
		return false;
	for (int i = 0; i < all->count && i < CAUSES_SHOWN; i++)
		causes_row(out, &all->cause[i], report_label(input, index),
			   input->count > 1);
	causes_free(all);
	return true;
}

static bool any_causes(const struct report_input *input)
{
	for (int i = 0; i < input->count; i++)
		if (input->results[i].kind.causes &&
		    input->results[i].kind.causes->count)
			return true;
	return false;
}

bool section_causes(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Name", false }, { HTML_RESULT, false }, { "Kind", false },
		{ "Count", true }, { "Sum, µs", true },
		{ "Longest, µs", true }, { "On CPU", true },
		{ "Ran the longest", false }, { NULL, false }
	};
	bool good = true;

	if (!any_causes(input))
		return true;
	fputs("<p class=\"note\">The NMIs, interrupts, softirqs and threads that took the most time from the workload, on all CPUs together, the CPU on which the longest of their noises was, and the function of a work, a timer or the like that ran the longest in them, if one took 5 µs or more.</p>\n",
	      out);
	html_table_of(out, "What took the most time", columns, input->count);
	for (int i = 0; i < input->count && good; i++)
		good = causes_rows(out, input, i);
	html_table_end(out);
	return good;
}
