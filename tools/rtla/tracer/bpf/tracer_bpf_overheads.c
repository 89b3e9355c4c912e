// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs for kinds that watch CPUs: overheads are counted
 * by programs (programs/bpf_overheads.c), in memory that the command has
 * mapped. The programs that record noise are there, too, without threads: they
 * tell what interrupts have disturbed.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/cpus.h"
#include "host/scheduling.h"
#include "stats/kind.h"
#include "trace/events.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_overheads.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_reading.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/tracer.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

#define OWN_ROUNDS	8

/**
 * struct bpf_overheads - what this tracer has of its own
 * @control: what changes while the programs run
 * @cpu: of each CPU, by its number
 * @buckets, @histogram: counters
 * @read: for each CPU and overhead: see bpf_reading.h
 * @cpus: the last CPU that is measured, and 1
 * @hit_fd: a descriptor that tells of a hit
 * @measures: the overheads that are measured
 */
struct bpf_overheads {
	struct bpf_overheads_control *control;
	struct bpf_overheads_cpu *cpu;
	uint64_t *buckets;
	uint64_t *histogram;
	struct bpf_block *read;
	int cpus;
	int hit_fd;
	bool measures[BPF_OVERHEAD_COUNT];
};

static enum event_context overheads_context(int overhead)
{
	return OVERHEAD_FIRST + overhead;
}

static bool overheads_measures_kind(enum kind kind)
{
	return kind_row(kind)->watches && !kind_row(kind)->watches_threads;
}

static void overheads_stand_in(enum kind kind, const char *why)
{
	(void)kind;
	note("BPF programs measure: %s", why);
}

static bool overheads_attaches(void)
{
	return false;
}

static enum result overheads_refuse(const struct tracer_config *config)
{
	return config->panic ?
	       fail(RESULT_CANNOT, "--panic-on-stop: the tracer by BPF programs cannot panic the kernel: load the module, or leave it out") :
	       RESULT_OK;
}

/* ---- Starting ------------------------------------------------------------ */

static struct bpf_overheads_request
overheads_request_of(const struct tracer_config *config)
{
	struct bpf_overheads_request to = {
		.all_threads = config->all_threads,
		.keep_disturbed = config->keep_disturbed,
		.counting = bpf_counting_of(&config->stats),
	};

	for (int i = 0; i < BPF_OVERHEAD_COUNT; i++) {
		enum event_context context = overheads_context(i);

		to.limits[i] = config->stats.limits[context];
		memcpy(to.limit[i], config->stats.limit_ns[context],
		       sizeof(to.limit[i]));
	}
	return to;
}

/* The tick is known where the kernel finds its variable for programs. */
static bool knows_tick(const void *context, const char *program,
		       const char *purpose)
{
	bool known = *(const bool *)context;

	(void)purpose;
	if (!strcmp(program, "timer_calls"))
		return known;
	return strcmp(program, "some_timer_calls") || !known;
}

/*
 * The programs of overheads are attached first: where an interrupt begins, the
 * record of it is then no part of what it ends.
 */
static enum result load_overheads(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	const struct bpf_overheads_request constants =
		overheads_request_of(config);
	const uint32_t rows = tracer->overheads->cpus * BPF_OVERHEAD_COUNT;
	const bool tick = bpf_programs_find_variable("tick_cpu_sched");
	const struct bpf_map_entries entries[] = {
		{ "overheads_cpus", tracer->overheads->cpus },
		{ "buckets", bpf_count_buckets(&config->stats, rows) },
		{ "histogram", bpf_count_histogram(&config->stats, rows) },
		{ NULL, 0 },
	};
	const struct bpf_request overheads = {
		.object = BPF_OVERHEADS,
		.constants = &constants, .bytes = sizeof(constants),
		.entries = entries,
		.wants = knows_tick, .context = &tick,
	};

	return bpf_programs_load(tracer->programs, &overheads) ?:
	       bpf_tracer_record(tracer, true, bpf_tracer_wants_spans);
}

/* Return the memory of a map with elements of this size. */
static void *overheads_share(const struct tracer *tracer, const char *map,
			     size_t count, size_t size)
{
	return bpf_programs_share(tracer->programs, BPF_OVERHEADS, map,
				  count * size);
}

