// SPDX-License-Identifier: GPL-2.0
/*
 * The forms of lines in a trace that was saved as text: see text_line.h.
 */
#include <stdbool.h>
#include <string.h>

#include "base/cpus.h"
#include "base/scan.h"
#include "trace/line_wrapper.h"
#include "trace/text_line.h"

/* ---- Characters ---------------------------------------------------------- */

/*
 * What stands for another character. Entities are those that programs make of a
 * trace; blanks and marks are of UTF-8.
 */
static const struct text_line_spelling {
	const char *spelling;
	char character;		/* 0: none */
} spellings[] = {
	/* The spellings that may replace each blank of a line are the first. */
	{ "\t", ' ' },
	{ "\xc2\xa0", ' ' },		/* the no-break space */
	{ "\xe2\x80\x82", ' ' },	/* those of the widths of letters */
	{ "\xe2\x80\x83", ' ' },
	{ "\xe2\x80\x87", ' ' },	/* that of the width of a digit */
	{ "\xe2\x80\x89", ' ' },	/* thin ones */
	{ "\xe2\x80\xaf", ' ' },	/* the narrow one */
	{ "\xef\xbb\xbf", 0 },		/* the mark of UTF-8 */
	{ "&nbsp;", ' ' },
	{ "&lt;", '<' },
	{ "&gt;", '>' },
	{ "&amp;", '&' },
	{ "&quot;", '"' },
	{ "&apos;", '\'' },
	{ "&#39;", '\'' },
	{ "&#039;", '\'' },
	{ "&#x27;", '\'' },
	{ "&#60;", '<' },
	{ "&#62;", '>' },
	{ "&#x3c;", '<' },
	{ "&#x3e;", '>' },
	{ "&#38;", '&' },
	{ "&#160;", ' ' },
	{ "&#xa0;", ' ' },
};

/* Return whether a spelling, or a code of colours, may begin so. */
static bool text_line_is_odd(char c)
{
	return c == '&' || c == '\t' || c == '\x1b' || c == '\xc2' ||
	       c == '\xe2' || c == '\xef' || c == '\xa0';
}

/* Return whether the text begins so; letters of entities may be large ones. */
static bool text_line_begins(const char *text, const char *spelling)
{
	for (; *spelling; text++, spelling++)
		if (*text != *spelling &&
		    (*text < 'A' || *text > 'Z' || *text + 'a' - 'A' != *spelling))
			return false;
	return true;
}

static const struct text_line_spelling *spelling_of(const char *text)
{
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++)
		if (text_line_begins(text, spellings[i].spelling))
			return &spellings[i];
	return NULL;
}

/*
 * Return the length of the codes that grep writes around what it has found,
 * like "\e[01;31m\e[K", or of a colour at an end of the line, or 0. Other codes
 * may be a part of a name.
 */
static size_t text_line_escape_length(const char *text, bool first)
{
	static const char clear[] = "\x1b[K";
	size_t length = strlen(clear);

	if (!strncmp(text, clear, length))
		return length;
	if (text[0] != '\x1b' || text[1] != '[')
		return 0;
	length = 2 + strspn(text + 2, "0123456789;");
	if (text[length] != 'm')
		return 0;
	length++;
	if (!strncmp(text + length, clear, strlen(clear)))
		return length + strlen(clear);
	return first || !text[length] || text[length] == '\x1b' ? length : 0;
}

/* Copy the odd character at *@from; a part of another one in UTF-8 stays. */
static char *text_line_copy_odd(char *to, const char *begin, char **from)
{
	const struct text_line_spelling *spelling = spelling_of(*from);
	size_t escape;
	bool alone;

	if (spelling) {
		*from += strlen(spelling->spelling);
		/* In a page within a page, "&amp;lt;" is an entity again. */
		if (spelling->character == '&')
			*--*from = '&';
		else if (spelling->character)
			*to++ = spelling->character;
		return to;
	}
	escape = text_line_escape_length(*from, *from == begin);
	if (escape) {
		*from += escape;
		return to;
	}
	/* In latin-1, it follows a blank or a letter, or is one of several. */
	alone = *from == begin || !((*from)[-1] & 0x80) ||
		(to > begin && to[-1] == ' ');
	*to++ = **from == '\xa0' && alone ? ' ' : **from;
	(*from)++;
	return to;
}

/* Return a number with this byte in each of its bytes. */
static uint64_t each_byte(unsigned char byte)
{
	return byte * 0x0101010101010101ULL;
}

/*
 * Return whether the text may have a byte that is not simply copied: one of
 * ASCII's control characters, a '&', or one that is not of ASCII. Eight of them
 * are looked at together, where a subtraction that borrows sets the upper bit.
 */
