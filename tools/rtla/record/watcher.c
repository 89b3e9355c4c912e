// SPDX-License-Identifier: GPL-2.0
/*
 * The segments of one command: see watcher.h.
 */
#include <dirent.h>
#include <inttypes.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/times.h"
#include "record/found_worst.h"
#include "record/record_folder.h"
#include "record/recorder_plan.h"
#include "record/watcher.h"
#include "results/results.h"
#include "results/results_read.h"
#include "results/results_write.h"

/* A segment that has not ended so long after its time is taken for dead. */
#define PATIENCE_S	60

/* From failure to failure, the pause doubles. */
#define PAUSE_FIRST_NS	NS_PER_SEC
#define PAUSE_LAST_NS	(300 * NS_PER_SEC)

static struct record_watch *watch_of(const struct watcher *watcher)
{
	return &watcher->recording->watch[watcher->watch];
}

static struct kept_worst *worst_of(const struct watcher *watcher)
{
	return &watch_of(watcher)->worst;
}

/* ---- Traces -------------------------------------------------------------- */

/* Return what rtla analyze says of a trace, or NULL. */
static json_t *analysis_of(const struct watcher *watcher, const char *name)
{
	char trace[PATH_MAX + NAME_MAX + 2], path[OWN_RUN_PATH_LEN];
	const char *const words[] = { "analyze", "--json", "-", trace, NULL };
	json_t *analysis = NULL;
	struct own_run run;

	snprintf(trace, sizeof(trace), "%s/%s", watcher->recording->folder->worst,
		 name);
	if (own_run_start(&run, words, watcher->undo, watcher->plan->debug))
		return NULL;
	poll(&(struct pollfd) { .fd = run.group.pidfd, .events = POLLIN }, 1,
	     PATIENCE_S * 1000);
	own_run_wait(&run);
	message_mute(true);
	if (own_run_has_output(&run))
		analysis = json_read_file(own_run_path(&run, path), "");
	message_mute(false);
	own_run_free(&run);
	return analysis;
}

static bool is_running(const struct watcher *watcher, uint64_t number)
{
	for (int i = 0; i < SEGMENTS_AT_ONCE; i++)
		if (own_run_is_on(&watcher->segment[i].run) &&
		    watcher->segment[i].number == number)
			return true;
	return false;
}

/*
 * Take a trace that is not known yet. As long as its segment runs, the trace is
 * the segment's own, and stays there. Returns whether it has no result, nor
 * will have one.
 */
static bool take_trace(struct watcher *watcher, const char *name,
		       uint64_t number)
{
	bool runs = is_running(watcher, number);
	char trace[NAME_MAX + 8];
	json_t *analysis;

	snprintf(trace, sizeof(trace), "worst/%s", name);
	if (kept_worst_knows(worst_of(watcher), trace) ||
	    (runs && json_object_get(watcher->seen, name)))
		return false;
	analysis = analysis_of(watcher, name);
	if (analysis)
		json_object_set_new(watcher->seen, name, json_true());
	found_in_trace(worst_of(watcher), name, analysis,
		       &(struct found_in) {
			       .recording = watcher->recording,
			       .segment = number, .leave = runs,
		       });
	json_decref(analysis);
	return !runs;
}

