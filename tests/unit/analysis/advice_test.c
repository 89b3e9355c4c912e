// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of advice: which lines a cause has, on a machine that is known, and of
 * a saved trace.
 */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "analysis/advice.h"
#include "analysis/analysis.h"
#include "host/task_info.h"
#include "base/wrap.h"
#include "test.h"
#include "trace/callback_kinds.h"
#include "trace/symbols.h"

/* The threads of the machine: 7 and 8 are movable, and 9 belongs to a CPU. */
static bool find_task(int pid, struct task_info *info)
{
	*info = (struct task_info) {
		.policy = pid == 7 ? SCHED_OTHER : SCHED_FIFO,
		.priority = 50, .bound = pid == 9,
	};
	cpus_parse(&info->cpus, "0-3");
	return pid >= 7 && pid <= 9;
}

static bool is_device(int irq, const char *name)
{
	return irq == 24 && !strcmp(name, "eth0");
}

static struct measured_machine machine_with(const char *preemption,
					    bool dynamic)
{
	struct measured_machine machine = {
		.preemption_dynamic = dynamic,
		.find_task = find_task, .is_device = is_device,
	};

	snprintf(machine.preemption, sizeof(machine.preemption), "%s", preemption);
	cpus_parse(&machine.online, "0-3");
	return machine;
}

static bool find(void *source, uint64_t address, char *name, size_t size)
{
	const char *const *functions = source;

	snprintf(name, size, "%s", functions[address - 1]);
	return true;
}

/* A hit of which one item took 60 of 100 us; the stack is that of its thread. */
struct hit {
	struct part_item item;
	struct analysis analysis;
	struct event reported;
	const char *functions[9];	/* of the stack; the last is carried */
};

/*
 * Join lines that go on in the next one: the tests are about what is advised.
 * No line may be wider than a terminal.
 */
static void join_lines(char *text)
{
	static const char *const between[] = { "\n      # ", "\n      " };
	char *at;

	for (char *line = text; *line; line += !!*line) {
		assert_in_range(strcspn(line, "\n"), 0, TEXT_WIDTH);
		line += strcspn(line, "\n");
	}
	while ((at = strstr(text, between[1]))) {
		bool undo = !strncmp(at, between[0], strlen(between[0]));

		memmove(at + (undo ? 2 : 1), at + strlen(between[1]),
			strlen(at + strlen(between[1])) + 1);
		memset(at, ' ', undo ? 2 : 1);
	}
}

static void expect(const struct hit *hit,
		   const struct measured_machine *machine, const char *expected)
{
	const struct symbols symbols = { find, (void *)hit->functions };
	struct analysis analysis = hit->analysis;
	struct advice advice;
	char text[1024] = "", wanted[1024];
	uint64_t stack[8];
	FILE *out = fmemopen(text, sizeof(text), "w");

	assert_non_null(out);
	for (size_t i = 0; hit->functions[i]; i++)
		stack[analysis.stack_count++] = i + 1;
	analysis.stack = stack;
	advice_find(&advice, &analysis, &symbols, machine);
	advice_print(out, &advice);
	advice_free(&advice);
	fclose(out);
	join_lines(text);
	snprintf(wanted, sizeof(wanted), "%s%s", *expected ? "\n  What to do:\n" : "",
		 expected);
	assert_string_equal(text, wanted);
}

/* The item of a hit stays where it is. */
static struct hit *hit_of(enum part_id part, struct part_item item)
{
	static struct hit hit;

	hit = (struct hit) { .item = item, .analysis = {
		.cpu = 1, .context = CONTEXT_THREAD, .latency = 100000,
		.unexplained = 40000, .workload_prio = 4, .stack_at = 1,
		.stack_pid = item.id,
	} };
	hit.item.ns = 60000;
	hit.analysis.part[part] = (struct part) {
		.ns = 60000, .item = &hit.item, .items = 1,
	};
	return &hit;
}

#define THREAD(pid, priority) ((struct part_item) { \
	.type = EVENT_THREAD, .name = "worker", .id = pid, .prio = priority })
#define NOISE(of_type, of_name, number) ((struct part_item) { \
	.type = of_type, .name = of_name, .id = number })

#define FUNCTIONS "    Record the functions that it calls in that time: measure again with -e ftrace:function\n"
#define MODEL "    Preemption is voluntary here: try "

