/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading a file line by line, whatever file it is: one that never ends, and
 * has no newline, must not take all memory.
 */
#ifndef RTLA_LINE_READER_H
#define RTLA_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* No file that the command reads has lines that are nearly as long. */
#define LINE_BYTES_MAX	(1 << 20)

/**
 * struct line_reader - a file and its line
 * @in: the file; the caller sets it, and closes it
 * @line: the last line that was read, with its newline if it has one, and a NUL
 *	after it; the caller may change it
 * @length: of @line, in bytes
 * @number: number of the line, counted from 1
 * @error: why there is no line: 0: the file has ended; EMSGSIZE: line @number
 *	is longer than LINE_BYTES_MAX; or another errno
 * @buffer: what was read, of which the line is a part
 * @size: room in @buffer, in bytes
 * @next: where the next line begins in it
 * @end: where it ends
 * @covered: the byte that was where the NUL after the line is
 * @ended: nothing follows what is in @buffer
 * @failed: why nothing follows: 0, or an errno
 */
struct line_reader {
	FILE *in;
	char *line;
	size_t length;
	unsigned long number;
	int error;
	char *buffer;
	size_t size;
	size_t next;
	size_t end;
	char covered;
	bool ended;
	int failed;
};

/*
 * line_read - read the next line
 *
 * Returns false at the end of the file, and if the line cannot be read.
 */
bool line_read(struct line_reader *reader);

/* line_reader_free - free the line */
void line_reader_free(struct line_reader *reader);

#endif /* RTLA_LINE_READER_H */
