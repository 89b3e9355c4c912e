/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The segments of one command that measures: when the next one begins, what is
 * taken of one that has ended, and what if it has no result.
 */
#ifndef RTLA_WATCHER_H
#define RTLA_WATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "record/segment.h"

struct recorder_plan;
struct recording;
struct undo_list;

/* While one segment ends, the next one measures already. */
#define SEGMENTS_AT_ONCE	2

struct watcher {
	const struct recorder_plan *plan;
	const struct segment_plan *segments;
	struct recording *recording;
	int watch;		/* its place in the recording */
	const char *host;	/* for results that do not name their machine */
	const struct undo_list *undo;
	struct segment segment[SEGMENTS_AT_ONCE];
	json_t *seen;		/* an object with the traces of these that are taken */
	uint64_t retry;		/* time_now() when the next one may begin */
	uint64_t pause_ns;	/* after the next failure */
	bool ending;		/* segments are asked to end */
};

/*
 * watcher_recover - take the traces that a recorder has left which was killed,
 * and tell of its segments that have no result
 */
void watcher_recover(struct watcher *watcher);

/*
 * watcher_look - take what segments have found that still run; return whether
 * there is any
 */
bool watcher_look(struct watcher *watcher);

/*
 * watcher_go_on - take the segments that have ended, and begin the next one if
 * it is time; returns whether a segment has ended or begun
 */
bool watcher_go_on(struct watcher *watcher);

/* watcher_next - return the time_now() at which there is something to do again */
uint64_t watcher_next(const struct watcher *watcher);

/* watcher_running - return how many segments run */
int watcher_running(const struct watcher *watcher);

/* watcher_ask - ask all segments to end; watcher_end() waits for them */
void watcher_ask(struct watcher *watcher);

/* watcher_end - take all segments, which end now */
void watcher_end(struct watcher *watcher);

#endif /* RTLA_WATCHER_H */
