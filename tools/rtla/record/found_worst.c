// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies that may be among the worst: see found_worst.h.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "record/found_worst.h"
#include "record/kept_worst.h"
#include "record/record_folder.h"
#include "record/recording.h"
#include "results/results.h"
#include "results/results_write.h"
#include "stats/watched_threads.h"
#include "trace/events.h"
#include "trace/saved_trace.h"
#include "trace/trace_formats.h"

/* The file of a trace tells when it was saved, and of which thread it is. */
struct trace_facts {
	bool is_there;
	time_t saved;
	uint64_t time_ns;	/* of CLOCK_MONOTONIC, when the latency began; 0: unknown */
	int pid;
	char comm[EVENT_COMM_LEN];
};

static void read_stop(struct trace_facts *facts, const struct event *event)
{
	if (event->type != EVENT_STOP)
		return;
	facts->time_ns = event->stop.t_w == TIME_ABSENT ? 0 : event->stop.t_w;
	facts->pid = event->stop.pid > 0 ? event->stop.pid : 0;
	snprintf(facts->comm, sizeof(facts->comm), "%s", event->stop.comm);
}

static struct trace_facts read_trace(const struct kept_worst *worst,
				     const char *name)
{
	struct trace_facts facts = { .is_there = false };
	struct saved_trace trace = { .cpus = 0 };
	char path[2 * PATH_MAX];
	struct stat status;

	snprintf(path, sizeof(path), "%s/%s", worst->folder->worst, name);
	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return facts;
	facts.is_there = true;
	facts.saved = status.st_mtime;
	if (!trace_formats_read(&trace, path))
		for (int cpu = 0; cpu < trace.cpus; cpu++)
			for (size_t i = 0; i < trace.list[cpu].count; i++)
				read_stop(&facts, &trace.list[cpu].event[i]);
	saved_trace_free(&trace);
	return facts;
}

/* ---- Causes -------------------------------------------------------------- */

/* Return the longest of an array by its "ns", or NULL. */
static const json_t *longest_of(const json_t *array)
{
	const json_t *one, *most = NULL;
	size_t i;

	json_array_foreach(array, i, one)
		if (!most || json_read_ns(one, "ns") > json_read_ns(most, "ns"))
			most = one;
	return most;
}

/* Add who took most of a latency, in words of fixed lists, and the whole sentence. */
static void set_cause(json_t **entry, const json_t *analysis)
{
	const json_t *part = longest_of(json_object_get(analysis, "parts"));
	const json_t *by = longest_of(json_object_get(part, "causes"));

	json_set(entry, "cause",
		 json_text_or_null(json_read_text(analysis, "cause", NULL)));
	json_set(entry, "part",
		 json_text_or_null(json_read_text(part, "part_id", NULL)));
	json_set(entry, "kind",
		 json_text_or_null(json_read_text(by, "kind", NULL)));
	json_set(entry, "analysis", json_or((json_t *)analysis, json_null()));
}

/* ---- Entries ------------------------------------------------------------- */

static json_t *entry_begin(const struct found_in *where, time_t at,
			   uint64_t latency_ns, int tid, const char *comm)
{
	char text[32];

	return json_pack("{s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:o}",
			 "latency_ns", json_number(latency_ns),
			 "tid", json_number_if(tid, tid), "thread",
			 json_known(comm),
			 "at", results_time(at, text, sizeof(text)),
			 "boot", where->recording->boot,
			 "clock_ns", json_number(where->recording->counts.clock_ns),
			 "segment", json_number(where->segment),
			 "result", json_text_or_null(where->stored));
}

static const struct watched_thread *thread_of(const struct results *results,
					      int pid)
{
	const struct watched_threads *threads = results->kind.threads;

	for (int i = 0; threads && i < threads->count; i++)
		if (threads->thread[i].pid == pid)
			return &threads->thread[i];
	return NULL;
}

