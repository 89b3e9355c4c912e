// SPDX-License-Identifier: GPL-2.0
/*
 * The analysis text: see analysis_text.h. All times end in the same column.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "analysis/advice.h"
#include "analysis/analysis_text.h"
#include "analysis/plain_functions.h"
#include "analysis/carried.h"
#include "analysis/cause_names.h"
#include "analysis/counters.h"
#include "analysis/timeline.h"
#include "base/printable.h"
#include "base/times.h"
#include "base/wrap.h"
#include "host/task_info.h"
#include "trace/symbols.h"

#define VALUE_END	65	/* column that values end in, before " us" */
#define NAME_END	32	/* column that names of items end in */
#define RULE		"------------------------------------------------------------------------"

/*
 * Scheduling and cgroup are printed of at most TASKS_MAX threads, those that
 * took longest of the first TASKS_LOOKED_AT.
 */
#define TASKS_MAX	10
#define TASKS_LOOKED_AT	1000

/* A delay is tagged "(exit from idle)", as upstream does, only above this. */
#define IDLE_TAG_MIN_NS	10000

/* The names of functions, and what is shown for addresses without a name. */
struct naming {
	const struct symbols *symbols;
	enum stack_format format;
};

static void analysis_text_print_value(FILE *out, int column, uint64_t ns)
{
	int width = VALUE_END - column;

	fprintf(out, "%*.2f us", width > 9 ? width : 9, time_us(ns));
}

static void print_share(FILE *out, const struct analysis *analysis, uint64_t ns)
{
	fprintf(out, " (%.2f %%)", time_percent(ns, analysis->latency));
}

/*
 * Print a label and a time in ns as us. With @share, also print the share of
 * the latency: only parts of the sum have one.
 */
static void analysis_text_print_line(FILE *out, const struct analysis *analysis,
				     const char *label, uint64_t ns, bool share)
{
	analysis_text_print_value(out, fprintf(out, "  %s", label), ns);
	if (share)
		print_share(out, analysis, ns);
	fputc('\n', out);
}

static int print_name(FILE *out, const char *name, int id)
{
	int column = visible_print(out, NAME_END, name);

	if (id >= 0)
		column += fprintf(out, ":%d", id);
	return column;
}

/* Print on a line of its own what an item or the timer's interrupt carried. */
static void analysis_text_print_carried(FILE *out,
					const struct carried *carried,
					uint64_t ns,
					const struct naming *naming)
{
	char text[CARRIED_LEN], line[CARRIED_LEN + 8];

	if (!*carried_print(text, carried, ns, naming->symbols))
		return;
	snprintf(line, sizeof(line), "      %s", text);
	wrap_line(out, line, TEXT_WIDTH);
}

static void print_items(FILE *out, const struct analysis *analysis,
			const struct part *part, const struct naming *naming)
{
	const struct part_item *item;
	char text[CAUSE_LEN];
	size_t i;

	for (i = 0; i < part->items; i++) {
		item = &part->item[i];
		analysis_text_print_value(
			out, print_name(out, cause_name(item), item->id),
			item->ns);
		if (item->count > 1)
			fprintf(out, " (%u times)", item->count);
		fputc('\n', out);
		if (item->kind == ITEM_THREAD)
			fputs("      with interrupts off, or hardware\n", out);
		else if (item->kind == ITEM_IDLE)
			fprintf(out, "      exit from %s, or hardware\n",
				idle_print(analysis, text));
		analysis_text_print_carried(out, &item->carried, item->ns,
					    naming);
	}
}

static void print_part(FILE *out, const struct analysis *analysis,
		       const char *label, enum part_id id,
		       const struct naming *naming)
{
	const struct part *part = &analysis->part[id];

	if (!part->ns && !part->items)
		return;
	analysis_text_print_line(out, analysis, label, part->ns, true);
	print_items(out, analysis, part, naming);
}

static bool is_exit_from_idle(const struct part *delay)
{
	const struct part_item *last;

	if (!delay->items)
		return false;
	last = &delay->item[delay->items - 1];
	return last->kind == ITEM_IDLE && last->ns > IDLE_TAG_MIN_NS;
}

