// SPDX-License-Identifier: GPL-2.0
/*
 * The records of the BPF programs as events: see bpf_events.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "host/kernel_symbols.h"
#include "host/machine.h"
#include "trace/events.h"
#include "trace/symbols.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_callback_events.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_workload.h"
#include "tracer/tracer_state.h"

bool bpf_events_sample(struct event *event, const struct bpf_sample *sample,
		       int context, int pid)
{
	const uint64_t times[] = {
		[CONTEXT_IRQ] = sample->irq,
		/* A thread that did not sleep ran as soon as it was in user space. */
		[CONTEXT_THREAD] = sample->thread ?: sample->user,
		[CONTEXT_USER] = sample->user,
	};

	*event = (struct event) {
		.type = EVENT_SAMPLE,
		.time = times[context],
		.pid = context == CONTEXT_IRQ ? sample->irq_pid : pid,
	};
	event_set_defaults(event);
	event->sample.context = context;
	event->sample.t_w = sample->t_w;
	event->sample.latency = times[context] - sample->t_w;
	event->sample.seqnum = sample->seqnum;
	event->sample.pid = event->pid;
	return times[context] >= sample->t_w;
}

/* ---- Names --------------------------------------------------------------- */

static const char *const vectors[BPF_INTERRUPTS] = {
	[BPF_LOCAL_TIMER] = "local_timer",
	[BPF_RESCHEDULE] = "reschedule",
	[BPF_CALL_FUNCTION] = "call_function",
	[BPF_CALL_FUNCTION_SINGLE] = "call_function_single",
	[BPF_IRQ_WORK] = "irq_work",
	[BPF_PLATFORM_IPI] = "x86_platform_ipi",
	[BPF_THERMAL] = "thermal_apic",
	[BPF_THRESHOLD] = "threshold_apic",
	[BPF_DEFERRED_ERROR] = "deferred_error_apic",
	[BPF_ERROR] = "error_apic",
	[BPF_SPURIOUS] = "spurious_apic",
	[BPF_IPI] = "IPI",
};

void bpf_names_read(struct bpf_names *names, bool functions)
{
	free(names->interrupts);
	names->interrupts = machine_interrupts("");
	if (functions && !names->symbols)
		names->symbols = kernel_symbols_load("");
}

bool bpf_names_symbol(struct bpf_names *names, uint64_t address, char *name,
		      size_t size)
{
	if (!names->symbols)
		names->symbols = kernel_symbols_load("");
	return names->symbols &&
	       kernel_symbols_find(names->symbols, address, name, size);
}

void bpf_names_free(struct bpf_names *names)
{
	kernel_symbols_free(names->symbols);
	free(names->interrupts);
	*names = (struct bpf_names) { .interrupts = NULL };
}

/* The last word of a device's line is its handler's name. */
static void find_device(char *name, size_t size, const struct bpf_names *names,
			int irq)
{
	const char *line = names->interrupts;
	const char *end, *word;

	for (; line && *line; line = *end ? end + 1 : end) {
		char *after;
		long number = strtol(line, &after, 10);

		end = line + strcspn(line, "\n");
		if (number != irq || *after != ':')
			continue;
		for (word = end; word > after && word[-1] != ' '; )
			word--;
		snprintf(name, size, "%.*s", (int)(end - word), word);
		return;
	}
}

void bpf_names_interrupt(const struct bpf_names *names,
			 const struct bpf_span *span, char *name, size_t size)
{
	bool known = span->prio > BPF_DEVICE && span->prio < BPF_INTERRUPTS;

	*name = '\0';
	if (span->prio == BPF_DEVICE)
		find_device(name, size, names, span->id);
	else
		snprintf(name, size, "%s", known ? vectors[span->prio] : "");
}

/* ---- Noise --------------------------------------------------------------- */

/* One recording of a CPU, as it is made into events. */
struct recording {
	struct event_list *list;
	const struct bpf_cpu *cpu;
	const struct bpf_names *names;
	uint64_t reliable;	/* before this time some noises are not kept */
	uint64_t t_w;		/* of the hit; 0: there was none */
	uint64_t irq_start;	/* when its timer's interrupt began; 0: unknown */
};

