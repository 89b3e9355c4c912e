// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of the scheduling latency as text: see bound_text.h.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/cpus.h"
#include "base/human.h"
#include "base/parse.h"
#include "base/times.h"
#include "base/wrap.h"
#include "kinds/bound/bound_text.h"
#include "options/view_config.h"
#include "stats/bound_cases.h"
#include "stats/bound_figures.h"
#include "stats/bound_rules.h"
#include "stats/probe_sampling.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"

#define NAME_WIDTH	8	/* of a variable */
#define TITLE_WIDTH	32	/* of a column: that of the longest title */
#define TIME_LEN	24
#define NOTE_LEN	256

/* What a CPU's block is printed from. */
struct block {
	FILE *out;
	const struct snapshot *snapshot;
	const struct bound_figures *figures;
};

/* Print a time in the unit that is shown, or "-" for one that there is not. */
static const char *bound_time_text(const struct block *block, bool is,
				   uint64_t ns, char text[TIME_LEN])
{
	if (is && ns != UINT64_MAX)
		return snapshot_time(block->snapshot, ns, 1, text, TIME_LEN);
	snprintf(text, TIME_LEN, "-");
	return text;
}

static const char *bound_us_text(const struct block *block, uint64_t ns,
				 char text[TIME_LEN])
{
	return bound_time_text(block, true, ns, text);
}

/* Print "NAME: " and a sentence, whose further lines are indented to its first word. */
__attribute__((format(printf, 3, 4)))
static void print_note(const struct block *block, const char *name,
		       const char *format, ...)
{
	char text[NOTE_LEN];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof(text), format, values);
	va_end(values);
	wrap_print(block->out, text, fprintf(block->out, "  %s: ", name), TEXT_WIDTH);
}

static bool shows_cases(const struct block *block)
{
	return block->snapshot->config->cases;
}

/* ---- The sum ------------------------------------------------------------- */

static bool counts(const struct block *block, enum event_context variable)
{
	return bound_windows_of(block->figures, variable)->method !=
		       BOUND_ABSENT &&
	       (variable != CONTEXT_BOUND_IDLE ||
		!block->figures->without_idle);
}

/* Print the sum of the lower ends, or of the upper ones, with their names' order. */
static void print_sum(const struct block *block, bool upper)
{
	static const enum event_context order[] = {
		CONTEXT_BOUND_POID, CONTEXT_BOUND_DST, CONTEXT_BOUND_IDLE,
		CONTEXT_BOUND_PAIE, CONTEXT_BOUND_PSD
	};
	const struct latency_bound *none = &block->figures->column[BOUND_NONE];
	char text[5][TIME_LEN], sum[TIME_LEN];

	for (int i = 0; i < 5; i++) {
		struct bound_variable of =
			bound_longest(block->figures, order[i]);

		bound_time_text(block, counts(block, order[i]),
				upper ? of.upper_ns : of.lower_ns, text[i]);
	}
	fprintf(block->out, "  %-8s = max(%8s,%8s,%8s) +%8s +%8s = %8s\n",
		upper ? "at most" : "at least", text[0], text[1], text[2],
		text[3], text[4],
		bound_us_text(block, upper ? none->upper_ns : none->lower_ns, sum));
}

static void print_sums(const struct block *block)
{
	fprintf(block->out, "  latency  = max(%8s,%8s,%8s) +%8s +%8s\n",
		"poid", "dst", "idle", "paie", "psd");
	print_sum(block, false);
	print_sum(block, true);
}

/* ---- The variables ------------------------------------------------------- */

static void print_variable(const struct block *block,
			   enum event_context variable)
{
	const struct bound_windows *of =
		bound_windows_of(block->figures, variable);
	char least[TIME_LEN], most[TIME_LEN], margin[TIME_LEN];
	bool is = of->method != BOUND_ABSENT;
	const char *seen =
		bound_case_name(bound_case_of(block->figures, variable));

	fprintf(block->out, "  %-*s %-8s %10s %10s %8s %10" PRIu64, NAME_WIDTH,
		context_name(variable), bound_method_name(of->method),
		bound_time_text(block, is, of->longest.lower_ns, least),
		bound_time_text(block, is, of->longest.upper_ns, most),
		bound_time_text(block, is, of->margin_ns, margin), of->count);
	if (shows_cases(block))
		fprintf(block->out, " %5s", seen ? seen : "-");
	fputc('\n', block->out);
}