/* Make the entry of a hit of a result, or of an analysis. */
static json_t *entry_of_hit(const json_t *hit, const char *trace,
			    const struct trace_facts *facts,
			    const struct results *results,
			    const struct found_in *where)
{
	int tid = json_read_ns(hit, "tid") ?: (uint64_t)facts->pid;
	const struct watched_thread *thread =
		results ? thread_of(results, tid) : NULL;
	json_t *entry = entry_begin(where,
				    facts->is_there ? facts->saved : time(NULL),
				    json_read_ns(hit, "latency_ns"), tid,
				    thread ? thread->comm : facts->comm);

	json_set(&entry, "cpu", json_number(json_read_ns(hit, "cpu")));
	json_set(&entry, "time_ns",
		 json_number_if(facts->time_ns, facts->time_ns));
	json_set(&entry, "trace",
		 json_text_or_null(facts->is_there ? trace : NULL));
	set_cause(&entry, json_object_get(hit, "analysis"));
	return entry;
}

/* Add the latency of @trace, "worst/...", or NULL. The trace goes if it is not kept. */
static void add_entry(struct kept_worst *worst, json_t *entry,
		      const char *trace, const struct found_in *where)
{
	/* Without a time, it may be one that is known already. */
	if (entry && !json_read_ns(entry, "time_ns") &&
	    kept_worst_has_like(worst, entry))
		json_decref(entry);
	else
		kept_worst_add(worst, entry);
	if (trace && !where->leave && !kept_worst_knows(worst, trace))
		record_folder_drop(worst->folder, trace);
}

static void add_found_hit(struct kept_worst *worst, const json_t *hit,
		    const char *name, const struct results *results,
		    const struct found_in *where)
{
	const struct trace_facts facts = read_trace(worst, name);
	char trace[PATH_MAX];

	snprintf(trace, sizeof(trace), "worst/%s", name);
	if (json_read_ns(hit, "latency_ns"))
		add_entry(worst, entry_of_hit(hit, trace, &facts, results, where),
			  trace, where);
}

static void add_hits(struct kept_worst *worst, const struct results *results,
		     const struct found_in *where)
{
	const json_t *hits = json_object_get(results->document, "kept"), *hit;
	size_t i;

	json_array_foreach(hits, i, hit) {
		const char *path = json_read_text(hit, "trace", "");
		const char *slash = strrchr(path, '/');

		add_found_hit(worst, hit, slash ? slash + 1 : "none", results, where);
	}
}

/* Add the longest latency of a thread that no hit of its segment has explained. */
static void add_longest(struct kept_worst *worst,
			const struct watched_thread *thread, uint64_t max,
			const struct found_in *where)
{
	json_t *entry;

	if (max < where->threshold_ns || max <= kept_worst_least(worst))
		return;
	entry = entry_begin(where, time(NULL), max, thread->pid, thread->comm);
	json_set(&entry, "cpu", json_null());
	json_set(&entry, "time_ns", json_null());
	json_set(&entry, "trace", json_null());
	set_cause(&entry, NULL);
	if (entry && kept_worst_has(worst, entry))
		json_decref(entry);
	else
		kept_worst_add(worst, entry);
}

static void add_maxima(struct kept_worst *worst, const struct results *results,
		       const struct found_in *where)
{
	const struct watched_threads *threads = results->kind.threads;
	enum event_context whole = CONTEXTS;

	/* The last context that there is, is the whole latency. */
	for (int i = 0; i < CONTEXTS; i++)
		if (results_has(results, i))
			whole = i;
	for (int i = 0; threads && whole < CONTEXTS && i < threads->count; i++)
		add_longest(worst, &threads->thread[i],
			    watched_part(threads, i, whole)->max, where);
}

void found_in_result(struct kept_worst *worst, const struct results *results,
		     const struct found_in *where)
{
	add_hits(worst, results, where);
	add_maxima(worst, results, where);
}

void found_in_trace(struct kept_worst *worst, const char *name,
		    const json_t *analysis, const struct found_in *where)
{
	const json_t *hits = json_object_get(analysis, "hits"), *hit;
	char trace[PATH_MAX];
	size_t i;

	json_array_foreach(hits, i, hit)
		add_found_hit(worst, hit, name, NULL, where);
	snprintf(trace, sizeof(trace), "worst/%s", name);
	if (!where->leave && !kept_worst_knows(worst, trace))
		record_folder_drop(worst->folder, trace);
}
