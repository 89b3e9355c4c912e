// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer without the module: it measures wake-ups, from when a thread is to
 * be woken until the scheduler switches to it, by triggers of tracefs.
 *
 * In an instance of its own, a trigger at sched:sched_waking keeps the time for
 * each thread; one at sched:sched_switch takes it and makes a synthetic event
 * with the difference; and one at that event keeps a histogram: count, sum and
 * maximum for each thread and CPU, or for each CPU and bucket. The instance
 * collects no events, so that nothing can be lost.
 *
 * A time that was taken is not used again, so that a thread that was preempted
 * does not count. But a thread that is woken while it runs leaves a time that
 * the next switch to it takes, also if it was only preempted. The kernel has no
 * way to drop it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "stats/kind.h"
#include "stats/watched_threads.h"
#include "trace/hist_text.h"
#include "trace/instance.h"
#include "trace/synthetic.h"
#include "tracer/tracer.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"
#include "tracer/wakeup_filter.h"

#define PURPOSE	"wakeup"
#define FIELDS	"u64 lat; pid_t pid; char comm[16]"

/* Rows of the histogram for people: each is a thread on a CPU, or a bucket of one. */
#define ROWS_MAX	16384

struct tracer {
	struct instance *instance;
	const char *event;		/* the synthetic one; owned by the instance */
	int hit_fd;			/* there is never a hit */
	struct tracer_stats_config stats;
	bool counts;
	struct hist_rows rows;		/* as they were read last */
	bool full;			/* not all threads had room */
};

static bool tracefs_measures_kind(enum kind kind)
{
	return kind_row(kind)->watches_threads;
}

/* tracefs_open() finds out what this kernel lacks. */
static bool tracefs_find(enum kind kind, bool quiet,
			 struct tracer_absence *absence)
{
	(void)kind;
	(void)quiet;
	(void)absence;
	return true;
}

static bool tracefs_attaches(void)
{
	return false;
}

static enum result tracefs_refuse(const struct tracer_config *config)
{
	(void)config;
	return RESULT_OK;
}

static bool tracefs_freezes_early(const struct tracer_config *config)
{
	(void)config;
	return false;
}

static enum result tracefs_open(struct tracer **opened)
{
	struct tracer *tracer = calloc(1, sizeof(*tracer));
	enum result result = instances_check();

	*opened = NULL;
	if (!tracer)
		return fail(RESULT_ERROR, "out of memory");
	tracer->hit_fd = result ? -1 : eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (!result && tracer->hit_fd < 0)
		result = fail(RESULT_ERROR, "eventfd: %s: too many open files?",
			      strerror(errno));
	if (result) {
		free(tracer);
		return result;
	}
	*opened = tracer;
	return RESULT_OK;
}

static enum result set_trigger(struct tracer *tracer, const char *system,
			       const char *event, const char *trigger)
{
	char why[256];

	if (instance_event_write(tracer->instance, system, event, "trigger",
				 trigger, why, sizeof(why)))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "tracefs: trigger of %s:%s: %s: is the kernel built with CONFIG_HIST_TRIGGERS? If not, load the module",
		    system, event, why);
}

/* Let the kernel keep the time of each waking. */
static enum result note_wakings(struct tracer *tracer,
				const struct tracer_config *config)
{
	char filter[WAKEUP_FILTER_LEN], trigger[WAKEUP_FILTER_LEN + 128];
	enum result result = wakeup_filter_waking(filter, config);

	if (result)
		return result;
	snprintf(trigger, sizeof(trigger), "hist:keys=pid:rtla_waking=common_timestamp:size=%d:clock=mono%s%s",
		 TRACER_WATCHED_MAX, *filter ? " if " : "", filter);
	return set_trigger(tracer, "sched", "sched_waking", trigger);
}

/* Let each switch to a thread that was to be woken make an event. */
static enum result join_switches(struct tracer *tracer,
				 const struct tracer_config *config)
{
	char filter[WAKEUP_FILTER_LEN], trigger[WAKEUP_FILTER_LEN + 256];
	enum result result = wakeup_filter_switch(filter, config);

	if (result)
		return result;
	snprintf(trigger, sizeof(trigger), "hist:keys=next_pid:rtla_lat=common_timestamp-$rtla_waking:size=%d:clock=mono:onmatch(sched.sched_waking).trace(%s,$rtla_lat,next_pid,next_comm)%s%s",
		 TRACER_WATCHED_MAX, tracer->event, *filter ? " if " : "",
		 filter);
	return set_trigger(tracer, "sched", "sched_switch", trigger);
}

