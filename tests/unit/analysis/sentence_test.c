// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the cause sentence.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/sentence.h"
#include "test.h"
#include "trace/symbols.h"

/* Functions of the kernel: the one with index n is at address n. */
static const char *const functions[] = {
	NULL, "timerlat_irq [rtla]", "hrtimer_interrupt",
	"asm_sysvec_apic_timer_interrupt", "_raw_spin_unlock_irqrestore",
	"preempt_schedule_thunk", "btrfs_compress_pages", "kthread",
	"el1h_64_irq", "asm_exc_nmi", "__schedule", "irqentry_exit",
	"vsnprintf", "console_flush_all", "sysrq_handle_showstate",
	"__x64_sys_write", "memset", "syscall_exit_to_user_mode", "do_syscall_64",
	"gpu_write [gpudrv]", "vfs_write", "gpu_free [gpudrv]", "rcu_do_batch",
};

static bool find(void *source, uint64_t address, char *name, size_t size)
{
	(void)source;
	if (!address || address >= sizeof(functions) / sizeof(functions[0]))
		return false;
	snprintf(name, size, "%s", functions[address]);
	return true;
}

static void expect(const struct analysis *analysis, const char *expected)
{
	static const struct symbols symbols = { find, NULL };
	char text[SENTENCE_LEN];

	sentence_make(text, analysis, &symbols);
	assert_string_equal(text, expected);
}

/* Check the sentence if one item of part @id took 60 of 100 us. */
static void expect_item(enum part_id id, const struct part_item *like,
			const char *expected)
{
	struct part_item item = *like;
	struct analysis analysis = {
		.latency = 100000, .unexplained = 40000,
	};
	char line[256];

	analysis.part[id] = (struct part) {
		.ns = 60000, .item = &item, .items = 1,
	};
	item.ns = 60000;
	snprintf(line, sizeof(line), "60 %% of 100.00 us: %s.", expected);
	expect(&analysis, line);
}

#define THREAD(kind_, name_, id_, prio_) \
	(&(struct part_item) { .kind = kind_, .type = EVENT_THREAD, \
			       .name = name_, .id = id_, .prio = prio_ })
#define NOISE(type_, name_, id_) \
	(&(struct part_item) { .type = type_, .name = name_, .id = id_ })

static void test_items(void **state)
{
	(void)state;
	expect_item(PART_DELAY, THREAD(ITEM_IDLE, "swapper/1", 0, 120),
		    "the CPU was idle, and it or other hardware was slow to take the timer's interrupt");
	expect_item(PART_DELAY, THREAD(ITEM_THREAD, "worker", 7, 120),
		    "worker:7 kept interrupts off, or hardware delayed the timer's");
	expect_item(PART_DELAY, NOISE(EVENT_IRQ, "eth0", 24),
		    "the interrupt eth0:24 held off the timer's interrupt");
	expect_item(PART_DELAY, NOISE(EVENT_NMI, "", -1),
		    "an NMI held off the timer's interrupt");
	expect_item(PART_BLOCKING, THREAD(ITEM_NOISE, "worker", 7, 120),
		    "worker:7 kept preemption off");
	expect_item(PART_BLOCKING, THREAD(ITEM_NOISE, "swapper/1", 0, 120),
		    "the CPU was idle, and slow to switch to the measuring thread");
	expect_item(PART_NMI, NOISE(EVENT_NMI, "", -1), "NMIs");
	expect_item(PART_IRQ, NOISE(EVENT_IRQ, "eth0", 24),
		    "the interrupt eth0:24");
	expect_item(PART_SOFTIRQ, NOISE(EVENT_SOFTIRQ, "RCU", 9),
		    "the softirq RCU:9");
	expect_item(PART_THREAD, THREAD(ITEM_NOISE, "migration/1", 20, 0),
		    "migration/1:20 ran, with real-time priority 99");
	expect_item(PART_THREAD, THREAD(ITEM_NOISE, "dl", 20, -1),
		    "dl:20 ran, by its deadline");
	expect_item(PART_THREAD, THREAD(ITEM_NOISE, "cat", 20, 120),
		    "cat:20 ran");
}

