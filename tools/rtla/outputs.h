/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results for machines: files of JSON, of a stream, for monitoring and for
 * JUnit; and the verdict on the gates, which is the exit status then.
 */
#ifndef RTLA_OUTPUTS_H
#define RTLA_OUTPUTS_H

#include <stdio.h>

#include "gate_verdict.h"
#include "message.h"
#include "results_json.h"

/* All zero, it has none. */
struct outputs {
	const struct config *config;
	FILE *data;		/* what stdout was, if that is for a file "-" */
	FILE *stream;		/* --stream; NULL: none */
	uint64_t streamed_ns;	/* up to this time of the measurement */
	uint64_t lines;		/* of the stream */
	time_t metrics_at;	/* when --openmetrics was last written; 0: never */
	json_t *reasons;	/* why the result is not good; NULL: none yet */
	struct gate_verdict verdict[GATES_MAX];
};

/*
 * outputs_open - before anything is done
 *
 * Files of a run before, whose good results could be taken for ours, are
 * removed. If one is "-", all else that is printed goes to stderr from now on.
 * To be undone by outputs_close() in any case.
 */
enum result outputs_open(struct outputs *outputs, const struct config *config);
void outputs_close(struct outputs *outputs);

/* outputs_is_live - is there anything to be updated every second? */
bool outputs_is_live(const struct outputs *outputs);

/* outputs_update - what was measured so far */
enum result outputs_update(struct outputs *outputs,
			   const struct results_facts *facts);

/* outputs_reason - one more reason why the result is not good */
void outputs_reason(struct outputs *outputs, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * outputs_finish - judge the gates, print and write all there is
 *
 * @result is what the run came to by itself, without a hit; @hit, whether there
 * was one that ended it; @details the text of the analysis, or NULL. Fills in
 * what is missing in @facts. Returns the exit status.
 */
enum result outputs_finish(struct outputs *outputs, struct results_facts *facts,
			   enum result result, bool hit, const char *details);

#endif /* RTLA_OUTPUTS_H */
