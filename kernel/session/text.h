/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text form of the interface: the line that a shell writes to /dev/rtla in
 * order to start a session, and the line that it reads at the hit. See
 * include/uapi/rtla.h for both. Each kind of session that such a line can start
 * has words of its own. This file knows neither files nor sessions.
 */
#ifndef _RTLA_TEXT_H
#define _RTLA_TEXT_H

#include <linux/stddef.h>
#include <linux/types.h>

#include <uapi/rtla.h>

/* Room for the line of a hit, whatever its numbers are. */
#define TEXT_HIT_SIZE	160

/* Room for the names of all kinds, with which a line can begin. */
#define TEXT_NAMES_SIZE	80

/* TEXT_FIELD - where a field is that a word sets */
#define TEXT_FIELD(field)	offsetof(struct rtla_start, field)

/**
 * struct text_word - a word of a line
 * @name: the word; NULL: it is the end of the words
 * @flag: the flag of RTLA_IOC_START that it sets; 0: none
 * @at: of a word with a value in microseconds: TEXT_FIELD() of its time in ns
 */
struct text_word {
	const char *name;
	u32 flag;
	u16 at;
};

/**
 * struct text_words - the words of a kind of session
 * @workload: the kind, one of &enum rtla_workload
 * @first: its first context
 * @names: the first words of its lines
 * @times: the words that have a value in microseconds, 30 at most
 * @flags: the words that have none
 * @complete: set what the line does not; @seen has a bit for each of the @times
 *	that the line has
 * @contexts: the words of its hits, in the order of its contexts
 */
struct text_words {
	u32 workload;
	u32 first;
	const struct text_word *names;
	const struct text_word *times;
	const struct text_word *flags;
	void (*complete)(struct rtla_start *start, u32 seen);
	const char *contexts[RTLA_STOPS_MAX];
};

/*
 * Those of all kinds that a line can start, and NULL after the last one: see
 * kinds.c.
 */
extern const struct text_words *const rtla_words[];

/**
 * struct text_request - what a line asks for
 * @start: the configuration, without CPUs; all fields that the line does not
 *	set have their defaults
 * @words: the words of its kind; NULL: the line has not named one
 * @cpus: the list of CPUs, a part of the line; NULL: all that are online
 * @tracing_off: a hit stops the trace
 * @bad: the word that is the reason of an error, a part of the line; NULL: no
 *	single word is
 * @reason: what is wrong: a sentence, or if there is @bad, its end
 * @names: room for a @reason that names the kinds
 */
struct text_request {
	struct rtla_start start;
	const struct text_words *words;
	const char *cpus;
	bool tracing_off;
	const char *bad;
	const char *reason;
	char names[TEXT_NAMES_SIZE];
};

int rtla_text_parse(char *line, size_t length, struct text_request *request);
size_t rtla_text_hit(char *line, const struct rtla_hit *hit);

#endif /* _RTLA_TEXT_H */
