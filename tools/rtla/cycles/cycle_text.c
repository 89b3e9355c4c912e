// SPDX-License-Identifier: GPL-2.0
/*
 * The explanation of a cycle as text: see explained_cycle.h.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/human.h"
#include "base/times.h"
#include "base/wrap.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"

/* Items that are shown of each part; so few as nobody reads more. */
#define SHOWN		5

#define LABEL_WIDTH	50
#define TIME_WIDTH	12

/* Print a line of the table; a long label has a line of its own. */
static void print_cycle_row(FILE *out, int indent, const char *label, uint64_t ns,
		      uint64_t whole)
{
	char time[QUANTITY_LEN];
	int width = LABEL_WIDTH - indent, length = snprintf(NULL, 0, "%s", label);

	fprintf(out, "%*s", indent, "");
	if (length > width)
		fprintf(out, "%s\n%*s", label, LABEL_WIDTH, "");
	else
		fprintf(out, "%-*s", width, label);
	fprintf(out, " %*s us  %6.2f %%\n", TIME_WIDTH, us_text(ns, time),
		time_percent(ns, whole));
}

static void print_cycle_figures(FILE *out, const struct explained_cycle *explained)
{
	const struct thread_cycles *cycles = explained->cycles;
	const struct cycle_figures *figures = &explained->figures;
	const struct sched_trace *trace = cycles->where->trace;
	const struct stretch *first =
		&cycles->thread->stretch[explained->cycle->first];
	char name[CYCLE_NAME_LEN], time[3][CYCLE_NAME_LEN];

	fprintf(out, "%zu cycle%s of %s", cycles->count,
		cycles->count == 1 ? "" : "s",
		name_ranked(trace, cycles->thread->pid, first->prio, name));
	if (figures->period)
		fprintf(out, ", one every %s",
			name_us(figures->period, time[0]));
	fprintf(out, "\n");
	if (cycles->unknown)
		fprintf(out, "  %zu more are left out: events were lost in them\n",
			cycles->unknown);
	fprintf(out, "  home wait  %s\n", name_home(trace, &cycles->home, name));
	fprintf(out, "  response   average %s, p99 %s, maximum %s\n",
		name_us(figures->average, time[0]),
		name_us(figures->p99, time[1]),
		name_us(figures->max, time[2]));
	if (explained->deadline)
		fprintf(out, "  deadline   %s: missed %" PRIu64 " time%s\n",
			name_us(explained->deadline, time[0]),
			figures->misses, figures->misses == 1 ? "" : "s");
}

/* Print what the waker of @link did. */
static void print_chain_waker(FILE *out, const struct sched_trace *trace,
			const struct chain_link *link)
{
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];
	const char *before = " ";

	fprintf(out, "%s in that time:",
		name_ranked(trace, link->waker.pid, link->prio, name));
	if (link->loop) {
		fprintf(out, " see above\n");
		return;
	}
	if (link->ran) {
		fprintf(out, "%sran %s", before, name_us(link->ran, time));
		before = ", ";
	}
	if (link->preempted) {
		fprintf(out, "%swaited %s for its CPU", before,
			name_us(link->preempted, time));
		before = ", ";
	}
	if (link->by.kind == ITEM_THREAD && link->by.ns)
		fprintf(out, " (%s ran %s)",
			name_ranked(trace, link->by.pid, link->by.prio, name),
			name_us(link->by.ns, time));
	if (link->blocked) {
		fprintf(out, "%sslept %s", before,
			name_us(link->blocked, time));
		before = ", ";
	}
	if (link->unknown)
		fprintf(out, "%s%s are not in the trace", before,
			name_us(link->unknown, time));
	fprintf(out, "\n");
	if (link->inversion)
		fprintf(out, "%*spriority inversion: %s ran %s\n",
			2 * link->depth + 10, "",
			name_ranked(trace, link->inverted.pid,
				    link->inverted.prio, name),
			name_us(link->inverted.ns, time));
}

