// SPDX-License-Identifier: GPL-2.0
/*
 * The cause sentence: see sentence.h.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/carried.h"
#include "analysis/cause_names.h"
#include "analysis/culprit.h"
#include "analysis/sentence.h"
#include "analysis/telling_frame.h"
#include "analysis/thread_purposes.h"
#include "base/parse.h"
#include "base/times.h"

/* ---- Where the interrupted thread was ------------------------------------ */

/* Print the functions that did what is said, from the inside out. */
static void print_chain(FILE *out, const struct telling_frame *frame)
{
	fprintf(out, " (%s", frame->inner);
	if (*frame->console)
		fprintf(out, " <- %s", frame->console);
	if (*frame->function)
		fprintf(out, " <- %s", frame->function);
	fputc(')', out);
}

/* Print how the kernel came there, and the file's function, unless it is named. */
static void print_way(FILE *out, const struct telling_frame *frame)
{
	const char *handler = frame->way.handler;

	fputs(frame->way.text, out);
	if (*handler && strcmp(handler, frame->function) &&
	    strcmp(handler, frame->inner))
		fprintf(out, " (%s)", handler);
}

/*
 * Print where the thread @pid was, if the stack is of it. That of a wake-up is
 * taken where the thread has left the CPU.
 */
static void print_where(FILE *out, const struct analysis *analysis,
			const struct symbols *symbols, int pid)
{
	bool until = analysis_is_wakeup(analysis) &&
		     !telling_frame_preempted(analysis, symbols);
	struct telling_frame frame;
	bool named, words;

	if (analysis->stack_pid >= 0 && analysis->stack_pid != pid)
		return;
	telling_frame_find(&frame, analysis, symbols);
	named = *frame.function &&
		(!until || plain_kind_of(frame.function) != PLAIN_SCHEDULE);
	words = frame.kind != PLAIN_NOT && !until;
	if (until && (named || *frame.way.text))
		fputs(", until it called the scheduler", out);
	if (words) {
		fprintf(out, " while it %s", plain_words(frame.kind));
		print_chain(out, &frame);
	} else if (named) {
		fprintf(out, " in %s%s",
			frame.unnamed ? "code without a name, called by " : "",
			frame.function);
	}
	if (!*frame.way.text)
		return;
	fputs(named || words ? ", " : " ", out);
	print_way(out, &frame);
}

/* Print what an item carried after @before, or nothing; return whether it did. */
static bool sentence_print_carried(FILE *out, const char *before,
				   const struct part_item *item,
				   const struct symbols *symbols)
{
	char text[CARRIED_LEN];

	carried_print(text, &item->carried, item->ns, symbols);
	if (*text)
		fprintf(out, "%s%s", before, text);
	return *text;
}

/*
 * Print where the thread was that is @item, by its stack, or else by the
 * callback that it ran.
 */
static void print_doing(FILE *out, const struct analysis *analysis,
			const struct symbols *symbols,
			const struct part_item *item)
{
	bool known = analysis->stack_count &&
		     (analysis->stack_pid < 0 || analysis->stack_pid == item->id);

	if (known)
		print_where(out, analysis, symbols, item->id);
	else
		sentence_print_carried(out, " while it ", item, symbols);
}

/*
 * Return whether the stack was taken while the softirq ran that is @item. The
 * timer's interrupt that took it came in between.
 */
static bool stack_is_of_softirq(const struct analysis *analysis,
				const struct part_item *item)
{
	const struct segment *below = NULL;

	for (size_t i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		if (segment->start >= analysis->t_w + analysis->stack_at)
			break;
		if (segment->level <= LEVEL_SOFTIRQ)
			below = segment;
	}
	return below && below->part == PART_SOFTIRQ && below->item >= 0 &&
	       &analysis->part[PART_SOFTIRQ].item[below->item] == item;
}

/*
 * Print what a softirq did, by what it ran for others, or else by its stack, as
 * no event tells the callbacks of RCU.
 */
static void sentence_print_softirq(FILE *out, const struct analysis *analysis,
				   const struct part_item *item,
				   const char *name,
				   const struct symbols *symbols)
{
	struct way_in way;

	fprintf(out, "the softirq %s", name);
	if (sentence_print_carried(out, " ", item, symbols) ||
	    !stack_is_of_softirq(analysis, item))
		return;
	telling_frame_find_way(&way, analysis, symbols);
	if (*way.called && !way.from_user)
		fprintf(out, ", %s", way.text);
}

/* ---- The sentence -------------------------------------------------------- */

/*
 * Name the interrupts without a tracepoint that came to this CPU: they may be
 * the cause where no event shows one.
 */
static void print_untraced(FILE *out, const struct analysis *analysis)
{
	if (analysis->untraced && *analysis->untraced)
		fprintf(out, ", or interrupts without a tracepoint: %s came to this CPU",
			analysis->untraced);
}

