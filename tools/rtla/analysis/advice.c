// SPDX-License-Identifier: GPL-2.0
/*
 * Advice: see advice.h. Here is only found out what is known of a cause.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/advice.h"
#include "analysis/carried.h"
#include "analysis/cause_names.h"
#include "analysis/culprit.h"
#include "analysis/telling_frame.h"
#include "base/parse.h"
#include "base/times.h"
#include "host/task_info.h"
#include "host/tracing_settings.h"

#define CPU_ROOT	"/sys/devices/system/cpu"
#define WORKQUEUES	"/sys/devices/virtual/workqueue/cpumask"
#define YES		"yes"

/* A cause, and where the facts on it come from. */
struct advised {
	const struct analysis *analysis;
	const struct symbols *symbols;
	const struct measured_machine *machine;	/* NULL: a saved trace */
	const struct part_item *item;		/* NULL: none */
};

/* ---- The machine --------------------------------------------------------- */

static void fact_set_cpus(struct facts *facts, enum fact fact,
		     const struct cpus *cpus)
{
	char text[CPUS_TEXT_SIZE];

	if (!cpus_empty(cpus))
		fact_set(facts, fact, "%s",
			 cpus_format(cpus, text, sizeof(text)));
}

/* Return a setting of the machine, which the caller frees, or NULL. */
static char *advice_read(const struct facts *facts, const char *path)
{
	return facts->read ? facts->read(path) : NULL;
}

/* Set a fact to a setting of the machine, if that can be read. */
static void set_setting(struct facts *facts, enum fact fact, const char *path)
{
	facts->text[fact] = advice_read(facts, path);
}

/* The first of several numbers says which messages go to the consoles. */
static void set_console_level(struct facts *facts)
{
	char *levels = advice_read(facts, "/proc/sys/kernel/printk");

	if (levels)
		fact_set(facts, FACT_CONSOLE_LEVEL, "%.*s",
			 (int)strcspn(levels, " \t"), levels);
	free(levels);
}

static void set_others_mask(struct facts *facts, const struct cpus *others)
{
	char *mask = advice_read(facts, WORKQUEUES);
	struct cpus all;

	if (mask && cpus_parse_mask(&all, mask)) {
		cpus_format_mask(others, mask, mask);
		fact_set(facts, FACT_OTHERS_MASK, "%s", mask);
	}
	free(mask);
}

static void set_tickless(struct facts *facts, int cpu)
{
	char *list = advice_read(facts, CPU_ROOT "/nohz_full");
	struct cpus cpus;

	if (list && cpus_parse(&cpus, list) && cpus_has(&cpus, cpu))
		fact_set(facts, FACT_TICKLESS, YES);
	free(list);
}

/* The kernel has the event where NMIs have handlers, as on x86. */
static void set_nmi_handler(struct facts *facts)
{
	char *id = advice_read(facts, TRACING_ROOT "/events/nmi/nmi_handler/id");

	if (id)
		fact_set(facts, FACT_NMI_HANDLER, YES);
	free(id);
}

static void set_others(struct facts *facts, const struct cpus *online, int cpu)
{
	struct cpus here = { }, others;

	cpus_add(&here, cpu);
	others = cpus_without(online, &here);
	set_others_mask(facts, &others);
	fact_set_cpus(facts, FACT_OTHERS, &others);
}

void advice_set_machine(struct facts *facts,
			const struct measured_machine *machine, int cpu)
{
	char path[64];

	fact_set(facts, FACT_HERE, YES);
	facts->read = machine->read;
	if (strcmp(machine->preemption, PREEMPTION_RT))
		fact_set(facts, FACT_MODEL, "%s", machine->preemption);
	if (machine->preemption_dynamic)
		fact_set(facts, FACT_DYNAMIC, YES);
	fact_set(facts, FACT_PACKAGE, "%s", machine->rt_package);
	set_others(facts, &machine->online, cpu);
	set_tickless(facts, cpu);
	set_console_level(facts);
	set_nmi_handler(facts);
	set_setting(facts, FACT_IDLE_DRIVER, CPU_ROOT "/cpuidle/current_driver");
	snprintf(path, sizeof(path), CPU_ROOT "/cpu%d/cpufreq/scaling_governor",
		 cpu);
	set_setting(facts, FACT_GOVERNOR, path);
}