static void test_preempt_off(void **state)
{
	struct measured_machine dynamic = machine_with("voluntary", true);
	struct measured_machine fixed = machine_with("voluntary", false);
	struct measured_machine full = machine_with("full", true);
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	struct hit *hit = hit_of(PART_BLOCKING, THREAD(7, 120));

	(void)state;
	expect(hit, &dynamic, MODEL "preempt=full at boot, or PREEMPT_RT\n"
	       "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7  # undo: taskset -pc 0-3 7\n" FUNCTIONS);
	expect(hit, &fixed, MODEL "PREEMPT_RT\n"
	       "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7  # undo: taskset -pc 0-3 7\n" FUNCTIONS);
	expect(hit, &full,
	       "    Preemption is full here, but for spinlocks: try PREEMPT_RT\n"
	       "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7  # undo: taskset -pc 0-3 7\n" FUNCTIONS);
	expect(hit, &rt, "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7  # undo: taskset -pc 0-3 7\n" FUNCTIONS);
	expect(hit, NULL, FUNCTIONS);
	/* A thread that has ended, or must not be moved, is left alone. */
	expect(hit_of(PART_BLOCKING, THREAD(6, 120)), &rt, FUNCTIONS);
	expect(hit_of(PART_BLOCKING, THREAD(9, 120)), &rt, FUNCTIONS);
}

/* BPF programs record no events of the kernel, which -e would ask for. */
static void test_of_programs(void **state)
{
	struct hit *hit = hit_of(PART_BLOCKING, THREAD(7, 120));

	(void)state;
	hit->analysis.recorder = RECORDED_BY_BPF;
	expect(hit, NULL,
	       "    Record the functions that it calls in that time: load the module, and measure again with -e ftrace:function\n");
}

static void test_stack(void **state)
{
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	struct hit *hit = hit_of(PART_BLOCKING, THREAD(6, 120));

	(void)state;
	hit->functions[0] = "read_tsc";
	hit->functions[1] = "spin [rtla_inject]";
	hit->functions[2] = "kthread";
	expect(hit, &rt,
	       "    spin is of the module rtla_inject; who maintains that: modinfo rtla_inject\n"
	       FUNCTIONS);
	expect(hit, NULL,
	       "    spin is of the module rtla_inject: ask those who maintain that\n"
	       FUNCTIONS);
	hit->functions[1] = "work [gpudrv]";
	hit->functions[2] = "process_one_work";
	expect(hit, NULL, "    work is of the module gpudrv: ask those who maintain that\n"
	       FUNCTIONS);
	hit->functions[1] = "console_unlock";
	hit->functions[2] = "write_sysrq_trigger";
	hit->functions[3] = "ksys_write";
	expect(hit, NULL,
	       "    Keep the kernel's messages off the consoles, also with quiet at boot: dmesg -n 1\n"
	       "    Keep worker:6 off CPU 1, by taskset, a cpuset, or isolcpus=1 at boot\n"
	       FUNCTIONS);
	hit->analysis.stack_pid = 5;
	expect(hit, NULL, FUNCTIONS);
}

static void test_irqs_off(void **state)
{
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	struct hit *hit = hit_of(PART_DELAY, THREAD(9, 120));

	(void)state;
	hit->item.kind = ITEM_THREAD;
	expect(hit, &rt,
	       "    See what hardware alone takes, with interrupts off: rtla hwnoise -c 1 -d 60\n"
	       FUNCTIONS);
	expect(hit, NULL, FUNCTIONS);
}

static void test_real_time(void **state)
{
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);

	(void)state;
	expect(hit_of(PART_THREAD, THREAD(8, 1)), &rt,
	       "    Keep worker:8 off CPU 1: taskset -pc 0,2-3 8  # undo: taskset -pc 0-3 8\n"
	       "    If worker:8 can wait, lower its priority: chrt -f -p 94 8  # undo: chrt -f -p 50 8\n"
	       "    If your threads have a higher priority, measure with it: -P f:99\n");
	expect(hit_of(PART_THREAD, THREAD(8, 1)), NULL,
	       "    If worker:8 can wait, start it with a priority below that of your threads\n"
	       "    If your threads have a higher priority, measure with it: -P f:99\n");
	/* There is nothing above 99, nor above a deadline. */
	expect(hit_of(PART_THREAD, THREAD(8, 0)), NULL,
	       "    If worker:8 can wait, start it with a priority below that of your threads\n");
	expect(hit_of(PART_THREAD, THREAD(8, -1)), NULL, "");
	expect(hit_of(PART_THREAD, THREAD(8, 120)), &rt, "");
	expect(hit_of(PART_BLOCKING, THREAD(8, PRIO_ABSENT)), NULL,
	       "    Record the priorities, to tell these two apart: measure again with -e sched:sched_switch\n");
}

