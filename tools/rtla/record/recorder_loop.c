// SPDX-License-Identifier: GPL-2.0
/*
 * A recorder: see recorder_loop.h.
 */
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/human.h"
#include "base/signals.h"
#include "base/times.h"
#include "base/whole_file.h"
#include "host/boot_id.h"
#include "host/host_info.h"
#include "record/clock_watch.h"
#include "record/own_usage.h"
#include "record/record_folder.h"
#include "record/recorder_loop.h"
#include "record/recorder_metrics.h"
#include "record/recorder_plan.h"
#include "record/watcher.h"
#include "run/guard.h"

/* So often the metrics are written. */
#define TICK_NS		(10 * NS_PER_SEC)

/*
 * So often traces of segments that run are looked at. The first looks come
 * sooner, as the page is to show something soon, and then after twice as long
 * each: at first a recording has many hits that are soon none of the worst any
 * more.
 */
#define LOOK_NS		(60 * NS_PER_SEC)

static const int endings[] = { SIGINT, SIGTERM, SIGHUP };

struct recorder {
	const struct recorder_plan *plan;
	struct record_folder folder;
	struct recording recording;
	struct guard guard;
	int signals;
	struct host_info host;
	struct watcher watcher[RECORD_WATCHES_MAX];
	struct clock_watch clocks;
	int64_t looked;		/* clock_watch_running() at the last look */
	uint64_t tick, look;	/* time_now() at the next ones */
	uint64_t look_ns;	/* from the next look to the one after it */
	uint64_t end;		/* time_now() at the end, or UINT64_MAX */
	bool idle;		/* nothing has measured since the last look */
	bool metrics_failed;
};

/* ---- The clocks ---------------------------------------------------------- */

static int recorder_running(const struct recorder *recorder)
{
	int running = 0;

	for (int i = 0; i < recorder->plan->watches; i++)
		running += watcher_running(&recorder->watcher[i]);
	return running;
}

static void look_at_clocks(struct recorder *recorder)
{
	struct recording *recording = &recorder->recording;
	int64_t slept, step, now = clock_watch_running();
	char text[QUANTITY_LEN];

	clock_watch_look(&recorder->clocks, &slept, &step);
	recording->counts.clock_ns += now - recorder->looked;
	if (recorder->idle)
		recording->counts.unwatched_ns += now - recorder->looked;
	recorder->looked = now;
	recorder->idle = !recorder_running(recorder);
	if (slept > 0) {
		recording->counts.asleep_ns += slept;
		recording_tell(recording, "the machine slept for %s: that is no latency",
			       duration_text(slept, text));
	}
	if (step) {
		recording->counts.clock_steps++;
		recording_tell(recording, "the clock was set %s by %s: times before that are of the old clock",
			       step > 0 ? "forward" : "back",
			       tenths_text(step > 0 ? step : -step, text));
	}
}

/* ---- Writing ------------------------------------------------------------- */

static void recorder_show_metrics(struct recorder *recorder)
{
	const char *path = recorder->plan->metrics;
	struct own_usage usage = { .cpu_ns = 0 };
	int error;

	if (!path)
		return;
	own_usage_add(&usage, getpid());
	for (int i = 0; i < recorder->plan->watches; i++)
		for (int k = 0; k < SEGMENTS_AT_ONCE; k++)
			if (own_run_is_on(&recorder->watcher[i].segment[k].run))
				own_usage_add(&usage, recorder->watcher[i].segment[k].run.group.pid);
	error = recorder_metrics_write(path, &recorder->recording,
				       recorder_running(recorder), &usage);
	if (error)
		recorder->recording.counts.unwritten++;
	if (error && !recorder->metrics_failed)
		recording_tell(&recorder->recording, "--openmetrics %s: %s: it is tried again",
			       path, strerror(error));
	recorder->metrics_failed = error;
}

/* Let go of what is too old, and write all that has changed. */
static void recorder_write(struct recorder *recorder)
{
	struct recording *recording = &recorder->recording;
	uint64_t age = recorder->plan->forget_ns, now = recording->counts.clock_ns;

	for (int i = 0; age && now > age && i < recording->watches; i++)
		kept_worst_forget(&recording->watch[i].worst, now - age);
	rotation_save(recording, &recorder->plan->rotation);
	recorder_show_metrics(recorder);
}

/* ---- Begin --------------------------------------------------------------- */

/* Tell what is another one than when the recorder before this one wrote. */
static void note_machine(struct recorder *recorder)
{
	struct recording *recording = &recorder->recording;
	struct utsname system;
	char boot[BOOT_ID_LEN];

	uname(&system);
	if (*recording->kernel && strcmp(recording->kernel, system.release))
		recording_tell(recording, "the kernel is %s now, and was %s",
			       system.release, recording->kernel);
	snprintf(recording->kernel, sizeof(recording->kernel), "%s",
		 system.release);
	boot_id_read("", boot);
	if (*recording->boot && strcmp(recording->boot, boot))
		recording_tell(recording, "the machine was booted");
	snprintf(recording->boot, sizeof(recording->boot), "%s", boot);
}

static enum result begin_watchers(struct recorder *recorder)
{
	const struct recorder_plan *plan = recorder->plan;
	struct recording *recording = &recorder->recording;

