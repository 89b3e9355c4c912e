// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs, which needs neither a module nor a tracer of the
 * kernel.
 *
 * The measuring processes sleep until a time, as cyclictest does, and take the
 * user latency by themselves. Two programs take the times of the timer's
 * interrupt and of the switch to the thread. Only for a run that explains a hit
 * there are programs that record noise, each CPU's in memory of its own, where
 * a hit stops it. The command has mapped all of that, so that nothing is copied
 * while it measures, and uses no tracefs.
 *
 * The same processes without any program are a tracer of their own.
 */
#include <string.h>

#include "base/cpus.h"
#include "base/times.h"
#include "stats/kind.h"
#include "trace/events.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/bpf/bpf_workload.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

#define DEFAULT_FIFO	95	/* of the measuring processes */
#define NEVER		UINT64_MAX

static struct bpf_workload *workload_of(const struct bpf_place *place)
{
	return (struct bpf_workload *)place->process;
}

static bool bpf_measures_kind(enum kind kind)
{
	return kind_row(kind)->has_user_threads;
}

static void bpf_stand_in(enum kind kind, const char *why)
{
	(void)kind;
	note("BPF programs measure: %s", why);
}

/* Refuse what no processes can do; @word is that of --tracer. */
static enum result processes_refuse(const struct tracer_config *config,
				    const char *word)
{
	if (!config->no_threads)
		return fail(RESULT_CANNOT, "--tracer %s: it measures with processes of user space only: leave out --kernel-threads, or load the module",
			    word);
	if (config->panic)
		return fail(RESULT_CANNOT, "--tracer %s: it cannot panic the kernel at a hit: load the module",
			    word);
	return RESULT_OK;
}

static enum result bpf_refuse(const struct tracer_config *config)
{
	enum result result = processes_refuse(config, "bpf");

	if (result)
		return result;
	if (config->counters)
		return fail(RESULT_CANNOT, "--tracer bpf: it does not read what the CPU counts: leave out --counters, or load the module");
	return RESULT_OK;
}

/* ---- Starting ------------------------------------------------------------ */

/* Return the period of the CPU with this index; they may take turns. */
static uint64_t period_of(const struct tracer_config *config, int index)
{
	return config->periods ? config->periods_ns[index % config->periods] :
				 config->period_ns;
}

/* Let a measuring process know what to do. */
static bool make_workload(const struct tracer *tracer, struct bpf_place *place,
			  const uint64_t *slept)
{
	const struct tracer_config *config = &tracer->config;
	uint64_t period = period_of(config, place - tracer->places.place);
	uint64_t records = bpf_process_places(period);
	struct bpf_workload *workload;

	workload = bpf_place_share(place, slept, sizeof(*workload) +
				   records * sizeof(workload->sample[0]) +
				   (place->cpu ? 0 : sizeof(*place->cpu)),
				   records);
	if (!workload)
		return false;
	if (!place->cpu)
		place->cpu = (struct bpf_cpu *)&workload->sample[records];
	workload->period_ns = period;
	workload->aligned = config->align_ns >= 0;
	workload->stack_ns = config->stack_ns;
	return true;
}

/* A hit before stays. */
static enum result bpf_disarm(struct tracer *tracer)
{
	for (int i = 0; i < tracer->places.count; i++) {
		struct bpf_place *place = &tracer->places.place[i];

		place->cpu->stop_irq = NEVER;
		place->cpu->stop_thread = NEVER;
		workload_of(place)->stop_user = NEVER;
	}
	return RESULT_OK;
}

static enum result start_workloads(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	struct bpf_places *places = &tracer->places;
	enum result result = bpf_tracer_processes(tracer, make_workload);
	uint64_t base = time_now() + config->period_ns;

	if (result)
		return result;
	places->names.prio = priority_in_kernel(&config->priority,
						99 - DEFAULT_FIFO);
	for (int i = 0; i < places->count && config->align_ns >= 0; i++)
		workload_of(&places->place[i])->first_ns =
			base + i * config->align_ns;
	return bpf_disarm(tracer);
}

/* Programs that take latencies are always wanted, the others by a recording. */
static bool takes_latencies(const void *recorder, const char *program,
			    const char *purpose)
{
	(void)program;
	return ((const struct bpf_recorder *)recorder)->records ||
	       !strcmp(purpose, BPF_TAKES_LATENCIES);
}

static enum result load_latencies(struct tracer *tracer)
{
	return bpf_tracer_record(tracer, !tracer->config.no_noise,
				 takes_latencies);
}