static void set_counted(struct facts *facts, const struct machine_counts *counts)
{
	if (counts->guest)
		fact_set(facts, FACT_GUEST, YES);
	if (counts->smis)
		fact_set(facts, FACT_SMIS, "%ju", (uintmax_t)counts->smis);
	if (counts->throttled)
		fact_set(facts, FACT_HOT, "%ju", (uintmax_t)counts->throttled);
	if (counts->steal_ns)
		fact_set(facts, FACT_STEAL, "%.2f", time_us(counts->steal_ns));
}

/* ---- A thread ------------------------------------------------------------ */

/*
 * Set the function of a module that the thread ran, whose name has that of the
 * module behind it.
 */
static void set_module(struct facts *facts, const char *function)
{
	const char *module = strstr(function, " [");

	if (!module)
		return;
	fact_set(facts, FACT_FUNCTION, "%.*s", (int)(module - function),
		 function);
	fact_set(facts, FACT_MODULE, "%.*s", (int)strcspn(module + 2, "]"),
		 module + 2);
}

/* Set what the stack tells, if it is that of the thread. */
static void set_stack(struct facts *facts, const struct advised *of)
{
	const struct analysis *analysis = of->analysis;
	struct telling_frame frame;

	if (analysis->stack_pid >= 0 && analysis->stack_pid != of->item->id)
		return;
	telling_frame_find(&frame, analysis, of->symbols);
	if (frame.kind == PLAIN_CONSOLE)
		fact_set(facts, FACT_PRINTED, YES);
	if (frame.way.from_user)
		fact_set(facts, FACT_FROM_USER, YES);
	set_module(facts, *frame.function ? frame.function : frame.way.called);
	if (!facts->text[FACT_CARRIED] && !frame.way.from_user)
		fact_set(facts, FACT_CARRIED, "%s", frame.way.called);
}

/* A stopper is said to have a policy, but has another one. */
static bool is_stopper(const char *name)
{
	return !strncmp(name, "migration/", 10);
}

static void set_priorities(struct facts *facts, const struct part_item *item)
{
	int prio = item->prio;

	if (prio >= 1 && prio < PRIO_RT_MAX)
		fact_set(facts, FACT_HIGHER, "%d", PRIO_RT_MAX - prio + 1);
	if (prio >= 0 && prio < PRIO_RT_MAX && !is_stopper(item->name))
		fact_set(facts, FACT_PRIORITY, "%d", PRIO_RT_MAX - prio);
}

bool advice_set_irq(struct facts *facts, const struct measured_machine *machine,
		    int irq, const char *name)
{
	enum managed_irq managed = MANAGED_UNKNOWN;

	if (!machine || !machine->is_device(irq, name))
		return false;
	if (machine->find_managed)
		managed = machine->find_managed(irq, name);
	fact_set(facts, FACT_IRQ, "%d", irq);
	if (managed != MANAGED_UNKNOWN)
		fact_set(facts, FACT_MANAGED,
			 managed == MANAGED_YES ? YES : "no");
	return true;
}

/*
 * A handler's thread, as "irq/24-eth0", runs where its interrupt comes. The
 * kernel cuts its name; one of a second thread is "irq/24-s-eth0".
 */
static void set_handler(struct facts *facts, const struct advised *of)
{
	const char *name = of->item->name;
	char *end;
	long irq;

	if (!of->machine || strncmp(name, "irq/", 4))
		return;
	irq = strtol(name + 4, &end, 10);
	if (*end == '-')
		advice_set_irq(facts, of->machine, irq,
			end + (strncmp(end, "-s-", 3) ? 1 : 3));
}

static bool finds_task(const struct measured_machine *machine, int pid,
		       struct task_info *info)
{
	return machine && machine->find_task && machine->find_task(pid, info);
}

void advice_set_task(struct facts *facts, const struct measured_machine *machine,
		     int pid, const char *name, int delayed_prio)
{
	int delayed = PRIO_RT_MAX - delayed_prio;
	struct task_info info = { };

	if (!finds_task(machine, pid, &info))
		return;
	fact_set(facts, FACT_PID, "%d", pid);
	if (!info.bound)
		fact_set(facts, FACT_MOVABLE, "%d", pid);
	fact_set_cpus(facts, FACT_ITS_CPUS, &info.cpus);
	if (info.policy != SCHED_FIFO || is_stopper(name))
		return;
	fact_set(facts, FACT_POLICY, "-f");
	fact_set(facts, FACT_PRIORITY, "%d", info.priority);
	if (delayed > 1 && delayed <= PRIO_RT_MAX)
		fact_set(facts, FACT_LOWER, "%d", delayed - 1);
	if (delayed >= 1 && delayed <= PRIO_RT_MAX)
		fact_set(facts, FACT_DELAYED_PRIO, "%d", delayed);
}

