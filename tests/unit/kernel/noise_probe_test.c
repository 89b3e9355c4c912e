// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel/noise.c: what an interrupt is without the probe of a bound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "contexts.h"
#include "simulated_cpu.h"

#include <trace/events/rtla.h>

/* The events of interrupts that came. */
static struct {
	u64 start;
	u64 duration;
	const char *desc;
} irqs[3];
static int count;
static u64 clock_ns;

/* ---- The simulated CPU, on which nothing comes in between ----------------- */

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

void trace_nmi_noise(u64 start, u64 duration)
{
}

void trace_irq_noise(u64 start, u64 duration, const char *desc, int vector)
{
	assert_true(count < 3);
	irqs[count].start = start;
	irqs[count].duration = duration;
	irqs[count++].desc = desc;
}

void trace_softirq_noise(u64 start, u64 duration, int vector)
{
}

void trace_thread_noise(const char *comm, int pid, int prio, u64 start, u64 duration)
{
}

/* ---- Tests ------------------------------------------------------------------ */

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
	return 0;
}

static void test_alone(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	interrupt(noise, 30, 1);
	assert_int_equal(count, 0);
	/* But it is a part of no window. */
	assert_int_equal(noise->stolen, 100);
	assert_int_equal(noise->stolen_at, clock_ns);
	interrupt(noise, 0, 1);
	assert_int_equal(count, 1);
	assert_int_equal(irqs[0].duration, 100);
}

static void test_with_others(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	interrupt(noise, 30, 2);
	assert_int_equal(count, 1);
	assert_int_equal(irqs[0].duration, 70);
	assert_int_equal(noise->stolen, 100);
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
	interrupt(noise, 0, 0);
	assert_int_equal(noise->stolen, 214);
	assert_int_equal(irqs[0].duration, 100);
	noise->on.owner = true;
	interrupt(noise, 0, 0);
	assert_int_equal(noise->stolen, 314);
}

static void test_no_probe(void **state)
{
	struct noise_cpu *noise = &rtla_noise_cpu;

	rtla_noise_probed.on = false;
	interrupt(noise, 0, 0);
	assert_int_equal(count, 1);
	assert_int_equal(noise->stolen_at, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_alone, begin),
		cmocka_unit_test_setup(test_with_others, begin),
		cmocka_unit_test_setup(test_owner, begin),
		cmocka_unit_test_setup(test_unseen, begin),
		cmocka_unit_test_setup(test_no_probe, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
