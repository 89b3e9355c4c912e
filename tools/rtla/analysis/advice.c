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
#include "base/printable.h"
#include "base/times.h"
#include "base/wrap.h"
#include "host/task_info.h"
#include "host/tracing_settings.h"

#define CPU_ROOT	"/sys/devices/system/cpu"
#define WORKQUEUES	"/sys/devices/virtual/workqueue/cpumask"
#define YES		"yes"
#define UNDO		"  # undo: "

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

static void set_machine_facts(struct facts *facts,
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

static void set_priorities(struct facts *facts, const struct advised *of,
			   const struct task_info *info)
{
	int lower = PRIO_RT_MAX - of->analysis->workload_prio - 1;
	int prio = of->item->prio;

	if (prio >= 1 && prio < PRIO_RT_MAX)
		fact_set(facts, FACT_HIGHER, "%d", PRIO_RT_MAX - prio + 1);
	/* A stopper is said to have a policy, but has another one. */
	if (!strncmp(of->item->name, "migration/", 10))
		return;
	if (prio >= 0 && prio < PRIO_RT_MAX)
		fact_set(facts, FACT_PRIORITY, "%d", PRIO_RT_MAX - prio);
	if (!info || info->policy != SCHED_FIFO)
		return;
	fact_set(facts, FACT_POLICY, "-f");
	fact_set(facts, FACT_PRIORITY, "%d", info->priority);
	if (lower >= 1 && lower < PRIO_RT_MAX)
		fact_set(facts, FACT_LOWER, "%d", lower);
}

/* Return whether @irq is a device's, and set its facts. */
static bool set_irq(struct facts *facts, const struct measured_machine *machine,
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
		set_irq(facts, of->machine, irq,
			end + (strncmp(end, "-s-", 3) ? 1 : 3));
}

static bool finds_task(const struct measured_machine *machine, int pid,
		       struct task_info *info)
{
	return machine && machine->find_task && machine->find_task(pid, info);
}

static void set_thread_facts(struct facts *facts, const struct advised *of)
{
	const struct measured_machine *machine = of->machine;
	const struct part_item *item = of->item;
	char name[CAUSE_LEN];
	struct task_info info = { };
	bool runs = finds_task(machine, item->id, &info);

	fact_set(facts, FACT_THREAD, "%s", cause_print(item, name));
	if (runs)
		fact_set(facts, FACT_PID, "%d", item->id);
	if (runs && !info.bound)
		fact_set(facts, FACT_MOVABLE, "%d", item->id);
	fact_set_cpus(facts, FACT_ITS_CPUS, &info.cpus);
	set_priorities(facts, of, runs ? &info : NULL);
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

static void set_facts(struct facts *facts, const struct advised *of)
{
	const struct analysis *analysis = of->analysis;
	const struct part_item *item = of->item;
	char name[CAUSE_LEN];

	fact_set(facts, FACT_CPU, "%d", analysis->cpu);
	if (of->machine)
		set_machine_facts(facts, of->machine, analysis->cpu);
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
	fact_set(facts, FACT_NAME, "%s", item->name);
	set_carried(facts, of);
	if (item->type == EVENT_THREAD && item->id)
		set_thread_facts(facts, of);
	else if (item->type == EVENT_SOFTIRQ)
		fact_set(facts, FACT_SOFTIRQ, "%s", cause_print(item, name));
	else if (item->type == EVENT_IRQ)
		set_irq(facts, of->machine, item->id, item->name);
}

/*
 * Add a row. A question takes the place of the last line, unless one is there,
 * so that there always is one if any fits.
 */
static void advice_add(struct advice *advice, const struct remedy *remedy,
		       const struct facts *facts)
{
	bool asks = remedy->sure == SURE_ASKS;

	if (advice->lines == ADVICE_MAX) {
		for (int i = 0; i < ADVICE_MAX; i++)
			asks &= advice->remedy[i]->sure != SURE_ASKS;
		if (!asks)
			return;
		remedy_texts_free(&advice->texts[--advice->lines]);
	}
	advice->remedy[advice->lines] = remedy;
	remedy_expand(&advice->texts[advice->lines++], remedy, facts);
}

/* Name the findings on this machine that say the same. */
static void advice_find_checks(struct advice *advice,
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
	const char *last = "";

	*advice = (struct advice) { .lines = 0 };
	if (cause == CAUSE_NONE)
		return;
	set_facts(&facts, &of);
	for (size_t i = 0; i < remedies_count; i++) {
		const struct remedy *remedy = &remedies[i];

		if (!(remedy->causes & CAUSE_BIT(cause)) ||
		    !strcmp(remedy->id, last) || !remedy_fits(remedy, &facts))
			continue;
		advice_add(advice, remedy, &facts);
		last = remedy->id;
	}
	facts_free(&facts);
	advice_find_checks(advice, machine);
}

void advice_free(struct advice *advice)
{
	for (int i = 0; i < advice->lines; i++)
		remedy_texts_free(&advice->texts[i]);
}

/* Print what to do, up to the command. */
static void advice_print_sentence(FILE *out, const struct remedy_texts *texts,
				  const char *check)
{
	fprintf(out, "    %s", texts->text ?: "");
	if (check)
		fprintf(out, " (doctor: %s)", check);
	if (texts->boot)
		fprintf(out, "%sboot with %s", texts->command ? ", or " : ": ",
			texts->boot);
	if (texts->command)
		fputc(':', out);
}

static int advice_command_width(const struct remedy_texts *texts)
{
	int width = texts->command ? 1 + printable_width(texts->command) : 0;

	if (texts->undo)
		width += strlen(UNDO) + printable_width(texts->undo);
	return width;
}

/*
 * Print a line of advice. If it is longer than a line, the command has lines of
 * its own, in which it can be copied. How to undo it says a comment of a shell:
 * so the rest can be pasted.
 */
static void advice_print_line(FILE *out, const struct remedy_texts *texts,
			      const char *check)
{
	char *sentence = NULL;
	size_t size;
	FILE *line = open_memstream(&sentence, &size);

	if (!line)
		return;
	advice_print_sentence(line, texts, check);
	fclose(line);
	if (!sentence)
		return;
	if (!texts->command) {
		wrap_line(out, sentence, TEXT_WIDTH);
	} else if (printable_width(sentence) + advice_command_width(texts) <=
		   TEXT_WIDTH) {
		fprintf(out, "%s %s%s%s\n", sentence, texts->command,
			texts->undo ? UNDO : "", texts->undo ?: "");
	} else {
		wrap_line(out, sentence, TEXT_WIDTH);
		wrap_command(out, texts->command, fprintf(out, "      "),
			     TEXT_WIDTH);
		if (texts->undo)
			fprintf(out, "    " UNDO "%s\n", texts->undo);
	}
	free(sentence);
}

void advice_print(FILE *out, const struct advice *advice)
{
	if (advice->lines)
		fputs("\n  What to do:\n", out);
	for (int i = 0; i < advice->lines; i++)
		advice_print_line(out, &advice->texts[i], advice->check[i]);
}
