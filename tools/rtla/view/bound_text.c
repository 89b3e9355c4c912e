// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of the scheduling latency as text: see bound_text.h.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/times.h"
#include "stats/probe_sampling.h"
#include "view/bound_text.h"

#define TIME_LEN	24
#define LINE_WIDTH	62

/* What a CPU's block is printed from. */
struct block {
	FILE *out;
	const struct snapshot *snapshot;
	const struct bound_figures *figures;
};

/* Print a time in the unit that is shown, or "-" for one that there is not. */
static const char *time_text(const struct block *block, bool is, uint64_t ns,
			     char text[TIME_LEN])
{
	if (!is || ns == UINT64_MAX)
		snprintf(text, TIME_LEN, "-");
	else if (block->snapshot->config->nano)
		snprintf(text, TIME_LEN, "%" PRIu64, ns);
	else
		snprintf(text, TIME_LEN, "%.1f", time_us(ns));
	return text;
}

static const char *us_text(const struct block *block, uint64_t ns, char text[TIME_LEN])
{
	return time_text(block, true, ns, text);
}

/* Print a line with one or two times at its end; NULL: none. */
static void print_ends(const struct block *block, const char *begin,
		       const char *least, const char *most)
{
	fprintf(block->out, "%-*s %10s", LINE_WIDTH, begin, least ?: "");
	if (most)
		fprintf(block->out, " %10s", most);
	fputc('\n', block->out);
}

/* ---- The sum ---------------------------------------------------------------------- */

static bool counts(const struct block *block, enum event_context variable)
{
	return bound_windows_of(block->figures, variable)->method != BOUND_ABSENT &&
	       (variable != CONTEXT_BOUND_IDLE || !block->figures->without_idle);
}

/* Print the sum of the lower ends, or of the upper ones, with their names' order. */
static void print_sum(const struct block *block, bool upper)
{
	static const enum event_context order[] = {
		CONTEXT_BOUND_POID, CONTEXT_BOUND_DST, CONTEXT_BOUND_IDLE,
		CONTEXT_BOUND_PAIE, CONTEXT_BOUND_PSD
	};
	const struct latency_bound *none = &block->figures->column[BOUND_NONE];
	char text[5][TIME_LEN], line[160], sum[TIME_LEN];

	for (int i = 0; i < 5; i++) {
		struct bound_variable of = bound_longest(block->figures, order[i]);

		time_text(block, counts(block, order[i]),
			  upper ? of.upper_ns : of.lower_ns, text[i]);
	}
	snprintf(line, sizeof(line), "  %-8s = max(%8s,%8s,%8s) +%8s +%8s",
		 upper ? "at most" : "at least", text[0], text[1], text[2],
		 text[3], text[4]);
	us_text(block, upper ? none->upper_ns : none->lower_ns, sum);
	print_ends(block, line, upper ? NULL : sum, upper ? sum : NULL);
}

static void print_sums(const struct block *block)
{
	fprintf(block->out, "  latency  = max(%8s,%8s,%8s) +%8s +%8s\n",
		"poid", "dst", "idle", "paie", "psd");
	print_sum(block, false);
	print_sum(block, true);
}

/* ---- The variables ---------------------------------------------------------------- */

/* Print by whom the longest window was, when, and where: "fio:3321 at 812.331204". */
static void print_culprit(const struct block *block,
			  const struct bound_windows *windows)
{
	if (!windows->count)
		return;
	fprintf(block->out, "  %s:%d at %" PRIu64 ".%06u", windows->comm, windows->pid,
		windows->at_ns / (uint64_t)NS_PER_SEC,
		(unsigned int)(windows->at_ns % NS_PER_SEC / NS_PER_US));
	if (*windows->function)
		fprintf(block->out, ", in %s", windows->function);
}

static void print_variable(const struct block *block, enum event_context variable)
{
	const struct bound_windows *of = bound_windows_of(block->figures, variable);
	char least[TIME_LEN], most[TIME_LEN], margin[TIME_LEN];
	bool is = of->method != BOUND_ABSENT;

	fprintf(block->out, "  %-8s %-8s %10s %10s %8s %10" PRIu64,
		context_name(variable), bound_method_name(of->method),
		time_text(block, is, of->longest.lower_ns, least),
		time_text(block, is, of->longest.upper_ns, most),
		time_text(block, is, of->margin_ns, margin), of->count);
	print_culprit(block, of);
	fputc('\n', block->out);
	for (int i = 0; i < of->stack_count; i++)
		fprintf(block->out, "           <- %s\n", of->stack[i]);
}

