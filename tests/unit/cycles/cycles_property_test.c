// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of cycles with random events on a simulated machine.
 *
 * The simulation knows at each time where the watched thread is, and counts the
 * parts of its cycles. It writes the events that the kernel would. The analysis
 * gets only these, and has to find the same cycles, to the ns.
 */
#include <stdlib.h>
#include <string.h>

#include "cycles/cycle_items.h"
#include "cycles/replay.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"
#include "made_cycles.h"
#include "random.h"
#include "repetitions.h"
#include "seed.h"
#include "test.h"

#define ROUNDS	500
#define STEPS	4000
#define CPUS	3
#define WATCHED	1
#define THREADS	6		/* ids 1 and up */
#define CYCLES	STEPS

enum state { RUNS, READY, SLEEPS };

struct thread {
	enum state state;
	int cpu;
	bool home;		/* it sleeps in its home wait */
};

static struct sched_trace trace;
static struct whereabouts where;
static struct random random_state;
static struct thread threads[THREADS + 1];
static int runs[CPUS];		/* thread on the CPU; 0: none */
static int spans[CPUS];
static uint64_t now;

/* The true cycles of the watched thread, of which the last may be open. */
static struct thread_cycle truth[CYCLES];
static size_t count;
static bool open, started;
static int last_cpu;

static int below(int limit)
{
	return random_bits(&random_state) % limit;
}

/* Let the time go on, and count it for the watched thread. */
static void pass_time(void)
{
	const struct thread *watched = &threads[WATCHED];
	uint64_t us = below(50);
	enum cycle_part part = CYCLE_START;

	if (open && (started || watched->state == RUNS)) {
		part = watched->state == READY ? CYCLE_PREEMPTED :
		       watched->state == SLEEPS ? CYCLE_BLOCKED :
		       spans[watched->cpu] ? CYCLE_INTERRUPTED : CYCLE_RUN;
	}
	if (open)
		truth[count].part[part] += us * 1000;
	now += us;
}

static void begin_running(int pid, int cpu)
{
	threads[pid] = (struct thread) { .state = RUNS, .cpu = cpu };
	runs[cpu] = pid;
	if (pid != WATCHED || !open)
		return;
	truth[count].migrations += started && cpu != last_cpu;
	last_cpu = cpu;
	started = true;
}

static void put_to_sleep(int pid, bool home)
{
	threads[pid].state = SLEEPS;
	threads[pid].home = home;
	if (pid != WATCHED || !home)
		return;
	if (open)
		truth[count++].completion = now * 1000;
	open = false;
}

/* Return a thread that can run on @cpu, or 0. */
static int any_ready(int cpu)
{
	int first = 1 + below(THREADS);

	for (int i = 0; i < THREADS; i++) {
		int pid = 1 + (first + i) % THREADS;

		if (threads[pid].state == READY && threads[pid].cpu == cpu)
			return pid;
	}
	return 0;
}

/* A CPU switches: the thread on it sleeps, or is preempted. */
static void step_switch(int cpu)
{
	int from = runs[cpu], to = any_ready(cpu);
	bool sleeps = from && below(2), home = below(2);

	if (spans[cpu] || (!from && !to) || (from && !sleeps && !to))
		return;
	if (sleeps)
		made_call(&trace, now, cpu, from, home ? MADE_SLEEP : MADE_READ);
	made_switch(&trace, now, cpu, from, sleeps, to);
	if (from && sleeps)
		put_to_sleep(from, home);
	else if (from)
		threads[from].state = READY;
	runs[cpu] = 0;
	if (!to)
		return;
	begin_running(to, cpu);
	pass_time();
	made_return(&trace, now, cpu, to);
}

/* A thread wakes another one, maybe to another CPU. */
static void step_waking(int cpu)
{
	int pid = 1 + below(THREADS), to = below(CPUS);
	struct thread *thread = &threads[pid];

	if (thread->state != SLEEPS)
		return;
	made_waking(&trace, now, cpu, runs[cpu], pid, to);
	thread->state = READY;
	thread->cpu = to;
	if (pid != WATCHED || !thread->home)
		return;
	open = true;
	started = false;
	truth[count] = (struct thread_cycle) { .release = now * 1000 };
}

