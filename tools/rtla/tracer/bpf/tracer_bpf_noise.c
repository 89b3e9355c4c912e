// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs for kinds that have noise: processes look for it
 * in a loop (bpf_loop.c), and programs record what interrupts them, so that the
 * loop can tell what it was, and a hit is explained.
 */
#include <sched.h>
#include <string.h>

#include "base/cpus.h"
#include "base/times.h"
#include "stats/kind.h"
#include "trace/events.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_loop.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

#define NEVER	UINT64_MAX

/* The loop keeps what it finds if it finds something so often. */
#define FOUND_NS	(NS_PER_MS / 10)

static struct bpf_loop *loop_of(const struct bpf_place *place)
{
	return (struct bpf_loop *)place->process;
}

static bool noises_measures_kind(enum kind kind)
{
	return kind_row(kind)->has_noise;
}

static void noises_stand_in(enum kind kind, const char *why)
{
	(void)kind;
	note("BPF programs measure, with processes: %s", why);
}

static enum result noises_refuse(const struct tracer_config *config)
{
	if (config->irqs_off)
		return fail(RESULT_CANNOT, "--tracer bpf: a process of user space cannot switch interrupts off: measure osnoise, or load the module");
	if (config->preempt_off)
		return fail(RESULT_CANNOT, "--preempt-off: a process of user space cannot switch preemption off: load the module, or leave it out");
	if (config->panic)
		return fail(RESULT_CANNOT, "--panic-on-stop: the tracer by BPF programs cannot panic the kernel: load the module, or leave it out");
	return RESULT_OK;
}

/* ---- Starting ------------------------------------------------------------ */

/* The loop of a CPU does what the options say, and nothing is a hit yet. */
static bool make_loop(const struct tracer *tracer, struct bpf_place *place,
		      const uint64_t *slept)
{
	const struct tracer_config *config = &tracer->config;
	uint64_t records = bpf_process_places(FOUND_NS);
	struct bpf_loop *loop;

	loop = bpf_place_share(place, slept, sizeof(*loop) +
			       records * sizeof(loop->found[0]), records);
	if (!loop)
		return false;
	loop->period_ns = config->period_ns;
	loop->runtime_ns = config->runtime_ns;
	loop->noise_ns = config->noise_ns ?: NS_PER_US;
	loop->real_time = config->priority.given &&
			  config->priority.policy != SCHED_OTHER;
	loop->stop_single = NEVER;
	loop->stop_total = NEVER;
	return true;
}

static enum result load_noise(struct tracer *tracer)
{
	return bpf_tracer_record(tracer, true, NULL);
}

static enum result start_loops(struct tracer *tracer)
{
	return bpf_tracer_processes(tracer, make_loop);
}

static enum result noises_start(struct tracer *tracer,
				const struct tracer_config *config,
				const struct undo_list *undo)
{
	(void)undo;
	return bpf_tracer_begin(tracer, config);
}

static int noises_measure(struct tracer *tracer, int cpu, int wake_fd)
{
	struct bpf_place *place = bpf_places_measured(&tracer->places, cpu);

	return bpf_loop_measure(loop_of(place), place->cpu, cpu, wake_fd);
}

/* ---- What the loops find ------------------------------------------------- */

static struct event found_event(const struct bpf_found *found, int pid)
{
	struct event event = {
		.type = found->is_period ? EVENT_PERIOD : EVENT_GAP,
		.pid = pid,
		.time = found->start + found->length,
	};

	event_set_defaults(&event);
	if (!found->is_period) {
		event.gap.start = found->start;
		event.gap.duration = found->length;
		event.gap.interference = found->number;
		return event;
	}
	event.period.start = found->start;
	event.period.runtime = found->length;
	event.period.noise = found->noise;
	event.period.max_single = found->max_single;
	event.period.seqnum = found->number;
	memcpy(event.period.from, found->from, sizeof(found->from));
	return event;
}

static int take_found(const struct bpf_place *place, uint64_t at, reader_fn *fn,
		      void *context, bool lost)
{
	const struct bpf_found found = loop_of(place)->found[at];
	const struct event event = found_event(&found, place->cpu->pid);

	if (bpf_place_is_overtaken(place))
		return -1;
	fn(context, place->number, &event, lost);
	return 1;
}

static int noises_drain(struct tracer *tracer, int cpu, int most, reader_fn *fn,
			void *context, struct reader_counts *counts)
{
	return bpf_place_drain(bpf_places_of(&tracer->places, cpu), most,
			       take_found, fn, context, counts);
}

/* ---- Hits ---------------------------------------------------------------- */