static void analysis_text_print_delay(FILE *out,
				      const struct analysis *analysis,
				      const struct naming *naming)
{
	const struct part *delay = &analysis->part[PART_DELAY];
	int column = fprintf(out, "  IRQ handler delay:");

	if (is_exit_from_idle(delay))
		column += fprintf(out, "%*s", 54 - column, "(exit from idle)");
	analysis_text_print_value(out, column, delay->ns);
	print_share(out, analysis, delay->ns);
	fputc('\n', out);
	print_items(out, analysis, delay, naming);
}

static bool has_names(const struct analysis *analysis,
		      const struct symbols *symbols)
{
	char name[SYMBOL_LEN];
	size_t i;

	for (i = 0; i < analysis->stack_count; i++) {
		if (symbols_find(symbols, analysis->stack[i], name,
				 sizeof(name)))
			return true;
	}
	return false;
}

/*
 * Return whether a stack goes on behind an address without a name, of which
 * @inner is the function before: it is that of a module which is gone, or of
 * code that was made to trace a function.
 */
static bool is_no_end(const char *inner)
{
	return !*inner || plain_kind_of(inner) == PLAIN_TRACE;
}

static void analysis_text_print_stack(FILE *out,
				      const struct analysis *analysis,
				      const struct naming *naming,
				      const char *whose)
{
	bool all = naming->format == STACK_FULL ||
		   !has_names(analysis, naming->symbols);
	char name[SYMBOL_LEN] = "";
	size_t i;

	if (!analysis->stack_count)
		return;
	fprintf(out, "    %s thread stack trace", whose);
	if (analysis->stack_at)
		fprintf(out, ", taken at %.2f us", time_us(analysis->stack_at));
	fputc('\n', out);
	for (i = 0; i < analysis->stack_count; i++) {
		if (symbols_find(naming->symbols, analysis->stack[i], name,
				 sizeof(name)))
			fprintf(out, "                -> %s\n", name);
		else if (all || (naming->format == STACK_TRUNCATE &&
				 is_no_end(name)))
			fprintf(out, "                -> 0x%" PRIx64 "\n",
				analysis->stack[i]);
		else if (naming->format == STACK_TRUNCATE)
			break;
	}
}

/*
 * In an IRQ latency the interrupted thread has not run on yet, so that only its
 * name is printed, without a time.
 */
static void analysis_text_print_blocking(FILE *out,
					 const struct analysis *analysis,
					 const struct naming *naming)
{
	if (analysis->context != CONTEXT_IRQ) {
		print_part(out, analysis, "Blocking thread:", PART_BLOCKING,
			   naming);
	} else if (analysis->blocking_pid >= 0) {
		fputs("  Blocking thread:\n", out);
		print_name(out, analysis->blocking_comm,
			   analysis->blocking_pid);
		fputc('\n', out);
	}
}

static bool interferes(const struct analysis *analysis, int pid)
{
	const struct part *threads = &analysis->part[PART_THREAD];

	for (size_t i = 0; i < threads->items; i++)
		if (threads->item[i].id == pid)
			return true;
	return false;
}

/*
 * Return whether the stack is that of an interfering thread, not of a blocking
 * one: the thread that the timer interrupted may be of a higher priority, or
 * another thread may have run when the stack was taken.
 */
static bool is_interference(const struct analysis *analysis)
{
	if (analysis->stack_pid >= 0)
		return interferes(analysis, analysis->stack_pid);
	return !analysis_is_noise(analysis) &&
	       analysis->context != CONTEXT_IRQ &&
	       !analysis->part[PART_BLOCKING].ns &&
	       analysis->part[PART_THREAD].ns;
}

/* Print the unexplained time, even 0: it completes the sum of the parts. */
static void print_unexplained(FILE *out, const struct analysis *analysis)
{
	analysis_text_print_line(out, analysis, "Unexplained:", analysis->unexplained, true);
}