static void test_parts(void **state)
{
	struct event timers = {
		.type = EVENT_CALLBACK, .callback.function = 21,
		.callback.sender_cpu = -1,
	};
	struct analysis analysis = {
		.latency = 50000, .part[PART_WORKLOAD] = { .ns = 50000 },
	};

	(void)state;
	expect(&analysis, "100 % of 50.00 us: the measuring thread itself.");
	analysis.stalled = 1650;
	expect(&analysis, "100 % of 50.00 us: hardware, firmware or a hypervisor: an interrupt there takes 1.65 us as a rule, and nothing else came into the wake-up.");
	analysis.stalled = 0;
	analysis.part[PART_WORKLOAD].ns = 0;
	analysis.part[PART_TIMER_IRQ].ns = 50000;
	expect(&analysis, "100 % of 50.00 us: the wake-up itself, because nothing else took longer.");
	analysis.irq_before = 190000;
	expect(&analysis, "100 % of 50.00 us: the timer's interrupt, which had begun 190.00 us before, and ran other timers.");
	analysis.other_timers.event = &timers;
	analysis.other_timers.ns = 24000;
	expect(&analysis, "100 % of 50.00 us: the timer's interrupt, which had begun 190.00 us before, and ran other timers.");
	analysis.other_timers.ns = 26000;
	expect(&analysis, "100 % of 50.00 us: the timer's interrupt, which had begun 190.00 us before, and ran gpu_free [gpudrv] for other timers.");
	analysis.irq_before = 0;
	expect(&analysis, "100 % of 50.00 us: the timer's interrupt, which ran gpu_free [gpudrv] for other timers.");
	analysis.part[PART_TIMER_IRQ].ns = 0;
	analysis.part[PART_HARDWARE].ns = 50000;
	expect(&analysis, "100 % of 50.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time.");
	analysis.counts = (struct machine_counts) {
		.guest = true, .steal_ns = 412000,
	};
	expect(&analysis, "100 % of 50.00 us: hardware or firmware, or the host had this CPU: the kernel did nothing in that time. Since the measurement began, the host took 412.00 us from it.");
	analysis.counts = (struct machine_counts) {
		.smis = 1, .throttled = 2,
	};
	expect(&analysis, "100 % of 50.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time. Since the measurement began, 1 SMI came to this CPU, it was too hot 2 times.");
	analysis.counts.speed = 0.624;
	expect(&analysis, "100 % of 50.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time. Since the measurement began, 1 SMI came to this CPU, it was too hot 2 times, it ran at 62 % of its base frequency when not idle.");
	analysis.counts.smis = analysis.counts.throttled = 0;
	expect(&analysis, "100 % of 50.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time. Since the measurement began, it ran at 62 % of its base frequency when not idle.");
	/* It does no harm. */
	analysis.counts.speed = 0.97;
	expect(&analysis, "100 % of 50.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time.");
	analysis.counts.smis = 3;
	analysis.counts.throttled = 0;
	analysis.part[PART_HARDWARE].ns = 20000;
	analysis.unexplained = 30000;
	expect(&analysis, "60 % of 50.00 us: not explained by any event. Since the measurement began, 3 SMIs came to this CPU.");
	/* No count tells anything of a cause that is known. */
	analysis.part[PART_WORKLOAD].ns = 30000;
	analysis.unexplained = 0;
	expect(&analysis, "60 % of 50.00 us: the measuring thread itself.");
	analysis.part[PART_WORKLOAD].ns = 0;
	analysis.unexplained = 30000;
	analysis.counts = (struct machine_counts) { .guest = false };
	expect(&analysis, "60 % of 50.00 us: not explained by any event.");
	analysis.incomplete = true;
	expect(&analysis, "Events are missing: the main cause is unknown.");
	analysis.clock_tick = 4000000;
	expect(&analysis, "The clock of that machine ticks only every 4 ms: nothing shorter can be told, and no cause.");
}

/*
 * Items that each took a little, but together most of the latency, are named
 * together, unless a single cause stands out.
 */
static void test_many(void **state)
{
	struct part_item threads[] = {
		{ .type = EVENT_THREAD, .name = "a", .id = 1, .ns = 20000 },
		{ .type = EVENT_THREAD, .name = "b", .id = 2, .ns = 22000 },
		{ .type = EVENT_THREAD, .name = "c", .id = 3, .ns = 18000 },
	};
	struct analysis analysis = {
		.latency = 100000, .unexplained = 29000,
		.part[PART_WORKLOAD] = { .ns = 11000 },
		.part[PART_THREAD] = { 60000, threads, 3 },
	};

	(void)state;
	expect(&analysis, "60 % of 100.00 us: 3 threads that ran, the longest of them b:2 with 22 %.");
	analysis.part[PART_WORKLOAD].ns = 10000;
	analysis.unexplained = 30000;
	expect(&analysis, "30 % of 100.00 us: not explained by any event.");
	analysis.part[PART_WORKLOAD].ns = 40000;
	analysis.unexplained = 0;
	expect(&analysis, "40 % of 100.00 us: the measuring thread itself.");
	analysis.part[PART_THREAD] = (struct part) { .ns = 0 };
	analysis.part[PART_IRQ] = (struct part) {
		.ns = 60000, .item = threads, .items = 3,
	};
	analysis.part[PART_WORKLOAD].ns = 11000;
	analysis.unexplained = 29000;
	expect(&analysis, "60 % of 100.00 us: 3 interrupts, the longest of them b:2 with 22 %.");
}

