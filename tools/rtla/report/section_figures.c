// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of the report: gates, figures, CPUs and losses.
 */
#include <inttypes.h>
#include <string.h>

#include "base/human.h"
#include "base/json_read.h"
#include "base/times.h"
#include "report/html.h"
#include "report/page.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "results/cpu_figures.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/figure_row.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"

#define DASH	"–"

/* ---- Gates --------------------------------------------------------------- */

/*
 * Write a quantity into @text, which has room for 2 * QUANTITY_LEN, and return
 * @text. The names of its members say what it is. A time is told apart from
 * that of @other.
 */
static const char *quantity(const json_t *value, const json_t *other,
			    char *text)
{
	char number[QUANTITY_LEN], time[QUANTITY_LEN];
	uint64_t amount, per;

	if (json_read_number(value, "ns", &amount)) {
		readable_apart(amount, (uint64_t[]) {
			amount, json_read_ns(other, "ns") }, 2, text);
	} else if (json_read_number(value, "ppb", &amount)) {
		ppb_text(amount, text);
	} else if (json_read_number(value, "count", &amount)) {
		count_text(amount, text);
	} else if (json_read_number(value, "events", &amount) &&
		   json_read_number(value, "per_ns", &per)) {
		snprintf(text, 2 * QUANTITY_LEN, "%s in %s",
			 count_text(amount, number), duration_text(per, time));
	} else {
		strcpy(text, DASH);
	}
	return text;
}

static void verdict_cell(FILE *out, const char *verdict)
{
	const char *kind = "warn";

	if (!strcmp(verdict, "pass"))
		kind = "good";
	else if (!strcmp(verdict, "fail"))
		kind = "bad";
	fputs("<td>", out);
	html_badge(out, kind, verdict);
	fputs("</td>", out);
}

static void gate_row(FILE *out, const struct report_input *input, int index,
		     const json_t *gate)
{
	const json_t *value = json_object_get(gate, "value");
	const json_t *limit = json_object_get(gate, "limit");
	char text[2 * QUANTITY_LEN];
	uint64_t cpu;

	fputs("<tr>", out);
	html_row_head(out, json_read_text(gate, "gate", ""));
	if (input->count > 1)
		html_cell(out, report_label(input, index));
	verdict_cell(out, json_read_text(gate, "verdict", "unknown"));
	html_number(out, quantity(value, limit, text));
	html_number(out, quantity(limit, value, text));
	if (json_read_number(gate, "cpu", &cpu))
		snprintf(text, sizeof(text), "%" PRIu64, cpu);
	else
		strcpy(text, DASH);
	html_number(out, text);
	fputs("<td>", out);
	html_sentence(out, json_read_text(gate, "reason", DASH));
	fputs("</td>", out);
	html_cell(out, json_read_text(gate, "source", ""));
	fputs("</tr>\n", out);
}

static size_t gates_of(const struct report_input *input, int index)
{
	return json_array_size(results_at(&input->results[index], "gates"));
}

bool section_gates(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Gate", false }, { HTML_RESULT, false }, { "Verdict", false }, { "Value", true },
		{ "Limit", true }, { "CPU", true }, { "Reason", false },
		{ "Source", false }, { NULL, false }
	};
	size_t gates = 0;

	for (int i = 0; i < input->count; i++)
		gates += gates_of(input, i);
	if (!gates) {
		fputs("<p>No gates were given.</p>\n", out);
		return true;
	}
	html_table_of(out, "Gates, with what was measured and what is allowed",
		      columns, input->count);
	for (int i = 0; i < input->count; i++)
		for (size_t j = 0; j < gates_of(input, i); j++)
			gate_row(out, input, i, json_array_get(
				 results_at(&input->results[i], "gates"), j));
	html_table_end(out);
	return true;
}

/* ---- Figures ------------------------------------------------------------- */

static const struct html_column figure_columns[] = {
	{ "Samples", true }, { "Min", true }, { "Avg", true }, { "Max", true },
	{ "Std dev", true }, { "p50", true }, { "p90", true }, { "p99", true },
	{ "p99.9", true }, { "p99.99", true }, { "p99.999", true },
	{ "p99.9999", true }, { NULL, false }
};

#define FIGURE_COLUMNS	(sizeof(figure_columns) / sizeof(figure_columns[0]))
#define BEFORE_MAX	3

