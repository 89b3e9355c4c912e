/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text form of the interface: the line that a shell writes to /dev/rtla in
 * order to start a session, and the line that it reads at the hit. See
 * include/uapi/rtla.h for both. This file knows neither files nor sessions.
 */
#ifndef _RTLA_TEXT_H
#define _RTLA_TEXT_H

#include <linux/types.h>

#include <uapi/rtla.h>

/* Room for the line of a hit, whatever its numbers are. */
#define TEXT_HIT_SIZE	160

/**
 * struct text_request - what a line asks for
 * @start: the configuration, without CPUs; all fields that the line does not
 *	set have their defaults
 * @cpus: the list of CPUs, a part of the line; NULL: all that are online
 * @tracing_off: a hit stops the trace
 * @bad: the word that is the reason of an error, a part of the line; NULL: no
 *	single word is
 * @reason: what is wrong: a sentence, or if there is @bad, its end
 */
struct text_request {
	struct rtla_start start;
	const char *cpus;
	bool tracing_off;
	const char *bad;
	const char *reason;
};

int rtla_text_parse(char *line, size_t length, struct text_request *request);
size_t rtla_text_hit(char *line, const struct rtla_hit *hit);

#endif /* _RTLA_TEXT_H */
