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
#include "tracer/bpf/bpf_wakeups.h"
#include "tracer/tracer.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

#define NEVER	UINT64_MAX

struct tracer {
	struct tracer_config config;
	struct bpf_programs *programs;
	struct bpf_wakeup_control *control;
	struct bpf_wakeup_cpu *cpu;	/* by number */
	struct bpf_watched *watched;	/* BPF_WATCHED_MAX of them */
	uint64_t *buckets;
	uint64_t *histogram;
	struct bpf_block *read;		/* for each CPU and part; see bpf_reading.h */
	struct bpf_names names;		/* for the events of a hit */
	struct event_list *kept;	/* by CPU: the events of the last hit */
	bool was_hit;
	int cpus;			/* the last one that is measured, and 1 */
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

static bool wakeups_find(enum kind kind, bool quiet,
			 struct tracer_absence *absence)
{
	(void)kind;
	(void)quiet;
	return bpf_programs_find(absence);
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

static bool wakeups_freezes_early(const struct tracer_config *config)
{
	(void)config;
	return false;
}

static enum result wakeups_open(struct tracer **opened)
{
	*opened = calloc(1, sizeof(**opened));
	return *opened ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
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

/* Noise is recorded only to explain a hit. */
static bool records_noise(const void *context, const char *program)
{
	(void)context;
	return strcmp(program, "timer_expires");
}

static enum result load_recorder(struct tracer *tracer)
{
	static const bool records = true;
	const struct bpf_request request = {
		.object = BPF_RECORDER,
		.constants = &records, .bytes = sizeof(records),
		.wants = records_noise,
	};

