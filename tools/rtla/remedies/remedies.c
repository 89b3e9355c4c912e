// SPDX-License-Identifier: GPL-2.0
/*
 * Remedies and facts: see remedies.h.
 */
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "remedies/remedies.h"

#define SYSCTL_ROOT	"/proc/sys/"

const char *const fact_names[FACTS] = {
	[FACT_HERE] = "here",
	[FACT_CPU] = "cpu",
	[FACT_OTHERS] = "others",
	[FACT_OTHERS_MASK] = "others_mask",
	[FACT_MODEL] = "model",
	[FACT_DYNAMIC] = "dynamic",
	[FACT_PACKAGE] = "package",
	[FACT_NAME] = "name",
	[FACT_THREAD] = "thread",
	[FACT_PID] = "pid",
	[FACT_MOVABLE] = "movable",
	[FACT_ITS_CPUS] = "its_cpus",
	[FACT_POLICY] = "policy",
	[FACT_PRIORITY] = "priority",
	[FACT_LOWER] = "lower",
	[FACT_HIGHER] = "higher",
	[FACT_IRQ] = "irq",
	[FACT_MANAGED] = "managed",
	[FACT_SOFTIRQ] = "softirq",
	[FACT_FUNCTION] = "function",
	[FACT_MODULE] = "module",
	[FACT_PRINTED] = "printed",
	[FACT_CONSOLE_LEVEL] = "console_level",
	[FACT_FROM_USER] = "from_user",
	[FACT_CARRIED] = "carried",
	[FACT_SENDER] = "sender",
	[FACT_SENDER_PID] = "sender_pid",
	[FACT_SENDER_CPUS] = "sender_cpus",
	[FACT_TIMERLAT] = "timerlat",
	[FACT_UNRECORDED] = "unrecorded",
	[FACT_GUEST] = "guest",
	[FACT_SMIS] = "smis",
	[FACT_HOT] = "hot",
	[FACT_STEAL] = "steal",
	[FACT_IDLE_DRIVER] = "idle_driver",
	[FACT_GOVERNOR] = "governor",
	[FACT_TICKLESS] = "tickless",
};

void fact_set(struct facts *facts, enum fact fact, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(facts->text[fact], FACT_LEN, format, args);
	va_end(args);
	if (length >= FACT_LEN)
		*facts->text[fact] = '\0';
}

const char *remedy_sure_word(enum remedy_sure sure)
{
	static const char *const words[SURES] = {
		[SURE_CURES] = "cures",
		[SURE_LIKELY] = "likely",
		[SURE_PERHAPS] = "perhaps",
		[SURE_ASKS] = "asks",
	};

	return words[sure];
}

const char *remedy_when_word(enum remedy_when when)
{
	static const char *const words[WHENS] = {
		[WHEN_NOW] = "now",
		[WHEN_LOOK] = "look",
		[WHEN_MEASURED] = "measured",
		[WHEN_BOOTED] = "booted",
		[WHEN_OUTSIDE] = "outside",
		[WHEN_TOLD] = "told",
	};

	return words[when];
}

/* ---- Texts with facts ---------------------------------------------------- */

static enum fact fact_find(const char *name, size_t length)
{
	enum fact fact = 0;

	while (fact < FACTS && (strlen(fact_names[fact]) != length ||
				strncmp(name, fact_names[fact], length)))
		fact++;
	return fact;
}

/*
 * Write @text with the facts that it names to @to, of REMEDY_LEN bytes. Returns
 * false if one is not known, or if there is no room.
 */
static bool remedy_fill(char *to, const char *text, const struct facts *facts)
{
	size_t used = 0, length;

	*to = '\0';
	while (*text) {
		bool plain = *text != '{';
		const char *part = text;
		enum fact fact;

		length = strcspn(text + !plain, plain ? "{" : "}");
		text += plain ? length : length + 2;
		if (!plain) {
			fact = fact_find(part + 1, length);
			if (fact == FACTS || !*facts->text[fact])
				return false;
			part = facts->text[fact];
			length = strlen(part);
		}
		if (used + length >= REMEDY_LEN)
			return false;
		memcpy(to + used, part, length);
		used += length;
		to[used] = '\0';
	}
	return true;
}

