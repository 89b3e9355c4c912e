// SPDX-License-Identifier: GPL-2.0
/*
 * Advice: see advice.h. What is advised is data: the table below.
 */
#include <inttypes.h>
#include <sched.h>
#include <string.h>

#include "analysis/advice.h"
#include "analysis/cause_names.h"
#include "analysis/culprit.h"
#include "analysis/telling_frame.h"
#include "host/task_info.h"

#define ADVICE_MAX	3

/* The facts that a text can name, as "{cpu}". */
enum fact {
	FACT_CPU,
	FACT_OTHERS,		/* the other CPUs that are online */
	FACT_THREAD,		/* the culprit, with its id */
	FACT_PID,		/* if the thread still runs on this machine */
	FACT_MOVABLE,		/* the same, if it may run on other CPUs, too */
	FACT_LOWER,		/* the real-time priority below the delayed thread's */
	FACT_HIGHER,		/* the one above the culprit's */
	FACT_IRQ,		/* a device's interrupt that is the culprit */
	FACT_SOFTIRQ,		/* the name of one */
	FACT_FUNCTION,		/* what the thread ran, if that is of a module */
	FACT_MODULE,
	FACT_MODEL,		/* the preemption model, if it is not PREEMPT_RT */
	FACTS
};

static const char *const fact_names[FACTS] = {
	"cpu", "others", "thread", "pid", "movable", "lower", "higher", "irq",
	"softirq", "function", "module", "model",
};

/* The facts that are known; a text "" is not known. */
struct facts {
	const struct analysis *analysis;
	const struct measured_machine *machine;	/* NULL: a saved trace */
	const struct part_item *item;		/* NULL: none */
	struct telling_frame frame;		/* of the culprit */
	char text[FACTS][SYMBOL_LEN];
};

static bool is_chosen_at_boot(const struct facts *facts)
{
	return facts->machine->preemption_dynamic &&
	       strcmp(facts->machine->preemption, "full");
}

static bool is_full(const struct facts *facts)
{
	return facts->machine && !strcmp(facts->machine->preemption, "full");
}

static bool printed(const struct facts *facts)
{
	return facts->frame.kind == PLAIN_CONSOLE;
}

static bool is_of_user(const struct facts *facts)
{
	return facts->frame.way.from_user;
}

static bool is_here(const struct facts *facts)
{
	return facts->machine;
}

static bool in_a_guest(const struct facts *facts)
{
	return facts->analysis->counts.guest;
}

static bool is_saved(const struct facts *facts)
{
	return !facts->machine;
}

/* Return whether the function that an interrupt or a softirq ran is unknown. */
static bool is_unnamed(const struct facts *facts)
{
	return !facts->item->carried.event;
}

static bool is_timer_tick(const struct facts *facts)
{
	return is_unnamed(facts) && !strcmp(facts->item->name, "local_timer");
}

static bool runs_timers(const struct facts *facts)
{
	return is_unnamed(facts) && !strcmp(facts->item->name, "TIMER");
}

static bool is_called(const struct facts *facts)
{
	return is_unnamed(facts) &&
	       !strncmp(facts->item->name, "call_function", 13);
}

static bool runs_rcu(const struct facts *facts)
{
	return !strcmp(facts->item->name, "RCU");
}

static bool runs_network(const struct facts *facts)
{
	return is_unnamed(facts) && !strncmp(facts->item->name, "NET_", 4);
}

static bool is_of_timerlat(const struct facts *facts)
{
	return !analysis_is_noise(facts->analysis) &&
	       !analysis_is_wakeup(facts->analysis);
}

static bool lacks_noise(const struct facts *facts)
{
	return facts->analysis->lacks & LACK_NOISE;
}

#define BIT(cause)	(1u << (cause))
#define KEEPS_OTHERS	(BIT(CAUSE_PREEMPT_OFF) | BIT(CAUSE_IRQS_OFF))

