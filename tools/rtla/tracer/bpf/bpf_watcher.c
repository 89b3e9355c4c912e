// SPDX-License-Identifier: GPL-2.0
/*
 * The common part of the BPF tracers that watch threads: see bpf_watcher.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/times.h"
#include "host/pid_space.h"
#include "stats/watched_threads.h"
#include "trace/events.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_reading.h"
#include "tracer/bpf/bpf_watcher.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

/* Return the part that is a context, or -1: none is. */
static int part_of(const struct tracer *tracer, enum event_context context)
{
	const struct bpf_watcher_way *way = tracer->watcher->way;
	int part = (int)context - (int)way->first;

	if (context == way->whole)
		return BPF_PART_WHOLE;
	return part >= 0 && part < BPF_PART_WHOLE ? part : -1;
}

static enum event_context context_of(const struct tracer *tracer, int part)
{
	const struct bpf_watcher_way *way = tracer->watcher->way;

	return part == BPF_PART_WHOLE ? way->whole : way->first + part;
}

bool bpf_watcher_attaches(void)
{
	return false;
}

/* Programs see threads by the ids that the kernel has for them. */
enum result bpf_watcher_refuse(const struct tracer_config *config)
{
	uint64_t dev, ino;

	if (!config->targets.ids || !pid_space_is_inner(&dev, &ino))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "%s: in a container, the kernel has other ids for threads than those that are seen here: name threads by --comm, --rt or --all, or run outside of it",
		    config->targets.within ? "--" :
		    config->targets.processes ? "--pid" : "--tid");
}

/* ---- Starting ------------------------------------------------------------ */

static struct bpf_targets targets_of(const struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	const struct bpf_watcher *own = tracer->watcher;
	const struct tracer_targets *from = &config->targets;
	struct bpf_targets to = {
		.all = from->all,
		.real_time = from->real_time,
		.named = from->comm != NULL,
		.ids = from->ids && !from->within,
		.processes = from->processes,
		.within = from->within,
		.children = from->children,
		.distributed = config->stats.threads,
		.cpus = own->cpus,
		.records = !config->no_noise,
		.wakers = config->wakers,
		.counting = bpf_counting_of(&config->stats),
	};

	if (own->way->home)
		own->way->home(&to.home, config);
	if (from->comm)
		memcpy(to.comm, from->comm, strlen(from->comm));
	for (int part = 0; part < BPF_PARTS; part++) {
		enum event_context context = context_of(tracer, part);

		to.limits[part] = config->stats.limits[context];
		memcpy(to.limit[part], config->stats.limit_ns[context],
		       sizeof(to.limit[part]));
	}
	return to;
}

static uint32_t count_buckets(const struct tracer_config *config, int cpus)
{
	return bpf_count_buckets(&config->stats,
				 (cpus + config->stats.threads) * BPF_PARTS);
}

static uint32_t count_histogram(const struct tracer_config *config, int cpus)
{
	return bpf_count_histogram(&config->stats, cpus * BPF_PARTS);
}

#define SIZED_MAPS	8	/* with the end */

/* Set how large the maps are; @entries has room for all of them, and the end. */
static void size_maps(const struct tracer *tracer,
		      struct bpf_map_entries *entries)
{
	const struct tracer_config *config = &tracer->config;
	const struct bpf_watcher_way *way = tracer->watcher->way;
	int cpus = tracer->watcher->cpus;

	*entries++ = (struct bpf_map_entries) { "watch_cpus", cpus };
	*entries++ = (struct bpf_map_entries) { way->hits, cpus };
	*entries++ = (struct bpf_map_entries) {
		"buckets", count_buckets(config, cpus)
	};
	*entries++ = (struct bpf_map_entries) {
		"histogram", count_histogram(config, cpus)
	};
	if (way->loops)
		*entries++ = (struct bpf_map_entries) {
			way->loops, BPF_WATCHED_MAX
		};
	if (config->wakers) {
		*entries++ = (struct bpf_map_entries) {
			way->wakers, cpus * way->waker_count
		};
		*entries++ = (struct bpf_map_entries) {
			way->waker_rows, cpus * way->waker_count
		};
	}
	*entries = (struct bpf_map_entries) { NULL, 0 };
}

/* Return whether a program is wanted; the targets say what for. */
static bool is_for_targets(const void *context, const char *program,
			   const char *purpose)
{
	const struct bpf_targets *targets = context;

	if (!strcmp(purpose, BPF_AT_MARKS))
		return targets->home.is_marked;
	if (!strcmp(purpose, BPF_RECORDS_LOCKS))
		return targets->records;
	if (!strcmp(purpose, BPF_COUNTS_WAKERS))
		return targets->wakers;
	return strcmp(program, "thread_is_made") || targets->within ||
	       targets->children;
}

