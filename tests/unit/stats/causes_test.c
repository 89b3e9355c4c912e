// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the causes of noise: their order, and those of all CPUs together.
 */
#include <stdio.h>
#include <stdlib.h>

#include "stats/causes.h"
#include "test.h"

static void add(struct causes *causes, int cpu, enum noise_source kind, int id,
		const char *name, uint64_t sum, uint64_t max)
{
	struct cause cause = {
		.cpu = cpu, .kind = kind, .id = id, .count = 2, .sum = sum,
		.max = max, .at = 10 * max,
	};

	snprintf(cause.name, sizeof(cause.name), "%s", name);
	assert_true(causes_add(causes, &cause));
}

static void expect(const struct causes *causes, int i, int cpu,
		   const char *text, uint64_t count, uint64_t sum, uint64_t max)
{
	const struct cause *cause = &causes->cause[i];
	char of[CAUSE_TEXT_LEN];

	assert_true(i < causes->count);
	assert_string_equal(cause_text(cause, of), text);
	assert_int_equal(cause->cpu, cpu);
	assert_int_equal(cause->count, count);
	assert_int_equal(cause->sum, sum);
	assert_int_equal(cause->max, max);
	assert_int_equal(cause->at, 10 * max);
}

static struct causes *make(void)
{
	struct causes *causes = causes_new();

	assert_non_null(causes);
	add(causes, 1, NOISE_IRQ, 236, "local_timer", 300, 50);
	add(causes, 0, NOISE_IRQ, 236, "local_timer", 500, 40);
	add(causes, 0, NOISE_THREAD, 236, "local_timer", 10, 6);
	add(causes, 0, NOISE_THREAD, CAUSE_OTHERS, "", 700, 200);
	add(causes, 1, NOISE_THREAD, CAUSE_OTHERS, "", 50, 20);
	add(causes, 1, NOISE_NMI, 0, "", 300, 150);
	add(causes, 0, NOISE_SOFTIRQ, 1, "TIMER", 600, 30);
	return causes;
}

static void test_sort(void **state)
{
	struct causes *causes = make();

	(void)state;
	causes_sort(causes);
	assert_int_equal(causes->count, 7);
	expect(causes, 0, 0, "other threads", 2, 700, 200);
	expect(causes, 1, 0, "TIMER:1", 2, 600, 30);
	expect(causes, 2, 0, "local_timer:236", 2, 500, 40);
	expect(causes, 3, 0, "local_timer:236", 2, 10, 6);
	/* Those with equal sums are in the order of their kinds. */
	expect(causes, 4, 1, "NMI", 2, 300, 150);
	expect(causes, 5, 1, "local_timer:236", 2, 300, 50);
	expect(causes, 6, 1, "other threads", 2, 50, 20);
	causes_free(causes);
}

/* The longest noise tells the CPU. */
static void test_all(void **state)
{
	struct causes *causes = make(), *all = causes_of_all(causes);

	(void)state;
	assert_non_null(all);
	assert_int_equal(causes->count, 7);
	assert_int_equal(all->count, 5);
	expect(all, 0, 1, "local_timer:236", 4, 800, 50);
	expect(all, 1, 0, "other threads", 4, 750, 200);
	expect(all, 2, 0, "TIMER:1", 2, 600, 30);
	expect(all, 3, 1, "NMI", 2, 300, 150);
	expect(all, 4, 0, "local_timer:236", 2, 10, 6);
	causes_free(all);
	causes_free(causes);
}

static void test_none(void **state)
{
	struct causes *causes = causes_new(), *all;

	(void)state;
	causes_sort(causes);
	all = causes_of_all(causes);
	assert_non_null(all);
	assert_int_equal(all->count, 0);
	causes_free(all);
	causes_free(causes);
	causes_free(NULL);
}

/* The list is emptied, and filled again: that of the next reading. */
static void test_again(void **state)
{
	struct causes *causes = causes_new();

	(void)state;
	for (int i = 0; i < 3; i++) {
		causes->count = 0;
		for (int j = 0; j < 100; j++)
			add(causes, 0, NOISE_THREAD, j, "a", 100 + j, 1);
		causes_sort(causes);
		assert_int_equal(causes->count, 100);
		expect(causes, 0, 0, "a:99", 2, 199, 1);
	}
	causes_free(causes);
}

static void test_names(void **state)
{
	const struct cause irq = { .kind = NOISE_IRQ, .id = 27, .name = "nvme0q3" };
	const struct cause nmi = { .kind = NOISE_NMI };
	const struct cause others = { .kind = NOISE_IRQ, .id = CAUSE_OTHERS };
	const struct cause softirqs = { .kind = NOISE_SOFTIRQ, .id = CAUSE_OTHERS };
	char text[CAUSE_TEXT_LEN];

	(void)state;
	assert_true(cause_is_named(&irq, "nvme0q3"));
	assert_true(cause_is_named(&irq, "nvme0q3:27"));
	assert_false(cause_is_named(&irq, "nvme0q3:2"));
	assert_false(cause_is_named(&irq, "nvme0q"));
	assert_true(cause_is_named(&nmi, "NMI"));
	assert_false(cause_is_named(&nmi, ""));
	assert_true(cause_is_named(&others, "other interrupts"));
	assert_string_equal(cause_text(&softirqs, text), "other softirqs");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sort),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests_name("causes", tests, NULL, NULL);
}