static void test_interrupts(void **state)
{
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	static const char device[] =
		"    Send this interrupt to other CPUs: echo 0,2-3 > /proc/irq/24/smp_affinity_list\n"
		"    If the kernel refuses that, 24 is a managed interrupt: boot with isolcpus=managed_irq,domain,1\n";
	static const char tick[] =
		"    Record which timers it runs: measure again with -e timer:hrtimer_expire_entry\n";

	(void)state;
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24)), &rt, device);
	expect(hit_of(PART_DELAY, NOISE(EVENT_IRQ, "eth0", 24)), &rt, device);
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24)), NULL, "");
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "local_timer", 236)), &rt, tick);
	/* The measuring timer's own interrupt is what is measured. */
	expect(hit_of(PART_TIMER_IRQ, NOISE(EVENT_IRQ, "local_timer", 236)), &rt, "");
}

/* The kernel of x86 has an event of the handlers, which tells what an NMI was for. */
static char *read_x86(const char *path)
{
	return !strcmp(path, "/proc/sys/kernel/nmi_watchdog") ||
	       !strcmp(path, "/sys/kernel/tracing/events/nmi/nmi_handler/id") ?
	       strdup("1") : NULL;
}

static char *read_watchdog_off(const char *path)
{
	return !strcmp(path, "/proc/sys/kernel/nmi_watchdog") ? strdup("0") :
								 NULL;
}

static void test_nmis(void **state)
{
#define LOCKUPS "    Have no detector of hard lockups, whose NMIs come every few seconds; then a CPU that hangs with interrupts off is not told: sysctl -w kernel.nmi_watchdog=0"
#define PERF "    perf and other programs that sample by performance counters make NMIs: end them, or have them leave out CPU 1\n"
	struct hit *hit = hit_of(PART_NMI, NOISE(EVENT_NMI, "", -1));
	struct measured_machine machine = machine_with("none", true);

	(void)state;
	expect(hit, NULL, LOCKUPS "\n" PERF);
	machine.read = read_watchdog_off;
	expect(hit, &machine, PERF);
	machine.read = read_x86;
	expect(hit, &machine,
	       LOCKUPS "  # undo: sysctl -w kernel.nmi_watchdog=1\n" PERF
	       "    Record whose NMIs they are: measure again with -e nmi:nmi_handler\n");
	hit = hit_of(PART_DELAY, NOISE(EVENT_NMI, "", -1));
	expect(hit, NULL, LOCKUPS "\n" PERF);
}

#define RAISED(softirq) "    Record who raises " softirq ": measure again with -e irq:softirq_raise\n"

static void test_softirqs(void **state)
{
	(void)state;
	expect(hit_of(PART_SOFTIRQ, NOISE(EVENT_SOFTIRQ, "TASKLET", 6)), NULL,
	       RAISED("TASKLET:6"));
	expect(hit_of(PART_SOFTIRQ, NOISE(EVENT_SOFTIRQ, "TIMER", 1)), NULL,
	       "    Record which timers it runs: measure again with -e timer:timer_expire_entry\n"
	       RAISED("TIMER:1"));
	expect(hit_of(PART_SOFTIRQ, NOISE(EVENT_SOFTIRQ, "RCU", 9)), NULL,
	       "    Have RCU's callbacks run as threads, on other CPUs: boot with rcu_nocbs=1\n"
	       RAISED("RCU:9"));
	expect(hit_of(PART_SOFTIRQ, NOISE(EVENT_SOFTIRQ, "NET_RX", 3)), NULL,
	       "    Record for which device it is: measure again with -e napi:napi_poll\n"
	       RAISED("NET_RX:3"));
}