/* If several parts have many items each, the part that took most is named. */
static void test_many_of_several(void **state)
{
	struct part_item items[8] = { };
	struct analysis analysis = {
		.latency = 100000, .unexplained = 6000,
		.part[PART_IRQ] = { 40000, items, 8 },
		.part[PART_SOFTIRQ] = { 54000, items, 8 },
	};

	(void)state;
	for (size_t i = 0; i < 8; i++)
		items[i] = (struct part_item) {
			.type = EVENT_SOFTIRQ, .name = "RCU", .id = 9, .ns = 5000,
		};
	expect(&analysis, "54 % of 100.00 us: 8 softirqs, the longest of them RCU:9 with 5 %.");
}

/*
 * A softirq of which no event tells what it ran has the callback that its stack
 * tells, if that was taken in it: the interrupt that takes it is left out.
 */
static void test_softirq_stack(void **state)
{
	static const uint64_t stack[] = { 21, 22, 3, 7 };
	struct part_item item = {
		.type = EVENT_SOFTIRQ, .name = "RCU", .id = 9, .ns = 60000,
	};
	struct segment segments[] = {
		{ .start = 1000, .ns = 5000, .part = PART_BLOCKING,
		  .item = NO_ITEM, .level = LEVEL_THREAD },
		{ .start = 6000, .ns = 40000, .part = PART_SOFTIRQ,
		  .level = LEVEL_SOFTIRQ },
		{ .start = 46000, .ns = 2000, .part = PART_IRQ,
		  .level = LEVEL_IRQ },
		{ .start = 48000, .ns = 20000, .part = PART_SOFTIRQ,
		  .level = LEVEL_SOFTIRQ },
	};
	struct analysis analysis = {
		.t_w = 1000, .latency = 100000, .unexplained = 40000,
		.part[PART_SOFTIRQ] = { 60000, &item, 1 },
		.segment = segments, .segments = 4,
		.stack = stack, .stack_count = 4, .stack_pid = 0,
		.stack_at = 46000,
	};

	(void)state;
	expect(&analysis, "60 % of 100.00 us: the softirq RCU:9, in the RCU callback gpu_free [gpudrv].");
	/* Before the softirq ran, the stack was that of a thread. */
	analysis.stack_at = 4000;
	expect(&analysis, "60 % of 100.00 us: the softirq RCU:9.");
	analysis.stack_at = 0;
	expect(&analysis, "60 % of 100.00 us: the softirq RCU:9.");
}

/* Expect @expected of a stack of the thread @pid, taken @at ns after t_w. */
static void expect_where_late(const uint64_t *stack, size_t count, int pid,
			      uint64_t at, const char *expected)
{
	struct part_item item = {
		.type = EVENT_THREAD, .name = "kworker/u40:0", .id = 9,
		.prio = 120, .ns = 60000,
	};
	struct analysis analysis = {
		.latency = 100000, .unexplained = 40000,
		.part[PART_BLOCKING] = { 60000, &item, 1 },
		.stack = stack, .stack_count = count, .stack_pid = pid,
		.stack_at = at,
	};
	char line[256];

	snprintf(line, sizeof(line),
		 "60 %% of 100.00 us: kworker/u40:0:9 kept preemption off%s.",
		 expected);
	expect(&analysis, line);
}

static void expect_where(const uint64_t *stack, size_t count,
			 const char *expected)
{
	expect_where_late(stack, count, -1, 0, expected);
}

/*
 * The sentence names the function that was interrupted. If this function only
 * ends a section with interrupts or preemption off, its caller is named.
 */
