// SPDX-License-Identifier: GPL-2.0
/*
 * The parser of command lines. getopt_long() does not fit: it supports neither
 * --no-NAME nor an optional value that is a word of its own.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/amount.h"
#include "base/cpus.h"
#include "base/message.h"
#include "base/parse.h"
#include "base/spelling.h"
#include "options/habit.h"
#include "options/invocation.h"
#include "options/operands.h"
#include "options/options.h"

#define NAME_SIZE	32	/* room for an option's name, with "no-" */
#define MATCHES		128	/* options that an ambiguous name may mean */
#define MATCHES_NAMED	8	/* of these, as many are named in the message */

/* The words of the command line, and how far they are parsed. */
struct words {
	const struct option_set *set;
	void *config;
	char *const *next;	/* the first word that is not parsed yet */
	char *const *end;
};

/* An option that a long name may mean; @negated: its --no-NAME. */
struct match {
	const struct option_row *row;
	bool negated;
};

enum options_result options_wrong(const struct option_set *set,
				  const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fail(RESULT_USAGE, "%s", text);
	fprintf(stderr, "Try '%s --help'.\n", set->command);
	return OPTIONS_WRONG;
}

static bool is_no(const char *name)
{
	return !strncmp(name, "no-", 3);
}

bool option_can_negate(const struct option_row *row)
{
	switch (row->type) {
	case OPTION_PARSED:
	case OPTION_HELP:
	case OPTION_VERSION:
	case OPTION_NAMES:
		return false;
	default:
		return !row->no_undo;
	}
}

const struct option_row *options_row(const struct option_set *set, int index)
{
	const struct option_group *const *group;
	const struct option_row *row;

	for (group = set->groups; *group; group++)
		for (row = (*group)->rows; row->name; row++)
			if (!index--)
				return row;
	return NULL;
}

/* Write the name of @match; if it is negated, "no-" is put on or taken off. */
static void spell(const struct match *match, char *text, size_t size)
{
	const char *name = match->row->name;

	if (match->negated && is_no(name))
		snprintf(text, size, "%s", name + 3);
	else
		snprintf(text, size, "%s%s", match->negated ? "no-" : "", name);
}

/*
 * Return whether @name is an option's own name. It then takes precedence over
 * the negation of another option: "--no-irq" may be an option although there is
 * "--irq".
 */
static bool is_shadowed(const struct option_set *set, const char *name)
{
	const struct option_row *row;

	for (int i = 0; (row = options_row(set, i)); i++)
		if (!strcmp(row->name, name))
			return true;
	return false;
}

/*
 * Fill @matches with up to @size options that the @length characters of @text
 * may mean, and return how many. An exact name means only that option.
 */
static int find_matches(const struct option_set *set, const char *text,
			size_t length, struct match *matches, int size)
{
	const struct option_row *row;
	char name[NAME_SIZE];
	int count = 0;

	for (int i = 0; (row = options_row(set, i / 2)); i++) {
		struct match match = { .row = row, .negated = i % 2 };

		if (match.negated && !option_can_negate(row))
			continue;
		spell(&match, name, sizeof(name));
		if (strncmp(name, text, length))
			continue;
		if (match.negated && is_shadowed(set, name))
			continue;
		if (strlen(name) == length) {
			matches[0] = match;
			return 1;
		}
		if (count < size)
			matches[count++] = match;
	}
	return count;
}

/* Drop options that yield, unless all do; return how many matches are left. */
static int drop_yielding(struct match *matches, int count)
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (!matches[i].row->yields)
			matches[kept++] = matches[i];
	return kept ?: count;
}

static enum options_result ambiguous(const struct option_set *set,
				     const char *word,
				     const struct match *matches, int count)
{
	int named = count > MATCHES_NAMED ? MATCHES_NAMED : count;
	char name[NAME_SIZE];
	char text[512] = "";

	for (int i = 0; i < named; i++) {
		size_t used = strlen(text);

		spell(&matches[i], name, sizeof(name));
		snprintf(text + used, sizeof(text) - used, "%s--%s",
			 !i ? "" : i < count - 1 ? ", " : " or ", name);
	}
	if (named < count)
		return options_wrong(set, "%s: ambiguous option: it could be %s or %d others",
				     word, text, count - named);
	return options_wrong(set, "%s: ambiguous option: it could be %s", word,
			     text);
}