/* Print by whom the longest window was, when, and where: "fio:3321 at 812.331204". */
static void bound_text_print_culprit(const struct block *block,
				     enum event_context variable)
{
	const struct bound_windows *of =
		bound_windows_of(block->figures, variable);
	char text[NOTE_LEN];

	if (!of->count)
		return;
	snprintf(text, sizeof(text), "%s:%d at %" PRIu64 ".%06u%s%s", of->comm, of->pid,
		 of->at_ns / (uint64_t)NS_PER_SEC,
		 (unsigned int)(of->at_ns % NS_PER_SEC / NS_PER_US),
		 *of->function ? ", in " : "", of->function);
	wrap_print(block->out, text,
		   fprintf(block->out, "  %-*s ", NAME_WIDTH, context_name(variable)),
		   TEXT_WIDTH);
	for (int i = 0; i < of->stack_count; i++)
		fprintf(block->out, "  %*s <- %s\n", NAME_WIDTH, "", of->stack[i]);
}

static void print_culprits(const struct block *block)
{
	bool any = false;

	for (int i = 0; i < BOUND_VARIABLES; i++)
		any = any || block->figures->windows[i].count;
	if (!any)
		return;
	fprintf(block->out, "  %-*s By\n", NAME_WIDTH, "Longest");
	for (int i = 0; i < BOUND_VARIABLES; i++)
		bound_text_print_culprit(block, BOUND_FIRST + i);
}

/* Print a sentence about the variables for which @is is true, if there are any. */
static void print_which(const struct block *block,
			bool (*is)(const struct bound_windows *windows),
			const char *text)
{
	char names[NOTE_LEN] = "";
	size_t length = 0;

	for (int i = 0; i < BOUND_VARIABLES; i++)
		if (is(&block->figures->windows[i]))
			length += snprintf(names + length, sizeof(names) - length,
					   "%s%s", length ? ", " : "",
					   context_name(BOUND_FIRST + i));
	if (length)
		print_note(block, names, "%s", text);
}

static bool bound_text_is_absent(const struct bound_windows *windows)
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
		print_note(block, "idle", "left out, as if the CPU did not sleep (--no-idle)");
	else if (bound_windows_of(figures, CONTEXT_BOUND_IDLE)->count)
		print_note(block, "idle", "this CPU does not sleep deeply while the probe wakes it each %s %s",
			   bound_us_text(block, figures->probe.period_ns, period),
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
	print_note(block, "poid", "windows up to %s %s may not have met the probe, which came %" PRIu64 " times",
		   bound_us_text(block, probe->longest_gap_ns, gap),
		   snapshot_unit(block->snapshot), probe->count);
	print_note(block, "met with 95 %", "sections of %s %s that ran %" PRIu64 " times, of %s that ran %" PRIu64 " times",
		   bound_us_text(block, half, one), snapshot_unit(block->snapshot),
		   probe_runs_needed(half, probe->period_ns),
		   bound_us_text(block, fifth, other),
		   probe_runs_needed(fifth, probe->period_ns));
}

/*
 * Print how late the probe was, if nothing that it has seen explains that. It
 * is no error: the upper end of poid counts the gap.
 */
static void print_late_probe(const struct block *block)
{
	const struct bound_figures *figures = block->figures;
	uint64_t seen =
		time_max(bound_longest(figures, CONTEXT_BOUND_POID).lower_ns,
			 bound_longest(figures, CONTEXT_BOUND_IDLE).lower_ns);
	char gap[TIME_LEN];

	if (figures->probe.longest_gap_ns <=
	    seen + 2 * figures->probe.period_ns)
		return;
	print_note(block, "poid", "the probe has not come for %s %s, and nothing that it has met explains that: poid is at most so long",
		   bound_us_text(block, figures->probe.longest_gap_ns, gap),
		   snapshot_unit(block->snapshot));
}

static void bound_text_print_variables(const struct block *block)
{
	const struct bound_probe *probe = &block->figures->probe;

	fprintf(block->out, "  %-*s %-8s %10s %10s %8s %10s%s\n", NAME_WIDTH, "Variable",
		"Method", "At least", "At most", "Margin", "Windows",
		shows_cases(block) ? "  Case" : "");
	for (int i = 0; i < BOUND_VARIABLES; i++)
		print_variable(block, BOUND_FIRST + i);
	print_culprits(block);
	print_which(block, bound_text_is_absent,
		    "absent, as this kernel has no place to measure it: left out of the latency");
	print_which(block, is_unseen, "no window was seen");
	print_sampling(block);
	print_late_probe(block);
	print_idle(block);
	if (probe->unmeasured)
		print_note(block, "psd", "without calls of the scheduler that switched to no thread, whose end this kernel does not tell: %" PRIu64,
			   probe->unmeasured);
}