static enum result share_overheads(struct tracer *tracer)
{
	const struct tracer_stats_config *stats = &tracer->config.stats;
	struct bpf_overheads *own = tracer->overheads;
	const uint32_t rows = own->cpus * BPF_OVERHEAD_COUNT;

	own->control = overheads_share(tracer, ".bss", 1, sizeof(*own->control));
	own->cpu = overheads_share(tracer, "overheads_cpus", own->cpus,
				   sizeof(*own->cpu));
	own->buckets = overheads_share(tracer, "buckets",
				       bpf_count_buckets(stats, rows),
				       sizeof(*own->buckets));
	own->histogram = overheads_share(tracer, "histogram",
					 bpf_count_histogram(stats, rows),
					 sizeof(*own->histogram));
	if (!own->control || !own->cpu || !own->buckets || !own->histogram)
		return RESULT_CANNOT;
	own->read = calloc(rows, sizeof(*own->read));
	return own->read ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

static enum result overheads_disarm(struct tracer *tracer)
{
	for (int i = 0; i < BPF_OVERHEAD_COUNT; i++)
		tracer->overheads->control->stop[i] = UINT64_MAX;
	return RESULT_OK;
}

/* The measured CPUs record interrupts; their figures are empty. */
static void overheads_prepare_cpus(struct tracer *tracer)
{
	for (int i = 0; i < tracer->places.count; i++) {
		const struct bpf_place *place = &tracer->places.place[i];
		struct bpf_overheads_cpu *of =
			&tracer->overheads->cpu[place->number];

		for (int j = 0; j < BPF_OVERHEAD_COUNT; j++)
			bpf_figures_init(&of->figures[j]);
		memset(&of->own, 0xff, sizeof(of->own));
		of->measured = 1;
		bpf_place_record(&tracer->places.place[i], 0);
	}
}

static enum result watch_cpus(struct tracer *tracer)
{
	struct bpf_overheads *own = tracer->overheads;
	enum result result = share_overheads(tracer);

	if (result)
		return result;
	overheads_prepare_cpus(tracer);
	own->hit_fd = bpf_programs_listen(tracer->programs, BPF_OVERHEADS,
					  "hits");
	return own->hit_fd < 0 ? RESULT_CANNOT : overheads_disarm(tracer);
}

/* ---- What can be measured ------------------------------------------------ */

/* Return whether a program was attached. */
static bool overheads_see(const struct tracer *tracer, const char *program)
{
	return bpf_programs_runs(tracer->programs, BPF_OVERHEADS, program);
}

/*
 * Find out what the programs themselves take: rename this thread on each CPU,
 * to its own name. Where it may not run, that stays unknown.
 */
static void overheads_find_own(const struct tracer *tracer)
{
	struct cpus allowed;
	char name[16];
	int cpu;

	if (scheduling_allowed(&allowed) || prctl(PR_GET_NAME, name))
		return;
	/* Wherever this runs: a program tells what the kernel knows, too. */
	prctl(PR_SET_NAME, name);
	cpus_for_each(cpu, &tracer->config.cpus) {
		struct cpus one;

		memset(&one, 0, sizeof(one));
		cpus_add(&one, cpu);
		if (scheduling_bind(&one))
			continue;
		for (int i = 0; i < OWN_ROUNDS; i++)
			prctl(PR_SET_NAME, name);
	}
	scheduling_bind(&allowed);
}

/*
 * Put probes on the function with which a new thread begins, by the names that
 * compilers give it, and for a short time on one that is called only to find
 * out how long a probe takes. Return whether there is the first of them.
 */
static bool overheads_probe(struct tracer *tracer)
{
	static const char *const finish[] = {
		"finish_task_switch.isra.0", "finish_task_switch",
		"finish_task_switch.constprop.0", NULL
	};
	static const char *const nothing[] = { "bpf_get_numa_node_id", NULL };
	bool probed = bpf_programs_probe(tracer->programs, BPF_OVERHEADS,
					 "thread_has_cpu", finish);
	bool known = probed && bpf_programs_probe(tracer->programs,
						  BPF_OVERHEADS,
						  "nothing_is_called", nothing);

	overheads_find_own(tracer);
	if (known)
		bpf_programs_unprobe(tracer->programs);
	return probed;
}

static enum result find_overheads(struct tracer *tracer)
{
	struct bpf_overheads *own = tracer->overheads;
	bool tick = overheads_see(tracer, "timer_calls");
	bool timers = tick || overheads_see(tracer, "some_timer_calls");
	bool sent = overheads_see(tracer, "interrupt_is_sent");
	bool returns = overheads_see(tracer, "scheduler_returns");
	bool probed = overheads_probe(tracer);

