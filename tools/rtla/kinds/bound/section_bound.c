// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Bound" of the report: the bound of the scheduling latency of
 * each CPU, as charts and as numbers, and all that it was computed from.
 */
#include <inttypes.h>

#include "base/human.h"
#include "kinds/bound/bound_bars.h"
#include "kinds/bound/bound_kind.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/report_input.h"
#include "stats/probe_sampling.h"

#define DASH	"–"

/* The details of more CPUs than this are folded. */
#define CPUS_OPEN	8

/* No table has more columns. */
#define COLUMNS_MAX	12

/* Something that prints about one CPU of one result. */
typedef void cpu_fn(FILE *out, const struct report_input *input, int index,
		    int cpu, const struct bound_figures *figures);

static void bound_print_cpus(FILE *out, const struct report_input *input,
			     cpu_fn *print)
{
	int cpu;

	for (int i = 0; i < input->count; i++) {
		cpus_for_each(cpu, &input->results[i].cpus) {
			const struct bound_figures *figures =
				bound_set_at(input->results[i].kind.bounds,
					     cpu);

			if (figures)
				print(out, input, i, cpu, figures);
		}
	}
}

/* Print a table: the result, the CPU, and what @print has for each CPU. */
static void bound_print_table(FILE *out, const struct report_input *input,
			      const char *caption,
			      const struct html_column *others, cpu_fn *print)
{
	struct html_column columns[COLUMNS_MAX + 1] = {
		{ HTML_RESULT, false }, { "CPU", false },
	};

	for (int i = 2; i < COLUMNS_MAX && others->name; i++)
		columns[i] = *others++;
	html_table_of(out, caption, columns, input->count);
	bound_print_cpus(out, input, print);
	html_table_end(out);
}

static void begin_row(FILE *out, const struct report_input *input, int index,
		      int cpu)
{
	char text[16];

	fputs("<tr>", out);
	if (input->count > 1)
		html_row_head(out, report_label(input, index));
	snprintf(text, sizeof(text), "%d", cpu);
	html_row_head(out, text);
}

static void time_cell(FILE *out, uint64_t ns)
{
	char text[QUANTITY_LEN];

	html_number(out, us_text(ns, text));
}

static void bound_count_cell(FILE *out, uint64_t count)
{
	char text[QUANTITY_LEN];

	html_number(out, count_text(count, text));
}

/* ---- The bound in each column -------------------------------------------- */

static void column_cell(FILE *out, const struct bound_figures *figures,
			const struct latency_bound *bound)
{
	char text[2 * QUANTITY_LEN + BOUND_INTERRUPT_LEN];
	char lower[QUANTITY_LEN] = "", upper[QUANTITY_LEN];
	char name[BOUND_INTERRUPT_LEN] = "";

	if (bound->lower_ns != BOUND_ENDLESS)
		us_text(bound->lower_ns, lower);
	if (bound->because >= 0)
		bound_interrupt_print(&figures->interrupt[bound->because], name,
				      sizeof(name));
	if (bound->upper_ns == BOUND_ENDLESS)
		snprintf(text, sizeof(text), "%s%sdoes not converge%s%s", lower,
			 *lower ? ", " : "", *name ? ": " : "", name);
	else if (bound->lower_ns == bound->upper_ns)
		snprintf(text, sizeof(text), "%s", lower);
	else
		snprintf(text, sizeof(text), "%s to %s", lower,
			 us_text(bound->upper_ns, upper));
	html_number(out, text);
}

static void column_row(FILE *out, const struct report_input *input, int index,
		       int cpu, const struct bound_figures *figures)
{
	bool exceeded = bound_is_exceeded(figures);

	begin_row(out, input, index, cpu);
	fputs("<td>", out);
	html_badge(out, exceeded ? "bad" : "good",
		   exceeded ? "does not hold" : "holds");
	fputs("</td>", out);
	if (figures->observed.count)
		time_cell(out, figures->observed.max_ns);
	else
		html_number(out, DASH);
	for (int i = 0; i < BOUND_COLUMNS; i++)
		column_cell(out, figures, &figures->column[i]);
	fputs("</tr>\n", out);
}