/* Print how long a thread waits in each of the five cases, if that is wanted. */
static void print_cases(const struct block *block)
{
	char least[TIME_LEN], most[TIME_LEN];

	if (!shows_cases(block))
		return;
	fprintf(block->out, "  %-8s %-23s %10s %10s\n", "Case", "Waits for", "At least",
		"At most");
	for (int i = BOUND_CASE_I_A; i < BOUND_CASES; i++) {
		struct bound_variable of = bound_in_case(block->figures, i);

		fprintf(block->out, "  %-8s %-23s %10s %10s\n", bound_case_name(i),
			bound_case_sum(i), bound_us_text(block, of.lower_ns, least),
			bound_us_text(block, of.upper_ns, most));
	}
}

/* ---- Interrupts ---------------------------------------------------------- */

/* Return whether an interrupt takes longer than its next one can be away. */
static bool is_dense(const struct bound_interrupt *interrupt)
{
	return interrupt->owcet_ns > interrupt->omiat_ns;
}

static void print_interrupt(const struct block *block,
			    const struct bound_interrupt *interrupt)
{
	char name[BOUND_INTERRUPT_LEN], owcet[TIME_LEN], omiat[TIME_LEN];

	fprintf(block->out, "  %-38s %10" PRIu64 " %10s %10s%s\n",
		bound_interrupt_print(interrupt, name, sizeof(name)), interrupt->count,
		bound_us_text(block, interrupt->owcet_ns, owcet),
		bound_us_text(block, interrupt->omiat_ns, omiat),
		is_dense(interrupt) ? " <-" : "");
}

static void print_entry(const struct block *block)
{
	const struct bound_entry *entry = &block->figures->entry;
	char average[TIME_LEN], max[TIME_LEN];

	if (entry->count)
		print_note(block, "entry and exit", "%s is added to each interrupt and NMI (at most %s), as no event shows them",
			   bound_us_text(block, entry->average_ns, average),
			   bound_us_text(block, entry->max_ns, max));
	else
		print_note(block, "entry and exit", "not known, as no event shows them, and not added to interrupts");
}

static void bound_text_print_interrupts(const struct block *block)
{
	const struct bound_figures *figures = block->figures;
	bool any_dense = false;

	fprintf(block->out, "  %-38s %10s %10s %10s\n", "Interrupt", "Count", "oWCET",
		"oMIAT");
	for (int i = 0; i < figures->interrupts; i++) {
		print_interrupt(block, &figures->interrupt[i]);
		any_dense = any_dense || is_dense(&figures->interrupt[i]);
	}
	if (!figures->interrupts)
		fputs("  there was none\n", block->out);
	if (any_dense)
		print_note(block, "<-", "the oWCET is longer than the oMIAT");
	print_entry(block);
}

/* ---- The bound ----------------------------------------------------------- */

static void print_column(const struct block *block, const char *title,
			 const struct latency_bound *of)
{
	char name[BOUND_INTERRUPT_LEN], least[TIME_LEN], most[TIME_LEN];
	char text[NOTE_LEN] = "does not converge";
	int at;

	at = fprintf(block->out, "  %-*s %10s", TITLE_WIDTH, title,
		     bound_us_text(block, of->lower_ns, least));
	if (of->converged) {
		fprintf(block->out, " %10s\n", bound_us_text(block, of->upper_ns, most));
		return;
	}
	if (of->because >= 0)
		snprintf(text, sizeof(text), "does not converge: %s",
			 bound_interrupt_print(&block->figures->interrupt[of->because],
					       name, sizeof(name)));
	wrap_print(block->out, text, at + fprintf(block->out, "  "), TEXT_WIDTH);
}

static void bound_text_print_columns(const struct block *block)
{
	fprintf(block->out, "  %-*s %10s %10s\n", TITLE_WIDTH, "Bound", "At least",
		"At most");
	for (int i = 0; i < BOUND_COLUMNS; i++)
		if (block->snapshot->config->columns >> i & 1)
			print_column(block, bound_column_title(i),
				     &block->figures->column[i]);
	if (block->snapshot->config->columns >> BOUND_WINDOW & 1)
		print_column(block, "Joint sliding window", &block->figures->joint);
}

