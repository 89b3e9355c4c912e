// SPDX-License-Identifier: GPL-2.0
/*
 * Writing events as text: see trace_writer.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "trace/callback_text.h"
#include "trace/events.h"
#include "trace/recorder.h"
#include "trace/symbols.h"
#include "trace/trace_writer.h"

static const uint64_t second = NS_PER_SEC;

/* One line of the trace. */
struct trace_line {
	const struct event *event;
	int cpu;
	const char *comm;	/* of the thread that ran */
};

static void print_start(FILE *out, uint64_t start, uint64_t duration)
{
	fprintf(out, " start %" PRIu64 ".%09" PRIu64 " duration %" PRIu64 " ns",
		start / second, start % second, duration);
}

static void print_noise(FILE *out, const struct event *event)
{
	static const char *const names[] = {
		[EVENT_NMI] = "nmi_noise:", [EVENT_IRQ] = "irq_noise:",
		[EVENT_SOFTIRQ] = "softirq_noise:",
		[EVENT_THREAD] = "thread_noise:",
	};

	fputs(names[event->type], out);
	if (event->type == EVENT_IRQ)
		fprintf(out, " %s:%d", event->noise.name, event->noise.id);
	else if (event->type != EVENT_NMI)
		fprintf(out, " %8s:%d", event->noise.name, event->noise.id);
	if (event->type == EVENT_THREAD)
		fprintf(out, " prio %d", event->noise.prio);
	print_start(out, event->noise.start, event->noise.duration);
}

static void print_sample(FILE *out, const struct event *event)
{
	fprintf(out, "timerlat_sample: #%-5" PRIu32 " context %6s timer_latency %9" PRIu64 " ns t_w=%" PRIu64 " pid=%d",
		event->sample.seqnum, context_name(event->sample.context),
		event->sample.latency, event->sample.t_w, event->sample.pid);
}

static void print_frames(FILE *out, const struct event *event,
			 const struct symbols *symbols)
{
	fprintf(out, "stack: <stack trace> t_w=%" PRIu64 " time=%" PRIu64 " cost=%" PRIu64 " pid=%d",
		event->stack.t_w, event->stack.time, event->stack.cost,
		event->stack.pid);
	for (size_t i = 0; i < event->stack.count; i++) {
		uint64_t address = event->stack.caller[i];
		char name[SYMBOL_LEN];

		if (symbols_find(symbols, address, name, sizeof(name)))
			fprintf(out, "\n => %s", name);
		else
			fprintf(out, "\n => 0x%" PRIx64, address);
	}
}

static void print_stop(FILE *out, const struct event *event)
{
	fprintf(out, "stop: session %" PRIu32 " #%" PRIu32 " context %d latency %" PRIu64 " ns threshold %" PRIu64 " ns t_w %" PRIu64 " irq_start %" PRIu64 " thread_start %" PRIu64 " %s:%d prio %d",
		event->stop.session, event->stop.seqnum, event->stop.context,
		event->stop.latency, event->stop.threshold, event->stop.t_w,
		event->stop.irq_start, event->stop.thread_start,
		event->stop.comm, event->stop.pid, event->stop.prio);
}

static void print_wakeup(FILE *out, const struct event *event)
{
	static const char *const points[WAKEUP_POINTS] = {
		"t_w", "irq", "waking", "queued", "sched", "switched", "run",
	};

	fprintf(out, "wakeup: session=%" PRIu32 " pid=%d kind=%d waker=%d",
		event->wakeup.session, event->wakeup.pid, event->wakeup.kind,
		event->wakeup.waker);
	for (int i = 0; i < WAKEUP_POINTS; i++)
		fprintf(out, " %s=%" PRIu64, points[i], event->wakeup.point[i]);
}

static void print_found_gap(FILE *out, const struct event *event)
{
	fputs("sample_threshold:", out);
	print_start(out, event->gap.start, event->gap.duration);
	fprintf(out, " interference %" PRIu64, event->gap.interference);
}

static void print_found_period(FILE *out, const struct event *event)
{
	const uint32_t *from = event->period.from;

	fprintf(out, "osnoise_sample: runtime_ns=%" PRIu64 " noise_ns=%" PRIu64 " max_sample_ns=%" PRIu64 " hw_count=%" PRIu32 " irq_count=%" PRIu32 " nmi_count=%" PRIu32 " softirq_count=%" PRIu32 " thread_count=%" PRIu32 " seqnum=%" PRIu32 " start=%" PRIu64,
		event->period.runtime, event->period.noise,
		event->period.max_single, from[NOISE_HARDWARE],
		from[NOISE_IRQ], from[NOISE_NMI], from[NOISE_SOFTIRQ],
		from[NOISE_THREAD], event->period.seqnum, event->period.start);
}

