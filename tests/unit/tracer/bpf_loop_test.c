// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the loop that looks for noise for the BPF tracer. The clock is made
 * up, and with each reading of it the programs may have recorded something.
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/times.h"
#include "test.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_loop.h"

#define FOUND	16
#define READING	10	/* ns that a reading of the clock takes */

static struct bpf_cpu cpu;
static union {
	struct bpf_loop loop;
	char room[sizeof(struct bpf_loop) + FOUND * sizeof(struct bpf_found)];
} shared;
static struct bpf_loop *loop = &shared.loop;
static uint64_t clock_ns, slept;
static int here, wake, left_after;

/* Something that comes at a time: so many noises of a level, and how long. */
struct coming {
	uint64_t at;
	uint64_t length;
	int level;		/* -1: nothing that is recorded */
	bool done;
};

static struct coming coming[4];

static void let_come(struct coming *next)
{
	if (next->done || !next->length || clock_ns < next->at)
		return;
	next->done = true;
	clock_ns += next->length;
	if (next->level < 0)
		return;
	cpu.count[next->level]++;
	/* The thread itself was taken off its CPU, too. */
	if (next->level == BPF_LEVEL_THREAD) {
		cpu.count[BPF_LEVEL_THREAD]++;
		cpu.own++;
	}
}

/* These take the place of functions that look at the machine. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	(void)clock;
	clock_ns += READING;
	for (int i = 0; i < 4; i++)
		let_come(&coming[i]);
	*now = (struct timespec) { .tv_sec = clock_ns / NS_PER_SEC,
				   .tv_nsec = clock_ns % NS_PER_SEC };
	return 0;
}

int sched_getcpu(void)
{
	return left_after-- > 0 ? here : here + 1;
}

void bpf_process_begin(struct bpf_cpu *begins)
{
	begins->pid = 1;
}

void bpf_process_sleep(uint64_t time)
{
	clock_ns = time_max(clock_ns, time);
}

bool bpf_process_slept(struct bpf_process *process, uint64_t time)
{
	(void)process;
	return slept >= time;
}

void bpf_process_end(struct bpf_process *process, struct bpf_cpu *ends,
		     int number)
{
	(void)number;
	process->detached++;
	ends->pid = 0;
}

static int clean(void **state)
{
	(void)state;
	memset(&cpu, 0, sizeof(cpu));
	memset(&shared, 0, sizeof(shared));
	memset(coming, 0, sizeof(coming));
	loop->process.places = FOUND;
	loop->period_ns = 10000;
	loop->runtime_ns = 5000;
	loop->noise_ns = 1000;
	loop->stop_single = UINT64_MAX;
	loop->stop_total = UINT64_MAX;
	cpu.recording = 1;
	clock_ns = 100000;
	slept = 0;
	wake = eventfd(0, EFD_NONBLOCK);
	return 0;
}

static int end(void **state)
{
	(void)state;
	close(wake);
	return 0;
}

/* Look for noise in this number of periods. */
static void look(int periods)
{
	/* The process looks after each period, and after each sleep. */
	left_after = 2 * periods - 1;
	assert_int_equal(bpf_loop_measure(loop, &cpu, here, wake), ENODEV);
	assert_int_equal(loop->process.detached, 1);
	assert_int_equal(cpu.pid, 0);
}

static bool is_awake(void)
{
	eventfd_t value;

	return !eventfd_read(wake, &value);
}

static void test_quiet(void **state)
{
	(void)state;
	look(2);
	assert_int_equal(loop->process.written, 2);
	for (uint32_t i = 0; i < 2; i++) {
		assert_true(loop->found[i].is_period);
		assert_int_equal(loop->found[i].number, i + 1);
		assert_int_equal(loop->found[i].noise, 0);
		assert_in_range(loop->found[i].length, 5000, 5000 + 3 * READING);
	}
	assert_in_range(loop->found[1].start - loop->found[0].start, 9990, 10030);
}

/* Expect that what is coming is one noise, and from which source. */
static void expect_noise(uint64_t length, uint32_t interferences,
			 enum noise_source from)
{
	const struct bpf_found *noise = &loop->found[0];
	const struct bpf_found *period = &loop->found[1];