static bool text_line_may_be_odd(const char *text, size_t length)
{
	const char *end = text + length;
	uint64_t bytes, found = 0;

	for (; end - text >= (ptrdiff_t)sizeof(bytes); text += sizeof(bytes)) {
		memcpy(&bytes, text, sizeof(bytes));
		found |= bytes | (bytes - each_byte(' ')) |
			 ((bytes ^ each_byte('&')) - each_byte(1));
	}
	for (; text < end; text++)
		if (*text < ' ' || *text > '~' || *text == '&')
			return true;
	return found & each_byte(0x80);
}

static size_t text_line_trim(char *text, size_t length)
{
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\n' ||
			  text[length - 1] == '\r' || !text[length - 1]))
		length--;
	text[length] = '\0';
	return length;
}

size_t text_line_clean(char *text, size_t length)
{
	const char *begin = text;
	char *from = text, *to = text;

	length = line_unwrap(text, text_line_trim(text, length));
	if (text_line_may_be_odd(text, length)) {
		while (*from) {
			if (text_line_is_odd(*from))
				to = text_line_copy_odd(to, begin, &from);
			else
				*to++ = *from++;
		}
		length = text_line_trim(text, to - text);
	}
	return length;
}

/* The functions of the C library need longer for what is mostly one blank. */
static char *skip_blanks(const char *text)
{
	while (*text == ' ')
		text++;
	return (char *)text;
}

static bool text_line_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool text_line_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* More than any id of a thread, or of a CPU. */
#define NUMBER_MAX	1000000000L

/* Read a number that begins at @text; return where it ends. */
static char *text_line_number(char *text, long *number)
{
	long sum = 0;

	for (; text_line_is_digit(*text); text++)
		sum = sum < NUMBER_MAX / 10 ? 10 * sum + (*text - '0') :
					      NUMBER_MAX;
	*number = sum;
	return text;
}

/* ---- What others put before a line --------------------------------------- */

/*
 * A pattern of a prefix. The characters stand for themselves, but for these:
 *
 *	9	digits
 *	a	letters
 *	w	all until the next blank
 *	f	all until the character that follows in the pattern, no blank
 *	_	blanks, also none
 *	' '	blanks
 *	~	what follows is a blank, the mark of a header, or nothing
 *
 * The first character of a line that is no blank tells which of them may fit.
 * Those of grep are the last: its names and numbers may look like times.
 */
#define PREFIXES_OF_GREP	"f:9:~", "f-9-~", NULL

static const char *const prefixes_of_letters[] = {
	/* dmesg -x */
	"a_:a_:_",
	/* the journal and other logs */
	"_MESSAGE=",
	"a 9 9:9:9 w f: ",
	"a 9 9:9:9.9 w f: ",
	"a 9 9:9:9 w f:~",
	"a 9-9-9 9:9:w w w f: ",
	/* ts of moreutils */
	"a 9 9:9:9~",
	PREFIXES_OF_GREP,
};

static const char *const prefixes_of_digits[] = {
	/* the journal and other logs */
	"9.9 w kernel:~",
	"9-9-9T9:9:w w f: ",
	"9-9-9 9:9:w w f: ",
	"9-9-9T9:9:w w f:~",
	/* ts of moreutils */
	"9-9-9T9:9:w~",
	"9-9-9 9:9:w~",
	"_9:",
	"_9-~",
	PREFIXES_OF_GREP,
};

static const char *const prefixes_of_marks[] = {
	/* the kernel's console, with its levels, callers and clocks */
	"_[_9.9][_a9]",
	"_[_9.9] w kernel:~",
	"_[_9.9]",
	"_[a_a_9_9:9:9_9]",
	"_[9-9-9 9:9:9]",
	"_[9-9-9 9:9:9.9]",
	"_<9>",
	/* a mail that quotes it, a page of the web */
	"_>~",
	"_>>",
	"_|~",
	/* logs of GitHub and Azure */
	"_##[a]",
	PREFIXES_OF_GREP,
};

/* So many of them may be before each other. */
#define PREFIXES_DEEP	8

/* Return whether a line may follow at once. */
static bool text_line_may_follow(char c)
{
	return c == ' ' || c == '#' || !c;
}

/* Pass over what a character of a pattern stands for; NULL: it is not there. */
static char *text_line_pass_over(char *text, const char *pattern)
{
	char *from = text;

	switch (*pattern) {
	case '9':
		while (text_line_is_digit(*text))
			text++;
		break;
	case 'a':
		while (text_line_is_letter(*text))
			text++;
		break;
	case 'w':
		while (*text && *text != ' ')
			text++;
		break;
	case 'f':
		while (*text && *text != ' ' && *text != pattern[1])
			text++;
		break;
	case ' ':
		text = skip_blanks(text);
		break;
	case '_':
		return skip_blanks(text);
	case '~':
		return text_line_may_follow(*text) ? text : NULL;
	default:
		return *text == *pattern ? text + 1 : NULL;
	}
	return text == from ? NULL : text;
}