static void test_others(void **state)
{
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	struct hit *hit = hit_of(PART_DELAY, THREAD(0, 120));

	(void)state;
	hit->item.kind = ITEM_IDLE;
	expect(hit, &rt,
	       "    Measure again while the CPU may not sleep deeply: timerlat top -c 1 --dma-latency 0\n"
	       "    If that helps, try --deepest-idle-state 1, or forbid deep idle states to CPU 1: cpupower -c 1 idle-set -D 10  # undo: cpupower -c 1 idle-set -E\n");
	expect(hit, NULL,
	       "    Measure again with --dma-latency 0, so that the CPU may not sleep deeply\n");
	hit->analysis.incomplete = true;
	expect(hit, &rt, "");
	hit = hit_of(PART_HARDWARE, THREAD(0, 120));
	hit->analysis.part[PART_HARDWARE].items = 0;
	expect(hit, &rt,
	       "    See what firmware, power management and a host may do here: rtla doctor\n");
	expect(hit, NULL, "");
	hit->analysis.counts.guest = true;
	expect(hit, &rt,
	       "    If it was the host: have it give this guest CPUs of its own, and see there who had them\n"
	       "    See what firmware, power management and a host may do here: rtla doctor\n");
	hit = hit_of(PART_TIMER_IRQ, THREAD(0, 120));
	hit->analysis.part[PART_TIMER_IRQ].items = 0;
	expect(hit, &rt, "");
	hit->analysis.stalled = 1000;
	expect(hit, &rt,
	       "    See what firmware, power management and a host may do here: rtla doctor\n");
	hit = hit_of(PART_HARDWARE, THREAD(0, 120));
	hit->analysis.part[PART_HARDWARE].items = 0;
	hit->analysis.part[PART_HARDWARE].ns = 0;
	expect(hit, &rt, "");
	hit->analysis.lacks = LACK_NOISE;
	expect(hit, NULL,
	       "    Record what runs on the CPU: measure again with -e osnoise\n");
	hit->analysis.clock_tick = 4000000;
	expect(hit, NULL,
	       "    See which clock that kernel uses, and which ones it has: grep . /sys/devices/system/clocksource/clocksource0/[ac]*_clocksource\n"
	       "    If it uses jiffies, boot without clocksource=jiffies, notsc, nohpet and tsc=unstable; see why it took no other: dmesg | grep -iE 'clocksource|tsc|hpet'\n");
}

/* ---- The machine says more ----------------------------------------------- */

/* The settings of the machine. */
static const struct {
	const char *path;
	const char *value;
} settings[] = {
	{ "/proc/sys/vm/stat_interval", "1" },
	{ "/proc/sys/vm/compaction_proactiveness", "20" },
	{ "/proc/sys/kernel/printk", "7\t4\t1\t7" },
	{ "/proc/sys/kernel/timer_migration", "0" },
	{ "/proc/irq/24/smp_affinity_list", "0-3" },
	{ "/proc/irq/25/smp_affinity_list", "0,2-3" },
	{ "/sys/devices/virtual/workqueue/cpumask", "f" },
	{ "/sys/devices/system/cpu/nohz_full", "1" },
	{ "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave" },
	{ "/sys/kernel/rcu_normal", "0" },
	{ "/sys/kernel/mm/ksm/run", "2" },
	{ "/sys/kernel/mm/transparent_hugepage/enabled", "always" },
};

/* These are read on other machines. */
static const char *idle_driver;
static bool is_tickless;

static char *read_setting(const char *path)
{
	if (strstr(path, "current_driver") && idle_driver)
		return strdup(idle_driver);
	if (strstr(path, "nohz_full") && !is_tickless)
		return NULL;
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		if (!strcmp(settings[i].path, path))
			return strdup(settings[i].value);
	return NULL;
}

static bool is_any_device(int irq, const char *name)
{
	return irq >= 24 && irq <= 25 && !strcmp(name, "eth0");
}

static enum managed_irq managed(int irq, const char *name)
{
	(void)irq;
	(void)name;
	return MANAGED_YES;
}

static enum managed_irq unmanaged(int irq, const char *name)
{
	(void)irq;
	(void)name;
	return MANAGED_NO;
}

/* One with PREEMPT_RT that knows all about itself. */
static struct measured_machine known_machine(void)
{
	struct measured_machine machine = machine_with(PREEMPTION_RT, false);

	machine.read = read_setting;
	machine.is_device = is_any_device;
	machine.find_managed = unmanaged;
	return machine;
}

/* Let the item of a hit have carried a function, asked for by thread @sender. */
static struct hit *carries(struct hit *hit, const char *function, int sender)
{
	static struct event asked, callback;

