/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tool says besides its data, on stderr, and with what it exits.
 */
#ifndef RTLA_MESSAGE_H
#define RTLA_MESSAGE_H

#include <stdbool.h>

/* Exit codes; functions that can fail return one of them, 0 for success. */
enum result {
	RESULT_OK = 0,		/* measured, no threshold hit */
	RESULT_ERROR = 1,	/* the result cannot be trusted */
	RESULT_HIT = 2,		/* a threshold was hit */
	RESULT_CANNOT = 4,	/* cannot measure here */
	RESULT_USAGE = 129,	/* the command line is wrong */
	RESULT_NAMES = 130,	/* --list-opts, as upstream has it */
};

/*
 * fail - say "rtla: THING: reason: what to do", return @result
 *
 * Whoever knows the thing and the reason calls this, once; the callers above
 * only hand the result on.
 */
enum result fail(enum result result, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* message_listen - have @hear called with what fail() says, too; NULL: no more */
void message_listen(void (*hear)(void *context, const char *text),
		    void *context);

/* note - something worth knowing that stops nothing */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* debug - a line for --debug, which is @on or not */
void debug(bool on, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * message_line - have @text as the last line of a terminal, without its end
 *
 * For what is worth knowing only now: it gives way to the next message, and to
 * the next text. NULL takes it away.
 */
void message_line(const char *text);

#endif /* RTLA_MESSAGE_H */