static void bound_print_columns(FILE *out, const struct report_input *input)
{
	struct html_column columns[BOUND_COLUMNS + 3] = {
		{ "The model", false }, { "Observed", true },
	};

	for (int i = 0; i < BOUND_COLUMNS; i++)
		columns[2 + i] =
			(struct html_column) { bound_column_title(i), true };
	bound_print_table(out, input, "The bound of each CPU: at least to at most, µs", columns,
			  column_row);
}

/* ---- When they were found ------------------------------------------------ */

static void found_cell(FILE *out, const struct bound_found *found)
{
	char text[3 * QUANTITY_LEN], time[QUANTITY_LEN], last[QUANTITY_LEN];

	if (found->p99_ns == UINT64_MAX) {
		html_number(out, DASH);
		return;
	}
	snprintf(text, sizeof(text), "%s (%s)", tenths_text(found->p99_ns, time),
		 tenths_text(found->last_ns, last));
	html_number(out, text);
}

static void found_rows(FILE *out, const struct report_input *input, int index,
		       int cpu, const struct bound_figures *figures)
{
	static const char *const names[] = { "at least", "at most" };

	for (int end = 0; end < BOUND_ENDS; end++) {
		begin_row(out, input, index, cpu);
		html_cell(out, names[end]);
		found_cell(out, &figures->times.observed);
		for (int i = 0; i < BOUND_COLUMNS; i++)
			found_cell(out, &figures->times.column[i][end]);
		fputs("</tr>\n", out);
	}
}

/* Return whether any result tells it: those of older versions do not. */
static bool any_found(const struct report_input *input)
{
	int cpu;

	for (int i = 0; i < input->count; i++)
		cpus_for_each(cpu, &input->results[i].cpus) {
			const struct bound_figures *figures =
				bound_set_at(input->results[i].kind.bounds, cpu);

			if (figures && figures->times.column[BOUND_NONE]
				       [BOUND_UPPER].p99_ns != UINT64_MAX)
				return true;
		}
	return false;
}

static void print_found(FILE *out, const struct report_input *input)
{
	struct html_column columns[BOUND_COLUMNS + 3] = {
		{ "End", false }, { "Observed", true },
	};

	if (!any_found(input))
		return;
	for (int i = 0; i < BOUND_COLUMNS; i++)
		columns[2 + i] =
			(struct html_column) { bound_column_title(i), true };
	bound_print_table(out, input, "Time to bound: when 99 % of each was known (when it grew for the last time)",
			  columns, found_rows);
}

/* ---- Latencies that the model excludes ----------------------------------- */

/* Another result may be of another time, with another load. */
static void print_excess(FILE *out, const struct bound_bar *bar)
{
	static const char *const both =
		"longer than the bound with a single (worst) of each interrupt, and than that with the sliding window";
	char time[QUANTITY_LEN];

	time_text(bar->upper_ns, time);
	if (bar->kind == BAR_OF_PROBE) {
		fprintf(out, "the model does not hold: the probe has observed %s, %s.",
			time, both);
		return;
	}
	html_text(out, bar->name);
	fprintf(out, " is up to %s, %s: if %s, the model does not hold.", time,
		both, bar->kind == BAR_OF_CYCLICTEST ?
		"no thread that is more urgent came between" :
		"both were measured at the same time");
}

/* Tell of each latency on this CPU that is longer than the bound. */
static void warn(FILE *out, const struct report_input *input, int index,
		 int cpu, const struct bound_figures *figures)
{
	struct bound_bars bars;

	bound_bars_of(input, index, cpu, &bars);
	for (int i = 0; i < bars.count; i++) {
		const struct bound_bar *bar = &bars.bar[i];

		if (bar->kind == BAR_OF_BOUND ||
		    !bound_excludes(figures, bar->upper_ns))
			continue;
		fputs("<p class=\"warning\">", out);
		if (input->count > 1) {
			html_text(out, report_label(input, index));
			fputs(", ", out);
		}
		fprintf(out, "CPU %d: ", cpu);
		print_excess(out, bar);
		fputs("</p>\n", out);
	}
}

