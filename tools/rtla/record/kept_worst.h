/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The worst latencies of a recording, of one command that measures: the longest
 * of all its segments. Each is a JSON object, as it is in recording.json:
 *
 *	{"latency_ns":.., "cpu":.., "tid":.., "thread":"..",
 *	 "at":"2026-..Z", "clock_ns":.., "boot":"..", "time_ns":..,
 *	 "segment":.., "trace":"worst/..", "result":"history/..",
 *	 "cause":"..", "part":"..", "kind":"..", "analysis":{..}}
 *
 * A latency that no trace explains has null for what is not known.
 */
#ifndef RTLA_KEPT_WORST_H
#define RTLA_KEPT_WORST_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

struct record_folder;

/**
 * struct kept_worst - the worst of one command
 * @tracer: what was measured, as results name it
 * @list: the objects, the longest first; an array
 * @max: how many are kept at most
 * @folder: where their traces are
 */
struct kept_worst {
	const char *tracer;
	json_t *list;
	int max;
	const struct record_folder *folder;
};

/* kept_worst_least - return the latency that another one has to reach, in ns */
uint64_t kept_worst_least(const struct kept_worst *worst);

/*
 * kept_worst_add - take over @entry, and keep it if it is one of the worst
 *
 * Two segments that overlap see the same latency: that of one thread at one
 * time is kept once. The trace of an older one that has to go is removed.
 * Returns whether the entry is kept. A NULL, for which there was no memory, is
 * not.
 */
bool kept_worst_add(struct kept_worst *worst, json_t *entry);

/*
 * kept_worst_has - return whether the thread of @entry has a latency of this
 * length, or a longer one, in the same segment or in one beside it
 */
bool kept_worst_has(const struct kept_worst *worst, const json_t *entry);

/*
 * kept_worst_has_like - return whether it has one of this length in a segment
 * beside that of @entry, which may be the same latency
 */
bool kept_worst_has_like(const struct kept_worst *worst, const json_t *entry);

/* kept_worst_knows - return whether one of them has this trace, "worst/..." */
bool kept_worst_knows(const struct kept_worst *worst, const char *trace);

/*
 * kept_worst_in - return whether one of them is of the result with this path in
 * the folder, "history/..."
 */
bool kept_worst_in(const struct kept_worst *worst, const char *result);

/* kept_worst_forget - drop those from before the time @clock_ns of the recording */
void kept_worst_forget(struct kept_worst *worst, uint64_t clock_ns);

#endif /* RTLA_KEPT_WORST_H */