static void test_where(void **state)
{
	static const uint64_t of_x86[] = { 1, 2, 3, 4, 5, 6, 7 };
	static const uint64_t of_arm64[] = { 1, 2, 8, 6, 7 };
	static const uint64_t twice[] = { 1, 3, 5, 9, 6, 7 };
	static const uint64_t unknown[] = { 1, 2, 3, 99, 6 };
	static const uint64_t in_user_space[] = { 1, 2, 3 };

	(void)state;
	expect_where(of_x86, 7, " in btrfs_compress_pages");
	expect_where(of_arm64, 5, " in btrfs_compress_pages");
	expect_where(twice, 6, " in btrfs_compress_pages");
	expect_where(unknown, 5, " in code without a name, called by btrfs_compress_pages");
	expect_where(in_user_space, 3, "");
	expect_where(NULL, 0, "");
}

/*
 * A stack that was taken late begins where the thread was; one that was taken
 * later still begins with the interrupt in which the thread was preempted. That
 * of another thread does not say where this one was.
 */
static void test_where_late(void **state)
{
	static const uint64_t late[] = { 6, 7 };
	static const uint64_t helper[] = { 4, 6, 7 };
	static const uint64_t preempted[] = { 10, 5, 11, 3, 6, 7 };
	static const uint64_t waited[] = { 10, 5, 6, 7 };

	(void)state;
	expect_where_late(late, 2, 9, 30000, " in btrfs_compress_pages");
	expect_where_late(helper, 3, 9, 30000, " in btrfs_compress_pages");
	expect_where_late(preempted, 6, 9, 30000, " in btrfs_compress_pages");
	expect_where_late(waited, 4, 9, 30000, " in btrfs_compress_pages");
	expect_where_late(late, 2, 8, 30000, "");
}

/* The stack may be that of a thread that ran instead, or of another one. */
static void test_where_it_ran(void **state)
{
	static const uint64_t stack[] = { 4, 6, 7 };
	struct part_item item = {
		.type = EVENT_THREAD, .name = "kworker/u40:0", .id = 9,
		.prio = 0, .ns = 60000,
	};
	struct analysis analysis = {
		.latency = 100000,
		.unexplained = 40000,
		.context = CONTEXT_THREAD,
		.part[PART_THREAD] = { 60000, &item, 1 },
		.stack = stack,
		.stack_count = 3,
		.stack_pid = 9,
		.stack_at = 1,
	};

	(void)state;
	expect(&analysis, "60 % of 100.00 us: kworker/u40:0:9 ran in btrfs_compress_pages, with real-time priority 99.");
	analysis.stack_pid = 8;
	expect(&analysis, "60 % of 100.00 us: kworker/u40:0:9 ran, with real-time priority 99.");
	analysis.stack_pid = -1;
	expect(&analysis, "60 % of 100.00 us: kworker/u40:0:9 ran, with real-time priority 99.");
	analysis.stack_pid = 9;
	analysis.context = CONTEXT_WAKE_TOTAL;
	expect(&analysis, "60 % of 100.00 us: kworker/u40:0:9 ran first, with real-time priority 99.");
}

/* The sentence says in words what plain functions did for the one that it names. */
static void test_what_it_did(void **state)
{
	static const uint64_t printed[] = { 12, 13, 14, 15, 18 };
	static const uint64_t cleared[] = { 16, 6, 15, 18 };
	static const uint64_t only_that[] = { 16, 18 };
	static const uint64_t named[] = { 6, 15, 18 };
	static const uint64_t by_file[] = { 6, 19, 20, 15, 18 };
	static const uint64_t cleared_by_file[] = { 16, 19, 20, 15, 18 };

	(void)state;
	expect_where_late(printed, 5, 9, 30000, " while it printed (vsnprintf <- console_flush_all <- sysrq_handle_showstate), in write()");
	expect_where_late(cleared, 4, 9, 30000, " while it cleared memory (memset <- btrfs_compress_pages), in write()");
	expect_where_late(only_that, 2, 9, 30000, " while it cleared memory (memset), in a system call");
	expect_where_late(named, 3, 9, 30000, " in btrfs_compress_pages, in write()");
	expect_where_late(by_file, 5, 9, 30000, " in btrfs_compress_pages, in write() (gpu_write [gpudrv])");
	expect_where_late(cleared_by_file, 5, 9, 30000, " while it cleared memory (memset <- gpu_write [gpudrv]), in write()");
}