/* Begin a table of figures, with up to BEFORE_MAX other columns before them. */
static void figure_table(FILE *out, const char *caption,
			 const struct html_column *before)
{
	struct html_column columns[BEFORE_MAX + FIGURE_COLUMNS];
	int count = 0;

	while (before[count].name) {
		columns[count] = before[count];
		count++;
	}
	memcpy(columns + count, figure_columns, sizeof(figure_columns));
	html_table(out, caption, columns);
}

/*
 * Return how long a run has to be to determine a percentile, in ns. Returns 0
 * if this run, of @measured_ns, determines it, or had no samples to estimate
 * that from.
 */
static uint64_t needed_ns(const struct distribution *distribution,
			  uint32_t percentile, uint64_t measured_ns)
{
	if (distribution->count >= percentile_needs(percentile))
		return 0;
	return percentile_needs_ns(percentile, distribution->count,
				   measured_ns);
}

/* One latency, of one CPU or of all, and its distribution. */
struct figures_of {
	int cpu;		/* -1: all */
	enum event_context context;
	const struct latency *latency;
	const struct distribution *distribution;
};

/*
 * Print a percentile. It is in brackets if there are too few samples to
 * determine it, with the length of run that it needs if @tell_needs. Without
 * any distribution there is a dash.
 */
static void percentile_cell(FILE *out, const struct results *results,
			    const struct figures_of *of, uint32_t percentile,
			    bool tell_needs)
{
	const struct distribution *distribution = of->distribution;
	struct result_percentile value;
	uint64_t needed = needed_ns(distribution, percentile,
				    tell_needs ? results->measured_ns : 0);
	char number[QUANTITY_LEN], text[QUANTITY_LEN + sizeof("≥ ")];

	if (!distribution->count) {
		html_number(out, DASH);
		return;
	}
	value = results_percentile(results, of->cpu, of->context, distribution,
				   percentile, of->latency->max);
	snprintf(text, sizeof(text), "%s%s", value.at_least ? "≥ " : "",
		 us_text(value.ns, number));
	if (distribution->count >= percentile_needs(percentile)) {
		html_number(out, text);
		return;
	}
	fputs("<td class=\"n few\">(", out);
	html_text(out, text);
	fputc(')', out);
	if (needed) {
		fputs(" <small>needs ", out);
		html_text(out, needed_text(needed, text));
		fputs("</small>", out);
	}
	fputs("</td>", out);
}

/* Print how many values there are, and which part are those of skipped periods. */
static void figures_count_cell(FILE *out, uint64_t count, uint64_t skipped)
{
	char text[QUANTITY_LEN];

	if (!skipped) {
		html_number(out, count_text(count, text));
		return;
	}
	fputs("<td class=\"n\">", out);
	html_text(out, count_text(count, text));
	fprintf(out, " <small>%.2f %% skipped</small></td>",
		100.0 * skipped / count);
}

/*
 * Print the cells of one distribution, of whose values some are those of
 * skipped periods. @document has the standard deviation, which is not computed
 * here. @tell_needs is as in percentile_cell().
 */
static void figures(FILE *out, const struct results *results,
		    const struct figures_of *of, const json_t *document,
		    bool tell_needs)
{
	uint64_t skipped = stats_skips(results->stats, of->cpu, of->context);
	const struct latency *latency = of->latency;
	char text[QUANTITY_LEN];
	uint64_t deviation;

	if (skipped)
		document = json_object_get(document, "corrected");
	figures_count_cell(out, latency->count, skipped);
	html_number(out, us_text(latency->min, text));
	html_number(out, us_text(latency_average(latency), text));
	fputs("<td class=\"n max\">", out);
	html_text(out, us_text(latency->max, text));
	fputs("</td>", out);
	html_number(out, json_read_number(document, "stddev_ns", &deviation) ?
		    us_text(deviation, text) : DASH);
	for (int i = 0; percentiles_all[i]; i++)
		percentile_cell(out, results, of, percentiles_all[i],
				tell_needs);
}

/* Print the ratio of a maximum to that of the first result, if there is one. */
static void compare_cell(FILE *out, const struct report_input *input,
			 enum event_context context, uint64_t max)
{
	uint64_t first = stats_corrected(input->results[0].stats, -1,
					 context).max;
	char text[QUANTITY_LEN];

	if (!first) {
		html_number(out, DASH);
		return;
	}
	snprintf(text, sizeof(text), "× %.2f", (double)max / first);
	html_number(out, text);
}

