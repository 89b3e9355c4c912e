/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of a histogram of the kernel, as the file "hist" of an event has it.
 */
#ifndef RTLA_HIST_TEXT_H
#define RTLA_HIST_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/event_names.h"

/* A row of the histogram; a key or a value that the histogram has not is 0. */
struct hist_row {
	int cpu;		/* key common_cpu */
	int pid;		/* key pid */
	char comm[EVENT_COMM_LEN];	/* key comm, the last one */
	uint64_t low;		/* key lat.buckets: where the bucket begins */
	uint64_t count;		/* hits */
	uint64_t sum;		/* value lat */
	uint64_t max;		/* of the action onmax() */
};

struct hist_rows {
	struct hist_row *row;
	size_t count;
	uint64_t dropped;	/* hits that found no room */
};

/*
 * hist_text_read - read all rows of a histogram
 *
 * @rows may have those of an earlier reading, which are forgotten. The caller
 * calls hist_rows_free(). Returns 0 or an errno.
 */
int hist_text_read(struct hist_rows *rows, FILE *in);
void hist_rows_free(struct hist_rows *rows);

#endif /* RTLA_HIST_TEXT_H */
