// SPDX-License-Identifier: GPL-2.0
/*
 * Printing text in lines of a given width: see wrap.h.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/wrap.h"

#define HANGING		2	/* columns more that a continued line is indented */

/* Return the width of the first @bytes of a text. */
static size_t wrap_width(const char *text, size_t bytes)
{
	size_t width = 0;
	int length;

	for (const char *end = text + bytes; text < end; text += length) {
		printable_character(text, &length);
		width++;
	}
	return width;
}

/* Return how many bytes at the beginning of a text have @width characters. */
static size_t bytes_of(const char *text, size_t width)
{
	const char *at = text;
	int length;

	for (; *at && width; width--) {
		printable_character(at, &length);
		at += length;
	}
	return at - text;
}

/*
 * Return the number of bytes of the first word. One that begins with ' ends
 * behind the next one: it is a command of several words.
 */
static size_t word_of(const char *text, size_t room)
{
	size_t length = strcspn(text, " ");
	const char *end = *text == '\'' ? strchr(text + 1, '\'') : NULL;
	size_t quoted = end ? end - text + strcspn(end, " ") : 0;

	return quoted && wrap_width(text, quoted) <= room ? quoted : length;
}

/* Print words from @at on, and those of further lines from @column on. */
static void print_words(FILE *out, const char *text, size_t at, size_t column,
			size_t width)
{
	size_t blanks = 0;
	bool begun = at > column;

	for (; *text; begun = true) {
		size_t bytes = word_of(text, width - column);
		size_t length = wrap_width(text, bytes);

		if (begun && at + blanks + length > width) {
			fprintf(out, "\n%*s", (int)column, "");
			at = column;
			blanks = 0;
		}
		if (length > width - at) {
			length = width - at;
			bytes = bytes_of(text, length);
		}
		fprintf(out, "%*s%.*s", (int)blanks, "", (int)bytes, text);
		at += blanks + length;
		text += bytes;
		blanks = strspn(text, " ");
		text += blanks;
	}
	fputc('\n', out);
}

void wrap_print(FILE *out, const char *text, size_t column, size_t width)
{
	print_words(out, text, column, column, width);
}

/* Return the number of bytes of the first word as a shell sees it. */
static size_t shell_word_of(const char *text)
{
	const char *at = text;
	char quote = '\0';

	for (; *at && (quote || *at != ' '); at++) {
		if (*at == '\\' && quote != '\'' && at[1])
			at++;
		else if (*at == quote)
			quote = '\0';
		else if (!quote && (*at == '\'' || *at == '"'))
			quote = *at;
	}
	return at - text;
}

void wrap_command(FILE *out, const char *command, size_t column, size_t width)
{
	size_t at = column;

	for (bool first = true; *command; first = false) {
		size_t bytes = shell_word_of(command);
		size_t length = wrap_width(command, bytes);
		/* Room is left for a backslash, unless it is the last word. */
		size_t needed = length + (command[bytes] ? 2 : 0);

		if (!first && at + 1 + needed > width) {
			fprintf(out, " \\\n%*s", (int)column + HANGING, "");
			at = column + HANGING;
		} else if (!first) {
			fputc(' ', out);
			at++;
		}
		fprintf(out, "%.*s", (int)bytes, command);
		at += length;
		command += bytes;
		command += strspn(command, " ");
	}
	fputc('\n', out);
}

FILE *wrapped_begin(struct wrapped *wrapped, FILE *out, size_t width)
{
	*wrapped = (struct wrapped) { .out = out, .width = width };
	wrapped->lines = width ? open_memstream(&wrapped->text, &wrapped->size) :
			 NULL;
	return wrapped->lines ?: out;
}

static void print_line(const struct wrapped *wrapped, const char *line)
{
	size_t indent = strspn(line, " "), column = indent + HANGING;

	/* What begins far on the right is continued further on the left. */
	if (column > wrapped->width / 2)
		column = HANGING;
	if (wrap_width(line, strlen(line)) <= wrapped->width)
		fprintf(wrapped->out, "%s\n", line);
	else
		print_words(wrapped->out, line + indent,
			    fprintf(wrapped->out, "%*s", (int)indent, ""),
			    column, wrapped->width);
}

void wrapped_end(struct wrapped *wrapped)
{
	char *line, *end;

	if (!wrapped->lines)
		return;
	if (!fclose(wrapped->lines)) {
		for (line = wrapped->text; (end = strchr(line, '\n'));
		     line = end + 1) {
			*end = '\0';
			print_line(wrapped, line);
		}
	}
	free(wrapped->text);
}
