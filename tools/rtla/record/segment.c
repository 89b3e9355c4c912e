// SPDX-License-Identifier: GPL-2.0
/*
 * Segments of a recording: see segment.h.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/times.h"
#include "record/record_folder.h"
#include "record/segment.h"

#define WORDS_MAX	40

int segment_start(struct segment *segment, const struct segment_plan *plan,
		  const struct record_folder *folder,
		  const struct undo_list *undo, bool debug)
{
	char trace[PATH_MAX + 128], seconds[24], keep[16], threshold[24];
	const char *const own[] = {
		"-q", "-d", seconds, "--keep", keep, "-T", threshold, trace,
		"--json", "-", NULL
	};
	const char *words[WORDS_MAX];
	int count = 0;

	snprintf(trace, sizeof(trace), "--trace=%s/%s-%06" PRIu64 ".txt",
		 folder->worst, plan->tracer, segment->number);
	snprintf(seconds, sizeof(seconds), "%" PRId64, plan->seconds);
	snprintf(keep, sizeof(keep), "%d", plan->keep);
	/* The measurement takes whole us: rounded down, so that none is missed. */
	snprintf(threshold, sizeof(threshold), "%" PRIu64,
		 time_max(segment->threshold_ns / NS_PER_US, 1));
	for (int i = 0; plan->words[i] && count < WORDS_MAX / 2; i++)
		words[count++] = plan->words[i];
	memcpy(&words[count], own, sizeof(own));
	segment->begun = time_now();
	return own_run_start(&segment->run, words, undo, debug);
}

uint64_t segment_of_trace(const char *name, const char *tracer)
{
	size_t length = strlen(tracer);
	uint64_t number;
	int end = 0;

	if (strncmp(name, tracer, length) ||
	    sscanf(name + length, "-%" SCNu64 "-%*u.txt%n", &number, &end) != 1 ||
	    !end || name[length + end])
		return 0;
	return number;
}
