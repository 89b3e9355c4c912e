/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line of a trace that was saved as text. What others have put before it or
 * changed in it, a console, the journal, grep, a mail program, a page of the
 * web, is taken away by input/. All that is known about the forms of the
 * tracers' own lines is in the tables of text_line.c.
 */
#ifndef RTLA_TEXT_LINE_H
#define RTLA_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Timestamps are rounded to microseconds. The time of an event is the latest
 * that it can have been: it was at most so many ns earlier.
 */
#define TEXT_RESOLUTION_NS	1000

enum text_line_kind {
	LINE_OTHER,		/* none of these; maybe a part of another */
	LINE_EMPTY,
	LINE_HEADER,		/* "# tracer: timerlat" */
	LINE_LOSS,		/* "CPU:1 [LOST 23 EVENTS]" */
	LINE_FRAME,		/* " => function" */
	LINE_EVENT,		/* columns, and the fields of an event */
	LINE_BEGIN,		/* some of these columns, and nothing after them */
};

/* The kinds of times that a line may have. */
enum text_line_time {
	TIME_OF_CLOCK,		/* ns of the trace clock */
	TIME_RELATIVE,		/* ns since the trace began */
	TIME_WITHOUT_UNIT,	/* a number of a clock that does not count time */
};

/**
 * struct text_line - what a line says; the pointers are into its text
 * @kind: what it is; only an event has the columns
 * @prefixed: something was before it
 * @rest: what follows: the fields, or the function of a frame, or all of it
 * @comm: name of the thread, of @comm_length bytes
 * @pid: its id
 * @cpu: the CPU; of a loss, too; -1: not known
 * @state: as "d.h3."; "": there is none. It ends at a blank
 * @when: what @time is
 * @time: the latest moment that was rounded to the time of the line, in ns
 */
struct text_line {
	enum text_line_kind kind;
	bool prefixed;
	char *rest;
	const char *comm;
	size_t comm_length;
	int pid;
	int cpu;
	const char *state;
	enum text_line_time when;
	uint64_t time;
};

/* text_line_parse - find out what the line @text is, after line_clean() */
void text_line_parse(struct text_line *line, char *text);

/*
 * text_line_frame - return the function in @text, a line of an unknown form
 * that follows a stack, or NULL if it has none
 */
char *text_line_frame(char *text);

#endif /* RTLA_TEXT_LINE_H */