static enum result tracefs_start(struct tracer *tracer,
				 const struct tracer_config *config,
				 const struct undo_list *undo)
{
	enum result result;

	(void)undo;
	tracer->stats = config->stats;
	result = instance_create(&tracer->instance, PURPOSE, &config->cpus);
	if (!result)
		result = instance_synthetic(tracer->instance, FIELDS,
					    &tracer->event);
	if (!result)
		result = note_wakings(tracer, config);
	if (!result)
		result = join_switches(tracer, config);
	return result;
}

static bool tracefs_measures(const struct tracer *tracer,
			     enum event_context context)
{
	(void)tracer;
	return context == CONTEXT_WAKE_TOTAL;
}

/* No option that needs a trace, or a threshold, comes this far. */
static enum result tracefs_collect(struct tracer *tracer,
				   struct instance *instance,
				   enum tracer_events events, bool freeze)
{
	(void)tracer;
	(void)instance;
	(void)events;
	(void)freeze;
	return RESULT_OK;
}

static enum result tracefs_arm(struct tracer *tracer,
			       const struct tracer_config *config)
{
	(void)tracer;
	(void)config;
	return RESULT_OK;
}

static enum result tracefs_disarm(struct tracer *tracer)
{
	(void)tracer;
	return RESULT_OK;
}

/* Read a histogram into @rows. */
static enum result read_hist(struct tracer *tracer, const char *system,
			     const char *event, struct hist_rows *rows)
{
	int fd = instance_open_hist(tracer->instance, system, event);
	FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
	int error = in ? hist_text_read(rows, in) : errno;

	if (in)
		fclose(in);
	else if (fd >= 0)
		close(fd);
	return error ? fail(RESULT_ERROR, "tracefs: histogram of %s:%s: %s",
			    system, event, strerror(error)) : RESULT_OK;
}

/* Find out whether there were more threads than there was room for their times. */
static enum result look_for_room(struct tracer *tracer)
{
	static const char *const events[] = { "sched_waking", "sched_switch" };
	struct hist_rows rows = { .count = 0 };
	enum result result = RESULT_OK;

	for (int i = 0; i < 2 && !result; i++) {
		result = read_hist(tracer, "sched", events[i], &rows);
		tracer->full |= rows.dropped > 0;
	}
	hist_rows_free(&rows);
	return result;
}

/*
 * The first call begins to count. The next one ends that: the end that it is
 * given has come. As there is no end in the future, the engine's timer is what
 * ends in time.
 */
static enum result tracefs_count(struct tracer *tracer, uint64_t from_ns,
				 uint64_t until_ns)
{
	char trigger[256], keys[64];
	enum result result;

	(void)from_ns;
	(void)until_ns;
	if (tracer->counts) {
		result = look_for_room(tracer);
		return result ?: set_trigger(tracer, "sched", "sched_switch", "");
	}
	tracer->counts = true;
	snprintf(keys, sizeof(keys), tracer->stats.entries ?
		 "common_cpu,lat.buckets=%llu" : "common_cpu,pid,comm",
		 (unsigned long long)tracer->stats.bucket_ns);
	snprintf(trigger, sizeof(trigger), "hist:keys=%s:vals=lat:rtla_max=lat:size=%d:onmax($rtla_max).save(pid)",
		 keys, ROWS_MAX);
	return set_trigger(tracer, SYNTHETIC_SYSTEM, tracer->event, trigger);
}

static void tracer_tracefs_take(struct latency *to, const struct hist_row *row)
{
	latency_merge(to, &(struct latency) {
		.count = row->count, .sum = row->sum, .max = row->max,
		.min = row->low,
	});
}

/* Return the thread of a row, or a new one, for which there is room. */
static struct watched_thread *
tracer_tracefs_thread_of(struct watched_threads *threads,
			 const struct hist_row *row)
{
	struct watched_thread *thread;

	for (int i = 0; i < threads->count; i++) {
		thread = &threads->thread[i];
		if (thread->pid == row->pid && !strcmp(thread->comm, row->comm))
			return thread;
	}
	thread = &threads->thread[threads->count++];
	*thread = (struct watched_thread) { .pid = row->pid };
	memcpy(thread->comm, row->comm, sizeof(thread->comm));
	return thread;
}

/*
 * This is called before the other functions that read: it reads the kernel's
 * histogram for all of them. If that is one of buckets, no thread is known.
 */
static enum result tracefs_read_threads(struct tracer *tracer,
					struct watched_threads *threads)
{
	struct watched_thread *grown;
	enum result result;