static void step_span(int cpu)
{
	if (spans[cpu] && below(4)) {
		made_end(&trace, now, cpu, runs[cpu], SPAN_IRQ);
		spans[cpu]--;
	} else if (spans[cpu] < 3) {
		made_begin(&trace, now, cpu, runs[cpu], SPAN_IRQ, "eth0:24");
		spans[cpu]++;
	}
}

static void step_migrate(int cpu)
{
	int pid = 1 + below(THREADS), to = below(CPUS);
	struct sched_event *event;

	if (threads[pid].state != READY)
		return;
	event = made_sched(&trace, SCHED_MIGRATE, now, cpu, runs[cpu]);
	event->other = pid;
	event->to = to;
	threads[pid].cpu = to;
}

static void simulate(void)
{
	static void (*const steps[])(int cpu) = {
		step_switch, step_switch, step_switch, step_waking, step_waking,
		step_waking, step_span, step_span, step_migrate,
	};

	memset(runs, 0, sizeof(runs));
	memset(spans, 0, sizeof(spans));
	count = 0;
	open = false;
	now = 1000;
	for (int pid = 1; pid <= THREADS; pid++)
		threads[pid] = (struct thread) { .state = READY };
	for (int i = 0; i < STEPS; i++) {
		pass_time();
		steps[below(sizeof(steps) / sizeof(steps[0]))](below(CPUS));
	}
	/* The last event is the end of all that is known. */
	made_sched(&trace, SCHED_FAULT, now, 0, 0);
}

static void expect_items(const struct thread_cycles *cycles,
			 const struct thread_cycle *cycle)
{
	uint64_t sum[CYCLE_PARTS] = { 0 };
	struct cycle_items items;

	assert_true(cycle_items_find(&items, cycles, cycle));
	for (size_t i = 0; i < items.count; i++)
		sum[items.item[i].part] += items.item[i].ns;
	for (int part = 0; part < CYCLE_PARTS; part++)
		assert_int_equal(sum[part], cycle->part[part]);
	cycle_items_free(&items);
}

static void expect_truth(const struct thread_cycles *cycles)
{
	assert_int_equal(cycles->unknown, 0);
	assert_int_equal(cycles->count, count);
	for (size_t i = 0; i < count; i++) {
		const struct thread_cycle *cycle = &cycles->cycle[i];
		uint64_t sum = 0;

		assert_int_equal(cycle->release, truth[i].release);
		assert_int_equal(cycle->completion, truth[i].completion);
		assert_int_equal(cycle->migrations, truth[i].migrations);
		for (int part = 0; part < CYCLE_PARTS; part++) {
			assert_int_equal(cycle->part[part], truth[i].part[part]);
			sum += cycle->part[part];
		}
		assert_int_equal(sum, cycle_response(cycle));
		expect_items(cycles, cycle);
	}
}

static void test_random_machine(void **state)
{
	int rounds = repetitions(ROUNDS);
	size_t found = 0;

	(void)state;
	random_state.state = seed_of("SEED") ?: 1;
	for (int i = 0; i < rounds; i++) {
		struct thread_cycles cycles = { .where = &where };

		simulate();
		sched_trace_settle(&trace);
		assert_true(replay_trace(&where, &trace));
		cycles.thread = whereabouts_thread(&where, WATCHED);
		cycles.home.wait.nr = cycle_wait_find("clock_nanosleep");
		cycles.home.any = true;
		if (cycles.thread) {
			assert_true(thread_cycles_find(&cycles));
			expect_truth(&cycles);
		}
		found += cycles.count;
		thread_cycles_free(&cycles);
		whereabouts_free(&where);
		made_clean(&trace);
	}
	print_message("# %zu cycles\n", found);
	/* The machine has to do what is tested. */
	assert_true(found > (size_t)rounds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