static enum result bpf_start(struct tracer *tracer,
			     const struct tracer_config *config,
			     const struct undo_list *undo)
{
	(void)undo;
	return bpf_tracer_begin(tracer, config);
}

static int bpf_measure(struct tracer *tracer, int cpu, int wake_fd)
{
	struct bpf_place *place = bpf_places_measured(&tracer->places, cpu);

	return bpf_workload_measure(workload_of(place), place->cpu, cpu,
				    wake_fd);
}

/* ---- Samples ------------------------------------------------------------- */

/* Take a sample: its latencies from the context @first on. */
static int take_latencies_at(const struct bpf_place *place, uint64_t at,
			     enum event_context first, reader_fn *fn,
			     void *context, bool lost)
{
	const struct bpf_sample sample = workload_of(place)->sample[at];
	struct event event;
	int events = 0;

	if (bpf_place_is_overtaken(place))
		return -1;
	for (int i = first; i < LATENCY_CONTEXTS; i++) {
		if (!bpf_events_sample(&event, &sample, i, place->cpu->pid))
			continue;
		fn(context, place->number, &event, lost && !events);
		events++;
	}
	return events;
}

static int take_sample_at(const struct bpf_place *place, uint64_t at,
			  reader_fn *fn, void *context, bool lost)
{
	return take_latencies_at(place, at, CONTEXT_IRQ, fn, context, lost);
}

static int bpf_drain(struct tracer *tracer, int cpu, int most, reader_fn *fn,
		     void *context, struct reader_counts *counts)
{
	return bpf_place_drain(bpf_places_of(&tracer->places, cpu), most,
			       take_sample_at, fn, context, counts);
}

/* ---- Hits ---------------------------------------------------------------- */

static enum result bpf_arm(struct tracer *tracer,
			   const struct tracer_config *config)
{
	memcpy(tracer->config.stop_ns, config->stop_ns,
	       sizeof(config->stop_ns));
	for (int i = 0; i < tracer->places.count; i++) {
		struct bpf_place *place = &tracer->places.place[i];

		place->cpu->stop_irq =
			bpf_tracer_threshold(config, CONTEXT_IRQ);
		place->cpu->stop_thread =
			bpf_tracer_threshold(config, CONTEXT_THREAD);
		workload_of(place)->stop_user =
			bpf_tracer_threshold(config, CONTEXT_USER);
		bpf_place_record(place, config->stack_ns);
	}
	return RESULT_OK;
}

/*
 * Return the sample of the activation that began at @t_w, if it is written; set
 * @written to the number of samples.
 */
static const struct bpf_sample *sample_of(const struct bpf_place *place,
					  uint64_t t_w, uint64_t *written)
{
	const struct bpf_workload *workload = workload_of(place);
	uint64_t first = bpf_process_kept(place->process, written);

	for (uint64_t i = *written; i-- > first; ) {
		const struct bpf_sample *sample =
			&workload->sample[i & (workload->process.places - 1)];

		if (sample->t_w <= t_w)
			return sample->t_w == t_w ? sample : NULL;
	}
	return NULL;
}

/* A user latency is known from the sample, which its process writes first. */
static void describe_hit(const struct tracer *tracer,
			 const struct bpf_place *place, struct tracer_hit *hit)
{
	static const enum event_context contexts[] = {
		[BPF_HIT_IRQ] = CONTEXT_IRQ,
		[BPF_HIT_THREAD] = CONTEXT_THREAD,
		[BPF_HIT_USER] = CONTEXT_USER,
	};
	const struct bpf_cpu *cpu = place->cpu;
	enum event_context context = contexts[cpu->hit];
	uint64_t written;
	const struct bpf_sample *sample =
		sample_of(place, cpu->hit_t_w, &written);
	uint64_t end = context == CONTEXT_IRQ ? cpu->hit_irq :
		       context == CONTEXT_THREAD || !sample ? cpu->hit_switch :
		       sample->user;

	*hit = (struct tracer_hit) {
		.cpu = place->number,
		.context = context,
		.seqnum = sample ? sample->seqnum : written + 1,
		.latency_ns = end - cpu->hit_t_w,
		.threshold_ns = tracer->config.stop_ns[context],
		.t_w_ns = cpu->hit_t_w,
		.pid = cpu->pid,
	};
}

static bool take_events(const struct tracer *tracer, struct bpf_place *place,
			const struct tracer_hit *hit)
{
	return bpf_events_take(&place->kept, place->cpu, workload_of(place),
			       hit, &tracer->places.names);
}

