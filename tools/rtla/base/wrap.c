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

/* Return the number of bytes of a command that is between ' and ', or 0. */
static size_t quoted_of(const char *text)
{
	const char *end = *text == '\'' ? strchr(text + 1, '\'') : NULL;

	return end ? end - text + 1 : 0;
}

/*
 * Return the number of bytes up to where a command can be broken: a blank that
 * is not between ' and '. Between " and ", a shell takes a backslash away, too.
 */
static size_t shell_word_of(const char *text, const char *end)
{
	const char *at = text;
	bool quoted = false;

	for (; at < end && (quoted || *at != ' '); at++)
		if (*at == '\\' && !quoted && at + 1 < end)
			at++;
		else if (*at == '\'')
			quoted = !quoted;
	return at - text;
}

/*
 * Print the @bytes of a command from @at on, up to @width, and its further
 * lines from @column on. Returns where it ends.
 */
static size_t print_command(FILE *out, const char *command, size_t bytes,
			    size_t at, size_t column, size_t width)
{
	const char *end = command + bytes;

	for (bool first = true; command < end; first = false) {
		size_t word = shell_word_of(command, end);
		size_t length = wrap_width(command, word);
		/* Room is left for a backslash, unless it is the last word. */
		size_t needed = length + (command + word < end ? 2 : 0);

		if (!first && at + 1 + needed > width) {
			fprintf(out, " \\\n%*s", (int)column, "");
			at = column;
		} else if (!first) {
			fputc(' ', out);
			at++;
		}
		fprintf(out, "%.*s", (int)word, command);
		at += length;
		command += word;
		while (command < end && *command == ' ')
			command++;
	}
	return at;
}

void wrap_command(FILE *out, const char *command, size_t column, size_t width)
{
	print_command(out, command, strlen(command), column, column + HANGING,
		      width);
	fputc('\n', out);
}

/* Print words from @at on, and those of further lines from @column on. */
static void print_words(FILE *out, const char *text, size_t at, size_t column,
			size_t width)
{
	size_t blanks = 0;
	bool begun = at > column;

	for (; *text; begun = true) {
		size_t quoted = quoted_of(text);
		size_t bytes = quoted + strcspn(text + quoted, " ");
		size_t length = wrap_width(text, bytes);

		if (begun && at + blanks + length > width) {
			fprintf(out, "\n%*s", (int)column, "");
			at = column;
			blanks = 0;
		}
		fprintf(out, "%*s", (int)blanks, "");
		at += blanks;
		if (quoted && at + length > width) {
			fputc('\'', out);
			at = print_command(out, text + 1, quoted - 2, at + 1,
					   column + HANGING, width - 2);
			text += quoted - 1;
			bytes -= quoted - 1;
			length = wrap_width(text, bytes);
		} else if (at + length > width) {
			length = width - at;
			bytes = bytes_of(text, length);
		}
		fprintf(out, "%.*s", (int)bytes, text);
		at += length;
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