	look(1);
	assert_int_equal(loop->process.written, 2);
	assert_false(noise->is_period);
	assert_in_range(noise->length, length, length + 4 * READING);
	assert_int_equal(noise->number, interferences);
	assert_int_equal(period->noise, noise->length);
	assert_int_equal(period->max_single, noise->length);
	for (int i = 0; i < NOISE_SOURCES; i++)
		assert_int_equal(period->from[i], i == (int)from);
	assert_false(is_awake());
}

static void test_sources(void **state)
{
	static const enum noise_source sources[] = {
		[BPF_LEVEL_NMI] = NOISE_NMI, [BPF_LEVEL_IRQ] = NOISE_IRQ,
		[BPF_LEVEL_SOFTIRQ] = NOISE_SOFTIRQ,
		[BPF_LEVEL_THREAD] = NOISE_THREAD,
	};

	for (int level = 0; level < BPF_LEVELS; level++) {
		end(state);
		clean(state);
		coming[0] = (struct coming) { 102000, 2000, level, false };
		expect_noise(2000, 1, sources[level]);
	}
}

static void test_hardware(void **state)
{
	(void)state;
	coming[0] = (struct coming) { 102000, 1500, -1, false };
	expect_noise(1500, 0, NOISE_HARDWARE);
}

/* A gap that is too short is no noise, but its cause came. */
static void test_short(void **state)
{
	(void)state;
	coming[0] = (struct coming) { 102000, 500, BPF_LEVEL_IRQ, false };
	look(1);
	assert_int_equal(loop->process.written, 1);
	assert_int_equal(loop->found[0].noise, 0);
	assert_int_equal(loop->found[0].from[NOISE_IRQ], 1);
}

static void test_single_hit(void **state)
{
	(void)state;
	loop->stop_single = 1900;
	coming[0] = (struct coming) { 101000, 1500, BPF_LEVEL_IRQ, false };
	coming[1] = (struct coming) { 103000, 2000, BPF_LEVEL_IRQ, false };
	look(1);
	assert_true(is_awake());
	assert_int_equal(cpu.recording, 0);
	assert_int_equal(cpu.hit, BPF_HIT_USER);
	assert_int_equal(cpu.hit_t_w, loop->hit.start);
	assert_false(loop->hit.is_period);
	assert_in_range(loop->hit.length, 2000, 2000 + 4 * READING);
}

static void test_total_hit(void **state)
{
	(void)state;
	loop->stop_total = 2800;
	coming[0] = (struct coming) { 101000, 1500, BPF_LEVEL_IRQ, false };
	coming[1] = (struct coming) { 103000, 1500, BPF_LEVEL_SOFTIRQ, false };
	look(1);
	assert_true(is_awake());
	assert_true(loop->hit.is_period);
	assert_int_equal(loop->hit.noise, loop->found[2].noise);
}

/* After a hit nobody tells what came; that is not the hardware. */
static void test_after_hit(void **state)
{
	(void)state;
	cpu.recording = 0;
	loop->stop_single = 1000;
	coming[0] = (struct coming) { 102000, 1500, -1, false };
	look(1);
	assert_int_equal(loop->found[1].from[NOISE_HARDWARE], 0);
	assert_false(is_awake());
}

static void test_sleep(void **state)
{
	(void)state;
	slept = UINT64_MAX;
	look(1);
	assert_int_equal(loop->process.written, 0);
}

static void test_skipped(void **state)
{
	(void)state;
	coming[0] = (struct coming) { 102000, 35000, BPF_LEVEL_THREAD, false };
	look(2);
	assert_int_equal(loop->skipped, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_quiet, clean, end),
		cmocka_unit_test_setup_teardown(test_sources, clean, end),
		cmocka_unit_test_setup_teardown(test_hardware, clean, end),
		cmocka_unit_test_setup_teardown(test_short, clean, end),
		cmocka_unit_test_setup_teardown(test_single_hit, clean, end),
		cmocka_unit_test_setup_teardown(test_total_hit, clean, end),
		cmocka_unit_test_setup_teardown(test_after_hit, clean, end),
		cmocka_unit_test_setup_teardown(test_sleep, clean, end),
		cmocka_unit_test_setup_teardown(test_skipped, clean, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
