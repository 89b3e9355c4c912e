// SPDX-License-Identifier: GPL-2.0
/*
 * Printing the steps of threads: see bpf_steps.h.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/array.h"
#include "base/number_map.h"
#include "base/printable.h"
#include "base/times.h"
#include "trace/event_names.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_cycles.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_steps.h"

/* The kernel's columns tell by a letter whether a CPU is in an interrupt. */
#define IN_THREAD	'.'
#define IN_SOFTIRQ	's'
#define IN_INTERRUPT	'h'

/* The thread of a line is the one that runs. */
#define WHOEVER_RUNS	UINT32_MAX

/* A step, and where it was. */
struct placed_step {
	const struct bpf_step *step;
	int cpu;
};

/**
 * struct step_line - one line
 * @time, @order: when it was, and its place among those of the same time
 * @cpu, @pid, @inside: where it was, in which thread, and in what
 * @next: of a switch: the thread that comes; else WHOEVER_RUNS
 */
struct step_line {
	uint64_t time;
	size_t order;
	int cpu;
	uint32_t pid;
	uint32_t next;
	char inside;
	char *text;
};

/**
 * struct step_lines - the lines
 * @line, @count: all of them
 * @step, @steps: all steps, in the order of time
 * @comms: for a thread the index of a step that has its name
 * @calling: for a thread whether it is in a system call
 * @passes: a thread whose next waking finds it awake; 0: none
 * @no_memory: some lines are missing
 */
struct step_lines {
	struct step_line *line;
	size_t count;
	struct placed_step *step;
	size_t steps;
	struct number_map comms;
	struct number_map calling;
	uint32_t passes;
	bool no_memory;
};

__attribute__((format(printf, 4, 5)))
static struct step_line *put_line(struct step_lines *lines, uint64_t time,
				  const struct placed_step *at,
				  const char *format, ...)
{
	static struct step_line none;
	struct step_line *grown = array_grow(lines->line, lines->count,
					     sizeof(*grown));
	va_list args;

	if (!grown) {
		lines->no_memory = true;
		return &none;
	}
	lines->line = grown;
	grown += lines->count;
	*grown = (struct step_line) {
		.time = time, .order = lines->count++, .cpu = at->cpu,
		.pid = at->step ? at->step->pid : WHOEVER_RUNS,
		.next = WHOEVER_RUNS, .inside = IN_THREAD,
	};
	va_start(args, format);
	if (vasprintf(&grown->text, format, args) < 0) {
		grown->text = NULL;
		lines->no_memory = true;
	}
	va_end(args);
	return grown;
}

/* ---- Steps --------------------------------------------------------------- */

/* Find the name of a thread, which is a part of a line. */
static const char *comm_of(const struct step_lines *lines, uint32_t pid,
			   char comm[EVENT_COMM_LEN])
{
	int64_t step;

	if (!pid)
		return "<idle>";
	if (number_map_find(&lines->comms, pid, &step)) {
		memcpy(comm, lines->step[step].step->comm, BPF_COMM_LEN);
		comm[EVENT_COMM_LEN - 1] = '\0';
	} else if (!thread_name_read(pid, comm)) {
		return "<...>";
	}
	printable_join(comm);
	return comm;
}

static void put_return(struct step_lines *lines, const struct placed_step *at,
		       uint32_t pid)
{
	int64_t calls;

	if (!number_map_find(&lines->calling, pid, &calls) || calls < 0)
		return;
	put_line(lines, at->step->time, at, "sys_exit: NR %" PRId64 " = 0",
		 calls)->pid = pid;
	lines->no_memory |= !number_map_put(&lines->calling, pid, -1);
}

/* Put the system call, or the page fault, in which @pid sleeps. */
static void put_wait(struct step_lines *lines, const struct placed_step *at,
		     uint32_t pid)
{
	const struct bpf_step *step = at->step;
	const struct bpf_wait *wait = &step->wait;
	uint64_t first = wait->object ?: wait->how;

	if (wait->call == BPF_NO_USER_SPACE)
		return;
	if (wait->call == BPF_NO_CALL) {
		put_return(lines, at, pid);
		put_line(lines, step->time, at,
			 "page_fault_user: address=0x0 ip=0x0 error_code=0x0")
			->pid = pid;
		return;
	}
	/* One of the first two arguments tells waits apart. */
	put_line(lines, step->time, at,
		 "sys_enter: NR %" PRIu32 " (%" PRIx64 ", %" PRIx32 ")",
		 wait->call, first, wait->how)->pid = pid;
	lines->no_memory |= !number_map_put(&lines->calling, pid, wait->call);
}

