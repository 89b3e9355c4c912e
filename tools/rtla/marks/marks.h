/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The marks that options name: where they are.
 */
#ifndef RTLA_MARKS_H
#define RTLA_MARKS_H

#include <stdbool.h>
#include <stddef.h>

struct tracer_marks;
struct tracer_targets;

/*
 * marks_find - find the marks that the options in @marks name
 *
 * Without any, there are none. @program is the name of the program that is
 * started, or NULL. Returns false if any is not there, or cannot be told from
 * others, with the reason in @why of @size bytes. Those in @marks stay until
 * the next call.
 */
bool marks_find(struct tracer_marks *marks, const char *program,
		const struct tracer_targets *targets, char *why, size_t size);

#endif /* RTLA_MARKS_H */
