// SPDX-License-Identifier: GPL-2.0
/*
 * The line that shows the progress: see progress.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/message.h"
#include "base/parse.h"
#include "view/progress.h"

#define CLOCK_LEN	32

/* Print a time like "00:01:10"; a day is "24:00:00". */
static const char *format_clock(uint64_t ns, char *text)
{
	uint64_t seconds = ns / NS_PER_SEC;

	snprintf(text, CLOCK_LEN, "%02" PRIu64 ":%02d:%02d", seconds / 3600,
		 (int)(seconds / 60 % 60), (int)(seconds % 60));
	return text;
}

static void format_time(const struct progress *progress, char *text,
			size_t size)
{
	uint64_t duration = progress->duration_ns;
	uint64_t elapsed = progress->elapsed_ns;
	char clock[3][CLOCK_LEN];

	if (!duration) {
		snprintf(text, size, "%s", format_clock(elapsed, clock[0]));
		return;
	}
	if (elapsed > duration)
		elapsed = duration;
	if (progress->at_most) {
		snprintf(text, size, "%s of at most %s",
			 format_clock(elapsed, clock[0]),
			 format_clock(duration, clock[1]));
		return;
	}
	snprintf(text, size, "%s of %s, %d %%, left %s",
		 format_clock(elapsed, clock[0]),
		 format_clock(duration, clock[1]),
		 (int)(100.0 * elapsed / duration),
		 /* Subtract the seconds shown, so that the times add up. */
		 format_clock(duration - elapsed / NS_PER_SEC * NS_PER_SEC,
			      clock[2]));
}

const char *progress_format(const struct progress *progress, char *text,
			    size_t size)
{
	char time[4 * CLOCK_LEN];

	if (!progress->elapsed_ns) {
		snprintf(text, size, "rtla: %s %s: warming up", progress->tool,
			 progress->mode);
		return text;
	}
	format_time(progress, time, sizeof(time));
	snprintf(text, size, "rtla: %s %s: %s, %" PRIu64 " %s", progress->tool,
		 progress->mode, time, progress->samples,
		 progress->samples == 1 ? "sample" : "samples");
	return text;
}

/*
 * Return the number of bytes for the line, with its final NUL, at most @size.
 * The last column stays free, because terminals differ in what they do after
 * writing to it. Two more columns stay free for the "^C" of a user.
 */
static size_t line_size(size_t size)
{
	struct winsize window;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) || window.ws_col < 3)
		return size;
	return window.ws_col - 2U < size ? window.ws_col - 2U : size;
}

void progress_show(const struct progress *progress)
{
	char line[256];

	if (message_line_is_seen())
		message_line(progress_format(progress, line,
					     line_size(sizeof(line))));
}

void progress_hide(void)
{
	message_line(NULL);
}