static const struct bpf_way latency_way = {
	.load = load_latencies,
	.start = start_workloads,
	.heard = bpf_tracer_heard,
	.describe = describe_hit,
	.take = take_events,
};

static enum result bpf_open(struct tracer **opened)
{
	return bpf_tracer_new(opened, &latency_way);
}

/* ---- CPUs ---------------------------------------------------------------- */

static enum result bpf_cpu(struct tracer *tracer, int cpu,
			   struct tracer_cpu *state)
{
	bpf_place_state(bpf_places_of(&tracer->places, cpu), state);
	return RESULT_OK;
}

const struct tracer_ops tracer_bpf = {
	.name = "bpf",
	.title = "the tracer by BPF programs",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.unnumbered = true,
	.default_prio = 99 - DEFAULT_FIFO,
	.measures_kind = bpf_measures_kind,
	.find = bpf_tracer_find,
	.stand_in = bpf_stand_in,
	.attaches = bpf_tracer_attaches,
	.refuse = bpf_refuse,
	.freezes_early = bpf_tracer_freezes_early,
	.open = bpf_open,
	.start = bpf_start,
	.measures = bpf_tracer_measures,
	.drain = bpf_drain,
	.list = bpf_tracer_list,
	.wake_fd = bpf_tracer_wake_fd,
	.measure = bpf_measure,
	.arm = bpf_arm,
	.disarm = bpf_disarm,
	.hit_fd = bpf_tracer_wake_fd,
	.read_hit = bpf_tracer_read_hit,
	.cpu = bpf_cpu,
	.symbol = bpf_tracer_symbol,
	.end = bpf_tracer_end,
	.close = bpf_tracer_close,
};

/* ---- Without programs ---------------------------------------------------- */

static bool process_find(enum kind kind, bool quiet,
			 struct tracer_absence *absence)
{
	(void)kind;
	(void)quiet;
	(void)absence;
	return true;
}

static enum result process_refuse(const struct tracer_config *config)
{
	enum result result = processes_refuse(config, "process");

	if (result)
		return result;
	if (config->stop_ns[CONTEXT_IRQ] || config->stack_ns)
		return fail(RESULT_CANNOT, "--tracer process: it sees no interrupts and takes no stacks: give --thread instead of -a, -i and -s, or load the module");
	if (config->counters || config->stats.causes)
		return fail(RESULT_CANNOT, "--tracer process: it sees neither causes nor counters: leave out --top-causes and --counters, or load the module");
	return RESULT_OK;
}

static const struct bpf_way process_way = {
	.heard = bpf_tracer_heard,
	.describe = describe_hit,
	.take = take_events,
};

static enum result process_open(struct tracer **opened)
{
	return bpf_tracer_new(opened, &process_way);
}

static enum result process_start(struct tracer *tracer,
				 const struct tracer_config *config,
				 const struct undo_list *undo)
{
	(void)undo;
	tracer->config = *config;
	return bpf_places_make(&tracer->places, &config->cpus, NULL) ?:
	       start_workloads(tracer);
}

static bool process_measures(const struct tracer *tracer,
			     enum event_context context)
{
	(void)tracer;
	return context == CONTEXT_USER;
}

static int take_user_at(const struct bpf_place *place, uint64_t at,
			reader_fn *fn, void *context, bool lost)
{
	return take_latencies_at(place, at, CONTEXT_USER, fn, context, lost);
}

static int process_drain(struct tracer *tracer, int cpu, int most,
			 reader_fn *fn, void *context,
			 struct reader_counts *counts)
{
	return bpf_place_drain(bpf_places_of(&tracer->places, cpu), most,
			       take_user_at, fn, context, counts);
}

const struct tracer_ops tracer_process = {
	.name = "process",
	.title = "processes alone",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.unnumbered = true,
	.only_user = true,
	.default_prio = 99 - DEFAULT_FIFO,
	.measures_kind = bpf_measures_kind,
	.find = process_find,
	.attaches = bpf_tracer_attaches,
	.refuse = process_refuse,
	.freezes_early = bpf_tracer_freezes_early,
	.open = process_open,
	.start = process_start,
	.measures = process_measures,
	.drain = process_drain,
	.list = bpf_tracer_list,
	.wake_fd = bpf_tracer_wake_fd,
	.measure = bpf_measure,
	.arm = bpf_arm,
	.disarm = bpf_disarm,
	.hit_fd = bpf_tracer_wake_fd,
	.read_hit = bpf_tracer_read_hit,
	.cpu = bpf_cpu,
	.symbol = bpf_tracer_symbol,
	.end = bpf_tracer_end,
	.close = bpf_tracer_close,
};
