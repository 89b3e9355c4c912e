// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers and priorities on the command line: see parse.h.
 */
#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"

/* The scheduler's own figures: that of nice 0, and that of SCHED_DEADLINE. */
#define PRIO_NICE_0	120
#define PRIO_DEADLINE	(-1)

/*
 * Read the digits at *@text, and advance *@text past them. Returns NULL, or the
 * reason of a failure.
 */
static const char *read_digits(const char **text, int64_t *value)
{
	int64_t sum = 0;

	if (!isdigit((unsigned char)**text))
		return "not a number";
	for (; isdigit((unsigned char)**text); (*text)++)
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, **text - '0', &sum))
			return "too large";
	*value = sum;
	return NULL;
}

const char *parse_number(const char *text, int64_t *value)
{
	bool negative = *text == '-';
	const char *reason;

	text += negative;
	reason = read_digits(&text, value);
	if (!reason && *text)
		reason = "not a number";
	if (!reason && negative)
		*value = -*value;
	return reason;
}

const char *parse_id(const char *text, int max, int *id)
{
	char *end;
	long value;

	if (!isdigit((unsigned char)*text))
		return "not a number";
	errno = 0;
	value = strtol(text, &end, 0);
	if (*end)
		return "not a number";
	if (errno || value > max)
		return "too large";
	if (!value)
		return "0 is none";
	*id = value;
	return NULL;
}

static const char *parse_nice(const char *text, struct priority *priority)
{
	const char *reason;
	int64_t value;

	reason = parse_number(text, &value);
	if (reason)
		return reason;
	if (value < -20 || value > 19)
		return "out of range, nice is -20 to 19";
	priority->nice = value;
	return NULL;
}

static const char *parse_realtime(const char *text, struct priority *priority)
{
	const char *reason;
	int64_t value;

	reason = parse_number(text, &value);
	if (reason)
		return reason;
	if (value < 1 || value > 99)
		return "out of range, a real-time priority is 1 to 99";
	priority->priority = value;
	return NULL;
}

static const char *parse_deadline(const char *text, struct priority *priority)
{
	const char *colon = strchr(text, ':');
	int64_t runtime, period;
	const char *reason;
	char first[32];

	if (!colon)
		return "no period";
	if (colon - text >= (int)sizeof(first))
		return AMOUNT_TOO_LARGE;
	snprintf(first, sizeof(first), "%.*s", (int)(colon - text), text);
	reason = parse_time(first, 0, &runtime);
	if (!reason)
		reason = parse_time(colon + 1, 0, &period);
	if (reason)
		return reason;
	if (runtime <= 0)
		return runtime ? "the runtime is negative" : "the runtime is 0";
	if (runtime > period)
		return "the runtime is longer than the period";
	priority->runtime_ns = runtime;
	priority->period_ns = period;
	return NULL;
}

static const struct policy_word {
	const char *name;
	char letter;
	int policy;
	const char *example;
	const char *(*parse)(const char *text, struct priority *priority);
} policy_words[] = {
	{ "other", 'o', SCHED_OTHER, "0", parse_nice },
	{ "rr", 'r', SCHED_RR, "50", parse_realtime },
	{ "fifo", 'f', SCHED_FIFO, "95", parse_realtime },
	{ "deadline", 'd', SCHED_DEADLINE, "100us:1ms", parse_deadline },
};

#define POLICY_WORDS	((int)(sizeof(policy_words) / sizeof(policy_words[0])))

/* Return the policy whose letter or name the @length bytes of @text are, or NULL. */
static const struct policy_word *find_policy(const char *text, size_t length)
{
	for (int i = 0; i < POLICY_WORDS; i++) {
		const struct policy_word *word = &policy_words[i];

		if (strlen(word->name) == length ?
		    !strncasecmp(word->name, text, length) :
		    length == 1 && word->letter == tolower((unsigned char)*text))
			return word;
	}
	return NULL;
}

const char *parse_priority(const char *text, struct priority *priority)
{
	struct priority parsed = { .given = true };
	size_t length = strcspn(text, ":");
	const struct policy_word *word = find_policy(text, length);
	const char *reason;

	if (!word || !text[length])
		return "not a priority";
	parsed.policy = word->policy;
	reason = word->parse(text + length + 1, &parsed);
	if (!reason)
		*priority = parsed;
	return reason;
}

const char *priority_hint(const char *text, char *hint)
{
	size_t letters = strcspn(text, ":0123456789");
	const struct policy_word *word = find_policy(text, letters);
	struct priority parsed;

	if (!letters)
		word = find_policy("f", 1);
	if (!word)
		return PRIORITY_FORMS;
	snprintf(hint, PRIORITY_LEN, "one like %c:%.*s", word->letter,
		 PRIORITY_LEN - 16,
		 text[letters] ? text + letters : word->example);
	return parse_priority(hint + strlen("one like "), &parsed) ?
	       PRIORITY_FORMS : hint;
}

const char *policy_name(int policy)
{
	switch (policy) {
	case SCHED_OTHER:
		return "SCHED_OTHER";
	case SCHED_FIFO:
		return "SCHED_FIFO";
	case SCHED_RR:
		return "SCHED_RR";
	case SCHED_BATCH:
		return "SCHED_BATCH";
	case SCHED_IDLE:
		return "SCHED_IDLE";
	case SCHED_DEADLINE:
		return "SCHED_DEADLINE";
	default:
		return "SCHED_?";
	}
}

const char *priority_print(const struct priority *priority,
			   const char *otherwise, char *text)
{
	if (!priority->given)
		snprintf(text, PRIORITY_LEN, "%s", otherwise);
	else if (priority->policy == SCHED_DEADLINE)
		snprintf(text, PRIORITY_LEN, "d:%" PRIu64 "ns:%" PRIu64 "ns",
			 priority->runtime_ns, priority->period_ns);
	else if (priority->policy == SCHED_OTHER)
		snprintf(text, PRIORITY_LEN, "o:%d", priority->nice);
	else
		snprintf(text, PRIORITY_LEN, "%c:%d",
			 priority->policy == SCHED_RR ? 'r' : 'f',
			 priority->priority);
	return text;
}

int priority_in_kernel(const struct priority *priority, int otherwise)
{
	if (!priority->given)
		return otherwise;
	switch (priority->policy) {
	case SCHED_DEADLINE:
		return PRIO_DEADLINE;
	case SCHED_OTHER:
		return PRIO_NICE_0 + priority->nice;
	default:
		return PRIO_RT_MAX - priority->priority;
	}
}