/* Print the lines about the timer, which a wake-up may have been without. */
static void print_timer(FILE *out, const struct analysis *analysis,
			const struct naming *naming)
{
	bool wakeup = analysis_is_wakeup(analysis);
	char waker[WAKER_LEN];

	if (analysis->waker_known)
		fprintf(out, "  Woken by %s\n",
			waker_print(&analysis->waker, waker));
	if (analysis->previous_irq)
		analysis_text_print_line(out, analysis, "Previous IRQ interference: up to",
					 analysis->previous_irq, false);
	if (!wakeup || analysis->part[PART_DELAY].ns)
		analysis_text_print_delay(out, analysis, naming);
	if (analysis->elsewhere)
		fputs("      of a timer of another CPU, whose events say more\n",
		      out);
	if (analysis->irq_latency_known)
		analysis_text_print_line(out, analysis, "IRQ latency:", analysis->irq_latency,
					 false);
	if (analysis->part[PART_TIMER_IRQ].ns)
		analysis_text_print_line(out, analysis, wakeup ? "Timer's interrupt:" :
					 "Timerlat IRQ duration:",
					 analysis->part[PART_TIMER_IRQ].ns, true);
	analysis_text_print_carried(out, &analysis->timer_irq,
				    analysis->part[PART_TIMER_IRQ].ns, naming);
	analysis_text_print_blocking(out, analysis, naming);
}

static void print_parts(FILE *out, const struct analysis *analysis,
			const struct naming *naming)
{
	bool interference = is_interference(analysis);
	bool noise = analysis_is_noise(analysis);

	if (!noise)
		print_timer(out, analysis, naming);
	if (!interference)
		analysis_text_print_stack(out, analysis, naming, "Blocking");
	print_part(out, analysis, "NMI interference", PART_NMI, naming);
	print_part(out, analysis, "IRQ interference", PART_IRQ, naming);
	print_part(out, analysis, "Softirq interference", PART_SOFTIRQ, naming);
	print_part(out, analysis, "Thread interference", PART_THREAD, naming);
	if (interference)
		analysis_text_print_stack(out, analysis, naming, "Interfering");
	print_part(out, analysis, "Taking the stack:", PART_STACK, naming);
	print_part(out, analysis, analysis->context == CONTEXT_USER ?
		   "Timerlat user workload:" : "Timerlat thread:", PART_WORKLOAD,
		   naming);
	print_part(out, analysis, "Hardware noise:", PART_HARDWARE, naming);
	print_part(out, analysis, "Switch to the thread:", PART_SWITCH,
		   naming);
	print_unexplained(out, analysis);
}

static void analysis_text_print_task(FILE *out, const struct part_item *item,
				     analysis_task_fn *find)
{
	struct task_info info;
	char name[CAUSE_LEN];

	visible_print(out, 22, cause_print(item, name));
	fputs(": ", out);
	if (find(item->id, &info))
		task_info_print(out, &info);
	else
		fputs("ended since", out);
	fputc('\n', out);
}

static bool is_task(const struct part_item *item)
{
	return item->type == EVENT_THREAD && item->id > 0;
}

/*
 * Return how many threads took longer than the thread at @index, or took as
 * long and come before it.
 */
static int rank(const struct part_item *const *tasks, int count, int index)
{
	int before = 0;

	for (int i = 0; i < count; i++)
		before += tasks[i]->ns > tasks[index]->ns ||
			  (tasks[i]->ns == tasks[index]->ns && i < index);
	return before;
}

/*
 * Add the thread of @item to @tasks, which has @count threads. A thread that is
 * there already, of another part, is only there with the longer of both times.
 * Returns how many threads there are now.
 */
static int add_task(const struct part_item **tasks, int count,
		    const struct part_item *item)
{
	for (int i = 0; i < count; i++) {
		if (tasks[i]->id != item->id)
			continue;
		if (item->ns > tasks[i]->ns)
			tasks[i] = item;
		return count;
	}
	if (count == TASKS_LOOKED_AT)
		return count;
	tasks[count] = item;
	return count + 1;
}

