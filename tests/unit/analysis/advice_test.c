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
#include "test.h"
#include "trace/symbols.h"

/* The threads of the machine: 7 and 8 are movable, and 9 belongs to a CPU. */
static bool find_task(int pid, struct task_info *info)
{
	*info = (struct task_info) {
		.policy = pid == 7 ? SCHED_OTHER : SCHED_FIFO,
		.bound = pid == 9,
	};
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
	const char *functions[8];
};

static void expect(const struct hit *hit,
		   const struct measured_machine *machine, const char *expected)
{
	const struct symbols symbols = { find, (void *)hit->functions };
	struct analysis analysis = hit->analysis;
	char text[1024] = "", wanted[1024];
	uint64_t stack[8];
	FILE *out = fmemopen(text, sizeof(text), "w");

	assert_non_null(out);
	for (size_t i = 0; hit->functions[i]; i++)
		stack[analysis.stack_count++] = i + 1;
	analysis.stack = stack;
	advice_print(out, &analysis, &symbols, machine);
	fclose(out);
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
#define MODEL "    This kernel's preemption is voluntary: try "

static void test_preempt_off(void **state)
{
	struct measured_machine dynamic = machine_with("voluntary", true);
	struct measured_machine fixed = machine_with("voluntary", false);
	struct measured_machine full = machine_with("full", true);
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	struct hit *hit = hit_of(PART_BLOCKING, THREAD(7, 120));

	(void)state;
	expect(hit, &dynamic, MODEL "preempt=full at boot, or a kernel with PREEMPT_RT\n"
	       "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7\n" FUNCTIONS);
	expect(hit, &fixed, MODEL "a kernel with PREEMPT_RT\n"
	       "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7\n" FUNCTIONS);
	expect(hit, &full,
	       "    This kernel is not preempted while it holds a spinlock: try one with PREEMPT_RT\n"
	       "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7\n" FUNCTIONS);
	expect(hit, &rt, "    Keep worker:7 off CPU 1: taskset -pc 0,2-3 7\n" FUNCTIONS);
	expect(hit, NULL, FUNCTIONS);
	/* A thread that has ended, or must not be moved, is left alone. */
	expect(hit_of(PART_BLOCKING, THREAD(6, 120)), &rt, FUNCTIONS);
	expect(hit_of(PART_BLOCKING, THREAD(9, 120)), &rt, FUNCTIONS);
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
	       "    Keep the kernel's messages off the consoles: dmesg -n 1, or quiet at boot\n"
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
	       "    Keep worker:8 off CPU 1: taskset -pc 0,2-3 8\n"
	       "    If worker:8 can wait, lower its priority: chrt -f -p 94 8\n"
	       "    If your threads have a higher priority, measure with it: -P f:99\n");
	expect(hit_of(PART_THREAD, THREAD(8, 1)), NULL,
	       "    If your threads have a higher priority, measure with it: -P f:99\n");
	/* There is nothing above 99, nor above a deadline. */
	expect(hit_of(PART_THREAD, THREAD(8, 0)), NULL, "");
	expect(hit_of(PART_THREAD, THREAD(8, -1)), NULL, "");
	expect(hit_of(PART_THREAD, THREAD(8, 120)), &rt, "");
	expect(hit_of(PART_BLOCKING, THREAD(8, PRIO_ABSENT)), NULL,
	       "    Record the priorities, to tell these two apart: measure again with -e sched:sched_switch\n");
}

static void test_interrupts(void **state)
{
	struct measured_machine rt = machine_with(PREEMPTION_RT, false);
	static const char device[] =
		"    Send this interrupt to other CPUs: echo 0,2-3 >/proc/irq/24/smp_affinity_list\n"
		"    If the kernel refuses that, 24 is a managed interrupt: boot with isolcpus=managed_irq,1\n";
	static const char tick[] =
		"    Record which timers it runs: measure again with -e timer:hrtimer_expire_entry\n";

	(void)state;
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24)), &rt, device);
	expect(hit_of(PART_DELAY, NOISE(EVENT_IRQ, "eth0", 24)), &rt, device);
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24)), NULL, "");
	expect(hit_of(PART_IRQ, NOISE(EVENT_IRQ, "local_timer", 236)), &rt, tick);
	/* The measuring timer's own interrupt is what is measured. */
	expect(hit_of(PART_TIMER_IRQ, NOISE(EVENT_IRQ, "local_timer", 236)), &rt, "");
	expect(hit_of(PART_NMI, NOISE(EVENT_NMI, "", -1)), &rt, "");
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
	       "    If that helps, forbid deep idle states to CPU 1: cpupower -c 1 idle-set -D 10\n");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_preempt_off),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_irqs_off),
		cmocka_unit_test(test_real_time),
		cmocka_unit_test(test_interrupts),
		cmocka_unit_test(test_softirqs),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
