// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel/noise/noise.c: what an interrupt is without the probe of a
 * bound.
 */
#include <string.h>

#include <linux/preempt.h>

#include "contexts.h"
#include "simulated_cpu.h"
#include "test.h"

#include <trace/events/rtla.h>

/* The events of interrupts that came. */
static struct {
	u64 start;
	u64 duration;
	char desc[RTLA_DESC_LEN];
	int vector;
} irqs[3];
static int count;
static u64 softirq_start;
static u64 softirq_duration;
static u64 clock_ns;
static u64 record_ns;	/* what recording an event takes */
static bool on_thread_stack;

/* ---- The simulated CPU, on which nothing comes in between ---------------- */

bool cpu_in_nmi(void)
{
	return false;
}

struct task_struct *cpu_current(void)
{
	return NULL;
}

void cpu_point(void)
{
}

uint64_t cpu_clock(void)
{
	return clock_ns;
}

void cpu_add(uint64_t *to, uint64_t amount)
{
	*to += amount;
}

uint64_t cpu_cmpxchg(uint64_t *at, uint64_t old, uint64_t new)
{
	uint64_t was = *at;

	if (was == old)
		*at = new;
	return was;
}

bool cpu_irqs_off(void)
{
	return true;
}

void cpu_irqs_restore(bool on)
{
}

bool cpu_on_thread_stack(void)
{
	return on_thread_stack;
}

void trace_nmi_noise(u64 start, u64 duration)
{
}

void trace_irq_noise(u64 start, u64 duration, const char *desc, int vector)
{
	assert_true(count < 3);
	irqs[count].start = start;
	irqs[count].duration = duration;
	irqs[count].vector = vector;
	memcpy(irqs[count++].desc, desc, RTLA_DESC_LEN);
	clock_ns += record_ns;
}

void trace_softirq_noise(u64 start, u64 duration, int vector)
{
	softirq_start = start;
	softirq_duration = duration;
	clock_ns += record_ns;
}

void trace_thread_noise(const char *comm, int pid, int prio, u64 start,
			u64 duration)
{
}

/* ---- Tests --------------------------------------------------------------- */

/* An interrupt of 100 ns in which @expired timers expire; the probe takes @probe ns. */
static void interrupt(struct noise_cpu *noise, u64 probe, unsigned int expired)
{
	static const char desc[RTLA_DESC_LEN] = "local_timer";

	count = 0;
	clock_ns += 1000;
	call_irq_entry(noise);
	noise->probe += probe;
	noise->expired += expired;
	clock_ns += 100;
	call_irq_exit(noise, desc, 236);
}

static int begin(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	memset(noise, 0, sizeof(*noise));
	noise->on.watchers = true;
	rtla_noise_probed.on = true;
	record_ns = 0;
	on_thread_stack = false;
	return 0;
}

static void test_alone(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	interrupt(noise, 30, 1);
	assert_int_equal(count, 0);
	/* But it is a part of no window. */
	assert_int_equal(noise->stolen, 100);
	assert_int_equal(noise->left.start, clock_ns);
	assert_int_equal(noise->left.stolen, 100);
	assert_int_equal(noise->own, 100);
	interrupt(noise, 0, 1);
	assert_int_equal(count, 1);
	assert_int_equal(irqs[0].duration, 100);
	assert_int_equal(noise->own, 100);
}

static void test_with_others(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	interrupt(noise, 30, 2);
	assert_int_equal(count, 1);
	assert_int_equal(irqs[0].duration, 70);
	assert_int_equal(noise->stolen, 100);
	assert_int_equal(noise->own, 30);
	/* The probe cannot have taken more than all of it. */
	interrupt(noise, 130, 2);
	assert_int_equal(irqs[0].duration, 0);
}

static void test_owner(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	noise->on.owner = true;
	interrupt(noise, 30, 1);
	assert_int_equal(count, 1);
	assert_int_equal(irqs[0].duration, 100);
	assert_string_equal(irqs[0].desc, "rtla_probe");
	interrupt(noise, 30, 2);
	assert_int_equal(count, 2);
	assert_string_equal(irqs[0].desc, "rtla_probe");
	assert_int_equal(irqs[0].duration, 30);
	assert_int_equal(irqs[0].start, clock_ns - 30);
	assert_string_equal(irqs[1].desc, "local_timer");
	assert_int_equal(irqs[1].duration, 70);
}

static void test_unseen(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	noise->unseen = 7;
	interrupt(noise, 30, 1);
	assert_int_equal(noise->stolen, 107);
	assert_int_equal(noise->own, 107);
	interrupt(noise, 0, 0);
	assert_int_equal(noise->stolen, 214);
	assert_int_equal(noise->own, 107);
	assert_int_equal(irqs[0].duration, 100);
	noise->on.owner = true;
	interrupt(noise, 0, 0);
	assert_int_equal(noise->stolen, 314);
}