static void bound_text_print_observed(const struct block *block)
{
	const struct bound_observed *observed = &block->figures->observed;
	char max[TIME_LEN];

	if (!observed->count) {
		print_note(block, "Observed", "nothing, as the probe never had to wake its thread");
		return;
	}
	print_note(block, "Observed", "%s, %s; the probe has woken its thread %" PRIu64 " times",
		   bound_us_text(block, observed->max_ns, max),
		   bound_is_exceeded(block->figures) ?
		   "over the bound: the model does not hold here" : "within the bound",
		   observed->count);
}

/* Print after what time a figure was found; one that was not is left out. */
static void add_found(char *text, size_t size, const char *name,
		      const struct bound_found *found)
{
	size_t length = strlen(text);
	char time[QUANTITY_LEN];

	if (found->p99_ns != UINT64_MAX)
		snprintf(text + length, size - length, "%s%s %s",
			 length ? ", " : "", name,
			 tenths_text(found->p99_ns, time));
}

static void print_growth(const struct block *block)
{
	const struct bound_times *times = &block->figures->times;
	char text[NOTE_LEN] = "";

	for (int i = 0; i < BOUND_COLUMNS; i++)
		if (block->snapshot->config->columns >> i & 1)
			add_found(text, sizeof(text), bound_column_name(i),
				  &times->column[i][BOUND_UPPER]);
	add_found(text, sizeof(text), "observed", &times->observed);
	if (*text)
		print_note(block, "99 % after", "%s", text);
}

static void print_cyclictest(const struct block *block)
{
	const struct bound_observed *cyclictest = &block->figures->cyclictest;
	char max[TIME_LEN];

	if (!cyclictest->count)
		return;
	print_note(block, "cyclictest", "%s, %s; it has woken up %" PRIu64 " times",
		   bound_us_text(block, cyclictest->max_ns, max),
		   bound_excludes(block->figures, cyclictest->max_ns) ?
		   "over the bound: the model does not hold here, unless a thread that is more urgent came between" :
		   "within the bound",
		   cyclictest->count);
}

static void print_rules(const struct block *block)
{
	fprintf(block->out, "  %-5s %10s %10s  %s\n", "Rule", "Checks", "Broken",
		"What it says");
	for (int i = 0; i < BOUND_RULES; i++) {
		const struct bound_rule *of = &block->figures->rule[i];

		fprintf(block->out, "  %-5s ", bound_rule_name(i));
		if (of->checks)
			fprintf(block->out, "%10" PRIu64 " %10" PRIu64,
				of->checks, of->broken);
		else
			fprintf(block->out, "%10s %10s", "-", "-");
		fprintf(block->out, "  %s\n", bound_rule_title(i));
	}
}

/* Print which rules of the model this kernel has broken, if that matters. */
static void print_broken_rules(const struct block *block)
{
	for (int i = 0; i < BOUND_RULES; i++) {
		const struct bound_rule *of = &block->figures->rule[i];

		if (!of->broken || !bound_rule_matters(i))
			continue;
		print_note(block, bound_rule_name(i), "the kernel has broken this rule of the model %" PRIu64 " times of %" PRIu64 " (%s), so that the bound may not hold",
			   of->broken, of->checks, bound_rule_title(i));
	}
}

void bound_text_cpu(FILE *out, const struct snapshot *snapshot, int cpu)
{
	const struct block block = {
		.out = out, .snapshot = snapshot,
		.figures = bound_set_at(snapshot->kind.bounds, cpu),
	};

	if (!block.figures)
		return;
	fprintf(out, "\nCPU %d (%s)\n", cpu, snapshot_unit(snapshot));
	print_sums(&block);
	bound_text_print_variables(&block);
	print_cases(&block);
	bound_text_print_interrupts(&block);
	bound_text_print_columns(&block);
	bound_text_print_observed(&block);
	print_cyclictest(&block);
	print_growth(&block);
	if (snapshot->config->rules)
		print_rules(&block);
	print_broken_rules(&block);
}

void bound_text(FILE *out, const struct snapshot *snapshot)
{
	int cpu;

	cpus_for_each(cpu, &snapshot->tracer->cpus)
		bound_text_cpu(out, snapshot, cpu);
}
