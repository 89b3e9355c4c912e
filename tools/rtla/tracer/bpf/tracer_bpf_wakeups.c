// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs for kinds that watch threads: their wake-ups are
 * counted by programs (programs/bpf_wakeups.c), in memory that the command has
 * mapped. To explain a hit, the programs that record noise are there, too.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/times.h"
#include "host/pid_space.h"
#include "stats/kind.h"
#include "stats/watched_threads.h"
#include "trace/events.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_reading.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/bpf/bpf_wakeups.h"
#include "tracer/tracer.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

/**
 * struct bpf_wakeups - what this tracer has of its own
 * @control: what changes while the programs run
 * @cpu: of each CPU, by its number
 * @watched: the threads, BPF_WATCHED_MAX of them
 * @buckets, @histogram: counters
 * @read: for each CPU and part: see bpf_reading.h
 * @cpus: the last CPU that is measured, and 1
 * @hit_fd: a descriptor that tells of a hit
 */
struct bpf_wakeups {
	struct bpf_wakeup_control *control;
	struct bpf_wakeup_cpu *cpu;
	struct bpf_watched *watched;
	uint64_t *buckets;
	uint64_t *histogram;
	struct bpf_block *read;
	int cpus;
	int hit_fd;
};

/* Return the part of the programs that is a context, or -1: none is. */
static int wakeups_part(enum event_context context)
{
	if (context == CONTEXT_WAKE_TOTAL)
		return BPF_PART_WHOLE;
	return context < CONTEXT_WAKE_SWITCH ? (int)(context - WAKEUP_FIRST) : -1;
}

static enum event_context wakeups_context(int part)
{
	return part == BPF_PART_WHOLE ? CONTEXT_WAKE_TOTAL : WAKEUP_FIRST + part;
}

static bool wakeups_measures_kind(enum kind kind)
{
	return kind_row(kind)->watches_threads;
}

static void wakeups_stand_in(enum kind kind, const char *why)
{
	(void)kind;
	note("BPF programs measure, up to the switch: %s", why);
}

static bool wakeups_attaches(void)
{
	return false;
}

/* Programs see threads by the ids that the kernel has for them. */
static enum result wakeups_refuse_ids(const struct tracer_config *config)
{
	uint64_t dev, ino;

	if (!config->targets.ids || !pid_space_is_inner(&dev, &ino))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "%s: in a container, the kernel has other ids for threads than those that are seen here: name threads by --comm, --rt or --all, or run outside of it",
		    config->targets.within ? "--" :
		    config->targets.processes ? "--pid" : "--tid");
}

static enum result wakeups_refuse(const struct tracer_config *config)
{
	if (config->wakers)
		return fail(RESULT_CANNOT, "--by waker: the tracer by BPF programs does not count wake-ups by waker: load the module, or leave it out");
	if (config->panic)
		return fail(RESULT_CANNOT, "--panic-on-stop: the tracer by BPF programs cannot panic the kernel: load the module, or leave it out");
	if (config->stop_ns[CONTEXT_WAKE_SWITCH])
		return fail(RESULT_CANNOT, "--segment switch: no tracepoint tells when a switch is over: load the module, or name another part");
	return wakeups_refuse_ids(config);
}

/* ---- Starting ------------------------------------------------------------ */

static struct bpf_targets targets_of(const struct tracer_config *config,
				     int cpus)
{
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
		.cpus = cpus,
		.records = !config->no_noise,
		.counting = bpf_counting_of(&config->stats),
	};

	if (from->comm)
		memcpy(to.comm, from->comm, strlen(from->comm));
	for (int part = 0; part < BPF_PARTS; part++) {
		enum event_context context = wakeups_context(part);

		to.limits[part] = config->stats.limits[context];
		memcpy(to.limit[part], config->stats.limit_ns[context],
		       sizeof(to.limit[part]));
	}
	return to;
}