	own->control->ends = returns ? BPF_ENDS_RETURNED :
			     probed ? BPF_ENDS_SWITCHED : BPF_ENDS_CHOSEN;
	own->measures[BPF_OVERHEAD_RELEASE_LATENCY] = timers;
	own->measures[BPF_OVERHEAD_RELEASE] = timers;
	own->measures[BPF_OVERHEAD_TICK] = tick;
	own->measures[BPF_OVERHEAD_SCHED] =
		overheads_see(tracer, "scheduler_is_called");
	own->measures[BPF_OVERHEAD_CXS] =
		own->measures[BPF_OVERHEAD_SCHED] && probed;
	own->measures[BPF_OVERHEAD_SCHED2] =
		own->measures[BPF_OVERHEAD_CXS] && returns;
	own->measures[BPF_OVERHEAD_IPI] =
		sent && overheads_see(tracer, "reschedule_comes");
	own->measures[BPF_OVERHEAD_XCALL] =
		sent && overheads_see(tracer, "call_comes");
	own->measures[BPF_OVERHEAD_WAKE] =
		overheads_see(tracer, "thread_is_on_queue");
	return RESULT_OK;
}

static enum result overheads_start(struct tracer *tracer,
				   const struct tracer_config *config,
				   const struct undo_list *undo)
{
	(void)undo;
	tracer->overheads->cpus = cpus_last(&config->cpus) + 1;
	return bpf_tracer_begin(tracer, config) ?: find_overheads(tracer);
}

static bool overheads_measures(const struct tracer *tracer,
			       enum event_context context)
{
	return tracer->overheads->measures[context - OVERHEAD_FIRST];
}

/* ---- Statistics ---------------------------------------------------------- */

static enum result overheads_count(struct tracer *tracer, uint64_t from_ns,
				   uint64_t until_ns)
{
	bpf_window_set(&tracer->overheads->control->window, from_ns, until_ns);
	return RESULT_OK;
}

/*
 * Return how much of each sample is the programs' own work, at least; that of a
 * release latency is the record of its interrupt.
 */
static uint64_t overheads_own_of(const struct bpf_own *own, int overhead)
{
	uint64_t least = own->stamp;

	if (overhead == BPF_OVERHEAD_SCHED)
		least = own->scheduler;
	else if (overhead == BPF_OVERHEAD_CXS)
		least = own->to_probe;
	else if (overhead == BPF_OVERHEAD_SCHED2)
		least = own->from_probe;
	if (least == UINT64_MAX)
		return 0;
	/* The timestamps of a wake-up are in it, too. */
	return overhead == BPF_OVERHEAD_RELEASE ? 3 * least : least;
}

static enum result overheads_read_stats(struct tracer *tracer, int cpu,
					enum event_context context,
					struct tracer_stats *stats)
{
	const struct bpf_overheads_cpu *of = &tracer->overheads->cpu[cpu];
	int overhead = context - OVERHEAD_FIRST;

