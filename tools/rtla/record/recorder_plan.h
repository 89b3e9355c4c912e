/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The plan of a recorder.
 */
#ifndef RTLA_RECORDER_PLAN_H
#define RTLA_RECORDER_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "record/recording.h"
#include "record/rotation.h"
#include "record/segment.h"

/**
 * struct recorder_plan - what is recorded
 * @folder: where
 * @watch: what is measured at once
 * @watches: how many there are
 * @overlap_s: for so long of its time, a segment and the next one both measure
 * @keep: how many of the worst are kept of each watch
 * @threshold_ns: what is shorter is not explained
 * @duration_ns: ends after this time; 0: when it is told to
 * @rotation: which results are kept
 * @forget_ns: the worst go after so much time of recording; 0: never
 * @metrics: a file for monitoring, or NULL
 * @debug: print command lines
 */
struct recorder_plan {
	const char *folder;
	struct segment_plan watch[RECORD_WATCHES_MAX];
	int watches;
	int64_t overlap_s;
	int keep;
	int64_t threshold_ns;
	int64_t duration_ns;
	struct rotation rotation;
	int64_t forget_ns;
	const char *metrics;
	bool debug;
};

#endif /* RTLA_RECORDER_PLAN_H */
