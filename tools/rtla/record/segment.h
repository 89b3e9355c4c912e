/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Segments of a recording: runs of this same program that measure for a while,
 * and write nothing but their traces.
 */
#ifndef RTLA_SEGMENT_H
#define RTLA_SEGMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "record/own_run.h"

struct record_folder;

/**
 * struct segment_plan - what all segments of a watch have in common
 * @tracer: what it measures, as results name it, and the name of its traces
 * @words: the command that measures, and its options; NULL ends them
 * @seconds: how long
 * @keep: how many of its latencies may be among the worst
 */
struct segment_plan {
	const char *tracer;
	const char *const *words;
	int64_t seconds;
	int keep;
};

struct segment {
	struct own_run run;
	uint64_t number;
	uint64_t threshold_ns;	/* what is shorter has no trace */
	uint64_t begun;		/* time_now() */
};

#define SEGMENT_NONE	((struct segment) { .run = OWN_RUN_NONE })

/*
 * segment_start - start a segment, of which number and threshold are set
 *
 * Its traces have names that segment_of_trace() recognises. Returns 0 or an
 * errno.
 */
int segment_start(struct segment *segment, const struct segment_plan *plan,
		  const struct record_folder *folder,
		  const struct undo_list *undo, bool debug);

/*
 * segment_of_trace - return the number of the segment of @tracer that has
 * written the file @name in the folder of traces, or 0
 */
uint64_t segment_of_trace(const char *name, const char *tracer);

#endif /* RTLA_SEGMENT_H */