/* Print the names of the variables for which @is is true, if there are any. */
static void print_which(const struct block *block,
			bool (*is)(const struct bound_windows *windows),
			const char *text)
{
	const char *before = "  ";

	for (int i = 0; i < BOUND_VARIABLES; i++) {
		if (!is(&block->figures->windows[i]))
			continue;
		fprintf(block->out, "%s%s", before, context_name(BOUND_FIRST + i));
		before = ", ";
	}
	if (*before == ',')
		fprintf(block->out, ": %s\n", text);
}

static bool is_absent(const struct bound_windows *windows)
{
	return windows->method == BOUND_ABSENT;
}

static bool is_unseen(const struct bound_windows *windows)
{
	return windows->method != BOUND_ABSENT && !windows->count;
}

static void print_idle(const struct block *block)
{
	const struct bound_figures *figures = block->figures;
	char period[TIME_LEN];

	if (figures->without_idle)
		fputs("  idle: left out, as if the CPU did not sleep (--no-idle)\n",
		      block->out);
	else if (bound_windows_of(figures, CONTEXT_BOUND_IDLE)->count)
		fprintf(block->out, "  idle: this CPU does not sleep deeply while the probe wakes it each %s %s\n",
			us_text(block, figures->probe.period_ns, period),
			snapshot_unit(block->snapshot));
}

/* Print what the probe may have missed: a window that is shorter than its distances. */
static void print_sampling(const struct block *block)
{
	const struct bound_windows *poid = bound_windows_of(block->figures,
							    CONTEXT_BOUND_POID);
	const struct bound_probe *probe = &block->figures->probe;
	uint64_t half = probe->period_ns / 2, fifth = probe->period_ns / 5;
	char gap[TIME_LEN], one[TIME_LEN], other[TIME_LEN];

	if (poid->method != BOUND_BRACKET || !probe->period_ns)
		return;
	fprintf(block->out, "  poid: windows up to %s %s may not have met the probe, which came %" PRIu64 " times\n",
		us_text(block, probe->longest_gap_ns, gap),
		snapshot_unit(block->snapshot), probe->count);
	fprintf(block->out, "  met with 95 %%: sections of %s %s that ran %" PRIu64 " times, of %s that ran %" PRIu64 " times\n",
		us_text(block, half, one), snapshot_unit(block->snapshot),
		probe_runs_needed(half, probe->period_ns),
		us_text(block, fifth, other),
		probe_runs_needed(fifth, probe->period_ns));
}

/* Print what the probe would know of poid by itself, if the kernel tells of edges. */
static void print_sampled(const struct block *block)
{
	const struct bound_windows *poid =
		&block->figures->sampled[CONTEXT_BOUND_POID - BOUND_FIRST];
	char least[TIME_LEN], most[TIME_LEN];

	if (!bound_has_edges(block->figures))
		return;
	fprintf(block->out, "  poid: without the edges that this kernel tells, the probe would say %s to %s %s\n",
		us_text(block, poid->longest.lower_ns, least),
		us_text(block, poid->longest.upper_ns, most),
		snapshot_unit(block->snapshot));
}

/*
 * Print how late the probe was, if nothing that it has seen explains that. It is no
 * error: the upper end of poid counts the gap.
 */
static void print_late_probe(const struct block *block)
{
	const struct bound_figures *figures = block->figures;
	uint64_t seen = time_max(bound_longest(figures, CONTEXT_BOUND_POID).lower_ns,
				 bound_longest(figures, CONTEXT_BOUND_IDLE).lower_ns);
	char gap[TIME_LEN];

	if (figures->probe.longest_gap_ns <= seen + 2 * figures->probe.period_ns)
		return;
	fprintf(block->out, "  the probe has not come for %s %s, and nothing that it has met explains that: poid is at most so long\n",
		us_text(block, figures->probe.longest_gap_ns, gap),
		snapshot_unit(block->snapshot));
}

