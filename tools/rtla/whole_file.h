/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that are written completely or not at all.
 */
#ifndef RTLA_WHOLE_FILE_H
#define RTLA_WHOLE_FILE_H

#include <limits.h>
#include <stddef.h>

#include "message.h"

/* One that is being written. */
struct whole_file {
	int fd;
	char target[PATH_MAX];	/* it is to be this; empty: it is that already */
	char name[PATH_MAX];	/* it is still called; empty: nothing */
};

/*
 * whole_file_begin - have a descriptor, what is written to which will be @path
 *
 * 0, then whole_file_end() is to be called, or an errno.
 */
int whole_file_begin(struct whole_file *file, const char *path);

/*
 * whole_file_end - with @error 0 have it be @path; else there is none
 *
 * Returns @error, or what went wrong now.
 */
int whole_file_end(struct whole_file *file, int error);

/* whole_file_try - could @path be written? 0 or an errno; nothing is left of it */
int whole_file_try(const char *path);

/*
 * whole_file_write - @text to @path, which is replaced if it exists
 *
 * First without a name, or to another, in the same folder, so that nobody ever
 * reads a part of it, also if we are killed. What is no regular file, like a pipe,
 * is written to. 0 or an errno.
 */
int whole_file_write(const char *path, const char *text, size_t size);

/*
 * whole_file_save - the same, for what an option asked for; says if it fails
 *
 * No @text: there was no memory for it.
 */
enum result whole_file_save(const char *option, const char *path,
			    const char *text, size_t size);

/*
 * whole_file_or_line - the same, for one that may be "-": then it is a line on
 * standard output
 */
enum result whole_file_or_line(const char *option, const char *path,
			       const char *text);

/* whole_file_failed - say so, for who writes in another way; RESULT_ERROR */
enum result whole_file_failed(const char *option, const char *path, int error);

#endif /* RTLA_WHOLE_FILE_H */