static bool figure_row(FILE *out, const struct report_input *input, int index,
		       enum event_context context)
{
	const struct results *results = &input->results[index];
	const json_t *latencies = results_at(results, "all.latencies");
	struct latency all = stats_corrected(results->stats, -1, context);
	struct distribution distribution;
	bool complete;

	if (!all.count)
		return true;
	complete = record_copy(results->record, -1, context, RECORD_ALL,
			       &distribution);
	fputs("<tr>", out);
	html_row_head(out, context_title(context));
	if (input->count > 1) {
		html_cell(out, report_label(input, index));
		compare_cell(out, input, context, all.max);
	}
	figures(out, results,
		&(struct figures_of) { -1, context, &all, &distribution },
		json_object_get(latencies, context_name(context)), true);
	fputs("</tr>\n", out);
	distribution_free(&distribution);
	return complete;
}

bool section_figures(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Of all CPUs, µs", false }, { "Result", false },
		{ "Max to A", true }, { NULL, false }
	};
	static const struct html_column single[] = {
		{ "Of all CPUs, µs", false }, { NULL, false }
	};

	bool complete = true;

	figure_table(out, "Latencies and noise of all CPUs together, in microseconds",
		     input->count > 1 ? columns : single);
	for (int context = 0; context < CONTEXTS; context++)
		for (int i = 0; i < input->count; i++)
			complete &= figure_row(out, input, i, context);
	html_table_end(out);
	fputs("<p class=\"note\">Skipped are periods that could not be measured, because the thread had not come back from an earlier one. Each of them counts in all of these figures, with the least latency that it has had; the minimum is of those that were measured.</p>\n",
	      out);
	fprintf(out, "<p class=\"note\">Percentiles are never too low, and too high by less than %.4f %%. Those in brackets have too few samples to be reliable: %d have to lie beyond a percentile. The line below them says how long such a run would take.</p>\n",
		DISTRIBUTION_ERROR_PPM / 1e4, PERCENTILE_SUPPORT);
	return complete;
}

/* ---- Every CPU ----------------------------------------------------------- */

static void cpu_row(FILE *out, const struct results *results, int cpu,
		    enum event_context context, const json_t *document)
{
	struct latency latency = stats_corrected(results->stats, cpu, context);
	char text[16];

	if (!latency.count)
		return;
	snprintf(text, sizeof(text), "%d", cpu);
	fputs("<tr>", out);
	html_row_head(out, text);
	html_cell(out, context_title(context));
	figures(out, results,
		&(struct figures_of) {
			cpu, context, &latency,
			record_distribution(results->record, cpu, context),
		},
		json_object_get(json_object_get(document, "latencies"),
				context_name(context)), false);
	fputs("</tr>\n", out);
}

/* Return the run length in ns that the percentile needs on every CPU. */
static uint64_t most_needed(const struct results *results,
			    enum event_context context, uint32_t percentile)
{
	uint64_t most = 0;
	int cpu;

	cpus_for_each(cpu, &results->cpus)
		most = time_max(most, needed_ns(record_distribution(
			results->record, cpu, context), percentile,
			results->measured_ns));
	return most;
}

/* Print one row of needs for all CPUs: needs are much the same for each. */
static void needs_row(FILE *out, const struct results *results,
		      enum event_context context)
{
	char text[QUANTITY_LEN];

	if (!results_has(results, context))
		return;
	fputs("<tr class=\"needs\">", out);
	html_row_head(out, "All");
	html_cell(out, context_title(context));
	fputs("<td colspan=\"5\" class=\"n\">percentiles of each CPU need</td>",
	      out);
	for (int i = 0; percentiles_all[i]; i++) {
		uint64_t ns = most_needed(results, context, percentiles_all[i]);

		html_number(out, ns ? duration_text(ns, text) : "");
	}
	fputs("</tr>\n", out);
}

static void cpu_latencies(FILE *out, const struct results *results)
{
	static const struct html_column columns[] = {
		{ "CPU", false }, { "Of it, µs", false }, { NULL, false }
	};
	const json_t *cpus = results_at(results, "cpus"), *cpu;
	size_t i;

	figure_table(out, "Latencies and noise of each CPU, in microseconds",
		     columns);
	json_array_foreach(cpus, i, cpu)
		for (int context = 0; context < CONTEXTS; context++)
			cpu_row(out, results, json_read_ns(cpu, "cpu"), context,
				cpu);
	for (int context = 0; context < CONTEXTS; context++)
		needs_row(out, results, context);
	html_table_end(out);
}

