// SPDX-License-Identifier: GPL-2.0
/*
 * The worst latencies: see kept_worst.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/json_read.h"
#include "record/kept_worst.h"
#include "record/record_folder.h"

/* Two segments take the times of the same latency so far from each other at most. */
#define SAME_TIME_NS	NS_PER_MS

/* And its length so many times from each other, in percent. */
#define SAME_LENGTH	98

static uint64_t length_of(const json_t *entry)
{
	return json_read_ns(entry, "latency_ns");
}

static const json_t *last_of(const struct kept_worst *worst)
{
	return json_array_get(worst->list, json_array_size(worst->list) - 1);
}

uint64_t kept_worst_least(const struct kept_worst *worst)
{
	if (json_array_size(worst->list) < (size_t)worst->max)
		return 0;
	return length_of(last_of(worst));
}

static bool same_text(const json_t *a, const json_t *b, const char *name)
{
	return !strcmp(json_read_text(a, name, ""), json_read_text(b, name, ""));
}

static bool same_thread(const json_t *a, const json_t *b)
{
	return json_read_ns(a, "tid") == json_read_ns(b, "tid") &&
	       same_text(a, b, "boot");
}

/* Return whether both are of the same thread at the same time. */
static bool same_latency(const json_t *a, const json_t *b)
{
	uint64_t at = json_read_ns(a, "time_ns");
	uint64_t other = json_read_ns(b, "time_ns");

	return at && other && same_thread(a, b) &&
	       (at > other ? at - other : other - at) < SAME_TIME_NS;
}

/* Return how many segments are from the one to the other. */
static uint64_t distance(const json_t *a, const json_t *b)
{
	uint64_t one = json_read_ns(a, "segment");
	uint64_t other = json_read_ns(b, "segment");

	return one > other ? one - other : other - one;
}

/* Return whether @entry is as long as @other, or shorter. */
static bool reaches(const json_t *other, const json_t *entry)
{
	return length_of(other) >= length_of(entry) / 100 * SAME_LENGTH;
}

bool kept_worst_has(const struct kept_worst *worst, const json_t *entry)
{
	const json_t *other;
	size_t i;

	json_array_foreach(worst->list, i, other)
		if (same_thread(entry, other) && distance(entry, other) <= 1 &&
		    reaches(other, entry))
			return true;
	return false;
}

bool kept_worst_has_like(const struct kept_worst *worst, const json_t *entry)
{
	const json_t *other;
	size_t i;

	json_array_foreach(worst->list, i, other)
		if (same_thread(entry, other) && distance(entry, other) == 1 &&
		    reaches(other, entry) && reaches(entry, other))
			return true;
	return false;
}

static bool any_has_text(const struct kept_worst *worst, const char *name,
			 const char *text)
{
	const json_t *entry;
	size_t i;

	json_array_foreach(worst->list, i, entry)
		if (!strcmp(json_read_text(entry, name, ""), text))
			return true;
	return false;
}

bool kept_worst_knows(const struct kept_worst *worst, const char *trace)
{
	return any_has_text(worst, "trace", trace);
}

bool kept_worst_in(const struct kept_worst *worst, const char *result)
{
	return any_has_text(worst, "result", result);
}

/* The trace of an entry that is not kept, or not any more, is of no use. */
static void drop_trace(const struct kept_worst *worst, const json_t *entry)
{
	const char *trace = json_read_text(entry, "trace", NULL);

	if (trace && !kept_worst_knows(worst, trace))
		record_folder_drop(worst->folder, trace);
}

static void worst_remove(struct kept_worst *worst, size_t place)
{
	json_t *entry = json_incref(json_array_get(worst->list, place));

	json_array_remove(worst->list, place);
	drop_trace(worst, entry);
	json_decref(entry);
}

/* Return the place of the same latency, or of the first that is shorter. */
static size_t place_of(const struct kept_worst *worst, const json_t *entry,
		       bool *same)
{
	size_t i, count = json_array_size(worst->list);

	for (i = 0; i < count; i++)
		if (same_latency(json_array_get(worst->list, i), entry)) {
			*same = true;
			return i;
		}
	for (i = 0; i < count; i++)
		if (length_of(json_array_get(worst->list, i)) < length_of(entry))
			break;
	*same = false;
	return i;
}

/* The result of a segment tells again what its traces have told, with more. */
static void complete(struct kept_worst *worst, size_t place, json_t *entry)
{
	const json_t *known = json_array_get(worst->list, place);

	if (!json_read_text(known, "result", NULL) &&
	    same_text(known, entry, "trace"))
		json_array_set(worst->list, place, entry);
}

bool kept_worst_add(struct kept_worst *worst, json_t *entry)
{
	bool same, kept = false;
	size_t place = entry ? place_of(worst, entry, &same) : 0;

	if (!entry)
		return false;
	if (same)
		complete(worst, place, entry);
	else if (place < (size_t)worst->max)
		kept = !json_array_insert(worst->list, place, entry);
	json_decref(entry);
	while (json_array_size(worst->list) > (size_t)worst->max)
		worst_remove(worst, json_array_size(worst->list) - 1);
	return kept;
}

void kept_worst_forget(struct kept_worst *worst, uint64_t clock_ns)
{
	for (size_t i = json_array_size(worst->list); i--;)
		if (json_read_ns(json_array_get(worst->list, i), "clock_ns") <
		    clock_ns)
			worst_remove(worst, i);
}