/* ---- Variables ----------------------------------------------------------- */

static void bound_print_culprit(FILE *out, const struct bound_windows *windows)
{
	if (!windows->count) {
		html_cell(out, DASH);
		html_number(out, DASH);
		html_cell(out, DASH);
		return;
	}
	fputs("<td>", out);
	html_text(out, windows->comm);
	fprintf(out, ":%d</td><td class=\"n\">%.6f</td><td>", windows->pid,
		windows->at_ns / 1e9);
	html_text(out, *windows->function || windows->stack_count ?
		  windows->function : DASH);
	for (int i = 0; i < windows->stack_count; i++) {
		fputs(" ← ", out);
		html_text(out, windows->stack[i]);
	}
	fputs("</td>", out);
}

static void variable_row(FILE *out, const struct bound_windows *windows,
			 enum event_context context)
{
	html_cell(out, context_name(context));
	html_cell(out, bound_method_name(windows->method));
	if (windows->method == BOUND_ABSENT) {
		for (int i = 0; i < 4; i++)
			html_number(out, DASH);
	} else {
		time_cell(out, windows->longest.lower_ns);
		time_cell(out, windows->longest.upper_ns);
		time_cell(out, windows->margin_ns);
		bound_count_cell(out, windows->count);
	}
	bound_print_culprit(out, windows);
	fputs("</tr>\n", out);
}

static void variable_rows(FILE *out, const struct report_input *input,
			  int index, int cpu,
			  const struct bound_figures *figures)
{
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++) {
		begin_row(out, input, index, cpu);
		variable_row(out, bound_windows_of(figures, i), i);
	}
}

static void bound_print_variables(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Variable", false }, { "Method", false },
		{ "At least", true }, { "At most", true }, { "Margin", true },
		{ "Windows", true }, { "Longest in", false }, { "At, s", true },
		{ "Where", false }, { NULL, false }
	};

	bound_print_table(out, input, "The variables: the longest window of each, µs", columns,
			  variable_rows);
	html_element(out, "p", "note",
		     "A bracket says between which numbers the longest window is. Windows are counted; of a bracket, those that the probe has met. The bound adds the margin to the upper end: a window may be longer than measured by up to that. Thread, time and place are of the window that was longest at least.");
}

/* ---- Interrupts ---------------------------------------------------------- */

static void interrupt_rows(FILE *out, const struct report_input *input,
			   int index, int cpu,
			   const struct bound_figures *figures)
{
	char name[BOUND_INTERRUPT_LEN];

	for (int i = 0; i < figures->interrupts; i++) {
		const struct bound_interrupt *interrupt =
			&figures->interrupt[i];

		begin_row(out, input, index, cpu);
		html_cell(out,
			  bound_interrupt_print(interrupt, name, sizeof(name)));
		bound_count_cell(out, interrupt->count);
		time_cell(out, interrupt->owcet_ns);
		if (interrupt->omiat_ns == UINT64_MAX)
			html_number(out, DASH);
		else
			time_cell(out, interrupt->omiat_ns);
		html_cell(out, interrupt->owcet_ns > interrupt->omiat_ns ?
			  "oWCET is longer than oMIAT" : "");
		fputs("</tr>\n", out);
	}
}

static void bound_print_interrupts(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Interrupt", false }, { "Count", true },
		{ "oWCET", true }, { "oMIAT", true }, { "Sporadic", false },
		{ NULL, false }
	};

	bound_print_table(out, input, "Interrupts: longest execution and shortest distance that were observed, µs",
			  columns, interrupt_rows);
}

/* ---- The probe ----------------------------------------------------------- */

