/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the result of a segment, or only from its traces, to latencies that may
 * be among the worst.
 */
#ifndef RTLA_FOUND_WORST_H
#define RTLA_FOUND_WORST_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

struct kept_worst;
struct recording;
struct results;

/**
 * struct found_in - where latencies were found
 * @recording: of which recording; its clock and boot are noted
 * @segment: number of the segment
 * @threshold_ns: what is shorter has no trace
 * @stored: the path of the result in the folder; NULL: there is none
 * @leave: no trace is removed, as the segment still writes them
 */
struct found_in {
	const struct recording *recording;
	uint64_t segment;
	uint64_t threshold_ns;
	const char *stored;
	bool leave;
};

/*
 * found_in_result - add what a segment has explained, and for each thread its
 * longest latency if that is one of the worst, and was not explained
 *
 * A latency is not explained if it came while an earlier one was being saved.
 */
void found_in_result(struct kept_worst *worst, const struct results *results,
		     const struct found_in *where);

/*
 * found_in_trace - add the latency of a trace whose segment has no result
 *
 * @name is that of the file in the folder of traces, @analysis is what rtla
 * analyze says of it in JSON, or NULL. The trace is removed if it is not kept.
 */
void found_in_trace(struct kept_worst *worst, const char *name,
		    const json_t *analysis, const struct found_in *where);

#endif /* RTLA_FOUND_WORST_H */