static void put_switch(struct step_lines *lines, const struct placed_step *at)
{
	static const char states[] = {
		[BPF_STEP_CAN_RUN] = 'R', [BPF_STEP_SLEEPS] = 'S',
		[BPF_STEP_IS_BLOCKED] = 'D', [BPF_STEP_NEEDS_LOCK] = 'D',
	};
	char from[EVENT_COMM_LEN], to[EVENT_COMM_LEN];
	const struct bpf_step *step = at->step;

	if (step->how)
		put_wait(lines, at, step->pid);
	put_line(lines, step->time, at,
		 "sched_switch: prev_comm=%s prev_pid=%" PRIu32 " prev_prio=%" PRId32 " prev_state=%c ==> next_comm=%s next_pid=%" PRIu32 " next_prio=%" PRId32 " prev_faults=%" PRIu64 "%s",
		 comm_of(lines, step->pid, from), step->pid, step->prio,
		 states[step->how % sizeof(states)], comm_of(lines, step->other, to),
		 step->other, step->other_prio, (uint64_t)step->faults,
		 step->how == BPF_STEP_NEEDS_LOCK ? " prev_lock=1" : "")->next =
			step->other;
	put_return(lines, at, step->other);
}

static void put_waking(struct step_lines *lines, const struct placed_step *at)
{
	static const char insides[] = {
		[BPF_WAKER_TIMER] = IN_INTERRUPT, [BPF_WAKER_IRQ] = IN_INTERRUPT,
		[BPF_WAKER_SOFTIRQ] = IN_SOFTIRQ, [BPF_WAKER_THREAD] = IN_THREAD,
		[BPF_WAKER_NEW] = IN_THREAD,
	};
	const struct bpf_step *step = at->step;
	uint64_t t_w = step->t_w, now = step->irq;
	bool timer = step->how == BPF_WAKER_TIMER;
	char comm[EVENT_COMM_LEN];

	comm_of(lines, step->other, comm);
	put_wait(lines, at, step->pid);
	if (timer) {
		put_line(lines, step->irq, at,
			 "hrtimer_start: hrtimer=%" PRIx64 " function=timer expires=%" PRIu64 " softexpires=%" PRIu64,
			 t_w, t_w, t_w)->inside = IN_INTERRUPT;
		put_line(lines, step->irq, at,
			 "hrtimer_expire_entry: hrtimer=%" PRIx64 " function=timer now=%" PRIu64,
			 t_w, now)->inside = IN_INTERRUPT;
	}
	put_line(lines, step->time, at,
		 "sched_waking: comm=%s pid=%" PRIu32 " prio=%" PRId32,
		 comm, step->other, step->other_prio)->inside =
			insides[step->how % sizeof(insides)];
	if (timer)
		put_line(lines, step->time, at,
			 "hrtimer_expire_exit: hrtimer=%" PRIx64,
			 t_w)->inside = IN_INTERRUPT;
	if (step->other == lines->passes)
		put_return(lines, at, step->other);
	lines->passes = 0;
}

static void put_contention(struct step_lines *lines,
			   const struct placed_step *at)
{
	const struct bpf_step *step = at->step;
	char comm[EVENT_COMM_LEN];

	put_wait(lines, at, step->pid);
	if (step->other)
		put_line(lines, step->time, at,
			 "contention_begin: owner=%" PRIu32 " owner_comm=%s",
			 step->other, comm_of(lines, step->other, comm));
	else
		put_line(lines, step->time, at, "contention_begin:");
}

