// SPDX-License-Identifier: GPL-2.0
/*
 * Settings on the kernel's command line: see command_line.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "tune/command_line.h"
#include "tune/course.h"
#include "tune/settings.h"

/* Take the next word off *@text; returns its length, or 0 after the last one. */
static size_t option_next(const char **text, const char **word)
{
	size_t length;

	*text += strspn(*text, " ");
	length = strcspn(*text, " ");
	*word = *text;
	*text += length;
	return length;
}

/* Return the length of the name of an option with @length bytes. */
static size_t option_name_length(const char *word, size_t length)
{
	const char *end = memchr(word, '=', length);

	return end ? (size_t)(end - word) : length;
}

/* Return whether an option of @options has the name of the option @word. */
static bool has_option_name(const char *options, const char *word,
			    size_t length)
{
	size_t name = option_name_length(word, length), other;
	const char *at;

	while ((other = option_next(&options, &at)))
		if (option_name_length(at, other) == name &&
		    !memcmp(at, word, name))
			return true;
	return false;
}

bool command_line_common(const char *a, const char *b)
{
	const char *word;
	size_t length;

	while ((length = option_next(&a, &word)))
		if (has_option_name(b, word, length))
			return true;
	return false;
}

static void put_option(FILE *out, const char *word, size_t length)
{
	fprintf(out, "%s%.*s", ftell(out) > 0 ? " " : "", (int)length, word);
}

/* Put the options of @from that @keeps says of. */
static void put_some(FILE *out, const char *from, const char *others,
		     bool (*keeps)(const char *others, const char *word,
				   size_t length))
{
	const char *word;
	size_t length;

	while ((length = option_next(&from, &word)))
		if (keeps(others, word, length))
			put_option(out, word, length);
}

static bool lacks_name(const char *others, const char *word, size_t length)
{
	return !has_option_name(others, word, length);
}

/* A boot loader that is used for one boot has other options of its own. */
static bool lacks_option(const char *others, const char *word, size_t length)
{
	static const char loaders[] = "BOOT_IMAGE= initrd=";
	char *option = strndup(word, length);
	bool lacks = option && !has_option_name(loaders, word, length) &&
		     !has_word(others, option);

	free(option);
	return lacks;
}

/* Return the memory of @out, or NULL if there was none. */
static char *closed_text(FILE *out, char **text)
{
	if (!out || fclose(out)) {
		free(*text);
		*text = NULL;
	}
	return *text;
}

static char *options_that_are_on(const struct settings *settings,
				 const struct candidate *candidate)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (int i = 0; out && i < settings->count; i++) {
		const char *options = setting_options(settings, i);

		if (options && candidate[i].on)
			put_option(out, options, strlen(options));
	}
	return closed_text(out, &text);
}

/* Return the command line with @options, as it was begun but for them. */
static char *expected_line(const char *begun, const char *options)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out) {
		put_some(out, begun, options, lacks_name);
		if (*options)
			put_option(out, options, strlen(options));
	}
	return closed_text(out, &text);
}

/* Return the options of @line that @other lacks. */
static char *options_without(const char *line, const char *other)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out)
		put_some(out, line, other, lacks_option);
	return closed_text(out, &text);
}

bool command_line_compare(struct command_line_change *change,
			  const char *begun, const char *now,
			  const struct settings *settings,
			  const struct candidate *candidate)
{
	char *expected;

	*change = (struct command_line_change) {
		.options = options_that_are_on(settings, candidate),
	};
	expected = change->options ? expected_line(begun, change->options) :
				     NULL;
	if (expected) {
		change->wanted = options_without(expected, now);
		change->instead = options_without(now, expected);
	}
	free(expected);
	return change->wanted && change->instead;
}

bool command_line_fits(const struct command_line_change *change)
{
	return !*change->wanted && !*change->instead;
}

void command_line_free(struct command_line_change *change)
{
	free(change->wanted);
	free(change->instead);
	free(change->options);
}
