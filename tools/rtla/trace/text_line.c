// SPDX-License-Identifier: GPL-2.0
/*
 * The forms of lines in a trace that was saved as text: see text_line.h.
 */
#include <stdbool.h>
#include <string.h>

#include "base/cpus.h"
#include "base/scan.h"
#include "input/line_prefixes.h"
#include "trace/text_line.h"

/* More than any id of a thread, or of a CPU. */
#define NUMBER_MAX	1000000000L

/* Read a number that begins at @text; return where it ends. */
static char *text_line_number(char *text, long *number)
{
	long sum = 0;

	for (; line_is_digit(*text); text++)
		sum = sum < NUMBER_MAX / 10 ? 10 * sum + (*text - '0') :
					      NUMBER_MAX;
	*number = sum;
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

	if (!line_is_digit(*text))
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
	after = line_skip_blanks(after);
	return *after == ':' ? after + 1 : NULL;
}

static char *text_line_parse_cpu(struct text_line *line, char *text)
{
	char *end;
	long cpu;

	if (*text != '[' || !line_is_digit(text[1]))
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
	text = line_skip_blanks(text);
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
		if (!line_is_digit(dash[1]))
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
		line->rest = line_skip_blanks(rest);
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
	return *text == '#' && !line_is_digit(text[1]);
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
	       (end > text && line_is_digit(*end)))
		end++;
	return *end == '=' && end > text;
}

void text_line_parse(struct text_line *line, char *text)
{
	char *all = text, *first;

	text = line_strip_prefixes(text, false);
	first = line_skip_blanks(text);
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
		line->rest = *first == '#' ? first : line_skip_blanks(first + 2);
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