/* A hit before stays. */
static enum result noises_disarm(struct tracer *tracer)
{
	for (int i = 0; i < tracer->places.count; i++) {
		struct bpf_loop *loop = loop_of(&tracer->places.place[i]);

		loop->stop_single = NEVER;
		loop->stop_total = NEVER;
	}
	return RESULT_OK;
}

static enum result noises_arm(struct tracer *tracer,
			      const struct tracer_config *config)
{
	memcpy(tracer->config.stop_ns, config->stop_ns,
	       sizeof(config->stop_ns));
	for (int i = 0; i < tracer->places.count; i++) {
		struct bpf_place *place = &tracer->places.place[i];
		struct bpf_loop *loop = loop_of(place);

		bpf_place_record(place, 0);
		loop->stop_single =
			bpf_tracer_threshold(config, CONTEXT_SINGLE);
		loop->stop_total = bpf_tracer_threshold(config, CONTEXT_TOTAL);
	}
	return RESULT_OK;
}

static void describe_found(const struct tracer *tracer,
			   const struct bpf_place *place, struct tracer_hit *hit)
{
	const struct bpf_found *found = &loop_of(place)->hit;
	enum event_context context = found->is_period ? CONTEXT_TOTAL :
							CONTEXT_SINGLE;

	*hit = (struct tracer_hit) {
		.cpu = place->number,
		.context = context,
		.seqnum = found->number,
		.latency_ns = found->is_period ? found->noise : found->length,
		.threshold_ns = tracer->config.stop_ns[context],
		.t_w_ns = found->start,
		.pid = place->cpu->pid,
	};
}

/* Append the findings of the loop since all noises are kept. */
static bool put_found(struct bpf_place *place)
{
	const struct bpf_loop *loop = loop_of(place);
	uint64_t written, i = bpf_process_kept(place->process, &written);

	for (; i < written; i++) {
		const struct bpf_found *found =
			&loop->found[i & (loop->process.places - 1)];
		const struct event event = found_event(found, place->cpu->pid);

		if (found->start >= place->kept.lost_before &&
		    !event_list_append(&place->kept, &event, false))
			return false;
	}
	return true;
}

static bool put_found_stop(struct bpf_place *place,
			   const struct tracer_hit *hit)
{
	const struct bpf_found *found = &loop_of(place)->hit;
	struct event event = bpf_events_stop(hit, found->start + found->length);

	thread_name_read(hit->pid, event.stop.comm);
	return event_list_append(&place->kept, &event, false);
}

static bool take_found_events(const struct tracer *tracer,
			      struct bpf_place *place,
			      const struct tracer_hit *hit)
{
	if (!bpf_events_noises(&place->kept, place->cpu, 0,
			       &tracer->places.names) ||
	    !put_found(place))
		return false;
	event_list_sort(&place->kept);
	return !hit || put_found_stop(place, hit);
}

static const struct bpf_way noise_way = {
	.load = load_noise,
	.start = start_loops,
	.heard = bpf_tracer_heard,
	.describe = describe_found,
	.take = take_found_events,
};

static enum result noises_open(struct tracer **opened)
{
	return bpf_tracer_new(opened, &noise_way);
}

/* ---- The rest ------------------------------------------------------------ */

static enum result noises_cpu(struct tracer *tracer, int cpu,
			      struct tracer_cpu *state)
{
	const struct bpf_place *place = bpf_places_of(&tracer->places, cpu);

	bpf_place_state(place, state);
	state->skipped = loop_of(place)->skipped;
	return RESULT_OK;
}

const struct tracer_ops tracer_bpf_noise = {
	.name = "bpf",
	.title = "the tracer by BPF programs",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.unnumbered = true,
	.joins_periods = true,
	.default_prio = 120,
	.measures_kind = noises_measures_kind,
	.find = bpf_tracer_find,
	.stand_in = noises_stand_in,
	.attaches = bpf_tracer_attaches,
	.refuse = noises_refuse,
	.freezes_early = bpf_tracer_freezes_early,
	.open = noises_open,
	.start = noises_start,
	.measures = bpf_tracer_measures,
	.drain = noises_drain,
	.list = bpf_tracer_list,
	.wake_fd = bpf_tracer_wake_fd,
	.measure = noises_measure,
	.arm = noises_arm,
	.disarm = noises_disarm,
	.hit_fd = bpf_tracer_wake_fd,
	.read_hit = bpf_tracer_read_hit,
	.cpu = noises_cpu,
	.symbol = bpf_tracer_symbol,
	.end = bpf_tracer_end,
	.close = bpf_tracer_close,
};