/* Print how often a section of a part of the period has to run to be met. */
static void met_cell(FILE *out, const struct bound_probe *probe, int part)
{
	uint64_t section = probe->period_ns / part;
	char text[2 * QUANTITY_LEN], time[QUANTITY_LEN];

	if (!section) {
		html_number(out, DASH);
		return;
	}
	snprintf(text, sizeof(text), "%s: %" PRIu64 " times", time_tick(section, time),
		 probe_runs_needed(section, probe->period_ns));
	html_number(out, text);
}

static void probe_row(FILE *out, const struct report_input *input, int index,
		      int cpu, const struct bound_figures *figures)
{
	const struct bound_probe *probe = &figures->probe;
	const struct bound_entry *entry = &figures->entry;

	begin_row(out, input, index, cpu);
	time_cell(out, probe->period_ns);
	bound_count_cell(out, probe->count);
	time_cell(out, probe->longest_gap_ns);
	time_cell(out, probe->floor_ns);
	bound_count_cell(out, probe->unmeasured);
	met_cell(out, probe, 2);
	met_cell(out, probe, 5);
	if (entry->count) {
		time_cell(out, entry->average_ns);
		time_cell(out, entry->max_ns);
	} else {
		html_number(out, DASH);
		html_number(out, DASH);
	}
	fputs("</tr>\n", out);
}

static void print_probes(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Period", true }, { "Probes", true },
		{ "Longest gap", true }, { "Least delay", true },
		{ "Calls not measured", true }, { "Met with 95 %", true },
		{ "Met with 95 %", true }, { "IRQ entry, avg", true },
		{ "IRQ entry, max", true }, { NULL, false }
	};

	bound_print_table(out, input, "The probe, µs", columns, probe_row);
	html_element(out, "p", "note",
		     "A section that is shorter than the period may not have met the probe: the table says how often sections of two lengths have to run to be met with 95 %. Calls of the scheduler that switch nothing are not measured where the kernel does not tell their end. IRQ entry is what an interrupt takes before and after its trace events; it is in oWCET.");
}

/* ---- The section --------------------------------------------------------- */

/* Return how many CPUs of all results have a bound. */
static int bound_count_cpus(const struct report_input *input)
{
	int count = 0, cpu;

	for (int i = 0; i < input->count; i++)
		cpus_for_each(cpu, &input->results[i].cpus)
			count += bound_set_at(input->results[i].kind.bounds,
					      cpu) != NULL;
	return count;
}

/* Say of how many CPUs there are no bars. */
static void tell_left_out(FILE *out, const struct report_input *input)
{
	int left_out = bound_count_cpus(input), cpu;

	for (int i = 0; i < input->count; i++)
		cpus_for_each(cpu, &input->results[i].cpus)
			left_out -= bound_is_drawn(&input->results[i], cpu);
	if (left_out)
		fprintf(out, "<p class=\"note\">Drawn are the %d CPUs of each result with the longest bounds (sliding window). The tables have the other %d, too.</p>\n",
			BOUND_CPUS_DRAWN, left_out);
}

bool section_bound(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	if (!bound_bars_any(input))
		return true;
	html_element(out, "p", "note",
		     "How long it can take until the thread with the highest priority runs, if the worst that was observed of each part comes together. A bar is one way to count the interrupts that come in that time: it is solid up to where the bound is at least, and hatched up to where it is at most. Bars that are far longer than the others are cut.");
	charts_of_bounds(&figures, input);
	tell_left_out(out, input);
	bound_print_cpus(out, input, warn);
	bound_print_columns(out, input);
	print_found(out, input);
	fprintf(out, "<details%s><summary>Variables, interrupts and probe of each CPU</summary>\n",
		bound_count_cpus(input) <= CPUS_OPEN ? " open" : "");
	bound_print_variables(out, input);
	bound_print_interrupts(out, input);
	print_probes(out, input);
	fputs("</details>\n", out);
	return true;
}