static void sentence_print_delay(FILE *out, const struct analysis *analysis,
				 const struct part_item *item, const char *name,
				 const struct symbols *symbols)
{
	char idle[CAUSE_LEN];

	if (analysis->elsewhere) {
		fputs("the timer's interrupt came late, on another CPU", out);
	} else if (!item) {
		fputs("the timer's interrupt came late", out);
		print_untraced(out, analysis);
	} else if (item->kind == ITEM_IDLE) {
		fprintf(out, "the CPU was %s%s, and it or other hardware was slow to take the timer's interrupt",
			analysis->idle_known ? "in " : "",
			idle_print(analysis, idle));
		print_untraced(out, analysis);
	} else if (item->kind == ITEM_THREAD) {
		fprintf(out, "%s kept interrupts off", name);
		print_doing(out, analysis, symbols, item);
		fputs(", or hardware delayed the timer's", out);
		print_untraced(out, analysis);
	} else {
		fprintf(out, "%s%s held off the timer's interrupt",
			item->type == EVENT_IRQ ? "the interrupt " : "an ", name);
		sentence_print_carried(out, ", which ", item, symbols);
	}
}

static void sentence_print_blocking(FILE *out, const struct analysis *analysis,
				    const struct part_item *item,
				    const char *name,
				    const struct symbols *symbols)
{
	if (!item->id) {
		fprintf(out, "the CPU was idle, and slow to switch to the %s thread",
			analysis_is_wakeup(analysis) ? "woken" : "measuring");
		return;
	}
	if (item->prio == PRIO_ABSENT ||
	    analysis->workload_prio == PRIO_ABSENT) {
		fprintf(out, "%s ran on", name);
		print_doing(out, analysis, symbols, item);
		fputs(", with preemption off or a higher priority", out);
		return;
	}
	if (!analysis_is_wakeup(analysis) ||
	    (item->prio > analysis->workload_prio &&
	     analysis->workload_prio < PRIO_RT_MAX))
		fprintf(out, "%s kept preemption off", name);
	else if (analysis->workload_prio < PRIO_RT_MAX)
		fprintf(out, "%s ran on, with the same priority", name);
	else
		fprintf(out, "%s ran on before the scheduler chose the woken thread",
			name);
	print_doing(out, analysis, symbols, item);
}

static void sentence_print_thread(FILE *out, const struct analysis *analysis,
				  const struct part_item *item,
				  const char *name,
				  const struct symbols *symbols)
{
	fputs(name, out);
	if (!sentence_print_carried(out, " ", item, symbols))
		fputs(" ran", out);
	/* At the end of a wake-up, it only says how the thread has left the CPU. */
	if (!analysis_is_wakeup(analysis) && analysis->stack_pid == item->id)
		print_where(out, analysis, symbols, item->id);
	if (item->prio == PRIO_ABSENT)
		return;
	/* An ordinary thread that was woken waits for ordinary ones as well. */
	if (analysis_is_wakeup(analysis) && item->prio >= analysis->workload_prio)
		fputs(" first", out);
	if (item->prio < 0)
		fputs(", by its deadline", out);
	else if (item->prio < PRIO_RT_MAX)
		fprintf(out, ", with real-time priority %d",
			PRIO_RT_MAX - item->prio);
}

static void sentence_print_timer_irq(FILE *out, const struct analysis *analysis,
				     const struct symbols *symbols)
{
	uint64_t ns = analysis->part[PART_TIMER_IRQ].ns;
	char others[CARRIED_LEN] = "";

	if (analysis->other_timers.ns > ns / 2)
		carried_print(others, &analysis->other_timers, ns, symbols);
	if (analysis->irq_before)
		fprintf(out, "the timer's interrupt, which had begun %.2f us before, and ",
			time_us(analysis->irq_before));
	else if (*others)
		fputs("the timer's interrupt, which ", out);
	else
		fprintf(out, "%s, because nothing else took longer",
			analysis_is_wakeup(analysis) ?
			"the timer's interrupt and the switch to the woken thread" :
			"the wake-up itself");
	if (*others)
		fprintf(out, "%s for other timers", others);
	else if (analysis->irq_before)
		fputs("ran other timers", out);
}

/* A thread of a lower priority than the woken one has delayed its timer. */
static void print_delayed_timer(FILE *out, const struct analysis *analysis,
				const struct part_item *item, const char *name,
				int server)
{
	fprintf(out, "%s ran, with real-time priority %d, and kept off %s:%d, which serves the timer with real-time priority %d",
		name, PRIO_RT_MAX - item->prio, analysis->waker.name,
		analysis->waker.id, PRIO_RT_MAX - server);
}

