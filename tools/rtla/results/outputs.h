/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The outputs of a run that machines read: the result as JSON, the stream of
 * JSON lines, OpenMetrics for monitoring, JUnit XML, and CSV of overheads. Also
 * the verdict on the gates, which determines the exit status if there are
 * gates.
 */
#ifndef RTLA_OUTPUTS_H
#define RTLA_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <jansson.h>

#include "base/message.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "host/host_info.h"

struct config;
struct run_summary;

/* A zeroed structure is not open: it has no outputs. */
struct outputs {
	const struct config *config;
	FILE *data;		/* original stdout, if a file is "-", or NULL */
	FILE *stream;		/* --stream; NULL: none */
	uint64_t streamed_ns;	/* measured time of the stream's last line */
	uint64_t lines;		/* lines of the stream so far */
	bool has_host;		/* @host says which machine this is */
	struct host_info host;
	time_t metrics_at;	/* when --openmetrics was last written; 0: never */
	json_t *reasons;	/* why the result is not good, or NULL */
	struct gate_verdict verdict[GATES_MAX];
	bool decided;		/* see outputs_decided() */
};

/*
 * outputs_open - open the outputs of a run
 *
 * It is called before the run does anything else: it removes regular files of
 * an earlier run, whose good result could be taken for that of this run. If a
 * file is "-", all other output on stdout goes to stderr from now on. Every
 * message of fail() becomes a reason from now on, see outputs_reason().
 *
 * Prints an error if it fails. The caller calls outputs_close() in any case,
 * and keeps @config until then.
 */
enum result outputs_open(struct outputs *outputs, const struct config *config);
void outputs_close(struct outputs *outputs);

/* outputs_is_live - return whether any output is updated every second */
bool outputs_is_live(const struct outputs *outputs);

/*
 * outputs_update - write the figures so far to the live outputs
 *
 * It is called every second. --openmetrics is written less often, and to stdout
 * only at the end. Prints an error if it fails.
 */
enum result outputs_update(struct outputs *outputs,
			   const struct run_summary *summary);

/*
 * outputs_decided - judge the gates by the figures so far; return whether all
 * of them are decided
 *
 * The run ends then: outputs_finish() keeps the verdicts.
 */
bool outputs_decided(struct outputs *outputs,
		     const struct run_summary *summary);

/* outputs_reason - add a reason why the result is not good */
void outputs_reason(struct outputs *outputs, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * outputs_finish - judge the gates, print the verdicts, write all outputs
 *
 * @result: the result of the run, without regard to a hit and to gates
 * @hit: a hit ended the run
 * @analysis: its text, or NULL
 *
 * Fills in the gates, reasons, outcome, exit code and trust in @summary:
 * reasons belong to @outputs, and gates are valid during the call only. Returns
 * the exit status, which is @result if @outputs is not open.
 */
enum result outputs_finish(struct outputs *outputs, struct run_summary *summary,
			   enum result result, bool hit, const char *analysis);

#endif /* RTLA_OUTPUTS_H */
