/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The program after "--", whose threads are watched, or which is the load. It
 * begins when the measurement does, and the measurement ends with it.
 */
#ifndef RTLA_WATCHED_PROGRAM_H
#define RTLA_WATCHED_PROGRAM_H

#include <stdbool.h>

#include <jansson.h>

#include "base/cpus.h"
#include "base/message.h"
#include "host/process.h"
#include "host/process_group.h"
#include "options/invocation.h"
#include "options/options.h"
#include "run/cyclictest_program.h"
#include "run/program_output.h"

struct tracer_targets;

struct watched_program {
	struct invocation words;	/* none: there is no program */
	struct held_program held;	/* until it begins */
	struct process_group group;	/* from then on */
	struct program_output output;	/* taken while a screen is shown */
	struct cyclictest_program cyclictest;	/* if it is that, and is compared */
	const struct undo_list *undo;	/* lets the guard kill it */
	bool began;
	bool by_itself;			/* it has ended by itself */
};

#define WATCHED_PROGRAM_NONE \
	((struct watched_program) { .held = HELD_NONE, \
				    .group = PROCESS_GROUP_NONE, \
				    .output = PROGRAM_OUTPUT_NONE })

/*
 * watched_program_settle - refuse the program of a command line if there is no
 * such one
 */
enum options_result watched_program_settle(const struct option_set *set,
					   const struct invocation *program);

/*
 * watched_program_hold - make a process for the program, and let @targets name
 * it, or choose among its threads
 *
 * It may use the CPUs @allowed. It reads the caller's input, unless that is a
 * terminal, which a program in the background cannot read. If the terminal is
 * @covered by a screen, what it prints there is taken, see program_output.h. If
 * it is cyclictest, and is @compared, its latencies can be had at the end.
 * Nothing is done if there is no program. Prints an error if it fails. The
 * caller keeps @undo, and calls watched_program_end() and then
 * watched_program_free().
 */
enum result watched_program_hold(struct watched_program *program,
				 const struct invocation *words, bool covered,
				 bool compared, const struct cpus *allowed,
				 const struct undo_list *undo,
				 struct tracer_targets *targets);

/* watched_program_begin - let it begin, if there is one; prints an error */
enum result watched_program_begin(struct watched_program *program);

/*
 * watched_program_end - end it with its process group within 20 s, if it runs
 *
 * It is called when nothing is measured any more, as it may wait, and when no
 * screen is shown: all that the program still prints is shown meanwhile.
 */
void watched_program_end(struct watched_program *program);
void watched_program_free(struct watched_program *program);

/*
 * watched_program_latencies - read the result of cyclictest, if the program is
 * that, is compared, and has ended
 *
 * Otherwise @result has no thread. Prints an error if it fails. The caller
 * calls cyclictest_free().
 */
enum result watched_program_latencies(const struct watched_program *program,
				      struct cyclictest_result *result);

/*
 * watched_program_tell - note how it has ended, if that was by itself, and it
 * has failed
 *
 * The exit status of the command is that of the measurement.
 */
void watched_program_tell(const struct watched_program *program);

/*
 * watched_program_json - return the program and its end, as in a result
 *
 * Returns json_null() if there is no program. The caller frees the value with
 * json_decref().
 */
json_t *watched_program_json(const struct watched_program *program);

#endif /* RTLA_WATCHED_PROGRAM_H */