	bpf_figures_read(&of->figures[overhead], stats);
	stats->flaws.disturbed = of->disturbed[overhead];
	stats->flaws.negative = of->negative[overhead];
	if (tracer->overheads->measures[overhead])
		stats->flaws.own_ns = overheads_own_of(&of->own, overhead);
	return RESULT_OK;
}

static enum result overheads_read_buckets(struct tracer *tracer, int cpu,
					  enum event_context context,
					  enum tracer_buckets kind, int first,
					  int count, uint64_t *buckets)
{
	size_t row = cpu * BPF_OVERHEAD_COUNT + context - OVERHEAD_FIRST;
	const uint64_t *from =
		kind == TRACER_HISTOGRAM ?
		tracer->overheads->histogram +
			row * (tracer->config.stats.entries + 1) :
		tracer->overheads->buckets + row * BPF_BUCKETS;

	memcpy(buckets, from + first, count * sizeof(*buckets));
	return RESULT_OK;
}

static enum result overheads_read_blocks(struct tracer *tracer, int cpu,
					 enum event_context context, bool last,
					 struct tracer_block *blocks,
					 int *count)
{
	struct bpf_overheads *own = tracer->overheads;
	int overhead = context - OVERHEAD_FIRST;

	*count = bpf_figures_blocks(&own->cpu[cpu].figures[overhead],
				    &own->read[cpu * BPF_OVERHEAD_COUNT +
					       overhead],
				    last, blocks);
	return RESULT_OK;
}

/* ---- Hits ---------------------------------------------------------------- */

static enum result overheads_arm(struct tracer *tracer,
				 const struct tracer_config *config)
{
	for (int i = 0; i < BPF_OVERHEAD_COUNT; i++)
		tracer->overheads->control->stop[i] =
			bpf_tracer_threshold(config, overheads_context(i));
	memcpy(tracer->config.stop_ns, config->stop_ns,
	       sizeof(config->stop_ns));
	for (int i = 0; i < tracer->places.count; i++)
		bpf_place_record(&tracer->places.place[i], 0);
	return RESULT_OK;
}

static int overheads_hit_fd(const struct tracer *tracer)
{
	return tracer->overheads->hit_fd;
}

static void overheads_heard(struct tracer *tracer)
{
	bpf_programs_heard(tracer->programs);
}

static void describe_overhead(const struct tracer *tracer,
			      const struct bpf_place *place,
			      struct tracer_hit *hit)
{
	const struct bpf_overheads_hit *from =
		&tracer->overheads->cpu[place->number].hit;
	enum event_context context = overheads_context(from->context);

	*hit = (struct tracer_hit) {
		.cpu = place->number,
		.context = context,
		.seqnum = from->number,
		.latency_ns = from->length,
		.threshold_ns = tracer->config.stop_ns[context],
		.t_w_ns = from->from,
		.pid = from->pid,
	};
}

static bool take_overhead(const struct tracer *tracer, struct bpf_place *place,
			  const struct tracer_hit *hit)
{
	struct event event;

	if (!bpf_events_noises(&place->kept, place->cpu, 0,
			       &tracer->places.names))
		return false;
	if (!hit)
		return true;
	event = bpf_events_stop(hit, hit->t_w_ns + hit->latency_ns);
	return event_list_append(&place->kept, &event, false);
}

static const struct bpf_way overheads_way = {
	.load = load_overheads,
	.start = watch_cpus,
	.heard = overheads_heard,
	.describe = describe_overhead,
	.take = take_overhead,
};

static enum result overheads_open(struct tracer **opened)
{
	enum result result = bpf_tracer_new(opened, &overheads_way);

	if (result)
		return result;
	(*opened)->overheads = calloc(1, sizeof(*(*opened)->overheads));
	if ((*opened)->overheads)
		return RESULT_OK;
	bpf_tracer_close(*opened);
	*opened = NULL;
	return fail(RESULT_ERROR, "out of memory");
}

/* ---- The rest ------------------------------------------------------------ */

static enum result overheads_cpu_state(struct tracer *tracer, int cpu,
				       struct tracer_cpu *state)
{
	(void)tracer;
	(void)cpu;
	*state = tracer_cpu_untold;
	return RESULT_OK;
}

static void overheads_close(struct tracer *tracer)
{
	free(tracer->overheads->read);
	free(tracer->overheads);
	bpf_tracer_close(tracer);
}

const struct tracer_ops tracer_bpf_overheads = {
	.name = "bpf",
	.title = "the tracer by BPF programs",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.keeps_stats = true,
	.measures_kind = overheads_measures_kind,
	.find = bpf_tracer_find,
	.stand_in = overheads_stand_in,
	.attaches = overheads_attaches,
	.refuse = overheads_refuse,
	.freezes_early = bpf_tracer_freezes_early,
	.open = overheads_open,
	.start = overheads_start,
	.measures = overheads_measures,
	.list = bpf_tracer_list,
	.count = overheads_count,
	.read_stats = overheads_read_stats,
	.read_buckets = overheads_read_buckets,
	.read_blocks = overheads_read_blocks,
	.arm = overheads_arm,
	.disarm = overheads_disarm,
	.hit_fd = overheads_hit_fd,
	.read_hit = bpf_tracer_read_hit,
	.cpu = overheads_cpu_state,
	.symbol = bpf_tracer_symbol,
	.end = bpf_tracer_end,
	.close = overheads_close,
};
