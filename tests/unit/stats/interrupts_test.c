// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the arrivals of interrupts: which are one vector, what is added to
 * them, and what the bound has of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/bound_figures.h"
#include "stats/interrupts.h"
#include "test.h"
#include "trace/events.h"

static struct interrupts *interrupts;
static struct bound_figures figures;

static int setup(void **state)
{
	(void)state;
	figures = (struct bound_figures) { .known = true };
	interrupts = interrupts_new(2);
	assert_non_null(interrupts);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	free(figures.interrupt);
	interrupts_free(interrupts);
	return 0;
}

static void come(int cpu, enum event_type type, int id, const char *name,
		 uint64_t start, uint64_t duration)
{
	struct event event = {
		.type = type,
		.noise = { .start = start, .duration = duration, .id = id },
	};

	snprintf(event.noise.name, sizeof(event.noise.name), "%s", name);
	assert_true(interrupts_add(interrupts, cpu, &event));
}

static void expect(int index, enum bound_kind kind, int vector,
		   const char *name, uint64_t count, uint64_t owcet_ns,
		   uint64_t omiat_ns)
{
	const struct bound_interrupt *got = &figures.interrupt[index];

	assert_in_range(index, 0, figures.interrupts - 1);
	assert_int_equal(got->kind, kind);
	assert_int_equal(got->vector, vector);
	assert_string_equal(got->name, name);
	assert_int_equal(got->count, count);
	assert_int_equal(got->owcet_ns, owcet_ns);
	assert_int_equal(got->omiat_ns, omiat_ns);
}

/* A number of a device may be that of a vector of the CPU, too. */
static void test_vectors(void **state)
{
	(void)state;
	come(0, EVENT_SOFTIRQ, 1, "TIMER", 900, 3000);
	come(0, EVENT_IRQ, 236, "local_timer", 1000, 50);
	come(0, EVENT_NMI, 77, "garbage", 1010, 7);
	come(0, EVENT_IRQ, 236, "eth0", 1500, 60);
	come(0, EVENT_IRQ, 26, "virtio1-req", 1600, 70);
	come(0, EVENT_IRQ, 236, "local_timer", 2500, 40);
	come(0, EVENT_NMI, 0, "", 2510, 9);
	come(1, EVENT_IRQ, 26, "virtio1-req", 10, 5);
	assert_true(interrupts_bound(interrupts, 0, &figures));
	assert_int_equal(figures.interrupts, 5);
	expect(0, BOUND_IRQ, 26, "virtio1-req", 1, 70, UINT64_MAX);
	expect(1, BOUND_IRQ, 236, "eth0", 1, 60, UINT64_MAX);
	expect(2, BOUND_IRQ, 236, "local_timer", 2, 50, 1500);
	expect(3, BOUND_NMI, 0, "", 2, 9, 1500);
	expect(4, BOUND_SOFTIRQ, 1, "TIMER", 1, 3000, UINT64_MAX);
	/* The columns: the largest interrupt, and the NMI beside it. */
	assert_int_equal(figures.column[BOUND_SINGLE].upper_ns, 3000 + 9);
	assert_int_equal(figures.column[BOUND_EACH].upper_ns,
			 70 + 60 + 50 + 9 + 3000);
	assert_true(interrupts_bound(interrupts, 1, &figures));
	assert_int_equal(figures.interrupts, 1);
	expect(0, BOUND_IRQ, 26, "virtio1-req", 1, 5, UINT64_MAX);
}

/* Softirqs have no entry and exit of their own; what comes later does not count. */
static void test_unseen(void **state)
{
	(void)state;
	interrupts_unseen(interrupts, 0, 0);
	interrupts_unseen(interrupts, 0, 400);
	interrupts_unseen(interrupts, 0, 900);
	come(0, EVENT_SOFTIRQ, 1, "TIMER", 900, 3000);
	come(0, EVENT_IRQ, 26, "virtio1-req", 1600, 70);
	come(0, EVENT_NMI, 0, "", 2510, 9);
	come(1, EVENT_NMI, 0, "", 2510, 9);
	assert_true(interrupts_bound(interrupts, 0, &figures));
	expect(0, BOUND_IRQ, 26, "virtio1-req", 1, 470, UINT64_MAX);
	expect(1, BOUND_NMI, 0, "", 1, 409, UINT64_MAX);
	expect(2, BOUND_SOFTIRQ, 1, "TIMER", 1, 3000, UINT64_MAX);
	assert_true(interrupts_bound(interrupts, 1, &figures));
	expect(0, BOUND_NMI, 0, "", 1, 9, UINT64_MAX);
}

/*
 * One that began before the last one of its vector is not counted, and that is
 * known.
 */
static void test_refused(void **state)
{
	(void)state;
	come(0, EVENT_IRQ, 26, "virtio1-req", 1600, 70);
	come(0, EVENT_IRQ, 27, "virtio2-req", 1500, 70);
	assert_int_equal(interrupts_refused(interrupts), 0);
	come(0, EVENT_IRQ, 26, "virtio1-req", 1599, 90);
	assert_int_equal(interrupts_refused(interrupts), 1);
	assert_true(interrupts_bound(interrupts, 0, &figures));
	expect(0, BOUND_IRQ, 26, "virtio1-req", 1, 70, UINT64_MAX);
}

/* A device may be called like the probe, which has the number 0. */
static void test_none(void **state)
{
	(void)state;
	come(0, EVENT_IRQ, 0, EVENT_PROBE_NAME, 1600, 70);
	come(0, EVENT_IRQ, 9, EVENT_PROBE_NAME, 1600, 70);
	assert_true(interrupts_bound(interrupts, 0, &figures));
	assert_int_equal(figures.interrupts, 1);
	expect(0, BOUND_IRQ, 9, EVENT_PROBE_NAME, 1, 70, UINT64_MAX);
	assert_true(interrupts_bound(interrupts, 1, &figures));
	assert_int_equal(figures.interrupts, 0);
	assert_int_equal(figures.column[BOUND_WINDOW].upper_ns, 0);
	interrupts_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_vectors, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unseen, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_none, setup, teardown),
	};

	return cmocka_run_group_tests_name("interrupts", tests, NULL, NULL);
}