	asked = (struct event) { .type = EVENT_IPI, .pid = sender,
				 .ipi = { .from = 2, .comm = "worker" } };
	callback = (struct event) { .type = EVENT_CALLBACK,
				    .callback = { .function = 8, .sender_cpu = -1 } };
	hit->functions[7] = function;
	hit->item.carried = (struct carried) {
		.event = &callback, .ns = 60000, .asked = sender ? &asked : NULL,
	};
	return hit;
}

/* Print a hit as a noise of osnoise in which one thread ran. */
static struct hit *noise_of(const char *name, int pid)
{
	struct hit *hit = hit_of(PART_THREAD, THREAD(pid, 120));

	snprintf(hit->item.name, sizeof(hit->item.name), "%s", name);
	hit->analysis.context = CONTEXT_SINGLE;
	return hit;
}

static void test_package(void **state)
{
	struct measured_machine dynamic = machine_with("voluntary", true);

	(void)state;
	strcpy(dynamic.rt_package, "apt install linux-image-rt-amd64");
	expect(hit_of(PART_BLOCKING, THREAD(6, 120)), &dynamic,
	       MODEL "preempt=full at boot, or PREEMPT_RT: apt install linux-image-rt-amd64\n"
	       FUNCTIONS);
	strcpy(dynamic.preemption, "full");
	expect(hit_of(PART_BLOCKING, THREAD(6, 120)), &dynamic,
	       "    Preemption is full here, but for spinlocks: try PREEMPT_RT: apt install linux-image-rt-amd64\n"
	       FUNCTIONS);
}

static void test_driver(void **state)
{
	struct measured_machine rt = known_machine();
	struct hit *hit = hit_of(PART_DELAY, THREAD(9, 120));

	(void)state;
	hit->item.kind = ITEM_THREAD;
	hit->functions[0] = "readl [drv]";
	expect(hit, &rt,
	       "    readl is of the module drv, a device of which may answer slowly; who maintains that: modinfo drv\n"
	       "    See what hardware alone takes, with interrupts off: rtla hwnoise -c 1 -d 60\n"
	       FUNCTIONS);
	expect(hit, NULL,
	       "    readl is of the module drv, a device of which may answer slowly: ask those who maintain that\n"
	       FUNCTIONS);
}

static void test_console_undone(void **state)
{
	struct measured_machine rt = known_machine();
	struct hit *hit = hit_of(PART_BLOCKING, THREAD(6, 120));

	(void)state;
	hit->functions[0] = "console_unlock";
	hit->functions[1] = "write_sysrq_trigger";
	hit->functions[2] = "ksys_write";
	expect(hit, &rt,
	       "    Keep the kernel's messages off the consoles, also with quiet at boot: dmesg -n 1  # undo: dmesg -n 7\n"
	       "    Keep worker:6 off CPU 1, by taskset, a cpuset, or isolcpus=1 at boot\n"
	       FUNCTIONS);
}

static void test_idle_drivers(void **state)
{
	static const char tries[] =
		"    Measure again while the CPU may not sleep deeply: timerlat top -c 1 --dma-latency 0\n"
		"    If that helps, try --deepest-idle-state 1, or forbid deep idle states to CPU 1: cpupower -c 1 idle-set -D 10  # undo: cpupower -c 1 idle-set -E\n"
		"    To forbid them to all CPUs for ever: boot with ";
	struct measured_machine rt = known_machine();
	static const char *const drivers[][2] = {
		{ "intel_idle", "intel_idle.max_cstate=1 processor.max_cstate=1" },
		{ "acpi_idle", "processor.max_cstate=1" },
		{ "psci_idle", "cpuidle.off=1" },
	};
	struct hit *hit = hit_of(PART_DELAY, THREAD(0, 120));

	(void)state;
	hit->item.kind = ITEM_IDLE;
	for (size_t i = 0; i < 3; i++) {
		char wanted[1024];

		idle_driver = drivers[i][0];
		snprintf(wanted, sizeof(wanted), "%s%s\n", tries, drivers[i][1]);
		expect(hit, &rt, wanted);
	}
	/* An idle CPU only halts here. */
	idle_driver = "none";
	expect(hit, &rt, "");
	hit->analysis.counts.guest = true;
	expect(hit, &rt,
	       "    This guest has no idle states, so its host let the CPU sleep: have it poll, or never halt here, which takes all of a host's CPU: boot with idle=poll\n");
	idle_driver = NULL;
}

