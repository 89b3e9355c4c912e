// SPDX-License-Identifier: GPL-2.0
/*
 * What readers of other programs' files have in common: see foreign.h.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cpus.h"
#include "base/parse.h"
#include "input/line_cleaner.h"
#include "input/line_prefixes.h"
#include "results/foreign/foreign.h"

#define NOTE_LEN	256
#define SERIES_MAX	(CPUS_MAX * LATENCY_CONTEXTS)
#define ESCAPE		'\033'

enum result foreign_wrong(const struct foreign_input *in,
			  const struct foreign_run *run, const char *why)
{
	return fail(RESULT_ERROR, "%s: line %lu: %s: %s", in->path, in->line,
		    why, run->format->remedy);
}

enum result foreign_wrong_at(const struct foreign_input *in,
			     const struct foreign_run *run, const char *place,
			     const char *why)
{
	return fail(RESULT_ERROR, "%s: %s: %s: %s", in->path, place, why,
		    run->format->remedy);
}

static const char byte_order_mark[] = "\xef\xbb\xbf";
static const char blanks[] = " \t\r\n";

/* Remove sequences that colour or clear a terminal; return what is left. */
static size_t drop_sequences(char *line)
{
	char *to = line;

	for (const char *from = line; *from; ) {
		if (*from != ESCAPE) {
			*to++ = *from++;
			continue;
		}
		from++;
		if (*from == '[')
			do
				from++;
			while (*from && !isalpha((unsigned char)*from));
		from += *from != '\0';
	}
	*to = '\0';
	return to - line;
}

/* Return whether it is a document whose lines only it has made. */
static bool is_document(const char *first)
{
	static const char *const pages[] = { "<!doctype html", "<html", "<pre" };
	const char *next = strchr(first, '\n');

	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		if (!strncasecmp(first, pages[i], strlen(pages[i])))
			return false;
	/* Each line of a log may be a document. */
	return *first == '<' ||
	       (*first == '{' && !(next && next[strspn(next, blanks)] == '{'));
}

/* Leave what the program has printed of a line; return where that begins. */
static char *clean_line(char *line, bool wrapped, size_t *length)
{
	size_t all = drop_sequences(line);
	char *begin;

	all = wrapped ? line_clean(line, all) : line_clean_unwrapped(line, all);
	begin = line_skip_blanks(line_strip_prefixes(line, true));
	*length = all - (begin - line);
	return begin;
}

void foreign_clean(struct foreign_input *in)
{
	char *from = in->text, *to = in->text, *line, *end, *first;
	size_t length;
	bool wrapped;

	if (!strncmp(from, byte_order_mark, strlen(byte_order_mark))) {
		in->size -= strlen(byte_order_mark);
		memmove(to, from + strlen(byte_order_mark), in->size + 1);
	}
	first = to + strspn(to, blanks);
	if (!*first || is_document(first))
		return;
	/* Within a document, quotes are its own. */
	wrapped = *first && strchr("\"{<-", *first);
	while (*from) {
		line = from;
		end = strchrnul(line, '\n');
		from = end + (*end != '\0');
		*end = '\0';
		line = clean_line(line, wrapped, &length);
		memmove(to, line, length);
		to += length;
		if (from > end)
			*to++ = '\n';
	}
	*to = '\0';
	in->size = to - in->text;
}

char *foreign_line(struct foreign_input *in)
{
	char *line = in->next;
	size_t length;

	if (!*line)
		return NULL;
	length = strcspn(line, "\n");
	in->next = line + length + (line[length] == '\n');
	in->line++;
	line[length] = '\0';
	return line;
}

bool foreign_number(const char **text, double *number)
{
	const char *at = *text + strspn(*text, " \t");
	char *end;

	if (!isdigit((unsigned char)*at))
		return false;
	*number = strtod(at, &end);
	*text = end;
	return *number <= FOREIGN_NUMBER_MAX;
}

bool foreign_whole(const char **text, uint64_t *number)
{
	const char *at = *text + strspn(*text, " \t");

	if (!isdigit((unsigned char)*at))
		return false;
	*number = 0;
	for (; isdigit((unsigned char)*at); at++) {
		*number = *number * 10 + (*at - '0');
		if (*number > FOREIGN_NUMBER_MAX)
			return false;
	}
	*text = at;
	return true;
}

const char *foreign_after(const char *line, const char *name)
{
	line += strspn(line, " \t");
	return strncmp(line, name, strlen(name)) ? NULL : line + strlen(name);
}

bool foreign_has_line(const struct foreign_input *in, const char *text)
{
	for (const char *at = in->text; (at = strstr(at, text)); at++) {
		const char *before = at;

		while (before > in->text && (before[-1] == ' ' || before[-1] == '\t'))
			before--;
		if (before == in->text || before[-1] == '\n')
			return true;
	}
	return false;
}

struct foreign_series *foreign_series_new(struct foreign_run *run, int cpu,
					  enum event_context context)
{
	struct foreign_series *grown = NULL;

	if (run->count < SERIES_MAX)
		grown = array_grow(run->series, run->count, sizeof(*grown));
	if (!grown)
		return NULL;
	run->series = grown;
	grown += run->count++;
	*grown = (struct foreign_series) { .cpu = cpu, .context = context };
	return grown;
}

struct foreign_series *foreign_series_find(const struct foreign_run *run,
					   int cpu, enum event_context context)
{
	for (int i = 0; i < run->count; i++)
		if (run->series[i].cpu == cpu &&
		    run->series[i].context == context)
			return &run->series[i];
	return NULL;
}

const char *foreign_bucket(struct foreign_series *series, uint64_t upper_ns,
			   uint64_t count)
{
	if (!distribution_add(&series->histogram, upper_ns, count))
		return "out of memory";
	return series->histogram.count > FOREIGN_NUMBER_MAX ?
	       "too many samples" : NULL;
}

void foreign_note(struct foreign_run *run, const char *format, ...)
{
	char note[NOTE_LEN];
	json_t *before;
	va_list args;
	size_t i;

	va_start(args, format);
	vsnprintf(note, sizeof(note), format, args);
	va_end(args);
	json_array_foreach(run->notes, i, before)
		if (!strcmp(json_string_value(before), note))
			return;
	json_array_append_new(run->notes, json_string(note));
}

void foreign_note_stop(struct foreign_run *run, uint64_t us)
{
	foreign_note(run, "it was stopped by a latency of %" PRIu64 " us", us);
}

void foreign_note_smis(struct foreign_run *run, uint64_t count)
{
	foreign_note(run, "%" PRIu64 " SMIs, interrupts of the firmware, occurred during the run",
		     count);
}

void foreign_duration(struct foreign_run *run, const char *text)
{
	unsigned int days, hours, minutes, seconds;

	if (sscanf(text, " %u %u:%u:%u", &days, &hours, &minutes, &seconds) == 4 &&
	    days < 10000 && hours < 24 && minutes < 60 && seconds < 60)
		run->measured_ns = (((days * 24ULL + hours) * 60 + minutes) * 60 +
				    seconds) * NS_PER_SEC;
}
