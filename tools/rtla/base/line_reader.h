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
 * @line: the last line that was read, with its newline if it has one
 * @size: room for @line, in bytes
 * @number: number of the line, counted from 1
 * @error: why there is no line: 0: the file has ended; EMSGSIZE: line @number
 *	is longer than LINE_BYTES_MAX; or another errno
 */
struct line_reader {
	FILE *in;
	char *line;
	size_t size;
	unsigned long number;
	int error;
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
