/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How far a measurement is, in one line: for those that show nothing before
 * their end.
 */
#ifndef RTLA_PROGRESS_H
#define RTLA_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct progress - what is known
 * @tool: "timerlat"
 * @mode: "hist"
 * @elapsed_ns: since it was measured; 0: it warms up
 * @duration_ns: how long it is going to be measured; 0: that is not known
 * @samples: that were collected
 */
struct progress {
	const char *tool;
	const char *mode;
	uint64_t elapsed_ns;
	uint64_t duration_ns;
	uint64_t samples;
};

/* progress_format - write the line, cut to @size; returns @text */
const char *progress_format(const struct progress *progress, char *text,
			    size_t size);

/* progress_show - on stderr, no wider than the terminal; progress_hide - end */
void progress_show(const struct progress *progress);
void progress_hide(void);

#endif /* RTLA_PROGRESS_H */
