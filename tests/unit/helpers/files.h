/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of a made-up machine, in a temporary folder.
 */
#ifndef TEST_FILES_H
#define TEST_FILES_H

#include <stddef.h>

/* The path of the folder, valid between files_begin() and files_end(). */
extern char files_root[];

/*
 * files_begin, files_end - make the folder; remove it with all that is in it
 *
 * They can be the set-up and tear-down of a test. Return 0 if they succeed.
 */
int files_begin(void **state);
int files_end(void **state);

/*
 * files_path - return the path of a file in the folder
 *
 * The path is valid until the next call.
 */
__attribute__((format(printf, 1, 2)))
const char *files_path(const char *format, ...);

/*
 * files_put, files_put_bytes - write a file, and make the folders above it
 *
 * @name is relative to the folder. The bytes before @offset are 0.
 */
void files_put(const char *name, const char *text);
void files_put_bytes(const char *name, long offset, const void *bytes,
		     size_t size);

#endif /* TEST_FILES_H */
