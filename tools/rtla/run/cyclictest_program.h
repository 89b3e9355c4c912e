/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program behind "--" that is cyclictest, by itself or behind words like
 * "taskset -c 2": its result is read when it has ended, for kinds that compare
 * their figures with its latencies. It is told to write that result with
 * --json, unless the user has told it so.
 */
#ifndef RTLA_CYCLICTEST_PROGRAM_H
#define RTLA_CYCLICTEST_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

#include "base/message.h"
#include "options/invocation.h"
#include "results/cyclictest_json.h"

struct undo_list;

/* A zeroed structure is of another program, or of none. */
struct cyclictest_program {
	char folder[PATH_MAX];	/* that of @file, if the user has named none */
	char file[PATH_MAX];	/* of the result; "": it is another program */
	char option[PATH_MAX + 16];	/* what it was told besides */
	char **argv;	/* with that; NULL: as the user has given it */
};

/* cyclictest_program_is - return whether a program is cyclictest */
bool cyclictest_program_is(const struct invocation *words);

/*
 * cyclictest_program_prepare - see whether a program is cyclictest, and where
 * it writes its result
 *
 * Prints an error if it fails. The caller keeps @words, starts
 * @program->argv in their place unless that is NULL, and calls
 * cyclictest_program_free().
 */
enum result cyclictest_program_prepare(struct cyclictest_program *program,
				       const struct invocation *words,
				       const struct undo_list *undo);

/*
 * cyclictest_program_read - read what it has written, when it has ended with
 * the wait status @status
 *
 * Prints an error if there is nothing, or if that is wrong. The caller calls
 * cyclictest_free().
 */
enum result cyclictest_program_read(const struct cyclictest_program *program,
				    int status,
				    struct cyclictest_result *result);
void cyclictest_program_free(struct cyclictest_program *program);

#endif /* RTLA_CYCLICTEST_PROGRAM_H */
