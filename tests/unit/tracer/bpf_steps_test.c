// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the trace of what the BPF programs of cycles have recorded: it is
 * read again, and its cycles are those that were recorded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "cycles/replay.h"
#include "cycles/sched_text.h"
#include "cycles/sched_trace.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"
#include "test.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_cycles.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_steps.h"

#define CPUS	2
#define LOOP	10
#define OTHER	20
#define WAKER	30
#define ABSOLUTE	1	/* TIMER_ABSTIME */

/* This takes the place of a function that looks at the machine. */
bool thread_name_read(int pid, char name[16])
{
	snprintf(name, 16, "thread %d", pid);
	return true;
}

static struct bpf_cycle_cpu *cycles;
static struct bpf_cpu *noise;
static char *text;
static const struct bpf_cycle_hit *hit;

static int begin(void **state)
{
	(void)state;
	cycles = calloc(CPUS, sizeof(*cycles));
	noise = calloc(CPUS, sizeof(*noise));
	return !cycles || !noise;
}

static int end(void **state)
{
	(void)state;
	free(cycles);
	free(noise);
	free(text);
	text = NULL;
	hit = NULL;
	return 0;
}

static struct bpf_step *step(int cpu, uint64_t time, enum bpf_step_type type,
			     int pid, int other)
{
	struct bpf_step *of = &cycles[cpu].step[cycles[cpu].steps++ % BPF_STEPS];

	*of = (struct bpf_step) { .time = time, .type = type, .pid = pid,
				  .other = other, .prio = 49,
				  .other_prio = 49 };
	snprintf(of->comm, sizeof(of->comm), "t%d", other);
	return of;
}

static void sleeps(int cpu, uint64_t time, int pid, int next, uint32_t call,
		   uint32_t how)
{
	struct bpf_step *of = step(cpu, time, BPF_STEP_SWITCH, pid, next);

	of->how = BPF_STEP_SLEEPS;
	of->wait.call = call;
	of->wait.how = how;
}

static void comes(int cpu, uint64_t time, int pid, int next)
{
	step(cpu, time, BPF_STEP_SWITCH, pid, next);
}

static void woken_by_timer(int cpu, uint64_t time, int pid, uint64_t t_w)
{
	struct bpf_step *of = step(cpu, time, BPF_STEP_WAKING, 0, pid);

	of->how = BPF_WAKER_TIMER;
	of->wait.call = BPF_NO_USER_SPACE;
	of->t_w = t_w;
	of->irq = time - 5;
}

static struct bpf_step *woken_by_thread(int cpu, uint64_t time, int pid,
					int waker)
{
	struct bpf_step *of = step(cpu, time, BPF_STEP_WAKING, waker, pid);

	of->how = BPF_WAKER_THREAD;
	of->wait.call = BPF_NO_USER_SPACE;
	return of;
}

static void put_span(int cpu, enum bpf_level level, uint64_t from, uint64_t to)
{
	noise[cpu].span[level][noise[cpu].count[level]++ % BPF_SPANS] =
		(struct bpf_span) { .start = from, .end = to,
				    .duration = to - from, .id = 236,
				    .prio = BPF_LOCAL_TIMER };
}

static void print(void)
{
	const struct bpf_names names = { .interrupts = NULL };
	size_t size;
	FILE *out;

	free(text);
	text = NULL;
	out = open_memstream(&text, &size);
	assert_non_null(out);
	assert_true(bpf_steps_print(out, &(struct bpf_steps) {
		.cycles = cycles, .noise = noise, .cpus = CPUS, .names = &names,
		.hit = hit,
	}));
	fclose(out);
}

/* Read the trace again, and expect one cycle of the loop with these times. */
static void expect_cycle(uint64_t release, uint64_t completion,
			 const uint64_t *parts)
{
	struct sched_trace trace = { .events = 0 };
	struct whereabouts where = { .threads = 0 };
	struct thread_cycles found = {
		.where = &where,
		.home.wait = { .nr = SYS_clock_nanosleep, .how = ABSOLUTE },
	};
	const struct thread_cycle *cycle;
	FILE *in;

	print();
	in = fmemopen(text, strlen(text), "r");
	assert_null(sched_text_read(&trace, in));
	fclose(in);
	sched_trace_settle(&trace);
	assert_true(replay_trace(&where, &trace));
	found.thread = whereabouts_thread(&where, LOOP);
	assert_non_null(found.thread);
	assert_true(thread_cycles_find(&found));
	cycle = thread_cycles_at(&found, release);
	if (!cycle)
		fail_msg("no cycle begins at %llu:\n%s",
			 (unsigned long long)release, text);
	assert_int_equal(cycle->completion, completion);
	for (int part = 0; part < CYCLE_PARTS; part++)
		assert_int_equal(cycle->part[part], parts[part]);
	thread_cycles_free(&found);
	whereabouts_free(&where);
	sched_trace_free(&trace);
}

