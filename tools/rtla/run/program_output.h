/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a program prints while a screen covers the terminal that it would print
 * to. It is read from a pseudo-terminal, so that the program buffers its output
 * as on the terminal itself, and written there as it came: when the terminal is
 * free, or when there is much of it.
 */
#ifndef RTLA_PROGRAM_OUTPUT_H
#define RTLA_PROGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct program_io;

struct program_output {
	int from;	/* where it is read; -1: nowhere, or no more */
	int to;		/* the program's end, until the program has it; or -1 */
	char *held;	/* what is not written yet */
	size_t size;	/* its length */
};

/* The program prints to the caller's own outputs. The functions do nothing. */
#define PROGRAM_OUTPUT_NONE \
	((struct program_output) { .from = -1, .to = -1 })

/*
 * program_output_open - let @io have what a program is to print to, of stdout
 * and stderr those that are a terminal
 *
 * Returns 0 or an errno. The caller calls program_output_close().
 */
int program_output_open(struct program_output *output, struct program_io *io);

/* program_output_given - the program has its end: close that of the caller */
void program_output_given(struct program_output *output);

/*
 * program_output_take - read what the program has printed, without waiting
 *
 * It may be read in parts. Returns whether there is room for more; if there is
 * none, program_output_show() makes it. When the program prints no more,
 * @output->from becomes -1.
 */
bool program_output_take(struct program_output *output);

/*
 * program_output_show - write the lines that are held to the terminal, which is
 * free
 *
 * A line without its end stays: when a screen ends, the terminal begins to
 * write at the left again.
 */
void program_output_show(struct program_output *output);

/* program_output_resize - tell the program the size of the terminal's window */
void program_output_resize(const struct program_output *output);

/*
 * program_output_close - show the rest, end the last line, and free all
 *
 * Processes that still have the other end get an error when they print.
 */
void program_output_close(struct program_output *output);

#endif /* RTLA_PROGRAM_OUTPUT_H */