static void print_callback(FILE *out, const struct event *event,
			   const struct symbols *symbols)
{
	uint64_t function = event->callback.function;
	uint64_t start = event->callback.start, sent = event->callback.sent;
	char name[SYMBOL_LEN];

	if (!symbols_find(symbols, function, name, sizeof(name)))
		snprintf(name, sizeof(name), "0x%" PRIx64, function);
	fprintf(out, "callback: kind=%s function=%s",
		callback_text_kind(event->callback.kind), name);
	print_start(out, start, event->time - start);
	fprintf(out, " pid=%d sent %" PRIu64 ".%09" PRIu64 " sender_pid=%d sender_cpu=%d sender=%s",
		event->callback.thread, sent / second, sent % second,
		event->callback.sender, event->callback.sender_cpu,
		event->callback.sender_comm);
}

/* Only what says all of a callback is written: see print_callback(). */
static bool trace_writer_has(const struct event *event)
{
	return event_is_noise(event) || event->type == EVENT_SAMPLE ||
	       event->type == EVENT_STACK || event->type == EVENT_STOP ||
	       event->type == EVENT_WAKEUP || event->type == EVENT_GAP ||
	       event->type == EVENT_PERIOD ||
	       (event->type == EVENT_CALLBACK && event->callback.start);
}

static void print_line(FILE *out, const struct trace_line *line,
		       const struct symbols *symbols)
{
	const struct event *event = line->event;

	fprintf(out, "%16s-%-7d [%03d] ..... %5" PRIu64 ".%06" PRIu64 ": ",
		event->pid ? line->comm : "<idle>", event->pid, line->cpu,
		event->time / second, event->time % second / 1000);
	if (event_is_noise(event))
		print_noise(out, event);
	else if (event->type == EVENT_SAMPLE)
		print_sample(out, event);
	else if (event->type == EVENT_WAKEUP)
		print_wakeup(out, event);
	else if (event->type == EVENT_GAP)
		print_found_gap(out, event);
	else if (event->type == EVENT_PERIOD)
		print_found_period(out, event);
	else if (event->type == EVENT_CALLBACK)
		print_callback(out, event, symbols);
	else if (event->type == EVENT_STACK)
		print_frames(out, event, symbols);
	else
		print_stop(out, event);
	putc('\n', out);
}

static int compare_lines(const void *a, const void *b)
{
	const struct trace_line *one = a, *other = b;

	if (one->event->time != other->event->time)
		return one->event->time < other->event->time ? -1 : 1;
	/* As they were; those of other CPUs may be in any order. */
	return one->event < other->event ? -1 : one->event > other->event;
}

/* Find the name that an event of the list tells of a thread. */
static const char *find_comm(const struct event_list *list, int pid)
{
	for (size_t i = list->count; i--; ) {
		const char *comm = event_comm(&list->event[i], pid);

		if (comm)
			return comm;
	}
	return "<...>";
}

bool trace_writer_print(FILE *out, const struct trace_writer_cpu *cpus,
			int count,
			const struct symbols *symbols)
{
	struct trace_line *lines;
	size_t all = 0, used = 0;

	for (int i = 0; i < count; i++)
		all += cpus[i].list->count;
	lines = calloc(all + 1, sizeof(*lines));
	if (!lines)
		return false;
	for (int i = 0; i < count; i++)
		for (size_t n = 0; n < cpus[i].list->count; n++) {
			const struct event *event = &cpus[i].list->event[n];

			if (trace_writer_has(event))
				lines[used++] = (struct trace_line) {
					event, cpus[i].cpu,
					find_comm(cpus[i].list, event->pid),
				};
		}
	qsort(lines, used, sizeof(*lines), compare_lines);
	fputs("# tracer: " BPF_HEADER "\n#\n#           TASK-PID     CPU#  .....  TIMESTAMP  FUNCTION\n#              | |         |     |        |         |\n",
	      out);
	for (size_t i = 0; i < used; i++)
		print_line(out, &lines[i], symbols);
	free(lines);
	return true;
}