static void set_thread_facts(struct facts *facts, const struct advised *of)
{
	const struct part_item *item = of->item;
	char name[CAUSE_LEN];

	fact_set(facts, FACT_THREAD, "%s", cause_print(item, name));
	set_priorities(facts, item);
	advice_set_task(facts, of->machine, item->id, item->name,
			of->analysis->workload_prio);
	set_handler(facts, of);
	set_stack(facts, of);
}

/* ---- What was carried ---------------------------------------------------- */

static void set_sender(struct facts *facts, const struct advised *of)
{
	struct sender sender = carried_sender(&of->item->carried);
	struct task_info info = { };

	if (sender.cpu < 0)
		return;
	if (!sender.pid) {
		fact_set(facts, FACT_SENDER, "the idle thread");
		return;
	}
	fact_set(facts, FACT_SENDER, "%s:%d",
		 *sender.comm ? sender.comm : "thread", sender.pid);
	if (!finds_task(of->machine, sender.pid, &info) || info.bound)
		return;
	fact_set(facts, FACT_SENDER_PID, "%d", sender.pid);
	fact_set_cpus(facts, FACT_SENDER_CPUS, &info.cpus);
}

static void set_carried(struct facts *facts, const struct advised *of)
{
	const struct carried *carried = &of->item->carried;
	char text[CARRIED_LEN], name[SYMBOL_LEN];

	carried_print(text, carried, of->item->ns, of->symbols);
	if (!*text)
		return;
	fact_set(facts, FACT_CARRIED, "%s",
		 carried_name(carried, of->symbols, name));
	set_module(facts, name);
	set_sender(facts, of);
}

/* ---- The lines ----------------------------------------------------------- */

static void set_timer_thread(struct facts *facts, const struct advised *of)
{
	const struct waker *thread = &of->analysis->waker;

	fact_set(facts, FACT_NAME, "%s", thread->name);
	advice_set_task(facts, of->machine, thread->id, thread->name,
			of->analysis->workload_prio);
}

static void set_facts(struct facts *facts, const struct advised *of,
		      enum cause cause)
{
	const struct analysis *analysis = of->analysis;
	const struct part_item *item = of->item;
	char name[CAUSE_LEN];

	fact_set(facts, FACT_CPU, "%d", analysis->cpu);
	if (of->machine)
		advice_set_machine(facts, of->machine, analysis->cpu);
	set_counted(facts, &analysis->counts);
	if (!analysis_is_noise(analysis) && !analysis_is_wakeup(analysis))
		fact_set(facts, FACT_TIMERLAT, YES);
	if (analysis->lacks & LACK_NOISE)
		fact_set(facts, FACT_UNRECORDED, YES);
	/* BPF programs record no events of the kernel beside their own. */
	fact_set(facts, FACT_AGAIN, "%s",
		 analysis->recorder == RECORDED_BY_BPF ?
		 "load the module, and measure again" : "measure again");
	if (!item || item->id < 0)
		return;
	if (cause == CAUSE_TIMER_THREAD) {
		set_timer_thread(facts, of);
		return;
	}
	fact_set(facts, FACT_NAME, "%s", item->name);
	set_carried(facts, of);
	if (item->type == EVENT_THREAD && item->id)
		set_thread_facts(facts, of);
	else if (item->type == EVENT_SOFTIRQ)
		fact_set(facts, FACT_SOFTIRQ, "%s", cause_print(item, name));
	else if (item->type == EVENT_IRQ)
		advice_set_irq(facts, of->machine, item->id, item->name);
}

/* Name the findings on this machine that say the same. */
void advice_find_checks(struct advice *advice,
			const struct measured_machine *machine)
{
	for (int i = 0; i < advice->lines; i++) {
		const char *check = advice->remedy[i]->check;

		if (!check || !machine || !machine->warns ||
		    !machine->warns(check, &machine->measured))
			check = NULL;
		advice->check[i] = check;
	}
}

void advice_find(struct advice *advice, const struct analysis *analysis,
		 const struct symbols *symbols,
		 const struct measured_machine *machine)
{
	struct culprit culprit = culprit_find(analysis);
	const struct advised of = { analysis, symbols, machine, culprit.item };
	enum cause cause = culprit_cause(&culprit, analysis);
	struct facts facts = { .read = NULL };

	*advice = (struct advice) { .lines = 0 };
	if (cause == CAUSE_NONE)
		return;
	set_facts(&facts, &of, cause);
	advice_add(advice, cause, &facts);
	facts_free(&facts);
	advice_find_checks(advice, machine);
}