/*
 * struct advice - a row of the table
 * @id: what it is about; of several rows with the same one, the first that fits
 *	is given
 * @causes: the kinds of causes that it is for, as bits
 * @applies: says what else has to be so; NULL: nothing
 * @text: a sentence without a full stop; with "{...}", only if that fact is
 *	known
 * @command: what to type, which follows a colon; the same; NULL: nothing
 *
 * The first rows that fit are the most likely to help.
 */
static const struct advice {
	const char *id;
	unsigned int causes;
	bool (*applies)(const struct facts *facts);
	const char *text;
	const char *command;
} table[] = {
	{ "preemption", BIT(CAUSE_PREEMPT_OFF), is_chosen_at_boot,
	  "This kernel's preemption is {model}: try preempt=full at boot, or a kernel with PREEMPT_RT", NULL },
	{ "preemption", BIT(CAUSE_PREEMPT_OFF), is_full,
	  "This kernel is not preempted while it holds a spinlock: try one with PREEMPT_RT", NULL },
	{ "preemption", BIT(CAUSE_PREEMPT_OFF), NULL,
	  "This kernel's preemption is {model}: try a kernel with PREEMPT_RT", NULL },
	{ "console", KEEPS_OTHERS, printed,
	  "Keep the kernel's messages off the consoles: dmesg -n 1, or quiet at boot", NULL },
	{ "module", KEEPS_OTHERS, is_here,
	  "{function} is of the module {module}; who maintains that", "modinfo {module}" },
	{ "module", KEEPS_OTHERS, NULL,
	  "{function} is of the module {module}: ask those who maintain that", NULL },
	{ "keep away", KEEPS_OTHERS | BIT(CAUSE_REAL_TIME), NULL,
	  "Keep {thread} off CPU {cpu}", "taskset -pc {others} {movable}" },
	{ "keep away", KEEPS_OTHERS, is_of_user,
	  "Keep {thread} off CPU {cpu}, by taskset, a cpuset, or isolcpus={cpu} at boot", NULL },
	{ "hardware", BIT(CAUSE_IRQS_OFF), is_here,
	  "See what hardware alone takes, with interrupts off", "rtla hwnoise -c {cpu} -d 60" },
	{ "functions", KEEPS_OTHERS, NULL,
	  "Record the functions that it calls in that time: measure again with -e ftrace:function", NULL },
	{ "priorities", BIT(CAUSE_UNKNOWN_PRIO), NULL,
	  "Record the priorities, to tell these two apart: measure again with -e sched:sched_switch", NULL },
	{ "lower", BIT(CAUSE_REAL_TIME), NULL,
	  "If {thread} can wait, lower its priority", "chrt -f -p {lower} {pid}" },
	{ "higher", BIT(CAUSE_REAL_TIME), is_of_timerlat,
	  "If your threads have a higher priority, measure with it: -P f:{higher}", NULL },
	{ "idle", BIT(CAUSE_IDLE), is_here,
	  "Measure again while the CPU may not sleep deeply", "timerlat top -c {cpu} --dma-latency 0" },
	{ "idle", BIT(CAUSE_IDLE), is_saved,
	  "Measure again with --dma-latency 0, so that the CPU may not sleep deeply", NULL },
	{ "idle states", BIT(CAUSE_IDLE), is_here,
	  "If that helps, forbid deep idle states to CPU {cpu}", "cpupower -c {cpu} idle-set -D 10" },
	{ "irq", BIT(CAUSE_IRQ), NULL,
	  "Send this interrupt to other CPUs", "echo {others} >/proc/irq/{irq}/smp_affinity_list" },
	{ "managed", BIT(CAUSE_IRQ), NULL,
	  "If the kernel refuses that, {irq} is a managed interrupt: boot with isolcpus=managed_irq,{cpu}", NULL },
	{ "timers", BIT(CAUSE_IRQ), is_timer_tick,
	  "Record which timers it runs: measure again with -e timer:hrtimer_expire_entry", NULL },
	{ "timers", BIT(CAUSE_SOFTIRQ), runs_timers,
	  "Record which timers it runs: measure again with -e timer:timer_expire_entry", NULL },
	{ "callbacks", BIT(CAUSE_SOFTIRQ), runs_rcu,
	  "Have RCU's callbacks run as threads, on other CPUs: boot with rcu_nocbs={cpu}", NULL },
	{ "network", BIT(CAUSE_SOFTIRQ), runs_network,
	  "Record for which device it is: measure again with -e napi:napi_poll", NULL },
	{ "calls", BIT(CAUSE_IRQ), is_called,
	  "Record what it called, and who asked for that: measure again with -e csd", NULL },
	{ "raised", BIT(CAUSE_SOFTIRQ), is_unnamed,
	  "Record who raises {softirq}: measure again with -e irq:softirq_raise", NULL },
	{ "host", BIT(CAUSE_HARDWARE), in_a_guest,
	  "If it was the host: have it give this guest CPUs of its own, and see there who had them", NULL },
	{ "settings", BIT(CAUSE_HARDWARE), is_here,
	  "See what firmware, power management and a host may do here", "rtla doctor" },
	{ "clock", BIT(CAUSE_COARSE_CLOCK), NULL,
	  "See which clock that kernel uses, and which ones it has", "grep . /sys/devices/system/clocksource/clocksource0/[ac]*_clocksource" },
	{ "other clock", BIT(CAUSE_COARSE_CLOCK), NULL,
	  "If it uses jiffies, boot without clocksource=jiffies, notsc, nohpet and tsc=unstable; see why it took no other", "dmesg | grep -iE 'clocksource|tsc|hpet'" },
	{ "noises", BIT(CAUSE_UNEXPLAINED), lacks_noise,
	  "Record what runs on the CPU: measure again with -e osnoise", NULL },
};

