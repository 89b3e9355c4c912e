// SPDX-License-Identifier: GPL-2.0
/*
 * Causes of noise: see causes.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/causes.h"

const struct figure_row cause_figures[] = {
	{ FIGURE(struct cause, count), .meaning = "Its noises." },
	{ .id = "sum_ns", .field = offsetof(struct cause, sum), .in_ns = true,
	  .meaning = "Their sum, without the time of what has interrupted them." },
	{ .id = "max_ns", .field = offsetof(struct cause, max), .in_ns = true,
	  .meaning = "The longest of them." },
	{ .id = "at_ns", .field = offsetof(struct cause, at), .in_ns = true,
	  .meaning = "When that began (CLOCK_MONOTONIC)." },
	{ .id = "function_ns", .field = offsetof(struct cause, function_ns),
	  .in_ns = true, .may_be_absent = true,
	  .meaning = "The longest time for which one of them ran `function`; 0: none is known." },
	{ .id = NULL }
};

struct causes *causes_new(void)
{
	return calloc(1, sizeof(struct causes));
}

void causes_free(struct causes *causes)
{
	if (causes)
		free(causes->cause);
	free(causes);
}

bool causes_add(struct causes *causes, const struct cause *cause)
{
	struct cause *grown = array_grow(causes->cause, causes->count,
					 sizeof(*grown));

	if (!grown)
		return false;
	causes->cause = grown;
	grown[causes->count++] = *cause;
	return true;
}

/* Compare what they are. */
static int causes_compare_identity(const void *one, const void *other)
{
	const struct cause *a = one, *b = other;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The largest sum comes first. */
static int causes_compare_sums(const void *one, const void *other)
{
	const struct cause *a = one, *b = other;

	if (a->sum != b->sum)
		return a->sum > b->sum ? -1 : 1;
	return causes_compare_identity(a, b);
}

static int causes_compare_on_cpus(const void *one, const void *other)
{
	const struct cause *a = one, *b = other;

	return a->cpu != b->cpu ? a->cpu - b->cpu : causes_compare_sums(a, b);
}

void causes_sort(struct causes *causes)
{
	if (causes->count)
		qsort(causes->cause, causes->count, sizeof(*causes->cause),
		      causes_compare_on_cpus);
}

static void causes_merge_one(struct cause *to, const struct cause *from)
{
	to->count += from->count;
	to->sum += from->sum;
	if (from->function_ns > to->function_ns) {
		to->function_ns = from->function_ns;
		memcpy(to->function, from->function, sizeof(to->function));
	}
	if (from->max <= to->max)
		return;
	to->max = from->max;
	to->at = from->at;
	to->cpu = from->cpu;
}

/* Make one of those that are the same; they are adjacent. */
static void causes_merge(struct causes *causes)
{
	struct cause *to = causes->cause;

	for (int i = 1; i < causes->count; i++) {
		const struct cause *from = &causes->cause[i];

		if (causes_compare_identity(to, from))
			*++to = *from;
		else
			causes_merge_one(to, from);
	}
	causes->count = to - causes->cause + 1;
}

struct causes *causes_of_all(const struct causes *causes)
{
	struct causes *all = causes_new();
	bool good = all;

	for (int i = 0; i < causes->count && good; i++)
		good = causes_add(all, &causes->cause[i]);
	if (!good) {
		causes_free(all);
		return NULL;
	}
	if (!all->count)
		return all;
	qsort(all->cause, all->count, sizeof(*all->cause),
	      causes_compare_identity);
	causes_merge(all);
	qsort(all->cause, all->count, sizeof(*all->cause), causes_compare_sums);
	return all;
}

const char *cause_text(const struct cause *cause, char *text)
{
	static const char *const others[NOISE_SOURCES] = {
		[NOISE_IRQ] = "other interrupts",
		[NOISE_SOFTIRQ] = "other softirqs",
		[NOISE_THREAD] = "other threads",
	};

	if (cause->kind == NOISE_NMI)
		snprintf(text, CAUSE_TEXT_LEN, "NMI");
	else if (cause->id == CAUSE_OTHERS)
		snprintf(text, CAUSE_TEXT_LEN, "%s", others[cause->kind] ?: "");
	else
		snprintf(text, CAUSE_TEXT_LEN, "%s:%d", cause->name, cause->id);
	return text;
}

bool cause_is_named(const struct cause *cause, const char *name)
{
	char text[CAUSE_TEXT_LEN];

	return !strcmp(cause_text(cause, text), name) ||
	       (*cause->name && !strcmp(cause->name, name));
}