/* The next one is written to the place of the oldest one. */
int bpf_spans_kept(const struct bpf_cpu *cpu, int level)
{
	return time_min(cpu->count[level], BPF_SPANS - 1);
}

const struct bpf_span *bpf_spans_at(const struct bpf_cpu *cpu, int level, int i)
{
	unsigned int first = cpu->count[level] - bpf_spans_kept(cpu, level);

	return &cpu->span[level][(first + i) % BPF_SPANS];
}

/* Find since when all noises are kept. */
static uint64_t bpf_events_reliable(const struct bpf_cpu *cpu)
{
	uint64_t since = 0;

	for (int level = 0; level < BPF_LEVELS; level++)
		if (cpu->count[level] >= BPF_SPANS)
			since = time_max(since, bpf_spans_at(cpu, level, 0)->start);
	return since;
}

/* Find the interrupt in which the timer's time was taken. */
static uint64_t irq_start_of(const struct bpf_cpu *cpu, uint64_t irq_time)
{
	for (int i = bpf_spans_kept(cpu, BPF_LEVEL_IRQ); i--; ) {
		const struct bpf_span *span = bpf_spans_at(cpu, BPF_LEVEL_IRQ, i);

		if (span->start <= irq_time && irq_time <= span->end)
			return span->start;
	}
	if (cpu->open[BPF_LEVEL_IRQ].start <= irq_time)
		return cpu->open[BPF_LEVEL_IRQ].start;
	return 0;
}

/* Return what nested noises have taken from @from to @to. */
static uint64_t nested_in(const struct bpf_cpu *cpu, uint64_t from, uint64_t to)
{
	uint64_t sum = 0;

	for (int level = 0; level < BPF_LEVEL_THREAD; level++)
		for (int i = bpf_spans_kept(cpu, level); i--; ) {
			const struct bpf_span *span = bpf_spans_at(cpu, level, i);

			if (span->start >= from && span->end <= to)
				sum += span->duration;
		}
	return sum;
}

/*
 * The thread that the timer's interrupt has interrupted counts from there on,
 * as it does with rtla.ko: what it did before has delayed nothing but that
 * interrupt.
 */
static void cut_interrupted(const struct recording *from, struct event *event,
			    const struct bpf_span *span)
{
	if (!from->irq_start || span->start >= from->irq_start ||
	    span->end <= from->irq_start)
		return;
	event->noise.start = from->irq_start;
	event->noise.duration = span->end - from->irq_start -
				nested_in(from->cpu, from->irq_start, span->end);
}

static bool put_noise(const struct recording *from, int level,
		      const struct bpf_span *span)
{
	static const enum event_type types[BPF_LEVELS] = {
		[BPF_LEVEL_NMI] = EVENT_NMI, [BPF_LEVEL_IRQ] = EVENT_IRQ,
		[BPF_LEVEL_SOFTIRQ] = EVENT_SOFTIRQ,
		[BPF_LEVEL_THREAD] = EVENT_THREAD,
	};
	struct event event = { .type = types[level], .time = span->end };

	event_set_defaults(&event);
	event.noise.start = span->start;
	event.noise.duration = span->duration;
	event.noise.id = level == BPF_LEVEL_NMI ? 0 : span->id;
	event.noise.prio = PRIO_ABSENT;
	if (level == BPF_LEVEL_IRQ)
		bpf_names_interrupt(from->names, span, event.noise.name,
				    sizeof(event.noise.name));
	if (level == BPF_LEVEL_SOFTIRQ)
		snprintf(event.noise.name, sizeof(event.noise.name), "%s",
			 softirq_name(span->id));
	if (level == BPF_LEVEL_THREAD) {
		event.pid = span->id;
		event.noise.prio = span->prio;
		snprintf(event.noise.name, sizeof(event.noise.name), "%.*s",
			 BPF_COMM_LEN, span->comm);
		cut_interrupted(from, &event, span);
		if (!bpf_callback_events_handle(from->list, from->cpu, span))
			return false;
	}
	return event_list_append(from->list, &event, false);
}

