// SPDX-License-Identifier: GPL-2.0
/*
 * The results that a report or a plot shows: see page.h.
 */
#include <stdio.h>

#include "base/json_read.h"
#include "base/times.h"
#include "report/page.h"

/* Find the smallest and largest value of all results; 0 if there is none. */
static void find_range(const struct subject *subject, uint64_t *min,
		       uint64_t *max)
{
	*min = UINT64_MAX;
	*max = 0;
	for (int i = 0; i < subject->count; i++) {
		for (int context = 0; context < STOPS; context++) {
			struct latency all =
				stats_all(subject->results[i].stats, context);

			if (!all.count)
				continue;
			*min = time_min(*min, all.min);
			*max = time_max(*max, all.max);
		}
	}
	if (*min > *max)
		*min = *max = 0;
}

static void find_most(struct subject *subject)
{
	uint64_t counts[LOG_BINS_MAX];
	int cpu;

	for (int i = 0; i < subject->count; i++) {
		cpus_for_each(cpu, &subject->results[i].cpus) {
			for (int context = 0; context < STOPS; context++) {
				subject_counts(subject, i, cpu, context, counts);
				for (int bin = 0; bin < subject->bins.count; bin++)
					subject->most = time_max(subject->most,
								 counts[bin]);
			}
		}
	}
}

static bool count_all(struct subject *subject, int index,
		      enum event_context context)
{
	struct distribution all;
	bool complete = details_all(subject->results[index].details, context,
				    &all);

	log_bins_count(&subject->bins, &all, subject->all[index][context]);
	distribution_free(&all);
	return complete;
}

bool subject_prepare(struct subject *subject)
{
	uint64_t min, max;
	bool complete = true;

	find_range(subject, &min, &max);
	log_bins_make(&subject->bins, min, max);
	subject->most = 0;
	find_most(subject);
	for (int i = 0; i < subject->count; i++)
		for (int context = 0; context < STOPS; context++)
			complete &= count_all(subject, i, context);
	return complete;
}

bool subject_any(const struct subject *subject, enum event_context context)
{
	for (int i = 0; i < subject->count; i++)
		if (results_has(&subject->results[i], context))
			return true;
	return false;
}

const char *subject_label(const struct subject *subject, int index)
{
	static const char *const labels[REPORT_RESULTS_MAX] = {
		"A", "B", "C", "D", "E", "F", "G", "H",
	};

	return subject->count > 1 ? labels[index] : "";
}

int subject_style(const struct subject *subject, int index,
		  enum event_context context)
{
	if (subject->count > 1)
		return index;
	return context < CONTEXTS ? context : context - CONTEXTS;
}

void subject_counts(const struct subject *subject, int index, int cpu,
		    enum event_context context, uint64_t *counts)
{
	log_bins_count(&subject->bins,
		       details_distribution(subject->results[index].details,
					    cpu, context), counts);
}

uint64_t subject_threshold(const struct subject *subject, int index,
			   enum event_context context)
{
	char name[32];

	snprintf(name, sizeof(name), "%s_ns", context_name(context));
	return document_ns(results_at(&subject->results[index],
				      "configuration.thresholds"),
			   name);
}

const char *context_title(enum event_context context)
{
	static const char *const titles[STOPS] = {
		[CONTEXT_IRQ] = "IRQ latency",
		[CONTEXT_THREAD] = "Thread latency",
		[CONTEXT_USER] = "User latency",
		[CONTEXT_SINGLE] = "Single noise",
		[CONTEXT_TOTAL] = "Noise of a period",
	};

	return titles[context];
}
