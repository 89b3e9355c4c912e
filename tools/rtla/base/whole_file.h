/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing files completely or not at all; reading them whole.
 */
#ifndef RTLA_WHOLE_FILE_H
#define RTLA_WHOLE_FILE_H

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#include "base/message.h"

/* A file that is being written. */
struct whole_file {
	int fd;			/* what is written to it goes to the file */
	char target[PATH_MAX];	/* final path; empty: fd is that file already */
	char name[PATH_MAX];	/* temporary path; empty: there is none */
};

/*
 * whole_file_begin - open a file that becomes @path when it is finished
 *
 * Returns 0, after which the caller calls whole_file_end(), or an errno.
 */
int whole_file_begin(struct whole_file *file, const char *path);

/*
 * whole_file_end - close @file, and put it at its path if @error is 0
 *
 * @error is the errno of writing the file. If it is not 0, the file is removed,
 * and one that existed at its path stays as it was. Returns @error, or the
 * errno of what failed now.
 */
int whole_file_end(struct whole_file *file, int error);

/*
 * whole_file_clear - check whether @path could be written, and remove the file
 *
 * A link stays, and the file to which it leads is made empty. A pipe, a device,
 * and the file of standard output or standard error stay as they are. Returns 0
 * or an errno. No other file is left.
 */
int whole_file_clear(const char *path);

/*
 * whole_file_forget - remove an old file of @option, which would be taken for
 * the new one
 *
 * @path is NULL if there is none, or "-". Prints why it cannot be written.
 * Returns RESULT_OK or RESULT_ERROR.
 */
enum result whole_file_forget(const char *option, const char *path);

/*
 * whole_file_try - find out whether @path could be written for @option
 *
 * What is at @path stays as it is, and no other file is left. Prints why it
 * cannot be written. Returns RESULT_OK or RESULT_ERROR.
 */
enum result whole_file_try(const char *option, const char *path);

/*
 * whole_file_write - write @size bytes of @text to @path, replacing a file
 *
 * The text is first written to a file without a name, or with another name, in
 * the same folder. So no reader ever sees a part of it, even if the command is
 * killed. If @path is no regular file, like a pipe, the text is written into
 * it. Returns 0 or an errno.
 */
int whole_file_write(const char *path, const char *text, size_t size);

/*
 * whole_file_save - do as whole_file_write() for the option @option
 *
 * If @text is NULL, there was no memory for it, which is a failure, too. Prints
 * the reason of a failure. Returns RESULT_OK or RESULT_ERROR.
 */
enum result whole_file_save(const char *option, const char *path,
			    const char *text, size_t size);

/*
 * whole_file_print - write what @print prints of @context, as whole_file_save()
 * does
 */
enum result whole_file_print(const char *option, const char *path,
			     void (*print)(FILE *out, const void *context),
			     const void *context);

/*
 * whole_file_or_line - write @text and a newline as whole_file_save() does
 *
 * @text is a string. It goes to standard output if @path is "-".
 */
enum result whole_file_or_line(const char *option, const char *path,
			       const char *text);

/*
 * whole_file_or_output - write @text as whole_file_save() does, or to standard
 * output if @path is "-"
 */
enum result whole_file_or_output(const char *option, const char *path,
				 const char *text, size_t size);

/*
 * whole_file_create - write @size bytes of @text to @path, where no file is yet
 *
 * As with whole_file_write(), no reader ever sees a part of the file. Returns
 * EEXIST if there is one of this name, whoever makes it and when: it stays as
 * it is. Returns 0 or another errno otherwise.
 */
int whole_file_create(const char *path, const char *text, size_t size);

/*
 * whole_file_replace - write @size bytes of @text to @path, replacing what has
 * this name
 *
 * Unlike whole_file_write() the function follows no link, and writes into no
 * pipe: these are replaced, too. So it is for files that nobody has named.
 * Returns 0 or an errno.
 */
int whole_file_replace(const char *path, const char *text, size_t size);

/*
 * Not more is read of any file: one that never ends must not take all memory. A
 * result of 512 CPUs with all their blocks of time is smaller.
 */
#define WHOLE_FILE_BYTES_MAX	(128UL << 20)

/*
 * whole_file_read - return what is in the file @path, and its length in *@size
 *
 * A 0 follows the last byte. Returns NULL with errno set if it cannot be read,
 * is no regular file, for which the function does not wait, or has more than
 * 128 MiB. The caller frees the text.
 */
char *whole_file_read(const char *path, size_t *size);

/*
 * whole_file_of_stream - do the same for the rest of the text @in, which stays
 * open
 *
 * The function waits for what a pipe brings. No more is read soon after a 0,
 * which no text has.
 */
char *whole_file_of_stream(FILE *in, size_t *size);

/*
 * whole_file_failed - print that @path was not written, because of errno @error
 *
 * This is for callers that write a file in another way. Returns RESULT_ERROR.
 */
enum result whole_file_failed(const char *option, const char *path, int error);

#endif /* RTLA_WHOLE_FILE_H */