static void put_step(struct step_lines *lines, const struct placed_step *at)
{
	switch (at->step->type) {
	case BPF_STEP_SWITCH:
		put_switch(lines, at);
		break;
	case BPF_STEP_WAKING:
		put_waking(lines, at);
		break;
	case BPF_STEP_PASSES:
		put_wait(lines, at, at->step->other);
		lines->passes = at->step->other;
		break;
	case BPF_STEP_CONTENDS:
		put_contention(lines, at);
		break;
	case BPF_STEP_HAS_LOCK:
		put_line(lines, at->step->time, at, "contention_end:");
		put_return(lines, at, at->step->pid);
		break;
	}
}

static int compare_steps(const void *a, const void *b)
{
	const struct placed_step *one = a, *other = b;

	if (one->step->time != other->step->time)
		return one->step->time < other->step->time ? -1 : 1;
	/* Before the waking at the same time comes what that thread does. */
	return (other->step->type == BPF_STEP_PASSES) -
	       (one->step->type == BPF_STEP_PASSES);
}

static void collect_steps(struct step_lines *lines, int cpu,
			  const struct bpf_cycle_cpu *of)
{
	uint64_t kept = time_min(of->steps, BPF_STEPS);

	for (uint64_t i = 0; i < kept; i++) {
		struct placed_step *grown = array_grow(lines->step,
						       lines->steps,
						       sizeof(*grown));

		if (!grown) {
			lines->no_memory = true;
			return;
		}
		lines->step = grown;
		grown[lines->steps++] = (struct placed_step) {
			&of->step[(of->steps - kept + i) % BPF_STEPS], cpu,
		};
	}
}

static void put_steps(struct step_lines *lines, const struct bpf_steps *steps)
{
	for (int cpu = 0; cpu < steps->cpus; cpu++)
		collect_steps(lines, cpu, &steps->cycles[cpu]);
	qsort(lines->step, lines->steps, sizeof(*lines->step), compare_steps);
	for (size_t i = 0; i < lines->steps; i++)
		lines->no_memory |=
			!number_map_put(&lines->comms,
					lines->step[i].step->other, i);
	for (size_t i = 0; i < lines->steps; i++)
		put_step(lines, &lines->step[i]);
}

/* ---- Interrupts ---------------------------------------------------------- */

static void put_interrupt(struct step_lines *lines,
			  const struct placed_step *at,
			  const struct bpf_span *span,
			  const struct bpf_names *names)
{
	char name[EVENT_DESC_LEN];

	bpf_names_interrupt(names, span, name, sizeof(name));
	if (span->prio == BPF_DEVICE) {
		put_line(lines, span->start, at,
			 "irq_handler_entry: irq=%" PRIu32 " name=%s",
			 span->id, name);
		put_line(lines, span->end, at,
			 "irq_handler_exit: irq=%" PRIu32 " ret=handled",
			 span->id);
	} else if (span->prio == BPF_IPI) {
		put_line(lines, span->start, at, "ipi_entry: (%s)", name);
		put_line(lines, span->end, at, "ipi_exit: (%s)", name);
	} else {
		put_line(lines, span->start, at,
			 "%s_entry: vector=%" PRIu32, name, span->id);
		put_line(lines, span->end, at, "%s_exit: vector=%" PRIu32,
			 name, span->id);
	}
}

static void put_span(struct step_lines *lines, const struct placed_step *at,
		     enum bpf_level level, const struct bpf_span *span,
		     const struct bpf_names *names)
{
	uint64_t took = span->end - span->start;

	switch (level) {
	case BPF_LEVEL_NMI:
		put_line(lines, span->end, at,
			 "nmi_handler: handler delta_ns: %" PRIu64 " handled: 1",
			 took);
		break;
	case BPF_LEVEL_IRQ:
		put_interrupt(lines, at, span, names);
		break;
	case BPF_LEVEL_SOFTIRQ:
		put_line(lines, span->start, at, "softirq_entry: vec=%" PRIu32,
			 span->id);
		put_line(lines, span->end, at, "softirq_exit: vec=%" PRIu32,
			 span->id);
		break;
	default:
		break;
	}
}

static void put_spans(struct step_lines *lines, const struct bpf_steps *steps)
{
	for (int cpu = 0; cpu < steps->cpus; cpu++)
		for (int level = 0; level < BPF_LEVEL_THREAD; level++) {
			const struct bpf_cpu *of = &steps->noise[cpu];
			const struct placed_step at = { NULL, cpu };

			for (int i = 0; i < bpf_spans_kept(of, level); i++)
				put_span(lines, &at, level,
					 bpf_spans_at(of, level, i),
					 steps->names);
		}
}