	return bpf_programs_load(tracer->programs, &request);
}

/* Return whether a program of wake-ups is wanted; @targets says what for. */
static bool is_for_targets(const void *context, const char *program)
{
	const struct bpf_targets *targets = context;

	return strcmp(program, "thread_is_made") || targets->within ||
	       targets->children;
}

static enum result load_wakeups(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	const struct bpf_targets targets = targets_of(config, tracer->cpus);
	const struct bpf_map_entries entries[] = {
		{ "wakeup_cpus", tracer->cpus },
		{ "buckets", count_buckets(config, tracer->cpus) },
		{ "histogram", count_histogram(config, tracer->cpus) },
		{ NULL, 0 },
	};
	const struct bpf_request request = {
		.object = BPF_WAKEUPS,
		.constants = &targets, .bytes = sizeof(targets),
		.entries = entries,
		.wants = is_for_targets, .context = &targets,
	};

	return bpf_programs_load(tracer->programs, &request);
}

static void *wakeups_share(const struct tracer *tracer, const char *map, size_t bytes)
{
	return bpf_programs_share(tracer->programs, BPF_WAKEUPS, map, bytes);
}

static enum result share_memory(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;

	tracer->control = wakeups_share(tracer, ".bss", sizeof(*tracer->control));
	tracer->cpu = wakeups_share(tracer, "wakeup_cpus",
			    tracer->cpus * sizeof(*tracer->cpu));
	tracer->watched = wakeups_share(tracer, "watched",
				BPF_WATCHED_MAX * sizeof(*tracer->watched));
	tracer->buckets = wakeups_share(tracer, "buckets",
				count_buckets(config, tracer->cpus) *
				sizeof(*tracer->buckets));
	tracer->histogram = wakeups_share(tracer, "histogram",
				  count_histogram(config, tracer->cpus) *
				  sizeof(*tracer->histogram));
	if (!tracer->control || !tracer->cpu || !tracer->watched ||
	    !tracer->buckets || !tracer->histogram)
		return RESULT_CANNOT;
	tracer->read = calloc(tracer->cpus * BPF_PARTS, sizeof(*tracer->read));
	tracer->kept = calloc(tracer->cpus, sizeof(*tracer->kept));
	return tracer->read && tracer->kept ?
	       RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

static enum result choose_id(const struct tracer *tracer, uint32_t id,
			     bool *there)
{
	const uint32_t one = 1;
	char comm[BPF_COMM_LEN];

	*there |= thread_name_read(id, comm);
	tracer->control->ids[bpf_wakeups_hash_of_id(id)]++;
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

static enum result wakeups_free_places(const struct tracer *tracer)
{
	enum result result = RESULT_OK;

	for (uint32_t i = 0; i < BPF_WATCHED_MAX && !result; i++)
		result = bpf_programs_put(tracer->programs, BPF_WAKEUPS,
					  "free_places", NULL, &i);
	return result;
}

/* The measured CPUs count; their figures are empty. */
static enum result prepare_cpus(struct tracer *tracer)
{
	int cpu;

	cpus_for_each(cpu, &tracer->config.cpus) {
		tracer->cpu[cpu].measured = 1;
		for (int part = 0; part < BPF_PARTS; part++)
			bpf_figures_init(&tracer->cpu[cpu].part[part]);
	}
	return RESULT_OK;
}

/* A hit before stays. */
static enum result wakeups_disarm(struct tracer *tracer)
{
	for (int part = 0; part < BPF_PARTS; part++)
		tracer->control->stop[part] = NEVER;
	return RESULT_OK;
}

static enum result listen_for_hits(struct tracer *tracer)
{
	tracer->hit_fd = bpf_programs_listen(tracer->programs, BPF_WAKEUPS,
					     "hits");
	return tracer->hit_fd < 0 ? RESULT_CANNOT : RESULT_OK;
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
	tracer->config = *config;
	tracer->cpus = cpus_last(&config->cpus) + 1;
	tracer->programs = bpf_programs_new(tracer->cpus);
	if (!tracer->programs)
		return RESULT_CANNOT;
	if (!config->no_noise)
		result = load_recorder(tracer);
	return result ?: load_wakeups(tracer) ?: share_memory(tracer) ?:
	       choose_ids(tracer) ?: wakeups_free_places(tracer) ?:
	       prepare_cpus(tracer) ?: wakeups_disarm(tracer) ?:
	       listen_for_hits(tracer) ?: bpf_programs_attach(tracer->programs);
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
	struct bpf_window *window = &tracer->control->window;

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
		bpf_figures_read(&tracer->cpu[cpu].part[part], stats);
	else
		*stats = (struct tracer_stats) { .latency.count = 0 };
	return RESULT_OK;
}

/* Return the first bucket of a part of a row of the map. */
static const uint64_t *buckets_of(const struct tracer *tracer, int row,
				  int part, enum tracer_buckets kind)
{
	if (kind == TRACER_HISTOGRAM)
		return tracer->histogram + (size_t)(row * BPF_PARTS + part) *
					   (tracer->config.stats.entries + 1);
	if (kind == TRACER_THREAD)
		row += tracer->cpus;
	return tracer->buckets + (size_t)(row * BPF_PARTS + part) * BPF_BUCKETS;
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
		*count = bpf_figures_blocks(&tracer->cpu[cpu].part[part],
					    &tracer->read[cpu * BPF_PARTS + part],
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

	while (count < BPF_WATCHED_MAX && tracer->watched[count].pid)
		count++;
	grown = reallocarray(threads->thread, count + 1, sizeof(*grown));
	if (!grown)
		return fail(RESULT_ERROR, "out of memory");
	threads->thread = grown;
	threads->count = count;
	threads->full = tracer->control->full;
	threads->unseen = tracer->control->unseen;
	for (int i = 0; i < count; i++) {
		grown[i] = wakeups_thread(&tracer->watched[i]);
		grown[i].distributed = i < tracer->config.stats.threads;
	}
	return RESULT_OK;
}

/* ---- Hits ---------------------------------------------------------------- */

static enum result wakeups_arm(struct tracer *tracer,
			       const struct tracer_config *config)
{
	bool checks = false;
	int cpu;

	for (int part = 0; part < BPF_PARTS; part++) {
		uint64_t stop = config->stop_ns[wakeups_context(part)];

		checks |= stop;
		tracer->control->stop[part] = stop ?: NEVER;
		tracer->config.stop_ns[wakeups_context(part)] = stop;
	}
	tracer->control->stack_after =
		config->stack_ns ? (uint64_t)config->stack_ns : NEVER;
	tracer->control->checks = checks;
	cpus_for_each(cpu, &tracer->config.cpus) {
		struct bpf_cpu *of = bpf_programs_cpu(tracer->programs, cpu);

		memset(of->open, 0, sizeof(of->open));
		of->hit = BPF_HIT_NONE;
		__atomic_store_n(&of->recording, 1, __ATOMIC_RELEASE);
	}
	return RESULT_OK;
}

static int wakeups_hit_fd(const struct tracer *tracer)
{
	return tracer->hit_fd;
}

/* Return the CPU with the first hit, or -1. */
static int wakeups_first_hit(const struct tracer *tracer)
{
	int first = -1, cpu;

	cpus_for_each(cpu, &tracer->config.cpus) {
		const struct bpf_cpu *of =
			bpf_programs_cpu(tracer->programs, cpu);

		if (of->hit && (first < 0 || of->hit_t_w <
				bpf_programs_cpu(tracer->programs, first)->hit_t_w))
			first = cpu;
	}
	return first;
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

static void wakeups_describe_hit(const struct tracer *tracer, int cpu,
			 struct tracer_hit *hit)
{
	const struct bpf_wakeup_hit *from = &tracer->cpu[cpu].hit;
	enum event_context context = wakeups_context(from->context);

	*hit = (struct tracer_hit) {
		.cpu = cpu,
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
	event = (struct event) { .type = EVENT_STOP, .pid = from->pid,
				 .time = end };
	event_set_defaults(&event);
	event.stop.latency = hit->latency_ns;
	event.stop.threshold = hit->threshold_ns;
	event.stop.t_w = hit->t_w_ns;
	event.stop.irq_start = from->point[from->point[BPF_POINT_T_W] ?
					   BPF_POINT_IRQ : BPF_POINT_WAKING];
	event.stop.thread_start = end;
	event.stop.seqnum = hit->seqnum;
	event.stop.context = hit->context;
	event.stop.pid = from->pid;
	event.stop.prio = from->prio;
	memcpy(event.stop.comm, from->comm, sizeof(from->comm));
	return event_list_append(list, &event, false);
}

/*
 * Keep what each CPU has recorded until now, and let none of them record.
 * Programs that run just now end soon.
 */
static enum result wakeups_keep_events(struct tracer *tracer,
			       const struct tracer_hit *hit)
{
	bool ok = true;
	int cpu;

	cpus_for_each(cpu, &tracer->config.cpus)
		__atomic_store_n(&bpf_programs_cpu(tracer->programs,
						   cpu)->recording,
				 0, __ATOMIC_RELEASE);
	bpf_names_read(&tracer->names, hit && tracer->config.stack_ns);
	cpus_for_each(cpu, &tracer->config.cpus) {
		struct event_list *list = &tracer->kept[cpu];
		bool is_hit = hit && hit->cpu == cpu;

		event_list_clear(list);
		ok = ok && bpf_events_noises(list,
					     bpf_programs_cpu(tracer->programs,
							      cpu),
					     is_hit ? hit->t_w_ns : 0, &tracer->names);
		if (is_hit)
			ok = ok && put_wakeup(list, &tracer->cpu[cpu].hit, hit);
	}
	tracer->was_hit = hit;
	return ok ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

static bool wakeups_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	int first = wakeups_first_hit(tracer), cpu;

	bpf_programs_heard(tracer->programs);
	if (first < 0)
		return false;
	wakeups_describe_hit(tracer, first, hit);
	wakeups_keep_events(tracer, hit);
	cpus_for_each(cpu, &tracer->config.cpus)
		bpf_programs_cpu(tracer->programs, cpu)->hit = BPF_HIT_NONE;
	return true;
}

static enum result wakeups_list(struct tracer *tracer, int cpu,
				struct event_list *list)
{
	const struct event_list *kept = &tracer->kept[cpu];
	enum result result = RESULT_OK;

	if (!tracer->was_hit)
		result = wakeups_keep_events(tracer, NULL);
	for (size_t i = 0; i < kept->count && !result; i++)
		if (!event_list_append(list, &kept->event[i], false))
			result = fail(RESULT_ERROR, "out of memory");
	list->lost_before = kept->lost_before;
	return result;
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

static bool wakeups_symbol(struct tracer *tracer, uint64_t address, char *name,
			   size_t size)
{
	return bpf_names_symbol(&tracer->names, address, name, size);
}

static void wakeups_end(struct tracer *tracer)
{
	(void)tracer;
}

static void wakeups_close(struct tracer *tracer)
{
	bpf_programs_free(tracer->programs);
	for (int cpu = 0; tracer->kept && cpu < tracer->cpus; cpu++)
		event_list_clear(&tracer->kept[cpu]);
	bpf_names_free(&tracer->names);
	free(tracer->kept);
	free(tracer->read);
	free(tracer);
}

const struct tracer_ops tracer_bpf_wakeups = {
	.name = "bpf",
	.title = "the tracer by BPF programs",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.keeps_stats = true,
	.measures_kind = wakeups_measures_kind,
	.find = wakeups_find,
	.stand_in = wakeups_stand_in,
	.attaches = wakeups_attaches,
	.refuse = wakeups_refuse,
	.freezes_early = wakeups_freezes_early,
	.open = wakeups_open,
	.start = wakeups_start,
	.measures = wakeups_measures,
	.list = wakeups_list,
	.count = wakeups_count,
	.read_stats = wakeups_read_stats,
	.read_buckets = wakeups_read_buckets,
	.read_blocks = wakeups_read_blocks,
	.read_threads = wakeups_read_threads,
	.arm = wakeups_arm,
	.disarm = wakeups_disarm,
	.hit_fd = wakeups_hit_fd,
	.read_hit = wakeups_read_hit,
	.cpu = wakeups_cpu,
	.symbol = wakeups_symbol,
	.end = wakeups_end,
	.close = wakeups_close,
};