static const struct option_row *find_letter(const struct option_set *set,
					    char letter)
{
	const struct option_row *row;

	for (int i = 0; (row = options_row(set, i)); i++)
		if (row->letter == letter)
			return row;
	return NULL;
}

static bool takes_value(const struct option_row *row)
{
	switch (row->type) {
	case OPTION_FLAG:
	case OPTION_HELP:
	case OPTION_VERSION:
	case OPTION_NAMES:
		return false;
	default:
		return true;
	}
}

static size_t field_size(const struct option_row *row)
{
	switch (row->type) {
	case OPTION_FLAG:
		return sizeof(bool);
	case OPTION_NUMBER:
		return sizeof(int64_t);
	case OPTION_CPUS:
		return sizeof(struct cpus);
	case OPTION_PRIORITY:
		return sizeof(struct priority);
	case OPTION_TEXT:
		return sizeof(const char *);
	case OPTION_CHOICE:
		return sizeof(int);
	default:
		return 0;
	}
}

static void restore_default(const struct words *words,
			    const struct option_row *row)
{
	if (row->set)
		row->set(words->config, 0);
	if (row->set_time)
		row->set_time(words->config, 0);
	if (row->add)
		row->add(words->config, 0, 0);
	if (!row->set || row->type == OPTION_CPUS)
		memcpy((char *)words->config + row->field,
		       (const char *)words->set->defaults + row->field,
		       field_size(row));
}

/* Return the units that @row's number may have, or NULL; @step: its own unit. */
static const struct amount_unit *units_of(const struct option_row *row,
					  int64_t *step)
{
	const struct amount_unit *lists[] = { amount_times, amount_sizes };

	for (int i = 0; row->unit && i < 2; i++) {
		const char *name = row->unit;

		*step = amount_unit_at(&name, lists[i]);
		if (*step)
			return lists[i];
	}
	return NULL;
}

/* Print, like "--period 9: out of range [100, 1000]: give 100 to 1000 us". */
static enum options_result wrong_number(const struct words *words,
					const struct option_row *row,
					const char *value, const char *reason)
{
	int64_t step;
	const struct amount_unit *units = units_of(row, &step);
	char range[64];

	if (!reason)
		snprintf(range, sizeof(range), "out of range [%lld, %lld]",
			 (long long)row->min, (long long)row->max);
	if (units == amount_times && step >= NS_PER_SEC)
		return options_wrong(words->set, "--%s %s: %s: give seconds, or with a unit like 5min",
				     row->name, value, reason ?: range);
	return options_wrong(words->set, "--%s %s: %s: give %lld to %lld%s%s%s",
			     row->name, value, reason ?: range,
			     (long long)row->min, (long long)row->max,
			     row->unit ? " " : "", row->unit ?: "",
			     units == amount_sizes ? ", or with a unit like 10M" :
			     units ? ", or with a unit like 30us" :
			     row->set_time ? ", or a time like 5us" : "");
}

/* Read a number in the unit of @row. Returns NULL, or the reason of a failure. */
static const char *read_number(const struct option_row *row, const char *value,
			       int64_t *number)
{
	int64_t step;
	const struct amount_unit *units = units_of(row, &step);
	const char *reason;

	if (!units)
		return parse_number(value, number);
	reason = parse_amount(value, units, step, step, number);
	if (!reason)
		*number /= step;
	return reason;
}

/* Read a number, and check the range as typed; prints what is wrong. */
static enum options_result take_number(const struct words *words,
				       const struct option_row *row,
				       const char *value, int64_t *number)
{
	const char *reason = read_number(row, value, number);

	if (reason || *number < row->min || *number > row->max)
		return wrong_number(words, row, value, reason);
	return OPTIONS_OK;
}

/* Set a number that may be several: each is checked as if it were alone. */
static enum options_result add_numbers(const struct words *words,
				       const struct option_row *row,
				       const char *value)
{
	enum options_result result;
	char word[32];

	for (int index = 0; ; index++) {
		size_t length = strcspn(value, ",");
		int64_t number;

		snprintf(word, sizeof(word), "%.*s", (int)length, value);
		result = length < sizeof(word) ?
			 take_number(words, row, word, &number) :
			 wrong_number(words, row, word, "too long");
		if (result)
			return result;
		if (!row->add(words->config, number * (row->scale ?: 1), index))
			return options_wrong(words->set, "--%s: too many numbers: give up to %d",
					     row->name, index);
		if (!value[length])
			return OPTIONS_OK;
		value += length + 1;
	}
}