/* Recording an event is a part of no window, but of the owner's. */
static void test_recording(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	record_ns = 50;
	interrupt(noise, 0, 1);
	assert_int_equal(irqs[0].duration, 100);
	assert_int_equal(noise->stolen, 150);
	assert_int_equal(noise->left.start, clock_ns);
	assert_int_equal(noise->left.stolen, 150);
	assert_int_equal(noise->own, 50);
	noise->on.owner = true;
	interrupt(noise, 0, 1);
	assert_int_equal(noise->stolen, 250);
	assert_int_equal(noise->own, 50);
	assert_int_equal(cpu_preemption_off, 0);
}

/*
 * The probe has come after what is recorded has ended: nothing is known to be
 * stolen.
 */
static void test_recording_before(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	record_ns = 50;
	rtla_noise_record_softirq(noise, clock_ns - 10, 10, 1);
	assert_int_equal(noise->stolen, 0);
	assert_int_equal(noise->left.start, 0);
	assert_int_equal(cpu_preemption_off, 0);
}

static const struct task_struct ktimers = { .comm = "ktimers/0", .pid = 18 };

static void test_exit_wakes(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	record_ns = 50;
	interrupt(noise, 0, 1);
	clock_ns += 40;
	rtla_noise_leave_and_wake(noise, &ktimers);
	assert_int_equal(count, 2);
	assert_string_equal(irqs[1].desc, "wakes ktimers/0");
	assert_int_equal(irqs[1].vector, 18);
	/* It begins where the event of the interrupt was recorded. */
	assert_int_equal(irqs[1].start, irqs[0].start + 100 + 50);
	assert_int_equal(irqs[1].duration, 40);
	assert_int_equal(noise->stolen, 100 + 50 + 40 + 50);
}

static void no_wake_of_exit(struct noise_cpu *noise)
{
	u64 stolen = noise->stolen;

	count = 0;
	rtla_noise_leave_and_wake(noise, &ktimers);
	assert_int_equal(count, 0);
	assert_int_equal(noise->stolen, stolen);
}

/* Threads, handlers and softirqs wake threads, too, and the owner's parts add up. */
static void test_others_wake(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	interrupt(noise, 0, 1);
	on_thread_stack = true;
	no_wake_of_exit(noise);
	on_thread_stack = false;
	noise->softirq.start = clock_ns;
	no_wake_of_exit(noise);
	noise->softirq.start = 0;
	call_irq_entry(noise);
	no_wake_of_exit(noise);
	noise->irq_depth = 0;
	noise->on.owner = true;
	no_wake_of_exit(noise);
	noise->on.owner = false;
	/* It is not known since when the kernel leaves this interrupt. */
	clock_ns += 60000;
	no_wake_of_exit(noise);
}

static void test_softirq_after_exit(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;
	u64 end;

	noise->report.watchers = true;
	interrupt(noise, 0, 1);
	end = clock_ns;
	clock_ns += 20;
	call_softirq_entry(noise, 1);
	clock_ns += 300;
	call_softirq_exit(noise, 1);
	assert_int_equal(softirq_start, end);
	assert_int_equal(softirq_duration, 320);
	assert_int_equal(noise->stolen, 420);
	/* One that a thread runs begins by itself. */
	on_thread_stack = true;
	clock_ns += 20;
	call_softirq_entry(noise, 1);
	clock_ns += 300;
	call_softirq_exit(noise, 1);
	assert_int_equal(softirq_duration, 300);
}

static void test_softirq_thread_waits(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	noise->unseen = 7;
	noise->unseen_waits = 4;
	interrupt(noise, 30, 1);
	rtla_noise_learn_softirq_thread(noise, &ktimers);
	assert_int_equal(noise->stolen, 107);
	rtla_noise_leave_and_wake(noise, &ktimers);
	interrupt(noise, 30, 1);
	assert_int_equal(noise->stolen, 107 + 111);
	noise->softirq_waits = false;
	interrupt(noise, 30, 1);
	assert_int_equal(noise->stolen, 107 + 111 + 107);
}

static void test_no_probe(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	rtla_noise_probed.on = false;
	interrupt(noise, 0, 0);
	assert_int_equal(count, 1);
	assert_int_equal(noise->left.start, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_alone, begin),
		cmocka_unit_test_setup(test_with_others, begin),
		cmocka_unit_test_setup(test_owner, begin),
		cmocka_unit_test_setup(test_unseen, begin),
		cmocka_unit_test_setup(test_recording, begin),
		cmocka_unit_test_setup(test_recording_before, begin),
		cmocka_unit_test_setup(test_exit_wakes, begin),
		cmocka_unit_test_setup(test_others_wake, begin),
		cmocka_unit_test_setup(test_softirq_after_exit, begin),
		cmocka_unit_test_setup(test_softirq_thread_waits, begin),
		cmocka_unit_test_setup(test_no_probe, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