static uint32_t count_buckets(const struct tracer_config *config, int cpus)
{
	return config->stats.distribution ?
	       (cpus + config->stats.threads) * BPF_PARTS * BPF_BUCKETS : 1;
}

static uint32_t count_histogram(const struct tracer_config *config, int cpus)
{
	return config->stats.entries ?
	       cpus * BPF_PARTS * (config->stats.entries + 1) : 1;
}

/* Return whether a program of wake-ups is wanted; @targets says what for. */
static bool is_for_targets(const void *context, const char *program)
{
	const struct bpf_targets *targets = context;

	return strcmp(program, "thread_is_made") || targets->within ||
	       targets->children;
}

/* Noise is recorded only to explain a hit. */
static enum result load_wakeups(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	int cpus = tracer->wakeups->cpus;
	const struct bpf_targets targets = targets_of(config, cpus);
	const struct bpf_map_entries entries[] = {
		{ "wakeup_cpus", cpus },
		{ "buckets", count_buckets(config, cpus) },
		{ "histogram", count_histogram(config, cpus) },
		{ NULL, 0 },
	};
	const struct bpf_request request = {
		.object = BPF_WAKEUPS,
		.constants = &targets, .bytes = sizeof(targets),
		.entries = entries,
		.wants = is_for_targets, .context = &targets,
	};
	enum result result = config->no_noise ? RESULT_OK :
			     bpf_tracer_record(tracer);

	return result ?: bpf_programs_load(tracer->programs, &request);
}

/* Return the memory of a map with elements of this size. */
static void *wakeups_share(const struct tracer *tracer, const char *map,
			   size_t count, size_t size)
{
	return bpf_programs_share(tracer->programs, BPF_WAKEUPS, map,
				  count * size);
}

