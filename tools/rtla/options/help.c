// SPDX-License-Identifier: GPL-2.0
/*
 * --help, made from the option table.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/parse.h"
#include "base/wrap.h"
#include "options/options.h"

#define HELP_COLUMN	30

/* Append to a description, which has room for DESCRIPTION_LEN bytes. */
__attribute__((format(printf, 2, 3)))
static void help_append(char *text, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, DESCRIPTION_LEN - used, format, args);
	va_end(args);
}

/* Append the default; a number of 0 or less means "off" and is left out. */
static void append_default(char *text, const struct option_set *set,
			   const struct option_row *row)
{
	const char *field = (const char *)set->defaults + row->field;
	int64_t scale = row->scale ?: 1;
	int64_t value;
	int choice;

	if (row->type == OPTION_CHOICE) {
		memcpy(&choice, field, sizeof(choice));
		help_append(text, ", default %s", row->choices[choice]);
	} else if (row->type == OPTION_NUMBER && !row->set) {
		memcpy(&value, field, sizeof(value));
		if (value > 0)
			help_append(text, ", default %lld",
				    (long long)(value / scale));
	}
}

/*
 * Begin with the help text; the values that the option takes, and its default
 * follow.
 */
const char *option_describe(char *text, const struct option_set *set,
			    const struct option_row *row)
{
	const char *fallback;

	*text = '\0';
	help_append(text, "%s", row->help);
	/* No one asks how many seconds ten years have. */
	if (row->type == OPTION_NUMBER && strcmp(row->unit ?: "", "s"))
		help_append(text, "; %lld to %lld%s%s", (long long)row->min,
			    (long long)row->max, row->unit ? " " : "",
			    row->unit ?: "");
	for (int i = 0; row->choices && row->choices[i]; i++)
		help_append(text, "%s%s", !i ? "; " : row->choices[i + 1] ? ", " :
			    " or ", row->choices[i]);
	if (row->fallback) {
		memcpy(&fallback, (const char *)set->defaults + row->fallback,
		       sizeof(fallback));
		help_append(text, "; %s is %s if left out", row->arg, fallback);
	}
	append_default(text, set, row);
	return text;
}

static void help_print_row(FILE *out, const struct option_set *set,
			   const struct option_row *row)
{
	char text[DESCRIPTION_LEN];
	char letter[8] = "    ";
	int used;

	if (row->letter)
		snprintf(letter, sizeof(letter), "-%c, ", row->letter);
	used = fprintf(out, "  %s--%s", letter, row->name);
	if (row->arg)
		used += fprintf(out, row->optional ? "[=%s]" : " %s",
				row->arg);
	if (used + 2 > HELP_COLUMN)
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	else
		fprintf(out, "%*s", HELP_COLUMN - used, "");
	wrap_print(out, option_describe(text, set, row), HELP_COLUMN,
		   TEXT_WIDTH);
}

void options_names(FILE *out, const struct option_set *set)
{
	const struct option_row *row;

	for (int i = 0; (row = options_row(set, i)); i++)
		fprintf(out, "%s--%s", i ? " " : "", row->name);
	fputc('\n', out);
}

void options_help(FILE *out, const struct option_set *set)
{
	const struct option_group *const *group;
	const struct option_row *row;

	for (group = set->groups; *group; group++) {
		if ((*group)->title)
			fprintf(out, "\n%s:\n", (*group)->title);
		for (row = (*group)->rows; row->name; row++)
			help_print_row(out, set, row);
	}
	fputs("\nA long name may be shortened while it stays unambiguous; --no-NAME brings the\n"
	      "default of an option back.\n", out);
}
