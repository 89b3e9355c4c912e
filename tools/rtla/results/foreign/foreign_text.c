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
#include "base/scan.h"
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

/* Mails, pages of the web and comparisons of files put these before a line. */
static const char marks[] = " \t>|+";

static const char byte_order_mark[] = "\xef\xbb\xbf";
static const char no_break[] = "\xc2\xa0";

/* Return the length of a sequence that colours or clears a terminal. */
static size_t foreign_escape_length(const char *text)
{
	size_t length = 1;

	if (text[length] == '[')
		do
			length++;
		while (text[length] && !isalpha((unsigned char)text[length]));
	return length + (text[length] != '\0');
}

/*
 * Return the length of the time that the logs of GitHub, kubectl and others put
 * before a line, like "2026-11-29T10:00:00.0000000Z ".
 */
static size_t stamp_length(const char *text)
{
	const char *after = isdigit((unsigned char)*text) ?
			    scan(text, "%_-%_-%_T%_:%_:%_") : NULL;

	return after ? after - text + strcspn(after, " \n") : 0;
}

/*
 * Return how many bytes at @from are none of what the program printed; @begins:
 * they are at the beginning of a line.
 */
static size_t foreign_noise(const char *from, bool begins)
{
	if (*from == ESCAPE)
		return foreign_escape_length(from);
	if (*from == '\r' && (from[1] == '\n' || from[1] == '\r'))
		return 1;
	return begins ? strspn(from, marks) ?: stamp_length(from) : 0;
}

void foreign_clean(struct foreign_input *in)
{
	const char *from = in->text;
	bool begins = true;
	char *to = in->text;

	if (!strncmp(from, byte_order_mark, strlen(byte_order_mark))) {
		in->size -= strlen(byte_order_mark);
		memmove(to, from + strlen(byte_order_mark), in->size + 1);
	}
	/* A document that is no text has blanks and marks of its own. */
	if (strchr("{<", to[strspn(to, " \t\r\n")]))
		return;
	for (from = to; *from; ) {
		size_t noise = foreign_noise(from, begins);

		if (noise) {
			from += noise;
		} else if (!strncmp(from, no_break, strlen(no_break))) {
			from += strlen(no_break);
			if (!begins)
				*to++ = ' ';
		} else {
			begins = *from == '\n';
			*to++ = *from++;
		}
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
