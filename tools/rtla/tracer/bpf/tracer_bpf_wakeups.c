// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs for wake-ups (programs/bpf_wakeups.c). To explain
 * a hit, the programs that record noise are there, too.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "stats/kind.h"
#include "stats/wakers.h"
#include "trace/event_names.h"
#include "trace/events.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_reading.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/bpf/bpf_wakeups.h"
#include "tracer/bpf/bpf_watcher.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

static bool wakeups_measures_kind(enum kind kind)
{
	return kind_row(kind)->watches_threads && !kind_row(kind)->has_cycles;
}

static void wakeups_stand_in(enum kind kind, const char *why)
{
	(void)kind;
	note("BPF programs measure, up to the switch: %s", why);
}

static enum result wakeups_refuse(const struct tracer_config *config)
{
	if (config->panic)
		return fail(RESULT_CANNOT, "--panic-on-stop: the tracer by BPF programs cannot panic the kernel: load the module, or leave it out");
	if (config->stop_ns[CONTEXT_WAKE_SWITCH])
		return fail(RESULT_CANNOT, "--segment switch: no tracepoint tells when a switch is over: load the module, or name another part");
	return bpf_watcher_refuse(config);
}

/* ---- Hits ---------------------------------------------------------------- */

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
		bpf_watcher_hit(tracer, place->number);

	*hit = bpf_watcher_describe(tracer, place->number);
	hit->latency_ns = hit_length(from, from->of.part);
	hit->t_w_ns = from->point[BPF_POINT_T_W] ?:
		      from->point[BPF_POINT_WAKING];
}

/* Append the wake-up that was the hit, and the hit itself. */
static bool put_wakeup(struct event_list *list,
		       const struct bpf_wakeup_hit *from,
		       const struct tracer_hit *hit)
{
	uint64_t end = from->point[BPF_POINT_SWITCHED];
	struct event event = { .type = EVENT_WAKEUP, .pid = from->of.pid,
			       .time = end };

	event_set_defaults(&event);
	memcpy(event.wakeup.point, from->point, sizeof(from->point));
	event.wakeup.point[WAKEUP_RUN] = end;
	event.wakeup.pid = from->of.pid;
	event.wakeup.kind = from->of.kind;
	event.wakeup.waker = from->of.waker;
	if (!event_list_append(list, &event, false))
		return false;
	event = bpf_watcher_stop(&from->of, hit, end);
	event.stop.irq_start = from->point[from->point[BPF_POINT_T_W] ?
					   BPF_POINT_IRQ : BPF_POINT_WAKING];
	return event_list_append(list, &event, false);
}

static bool take_wakeup(const struct tracer *tracer, struct bpf_place *place,
			const struct tracer_hit *hit)
{
	if (!bpf_events_noises(&place->kept, place->cpu, hit ? hit->t_w_ns : 0,
			       &tracer->places.names))
		return false;
	return !hit || put_wakeup(&place->kept,
				  bpf_watcher_hit(tracer, place->number), hit);
}

/* ---- Who woke the threads ------------------------------------------------ */

static void give_waker_name(struct tracer *tracer, const struct bpf_who *who,
		       struct woken_by *waker)
{
	struct bpf_names *names = &tracer->places.names;
	const struct bpf_span interrupt = {
		.id = who->id, .prio = BPF_DEVICE,
	};

	switch (waker->kind) {
	case WAKER_TIMER:
		if (!bpf_names_symbol(names, who->name[0], waker->name,
				      sizeof(waker->name)))
			snprintf(waker->name, sizeof(waker->name),
				 "0x%" PRIx64, (uint64_t)who->name[0]);
		break;
	case WAKER_IRQ:
		if (who->id >= 0)
			bpf_names_interrupt(names, &interrupt, waker->name,
					    BPF_COMM_LEN);
		break;
	case WAKER_SOFTIRQ:
		snprintf(waker->name, sizeof(waker->name), "%s",
			 softirq_name(who->id));
		break;
	case WAKER_THREAD:
		memcpy(waker->name, who->name, BPF_COMM_LEN);
		break;
	default:
		break;
	}
}

static enum result wakeups_read_wakers(struct tracer *tracer, int cpu,
				       struct wakers *wakers)
{
	const struct bpf_waker_row *rows = tracer->watcher->waker_rows;

	bpf_names_read(&tracer->places.names, false);
	for (int i = 0; i < BPF_WAKER_ROWS; i++) {
		const struct bpf_waker_row *of = &rows[cpu * BPF_WAKER_ROWS + i];
		struct woken_by waker = { .id = -1 };
		struct bpf_waker_row row;

		bpf_copy_at_once(&row, of, sizeof(row), &of->begun, &of->count);
		if (!row.count)
			continue;
		waker.kind = i == BPF_WAKERS_OTHERS ? WAKER_OTHERS :
						      row.who.kind;
		if (i != BPF_WAKERS_OTHERS) {
			waker.id = row.who.id;
			give_waker_name(tracer, &row.who, &waker);
		}
		bpf_watcher_parts(tracer, row.part, row.count, row.by_timer,
				  waker.part);
		if (!wakers_add(wakers, &waker))
			return fail(RESULT_ERROR, "out of memory");
	}
	return RESULT_OK;
}

static const struct bpf_way wakeup_way = {
	.load = bpf_watcher_load,
	.start = bpf_watcher_watch,
	.heard = bpf_watcher_heard,
	.describe = describe_wakeup,
	.take = take_wakeup,
};

static const struct bpf_watcher_way wakeup_watcher = {
	.object = BPF_WAKEUPS,
	.first = WAKEUP_FIRST,
	.whole = CONTEXT_WAKE_TOTAL,
	.by_timer = BPF_POINT_WAKING,
	.hits = "wakeup_cpus",
	.hit_bytes = sizeof(struct bpf_wakeup_cpu),
	.wakers = "wakers",
	.waker_rows = "waker_rows",
	.waker_count = BPF_WAKER_ROWS,
	.waker_bytes = sizeof(struct bpf_waker_row),
};

static enum result wakeups_open(struct tracer **opened)
{
	return bpf_watcher_open(opened, &wakeup_way, &wakeup_watcher);
}

const struct tracer_ops tracer_bpf_wakeups = {
	BPF_WATCHER_OPS,
	.measures_kind = wakeups_measures_kind,
	.find = bpf_tracer_find,
	.stand_in = wakeups_stand_in,
	.refuse = wakeups_refuse,
	.read_wakers = wakeups_read_wakers,
	.open = wakeups_open,
};
