// SPDX-License-Identifier: GPL-2.0
/*
 * Remedies and facts: see remedies.h.
 */
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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
	[FACT_DELAYED_PRIO] = "delayed_prio",
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
	[FACT_AGAIN] = "again",
	[FACT_GUEST] = "guest",
	[FACT_SMIS] = "smis",
	[FACT_HOT] = "hot",
	[FACT_STEAL] = "steal",
	[FACT_IDLE_DRIVER] = "idle_driver",
	[FACT_GOVERNOR] = "governor",
	[FACT_NMI_HANDLER] = "nmi_handler",
	[FACT_TICKLESS] = "tickless",
	[FACT_CLASS] = "class",
	[FACT_DELAYED] = "delayed",
	[FACT_GROUP] = "group",
};

void fact_set(struct facts *facts, enum fact fact, const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	if (text && !*text) {
		free(text);
		text = NULL;
	}
	free(facts->text[fact]);
	facts->text[fact] = text;
}

void facts_free(struct facts *facts)
{
	for (int i = 0; i < FACTS; i++)
		free(facts->text[i]);
	*facts = (struct facts) { .read = NULL };
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

const struct remedy *remedy_find(const char *id)
{
	const struct remedy *remedy = remedies;

	while (strcmp(remedy->id, id))
		remedy++;
	return remedy;
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

/* Return the fact that is named at @at, as "{cpu}", or NULL. */
static const char *fact_at(const char *at, const struct facts *facts)
{
	enum fact fact = fact_find(at + 1, strcspn(at + 1, "}"));

	return fact == FACTS ? NULL : facts->text[fact];
}

/* Return whether all facts that @text names are known. */
static bool are_known(const char *text, const struct facts *facts)
{
	while ((text = strchr(text, '{')) && fact_at(text, facts))
		text++;
	return !text;
}

/*
 * Return @text with the facts that it names. Returns NULL if @text is, if one
 * is not known, or if there is no memory.
 */
static char *remedy_fill(const char *text, const struct facts *facts)
{
	char *filled = NULL;
	size_t size;
	FILE *out;

	if (!text || !are_known(text, facts))
		return NULL;
	out = open_memstream(&filled, &size);
	if (!out)
		return NULL;
	while (*text) {
		size_t plain = strcspn(text, "{");

		fprintf(out, "%.*s", (int)plain, text);
		text += plain;
		if (!*text)
			break;
		fputs(fact_at(text, facts), out);
		text += strcspn(text, "}") + 1;
	}
	if (!fclose(out))
		return filled;
	free(filled);
	return NULL;
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
	given = facts->text[fact] &&
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
	char *path = remedy_fill(remedy->file, facts);
	char *value = remedy_fill(remedy->value, facts);
	char *found = path && facts->read ? facts->read(path) : NULL;
	bool changes = path && value &&
		       (!facts->read || (found && strcmp(found, value)));

	free(path);
	free(value);
	free(found);
	return changes;
}

bool remedy_fits(const struct remedy *remedy, const struct facts *facts)
{
	return has_needs(remedy->needs, facts) &&
	       are_known(remedy->text, facts) &&
	       (!remedy->boot || are_known(remedy->boot, facts)) &&
	       (!remedy->command || are_known(remedy->command, facts)) &&
	       (!remedy->file || changes_file(remedy, facts));
}

/* ---- What it says -------------------------------------------------------- */

/* Return the command that writes @value to a file, or NULL. */
static char *write_command(const char *path, const char *value)
{
	size_t root = strlen(SYSCTL_ROOT);
	bool sysctl = !strncmp(path, SYSCTL_ROOT, root);
	char *command;
	int length;

	if (sysctl)
		length = asprintf(&command, "sysctl -w %s=%s", path + root,
				  value);
	else
		length = asprintf(&command, "echo %s > %s", value, path);
	if (length < 0)
		return NULL;
	for (char *at = command; sysctl && *at != '='; at++)
		if (*at == '/')
			*at = '.';
	return command;
}

static void expand_file(struct remedy_texts *texts, const struct facts *facts)
{
	char *found = facts->read ? facts->read(texts->file) : NULL;

	texts->command = write_command(texts->file, texts->value);
	if (found)
		texts->undo = write_command(texts->file, found);
	free(found);
}

void remedy_expand(struct remedy_texts *texts, const struct remedy *remedy,
		   const struct facts *facts)
{
	*texts = (struct remedy_texts) {
		.text = remedy_fill(remedy->text, facts),
		.boot = remedy_fill(remedy->boot, facts),
		.command = remedy_fill(remedy->command, facts),
		.undo = remedy_fill(remedy->undo, facts),
		.file = remedy_fill(remedy->file, facts),
		.value = remedy_fill(remedy->value, facts),
	};
	if (texts->file && texts->value)
		expand_file(texts, facts);
}

void remedy_texts_free(struct remedy_texts *texts)
{
	free(texts->text);
	free(texts->boot);
	free(texts->command);
	free(texts->undo);
	free(texts->file);
	free(texts->value);
}
