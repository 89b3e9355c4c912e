/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The progress of a measurement in one line, for commands that show nothing
 * else before their end.
 */
#ifndef RTLA_PROGRESS_H
#define RTLA_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct progress - the progress of a measurement
 * @tool: name of the tool, like "timerlat"
 * @mode: name of the mode, like "hist"
 * @elapsed_ns: time since the measurement began; 0: it is still in the warm-up
 * @duration_ns: planned length of the measurement; 0: until a signal
 * @at_most: it may end before that
 * @samples: number of samples collected so far
 */
struct progress {
	const char *tool;
	const char *mode;
	uint64_t elapsed_ns;
	uint64_t duration_ns;
	bool at_most;
	uint64_t samples;
};

/* progress_format - write the line to @text, cut to @size; return @text */
const char *progress_format(const struct progress *progress, char *text,
			    size_t size);

/*
 * progress_show - show the line on stderr, no wider than the terminal
 *
 * Does nothing in a background job.
 */
void progress_show(const struct progress *progress);

/* progress_hide - remove the line */
void progress_hide(void);

#endif /* RTLA_PROGRESS_H */