/* ---- What is known ------------------------------------------------------- */

static void set_number_fact(struct facts *facts, enum fact fact, int64_t number)
{
	snprintf(facts->text[fact], SYMBOL_LEN, "%" PRId64, number);
}

/* Set what the stack tells, if it is that of the thread. */
static void set_function(struct facts *facts, const struct symbols *symbols)
{
	const struct analysis *analysis = facts->analysis;
	char *function = facts->text[FACT_FUNCTION];
	const struct telling_frame *frame = &facts->frame;
	char *module;

	if (analysis->stack_pid >= 0 && analysis->stack_pid != facts->item->id)
		return;
	telling_frame_find(&facts->frame, analysis, symbols);
	memcpy(function, *frame->function ? frame->function : frame->way.called,
	       SYMBOL_LEN);
	module = strstr(function, " [");
	if (!module) {
		*function = '\0';
		return;
	}
	*module = '\0';
	snprintf(facts->text[FACT_MODULE], SYMBOL_LEN, "%.*s",
		 (int)strcspn(module + 2, "]"), module + 2);
}

static void set_priorities(struct facts *facts, const struct task_info *info)
{
	int lower = PRIO_FIFO_MAX - facts->analysis->workload_prio - 1;
	int prio = facts->item->prio;

	if (prio >= 1 && prio < PRIO_FIFO_MAX)
		set_number_fact(facts, FACT_HIGHER, PRIO_FIFO_MAX - prio + 1);
	/* A stopper is said to have a policy, but has another one. */
	if (info && info->policy == SCHED_FIFO &&
	    lower >= 1 && lower < PRIO_FIFO_MAX &&
	    strncmp(facts->item->name, "migration/", 10))
		set_number_fact(facts, FACT_LOWER, lower);
}

static void set_thread_facts(struct facts *facts, const struct symbols *symbols)
{
	const struct measured_machine *machine = facts->machine;
	const struct part_item *item = facts->item;
	struct task_info info;
	bool runs = machine && machine->find_task(item->id, &info);

	cause_print(item, facts->text[FACT_THREAD]);
	if (runs)
		set_number_fact(facts, FACT_PID, item->id);
	if (runs && !info.bound)
		set_number_fact(facts, FACT_MOVABLE, item->id);
	set_priorities(facts, runs ? &info : NULL);
	set_function(facts, symbols);
}