/*
 * Noise is recorded to explain a hit, and where the time of interrupts is a
 * part of what is measured.
 */
enum result bpf_watcher_load(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	const struct bpf_targets targets = targets_of(tracer);
	struct bpf_map_entries entries[SIZED_MAPS];
	const struct bpf_request request = {
		.object = tracer->watcher->way->object,
		.constants = &targets, .bytes = sizeof(targets),
		.entries = entries,
		.wants = is_for_targets, .context = &targets,
	};
	enum result result = RESULT_OK;

	size_maps(tracer, entries);
	if (!config->no_noise || tracer->way->accounts)
		result = bpf_tracer_record(tracer, true,
					   tracer->way->accounts ?
					   bpf_tracer_wants_spans : NULL);
	return result ?: bpf_programs_load(tracer->programs, &request);
}

/* Return the memory of a map with elements of this size. */
static void *watcher_share(const struct tracer *tracer, const char *map,
			   size_t count, size_t size)
{
	return bpf_programs_share(tracer->programs,
				  tracer->watcher->way->object, map,
				  count * size);
}

static bool share_counters(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	struct bpf_watcher *own = tracer->watcher;

	own->buckets = watcher_share(tracer, "buckets",
				     count_buckets(config, own->cpus),
				     sizeof(*own->buckets));
	own->histogram = watcher_share(tracer, "histogram",
				       count_histogram(config, own->cpus),
				       sizeof(*own->histogram));
	return own->buckets && own->histogram;
}

static enum result share_memory(struct tracer *tracer)
{
	struct bpf_watcher *own = tracer->watcher;
	const struct bpf_watcher_way *way = own->way;

	own->control = watcher_share(tracer, ".bss", 1, sizeof(*own->control));
	own->cpu = watcher_share(tracer, "watch_cpus", own->cpus,
				 sizeof(*own->cpu));
	own->watched = watcher_share(tracer, "watched", BPF_WATCHED_MAX,
				     sizeof(*own->watched));
	own->hits = watcher_share(tracer, way->hits, own->cpus, way->hit_bytes);
	if (way->loops)
		own->loops = watcher_share(tracer, way->loops, BPF_WATCHED_MAX,
					   way->loop_bytes);
	if (tracer->config.wakers)
		own->waker_rows = watcher_share(tracer, way->waker_rows,
						own->cpus * way->waker_count,
						way->waker_bytes);
	if (way->more)
		own->more = watcher_share(tracer, way->more, BPF_WATCHED_MAX,
					  way->more_bytes);
	if (!own->control || !own->cpu || !own->watched || !own->hits ||
	    (way->loops && !own->loops) || (way->more && !own->more) ||
	    (tracer->config.wakers && !own->waker_rows) ||
	    !share_counters(tracer))
		return RESULT_CANNOT;
	own->read = calloc(own->cpus * BPF_PARTS, sizeof(*own->read));
	return own->read ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

/* Put an element into a map of the programs. */
static enum result watcher_put(const struct tracer *tracer, const char *map,
			       const void *key, const void *value)
{
	return bpf_programs_put(tracer->programs, tracer->watcher->way->object,
				map, key, value);
}

static enum result choose_id(const struct tracer *tracer, uint32_t id,
			     bool *there)
{
	const uint32_t one = 1;
	char comm[BPF_COMM_LEN];

	*there |= thread_name_read(id, comm);
	tracer->watcher->control->ids[bpf_watching_hash_of_id(id)]++;
	return watcher_put(tracer, "chosen", &id, &one);
}

/* Let the programs know whose ids are given; one of them has to be there. */
static enum result choose_ids(const struct tracer *tracer)
{
	const struct tracer_targets *targets = &tracer->config.targets;
	enum result result = RESULT_OK;
	bool there = !targets->ids;

	for (int i = 0; i < targets->ids && !result; i++)
		result = choose_id(tracer, targets->id[i], &there);
	if (!result && !there)
		return tracer_no_thread(targets);
	return result;
}

/* All places for threads are free. */
static enum result free_all_places(const struct tracer *tracer)
{
	enum result result = RESULT_OK;