/* ---- Which rows fit ------------------------------------------------------ */

/* Return whether @text matches one of @length bytes of patterns. */
static bool matches_any(const char *text, const char *patterns, size_t length)
{
	char pattern[64];

	while (length) {
		size_t one = 0;

		while (one < length && patterns[one] != '|')
			one++;
		snprintf(pattern, sizeof(pattern), "%.*s", (int)one, patterns);
		if (!fnmatch(pattern, text, 0))
			return true;
		one += one < length;
		patterns += one;
		length -= one;
	}
	return false;
}

/* Return whether a word of remedy->needs, of @length bytes, is true. */
static bool is_given(const char *word, size_t length, const struct facts *facts)
{
	bool not = *word == '!', given;
	const char *equals;
	size_t name;
	enum fact fact;

	word += not;
	length -= not;
	equals = memchr(word, '=', length);
	name = equals ? (size_t)(equals - word) : length;
	fact = fact_find(word, name);
	if (fact == FACTS)
		return false;
	given = *facts->text[fact] &&
		(!equals || matches_any(facts->text[fact], equals + 1,
					length - name - 1));
	return given != not;
}

static bool has_needs(const char *needs, const struct facts *facts)
{
	while (needs && *needs) {
		size_t length = strcspn(needs, " ");

		if (!is_given(needs, length, facts))
			return false;
		needs += length;
		needs += strspn(needs, " ");
	}
	return true;
}

/*
 * Return whether writing its value changes the file of a row; on another
 * machine, it may.
 */
static bool changes_file(const struct remedy *remedy, const struct facts *facts)
{
	char path[REMEDY_LEN], value[REMEDY_LEN], found[FACT_LEN];

	if (!remedy_fill(path, remedy->file, facts) ||
	    !remedy_fill(value, remedy->value, facts))
		return false;
	return !facts->read ||
	       (facts->read(path, found) && strcmp(found, value));
}

bool remedy_fits(const struct remedy *remedy, const struct facts *facts)
{
	char text[REMEDY_LEN];

	return has_needs(remedy->needs, facts) &&
	       remedy_fill(text, remedy->text, facts) &&
	       (!remedy->boot || remedy_fill(text, remedy->boot, facts)) &&
	       (!remedy->command || remedy_fill(text, remedy->command, facts)) &&
	       (!remedy->file || changes_file(remedy, facts));
}

/* ---- What it says -------------------------------------------------------- */

/* Print the command that writes @value to a file; return whether it has room. */
static bool remedy_print_write(char *to, const char *path, const char *value)
{
	size_t root = strlen(SYSCTL_ROOT);
	bool sysctl = !strncmp(path, SYSCTL_ROOT, root), fits;

	if (sysctl)
		fits = snprintf(to, REMEDY_LEN, "sysctl -w %s=%s", path + root,
				value) < REMEDY_LEN;
	else
		fits = snprintf(to, REMEDY_LEN, "echo %s >%s", value, path) <
		       REMEDY_LEN;
	for (char *at = to; sysctl && *at && *at != '='; at++)
		if (*at == '/')
			*at = '.';
	return fits;
}

static void expand_file(struct remedy_texts *texts, const struct remedy *remedy,
			const struct facts *facts)
{
	char path[REMEDY_LEN], value[REMEDY_LEN], found[FACT_LEN];

	if (!remedy_fill(path, remedy->file, facts) ||
	    !remedy_fill(value, remedy->value, facts) ||
	    !remedy_print_write(texts->command, path, value))
		*texts->command = '\0';
	if (!facts->read || !facts->read(path, found) ||
	    !remedy_print_write(texts->undo, path, found))
		*texts->undo = '\0';
}

void remedy_expand(struct remedy_texts *texts, const struct remedy *remedy,
		   const struct facts *facts)
{
	*texts = (struct remedy_texts) { .text = "" };
	remedy_fill(texts->text, remedy->text, facts);
	if (remedy->boot)
		remedy_fill(texts->boot, remedy->boot, facts);
	if (remedy->command)
		remedy_fill(texts->command, remedy->command, facts);
	if (remedy->undo && !remedy_fill(texts->undo, remedy->undo, facts))
		*texts->undo = '\0';
	if (remedy->file)
		expand_file(texts, remedy, facts);
}
