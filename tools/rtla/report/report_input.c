// SPDX-License-Identifier: GPL-2.0
/*
 * The results that a page or a picture shows: see report_input.h.
 */
#include <stdio.h>

#include "base/json_read.h"
#include "base/times.h"
#include "report/report_input.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/sample_record.h"

/* Find the smallest and largest value of all results; 0 if there is none. */
static void report_input_find_range(const struct report_input *input,
				    uint64_t *min, uint64_t *max)
{
	*min = UINT64_MAX;
	*max = 0;
	for (int i = 0; i < input->count; i++) {
		for (int context = 0; context < CONTEXTS; context++) {
			struct latency all = stats_corrected(
				input->results[i].stats, -1, context);

			if (!all.count)
				continue;
			*min = time_min(*min, all.min);
			*max = time_max(*max, all.max);
		}
	}
	if (*min > *max)
		*min = *max = 0;
}

static void find_most(struct report_input *input)
{
	uint64_t counts[LOG_BINS_MAX];
	int cpu;

	for (int i = 0; i < input->count; i++) {
		cpus_for_each(cpu, &input->results[i].cpus) {
			for (int context = 0; context < CONTEXTS; context++) {
				report_counts(input, i, cpu, context, counts);
				for (int bin = 0; bin < input->bins.count;
				     bin++)
					input->most = time_max(input->most,
							       counts[bin]);
			}
		}
	}
}

static bool count_all(struct report_input *input, int index,
		      enum event_context context)
{
	struct distribution all;
	bool complete = record_copy(input->results[index].record, -1, context,
				    RECORD_ALL, &all);

	log_bins_count(&input->bins, &all, input->all[index][context]);
	distribution_free(&all);
	return complete;
}

bool report_prepare(struct report_input *input)
{
	uint64_t min, max;
	bool complete = true;

	report_input_find_range(input, &min, &max);
	log_bins_make(&input->bins, min, max);
	input->most = 0;
	find_most(input);
	for (int i = 0; i < input->count; i++)
		for (int context = 0; context < CONTEXTS; context++)
			complete &= count_all(input, i, context);
	return complete;
}

bool report_any(const struct report_input *input, enum event_context context)
{
	for (int i = 0; i < input->count; i++)
		if (results_has(&input->results[i], context))
			return true;
	return false;
}

bool report_only_foreign(const struct report_input *input)
{
	for (int i = 0; i < input->count; i++)
		if (!results_is_foreign(&input->results[i]))
			return false;
	return true;
}

const char *report_label(const struct report_input *input, int index)
{
	static const char *const labels[REPORT_RESULTS_MAX] = {
		"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L",
	};

	return input->count > 1 ? labels[index] : "";
}

int report_style(const struct report_input *input, int index,
		 enum event_context context)
{
	int style = 0;

	if (input->count > 1)
		return index;
	for (int i = 0; i < (int)context; i++)
		style += context_kind(i) == context_kind(context);
	return style;
}

void report_counts(const struct report_input *input, int index, int cpu,
		   enum event_context context, uint64_t *counts)
{
	log_bins_count(&input->bins,
		       record_distribution(input->results[index].record,
					   cpu, context), counts);
}

uint64_t report_threshold(const struct report_input *input, int index,
			  enum event_context context)
{
	char name[32];

	snprintf(name, sizeof(name), "%s_ns", context_name(context));
	return json_read_ns(results_at(&input->results[index],
				       "configuration.thresholds"),
			    name);
}