	for (int i = 0; i < plan->watches; i++) {
		struct record_watch *watch =
			recording_watch(recording, plan->watch[i].tracer,
					plan->keep);

		if (!watch)
			return fail(RESULT_ERROR, "%s: it has other watches: name another folder with --output",
				    recorder->folder.state);
		recorder->watcher[i] = (struct watcher) {
			.plan = plan, .segments = &plan->watch[i],
			.recording = recording, .watch = watch - recording->watch,
			.host = *recorder->host.name ? recorder->host.name :
						       "localhost",
			.undo = &recorder->guard.list,
			.segment = { SEGMENT_NONE, SEGMENT_NONE },
			.seen = json_object(), .pause_ns = NS_PER_SEC,
		};
		watcher_recover(&recorder->watcher[i]);
	}
	return RESULT_OK;
}

static enum result recorder_begin(struct recorder *recorder)
{
	const struct recorder_plan *plan = recorder->plan;
	enum result result = record_folder_open(&recorder->folder, plan->folder) ?:
			     recording_read(&recorder->recording,
					    &recorder->folder, plan->keep, true);

	if (result)
		return result;
	recorder->signals = signals_open(endings, 3);
	guard_start(&recorder->guard, &undo_places, false, plan->debug);
	host_info_read("", &recorder->host);
	clock_watch_begin(&recorder->clocks);
	recorder->looked = clock_watch_running();
	recorder->look_ns = TICK_NS;
	recorder->end = plan->duration_ns ?
			time_after(time_now(), plan->duration_ns) : UINT64_MAX;
	recorder->recording.counts.starts++;
	rotation_find(&recorder->recording);
	/* Traces of a boot before are taken up before this one is noted. */
	result = begin_watchers(recorder);
	note_machine(recorder);
	return result;
}

/* ---- The loop ------------------------------------------------------------ */

/* Wait until a segment has ended, one is to begin, or it is time to look. */
static bool recorder_wait(struct recorder *recorder)
{
	struct pollfd fds[2 + RECORD_WATCHES_MAX * SEGMENTS_AT_ONCE] = {
		{ .fd = recorder->signals, .events = POLLIN },
		{ .fd = recorder->clocks.set, .events = POLLIN },
	};
	uint64_t until = time_min(recorder->tick, recorder->end);
	int count = 2;

	for (int i = 0; i < recorder->plan->watches; i++) {
		const struct watcher *watcher = &recorder->watcher[i];

		until = time_min(until, watcher_next(watcher));
		for (int k = 0; k < SEGMENTS_AT_ONCE; k++)
			fds[count++] = (struct pollfd) {
				.fd = watcher->segment[k].run.group.pidfd,
				.events = POLLIN,
			};
	}
	poll(fds, count, time_until(until));
	return !fds[0].revents && time_now() < recorder->end;
}

/* Return whether segments that run have found something. */
static bool recorder_look(struct recorder *recorder)
{
	bool found = false;

	if (time_now() < recorder->look)
		return false;
	recorder->look = time_after(time_now(), recorder->look_ns);
	recorder->look_ns = time_min(2 * recorder->look_ns, LOOK_NS);
	for (int i = 0; i < recorder->plan->watches; i++)
		found |= watcher_look(&recorder->watcher[i]);
	return found;
}

/* Return whether there is something new to be written. */
static bool recorder_tick(struct recorder *recorder)
{
	bool found;

	if (time_now() < recorder->tick)
		return false;
	recorder->tick = time_after(time_now(), TICK_NS);
	found = recorder_look(recorder);
	record_folder_touch(&recorder->folder);
	if (!found)
		recorder_show_metrics(recorder);
	return found;
}

static void record_on(struct recorder *recorder)
{
	bool changed = false;

	look_at_clocks(recorder);
	for (int i = 0; i < recorder->plan->watches; i++)
		changed |= watcher_go_on(&recorder->watcher[i]);
	recorder->idle = !recorder_running(recorder);
	changed |= recorder_tick(recorder);
	if (changed)
		recorder_write(recorder);
}

static void recorder_end(struct recorder *recorder)
{
	for (int i = 0; i < recorder->plan->watches; i++)
		watcher_ask(&recorder->watcher[i]);
	for (int i = 0; i < recorder->plan->watches; i++)
		watcher_end(&recorder->watcher[i]);
	look_at_clocks(recorder);
	recorder_write(recorder);
}

enum result recorder_run(const struct recorder_plan *plan)
{
	struct recorder recorder = {
		.plan = plan, .guard = GUARD_NONE, .signals = -1,
		.folder.lock = -1, .clocks.set = -1,
	};
	enum result result = recorder_begin(&recorder);

	if (!result) {
		do
			record_on(&recorder);
		while (recorder_wait(&recorder));
		recorder_end(&recorder);
	}
	for (int i = 0; i < plan->watches; i++)
		json_decref(recorder.watcher[i].seen);
	clock_watch_end(&recorder.clocks);
	guard_end(&recorder.guard);
	if (recorder.signals >= 0)
		close(recorder.signals);
	recording_free(&recorder.recording);
	record_folder_close(&recorder.folder);
	return result;
}
