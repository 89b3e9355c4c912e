// SPDX-License-Identifier: GPL-2.0
/*
 * Messages on stderr. One call is one line, written at once, so that lines of
 * several runs on one terminal do not mix.
 */
#include <stdarg.h>
#include <stdio.h>

#include "message.h"

/* What a terminal adds to the line when it is interrupted: "^C" */
#define ECHO_WIDTH	2

/* Of what is in the last line. */
static int line_width;

void message_line(const char *text)
{
	if (line_width)
		fprintf(stderr, "\r%*s\r", line_width + ECHO_WIDTH, "");
	line_width = text ? fprintf(stderr, "%s", text) : 0;
	fflush(stderr);
}

static void say(const char *format, va_list args)
{
	char line[1024];

	vsnprintf(line, sizeof(line), format, args);
	message_line(NULL);
	fprintf(stderr, "rtla: %s\n", line);
}

enum result fail(enum result result, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	return result;
}

void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
}

void debug(bool on, const char *format, ...)
{
	va_list args;

	if (!on)
		return;
	va_start(args, format);
	say(format, args);
	va_end(args);
}