static void test_parts_are_those_that_were_recorded(void **state)
{
	(void)state;
	sleeps(0, 100, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	woken_by_timer(0, 1010, LOOP, 1000);
	comes(0, 1030, 0, LOOP);
	put_span(0, BPF_LEVEL_IRQ, 1100, 1150);
	comes(0, 1300, LOOP, OTHER);
	comes(0, 1400, OTHER, LOOP);
	sleeps(0, 1500, LOOP, 0, SYS_read, 5);
	woken_by_thread(1, 1900, LOOP, WAKER);
	comes(0, 1920, 0, LOOP);
	sleeps(0, 2000, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	expect_cycle(1000, 2000, (uint64_t[]) {
		[CYCLE_START] = 30,
		[CYCLE_RUN] = 220 + 100 + 80,
		[CYCLE_INTERRUPTED] = 50,
		[CYCLE_PREEMPTED] = 100 + 20,
		[CYCLE_BLOCKED] = 400,
	});
	assert_non_null(strstr(text, "prev_comm=t10 prev_pid=10 "));
	assert_non_null(strstr(text, "local_timer_entry: vector=236"));
}

/* It is woken in its home wait before it can sleep there. */
static void test_passed_home_wait_ends_a_cycle(void **state)
{
	(void)state;
	sleeps(0, 100, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	woken_by_timer(0, 1010, LOOP, 1000);
	comes(0, 1030, 0, LOOP);
	woken_by_timer(0, 3000, LOOP, 2000);
	cycles[0].step[cycles[0].steps - 1].pid = LOOP;
	step(0, 3000, BPF_STEP_PASSES, LOOP, LOOP)->wait = (struct bpf_wait) {
		.call = SYS_clock_nanosleep, .how = ABSOLUTE,
	};
	sleeps(0, 3500, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	expect_cycle(1000, 3000, (uint64_t[]) {
		[CYCLE_START] = 30, [CYCLE_RUN] = 1965,
		[CYCLE_INTERRUPTED] = 5,	/* the timer itself */
		[CYCLE_PREEMPTED] = 0, [CYCLE_BLOCKED] = 0,
	});
	expect_cycle(2000, 3500, (uint64_t[]) {
		[CYCLE_START] = 1000, [CYCLE_RUN] = 500,
		[CYCLE_INTERRUPTED] = 0, [CYCLE_PREEMPTED] = 0,
		[CYCLE_BLOCKED] = 0,
	});
}

static void test_page_fault_is_no_system_call(void **state)
{
	(void)state;
	sleeps(0, 100, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	woken_by_timer(0, 1010, LOOP, 1000);
	comes(0, 1030, 0, LOOP);
	sleeps(0, 1100, LOOP, 0, BPF_NO_CALL, 0);
	woken_by_thread(1, 1200, LOOP, WAKER);
	comes(0, 1210, 0, LOOP);
	sleeps(0, 1300, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	expect_cycle(1000, 1300, (uint64_t[]) {
		[CYCLE_START] = 30, [CYCLE_RUN] = 160, [CYCLE_INTERRUPTED] = 0,
		[CYCLE_PREEMPTED] = 10, [CYCLE_BLOCKED] = 100,
	});
	assert_non_null(strstr(text, "page_fault_user: "));
}

/* The thread that has a lock of the kernel is in a system call, too. */
static void test_owner_of_a_kernel_lock_is_in_a_call(void **state)
{
	char call[64];

	(void)state;
	comes(1, 50, 0, WAKER);
	sleeps(0, 100, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	woken_by_timer(0, 1010, LOOP, 1000);
	comes(0, 1030, 0, LOOP);
	sleeps(0, 1100, LOOP, 0, SYS_pwrite64, 0);
	cycles[0].step[cycles[0].steps - 1].how = BPF_STEP_IS_BLOCKED;
	woken_by_thread(1, 1200, LOOP, WAKER)->wait.call = SYS_ftruncate;
	comes(0, 1210, 0, LOOP);
	sleeps(0, 1300, LOOP, 0, SYS_clock_nanosleep, ABSOLUTE);
	cycles[0].step[cycles[0].steps - 1].faults = 77;
	expect_cycle(1000, 1300, (uint64_t[]) {
		[CYCLE_START] = 30, [CYCLE_RUN] = 160, [CYCLE_INTERRUPTED] = 0,
		[CYCLE_PREEMPTED] = 10, [CYCLE_BLOCKED] = 100,
	});
	assert_non_null(strstr(text, " prev_faults=77"));
	snprintf(call, sizeof(call), "-%d ", WAKER);
	assert_non_null(strstr(text, call));
	snprintf(call, sizeof(call), "sys_enter: NR %d ", SYS_ftruncate);
	assert_non_null(strstr(text, call));
}

/* Only where a thread leaves for a lock under PREEMPT_RT, the trace says so. */
static void test_need_of_a_lock_is_told(void **state)
{
	(void)state;
	comes(0, 1000, 0, LOOP);
	sleeps(0, 1100, LOOP, 0, SYS_read, 0);
	cycles[0].step[cycles[0].steps - 1].how = BPF_STEP_IS_BLOCKED;
	print();
	assert_null(strstr(text, "prev_lock"));
	cycles[0].step[cycles[0].steps - 1].how = BPF_STEP_NEEDS_LOCK;
	print();
	assert_non_null(strstr(text, "prev_state=D "));
	assert_non_null(strstr(text, " prev_lock=1\n"));
}

/* The system call in which the thread spins is over when it has the lock. */
static void test_contention_is_told(void **state)
{
	char wanted[128];

	(void)state;
	comes(0, 1000, 0, LOOP);
	step(0, 1100, BPF_STEP_CONTENDS, LOOP, WAKER)->wait.call = SYS_pwrite64;
	step(0, 1200, BPF_STEP_HAS_LOCK, LOOP, 0);
	step(0, 1300, BPF_STEP_CONTENDS, LOOP, 0)->wait.call = SYS_pwrite64;
	print();
	snprintf(wanted, sizeof(wanted),
		 ": contention_begin: owner=%d owner_comm=t%d\n", WAKER, WAKER);
	assert_non_null(strstr(text, wanted));
	snprintf(wanted, sizeof(wanted), ": sys_exit: NR %d = 0\n", SYS_pwrite64);
	assert_true(strstr(text, ": contention_end:\n") < strstr(text, wanted));
	assert_non_null(strstr(text, ": contention_begin:\n"));
}

static void test_cycle_of_the_hit_is_told(void **state)
{
	static const struct bpf_cycle_hit of = {
		.of.pid = LOOP, .release = 5000000123,
		.home = { SYS_futex, 9, 0x7fffdeadbee8 },
	};
	struct sched_trace trace = { .events = 0 };
	FILE *in;

	(void)state;
	comes(0, 1000, 0, LOOP);
	hit = &of;
	print();
	in = fmemopen(text, strlen(text), "r");
	assert_null(sched_text_read(&trace, in));
	fclose(in);
	assert_int_equal(trace.cycle.tid, LOOP);
	assert_int_equal(trace.cycle.release, of.release);
	assert_int_equal(trace.cycle.home.nr, SYS_futex);
	assert_int_equal(trace.cycle.home.how, 9);
	assert_int_equal(trace.cycle.home.object, of.home.object);
	sched_trace_free(&trace);
}

/* A thread may have any name, and its steps are lines all the same. */
static void test_names_stay_within_their_lines(void **state)
{
	(void)state;
	sleeps(0, 100, LOOP, OTHER, SYS_clock_nanosleep, ABSOLUTE);
	strcpy(cycles[0].step[0].comm, "a\nb");
	woken_by_timer(0, 1010, LOOP, 1000);
	strcpy(cycles[0].step[1].comm, "\nloop\n\n");
	comes(0, 1030, OTHER, LOOP);
	strcpy(cycles[0].step[2].comm, "\nloop\n\n");
	print();
	for (const char *line = text; *line; line = strchr(line, '\n') + 1)
		assert_true(*line == '#' || memmem(line, strcspn(line, "\n"), "] ..", 4));
	assert_non_null(strstr(text, "next_comm=a?b next_pid=20"));
	assert_non_null(strstr(text, "prev_comm=a?b prev_pid=20"));
	assert_non_null(strstr(text, "next_comm=?loop?? next_pid=10"));
}

/* Only the last steps are kept, of which the oldest comes first. */
static void test_overwritten_steps_are_not_printed(void **state)
{
	(void)state;
	for (int i = 0; i < BPF_STEPS + 10; i++)
		comes(1, 1000 + i, i % 2 ? LOOP : OTHER, i % 2 ? OTHER : LOOP);
	print();
	assert_null(strstr(text, "0.000001009: "));
	assert_non_null(strstr(text, "0.000001010: "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_parts_are_those_that_were_recorded, begin, end),
		cmocka_unit_test_setup_teardown(test_passed_home_wait_ends_a_cycle, begin, end),
		cmocka_unit_test_setup_teardown(test_page_fault_is_no_system_call, begin, end),
		cmocka_unit_test_setup_teardown(test_contention_is_told, begin, end),
		cmocka_unit_test_setup_teardown(test_need_of_a_lock_is_told, begin, end),
		cmocka_unit_test_setup_teardown(test_owner_of_a_kernel_lock_is_in_a_call, begin, end),
		cmocka_unit_test_setup_teardown(test_cycle_of_the_hit_is_told, begin, end),
		cmocka_unit_test_setup_teardown(test_names_stay_within_their_lines, begin, end),
		cmocka_unit_test_setup_teardown(test_overwritten_steps_are_not_printed, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