/* Take all traces that are not known yet; returns how many have no result. */
static int take_traces(struct watcher *watcher)
{
	const char *tracer = watcher->segments->tracer;
	struct dirent **entry;
	int left = 0, count = scandir(watcher->recording->folder->worst, &entry,
				      NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entry[i]->d_name;
		uint64_t number = segment_of_trace(name, tracer);

		if (number) {
			left += take_trace(watcher, name, number);
			if (watch_of(watcher)->next <= number)
				watch_of(watcher)->next = number + 1;
		}
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return left;
}

bool watcher_look(struct watcher *watcher)
{
	size_t seen = json_object_size(watcher->seen);

	take_traces(watcher);
	return json_object_size(watcher->seen) != seen;
}

void watcher_recover(struct watcher *watcher)
{
	struct record_watch *watch = watch_of(watcher);
	int lost = json_array_size(watch->running);
	int traces = take_traces(watcher);
	char alive[32];

	if (!lost)
		return;
	watcher->recording->counts.lost += lost;
	recording_tell(watcher->recording, "%s: the recorder before this one was cut off, soon after %s: of %d of its segments the figures are lost, and %d traces were taken up",
		       watcher->segments->tracer,
		       results_time(watcher->recording->folder->alive, alive,
				    sizeof(alive)), lost, traces);
	json_array_clear(watch->running);
}

/* ---- Results ------------------------------------------------------------- */

static void tell_untrusted(struct watcher *watcher,
			   const struct results *results)
{
	const char *why = results_untrusted(results);

	/* One that is asked to end may have had no time to see anything. */
	if (!why || watcher->ending)
		return;
	watcher->recording->counts.untrusted++;
	recording_tell(watcher->recording, "%s: a segment cannot be trusted in all: %s",
		       watcher->segments->tracer, why);
}

static void take_result(struct watcher *watcher, const struct segment *segment)
{
	struct recording *recording = watcher->recording;
	char path[OWN_RUN_PATH_LEN];
	struct results results;

	if (results_read(&results, own_run_path(&segment->run, path)))
		return;
	recording->counts.segments++;
	recording->counts.measured_ns += results.measured_ns;
	found_in_result(worst_of(watcher), &results, &(struct found_in) {
		.recording = recording, .segment = segment->number,
		.threshold_ns = segment->threshold_ns,
		.stored = rotation_store(recording, path, watcher->host,
					 &watcher->plan->rotation),
	});
	tell_untrusted(watcher, &results);
	results_free(&results);
	/* A result may have many threads: that memory is not kept for the next one. */
	malloc_trim(0);
}

/* Let the next segment wait, and one after that longer. */
static void pause_segments(struct watcher *watcher)
{
	watcher->retry = time_after(time_now(), watcher->pause_ns);
	watcher->pause_ns = time_min(2 * watcher->pause_ns, PAUSE_LAST_NS);
}

/* A segment that ends at once would end at once again. */
static void tell_segment_end(struct watcher *watcher, const struct segment *segment,
		     bool has_result)
{
	struct recording *recording = watcher->recording;
	char why[512];

	recording->counts.failed += !has_result;
	recording_tell(recording, "%s: a segment has ended %s, and is tried again: %s",
		       watcher->segments->tracer,
		       has_result ? "too early" : "without a result",
		       own_run_why(&segment->run, why, sizeof(why)));
	pause_segments(watcher);
}

static void forget_running(struct watcher *watcher, uint64_t number)
{
	json_t *running = watch_of(watcher)->running;

	for (size_t i = json_array_size(running); i--;)
		if (json_integer_value(json_array_get(running, i)) ==
		    (json_int_t)number)
			json_array_remove(running, i);
}

/* Traces of segments that have ended are all known, or gone. */
static void forget_seen(struct watcher *watcher)
{
	const char *name;
	json_t *seen;
	void *next;

	json_object_foreach_safe(watcher->seen, next, name, seen)
		if (!is_running(watcher, segment_of_trace(name, watcher->segments->tracer)))
			json_object_del(watcher->seen, name);
}

/* Return when the next segment begins, while this one still measures. */
static uint64_t overlap_begins(const struct watcher *watcher,
			       const struct segment *segment)
{
	return time_after(segment->begun, (watcher->segments->seconds -
					   watcher->plan->overlap_s) * NS_PER_SEC);
}

/* Take a segment that has ended, or end it. */
static void take_ended(struct watcher *watcher, struct segment *segment)
{
	bool is_early = !watcher->ending &&
			time_now() < overlap_begins(watcher, segment);
	bool has_result, is_unbegun;

	own_run_wait(&segment->run);
	has_result = own_run_has_output(&segment->run);
	/* One that is asked to end before it measures has nothing to tell. */
	is_unbegun = watcher->ending && own_run_is_terminated(&segment->run);
	if (has_result)
		take_result(watcher, segment);
	if (is_early || (!has_result && !is_unbegun))
		tell_segment_end(watcher, segment, has_result);
	else
		watcher->pause_ns = PAUSE_FIRST_NS;
	forget_running(watcher, segment->number);
	own_run_free(&segment->run);
	/* A trace that no result names was left by a segment that failed. */
	take_traces(watcher);
	forget_seen(watcher);
}

/* ---- When ---------------------------------------------------------------- */

static uint64_t dead_at(const struct watcher *watcher,
			const struct segment *segment)
{
	return time_after(segment->begun,
			  (watcher->segments->seconds + PATIENCE_S) * NS_PER_SEC);
}

static bool segment_has_ended(const struct watcher *watcher,
		      const struct segment *segment)
{
	struct pollfd end = { .fd = segment->run.group.pidfd, .events = POLLIN };

	return poll(&end, 1, 0) > 0 || time_now() >= dead_at(watcher, segment);
}

/* Return the segment that has begun last and runs, or NULL; *@free may take another. */
static struct segment *last_segment(struct watcher *watcher,
				    struct segment **free)
{
	struct segment *last = NULL;

	*free = NULL;
	for (int i = 0; i < SEGMENTS_AT_ONCE; i++) {
		struct segment *segment = &watcher->segment[i];

		if (!own_run_is_on(&segment->run))
			*free = segment;
		else if (!last || segment->number > last->number)
			last = segment;
	}
	return last;
}

/* Return when the next segment is to begin. */
static uint64_t next_begin(const struct watcher *watcher,
			   const struct segment *last)
{
	if (!last)
		return watcher->retry;
	return time_max(watcher->retry, overlap_begins(watcher, last));
}

static void begin_segment(struct watcher *watcher, struct segment *segment)
{
	struct record_watch *watch = watch_of(watcher);
	int error;

	*segment = SEGMENT_NONE;
	segment->number = watch->next = watch->next ?: 1;
	segment->threshold_ns = time_max(kept_worst_least(&watch->worst),
					 watcher->plan->threshold_ns);
	error = segment_start(segment, watcher->segments,
			      watcher->recording->folder, watcher->undo,
			      watcher->plan->debug);
	if (error) {
		recording_tell(watcher->recording, "%s: a segment cannot be started, and is tried again: %s",
			       watcher->segments->tracer, strerror(error));
		pause_segments(watcher);
		return;
	}
	watch->next++;
	json_array_append_new(watch->running, json_number(segment->number));
}

bool watcher_go_on(struct watcher *watcher)
{
	struct segment *free, *last;
	bool changed = false;

	for (int i = 0; i < SEGMENTS_AT_ONCE; i++) {
		struct segment *segment = &watcher->segment[i];

		if (own_run_is_on(&segment->run) && segment_has_ended(watcher, segment)) {
			take_ended(watcher, segment);
			changed = true;
		}
	}
	last = last_segment(watcher, &free);
	if (free && time_now() >= next_begin(watcher, last)) {
		begin_segment(watcher, free);
		changed = true;
	}
	return changed;
}

uint64_t watcher_next(const struct watcher *watcher)
{
	struct segment *free;
	const struct segment *last =
		last_segment((struct watcher *)watcher, &free);
	uint64_t next = free ? next_begin(watcher, last) : UINT64_MAX;

	for (int i = 0; i < SEGMENTS_AT_ONCE; i++)
		if (own_run_is_on(&watcher->segment[i].run))
			next = time_min(next, dead_at(watcher,
						      &watcher->segment[i]));
	return next;
}

int watcher_running(const struct watcher *watcher)
{
	int running = 0;

	for (int i = 0; i < SEGMENTS_AT_ONCE; i++)
		running += own_run_is_on(&watcher->segment[i].run);
	return running;
}

void watcher_ask(struct watcher *watcher)
{
	watcher->ending = true;
	for (int i = 0; i < SEGMENTS_AT_ONCE; i++)
		if (own_run_is_on(&watcher->segment[i].run))
			process_group_ask(&watcher->segment[i].run.group);
}

void watcher_end(struct watcher *watcher)
{
	for (int i = 0; i < SEGMENTS_AT_ONCE; i++)
		if (own_run_is_on(&watcher->segment[i].run))
			take_ended(watcher, &watcher->segment[i]);
}