/* Set a number: check the range as typed, store it scaled. */
static enum options_result options_set_number(const struct words *words,
					      const struct option_row *row,
					      const char *value)
{
	int64_t scale = row->scale ?: 1;
	enum options_result result;
	int64_t number, ns;

	if (row->add)
		return add_numbers(words, row, value);
	/* A bare number is in the unit that is shown, and so no time yet. */
	if (row->set_time && !parse_time(value, 0, &ns) && ns > 0) {
		row->set_time(words->config, ns);
		return OPTIONS_OK;
	}
	result = take_number(words, row, value, &number);
	if (result)
		return result;
	if (row->set_time)
		row->set_time(words->config, 0);
	if (row->set)
		row->set(words->config, number * scale);
	else
		*(int64_t *)((char *)words->config + row->field) =
			number * scale;
	return OPTIONS_OK;
}

static enum options_result set_choice(const struct words *words,
				      const struct option_row *row,
				      const char *value)
{
	int *field = (void *)((char *)words->config + row->field);
	char list[128] = "";

	for (int i = 0; row->choices[i]; i++) {
		size_t used = strlen(list);

		if (!strcmp(row->choices[i], value)) {
			*field = i;
			return OPTIONS_OK;
		}
		snprintf(list + used, sizeof(list) - used, "%s%s",
			 !i ? "" : row->choices[i + 1] ? ", " : " or ",
			 row->choices[i]);
	}
	return options_wrong(words->set, "--%s %s: unknown: give %s", row->name,
			     value, list);
}

/* Set a text; @value is NULL if it was left out. */
static enum options_result set_text(const struct words *words,
				    const struct option_row *row,
				    const char *value)
{
	const char **field = (void *)((char *)words->config + row->field);
	const char *const *fallback =
		(const void *)((const char *)words->set->defaults +
			       row->fallback);

	if (!value)
		value = row->fallback ? *fallback : "";
	*field = value;
	return OPTIONS_OK;
}

static enum options_result set_cpus(const struct words *words,
				    const struct option_row *row,
				    const char *value)
{
	struct cpus *cpus = (void *)((char *)words->config + row->field);
	bool word = row->word && !strcmp(value, row->word);
	struct cpus parsed, present, missing;
	char text[256];

	if (row->set)
		row->set(words->config, word);
	if (word) {
		*cpus = (struct cpus){ { 0 } };
		return OPTIONS_OK;
	}
	/* Without a list, an option with a word is for all CPUs that are online. */
	if (!strcmp(value, "all")) {
		if (row->word)
			*cpus = (struct cpus){ { 0 } };
		else
			cpus_online(cpus);
		return OPTIONS_OK;
	}
	cpus_present(&present);
	if (!cpus_parse(&parsed, value))
		return options_wrong(words->set,
				     "--%s %s: character %zu: not a list of CPUs: give one like 0-3,5%s%s",
				     row->name, value, cpus_wrong(value),
				     row->word ? ", or " : "", row->word ?: "");
	missing = cpus_without(&parsed, &present);
	if (!cpus_empty(&missing))
		return options_wrong(words->set,
				     "--%s %s: no such CPU: this machine has %s",
				     row->name, value,
				     cpus_format(&present, text, sizeof(text)));
	*cpus = parsed;
	return OPTIONS_OK;
}

static enum options_result set_parsed(const struct words *words,
				      const struct option_row *row,
				      const char *value)
{
	const char *reason = row->parse(words->config, value);

	if (!reason)
		return OPTIONS_OK;
	return options_wrong(words->set, "--%s %s: %s", row->name, value,
			     reason);
}

static bool begins_with_word(const struct option_row *row, const char *value)
{
	return row->word && !strncmp(value, row->word, strlen(row->word));
}

