// SPDX-License-Identifier: GPL-2.0
/*
 * Printing text in lines of a given width: see wrap.h.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

static bool begins_with_unit(const char *text)
{
	static const char *const units[] = { "us", "ms", "ns", "s", "%" };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		size_t length = strlen(units[i]);

		if (!strncmp(text, units[i], length) &&
		    !isalnum((unsigned char)text[length]))
			return true;
	}
	return false;
}

/*
 * Return the number of bytes of the first word. An option of one letter stays
 * with its argument, and a number with its unit.
 */
static size_t word_of(const char *text)
{
	size_t length = strcspn(text, " ");
	const char *next = text + length + !!text[length];
	bool option = length == 2 && *text == '-' &&
		      isalpha((unsigned char)text[1]) && *next && *next != '-';
	bool number = length && isdigit((unsigned char)text[length - 1]) &&
		      begins_with_unit(next);

	return option || number ? next - text + strcspn(next, " ") : length;
}

/*
 * Print words from @at on, and those of further lines from @column on. A word
 * that does not fit into one line is broken if @breaks.
 */
static void print_words(FILE *out, const char *text, size_t at, size_t column,
			size_t width, bool breaks)
{
	size_t blanks = 0;
	bool begun = at > column;

	for (; *text; begun = true) {
		size_t quoted = quoted_of(text);
		size_t bytes = quoted ? quoted + strcspn(text + quoted, " ") :
			       word_of(text);
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
		} else if (breaks && at + length > width) {
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
	print_words(out, text, column, column, width, true);
}

void wrap_line(FILE *out, const char *line, size_t width)
{
	size_t indent = strspn(line, " "), column = indent + HANGING;

	/* A line that begins far on the right is continued further on the left. */
	if (column > width / 2)
		column = HANGING;
	if (wrap_width(line, strlen(line)) <= width)
		fprintf(out, "%s\n", line);
	else
		print_words(out, line + indent,
			    fprintf(out, "%*s", (int)indent, ""), column, width,
			    false);
}

char *wrap_lines(FILE *out, char *text, size_t width)
{
	char *end;

	for (; (end = strchr(text, '\n')); text = end + 1) {
		*end = '\0';
		wrap_line(out, text, width);
	}
	return text;
}

size_t wrap_columns(int fd)
{
	struct winsize window;

	if (!isatty(fd))
		return 0;
	if (ioctl(fd, TIOCGWINSZ, &window) || window.ws_col < TEXT_WIDTH)
		return TEXT_WIDTH;
	return window.ws_col;
}

FILE *wrapped_begin(struct wrapped *wrapped, FILE *out, size_t width)
{
	*wrapped = (struct wrapped) { .out = out, .width = width };
	wrapped->lines = open_memstream(&wrapped->text, &wrapped->size);
	return wrapped->lines ?: out;
}

void wrapped_end(struct wrapped *wrapped)
{
	if (!wrapped->lines)
		return;
	if (!fclose(wrapped->lines))
		wrap_lines(wrapped->out, wrapped->text, wrapped->width);
	free(wrapped->text);
}