static void test_interrupts_placed(void **state)
{
	static const char away[] =
		"    Send this interrupt to other CPUs: echo 0,2-3 > /proc/irq/24/smp_affinity_list  # undo: echo 0-3 > /proc/irq/24/smp_affinity_list\n";
	struct measured_machine rt = known_machine();
	struct hit *hit;
	char wanted[1024];

	(void)state;
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24)), &rt, away);
	/* It may not come here any more. */
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 25)), &rt, "");
	/* The thread of its handler is where the interrupt comes. */
	hit = hit_of(PART_THREAD, THREAD(8, 49));
	strcpy(hit->item.name, "irq/24-eth0");
	snprintf(wanted, sizeof(wanted), "%s%s", away,
		 "    Keep irq/24-eth0:8 off CPU 1: taskset -pc 0,2-3 8  # undo: taskset -pc 0-3 8\n"
		 "    If irq/24-eth0:8 can wait, lower its priority: chrt -f -p 94 8  # undo: chrt -f -p 50 8\n");
	expect(hit, &rt, wanted);
	strcpy(hit->item.name, "irq/24-s-eth0");
	hit->item.id = 9;
	hit->analysis.stack_pid = 9;
	snprintf(wanted, sizeof(wanted), "%s%s", away,
		 "    If irq/24-s-eth0:9 can wait, lower its priority: chrt -f -p 94 9  # undo: chrt -f -p 50 9\n"
		 "    If your threads have a higher priority, measure with it: -P f:51\n");
	expect(hit, &rt, wanted);
	rt.find_managed = managed;
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24)), &rt,
	       "    The kernel places interrupt 24 by itself, and leaves isolated CPUs out where others can do it: boot with isolcpus=managed_irq,domain,1\n");
}

/* The function that one CPU called on another one says what to keep away. */
static void test_calls(void **state)
{
	static const struct {
		const char *function;
		const char *advice;
	} calls[] = {
		{ "flush_tlb_func", "worker:7 unmapped memory that a thread on CPU 1 had, too: keep it, and its process, off this CPU: taskset -apc 0,2-3 7  # undo: taskset -apc 0-3 7" },
		{ "do_flush_tlb_all", "worker:7 had the kernel unmap memory of its own, as for a module, a BPF program or a large buffer: do that before it matters" },
		{ "ipi_sync_core", "worker:7 called membarrier(), which interrupts the CPUs on which its process runs: keep that off CPU 1: taskset -apc 0,2-3 7  # undo: taskset -apc 0-3 7" },
		{ "remote_function", "worker:7 uses performance counters on CPU 1: let it use those of other CPUs (perf -C 0,2-3), or end it" },
		{ "do_drv_write [acpi_cpufreq]", "The frequency of CPU 1 was set: let it stay the same: cpupower -c 1 frequency-set -g performance  # undo: cpupower -c 1 frequency-set -g powersave" },
		{ "__rdmsr_on_cpu", "worker:7 read registers or the frequency of CPU 1: have it leave this CPU out, or end it" },
		{ "do_sync_core", "worker:7 changed the kernel's code, as when a module is loaded, or tracing and timestamps are switched: do that before it matters" },
		{ "rcu_exp_handler", "Have RCU wait without interrupting CPUs: echo 1 > /sys/kernel/rcu_normal  # undo: echo 0 > /sys/kernel/rcu_normal" },
		{ "retrigger_next_event", "worker:7 set the clock: let it be adjusted slowly instead (chronyd without makestep, ntpd -x)" },
	};
	struct measured_machine rt = known_machine();
	struct hit *hit = hit_of(PART_IRQ, NOISE(EVENT_IRQ, "call_function", 252));
	char wanted[1024];

	(void)state;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		snprintf(wanted, sizeof(wanted), "    %s\n", calls[i].advice);
		expect(carries(hit, calls[i].function, 7), &rt, wanted);
	}
	/* A sender that has ended, or must not be moved. */
	expect(carries(hit, "ipi_mb", 9), &rt,
	       "    worker:9 called membarrier(), which interrupts the CPUs on which its process runs: keep that off CPU 1\n");
	/* The module tells who has sent it. */
	carries(hit, "do_sync_core", 0);
	hit->reported = *hit->item.carried.event;
	hit->reported.callback.kind = CALLBACK_CALL;
	hit->reported.callback.start = 1;
	hit->reported.callback.sender = 7;
	hit->reported.callback.sender_cpu = 2;
	strcpy(hit->reported.callback.sender_comm, "modprobe");
	hit->item.carried.event = &hit->reported;
	expect(hit, &rt,
	       "    modprobe:7 changed the kernel's code, as when a module is loaded, or tracing and timestamps are switched: do that before it matters\n");
	/* A function that nothing is known of. */
	expect(carries(hit, "other", 7), &rt,
	       "    worker:7 asked this CPU to run other: see what it is for, and have it leave CPU 1 out\n");
	expect(carries(hit, "other", 0), &rt,
	       "    Record who asked for other: measure again with -e csd -e ipi\n");
	hit->item.carried = (struct carried) { .event = NULL };
	expect(hit, &rt, "    Record what it called, and who asked for that: measure again with -e csd\n");
}

