/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file of the program or shared library that has marks.
 */
#ifndef RTLA_MARK_FILE_H
#define RTLA_MARK_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct tracer_targets;

/*
 * mark_file_find - find a file by its path, or the name of a library
 *
 * A name without a slash is that of @program, if this has the same; or of a
 * file here, or one that a process of @targets has mapped; or a library where
 * the loader looks, or a program in a folder of PATH. @program is NULL if none
 * is started. "libx.so" also finds "libx.so.1". Returns whether it is there;
 * @path has @size bytes.
 */
bool mark_file_find(const char *name, const char *program,
		    const struct tracer_targets *targets, char *path,
		    size_t size);

/*
 * mark_file_of_program - find the file of @program, or of the first process of
 * @targets; return whether there is one
 */
bool mark_file_of_program(const char *program,
			  const struct tracer_targets *targets, char *path,
			  size_t size);

#endif /* RTLA_MARK_FILE_H */