	result = read_hist(tracer, SYNTHETIC_SYSTEM, tracer->event,
			   &tracer->rows);
	if (result)
		return result;
	if (tracer->rows.dropped && tracer->stats.entries)
		return fail(RESULT_ERROR, "tracefs: the kernel's histogram is full: give a larger --bucket-size");
	grown = reallocarray(threads->thread, tracer->rows.count + 1,
			     sizeof(*threads->thread));
	if (!grown)
		return fail(RESULT_ERROR, "out of memory");
	threads->thread = grown;
	threads->count = 0;
	threads->full = tracer->full || tracer->rows.dropped;
	for (size_t i = 0; i < tracer->rows.count && !tracer->stats.entries;
	     i++) {
		const struct hist_row *row = &tracer->rows.row[i];
		struct watched_thread *of =
			tracer_tracefs_thread_of(threads, row);

		tracer_tracefs_take(&of->part[CONTEXT_WAKE_TOTAL - WAKEUP_FIRST],
				    row);
	}
	return RESULT_OK;
}

static enum result tracefs_read_stats(struct tracer *tracer, int cpu,
				      enum event_context context,
				      struct tracer_stats *stats)
{
	memset(stats, 0, sizeof(*stats));
	for (size_t i = 0; i < tracer->rows.count; i++)
		if (context == CONTEXT_WAKE_TOTAL &&
		    tracer->rows.row[i].cpu == cpu)
			tracer_tracefs_take(&stats->latency,
					    &tracer->rows.row[i]);
	return RESULT_OK;
}

static enum result tracefs_read_buckets(struct tracer *tracer, int cpu,
					enum event_context context,
					enum tracer_buckets kind, int first,
					int count, uint64_t *buckets)
{
	uint64_t entries = tracer->stats.entries;

	memset(buckets, 0, count * sizeof(*buckets));
	for (size_t i = 0; i < tracer->rows.count; i++) {
		const struct hist_row *row = &tracer->rows.row[i];
		uint64_t bucket = row->low / tracer->stats.bucket_ns;

		if (bucket > entries)
			bucket = entries;
		if (kind == TRACER_HISTOGRAM && context == CONTEXT_WAKE_TOTAL &&
		    row->cpu == cpu && bucket >= (uint64_t)first &&
		    bucket < (uint64_t)first + count)
			buckets[bucket - first] += row->count;
	}
	return RESULT_OK;
}

static int tracefs_hit_fd(const struct tracer *tracer)
{
	return tracer->hit_fd;
}

static bool tracefs_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	(void)tracer;
	(void)hit;
	return false;
}

static enum result tracefs_cpu(struct tracer *tracer, int cpu,
			       struct tracer_cpu *state)
{
	(void)tracer;
	(void)cpu;
	*state = tracer_cpu_untold;
	return RESULT_OK;
}

static bool tracefs_symbol(struct tracer *tracer, uint64_t address, char *name,
			   size_t size)
{
	(void)tracer;
	(void)address;
	(void)name;
	(void)size;
	return false;
}

static void tracefs_end(struct tracer *tracer)
{
	(void)tracer;
}

static void tracefs_close(struct tracer *tracer)
{
	instance_destroy(tracer->instance);
	hist_rows_free(&tracer->rows);
	close(tracer->hit_fd);
	free(tracer);
}

const struct tracer_ops tracer_tracefs = {
	.name = "kernel",
	.title = "the kernel's own triggers",
	.needs_no_module = true,
	.recorder = RECORDED_BY_KERNEL,
	.system = SYNTHETIC_SYSTEM,
	.clock = "mono",
	.keeps_stats = true,
	.measures_kind = tracefs_measures_kind,
	.find = tracefs_find,
	.attaches = tracefs_attaches,
	.refuse = tracefs_refuse,
	.freezes_early = tracefs_freezes_early,
	.open = tracefs_open,
	.start = tracefs_start,
	.measures = tracefs_measures,
	.collect = tracefs_collect,
	.arm = tracefs_arm,
	.disarm = tracefs_disarm,
	.count = tracefs_count,
	.read_stats = tracefs_read_stats,
	.read_buckets = tracefs_read_buckets,
	.read_threads = tracefs_read_threads,
	.hit_fd = tracefs_hit_fd,
	.read_hit = tracefs_read_hit,
	.cpu = tracefs_cpu,
	.symbol = tracefs_symbol,
	.end = tracefs_end,
	.close = tracefs_close,
};