	for (uint32_t i = 0; i < BPF_WATCHED_MAX && !result; i++)
		result = watcher_put(tracer, "free_places", NULL, &i);
	return result;
}

/* The measured CPUs count; their figures are empty. */
static void prepare_cpus(struct tracer *tracer)
{
	int cpu;

	cpus_for_each(cpu, &tracer->config.cpus) {
		struct bpf_watch_cpu *of = &tracer->watcher->cpu[cpu];

		of->measured = 1;
		for (int part = 0; part < BPF_PARTS; part++)
			bpf_figures_init(&of->part[part]);
	}
}

/* A hit before stays. */
enum result bpf_watcher_disarm(struct tracer *tracer)
{
	for (int part = 0; part < BPF_PARTS; part++)
		tracer->watcher->control->stop[part] = UINT64_MAX;
	return RESULT_OK;
}

static enum result listen_for_hits(struct tracer *tracer)
{
	struct bpf_watcher *own = tracer->watcher;

	own->hit_fd = bpf_programs_listen(tracer->programs, own->way->object,
					  "hits");
	return own->hit_fd < 0 ? RESULT_CANNOT : RESULT_OK;
}

enum result bpf_watcher_watch(struct tracer *tracer)
{
	enum result result = share_memory(tracer) ?: choose_ids(tracer) ?:
			     free_all_places(tracer);

	if (result)
		return result;
	prepare_cpus(tracer);
	return bpf_watcher_disarm(tracer) ?: listen_for_hits(tracer);
}

enum result bpf_watcher_start(struct tracer *tracer,
				 const struct tracer_config *config,
				 const struct undo_list *undo)
{
	/* The id of a program is known since it was made. */
	enum result result = bpf_watcher_refuse(config);

	(void)undo;
	if (result)
		return result;
	tracer->watcher->cpus = bpf_tracer_cpus(tracer, config);
	return bpf_tracer_begin(tracer, config);
}

bool bpf_watcher_measures(const struct tracer *tracer,
			     enum event_context context)
{
	(void)tracer;
	return part_of(tracer, context) >= 0;
}

/* ---- Statistics ---------------------------------------------------------- */

enum result bpf_watcher_count(struct tracer *tracer, uint64_t from_ns,
				 uint64_t until_ns)
{
	bpf_window_set(&tracer->watcher->control->window, from_ns, until_ns);
	return RESULT_OK;
}

enum result bpf_watcher_read_stats(struct tracer *tracer, int cpu,
				      enum event_context context,
				      struct tracer_stats *stats)
{
	int part = part_of(tracer, context);

	if (part >= 0)
		bpf_figures_read(&tracer->watcher->cpu[cpu].part[part], stats);
	else
		*stats = (struct tracer_stats) { .latency.count = 0 };
	return RESULT_OK;
}

/* Return the first bucket of a part of a row of the map. */
static const uint64_t *buckets_of(const struct tracer *tracer, int row,
				  int part, enum tracer_buckets kind)
{
	if (kind == TRACER_HISTOGRAM)
		return tracer->watcher->histogram + (size_t)(row * BPF_PARTS + part) *
					   (tracer->config.stats.entries + 1);
	if (kind == TRACER_THREAD)
		row += tracer->watcher->cpus;
	return tracer->watcher->buckets + (size_t)(row * BPF_PARTS + part) * BPF_BUCKETS;
}

/* The index of a thread is its place, as places are taken in their order. */
enum result bpf_watcher_read_buckets(struct tracer *tracer, int cpu,
					enum event_context context,
					enum tracer_buckets kind, int first,
					int count, uint64_t *buckets)
{
	int part = part_of(tracer, context);

	if (part >= 0)
		memcpy(buckets, buckets_of(tracer, cpu, part, kind) + first,
		       count * sizeof(*buckets));
	else
		memset(buckets, 0, count * sizeof(*buckets));
	return RESULT_OK;
}

enum result bpf_watcher_read_blocks(struct tracer *tracer, int cpu,
				       enum event_context context, bool last,
				       struct tracer_block *blocks, int *count)
{
	int part = part_of(tracer, context);

	*count = 0;
	if (part >= 0)
		*count = bpf_figures_blocks(&tracer->watcher->cpu[cpu].part[part],
					    &tracer->watcher->read[cpu * BPF_PARTS + part],
					    last, blocks);
	return RESULT_OK;
}

void bpf_watcher_parts(const struct tracer *tracer,
		       const struct bpf_watched_part *from, uint64_t count,
		       uint64_t by_timer, struct latency *to)
{
	int timed = tracer->watcher->way->by_timer;

	for (int part = 0; part < BPF_PARTS; part++)
		to[context_number(context_of(tracer, part))] =
			(struct latency) {
				.count = part < timed ? by_timer : count,
				.min = from[part].min, .max = from[part].max,
				.sum = from[part].sum,
			};
}

static struct watched_thread thread_at(const struct tracer *tracer, int place)
{
	const struct bpf_watcher *own = tracer->watcher;
	const struct bpf_watched *of = &own->watched[place];
	struct watched_thread thread;
	struct bpf_watched copy;