static bool warns(const char *check, const struct cpus *cpus)
{
	return cpus_has(cpus, 1) && !strcmp(check, "stat_interval");
}

/* A finding on this machine is named if the doctor warns of the same. */
static void test_findings(void **state)
{
	struct measured_machine rt = known_machine();
	struct hit *hit = carries(noise_of("kworker/1:2", 9), "vmstat_update", 0);

	(void)state;
	rt.warns = warns;
	cpus_parse(&rt.measured, "1-2");
	expect(hit, &rt,
	       "    Have the counters of memory added up more rarely (doctor: stat_interval): sysctl -w vm.stat_interval=10  # undo: sysctl -w vm.stat_interval=1\n"
	       "    From Linux 6.5 on, the kernel leaves the counters of isolated CPUs alone: boot with nohz_full=1\n");
}

static void test_kworkers(void **state)
{
	static const char asks[] =
		"    Record which work it runs: measure again with -e workqueue\n";
	struct measured_machine rt = known_machine();
	struct hit *hit;

	(void)state;
	expect(noise_of("kworker/1:2", 9), &rt, asks);
	expect(noise_of("kworker/u8:2", 9), &rt,
	       "    Keep work that belongs to no CPU off CPU 1: echo d > /sys/devices/virtual/workqueue/cpumask  # undo: echo f > /sys/devices/virtual/workqueue/cpumask\n"
	       "    Record which work it runs: measure again with -e workqueue\n");
	hit = carries(noise_of("kworker/1:2", 9), "vmstat_update", 0);
	expect(hit, &rt,
	       "    Have the counters of memory added up more rarely: sysctl -w vm.stat_interval=10  # undo: sysctl -w vm.stat_interval=1\n"
	       "    From Linux 6.5 on, the kernel leaves the counters of isolated CPUs alone: boot with nohz_full=1\n");
	/* The settings of a saved trace's machine are not known. */
	expect(hit, NULL,
	       "    Have the counters of memory added up more rarely: sysctl -w vm.stat_interval=10\n"
	       "    From Linux 6.5 on, the kernel leaves the counters of isolated CPUs alone: boot with nohz_full=1\n");
	expect(carries(noise_of("kworker/1:2", 9), "gate [gpudrv]", 0), &rt,
	       "    gate is of the module gpudrv; who maintains that: modinfo gpudrv\n"
	       "    gate [gpudrv] runs on the CPU that queued it; record who does: measure again with -e workqueue:workqueue_queue_work\n");
	/* A stack tells the work, too. */
	hit = hit_of(PART_BLOCKING, THREAD(9, 120));
	strcpy(hit->item.name, "kworker/1:2");
	hit->functions[0] = "gate";
	hit->functions[1] = "process_one_work";
	expect(hit, &rt,
	       "    gate runs on the CPU that queued it; record who does: measure again with -e workqueue:workqueue_queue_work\n"
	       FUNCTIONS);
}

