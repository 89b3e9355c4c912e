// SPDX-License-Identifier: GPL-2.0
/*
 * Messages on stderr: see message.h. Each line is printed by a single call, so
 * that lines of several runs on one terminal do not mix. The names in it may be
 * anybody's, so the whole line is made visible.
 */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/message.h"
#include "base/printable.h"
#include "base/wrap.h"

/* When the user interrupts the command, the terminal adds "^C" to the line. */
#define ECHO_WIDTH	2

#define LINE_SIZE	1024

/* The width of the text that message_line() has put into the last line. */
static int line_width;

void message_line(const char *text)
{
	char line[VISIBLE_LINE];

	if (line_width)
		fprintf(stderr, "\r%*s\r", line_width + ECHO_WIDTH, "");
	visible_line(line, sizeof(line), text ?: "");
	line_width = fprintf(stderr, "%s", line);
	fflush(stderr);
}

bool message_line_is_seen(void)
{
	/* Without a terminal there is no group in its foreground. */
	return tcgetpgrp(STDERR_FILENO) == getpgrp();
}

/* The function that fail() calls with its message: see message_listen(). */
static struct {
	void (*hear)(void *context, const char *text);
	void *context;
} listener;

void message_listen(void (*hear)(void *context, const char *text),
		    void *context)
{
	listener.hear = hear;
	listener.context = context;
}

static bool is_mute;

void message_mute(bool mute)
{
	is_mute = mute;
}

/* Print a line, on a terminal as several ones if it is longer than that. */
static void write_line(const char *line)
{
	char whole[VISIBLE_LINE], wrapped[2 * VISIBLE_LINE] = "";
	int begin = snprintf(whole, sizeof(whole), "rtla: ");
	size_t width = wrap_columns(STDERR_FILENO);
	FILE *out = width ? fmemopen(wrapped, sizeof(wrapped), "w") : NULL;

	visible_line(whole + begin, sizeof(whole) - begin, line);
	if (out)
		wrap_line(out, whole, width);
	message_line(NULL);
	if (out && !fclose(out))
		fputs(wrapped, stderr);
	else
		fprintf(stderr, "%s\n", whole);
}

static void message_say(const char *format, va_list args)
{
	char line[LINE_SIZE];

	vsnprintf(line, sizeof(line), format, args);
	write_line(line);
}

enum result fail(enum result result, const char *format, ...)
{
	char line[LINE_SIZE];
	va_list args;

	if (is_mute)
		return result;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	write_line(line);
	printable_line(line);
	if (listener.hear)
		listener.hear(listener.context, line);
	return result;
}

void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_say(format, args);
	va_end(args);
}

void debug(bool on, const char *format, ...)
{
	va_list args;

	if (!on)
		return;
	va_start(args, format);
	message_say(format, args);
	va_end(args);
}