	bpf_copy_at_once(&copy, of, sizeof(copy), &of->begun, &of->count);
	thread = (struct watched_thread) {
		.pid = copy.pid, .tgid = copy.tgid, .policy = copy.policy,
		.priority = copy.prio, .ended = copy.ended,
		.preempted = copy.preempted, .preempted_ns = copy.preempted_ns,
		.distributed = place < tracer->config.stats.threads,
	};
	memcpy(thread.comm, copy.comm, sizeof(thread.comm) - 1);
	bpf_watcher_parts(tracer, copy.part, copy.count, copy.by_timer,
			  thread.part);
	if (own->way->thread)
		own->way->thread(tracer, place, &thread);
	return thread;
}

enum result bpf_watcher_read_threads(struct tracer *tracer,
					struct watched_threads *threads)
{
	struct watched_thread *grown;
	int count = 0;

	while (count < BPF_WATCHED_MAX && tracer->watcher->watched[count].pid)
		count++;
	grown = reallocarray(threads->thread, count + 1, sizeof(*grown));
	if (!grown)
		return fail(RESULT_ERROR, "out of memory");
	threads->thread = grown;
	threads->count = count;
	threads->full = tracer->watcher->control->full;
	threads->unseen = tracer->watcher->control->unseen;
	for (int i = 0; i < count; i++)
		grown[i] = thread_at(tracer, i);
	return RESULT_OK;
}

/* ---- Hits ---------------------------------------------------------------- */

enum result bpf_watcher_arm(struct tracer *tracer,
			       const struct tracer_config *config)
{
	struct bpf_watch_control *control = tracer->watcher->control;

	control->checks = false;
	for (int part = 0; part < BPF_PARTS; part++) {
		enum event_context context = context_of(tracer, part);

		control->stop[part] = bpf_tracer_threshold(config, context);
		control->checks |= control->stop[part] != UINT64_MAX;
	}
	memcpy(tracer->config.stop_ns, config->stop_ns,
	       sizeof(config->stop_ns));
	control->stack_after =
		config->stack_ns ? (uint64_t)config->stack_ns : UINT64_MAX;
	control->frozen = 0;
	for (int i = 0; i < tracer->places.count; i++)
		bpf_place_record(&tracer->places.place[i], 0);
	return RESULT_OK;
}

int bpf_watcher_hit_fd(const struct tracer *tracer)
{
	return tracer->watcher->hit_fd;
}

void bpf_watcher_heard(struct tracer *tracer)
{
	bpf_programs_heard(tracer->programs);
}

const void *bpf_watcher_hit(const struct tracer *tracer, int cpu)
{
	const struct bpf_watcher *own = tracer->watcher;

	return (const char *)own->hits + cpu * own->way->hit_bytes;
}

struct tracer_hit bpf_watcher_describe(const struct tracer *tracer, int cpu)
{
	const struct bpf_watched_hit *from = bpf_watcher_hit(tracer, cpu);
	enum event_context context = context_of(tracer, from->part);

	tracer->watcher->last_hit = from;
	return (struct tracer_hit) {
		.cpu = cpu,
		.context = context,
		.seqnum = from->number,
		.threshold_ns = tracer->config.stop_ns[context],
		.pid = from->pid,
	};
}

struct event bpf_watcher_stop(const struct bpf_watched_hit *from,
			      const struct tracer_hit *hit, uint64_t end)
{
	struct event event = bpf_events_stop(hit, end);

	event.stop.thread_start = end;
	event.stop.prio = from->prio;
	memcpy(event.stop.comm, from->comm, sizeof(from->comm));
	return event;
}

/* ---- The rest ------------------------------------------------------------ */

enum result bpf_watcher_open(struct tracer **opened, const struct bpf_way *way,
			     const struct bpf_watcher_way *watcher)
{
	enum result result = bpf_tracer_new(opened, way);

	if (result)
		return result;
	(*opened)->watcher = calloc(1, sizeof(*(*opened)->watcher));
	if (!(*opened)->watcher) {
		bpf_tracer_close(*opened);
		*opened = NULL;
		return fail(RESULT_ERROR, "out of memory");
	}
	(*opened)->watcher->way = watcher;
	return RESULT_OK;
}

enum result bpf_watcher_cpu(struct tracer *tracer, int cpu,
			       struct tracer_cpu *state)
{
	(void)tracer;
	(void)cpu;
	*state = tracer_cpu_untold;
	return RESULT_OK;
}

void bpf_watcher_close(struct tracer *tracer)
{
	free(tracer->watcher->read);
	free(tracer->watcher);
	bpf_tracer_close(tracer);
}

