// SPDX-License-Identifier: GPL-2.0
/*
 * A recording and its file: see recording.h.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/whole_file.h"
#include "record/record_folder.h"
#include "record/recording.h"
#include "results/results_write.h"

#define FORMAT		"rtla-recording"
#define VERSION		1

/* The page of a recording shows the last of them, and nobody reads more. */
#define EVENTS_MAX	200

/* The same thing may happen again and again, in turn with others. */
#define EVENTS_ALIKE	8

#define COUNT(member)	offsetof(struct record_counts, member)

const struct count_row record_count_rows[] = {
	{ "clock_ns", "clock_seconds", "How long a recorder has run, with sleep.",
	  true, COUNT(clock_ns) },
	{ "measured_ns", "measured_seconds", "How long segments have measured; where they overlap, both count.",
	  true, COUNT(measured_ns) },
	{ "unwatched_ns", "unwatched_seconds", "How long a recorder ran and nothing measured.",
	  true, COUNT(unwatched_ns) },
	{ "asleep_ns", "asleep_seconds", "How long the machine slept meantime.",
	  true, COUNT(asleep_ns) },
	{ "starts", "starts", "How often a recorder was started.",
	  false, COUNT(starts) },
	{ "segments", "segments", "Segments with a result.",
	  false, COUNT(segments) },
	{ "untrusted", "segments_untrusted", "Segments whose result cannot be trusted in all.",
	  false, COUNT(untrusted) },
	{ "failed", "segments_failed", "Segments without a result.",
	  false, COUNT(failed) },
	{ "lost", "segments_lost", "Segments that were cut off with their recorder.",
	  false, COUNT(lost) },
	{ "clock_steps", "clock_steps", "How often the clock was set.",
	  false, COUNT(clock_steps) },
	{ "dropped", "results_dropped", "Results that were removed, for their size, their age or the disk.",
	  false, COUNT(dropped) },
	{ "unwritten", "unwritten", "Files that could not be written.",
	  false, COUNT(unwritten) },
	{ NULL }
};

uint64_t record_count(const struct record_counts *counts,
		      const struct count_row *row)
{
	return *(const uint64_t *)((const char *)counts + row->field);
}

/* ---- Reading ------------------------------------------------------------- */

static void read_member(const json_t *document, const char *name, char *text,
		      size_t size)
{
	snprintf(text, size, "%s", json_read_text(document, name, ""));
}

/* Take an array of a document; without one, begin an empty one. */
static json_t *take_array(const json_t *object, const char *name)
{
	json_t *array = json_object_get(object, name);

	return json_is_array(array) ? json_incref(array) : json_array();
}

static void take_watch(struct recording *recording, const char *name,
		       const json_t *json, int keep)
{
	struct record_watch *watch;

	if (recording->watches == RECORD_WATCHES_MAX)
		return;
	watch = &recording->watch[recording->watches++];
	*watch = (struct record_watch) {
		.worst = {
			.tracer = strdup(name), .max = keep,
			.list = take_array(json, "worst"),
			.folder = recording->folder,
		},
		.next = json_read_ns(json, "next"),
		.running = take_array(json, "running"),
	};
}

static void take_document(struct recording *recording, const json_t *document,
			  int keep)
{
	json_t *watches = json_object_get(document, "watches"), *watch;
	const json_t *counts = json_object_get(document, "counts");
	const struct count_row *row;
	const char *name;

	for (row = record_count_rows; row->name; row++)
		*(uint64_t *)((char *)&recording->counts + row->field) =
			json_read_ns(counts, row->name);
	read_member(document, "started_at", recording->started_at,
		  sizeof(recording->started_at));
	read_member(document, "kernel", recording->kernel,
		  sizeof(recording->kernel));
	read_member(document, "boot", recording->boot, sizeof(recording->boot));
	recording->events = take_array(document, "events");
	recording->results = take_array(document, "results");
	json_object_foreach(watches, name, watch)
		take_watch(recording, name, watch, keep);
}

static json_t *read_document(const struct record_folder *folder)
{
	json_t *document = json_read_file(folder->state, "name the folder of a recording");

	if (!document ||
	    !strcmp(json_read_text(document, "format", ""), FORMAT))
		return document;
	fail(RESULT_ERROR, "%s: it is no recording: name the folder of one",
	     folder->state);
	json_decref(document);
	return NULL;
}

