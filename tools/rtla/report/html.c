// SPDX-License-Identifier: GPL-2.0
/*
 * Writing HTML: see html.h.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/human.h"
#include "base/printable.h"
#include "report/html.h"
#include "report/readable.h"

#define REPLACEMENT	"\357\277\275"	/* U+FFFD */

/* Longer numbers are no times in us. */
#define NUMBER_MAX	15

/* ---- Characters ---------------------------------------------------------- */

/* Return the entity for a character with a meaning in HTML, or NULL. */
static const char *entity(char character)
{
	switch (character) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* Print the first @size bytes of a text, at the end of which a character ends. */
static void print_piece(FILE *out, const char *text, size_t size)
{
	const char *end = text + size;
	int length;

	for (; text < end; text += length) {
		const char *instead = printable_character(text, &length) ?
				      entity(*text) : REPLACEMENT;

		if (instead)
			fputs(instead, out);
		else
			fwrite(text, 1, length, out);
	}
}

void html_text(FILE *out, const char *text)
{
	print_piece(out, text, strlen(text));
}

/* More times than this in a sentence are not told apart. */
#define TIMES_MAX	16

/* A time in a sentence: where its number begins, and where its unit ends. */
struct html_time {
	const char *begin;
	const char *end;
	bool known;		/* the number was understood */
	uint64_t ns;
};

/* Read a number of us in front of @end, with up to three decimals, as ns. */
static bool html_read_number(const char *text, const char *end,
			     struct html_time *time)
{
	const char *at = end;
	uint64_t ns = 0;
	int decimals = -1;

	while (at > text && (isdigit((unsigned char)at[-1]) || at[-1] == '.'))
		at--;
	time->begin = at;
	if (end - at > NUMBER_MAX || *at == '.' || (at > text &&
	    (isalpha((unsigned char)at[-1]) || strchr("-+_,", at[-1]))))
		return false;
	for (; at < end; at++) {
		if (*at == '.' ? decimals >= 0 : decimals == 3)
			return false;
		if (*at != '.')
			ns = 10 * ns + *at - '0';
		decimals += *at == '.' || decimals >= 0;
	}
	for (; decimals < 3; decimals++)
		ns *= decimals < 0 ? 1 : 10;
	time->ns = ns;
	return true;
}

/* Find the first time in us; returns false if there is none. */
static bool html_find_time(const char *text, struct html_time *time)
{
	for (const char *at = strstr(text, " us"); at; at = strstr(at + 1, " us")) {
		if (at == text || !isdigit((unsigned char)at[-1]) ||
		    isalnum((unsigned char)at[3]))
			continue;
		time->end = at + strlen(" us");
		time->known = html_read_number(text, at, time);
		if (!time->known)
			time->begin = at;
		return true;
	}
	return false;
}

void html_sentence(FILE *out, const char *text)
{
	uint64_t ns[TIMES_MAX];
	char number[QUANTITY_LEN];
	struct html_time time;
	int count = 0;

	for (const char *at = text; html_find_time(at, &time); at = time.end)
		if (time.known && count < TIMES_MAX)
			ns[count++] = time.ns;
	for (; html_find_time(text, &time); text = time.end) {
		print_piece(out, text, time.begin - text);
		fputs(time.known ? readable_apart(time.ns, ns, count, number) :
				   " \302\265s", out);
	}
	html_text(out, text);
}

void html_url(FILE *out, const char *path)
{
	for (; *path; path++) {
		const unsigned char byte = *path;

		/* The unreserved characters of RFC 3986, and what separates names. */
		if ((byte < 0x80 && isalnum(byte)) || strchr("-._~/", byte))
			fputc(byte, out);
		else
			fprintf(out, "%%%02X", byte);
	}
}

/* ---- Elements ------------------------------------------------------------ */

void html_element(FILE *out, const char *tag, const char *class,
		  const char *text)
{
	fprintf(out, "<%s", tag);
	if (class)
		fprintf(out, " class=\"%s\"", class);
	fputc('>', out);
	html_text(out, text);
	fprintf(out, "</%s>", tag);
}

void html_table_of(FILE *out, const char *caption,
		   const struct html_column *columns, int results)
{
	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
	html_text(out, caption);
	fputs("\"><table>", out);
	html_element(out, "caption", NULL, caption);
	fputs("<thead><tr>", out);
	for (; columns->name; columns++) {
		if (results == 1 && !strcmp(columns->name, HTML_RESULT))
			continue;
		fprintf(out, "<th scope=\"col\"%s>",
			columns->number ? " class=\"n\"" : "");
		html_text(out, columns->name);
		fputs("</th>", out);
	}
	fputs("</tr></thead><tbody>\n", out);
}

void html_table(FILE *out, const char *caption,
		const struct html_column *columns)
{
	html_table_of(out, caption, columns, 0);
}

void html_table_end(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

void html_figure(FILE *out, const char *class, const char *caption)
{
	if (class)
		fprintf(out, "<figure class=\"%s\">", class);
	else
		fputs("<figure>", out);
	html_element(out, "figcaption", NULL, caption);
}

void html_figure_end(FILE *out)
{
	fputs("</figure>\n", out);
}

void html_row_head(FILE *out, const char *text)
{
	fputs("<th scope=\"row\">", out);
	html_text(out, text);
	fputs("</th>", out);
}

void html_cell(FILE *out, const char *text)
{
	html_element(out, "td", NULL, text);
}

void html_number(FILE *out, const char *text)
{
	html_element(out, "td", "n", text);
}

void html_badge(FILE *out, const char *kind, const char *word)
{
	const char *mark = "&#8226;";

	if (!strcmp(kind, "good"))
		mark = "&#10003;";
	else if (!strcmp(kind, "bad"))
		mark = "&#10007;";
	else if (!strcmp(kind, "warn"))
		mark = "!";
	fprintf(out, "<span class=\"badge %s\"><span aria-hidden=\"true\">%s</span> ",
		kind, mark);
	html_text(out, word);
	fputs("</span>", out);
}
