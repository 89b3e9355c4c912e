// SPDX-License-Identifier: GPL-2.0
/*
 * The text form of the interface: see text.h.
 *
 * The words have the names that the files and options of the kernel's own
 * tracers have in tracefs. A word only sets a field of &struct rtla_start;
 * whether its value and its company are allowed is decided where that structure
 * is checked, so that a line can start nothing that RTLA_IOC_START refuses.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "session/text.h"

#define TEXT_NS_PER_US		1000ULL

/* The words without a value that all kinds have. */
static const struct text_word text_flags[] = {
	{ .name = "PANIC_ON_STOP", .flag = RTLA_START_PANIC },
	{ }
};

/* The bits of the words that the line has had: see text_is_first(). */
#define SEEN_CPUS		31
#define SEEN_TRACING_OFF	30

/* Note what is wrong with the present word, and return @error. */
static int text_refuse(struct text_request *request, const char *reason,
		       int error)
{
	request->reason = reason;
	return error;
}

/* Return whether the word number @number comes for the first time. */
static bool text_is_first(u32 *seen, unsigned int number)
{
	bool first = !(*seen & BIT(number));

	*seen |= BIT(number);
	return first;
}

static int text_get_number(struct text_request *request, const char *value,
			   u64 *number)
{
	int ret = value ? kstrtou64(value, 10, number) : -EINVAL;

	if (ret == -ERANGE)
		return text_refuse(request, "has too large a number", -ERANGE);
	return ret ? text_refuse(request, "has no number after '='", ret) : 0;
}

static int text_set_time(struct text_request *request,
			 const struct text_word *word, const char *value)
{
	struct rtla_start *start = &request->start;
	u64 us, ns;
	int ret;

	ret = text_get_number(request, value, &us);
	if (ret)
		return ret;
	if (check_mul_overflow(us, TEXT_NS_PER_US, &ns))
		return text_refuse(request, "has too large a number", -ERANGE);
	memcpy((char *)start + word->at, &ns, sizeof(ns));
	start->flags |= word->flag;
	return 0;
}

static int text_set_flag(struct text_request *request,
			 const struct text_word *word, const char *value)
{
	if (value)
		return text_refuse(request, "takes no value", -EINVAL);
	request->start.flags |= word->flag;
	return 0;
}

static int text_set_tracing_off(struct text_request *request, const char *value)
{
	u64 number;
	int ret = text_get_number(request, value, &number);

	if (ret)
		return ret;
	if (number > 1)
		return text_refuse(request, "is neither 0 nor 1", -EINVAL);
	request->tracing_off = number;
	return 0;
}

/* Return the word @name of @words, or NULL. */
static const struct text_word *text_find(const struct text_word *words,
					 const char *name)
{
	for (; words->name; words++) {
		if (!strcmp(words->name, name))
			return words;
	}
	return NULL;
}

/* Refuse the word @name, which is none of this kind. */
static int text_refuse_word(struct text_request *request, const char *name)
{
	const struct text_words *const *other;

	for (other = rtla_words; *other; other++) {
		if (text_find((*other)->times, name) ||
		    text_find((*other)->flags, name))
			return text_refuse(request, "does not belong to this workload",
					   -EINVAL);
	}
	return text_refuse(request, "is unknown", -EINVAL);
}

/*
 * Find the word @name and apply it. @value is what follows '=', or NULL without
 * '='. @seen has a bit for each word that came before.
 */
static int text_set(struct text_request *request, const char *name,
		    const char *value, u32 *seen)
{
	static const char twice[] = "is there twice";
	const struct text_words *words = request->words;
	const struct text_word *word = text_find(words->times, name);

	if (word)
		return text_is_first(seen, word - words->times) ?
		       text_set_time(request, word, value) :
		       text_refuse(request, twice, -EINVAL);
	word = text_find(words->flags, name) ?: text_find(text_flags, name);
	if (word)
		return text_set_flag(request, word, value);
	if (!strcmp(name, "tracing_off"))
		return text_is_first(seen, SEEN_TRACING_OFF) ?
		       text_set_tracing_off(request, value) :
		       text_refuse(request, twice, -EINVAL);
	if (strcmp(name, "cpus"))
		return text_refuse_word(request, name);
	if (!text_is_first(seen, SEEN_CPUS))
		return text_refuse(request, twice, -EINVAL);
	request->cpus = value;
	return value ? 0 : text_refuse(request, "has no list of CPUs", -EINVAL);
}