/* Print who blocked whom; what the first link waits in has just been printed. */
static void print_blocking_chain(FILE *out, const struct sched_trace *trace,
			const struct blocking_chain *chain)
{
	char wait[CYCLE_NAME_LEN], waker[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	for (size_t i = 0; i < chain->count; i++) {
		const struct chain_link *link = &chain->link[i];
		int indent = 2 * link->depth + 6;

		if (link->depth)
			fprintf(out, "%*s%s in %s, until %s %s\n", indent, "",
				name_us(link->ns, time),
				name_sleep(trace, link->sleep, link->kind, wait),
				name_waker(trace, &link->waker, waker),
				end_verb(link->kind));
		if (link->waker.by != WOKEN_BY_THREAD)
			continue;
		fprintf(out, "%*s", indent + 2, "");
		print_chain_waker(out, trace, link);
	}
}

static void print_cycle_part(FILE *out, const struct explained_cycle *explained,
		       enum cycle_part part)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	uint64_t response = cycle_response(explained->cycle), rest = 0;
	int shown = 0, more = 0;
	char name[CYCLE_NAME_LEN];

	print_cycle_row(out, 2, cycle_part_name(part), explained->cycle->part[part],
		  response);
	for (size_t i = 0; i < explained->items.count; i++) {
		const struct cycle_item *item = &explained->items.item[i];

		if (item->part != part)
			continue;
		if (shown == SHOWN) {
			more++;
			rest += item->ns;
			continue;
		}
		shown++;
		print_cycle_row(out, 4, name_item(explained->cycles, item, name),
			  item->ns, response);
		if (item->kind == ITEM_WAIT)
			print_blocking_chain(out, trace, explained_chain(explained, item));
	}
	if (more) {
		snprintf(name, sizeof(name), "%d more", more);
		print_cycle_row(out, 4, name, rest, response);
	}
	if (part == CYCLE_RUN && explained->cycle->faults)
		fprintf(out, "    with %" PRIu64 " page fault%s\n",
			explained->cycle->faults,
			explained->cycle->faults == 1 ? "" : "s");
}

/*
 * Return which one of its thread's cycles it is: a hit may be neither the
 * first nor the longest.
 */
static const char *say_which_cycle(const struct explained_cycle *explained)
{
	const struct thread_cycle *cycle = explained->cycle;

	if (explained->deadline && cycle_response(cycle) > explained->deadline &&
	    cycle == thread_cycles_worst(explained->cycles, explained->deadline))
		return "The first cycle that missed its deadline";
	if (cycle == thread_cycles_worst(explained->cycles, 0))
		return "The longest cycle";
	return "The cycle that was a hit";
}

void explained_cycle_print(FILE *out, const struct explained_cycle *explained)
{
	const struct thread_cycle *cycle = explained->cycle;
	const struct thread_cycles *cycles = explained->cycles;
	uint64_t response = cycle_response(cycle);
	char sentence[CYCLE_SENTENCE_LEN];

	print_cycle_figures(out, explained);
	fprintf(out, "\n%s, number %zu of %zu, released at %" PRIu64 ".%06" PRIu64 " s:\n",
		say_which_cycle(explained),
		(size_t)(cycle - cycles->cycle) + 1, cycles->count,
		cycle->release / 1000000000, cycle->release % 1000000000 / 1000);
	for (int part = 0; part < CYCLE_PARTS; part++)
		print_cycle_part(out, explained, part);
	fprintf(out, "%.*s\n", TEXT_WIDTH - 8,
		"----------------------------------------------------------------------------");
	print_cycle_row(out, 2, "response", response, response);
	if (cycle->migrations)
		fprintf(out, "  It went on %u time%s on another CPU.\n",
			cycle->migrations, cycle->migrations == 1 ? "" : "s");
	fprintf(out, "\n  ");
	wrap_print(out, explained_sentence(explained, sentence), 2, TEXT_WIDTH);
	advice_print(out, &explained->advice);
}