/* Return what follows after a prefix of @text, or NULL. */
static char *text_line_strip_prefix(char *text, const char *pattern)
{
	for (; *pattern && text; pattern++)
		text = text_line_pass_over(text, pattern);
	return text;
}

/*
 * Return whether there may be a prefix. A line of the kernel begins with a
 * blank and a name, or the mark of a header.
 */
static bool text_line_has_prefix(const char *text, const char *first)
{
	if (*first == '<')
		return text_line_is_digit(first[1]);
	if (*first == '#')
		return first[1] == '#' && first[2] == '[';
	return *first &&
	       (first == text || !strncmp(first, "MESSAGE=", 8) ||
		*first == '>' || *first == '|' ||
		*first == '[' || text_line_is_digit(*first));
}

/* Return the patterns of the prefixes that may begin with this character. */
static const char *const *text_line_prefixes_of(char first)
{
	return text_line_is_letter(first) ? prefixes_of_letters :
	       text_line_is_digit(first) ? prefixes_of_digits :
					   prefixes_of_marks;
}

static char *text_line_strip_prefixes(char *text)
{
	for (int i = 0; i < PREFIXES_DEEP; i++) {
		const char *first = skip_blanks(text);
		char *after = NULL;

		if (!text_line_has_prefix(text, first))
			break;
		for (const char *const *pattern = text_line_prefixes_of(*first);
		     *pattern && !after; pattern++)
			after = text_line_strip_prefix(text, *pattern);
		if (!after)
			break;
		text = after;
	}
	return text;
}

/* ---- Columns ------------------------------------------------------------- */

/*
 * The columns after the id of a thread:
 *
 *	g	the id of its process: "(    123)" or "(-------)"
 *	c	the CPU: "[001]"
 *	s	the state, of one or two words: "d.h1."
 *	l	the CPU and the state in one: "1d.h1."
 *	t	the time
 */
static const char *const shapes[] = {
	"ct",
	"cst",
	"csst",
	"lt",
	"gct",
	"gcst",
	"glt",
};

/* Times of these have a resolution that is no better. */
#define US_DIGITS	6

/* Parse "100.000003:", "12345us+:" or "12345:". */
static char *text_line_parse_time(struct text_line *line, char *text)
{
	char *after, *dot;

	if (!text_line_is_digit(*text))
		return NULL;
	after = (char *)scan_seconds(text, &line->time);
	line->when = TIME_OF_CLOCK;
	if (after) {
		dot = memchr(text, '.', after - text);
		if (after - dot - 1 <= US_DIGITS)
			line->time += TEXT_RESOLUTION_NS / 2;
	} else {
		after = (char *)scan(text, "%u", &line->time);
		line->when = TIME_WITHOUT_UNIT;
		if (!strncmp(after, "us", 2)) {
			line->when = TIME_RELATIVE;
			line->time = line->time * 1000 +
				     TEXT_RESOLUTION_NS / 2;
			after += 2;
			after += *after && strchr("+!#*@$", *after);
		}
	}
	after = skip_blanks(after);
	return *after == ':' ? after + 1 : NULL;
}

static char *text_line_parse_cpu(struct text_line *line, char *text)
{
	char *end;
	long cpu;

	if (*text != '[' || !text_line_is_digit(text[1]))
		return NULL;
	end = text_line_number(text + 1, &cpu);
	line->cpu = cpu;
	return *end == ']' && cpu < CPUS_MAX ? end + 1 : NULL;
}

static char *text_line_parse_state(struct text_line *line, char *text)
{
	const char *from = text;

	if (!*line->state)
		line->state = text;
	while (*text && *text != ' ' && *text != ':')
		text++;
	return text == from || *text == ':' ? NULL : text;
}

/* The first columns of a state can only be these. */
static char *text_line_parse_latency(struct text_line *line, char *text)
{
	long cpu;
	char *state = text_line_number(text, &cpu);

	if (state == text || cpu >= CPUS_MAX || !*state || !strchr(".dDbBX", state[0]) ||
	    !state[1] || !strchr(".nNlLpPbBgG", state[1]) ||
	    !state[2] || !strchr(".hHsSzZ", state[2]))
		return NULL;
	line->cpu = cpu;
	return text_line_parse_state(line, state);
}

static char *text_line_parse_process(char *text)
{
	size_t length;

	if (*text != '(')
		return NULL;
	length = 1 + strspn(text + 1, " -0123456789");
	return text[length] == ')' ? text + length + 1 : NULL;
}

static char *text_line_parse_column(struct text_line *line, char column,
				    char *text)
{
	text = skip_blanks(text);
	switch (column) {
	case 'g':
		return text_line_parse_process(text);
	case 'c':
		return text_line_parse_cpu(line, text);
	case 's':
		return text_line_parse_state(line, text);
	case 'l':
		return text_line_parse_latency(line, text);
	default:
		return text_line_parse_time(line, text);
	}
}

