/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cycles of a thread in a saved trace: what "rtla analyze" says of a trace
 * that has no measurement of ours, or if it is asked for them.
 */
#ifndef RTLA_ANALYZE_CYCLES_H
#define RTLA_ANALYZE_CYCLES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "base/message.h"
#include "cycles/thread_cycles.h"

/**
 * struct cycles_asked - what the user asks for
 * @comm, @tid: which thread; NULL and 0: the one that is most likely meant
 * @wait, @wait_given: its home wait, if that is given
 * @deadline: in ns; 0: none
 */
struct cycles_asked {
	const char *comm;
	int64_t tid;
	struct home_wait wait;
	bool wait_given;
	int64_t deadline;
};

/* cycles_are_asked - return whether the user asks for cycles, whatever is there */
bool cycles_are_asked(const struct cycles_asked *asked);

/*
 * cycles_parse_wait - read "SYSCALL[:FD]"; returns NULL, or a reason for
 * option_row.parse
 */
const char *cycles_parse_wait(struct cycles_asked *asked, const char *text);

/**
 * struct cycles_answer - what came of it
 * @absent: the trace has no events about threads: it is another one
 * @json: the document for --json, for whoever frees it; NULL: there is none
 */
struct cycles_answer {
	bool absent;
	json_t *json;
};

/*
 * analyze_cycles - explain a cycle of a thread in the trace @path
 *
 * Prints the text to @out, unless that is NULL, or what is wrong; with @quiet
 * not that the trace is absent.
 */
enum result analyze_cycles(const struct cycles_asked *asked, const char *path,
			   FILE *out, bool quiet, struct cycles_answer *answer);

#endif /* RTLA_ANALYZE_CYCLES_H */