/* Fill @tasks with up to TASKS_LOOKED_AT threads; return how many. */
static int list_tasks(const struct analysis *analysis,
		      const struct part_item **tasks)
{
	static const enum part_id parts[] = {
		PART_DELAY, PART_BLOCKING, PART_THREAD
	};
	int count = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const struct part *part = &analysis->part[parts[i]];

		for (size_t j = 0; j < part->items; j++)
			if (is_task(&part->item[j]))
				count = add_task(tasks, count, &part->item[j]);
	}
	return count;
}

/* Print the threads that took longest: by part, then in the order of time. */
static void print_tasks(FILE *out, const struct analysis *analysis,
			analysis_task_fn *find)
{
	const struct part_item *tasks[TASKS_LOOKED_AT];
	int count = list_tasks(analysis, tasks);

	if (count)
		fputs("\n  Threads above:\n", out);
	for (int i = 0; i < count; i++)
		if (rank(tasks, count, i) < TASKS_MAX)
			analysis_text_print_task(out, tasks[i], find);
	if (count > TASKS_MAX)
		fprintf(out, "%*s and %d more\n", 22, "", count - TASKS_MAX);
}

static void print_total(FILE *out, const struct analysis *analysis)
{
	static const char *const totals[CONTEXTS] = {
		[CONTEXT_IRQ] = "     IRQ latency:",
		[CONTEXT_THREAD] = "  Thread latency:",
		[CONTEXT_USER] = "    User latency:",
		[CONTEXT_SINGLE] = "    Single noise:",
		[CONTEXT_TOTAL] = "     Total noise:",
	};
	bool wakeup = analysis_is_wakeup(analysis);
	char label[64];

	fputs(RULE "\n", out);
	analysis_text_print_value(out,
				  fprintf(out, "%s",
					  wakeup ? " Wake-up latency:" :
						   totals[analysis->context]),
				  analysis->latency);
	fputs(" (100%)\n", out);
	if (!wakeup || analysis->context == CONTEXT_WAKE_TOTAL)
		return;
	snprintf(label, sizeof(label), "The part over its threshold, %s:",
		 context_name(analysis->context));
	analysis_text_print_line(out, analysis, label, analysis->hit_ns, false);
}

/* Say what a tracer that is not ours does not tell, in one line. */
static void print_lacks(FILE *out, const struct analysis *analysis)
{
	unsigned int left = analysis->lacks;

	if (!recorder_is_bare(analysis->recorder))
		return;
	fputs("  Recorded by the kernel's own tracer", out);
	if (left)
		fputs(", which does not tell ", out);
	for (int bit = 0; left; bit++) {
		if (!(left & 1u << bit))
			continue;
		left &= ~(1u << bit);
		fprintf(out, "%s%s", recorder_lack_text(bit),
			!left ? "" : left & (left - 1) ? ", " : " and ");
	}
	fputs(".\n", out);
}

void analysis_text_print(FILE *out, const struct analysis *analysis,
			 const char *sentence, const struct symbols *symbols,
			 enum stack_format stack,
			 const struct measured_machine *machine)
{
	const struct naming naming = { symbols, stack };

	if (analysis->longest)
		fprintf(out, "## CPU %d had the longest %s of the trace, analyzing it ##\n",
			analysis->cpu,
			analysis_is_noise(analysis) ? "noise" : "latency");
	else
		fprintf(out, "## CPU %d hit stop tracing, analyzing it ##\n",
			analysis->cpu);
	print_lacks(out, analysis);
	if (analysis->incomplete)
		fprintf(out, "  Events of this %s are missing: the parts are incomplete.\n",
			analysis_is_noise(analysis) ? "noise" : "latency");
	print_parts(out, analysis, &naming);
	print_total(out, analysis);
	if (analysis->own)
		analysis_text_print_line(out, analysis, "The measurement's own work in it: about",
					 analysis->own, true);
	counters_print(out, analysis);
	timeline_print(out, analysis);
	if (machine && machine->find_task)
		print_tasks(out, analysis, machine->find_task);
	fprintf(out, "\n  %s\n", sentence);
}

void analysis_text_idle_max(FILE *out, uint64_t latency, int cpu)
{
	if (latency)
		fprintf(out, "\nMax timerlat IRQ latency from idle: %.2f us in cpu %d\n",
			time_us(latency), cpu);
}