static void set_machine_facts(struct facts *facts)
{
	const struct measured_machine *machine = facts->machine;
	struct cpus cpu = { }, others;

	if (strcmp(machine->preemption, PREEMPTION_RT))
		snprintf(facts->text[FACT_MODEL], SYMBOL_LEN, "%s",
			 machine->preemption);
	cpus_add(&cpu, facts->analysis->cpu);
	others = cpus_without(&machine->online, &cpu);
	if (!cpus_empty(&others))
		cpus_format(&others, facts->text[FACT_OTHERS], SYMBOL_LEN);
}

static void set_facts(struct facts *facts, const struct symbols *symbols)
{
	const struct measured_machine *machine = facts->machine;
	const struct part_item *item = facts->item;

	set_number_fact(facts, FACT_CPU, facts->analysis->cpu);
	if (machine)
		set_machine_facts(facts);
	if (!item || item->id < 0)
		return;
	if (item->type == EVENT_THREAD && item->id)
		set_thread_facts(facts, symbols);
	else if (item->type == EVENT_SOFTIRQ)
		cause_print(item, facts->text[FACT_SOFTIRQ]);
	else if (item->type == EVENT_IRQ && machine &&
		 machine->is_device(item->id, item->name))
		set_number_fact(facts, FACT_IRQ, item->id);
}

/* ---- The lines ----------------------------------------------------------- */

/* Return the fact that is named at @at, as "{cpu}", or FACTS. */
static enum fact find_fact(const char *at, size_t length)
{
	enum fact fact = 0;

	while (fact < FACTS && (strlen(fact_names[fact]) != length ||
				strncmp(at, fact_names[fact], length)))
		fact++;
	return fact;
}

/*
 * Print @text with the facts that it names; with @out NULL, only look at them.
 * Returns whether all are known.
 */
static bool expand(FILE *out, const char *text, const struct facts *facts)
{
	while (*text) {
		size_t plain = strcspn(text, "{"), length;
		enum fact fact;

		if (out)
			fprintf(out, "%.*s", (int)plain, text);
		text += plain;
		if (!*text)
			break;
		length = strcspn(++text, "}");
		fact = find_fact(text, length);
		if (fact == FACTS || !*facts->text[fact])
			return false;
		if (out)
			fputs(facts->text[fact], out);
		text += length + 1;
	}
	return true;
}

static bool fits(const struct advice *advice, enum cause cause,
		 const struct facts *facts)
{
	return advice->causes & BIT(cause) &&
	       expand(NULL, advice->text, facts) &&
	       (!advice->command || expand(NULL, advice->command, facts)) &&
	       (!advice->applies || advice->applies(facts));
}

static void print_advice(FILE *out, const struct advice *advice,
		       const struct facts *facts)
{
	fputs("    ", out);
	expand(out, advice->text, facts);
	if (advice->command) {
		fputs(": ", out);
		expand(out, advice->command, facts);
	}
	fputc('\n', out);
}

void advice_print(FILE *out, const struct analysis *analysis,
		  const struct symbols *symbols,
		  const struct measured_machine *machine)
{
	struct culprit culprit = culprit_find(analysis);
	struct facts facts = {
		.analysis = analysis, .machine = machine, .item = culprit.item,
	};
	enum cause cause = culprit_cause(&culprit, analysis);
	const char *last = "";
	int lines = 0;

	if (cause == CAUSE_NONE)
		return;
	set_facts(&facts, symbols);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct advice *advice = &table[i];

		if (lines == ADVICE_MAX || !strcmp(advice->id, last) ||
		    !fits(advice, cause, &facts))
			continue;
		if (!lines++)
			fputs("\n  What to do:\n", out);
		print_advice(out, advice, &facts);
		last = advice->id;
	}
}
