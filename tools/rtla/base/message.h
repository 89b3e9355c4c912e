/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Messages that the command prints on stderr besides its data, and its exit
 * codes. A message is one line, and may have names with any bytes in it: what
 * is not printable becomes '?'.
 */
#ifndef RTLA_MESSAGE_H
#define RTLA_MESSAGE_H

#include <stdbool.h>

/* Exit codes. Functions that can fail return one, RESULT_OK for success. */
enum result {
	RESULT_OK = 0,		/* success, no hit and no failed gate */
	RESULT_ERROR = 1,	/* the result cannot be trusted */
	RESULT_HIT = 2,		/* a hit, a failed gate, or a bad finding */
	RESULT_CANNOT = 4,	/* not possible on this machine as it is */
	RESULT_USAGE = 129,	/* the command line is wrong */
	RESULT_NAMES = 130,	/* --list-opts; the same in upstream's rtla */
};

/*
 * fail - print "rtla: THING: reason: what to do", and return @result
 *
 * The function that knows the thing and the reason calls this, once. Its
 * callers only pass the result on.
 */
enum result fail(enum result result, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * message_listen - have @hear called with each message of fail(), too
 *
 * @context is passed to @hear. With @hear NULL no function is called any more.
 */
void message_listen(void (*hear)(void *context, const char *text),
		    void *context);

/*
 * message_mute - print no messages of fail(), and tell no one of them, until it
 * is called with false: to find out whether something would fail
 */
void message_mute(bool mute);

/* note - print a message that is worth knowing, and does not end the run */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* debug - print a message of --debug, if @on */
void debug(bool on, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * message_line - show @text, without a newline, in the last line
 *
 * This is for a text that is worth knowing only now, like progress: the next
 * message or the next text overwrites it. NULL removes it.
 */
void message_line(const char *text);

/*
 * message_line_is_seen - return whether somebody may see what message_line()
 * shows
 *
 * That is so if stderr is a terminal, and this is no job in the background,
 * which leaves the terminal to the other jobs.
 */
bool message_line_is_seen(void);

#endif /* RTLA_MESSAGE_H */
