// SPDX-License-Identifier: GPL-2.0
/*
 * The table of latencies that are exceeded once in a day, or a year: see
 * return_levels.h.
 */
#include "base/human.h"
#include "report/html.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "report/return_levels.h"
#include "stats/clusters.h"
#include "stats/extremes.h"

#define DASH	"–"

/* The levels of all results and contexts. */
struct all_levels {
	struct return_levels of[REPORT_RESULTS_MAX][CONTEXTS];
	bool has[REPORT_RESULTS_MAX][CONTEXTS];
	bool any;		/* there are some */
	bool within_reach;	/* of one run at least */
};

static void get_all(const struct report_input *input, struct all_levels *all)
{
	for (int i = 0; i < input->count; i++)
		for (int context = 0; context < CONTEXTS; context++) {
			const struct results *results = &input->results[i];
			struct return_levels *levels = &all->of[i][context];

			if (!results_has(results, context) ||
			    results_is_foreign(results))
				continue;
			return_levels_get(&(struct run_blocks) {
				results->record, results->measured_ns, -1, context,
			}, return_periods, levels);
			all->has[i][context] = true;
			all->any = true;
			for (int j = 0; j < RETURN_PERIODS; j++)
				all->within_reach |=
					levels->level[j].within_reach;
		}
}

static void print_level(FILE *out, const struct return_levels *levels,
			const struct return_level *level)
{
	const uint64_t ns[] = { level->level_ns, level->low_ns,
				level->high_ns };
	char text[QUANTITY_LEN];

	for (size_t i = 0; i < sizeof(ns) / sizeof(ns[0]); i++)
		html_number(out, level->known ? readable_text(ns[i], text) : DASH);
	if (levels->fitted && level->within_reach)
		snprintf(text, sizeof(text), "%.3f", levels->chance);
	else
		snprintf(text, sizeof(text), DASH);
	html_number(out, text);
	fputs("<td>", out);
	html_sentence(out, level->known ? "" : level->refused);
	fputs("</td></tr>\n", out);
}

static void return_levels_print_rows(FILE *out,
				     const struct report_input *input,
				     int index, enum event_context context,
				     const struct return_levels *levels)
{
	static const char *const periods[RETURN_PERIODS] = { "day", "year" };

	for (int i = 0; i < RETURN_PERIODS; i++) {
		fputs("<tr>", out);
		html_row_head(out, context_title(context));
		if (input->count > 1)
			html_cell(out, report_label(input, index));
		html_cell(out, periods[i]);
		print_level(out, levels, &levels->level[i]);
	}
}

static void return_levels_print_table(FILE *out,
				      const struct report_input *input,
				      const struct all_levels *all)
{
	static const struct html_column columns[] = {
		{ "Maximum", false }, { HTML_RESULT, false }, { "Once in a", false },
		{ "Exceeds", true }, { "95 % from", true }, { "to", true },
		{ "p of the fit", true }, { "Not estimated, because", false },
		{ NULL, false }
	};

	html_table_of(out, "What is exceeded once in a day, or in a year, on the average",
		      columns, input->count);
	for (int context = 0; context < CONTEXTS; context++)
		for (int i = 0; i < input->count; i++)
			if (all->has[i][context])
				return_levels_print_rows(out, input, i, context,
							 &all->of[i][context]);
	html_table_end(out);
	fputs("<p class=\"note\">Estimated from the maxima of blocks of time, as if the system stayed as it was in the run. What did not come in the run is not in it: it is no bound of the worst case.</p>\n",
	      out);
}

void report_return_levels(FILE *out, const struct report_input *input)
{
	char day[QUANTITY_LEN], year[QUANTITY_LEN];
	struct all_levels all = { .any = false };

	get_all(input, &all);
	if (all.within_reach) {
		return_levels_print_table(out, input, &all);
		return;
	}
	if (!all.any)
		return;
	fprintf(out, "<p class=\"note\">What is exceeded once in a day, or in a year, is only estimated from runs of %s, or %s, at least.</p>\n",
		needed_text(return_needs_ns(RETURN_DAY_NS), day),
		needed_text(return_needs_ns(RETURN_YEAR_NS), year));
}
