// SPDX-License-Identifier: GPL-2.0
/*
 * --help, made from the option table.
 */
#include <stdbool.h>
#include <string.h>

#include "options.h"
#include "values.h"

#define HELP_COLUMN	30
#define HELP_WIDTH	80

/* Append the range and the default of a row to its text. */
static void describe(const struct option_set *set, const struct option_row *row,
		     char *text, size_t size)
{
	bool number = row->type == OPTION_NUMBER;
	int64_t scale = number ? row->scale ?: 1 : NS_PER_SEC;
	int64_t value = 0;
	size_t used;

	used = snprintf(text, size, "%s", row->help);
	if (number && used < size)
		used += snprintf(text + used, size - used,
				 "; %lld to %lld%s%s", (long long)row->min,
				 (long long)row->max, row->unit ? " " : "",
				 row->unit ?: "");
	if ((number || row->type == OPTION_DURATION) && !row->set)
		memcpy(&value, (const char *)set->defaults + row->field,
		       sizeof(value));
	if (value > 0 && used < size)
		used += snprintf(text + used, size - used, ", default %lld",
				 (long long)(value / scale));
	if (row->fallback && used < size)
		snprintf(text + used, size - used, "; FILE is %s if left out",
			 row->fallback);
}

/* Print @text wrapped, from HELP_COLUMN on; the first line has begun. */
static void print_wrapped(FILE *out, const char *text)
{
	size_t column = HELP_COLUMN;

	while (*text) {
		size_t length = strcspn(text, " ");

		if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH) {
			fprintf(out, "\n%*s", HELP_COLUMN, "");
			column = HELP_COLUMN;
		} else if (column > HELP_COLUMN) {
			fputc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", (int)length, text);
		column += length;
		text += length;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static void print_row(FILE *out, const struct option_set *set,
		      const struct option_row *row)
{
	char text[512];
	char letter[8] = "    ";
	int used;

	if (row->letter)
		snprintf(letter, sizeof(letter), "-%c, ", row->letter);
	used = fprintf(out, "  %s--%s", letter, row->name);
	if (row->arg)
		used += fprintf(out, row->type == OPTION_FILE ? "[=%s]" : " %s",
				row->arg);
	if (used + 2 > HELP_COLUMN)
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	else
		fprintf(out, "%*s", HELP_COLUMN - used, "");
	describe(set, row, text, sizeof(text));
	print_wrapped(out, text);
}

void options_help(FILE *out, const struct option_set *set)
{
	const struct option_group *const *group;
	const struct option_row *row;

	for (group = set->groups; *group; group++) {
		fprintf(out, "\n%s:\n", (*group)->title);
		for (row = (*group)->rows; row->name; row++)
			print_row(out, set, row);
	}
	fputs("\nA long name may be shortened while it stays unambiguous; --no-NAME brings the\n"
	      "default of an option back.\n", out);
}