static enum options_result set_value(const struct words *words,
				     const struct option_row *row,
				     const char *value)
{
	void *field = (char *)words->config + row->field;
	char hint[PRIORITY_LEN];
	const char *reason;

	switch (row->type) {
	case OPTION_FLAG:
		*(bool *)field = true;
		return OPTIONS_OK;
	case OPTION_NUMBER:
		return begins_with_word(row, value) ?
		       set_parsed(words, row, value) :
		       options_set_number(words, row, value);
	case OPTION_CHOICE:
		return set_choice(words, row, value);
	case OPTION_CPUS:
		return set_cpus(words, row, value);
	case OPTION_PRIORITY:
		reason = parse_priority(value, field);
		if (!reason)
			return OPTIONS_OK;
		return options_wrong(words->set, "--%s %s: %s: give %s",
				     row->name, value, reason,
				     priority_hint(value, hint));
	case OPTION_TEXT:
		return set_text(words, row, value);
	case OPTION_PARSED:
		return set_parsed(words, row, value);
	case OPTION_HELP:
		return OPTIONS_HELP;
	case OPTION_VERSION:
		return OPTIONS_VERSION;
	case OPTION_NAMES:
		return OPTIONS_NAMES;
	}
	return OPTIONS_OK;
}

/* Return whether the next word is the value of @row, which may be left out. */
static bool is_value(const struct option_row *row, const char *word)
{
	/*
	 * "-" is a value, too, if the option has no fallback text: it means
	 * standard output, as does leaving the value out.
	 */
	return *word != '-' || (!word[1] && !row->fallback);
}

/*
 * Apply the option of @row. @value is the value that was attached to the
 * option, or NULL if none was: then it may be the next word.
 */
static enum options_result apply(struct words *words,
				 const struct option_row *row,
				 const char *value)
{
	if (takes_value(row) && !value && words->next < words->end &&
	    (!row->optional || is_value(row, *words->next)))
		value = *words->next++;
	if (takes_value(row) && !row->optional && !value)
		return options_wrong(words->set, "--%s: value missing: give %s",
				     row->name, row->arg);
	if (value && !*value)
		return options_wrong(words->set, "--%s: empty value: give %s%s",
				     row->name, row->arg,
				     row->optional ? " or nothing" : "");
	return set_value(words, row, value);
}

/* Return what to say of an option of another tool, or NULL. */
static const char *habit_hint(const struct option_set *set, char letter,
			      const char *name)
{
	const struct habit *habit = set->habits;

	for (; habit && habit->hint; habit++)
		if (name ? habit->name && !strcmp(habit->name, name) :
			   habit->letter == letter)
			return habit->hint;
	return NULL;
}

/* A name that begins as this many letters of an option may have meant that. */
#define BEGINNING_MIN	4

/*
 * Return the option that has the longest beginning in common with @text, if
 * that is half of its name at least and no other option has it; otherwise NULL.
 * A whole name is longer than an equal beginning of a longer one.
 */
static const char *same_beginning(const struct option_set *set, const char *text)
{
	size_t most = 2 * BEGINNING_MIN - 1;
	const struct option_row *row;
	const char *best = NULL;

	for (int i = 0; (row = options_row(set, i)); i++) {
		size_t common = 0;

		while (text[common] && text[common] == row->name[common])
			common++;
		common = common * 2 < strlen(row->name) ? 0 :
			 2 * common + !row->name[common];
		if (common < most)
			continue;
		best = common > most ? row->name : NULL;
		most = common;
	}
	return best;
}

/* Refuse the option @word, and name the one that was meant, if one is like it. */
static enum options_result unknown_option(const struct option_set *set,
					  const char *word)
{
	char text[NAME_SIZE];
	struct spelling spelling = { .word = text };
	const struct option_row *row;
	const char *hint;

	snprintf(text, sizeof(text), "%.*s", (int)strcspn(word + 2, "="),
		 word + 2);
	hint = habit_hint(set, 0, text);
	if (hint)
		return options_wrong(set, "%s: unknown option; %s", word, hint);
	/* No option is suggested for "--no-X": it would do the opposite of X. */
	if (!strncmp(text, "no-", 3))
		return options_wrong(set, "%s: unknown option", word);
	for (int i = 0; (row = options_row(set, i)); i++)
		spelling_try(&spelling, row->name);
	if (!spelling.best || spelling.distance > 1)
		spelling.best = same_beginning(set, text) ?: spelling.best;
	if (spelling.best)
		return options_wrong(set, "%s: unknown option; did you mean --%s?",
				     word, spelling.best);
	return options_wrong(set, "%s: unknown option", word);
}