/* Print a number of a CPU, or a time; an older result may have none. */
static void cpu_state(FILE *out, const json_t *cpu, const char *id, bool in_ns)
{
	char text[QUANTITY_LEN];
	uint64_t value = json_read_ns(cpu, id);

	if (!json_is_integer(json_object_get(cpu, id)))
		html_number(out, DASH);
	else
		html_number(out, in_ns ? readable_text(value, text) :
					 count_text(value, text));
}

/* The column of the first of cpu_figures, and the most columns with the end of them. */
#define STATE_FIGURES	3
#define STATE_COLUMNS	16

static void cpu_states(FILE *out, const struct results *results)
{
	struct html_column columns[STATE_COLUMNS] = {
		{ "CPU", false }, { "State", false }, { "Missed samples", true },
	};
	const json_t *cpus = results_at(results, "cpus"), *cpu;
	const struct figure_row *figure;
	char text[QUANTITY_LEN];
	size_t i;

	figure = cpu_figures;
	for (i = STATE_FIGURES; figure->id && i < STATE_COLUMNS - 1;
	     i++, figure++)
		columns[i] = (struct html_column) { figure->title, true };
	html_table(out, "State of each CPU", columns);
	json_array_foreach(cpus, i, cpu) {
		snprintf(text, sizeof(text), "%" PRIu64,
			 json_read_ns(cpu, "cpu"));
		fputs("<tr>", out);
		html_row_head(out, text);
		html_cell(out, json_read_text(cpu, "state", DASH));
		cpu_state(out, cpu, "missed_samples", false);
		figure = cpu_figures;
		for (int of = STATE_FIGURES; columns[of].name; of++, figure++)
			cpu_state(out, cpu, figure->id, figure->in_ns);
		fputs("</tr>\n", out);
	}
	html_table_end(out);
}

bool section_cpus(FILE *out, const struct report_input *input)
{
	for (int i = 0; i < input->count; i++) {
		const struct results *results = &input->results[i];

		fprintf(out, "<details%s><summary>%s%s%d CPUs</summary>\n",
			input->count == 1 && cpus_count(&results->cpus) <= 8 ?
			" open" : "", report_label(input, i),
			input->count > 1 ? " · " : "",
			cpus_count(&results->cpus));
		cpu_latencies(out, results);
		if (!results_is_foreign(results))
			cpu_states(out, results);
		fputs("</details>\n", out);
	}
	return true;
}

/* ---- Losses -------------------------------------------------------------- */

static void loss_row(FILE *out, const struct report_input *input,
		     const char *title, const char *member)
{
	char text[QUANTITY_LEN];

	fputs("<tr>", out);
	html_row_head(out, title);
	for (int i = 0; i < input->count; i++) {
		const json_t *losses = results_at(&input->results[i],
						  "losses");
		uint64_t count = json_read_ns(losses, member);

		if (results_is_foreign(&input->results[i])) {
			html_number(out, DASH);
			continue;
		}
		fprintf(out, "<td class=\"n%s\">%s%s</td>",
			count ? " lost" : "", count_text(count, text),
			!strcmp(member, "lost_events") &&
			json_read_true(losses, "lost_more") ?
			", and more that were not counted" : "");
	}
	fputs("</tr>\n", out);
}

bool section_losses(FILE *out, const struct report_input *input)
{
	struct html_column columns[REPORT_RESULTS_MAX + 2] = {
		{ "What is missing", false },
	};

	if (report_only_foreign(input))
		return true;
	for (int i = 0; i < input->count; i++)
		columns[i + 1] = (struct html_column) {
			input->count > 1 ? report_label(input, i) :
			"How many", true
		};
	html_table(out, "What is missing of the measurement", columns);
	loss_row(out, input, "Events lost", "lost_events");
	loss_row(out, input, "Samples missed", "missed_samples");
	for (const struct figure_row *figure = cpu_figures; figure->id;
	     figure++)
		if (figure->is_loss)
			loss_row(out, input, figure->title, figure->id);
	html_table_end(out);
	fputs("<p class=\"note\">A period is skipped while the one before it still runs, whose latency was longer than a period.</p>\n",
	      out);
	return true;
}