/* ---- The text ------------------------------------------------------------ */

static int compare_step_lines(const void *a, const void *b)
{
	const struct step_line *one = a, *other = b;

	if (one->time != other->time)
		return one->time < other->time ? -1 : 1;
	return one->order < other->order ? -1 : one->order > other->order;
}

/* Find the thread that runs on a CPU before its first switch. */
static uint32_t first_thread(const struct step_lines *lines, int cpu)
{
	for (size_t i = 0; i < lines->steps; i++)
		if (lines->step[i].cpu == cpu &&
		    lines->step[i].step->type == BPF_STEP_SWITCH)
			return lines->step[i].step->pid;
	return 0;
}

/* Return on which CPU a cycle was a hit. */
static int cpu_of_hit(const struct bpf_steps *steps)
{
	int cpu = 0;

	while (cpu < steps->cpus - 1 && &steps->cycles[cpu].hit != steps->hit)
		cpu++;
	return cpu;
}

/* Say for which cycle the trace is: see cycles/sched_text.c. */
static void print_cycle_line(FILE *out, const struct bpf_steps *steps)
{
	const struct bpf_cycle_hit *hit = steps->hit;
	uint64_t release = hit->release, object = hit->home.object;
	uint64_t end = hit->end;
	const uint64_t second = NS_PER_SEC;

	if (hit->home.call == BPF_NO_HOME) {
		fprintf(out, "# cycle: thread %" PRIu32 " between marks on CPU %d from %" PRIu64 ".%09" PRIu64 " to %" PRIu64 ".%09" PRIu64 "\n",
			hit->of.pid, cpu_of_hit(steps), release / second,
			release % second, end / second, end % second);
		return;
	}
	fprintf(out, "# cycle: thread %" PRIu32 " waits %" PRIu32 " %" PRIu32 " %" PRIu64 " released %" PRIu64 ".%09" PRIu64 "\n",
		hit->of.pid, hit->home.call, hit->home.how, object,
		release / second, release % second);
}

static bool print_step_lines(FILE *out, const struct step_lines *lines,
			     const struct bpf_steps *steps)
{
	uint32_t *runs = calloc(steps->cpus, sizeof(*runs));
	const uint64_t second = NS_PER_SEC;
	char comm[EVENT_COMM_LEN];

	if (!runs)
		return false;
	for (int cpu = 0; cpu < steps->cpus; cpu++)
		runs[cpu] = first_thread(lines, cpu);
	fputs("# tracer: nop\n#\n#           TASK-PID     CPU#  .....  TIMESTAMP  FUNCTION\n#              | |         |     |        |         |\n",
	      out);
	if (steps->hit)
		print_cycle_line(out, steps);
	for (size_t i = 0; i < lines->count; i++) {
		const struct step_line *line = &lines->line[i];
		uint32_t pid = line->pid == WHOEVER_RUNS ? runs[line->cpu] :
							   line->pid;

		fprintf(out, "%16s-%-7" PRIu32 " [%03d] ..%c.. %5" PRIu64 ".%09" PRIu64 ": %s\n",
			comm_of(lines, pid, comm), pid, line->cpu, line->inside,
			line->time / second, line->time % second, line->text);
		if (line->next != WHOEVER_RUNS)
			runs[line->cpu] = line->next;
	}
	free(runs);
	return true;
}

bool bpf_steps_print(FILE *out, const struct bpf_steps *steps)
{
	struct step_lines lines = { .count = 0 };
	bool ok;

	put_steps(&lines, steps);
	put_spans(&lines, steps);
	qsort(lines.line, lines.count, sizeof(*lines.line), compare_step_lines);
	ok = !lines.no_memory && print_step_lines(out, &lines, steps);
	for (size_t i = 0; i < lines.count; i++)
		free(lines.line[i].text);
	number_map_free(&lines.comms);
	number_map_free(&lines.calling);
	free(lines.step);
	free(lines.line);
	return ok;
}