/* A damaged file is kept for whoever wants to see it. */
static void put_aside(const struct record_folder *folder)
{
	char aside[PATH_MAX];

	if (snprintf(aside, sizeof(aside), "%s.damaged", folder->state) <
	    (int)sizeof(aside) && !rename(folder->state, aside))
		note("%s: the recording begins anew, with the traces that are there", aside);
}

enum result recording_read(struct recording *recording,
			   const struct record_folder *folder, int keep,
			   bool mend)
{
	bool is_there = !access(folder->state, F_OK);
	json_t *document = NULL;

	*recording = (struct recording) { .folder = folder };
	if (is_there || !mend)
		document = read_document(folder);
	if (!document && !mend)
		return RESULT_ERROR;
	if (!document && is_there)
		put_aside(folder);
	take_document(recording, document, keep);
	json_decref(document);
	if (!*recording->started_at)
		results_time(time(NULL), recording->started_at,
			     sizeof(recording->started_at));
	return recording->events && recording->results ? RESULT_OK :
	       fail(RESULT_ERROR, "out of memory");
}

void recording_free(struct recording *recording)
{
	for (int i = 0; i < recording->watches; i++) {
		struct record_watch *watch = &recording->watch[i];

		free((char *)watch->worst.tracer);
		json_decref(watch->worst.list);
		json_decref(watch->running);
	}
	json_decref(recording->events);
	json_decref(recording->results);
	*recording = (struct recording) { .folder = NULL };
}

struct record_watch *recording_watch(struct recording *recording,
				     const char *name, int keep)
{
	struct record_watch *watch = recording->watch;
	const struct record_watch *end = watch + recording->watches;

	for (; watch < end; watch++)
		if (!strcmp(watch->worst.tracer, name))
			return watch;
	if (recording->watches == RECORD_WATCHES_MAX)
		return NULL;
	take_watch(recording, name, NULL, keep);
	return watch;
}

/* ---- Writing ------------------------------------------------------------- */

static json_t *counts_json(const struct record_counts *counts)
{
	json_t *json = json_object();
	const struct count_row *row;

	for (row = record_count_rows; row->name; row++)
		json_set(&json, row->name, json_number(record_count(counts, row)));
	return json;
}

static json_t *watches_json(const struct recording *recording)
{
	json_t *json = json_object();

	for (int i = 0; i < recording->watches; i++) {
		const struct record_watch *watch = &recording->watch[i];

		json_set(&json, watch->worst.tracer,
			 json_pack("{s:o, s:O, s:O}", "next",
				   json_number(watch->next), "running",
				   watch->running, "worst", watch->worst.list));
	}
	return json;
}

int recording_write(struct recording *recording)
{
	json_t *json = json_pack("{s:s, s:i, s:s, s:o, s:s, s:o, s:o, s:O, s:O}",
				 "format", FORMAT, "schema_version", VERSION,
				 "started_at", recording->started_at,
				 "kernel", json_words(recording->kernel),
				 "boot", recording->boot,
				 "counts", counts_json(&recording->counts),
				 "watches", watches_json(recording),
				 "events", recording->events,
				 "results", recording->results);
	char *text = json ? json_dumps(json, JSON_INDENT(1)) : NULL;
	size_t size = text ? strlen(text) : 0;
	int error = ENOMEM;

	if (text) {
		/* A newline where the string ends: the file does not have its NUL. */
		text[size++] = '\n';
		error = whole_file_replace(recording->folder->state, text, size);
	}
	free(text);
	json_decref(json);
	return error;
}

/* ---- Events -------------------------------------------------------------- */

/* Return the event with this text among the last ones, or NULL. */
static json_t *told_before(const json_t *events, const char *text)
{
	size_t count = json_array_size(events);

	for (size_t i = count; i-- && count - i <= EVENTS_ALIKE;) {
		json_t *event = json_array_get(events, i);

		if (!strcmp(json_read_text(event, "text", ""), text))
			return event;
	}
	return NULL;
}

void recording_tell(struct recording *recording, const char *format, ...)
{
	char text[512], now[32];
	json_t *event;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	results_time(time(NULL), now, sizeof(now));
	event = told_before(recording->events, text);
	if (event) {
		json_object_set_new(event, "last", json_string(now));
		json_object_set_new(event, "count",
				    json_number(json_read_ns(event, "count") + 1));
		return;
	}
	note("%s", text);
	json_array_append_new(recording->events,
			      json_pack("{s:s, s:s, s:i, s:o}", "at", now,
					"last", now, "count", 1,
					"text", json_words(text)));
	if (json_array_size(recording->events) > EVENTS_MAX)
		json_array_remove(recording->events, 0);
}