/*
 * Return where the columns end that are after the id of a thread, or NULL; then
 * *@begun is set if the text ends within them.
 */
static char *text_line_parse_columns(struct text_line *line, char *text,
				     bool *begun)
{
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		char *after = text;

		line->state = "";
		for (const char *next = shapes[i]; *next && after; next++) {
			after = text_line_parse_column(line, *next, after);
			*begun |= after && !*after && next[1];
		}
		if (after)
			return after;
	}
	return NULL;
}

/* A name is short: what is before it in the line is of another program. */
#define COMM_MOST	15

static void text_line_find_comm(struct text_line *line, const char *from,
				const char *dash)
{
	const char *cut;

	while (from < dash && *from == ' ')
		from++;
	if (dash - from > COMM_MOST) {
		from = dash - COMM_MOST;
		cut = from[-1] == ' ' ? NULL : memchr(from, ' ', dash - from);
		from = cut ?: from;
		while (from < dash && *from == ' ')
			from++;
	}
	line->comm = from;
	line->comm_length = dash - from;
}

/*
 * Parse "TASK-PID", and the columns after it. The name of a task may have the
 * same in it, so that the first id counts that has columns.
 */
static bool text_line_parse_event(struct text_line *line, char *text)
{
	char *dash, *end, *rest;
	bool begun = false;
	long pid;

	for (dash = strchr(text, '-'); dash; dash = strchr(dash + 1, '-')) {
		if (!text_line_is_digit(dash[1]))
			continue;
		end = text_line_number(dash + 1, &pid);
		if (*end != ' ')
			continue;
		rest = text_line_parse_columns(line, end, &begun);
		if (!rest)
			continue;
		line->kind = LINE_EVENT;
		line->pid = pid;
		text_line_find_comm(line, text, dash);
		line->rest = skip_blanks(rest);
		/* Option "ts-diff" of trace-cmd. */
		if (!strncmp(line->rest, "(+", 2)) {
			line->rest += strcspn(line->rest, ")");
			line->rest += strspn(line->rest, ") ");
		}
		return true;
	}
	if (begun)
		line->kind = LINE_BEGIN;
	return begun;
}

/* ---- Lines --------------------------------------------------------------- */

/* The kernel and trace-cmd say differently that events are missing. */
static bool text_line_parse_loss(struct text_line *line, const char *text)
{
	const char *loss = strstr(text, "CPU:");
	const char *after = loss ? scan(loss, "CPU:%d [", &line->cpu) : NULL;

	return after && line->cpu >= 0 && line->cpu < CPUS_MAX &&
	       (!strncmp(after, "LOST", 4) || strstr(after, "EVENTS DROPPED"));
}

/* "#1 context ..." is not a header, but fields of a sample. */
static bool text_line_is_header(const char *text)
{
	return *text == '#' && !text_line_is_digit(text[1]);
}

static bool text_line_is_frame(const char *text)
{
	return text[0] == '=' && text[1] == '>';
}

/*
 * Return whether it is what is between the groups of grep and around a dump, or
 * a field of the journal like "_HOSTNAME=node7".
 */
static bool text_line_is_empty(const char *text)
{
	const char *end = text;

	if (*text == '-')
		return !text[strspn(text, "-")];
	while ((*end >= 'A' && *end <= 'Z') || *end == '_' ||
	       (end > text && text_line_is_digit(*end)))
		end++;
	return *end == '=' && end > text;
}

void text_line_parse(struct text_line *line, char *text)
{
	char *all = text, *first;

	text = text_line_strip_prefixes(text);
	first = skip_blanks(text);
	*line = (struct text_line) {
		.kind = LINE_OTHER, .prefixed = text > all, .rest = first,
		.cpu = -1, .state = "",
	};
	if (!*first) {
		line->kind = LINE_EMPTY;
	} else if (text_line_is_frame(first) || text_line_is_header(first)) {
		/* A thread may have such a name. */
		if (text_line_parse_event(line, text) &&
		    line->kind == LINE_EVENT)
			return;
		line->kind = *first == '#' ? LINE_HEADER : LINE_FRAME;
		line->rest = *first == '#' ? first : skip_blanks(first + 2);
	} else if (text_line_is_empty(first)) {
		line->kind = LINE_EMPTY;
	} else if (!text_line_parse_event(line, text) &&
		   text_line_parse_loss(line, first)) {
		line->kind = LINE_LOSS;
	}
}

char *text_line_frame(char *text)
{
	char *frame = strstr(text, "=> ");

	return frame && (frame == text || frame[-1] != '=') ? frame + 3 : NULL;
}