static void test_threads(void **state)
{
	struct measured_machine rt = known_machine();

	(void)state;
	expect(noise_of("sleep", 7), &rt,
	       "    Keep sleep:7 off CPU 1: taskset -pc 0,2-3 7  # undo: taskset -pc 0-3 7\n"
	       "    Keep all threads off CPU 1 that are not told to run there: boot with isolcpus=1\n"
	       "    Record who wakes sleep:7: measure again with -e sched:sched_waking\n");
	expect(noise_of("rcuc/1", 9), &rt,
	       "    Have RCU's callbacks run as threads that can be moved: boot with rcu_nocbs=1\n"
	       "    Record who wakes rcuc/1:9: measure again with -e sched:sched_waking\n");
	expect(noise_of("ksoftirqd/1", 9), &rt,
	       "    Record what this thread runs for softirqs: measure again with -e irq -e timer\n");
	expect(noise_of("khugepaged", 7), &rt,
	       "    Make huge pages only for programs that ask for them: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled  # undo: echo always > /sys/kernel/mm/transparent_hugepage/enabled\n"
	       "    Keep khugepaged:7 off CPU 1: taskset -pc 0,2-3 7  # undo: taskset -pc 0-3 7\n"
	       "    Record who wakes khugepaged:7: measure again with -e sched:sched_waking\n");
	expect(noise_of("kcompactd0", 9), &rt,
	       "    Move pages together only when there is no other way: sysctl -w vm.compaction_proactiveness=0  # undo: sysctl -w vm.compaction_proactiveness=20\n"
	       "    Record who wakes kcompactd0:9: measure again with -e sched:sched_waking\n");
	/* It does so already. */
	expect(noise_of("ksmd", 9), &rt,
	       "    Record who wakes ksmd:9: measure again with -e sched:sched_waking\n");
}

static void test_timers(void **state)
{
	static const char migration[] =
		"    Have timers of CPU 1 run on others while it is idle or has no tick: sysctl -w kernel.timer_migration=1  # undo: sysctl -w kernel.timer_migration=0\n";
	struct measured_machine rt = known_machine();
	struct hit *hit = carries(hit_of(PART_SOFTIRQ, NOISE(EVENT_SOFTIRQ, "TIMER", 1)),
				  "work_timer", 0);
	char wanted[1024];

	(void)state;
	is_tickless = true;
	snprintf(wanted, sizeof(wanted), "%s%s", migration,
		 "    Record who starts the timer of work_timer: measure again with -e timer:timer_start\n");
	expect(hit, &rt, wanted);
	is_tickless = false;
	expect(hit, &rt, wanted + strlen(migration));
	hit = carries(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "local_timer", 236)),
		      "tick_nohz_handler", 0);
	expect(hit, &rt,
	       "    Let CPU 1 do without a tick while one thread runs there: boot with nohz_full=1\n");
	expect(carries(hit, "watch", 0), &rt,
	       "    Record who starts the timer of watch: measure again with -e timer:hrtimer_start\n");
}

static void test_counters(void **state)
{
	struct measured_machine rt = known_machine();
	struct hit *hit = hit_of(PART_HARDWARE, THREAD(0, 120));
	struct machine_counts *counts = &hit->analysis.counts;

	(void)state;
	hit->analysis.part[PART_HARDWARE].items = 0;
	counts->smis = 3;
	counts->throttled = 2;
	expect(hit, &rt,
	       "    SMIs came (3): switch off in the firmware's set-up what makes them, like USB legacy support, power capping and reports of memory errors; count them meanwhile: turbostat --quiet --cpu 1 --show CPU,SMI --interval 1\n"
	       "    The CPU was too hot: improve its cooling, until these grow no more: grep . /sys/devices/system/cpu/cpu1/thermal_throttle/*_count\n"
	       "    See what firmware, power management and a host may do here: rtla doctor\n");
	*counts = (struct machine_counts) { .guest = true, .steal_ns = 1234567 };
	expect(hit, &rt,
	       "    The host has taken 1234.57 us of this CPU: have it give this guest CPUs of its own, and see there who had them\n"
	       "    See what firmware, power management and a host may do here: rtla doctor\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_preempt_off),
		cmocka_unit_test(test_of_programs),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_irqs_off),
		cmocka_unit_test(test_real_time),
		cmocka_unit_test(test_interrupts),
		cmocka_unit_test(test_nmis),
		cmocka_unit_test(test_softirqs),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_package),
		cmocka_unit_test(test_driver),
		cmocka_unit_test(test_console_undone),
		cmocka_unit_test(test_idle_drivers),
		cmocka_unit_test(test_interrupts_placed),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_findings),
		cmocka_unit_test(test_kworkers),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_timers),
		cmocka_unit_test(test_counters),
	};

	return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