/* Apply a word NAME or NAME=VALUE; @word is whole again after an error. */
static int text_apply(struct text_request *request, char *word, u32 *seen)
{
	char *equals = strchr(word, '=');
	int ret;

	request->bad = word;
	if (equals)
		*equals = '\0';
	ret = text_set(request, word, equals ? equals + 1 : NULL, seen);
	if (ret && equals)
		*equals = '=';
	return ret;
}

/* Refuse the first word of a line, and say what it can be. */
static int text_refuse_kind(struct text_request *request)
{
	const struct text_words *const *words;
	const struct text_word *word;
	size_t length;

	length = scnprintf(request->names, TEXT_NAMES_SIZE, "is none of");
	for (words = rtla_words; *words; words++) {
		for (word = (*words)->names; word->name; word++)
			length += scnprintf(request->names + length,
					    TEXT_NAMES_SIZE - length, " %s",
					    word->name);
	}
	return text_refuse(request, request->names, -EINVAL);
}

static int text_set_kind(struct text_request *request, const char *name)
{
	const struct text_words *const *words;
	const struct text_word *word;

	request->bad = name;
	for (words = rtla_words; *words; words++) {
		word = text_find((*words)->names, name);
		if (!word)
			continue;
		request->words = *words;
		request->start.workload = (*words)->workload;
		request->start.flags = word->flag;
		return 0;
	}
	return text_refuse_kind(request);
}

/**
 * rtla_text_parse - read the line that starts a session
 * @line: the line, and a NUL after its end; is cut into words
 * @length: its bytes, without that NUL
 * @request: set to what the line asks for; after an error @request->reason says
 *	what is wrong, and @request->bad with which word
 *
 * Return: 0; -EINVAL for a malformed line; -ERANGE for a number that is too
 * large for any field. Context: any.
 */
int rtla_text_parse(char *line, size_t length, struct text_request *request)
{
	char *word;
	u32 seen = 0;
	int ret = 0;

	*request = (struct text_request) { .tracing_off = true };
	request->start.size = sizeof(request->start);
	if (length && line[length - 1] == '\n')
		line[--length] = '\0';
	if (memchr(line, '\n', length) || memchr(line, '\0', length))
		return text_refuse(request, "it is not one line", -EINVAL);
	while (!ret && (word = strsep(&line, " \t"))) {
		if (!*word)
			continue;
		ret = request->words ? text_apply(request, word, &seen) :
				       text_set_kind(request, word);
	}
	if (ret)
		return ret;
	if (!request->words)
		return text_refuse(request, "it is empty", -EINVAL);
	request->bad = NULL;
	request->words->complete(&request->start, seen);
	return 0;
}

/* Return the word of a context, which is that of a kind with words. */
static const char *text_of_context(unsigned int context)
{
	const struct text_words *const *words;
	unsigned int number;

	for (words = rtla_words; *words; words++) {
		number = context - (*words)->first;
		if (number < RTLA_STOPS_MAX && (*words)->contexts[number])
			return (*words)->contexts[number];
	}
	return "?";
}

/**
 * rtla_text_hit - write the line of a hit
 * @line: room for TEXT_HIT_SIZE bytes
 * @hit: the hit
 *
 * Return: the length of the line, with its newline. Context: any.
 */
size_t rtla_text_hit(char *line, const struct rtla_hit *hit)
{
	return scnprintf(line, TEXT_HIT_SIZE,
			 "hit cpu %u %s %llu ns threshold %llu ns #%u t_w %llu\n",
			 hit->cpu, text_of_context(hit->context),
			 hit->latency_ns, hit->threshold_ns, hit->seqnum,
			 hit->t_w_ns);
}