static void print_many(FILE *out, const struct analysis *analysis,
		       const struct culprit *culprit, const char *name)
{
	const char *what = culprit->part == PART_IRQ ? "interrupts" :
			   culprit->part == PART_SOFTIRQ ? "softirqs" :
			   "threads that ran";

	fprintf(out, "%zu %s, the longest of them %s with %.0f %%",
		culprit->many, what, name,
		time_percent(culprit->item->ns, analysis->latency));
}

static void sentence_print_culprit(FILE *out, const struct analysis *analysis,
				   const struct culprit *culprit,
				   const struct symbols *symbols)
{
	const struct part_item *item = culprit->item;
	char name[CAUSE_LEN] = "";
	int server;

	if (item)
		cause_print(item, name);
	if (culprit->many) {
		print_many(out, analysis, culprit, name);
		return;
	}
	if (culprit_is_stall(culprit, analysis)) {
		fprintf(out, "%s: an interrupt there takes %.2f us as a rule, and nothing else came into the wake-up",
			machine_counts_who(&analysis->counts),
			time_us(analysis->stalled));
		return;
	}
	server = culprit_delays_timer(culprit, analysis);
	if (server != PRIO_ABSENT) {
		print_delayed_timer(out, analysis, item, name, server);
		return;
	}
	switch (culprit->part) {
	case PART_DELAY:
		sentence_print_delay(out, analysis, item, name, symbols);
		break;
	case PART_TIMER_IRQ:
		sentence_print_timer_irq(out, analysis, symbols);
		break;
	case PART_BLOCKING:
		sentence_print_blocking(out, analysis, item, name, symbols);
		break;
	case PART_NMI:
		fputs("NMIs", out);
		break;
	case PART_SOFTIRQ:
		sentence_print_softirq(out, analysis, item, name, symbols);
		break;
	case PART_IRQ:
		fprintf(out, "the interrupt %s", name);
		sentence_print_carried(out, " ", item, symbols);
		break;
	case PART_THREAD:
		sentence_print_thread(out, analysis, item, name, symbols);
		break;
	case PART_STACK:	/* see culprit.c */
		break;
	case PART_WORKLOAD:
		fputs("the measuring thread itself", out);
		break;
	case PART_SWITCH:
		fputs("the switch to the woken thread itself", out);
		break;
	case PART_HARDWARE:
		fprintf(out, "%s: the kernel did nothing in that time",
			machine_counts_who(&analysis->counts));
		print_untraced(out, analysis);
		break;
	case PART_UNEXPLAINED:
		fputs("not explained by any event", out);
		print_untraced(out, analysis);
		break;
	}
}

static void sentence_print_sentence(FILE *out, const struct analysis *analysis,
				    const struct symbols *symbols)
{
	struct culprit culprit = culprit_find(analysis);

	if (analysis->clock_tick) {
		fprintf(out, "The clock of that machine ticks only every %ju ms: nothing shorter can be told, and no cause.",
			(uintmax_t)analysis->clock_tick / 1000000);
		return;
	}
	if (analysis->incomplete) {
		fputs("Events are missing: the main cause is unknown.",
		      out);
		return;
	}
	if (!analysis->latency)
		return;
	fprintf(out, "%.0f %% of %.2f us: ",
		time_percent(culprit.ns, analysis->latency),
		time_us(analysis->latency));
	sentence_print_culprit(out, analysis, &culprit, symbols);
	fputc('.', out);
	if (culprit_may_be_hardware(&culprit, analysis))
		machine_counts_print(out, &analysis->counts);
	if (analysis_is_wakeup(analysis) &&
	    analysis->context != CONTEXT_WAKE_TOTAL)
		fprintf(out, " The part '%s' took %.2f us.",
			context_name(analysis->context), time_us(analysis->hit_ns));
}

void sentence_make(char text[SENTENCE_LEN], const struct analysis *analysis,
		   const struct symbols *symbols)
{
	FILE *out = fmemopen(text, SENTENCE_LEN, "w");

	*text = '\0';
	if (!out)
		return;
	sentence_print_sentence(out, analysis, symbols);
	fclose(out);
	text[SENTENCE_LEN - 1] = '\0';
}

void sentence_make_about(char text[SENTENCE_LEN],
			 const struct analysis *analysis,
			 const struct symbols *symbols)
{
	struct culprit culprit = culprit_find(analysis);
	const struct part_item *item = culprit.item;
	char carried[CARRIED_LEN];
	const char *about;

	*text = '\0';
	if (analysis->incomplete || analysis->clock_tick || !item ||
	    culprit.many || item->type != EVENT_THREAD || !item->id)
		return;
	about = thread_purpose(item->name);
	/* Where the stack or a callback says what it did, that is enough. */
	if (analysis->stack_count && analysis->stack_pid == item->id)
		return;
	if (about && !*carried_print(carried, &item->carried, item->ns, symbols))
		snprintf(text, SENTENCE_LEN, "%s %s.", item->name, about);
}