/* Return when something was recorded last. */
static uint64_t last_recorded(const struct bpf_cpu *cpu)
{
	uint64_t last = time_max(cpu->hit_irq, cpu->hit_switch);

	for (int level = 0; level < BPF_LEVELS; level++) {
		int kept = bpf_spans_kept(cpu, level);

		if (kept)
			last = time_max(last, bpf_spans_at(cpu, level, kept - 1)->end);
	}
	return last;
}

/* Return whether a span is the measuring thread itself, which is no noise. */
static bool is_own_span(const struct bpf_cpu *cpu, int level,
			const struct bpf_span *span)
{
	return level == BPF_LEVEL_THREAD && cpu->pid && span->id == cpu->pid;
}

static bool put_noises(const struct recording *from)
{
	const struct bpf_cpu *cpu = from->cpu;

	for (int level = 0; level < BPF_LEVELS; level++)
		for (int i = 0; i < bpf_spans_kept(cpu, level); i++) {
			const struct bpf_span *span =
				bpf_spans_at(cpu, level, i);

			if (span->start >= from->reliable &&
			    !is_own_span(cpu, level, span) &&
			    !put_noise(from, level, span))
				return false;
		}
	return bpf_callback_events_put(from->list, from->cpu, from->reliable,
				       last_recorded(from->cpu));
}

/* Put the latencies of an activation up to @last, one of their contexts. */
static bool put_latencies(const struct recording *from,
			  const struct bpf_sample *sample, int last)
{
	for (int context = 0; context <= last; context++) {
		struct event event;

		if (bpf_events_sample(&event, sample, context,
				      from->cpu->pid) &&
		    !event_list_append(from->list, &event, false))
			return false;
	}
	return true;
}

/* Samples of activations for whose time the noises are kept. */
static bool put_samples(const struct recording *from,
			const struct bpf_workload *workload)
{
	uint64_t places = workload->process.places, written;
	uint64_t i = bpf_process_kept(&workload->process, &written);

	for (; i < written; i++) {
		const struct bpf_sample *sample =
			&workload->sample[i & (places - 1)];

		if (sample->t_w < from->reliable ||
		    (from->t_w && sample->t_w >= from->t_w))
			continue;
		if (!put_latencies(from, sample, CONTEXT_USER))
			return false;
	}
	return true;
}

/* ---- Stacks -------------------------------------------------------------- */

/* Return whether a frame is one of the programs, or of what has called them. */
static bool is_own_frame(const struct bpf_names *names, uint64_t address)
{
	static const char *const callers[] = {
		"bpf_", "__bpf_", "__traceiter_", "trace_",
	};
	char name[SYMBOL_LEN];

	/* Another user than root may not see the programs in the list. */
	if (!kernel_symbols_find(names->symbols, address, name, sizeof(name)))
		return true;
	for (size_t i = 0; i < sizeof(callers) / sizeof(callers[0]); i++)
		if (!strncmp(name, callers[i], strlen(callers[i])))
			return true;
	return false;
}

/* Find the first frame of what the programs have interrupted. */
static size_t first_frame(const struct bpf_names *names,
			  const struct bpf_cpu *cpu, size_t count)
{
	size_t first = 0;

	if (!names->symbols)
		return 0;
	while (first < count && is_own_frame(names, cpu->stack[first]))
		first++;
	return first < count ? first : 0;
}

/* ---- The hit ------------------------------------------------------------- */

/* The latencies of the hit itself: its thread may not have written them yet. */
static bool put_hit_samples(const struct recording *from,
			    const struct tracer_hit *hit)
{
	const struct bpf_cpu *cpu = from->cpu;
	const struct bpf_sample sample = {
		.t_w = hit->t_w_ns,
		.irq = cpu->hit_irq,
		.thread = cpu->hit_switch,
		.user = hit->t_w_ns + hit->latency_ns,
		.seqnum = hit->seqnum,
		.irq_pid = cpu->hit_pid,
	};

	return put_latencies(from, &sample, hit->context);
}

