// SPDX-License-Identifier: GPL-2.0
/*
 * The capabilities of each tracer: see capabilities.h.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/bpf_rights.h"
#include "host/machine.h"
#include "host/tracing_settings.h"
#include "trace/capabilities.h"

#define OSNOISE		TRACING_ROOT "/osnoise"

#define OF_MEASURING	(CAPABILITY_OF_LATENCIES | CAPABILITY_OF_NOISE)
#define OF_ALL		(OF_MEASURING | CAPABILITY_OF_WAKE_UPS | \
			 CAPABILITY_OF_CYCLES)

/* Cells of those that need no more words. */
#define YES		AS("yes")
#define AS(words)	{ .text = words }
#define NOT(words, reason)	{ .text = words, .why = reason }
#define NO(reason)	NOT("no", reason)
#define IF_EVENT(words, name, reason) \
	{ .text = words, .why = reason, .event = name }
#define IF_FILE(words, path, reason) \
	{ .text = words, .why = reason, .file = path }
#define CELLS(module, kernel, bpf)	\
	{				\
		[RECORDED_BY_MODULE] = module,	\
		[RECORDED_BY_KERNEL] = kernel,	\
		[RECORDED_BY_BPF] = bpf,	\
	}

/* That it does not measure such a thing is told by another row. */
#define MEASURES_NONE	AS("no")

#define NO_EVENT	"this kernel has no event of them"
#define ONLY_TIMERLAT	"the kernel's own tracers are timerlat and osnoise"

const struct capability capabilities[] = {
	{ "timerlat", "timerlat", "timerlat", .is_kind = true, .cell = CELLS(
		YES, YES,
		AS("with processes of user space (`-u`, the default)")) },
	{ "osnoise", "osnoise", "osnoise", .is_kind = true, .cell = CELLS(
		YES, YES,
		AS("with [processes of user space](#noise)")) },
	{ "hwnoise", "hwnoise, `--preempt-off`, `--irqs-off`", "hwnoise",
	  .is_kind = true, .cell = CELLS(YES,
		IF_FILE("on Linux 6.3 or later", OSNOISE "/options",
			"this kernel's osnoise cannot switch interrupts off"),
		NO("a process cannot switch interrupts or preemption off")) },
	{ "wakeup", "wakeup", "wakeup", .is_kind = true, .cell = CELLS(
		YES, NO(ONLY_TIMERLAT),
		AS("yes, [up to the switch](#wake-ups)")) },
	{ "overheads", "overheads", "overheads", .is_kind = true, .cell = CELLS(
		YES, NO(ONLY_TIMERLAT),
		AS("yes, as far as the kernel has [points for it](#overheads)")) },
	{ "bound", "bound", "bound", .is_kind = true, .cell = CELLS(
		YES, NO(ONLY_TIMERLAT),
		NO("programs cannot interrupt a CPU with a probe")) },
	{ "cycle", "cycle", "cycle", .is_kind = true, .cell = CELLS(
		NO("it does not see where a thread sleeps"), NO(ONLY_TIMERLAT),
		AS("yes, on Linux 5.15 or later")) },
	{ "kernel_threads", "threads of the kernel measure (`-k`)", NULL,
	  .cell = CELLS(YES, YES, NO("programs run no threads of the kernel")) },
	{ "user_threads", "processes of user space measure (`-u`)",
	  "processes of user space", .cell = CELLS(YES,
		IF_FILE("on Linux 6.5 or later",
			OSNOISE "/per_cpu/cpu0/timerlat_fd",
			"this kernel's timerlat measures with its own threads only"),
		YES) },
	{ "any_process", "any process measures (`-U`)", NULL,
	  .cell = CELLS(YES, YES, NO("it measures with processes of its own")) },
	{ "aligned", "timers of CPUs are aligned (`--aligned`)",
	  "aligned timers", .cell = CELLS(YES,
		IF_FILE("on Linux 7.2 or later", OSNOISE "/timerlat_align_us",
			"this kernel's timerlat does not align timers"), YES) },
	{ "statistics", "statistics are kept on the measured CPU", NULL,
	  .cell = CELLS(YES, NO("the kernel's own tracers keep none"),
		AS("wake-ups, overheads, cycles; otherwise the process writes each sample, and the command counts them")) },
	{ "parts", "a hit is explained in parts that add up", NULL,
	  .cell = CELLS(YES,
		AS("[nearly](user-guide.md#on-kernels-without-the-module)"),
		YES) },
	{ "stack", "the stack of what was in the way (`-s`)", NULL,
	  .cell = CELLS(AS("at the time of the threshold for stacks"),
		AS("the kernel's"), AS("[below](#stacks)")) },
	{ "nmis", "NMIs", "NMIs", .of = OF_ALL, .cell = CELLS(YES, YES,
		IF_EVENT("on x86, where the kernel has an event of them",
			 "nmi_handler", NO_EVENT)) },
	{ "works", "what a kworker, a softirq or an interrupt carried",
	  "what kworkers, softirqs and interrupts carry",
	  .of = OF_MEASURING | CAPABILITY_OF_WAKE_UPS, .cell = CELLS(
		AS("by itself"),
		NOT("with `-e`", "its events do not tell it: --event workqueue, timer or irq does"),
		AS("by itself, [if it took 5 us](#what-was-carried)")) },
	{ "tasklets", "which tasklets a softirq carried", "tasklets",
	  .of = OF_MEASURING | CAPABILITY_OF_WAKE_UPS, .cell = CELLS(YES,
		AS("with `-e`"),
		IF_EVENT("on Linux 6.4 or later", "tasklet_entry", NO_EVENT)) },
	{ "calls", "which calls from another CPU an interrupt carried, and from whom",
	  "calls from other CPUs", .of = OF_MEASURING | CAPABILITY_OF_WAKE_UPS,
	  .cell = CELLS(YES, AS("with `-e`"),
		IF_EVENT("on Linux 6.6 or later", "csd_queue_cpu", NO_EVENT)) },
	{ "callbacks", "which callbacks of RCU, and functions of `stop_machine()`, were carried",
	  "callbacks of RCU and stop_machine()",
	  .of = OF_MEASURING | CAPABILITY_OF_WAKE_UPS, .cell = CELLS(YES,
		AS("callbacks of RCU with `-e`"), NO(NO_EVENT)) },
	{ "causes", "the sum of a run over its causes (`--top-causes`)",
	  "sums of causes", .of = OF_MEASURING, .cell = CELLS(YES,
		NO("the kernel's own tracers keep no statistics"),
		NO("programs keep only the last of what they record")) },
	{ "own_work", "what of each latency is the tracer's own work",
	  "its own work", .of = CAPABILITY_OF_LATENCIES, .cell = CELLS(YES,
		NO("it does not measure that"), NO("it does not measure that")) },
	{ "idle", "the exit from an idle state", NULL, .cell = CELLS(
		AS("in the IRQ latency"), AS("in the IRQ latency"),
		AS("in the IRQ latency")) },
	{ "switch", "the switch at the end of a wake-up", "the switch of wake-ups",
	  .of = CAPABILITY_OF_WAKE_UPS, .cell = CELLS(YES, MEASURES_NONE,
		NO("no event tells when a switch is over")) },
	{ "pick", "where the scheduler begins to choose a thread",
	  "the scheduler's choice", .of = CAPABILITY_OF_WAKE_UPS, .cell = CELLS(
		YES, MEASURES_NONE,
		IF_EVENT("where the kernel has `rcu:rcu_utilization`",
			 "rcu_utilization",
			 "this kernel has no event of it: it is in the part before")) },
	{ "wakers", "who woke the threads (`--by waker`)", NULL, .cell = CELLS(
		YES, MEASURES_NONE, YES) },
	{ "counters", "`--counters`", NULL,
	  .cell = CELLS(YES, NO("it reads none"), NO("it reads none")) },
	{ "panic", "`--panic-on-stop`", NULL, .cell = CELLS(
		YES, YES, NO("programs cannot panic the kernel")) },
	{ "tracefs", "events of the kernel in the trace (`-e`), trace.dat, `--dump-tasks`",
	  NULL, .cell = CELLS(YES, YES,
		NO("it uses no tracefs")) },
	{ "actions", "`--on-threshold`, `--keep`, a trace as text (`-t`)", NULL,
	  .cell = CELLS(YES, YES, YES) },
	{ "without_root", "without root", NULL, .cell = CELLS(
		AS("by a [group](user-guide.md#without-root)"),
		NO("its files are root's"), AS("by three capabilities")) },
	{ "integrity", "lockdown=integrity", NULL, .cell = CELLS(
		AS("if it was loaded before, or is signed"), YES, YES) },
	{ "confidentiality", "lockdown=confidentiality", NULL, .cell = CELLS(
		AS("figures, but no causes"),
		NO("tracefs is closed then"), AS("yes, with causes")) },
	{ .title = NULL }
};