static enum result share_memory(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	struct bpf_wakeups *own = tracer->wakeups;

	own->control = wakeups_share(tracer, ".bss", 1, sizeof(*own->control));
	own->cpu = wakeups_share(tracer, "wakeup_cpus", own->cpus,
				 sizeof(*own->cpu));
	own->watched = wakeups_share(tracer, "watched", BPF_WATCHED_MAX,
				     sizeof(*own->watched));
	own->buckets = wakeups_share(tracer, "buckets",
				     count_buckets(config, own->cpus),
				     sizeof(*own->buckets));
	own->histogram = wakeups_share(tracer, "histogram",
				       count_histogram(config, own->cpus),
				       sizeof(*own->histogram));
	if (!own->control || !own->cpu || !own->watched || !own->buckets ||
	    !own->histogram)
		return RESULT_CANNOT;
	own->read = calloc(own->cpus * BPF_PARTS, sizeof(*own->read));
	return own->read ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

static enum result choose_id(const struct tracer *tracer, uint32_t id,
			     bool *there)
{
	const uint32_t one = 1;
	char comm[BPF_COMM_LEN];

	*there |= thread_name_read(id, comm);
	tracer->wakeups->control->ids[bpf_wakeups_hash_of_id(id)]++;
	return bpf_programs_put(tracer->programs, BPF_WAKEUPS, "chosen", &id,
				&one);
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
static enum result wakeups_free_places(const struct tracer *tracer)
{
	enum result result = RESULT_OK;

	for (uint32_t i = 0; i < BPF_WATCHED_MAX && !result; i++)
		result = bpf_programs_put(tracer->programs, BPF_WAKEUPS,
					  "free_places", NULL, &i);
	return result;
}

/* The measured CPUs count; their figures are empty. */
static void prepare_cpus(struct tracer *tracer)
{
	int cpu;

	cpus_for_each(cpu, &tracer->config.cpus) {
		struct bpf_wakeup_cpu *of = &tracer->wakeups->cpu[cpu];

		of->measured = 1;
		for (int part = 0; part < BPF_PARTS; part++)
			bpf_figures_init(&of->part[part]);
	}
}

/* A hit before stays. */
static enum result wakeups_disarm(struct tracer *tracer)
{
	for (int part = 0; part < BPF_PARTS; part++)
		tracer->wakeups->control->stop[part] = UINT64_MAX;
	return RESULT_OK;
}

static enum result listen_for_hits(struct tracer *tracer)
{
	struct bpf_wakeups *own = tracer->wakeups;

	own->hit_fd = bpf_programs_listen(tracer->programs, BPF_WAKEUPS, "hits");
	return own->hit_fd < 0 ? RESULT_CANNOT : RESULT_OK;
}

static enum result watch_threads(struct tracer *tracer)
{
	enum result result = share_memory(tracer) ?: choose_ids(tracer) ?:
			     wakeups_free_places(tracer);

	if (result)
		return result;
	prepare_cpus(tracer);
	return wakeups_disarm(tracer) ?: listen_for_hits(tracer);
}

static enum result wakeups_start(struct tracer *tracer,
				 const struct tracer_config *config,
				 const struct undo_list *undo)
{
	/* The id of a program is known since it was made. */
	enum result result = wakeups_refuse_ids(config);

	(void)undo;
	if (result)
		return result;
	tracer->wakeups->cpus = cpus_last(&config->cpus) + 1;
	return bpf_tracer_begin(tracer, config);
}

static bool wakeups_measures(const struct tracer *tracer,
			     enum event_context context)
{
	(void)tracer;
	return wakeups_part(context) >= 0;
}

/* ---- Statistics ---------------------------------------------------------- */

static enum result wakeups_count(struct tracer *tracer, uint64_t from_ns,
				 uint64_t until_ns)
{
	struct bpf_window *window = &tracer->wakeups->control->window;

	if (!window->length)
		window->from = from_ns;
	__atomic_store_n(&window->length, until_ns - window->from,
			 __ATOMIC_RELEASE);
	return RESULT_OK;
}

static enum result wakeups_read_stats(struct tracer *tracer, int cpu,
				      enum event_context context,
				      struct tracer_stats *stats)
{
	int part = wakeups_part(context);

	if (part >= 0)
		bpf_figures_read(&tracer->wakeups->cpu[cpu].part[part], stats);
	else
		*stats = (struct tracer_stats) { .latency.count = 0 };
	return RESULT_OK;
}

/* Return the first bucket of a part of a row of the map. */
static const uint64_t *buckets_of(const struct tracer *tracer, int row,
				  int part, enum tracer_buckets kind)
{
	if (kind == TRACER_HISTOGRAM)
		return tracer->wakeups->histogram + (size_t)(row * BPF_PARTS + part) *
					   (tracer->config.stats.entries + 1);
	if (kind == TRACER_THREAD)
		row += tracer->wakeups->cpus;
	return tracer->wakeups->buckets + (size_t)(row * BPF_PARTS + part) * BPF_BUCKETS;
}

/* The index of a thread is its place, as places are taken in their order. */
static enum result wakeups_read_buckets(struct tracer *tracer, int cpu,
					enum event_context context,
					enum tracer_buckets kind, int first,
					int count, uint64_t *buckets)
{
	int part = wakeups_part(context);

	if (part >= 0)
		memcpy(buckets, buckets_of(tracer, cpu, part, kind) + first,
		       count * sizeof(*buckets));
	else
		memset(buckets, 0, count * sizeof(*buckets));
	return RESULT_OK;
}

static enum result wakeups_read_blocks(struct tracer *tracer, int cpu,
				       enum event_context context, bool last,
				       struct tracer_block *blocks, int *count)
{
	int part = wakeups_part(context);

	*count = 0;
	if (part >= 0)
		*count = bpf_figures_blocks(&tracer->wakeups->cpu[cpu].part[part],
					    &tracer->wakeups->read[cpu * BPF_PARTS + part],
					    last, blocks);
	return RESULT_OK;
}

/* Copy a thread at a moment between two of its wake-ups. */
static void watched_at_once(const struct bpf_watched *of,
			    struct bpf_watched *copy)
{
	do {
		copy->count = __atomic_load_n(&of->count, __ATOMIC_ACQUIRE);
		memcpy(copy, of, sizeof(*copy));
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		copy->begun = __atomic_load_n(&of->begun, __ATOMIC_RELAXED);
	} while (copy->begun != copy->count);
}

static struct watched_thread wakeups_thread(const struct bpf_watched *of)
{
	struct watched_thread thread;
	struct bpf_watched copy;

	watched_at_once(of, &copy);
	thread = (struct watched_thread) {
		.pid = copy.pid, .tgid = copy.tgid, .policy = copy.policy,
		.priority = copy.prio, .ended = copy.ended,
		.preempted = copy.preempted, .preempted_ns = copy.preempted_ns,
	};
	memcpy(thread.comm, copy.comm, sizeof(thread.comm) - 1);
	for (int part = 0; part < BPF_PARTS; part++) {
		const struct bpf_watched_part *from = &copy.part[part];

		thread.part[wakeups_context(part) - WAKEUP_FIRST] = (struct latency) {
			.count = part < BPF_POINT_WAKING ? copy.by_timer :
							   copy.count,
			.min = from->min, .max = from->max, .sum = from->sum,
		};
	}
	return thread;
}

static enum result wakeups_read_threads(struct tracer *tracer,
					struct watched_threads *threads)
{
	struct watched_thread *grown;
	int count = 0;

	while (count < BPF_WATCHED_MAX && tracer->wakeups->watched[count].pid)
		count++;
	grown = reallocarray(threads->thread, count + 1, sizeof(*grown));
	if (!grown)
		return fail(RESULT_ERROR, "out of memory");
	threads->thread = grown;
	threads->count = count;
	threads->full = tracer->wakeups->control->full;
	threads->unseen = tracer->wakeups->control->unseen;
	for (int i = 0; i < count; i++) {
		grown[i] = wakeups_thread(&tracer->wakeups->watched[i]);
		grown[i].distributed = i < tracer->config.stats.threads;
	}
	return RESULT_OK;
}

/* ---- Hits ---------------------------------------------------------------- */

static enum result wakeups_arm(struct tracer *tracer,
			       const struct tracer_config *config)
{
	struct bpf_wakeup_control *control = tracer->wakeups->control;

	control->checks = false;
	for (int part = 0; part < BPF_PARTS; part++) {
		enum event_context context = wakeups_context(part);

		control->stop[part] = bpf_tracer_threshold(config, context);
		control->checks |= control->stop[part] != UINT64_MAX;
	}
	memcpy(tracer->config.stop_ns, config->stop_ns,
	       sizeof(config->stop_ns));
	control->stack_after =
		config->stack_ns ? (uint64_t)config->stack_ns : UINT64_MAX;
	for (int i = 0; i < tracer->places.count; i++)
		bpf_place_record(&tracer->places.place[i], 0);
	return RESULT_OK;
}

static int wakeups_hit_fd(const struct tracer *tracer)
{
	return tracer->wakeups->hit_fd;
}

static void wakeups_heard(struct tracer *tracer)
{
	bpf_programs_heard(tracer->programs);
}

/* Return how long a part of the hit took. */
static uint64_t hit_length(const struct bpf_wakeup_hit *hit, int part)
{
	int first = hit->point[BPF_POINT_T_W] ? BPF_POINT_T_W :
						BPF_POINT_WAKING;

	return part == BPF_PART_WHOLE ?
	       hit->point[BPF_POINT_SWITCHED] - hit->point[first] :
	       hit->point[part + 1] - hit->point[part];
}

static void describe_wakeup(const struct tracer *tracer,
			    const struct bpf_place *place,
			    struct tracer_hit *hit)
{
	const struct bpf_wakeup_hit *from =
		&tracer->wakeups->cpu[place->number].hit;
	enum event_context context = wakeups_context(from->context);

	*hit = (struct tracer_hit) {
		.cpu = place->number,
		.context = context,
		.seqnum = from->number,
		.latency_ns = hit_length(from, from->context),
		.threshold_ns = tracer->config.stop_ns[context],
		.t_w_ns = from->point[BPF_POINT_T_W] ?:
			  from->point[BPF_POINT_WAKING],
		.pid = from->pid,
	};
}

/* Append the wake-up that was the hit, and the hit itself. */
static bool put_wakeup(struct event_list *list,
		       const struct bpf_wakeup_hit *from,
		       const struct tracer_hit *hit)
{
	uint64_t end = from->point[BPF_POINT_SWITCHED];
	struct event event = { .type = EVENT_WAKEUP, .pid = from->pid,
			       .time = end };

	event_set_defaults(&event);
	memcpy(event.wakeup.point, from->point, sizeof(from->point));
	event.wakeup.point[WAKEUP_RUN] = end;
	event.wakeup.pid = from->pid;
	event.wakeup.kind = from->kind;
	event.wakeup.waker = from->waker;
	if (!event_list_append(list, &event, false))
		return false;
	event = bpf_events_stop(hit, end);
	event.stop.irq_start = from->point[from->point[BPF_POINT_T_W] ?
					   BPF_POINT_IRQ : BPF_POINT_WAKING];
	event.stop.thread_start = end;
	event.stop.prio = from->prio;
	memcpy(event.stop.comm, from->comm, sizeof(from->comm));
	return event_list_append(list, &event, false);
}

static bool take_wakeup(const struct tracer *tracer, struct bpf_place *place,
			const struct tracer_hit *hit)
{
	if (!bpf_events_noises(&place->kept, place->cpu, hit ? hit->t_w_ns : 0,
			       &tracer->places.names))
		return false;
	return !hit || put_wakeup(&place->kept,
				  &tracer->wakeups->cpu[place->number].hit, hit);
}

static const struct bpf_way wakeup_way = {
	.load = load_wakeups,
	.start = watch_threads,
	.heard = wakeups_heard,
	.describe = describe_wakeup,
	.take = take_wakeup,
};

static enum result wakeups_open(struct tracer **opened)
{
	enum result result = bpf_tracer_new(opened, &wakeup_way);

	if (result)
		return result;
	(*opened)->wakeups = calloc(1, sizeof(*(*opened)->wakeups));
	if ((*opened)->wakeups)
		return RESULT_OK;
	bpf_tracer_close(*opened);
	*opened = NULL;
	return fail(RESULT_ERROR, "out of memory");
}

/* ---- The rest ------------------------------------------------------------ */

static enum result wakeups_cpu(struct tracer *tracer, int cpu,
			       struct tracer_cpu *state)
{
	(void)tracer;
	(void)cpu;
	*state = tracer_cpu_untold;
	return RESULT_OK;
}

static void wakeups_close(struct tracer *tracer)
{
	free(tracer->wakeups->read);
	free(tracer->wakeups);
	bpf_tracer_close(tracer);
}

const struct tracer_ops tracer_bpf_wakeups = {
	.name = "bpf",
	.title = "the tracer by BPF programs",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.keeps_stats = true,
	.measures_kind = wakeups_measures_kind,
	.find = bpf_tracer_find,
	.stand_in = wakeups_stand_in,
	.attaches = wakeups_attaches,
	.refuse = wakeups_refuse,
	.freezes_early = bpf_tracer_freezes_early,
	.open = wakeups_open,
	.start = wakeups_start,
	.measures = wakeups_measures,
	.list = bpf_tracer_list,
	.count = wakeups_count,
	.read_stats = wakeups_read_stats,
	.read_buckets = wakeups_read_buckets,
	.read_blocks = wakeups_read_blocks,
	.read_threads = wakeups_read_threads,
	.arm = wakeups_arm,
	.disarm = wakeups_disarm,
	.hit_fd = wakeups_hit_fd,
	.read_hit = bpf_tracer_read_hit,
	.cpu = wakeups_cpu,
	.symbol = bpf_tracer_symbol,
	.end = bpf_tracer_end,
	.close = wakeups_close,
};