static void print_variables(const struct block *block)
{
	const struct bound_probe *probe = &block->figures->probe;

	fprintf(block->out, "  %-8s %-8s %10s %10s %8s %10s  %s\n", "Variable", "Method",
		"At least", "At most", "Margin", "Windows", "Longest");
	for (int i = 0; i < BOUND_VARIABLES; i++)
		print_variable(block, BOUND_FIRST + i);
	print_which(block, is_absent,
		    "absent, as this kernel has no place to measure it: left out of the latency");
	print_which(block, is_unseen, "no window was seen");
	print_sampling(block);
	print_sampled(block);
	print_late_probe(block);
	print_idle(block);
	if (probe->unmeasured && !bound_has_edges(block->figures))
		fprintf(block->out, "  psd: without calls of the scheduler that switched to no thread, whose end this kernel does not tell: %" PRIu64 "\n",
			probe->unmeasured);
}

/* ---- Interrupts ------------------------------------------------------------------- */

static void print_interrupt(const struct block *block,
			    const struct bound_interrupt *interrupt)
{
	char name[BOUND_INTERRUPT_LEN], owcet[TIME_LEN], omiat[TIME_LEN];

	fprintf(block->out, "  %-38s %10" PRIu64 " %10s %10s%s\n",
		bound_interrupt_print(interrupt, name, sizeof(name)), interrupt->count,
		us_text(block, interrupt->owcet_ns, owcet),
		us_text(block, interrupt->omiat_ns, omiat),
		interrupt->owcet_ns > interrupt->omiat_ns ? " <- oWCET > oMIAT" : "");
}

static void print_interrupts(const struct block *block)
{
	const struct bound_figures *figures = block->figures;
	const struct bound_entry *entry = &figures->entry;
	char average[TIME_LEN], max[TIME_LEN];

	fprintf(block->out, "  %-38s %10s %10s %10s\n", "Interrupt", "Count", "oWCET",
		"oMIAT");
	for (int i = 0; i < figures->interrupts; i++)
		print_interrupt(block, &figures->interrupt[i]);
	if (!figures->interrupts)
		fputs("  there was none\n", block->out);
	if (entry->count)
		fprintf(block->out, "  %s of entry and exit are added to each interrupt and NMI, as no event shows them (at most %s)\n",
			us_text(block, entry->average_ns, average),
			us_text(block, entry->max_ns, max));
	else
		fputs("  the entry and exit of interrupts, which no event shows, are not known, and not added\n",
		      block->out);
}

/* ---- The bound -------------------------------------------------------------------- */

static void print_column(const struct block *block, enum bound_column column)
{
	const struct latency_bound *of = &block->figures->column[column];
	char title[64], name[BOUND_INTERRUPT_LEN] = "", least[TIME_LEN], most[TIME_LEN];

	snprintf(title, sizeof(title), "  %s", bound_column_title(column));
	us_text(block, of->lower_ns, least);
	if (of->converged) {
		print_ends(block, title, least, us_text(block, of->upper_ns, most));
		return;
	}
	if (of->because >= 0)
		bound_interrupt_print(&block->figures->interrupt[of->because], name,
				      sizeof(name));
	fprintf(block->out, "%-*s %10s  does not converge%s%s\n", LINE_WIDTH, title,
		least, *name ? ": " : "", name);
}

static void print_observed(const struct block *block)
{
	const struct bound_observed *observed = &block->figures->observed;
	char max[TIME_LEN];

	if (!observed->count) {
		fputs("  Observed: nothing, as the probe never had to wake its thread\n",
		      block->out);
		return;
	}
	fprintf(block->out, "  Observed: %s by the probe, which has woken its thread %" PRIu64 " times: %s\n",
		us_text(block, observed->max_ns, max), observed->count,
		bound_is_exceeded(block->figures) ?
		"over the bound: the model does not hold here" : "within the bound");
}

static void print_cpu(const struct block *block, int cpu)
{
	char head[32];

	snprintf(head, sizeof(head), "CPU %d (%s)", cpu,
		 snapshot_unit(block->snapshot));
	print_ends(block, head, "at least", "at most");
	print_sums(block);
	print_variables(block);
	print_interrupts(block);
	for (int i = 0; i < BOUND_COLUMNS; i++)
		if (block->snapshot->config->columns >> i & 1)
			print_column(block, i);
	print_observed(block);
}

void bound_text(FILE *out, const struct snapshot *snapshot)
{
	struct block block = { .out = out, .snapshot = snapshot };
	int cpu;

	cpus_for_each(cpu, &snapshot->config->tracer.cpus) {
		block.figures = bound_set_at(snapshot->bounds, cpu);
		if (!block.figures)
			continue;
		fputc('\n', out);
		print_cpu(&block, cpu);
	}
}