/* The stack of a wake-up is that of a thread which has left the CPU. */
static void test_until(void **state)
{
	static const uint64_t called[] = { 10, 16, 6, 15, 18 };
	static const uint64_t left[] = { 10, 17, 18 };
	static const uint64_t preempted[] = { 10, 5, 16, 6, 7 };
	const struct {
		const uint64_t *stack;
		size_t count;
		const char *expected;
	} rows[] = {
		{ called, 5, ", until it called the scheduler in btrfs_compress_pages, in write()" },
		{ left, 3, ", until it called the scheduler on its way to user space" },
		{ preempted, 5, " while it cleared memory (memset <- btrfs_compress_pages)" },
		{ NULL, 0, "" },
	};
	struct part_item item = {
		.type = EVENT_THREAD, .name = "sh", .id = 9, .prio = 120, .ns = 60000,
	};
	struct analysis analysis = {
		.context = CONTEXT_WAKE_TOTAL,
		.latency = 100000,
		.unexplained = 40000,
		.workload_prio = 49,
		.stack_at = 1,
		.stack_pid = 9,
		.part[PART_BLOCKING] = { 60000, &item, 1 },
	};
	char line[256];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		analysis.stack = rows[i].stack;
		analysis.stack_count = rows[i].count;
		snprintf(line, sizeof(line),
			 "60 %% of 100.00 us: sh:9 kept preemption off%s.",
			 rows[i].expected);
		expect(&analysis, line);
	}
}

/*
 * Interrupts without a tracepoint are named only if the sentence blames
 * hardware, or at least may blame it, or knows no cause.
 */
static void test_untraced(void **state)
{
	struct part_item idle = { .kind = ITEM_IDLE, .ns = 60000 };
	struct analysis analysis = {
		.latency = 100000, .unexplained = 100000, .untraced = "HVS",
	};

	(void)state;
	expect(&analysis, "100 % of 100.00 us: not explained by any event, or interrupts without a tracepoint: HVS came to this CPU.");
	analysis.unexplained = 40000;
	analysis.part[PART_HARDWARE].ns = 60000;
	expect(&analysis, "60 % of 100.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time, or interrupts without a tracepoint: HVS came to this CPU.");
	analysis.untraced = "";
	expect(&analysis, "60 % of 100.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time.");
	analysis.untraced = "HVS, PIW";
	analysis.part[PART_HARDWARE].ns = 0;
	analysis.part[PART_DELAY] = (struct part) {
		.ns = 60000, .item = &idle, .items = 1,
	};
	expect(&analysis, "60 % of 100.00 us: the CPU was idle, and it or other hardware was slow to take the timer's interrupt, or interrupts without a tracepoint: HVS, PIW came to this CPU.");
	analysis.part[PART_DELAY].items = 0;
	expect(&analysis, "60 % of 100.00 us: the timer's interrupt came late, or interrupts without a tracepoint: HVS, PIW came to this CPU.");
	analysis.part[PART_DELAY].ns = 0;
	analysis.part[PART_NMI].ns = 60000;
	expect(&analysis, "60 % of 100.00 us: NMIs.");
}

static void expect_about(const struct analysis *analysis, const char *expected)
{
	static const struct symbols symbols = { find, NULL };
	char text[SENTENCE_LEN];

	sentence_make_about(text, analysis, &symbols);
	assert_string_equal(text, expected);
}

/* A thread of the kernel is explained unless the stack says what it did. */
static void test_about(void **state)
{
	struct part_item item = *THREAD(ITEM_NOISE, "rcuc/1", 33, 98);
	struct analysis analysis = {
		.latency = 100000, .stack = (uint64_t[]){ 1 }, .stack_pid = 33,
	};

	(void)state;
	item.ns = 90000;
	analysis.part[PART_THREAD] = (struct part) {
		.ns = 90000, .item = &item, .items = 1,
	};
	expect_about(&analysis, "rcuc/1 runs callbacks of RCU, which mostly free memory, with PREEMPT_RT.");
	analysis.stack_count = 1;
	expect_about(&analysis, "");
	analysis.stack_pid = 7;
	expect_about(&analysis, "rcuc/1 runs callbacks of RCU, which mostly free memory, with PREEMPT_RT.");
	analysis.incomplete = true;
	expect_about(&analysis, "");
	analysis.incomplete = false;
	strcpy(item.name, "worker");
	expect_about(&analysis, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_about),
		cmocka_unit_test(test_items),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_softirq_stack),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_many_of_several),
		cmocka_unit_test(test_where),
		cmocka_unit_test(test_where_late),
		cmocka_unit_test(test_where_it_ran),
		cmocka_unit_test(test_what_it_did),
		cmocka_unit_test(test_until),
		cmocka_unit_test(test_untraced),
	};

	return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
