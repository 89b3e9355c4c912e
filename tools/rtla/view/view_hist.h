/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms as text, whose columns each kind of measurement chooses.
 */
#ifndef RTLA_VIEW_HIST_H
#define RTLA_VIEW_HIST_H

#include <stdbool.h>

#include "trace/contexts.h"
#include "view/view.h"

/**
 * struct hist_series - a column of a histogram, or one of each CPU
 * @head: its head; NULL ends an array
 * @context: the latencies that it counts
 * @is_shown: whether the user wants to see it; NULL: always
 */
struct hist_series {
	const char *head;
	enum event_context context;
	bool (*is_shown)(const struct snapshot *snapshot);
};

/**
 * struct hist_form - what the histogram of a kind looks like
 * @tool: the tool that shows it, for the header
 * @series: the columns of each CPU
 * @together: the columns are of all CPUs together, not of each CPU
 * @all: whether there is a summary over all CPUs
 * @decimals: decimals of an average; 0: it is rounded down
 * @foot: prints the lines below the summary, or NULL
 * @first: columns of CPUs before this one are not in this part of it
 * @end: nor are those of this CPU and the next ones; 0: all are
 */
struct hist_form {
	const char *tool;
	const struct hist_series *series;
	bool together;
	bool all;
	int decimals;
	void (*foot)(FILE *out, const struct snapshot *snapshot);
	int first;
	int end;
};

/* hist_print - print a histogram and its summary */
void hist_print(FILE *out, const struct snapshot *snapshot,
		const struct hist_form *form);

/*
 * hist_print_contexts - print one with a column for each context of the
 * measured kind, of all CPUs together
 */
void hist_print_contexts(FILE *out, const struct snapshot *snapshot,
			 void (*foot)(FILE *out,
				      const struct snapshot *snapshot));

#endif /* RTLA_VIEW_HIST_H */