static bool put_stack(const struct recording *from)
{
	const struct bpf_cpu *cpu = from->cpu;
	struct event event = { .type = EVENT_STACK, .pid = cpu->stack_pid,
			       .time = cpu->stack_time };
	size_t count = cpu->stack_bytes > 0 ?
		       cpu->stack_bytes / sizeof(cpu->stack[0]) : 0;
	size_t first = first_frame(from->names, cpu, count);

	if (cpu->stack_t_w != from->t_w || !count)
		return true;
	event_set_defaults(&event);
	event.stack.t_w = from->t_w;
	event.stack.time = cpu->stack_time;
	event.stack.cost = cpu->stack_cost;
	event.stack.pid = cpu->stack_pid;
	event.stack.caller = (uint64_t *)cpu->stack + first;
	event.stack.count = count - first;
	return event_list_append(from->list, &event, false);
}

/* Return the priority that a thread had when it ran before. */
static int prio_of(const struct bpf_cpu *cpu, uint32_t pid)
{
	for (int i = bpf_spans_kept(cpu, BPF_LEVEL_THREAD); i--; ) {
		const struct bpf_span *span =
			bpf_spans_at(cpu, BPF_LEVEL_THREAD, i);

		if (span->id == pid)
			return span->prio;
	}
	return PRIO_ABSENT;
}

struct event bpf_events_stop(const struct tracer_hit *hit, uint64_t time)
{
	struct event event = { .type = EVENT_STOP, .pid = hit->pid,
			       .time = time };

	event_set_defaults(&event);
	event.stop.latency = hit->latency_ns;
	event.stop.threshold = hit->threshold_ns;
	event.stop.t_w = hit->t_w_ns;
	event.stop.seqnum = hit->seqnum;
	event.stop.context = hit->context;
	event.stop.pid = hit->pid;
	return event;
}

/* The stop is about the measuring thread, or the one that was interrupted. */
static bool put_stop(const struct recording *from, const struct tracer_hit *hit,
		     int prio)
{
	const struct bpf_cpu *cpu = from->cpu;
	struct event event =
		bpf_events_stop(hit, time_max(hit->t_w_ns + hit->latency_ns,
					      cpu->stack_time + 1));

	event.stop.irq_start = from->irq_start;
	event.stop.thread_start = cpu->hit_switch;
	event.stop.prio = prio;
	if (hit->context == CONTEXT_IRQ) {
		event.pid = cpu->hit_pid;
		event.stop.pid = cpu->hit_pid;
		event.stop.prio = prio_of(cpu, cpu->hit_pid);
		snprintf(event.stop.comm, sizeof(event.stop.comm), "%.*s",
			 BPF_COMM_LEN, cpu->hit_comm);
	} else {
		thread_name_read(cpu->thread, event.stop.comm);
	}
	return event_list_append(from->list, &event, false);
}

bool bpf_events_noises(struct event_list *list, const struct bpf_cpu *cpu,
		       uint64_t t_w, const struct bpf_names *names)
{
	const struct recording from = {
		.list = list, .cpu = cpu, .names = names,
		.reliable = bpf_events_reliable(cpu), .t_w = t_w,
	};
	bool taken = put_noises(&from) && (!t_w || put_stack(&from));

	list->lost_before = from.reliable;
	event_list_sort(list);
	return taken;
}

bool bpf_events_take(struct event_list *list, const struct bpf_cpu *cpu,
		     const struct bpf_workload *workload,
		     const struct tracer_hit *hit,
		     const struct bpf_names *names)
{
	struct recording from = {
		.list = list, .cpu = cpu, .names = names,
		.reliable = bpf_events_reliable(cpu),
		.t_w = hit ? hit->t_w_ns : 0,
	};
	bool taken;

	if (hit && cpu->hit_irq)
		from.irq_start = irq_start_of(cpu, cpu->hit_irq);
	taken = put_noises(&from) && put_samples(&from, workload) &&
		(!hit || (put_hit_samples(&from, hit) && put_stack(&from) &&
			  put_stop(&from, hit, names->prio)));
	list->lost_before = from.reliable;
	event_list_sort(list);
	return taken;
}