static enum options_result parse_long(struct words *words, const char *word)
{
	const char *text = word + 2;
	const char *equals = strchr(text, '=');
	size_t length = equals ? (size_t)(equals - text) : strlen(text);
	struct match matches[MATCHES];
	const struct option_row *row;
	int count;

	count = find_matches(words->set, text, length, matches, MATCHES);
	if (!count || !length)
		return unknown_option(words->set, word);
	if (count > 1)
		count = drop_yielding(matches, count);
	if (count > 1)
		return ambiguous(words->set, word, matches, count);
	row = matches[0].row;
	if (equals && (matches[0].negated || !takes_value(row)))
		return options_wrong(words->set, "%s: takes no value", word);
	if (matches[0].negated) {
		restore_default(words, row);
		return OPTIONS_OK;
	}
	return apply(words, row, equals ? equals + 1 : NULL);
}

static enum options_result unknown_letter(const struct option_set *set,
					  char letter)
{
	const char *hint = habit_hint(set, letter, NULL);

	return options_wrong(set, "-%c: unknown option%s%s", letter,
			     hint ? "; " : "", hint ?: "");
}

/*
 * Return whether a number follows the letter, which takes none here but does in
 * another tool.
 */
static bool value_of_habit(const struct words *words, const char *letter)
{
	const char *next = letter[1] || words->next == words->end ?
			   letter + 1 : *words->next;

	return *next >= '0' && *next <= '9' &&
	       habit_hint(words->set, *letter, NULL);
}

/* Parse the letters after one dash, up to the first that takes a value. */
static enum options_result parse_letters(struct words *words, const char *word)
{
	for (const char *letter = word + 1; *letter; letter++) {
		const struct option_row *row = find_letter(words->set, *letter);
		enum options_result result;
		const char *value = NULL;

		if (!row)
			return unknown_letter(words->set, *letter);
		if (!takes_value(row) && value_of_habit(words, letter))
			return options_wrong(words->set, "-%s: it takes no number; %s",
					     letter, habit_hint(words->set, *letter, NULL));
		if (takes_value(row) && letter[1])
			value = letter + 1 + (letter[1] == '=');
		result = apply(words, row, value);
		if (result || value)
			return result;
	}
	return OPTIONS_OK;
}

/* Take a word that is no option as an operand. */
static enum options_result take_word(const struct words *words,
				     const char *word)
{
	const struct option_set *set = words->set;
	struct operands *operands = (void *)((char *)words->config +
					     set->operands_field);
	const struct invocation *program = (void *)((char *)words->config +
						    set->program_field);

	/* Scripts pass empty words for options that they leave out. */
	if (!*word)
		return OPTIONS_OK;
	if (set->program_field && !program->argc && *word != '-')
		return options_wrong(set, "%s: stray word: put -- before the program: %s -- %s",
				     word, set->command, word);
	if (!set->operand)
		return options_wrong(set, "%s: stray word: options start with '-'",
				     word);
	if (operands->count == set->operands_max)
		return options_wrong(set, "%s: stray word: there %s %s, %s", word,
				     operands->count == 1 ? "is one" : "are enough of",
				     set->operand,
				     operands->word[operands->count - 1]);
	operands->word[operands->count++] = word;
	return OPTIONS_OK;
}

/* Take all words after "--": they are a program, or operands. */
static enum options_result options_take_rest(struct words *words)
{
	const struct option_set *set = words->set;
	struct invocation *program = (void *)((char *)words->config +
					      set->program_field);
	enum options_result result = OPTIONS_OK;

	if (set->program_field) {
		program->argc = words->end - words->next;
		program->argv = words->next;
		words->next = words->end;
	}
	while (!result && words->next < words->end)
		result = take_word(words, *words->next++);
	return result;
}

enum options_result options_parse(const struct option_set *set, void *config,
				  int argc, char *const argv[])
{
	struct words words = {
		.set = set,
		.config = config,
		.next = argv,
		.end = argv + argc,
	};
	enum options_result result = OPTIONS_OK;

	memcpy(config, set->defaults, set->size);
	while (!result && words.next < words.end) {
		const char *word = *words.next++;

		if (!strncmp(word, "--", 2) && word[2])
			result = parse_long(&words, word);
		else if (word[0] == '-' && word[1] && word[1] != '-')
			result = parse_letters(&words, word);
		else if (strcmp(word, "--"))
			result = take_word(&words, word);
		else
			result = options_take_rest(&words);
	}
	return result;
}