/* ---- What a machine has -------------------------------------------------- */

/* The header of the kernel's types, which tells where their names are. */
struct btf_head {
	uint16_t magic;
	uint8_t version;
	uint8_t flags;
	uint32_t length;
	uint32_t types_at;
	uint32_t types_size;
	uint32_t names_at;
	uint32_t names_size;
};

#define BTF_NUMBER	0xeb9f

static void read_types(struct capability_facts *facts)
{
	struct btf_head head;
	size_t size;

	facts->was_read = true;
	facts->types = machine_load(facts->machine, &size, BPF_KERNEL_BTF);
	if (!facts->types || size < sizeof(head))
		return;
	memcpy(&head, facts->types, sizeof(head));
	if (head.magic != BTF_NUMBER ||
	    (uint64_t)head.length + head.names_at + head.names_size > size)
		return;
	facts->names = facts->types + head.length + head.names_at;
	facts->names_size = head.names_size;
}

/*
 * Return whether the kernel lets programs be attached to this tracepoint.
 * Nothing is said to be missing where that is not known.
 */
static bool has_tracepoint(struct capability_facts *facts, const char *event)
{
	char name[64];
	int length = snprintf(name, sizeof(name), "%cbtf_trace_%s", '\0',
			      event);

	if (!facts->was_read)
		read_types(facts);
	return !facts->names ||
	       memmem(facts->names, facts->names_size, name, length + 1);
}

const char *capability_lacks(const struct capability *capability,
			     enum recorder recorder,
			     struct capability_facts *facts)
{
	const struct capability_cell *cell = &capability->cell[recorder];
	bool has = (cell->file && machine_has(facts->machine, cell->file)) ||
		   (cell->event && has_tracepoint(facts, cell->event));

	return has ? NULL : cell->why;
}

void capability_facts_free(struct capability_facts *facts)
{
	free(facts->types);
	facts->types = NULL;
}
