// SPDX-License-Identifier: GPL-2.0
/*
 * Messages on stderr. One call is one line, written at once, so that lines of
 * several runs on one terminal do not mix.
 */
#include <stdarg.h>
#include <stdio.h>

#include "message.h"

static void say(const char *format, va_list args)
{
	char line[1024];

	vsnprintf(line, sizeof(line), format, args);
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
