// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the comparison of what took time, name by name: what differs, what
 * chance explains, and what cannot be told.
 */
#include <math.h>
#include <string.h>

#include "base/parse.h"
#include "compare/compare_causes.h"
#include "compare/kind_compare.h"
#include "made_results.h"
#include "random.h"
#include "repetitions.h"
#include "stats/causes.h"
#include "test.h"

#define RUNS	5

static const struct own_figure rate = { .name = "rate", .is_rate = true };

/* BASE has RUNS runs, of which a test uses the first ones; and one of NEW. */
static struct results base[RUNS], new;
static struct figure irqs;

/* All have two CPUs and 10 s, and interrupts are as far from regular as chance. */
static void begin(void)
{
	for (int i = 0; i <= RUNS; i++) {
		struct results *results = i < RUNS ? &base[i] : &new;

		*results = made_results("osnoise", NS_PER_SEC, NS_PER_SEC);
		results->measured_ns = 10 * NS_PER_SEC;
		results->kind.causes = causes_new();
	}
	irqs = (struct figure) {
		.kind = FIGURE_OWN, .own = &rate, .cpu = EVERY_CPU,
		.number = NOISE_IRQ, .judgement = SAME, .dispersion = 1,
	};
}

static void end(void)
{
	for (int i = 0; i < RUNS; i++)
		results_free(&base[i]);
	results_free(&new);
}

static void has(struct results *results, enum noise_source kind, int id,
		const char *name, uint64_t count, uint64_t sum)
{
	struct cause cause = {
		.cpu = id % MADE_CPUS ? 1 : 0, .kind = kind, .id = id,
		.count = count, .sum = sum, .max = sum / (count ?: 1),
	};

	snprintf(cause.name, sizeof(cause.name), "%s", name);
	assert_true(causes_add(results->kind.causes, &cause));
}

/*
 * An interrupt, which takes 1 us each time; BASE's first run and NEW have it so
 * often.
 */
static void has_irq(const char *name, int id, uint64_t of_base, uint64_t of_new)
{
	if (of_base)
		has(&base[0], NOISE_IRQ, id, name, of_base, of_base * 1000);
	if (of_new)
		has(&new, NOISE_IRQ, id, name, of_new, of_new * 1000);
	irqs.base.count += of_base;
	irqs.new.count += of_new;
}

/* Compare NEW with so many runs of BASE; the caller frees the causes. */
static struct compared_causes *compare(int runs)
{
	struct comparison comparison = {
		.base = base, .bases = runs, .new = &new,
		.demands = {
			.alpha = 0.05, .tolerance = 0.05, .tolerance_ns = 100,
		},
		.cpus = base[0].cpus, .figure = &irqs, .figures = 1,
	};

	assert_true(causes_compare(&comparison));
	return comparison.causes;
}

static const struct compared_cause *named(const struct compared_causes *causes,
					  const char *name)
{
	for (int i = 0; i < causes->count; i++)
		if (!strcmp(causes->cause[i].name, name))
			return &causes->cause[i];
	fail_msg("%s is not compared", name);
	return NULL;
}

static void assert_verdict(const struct compared_causes *causes,
			   const char *name, enum cause_verdict verdict)
{
	assert_int_equal(named(causes, name)->verdict, verdict);
}

static void test_verdicts(void **state)
{
	struct compared_causes *causes;
	const struct compared_cause *grew;

	(void)state;
	begin();
	has_irq("timer", 236, 10000, 10100);
	has_irq("nvme0q3", 27, 0, 500);
	has_irq("eth0", 28, 400, 0);
	has_irq("usb", 29, 1000, 2000);
	has_irq("sata", 30, 2000, 1000);
	has_irq("rare", 31, 0, 3);
	irqs.dispersion = 0.01;
	causes = compare(1);
	assert_int_equal(causes->count, 6);
	assert_verdict(causes, "timer", CAUSE_SAME);
	assert_verdict(causes, "nvme0q3", CAUSE_APPEARED);
	assert_verdict(causes, "eth0", CAUSE_VANISHED);
	assert_verdict(causes, "sata", CAUSE_SHRANK);
	assert_verdict(causes, "rare", CAUSE_SAME);
	grew = named(causes, "usb");
	assert_int_equal(grew->verdict, CAUSE_GREW);
	assert_false(grew->by_time);
	assert_true(fabs(grew->rate.value - 1) < 1e-9);
	assert_true(grew->rate.low > 0.7 && grew->rate.low < 1);
	assert_true(grew->rate.high > 1 && grew->rate.high < 1.4);
	/* Names that differ come first, those that change the time most before. */
	assert_string_equal(causes->cause[0].name, "sata");
	assert_string_equal(causes->cause[1].name, "usb");
	assert_string_equal(causes->cause[2].name, "nvme0q3");
	assert_string_equal(causes->cause[3].name, "eth0");
	assert_string_equal(causes->cause[4].name, "timer");
	compared_causes_free(causes);
	end();
}

/* It may be rare and come in bursts, although all interrupts together do not. */
static void test_rare_among_others(void **state)
{
	struct compared_causes *causes;

	(void)state;
	begin();
	has_irq("many", 236, 100000, 100000);
	has_irq("bursts", 27, 0, 500);
	causes = compare(1);
	assert_verdict(causes, "bursts", CAUSE_SAME);
	compared_causes_free(causes);
	irqs.dispersion = 0.001;
	causes = compare(1);
	assert_verdict(causes, "bursts", CAUSE_APPEARED);
	compared_causes_free(causes);
	end();
}

/* A name without a place in BASE may be among its others. */
static void test_others(void **state)
{
	struct compared_causes *causes;

	(void)state;
	begin();
	has_irq("hidden", 27, 0, 500);
	has_irq("more", 28, 0, 5000);
	has_irq("less", 29, 5000, 400);
	has(&base[0], NOISE_IRQ, CAUSE_OTHERS, "", 600, 600000);
	has(&new, NOISE_THREAD, CAUSE_OTHERS, "", 99999, 99999);
	causes = compare(1);
	assert_int_equal(causes->count, 3);
	assert_verdict(causes, "hidden", CAUSE_SAME);
	assert_int_equal(named(causes, "hidden")->base.others, 600);
	assert_int_equal(named(causes, "hidden")->new.others, 0);
	assert_verdict(causes, "more", CAUSE_GREW);
	assert_verdict(causes, "less", CAUSE_SHRANK);
	compared_causes_free(causes);
	end();
}

/* Ids differ from boot to boot; and any kworker may do the work of another one. */
static void test_names(void **state)
{
	struct compared_causes *causes;

	(void)state;
	begin();
	has(&base[0], NOISE_THREAD, 77, "kworker/0:1", 10, 1000);
	has(&base[0], NOISE_THREAD, 79, "kworker/u8:2-ev", 20, 3000);
	has(&new, NOISE_THREAD, 1078, "kworker/1:0", 30, 9000);
	has(&base[0], NOISE_THREAD, 5, "sh", 1, 2000);
	has(&new, NOISE_THREAD, 4711, "sh", 1, 2000);
	has(&new, NOISE_IRQ, 5, "sh", 1, 2000);
	causes = compare(1);
	assert_int_equal(causes->count, 3);
	assert_int_equal(named(causes, "kworker")->base.count, 30);
	assert_int_equal(named(causes, "kworker")->base.sum, 4000);
	assert_int_equal(named(causes, "kworker")->base.max, 150);
	assert_int_equal(named(causes, "kworker")->new.count, 30);
	/* No rate of threads is known, and so not what is chance. */
	assert_verdict(causes, "kworker", CAUSE_NOT_JUDGED);
	assert_true(isnan(named(causes, "kworker")->rate.low));
	compared_causes_free(causes);
	end();
}

/* A CPU that only one result has says nothing. */
static void test_cpus(void **state)
{
	struct comparison comparison = {
		.base = base, .bases = 1, .new = &new,
		.demands = { .alpha = 0.05 }, .figure = &irqs, .figures = 1,
	};

	(void)state;
	begin();
	has_irq("on 0", 2, 500, 500);
	has_irq("on 1", 3, 500, 500);
	cpus_add(&comparison.cpus, 1);
	assert_true(causes_compare(&comparison));
	assert_int_equal(comparison.causes->count, 1);
	assert_string_equal(comparison.causes->cause->name, "on 1");
	assert_true(comparison.causes->cause->base.time_ns == 1e10);
	compared_causes_free(comparison.causes);
	end();
}

static void test_not_known(void **state)
{
	struct causes *kept;

	(void)state;
	begin();
	has_irq("timer", 236, 1000, 1000);
	kept = new.kind.causes;
	new.kind.causes = NULL;
	assert_null(compare(1));
	new.kind.causes = kept;
	kept = base[1].kind.causes;
	base[1].kind.causes = NULL;
	assert_null(compare(2));
	base[1].kind.causes = kept;
	end();
}

/* Five runs of BASE: what they differ by among themselves is no difference. */
static void test_several_runs(void **state)
{
	static const uint64_t varies[RUNS] = { 100, 3000, 500, 9000, 1500 };
	struct compared_causes *causes;

	(void)state;
	begin();
	for (int i = 0; i < RUNS; i++) {
		has(&base[i], NOISE_THREAD, i, "varies", varies[i], 1000000);
		has(&base[i], NOISE_THREAD, i, "grows", 5000 + 10 * i, 1000000);
		has(&base[i], NOISE_THREAD, i, "longer", 5000 + 10 * i,
		    1000000 + 1000 * i);
	}
	has(&new, NOISE_THREAD, 9, "varies", 8000, 1000000);
	has(&new, NOISE_THREAD, 9, "grows", 9000, 1000000);
	has(&new, NOISE_THREAD, 9, "longer", 5020, 2000000);
	has(&new, NOISE_THREAD, 9, "new", 100, 1000000);
	causes = compare(RUNS);
	assert_verdict(causes, "varies", CAUSE_SAME);
	assert_verdict(causes, "grows", CAUSE_GREW);
	assert_false(named(causes, "grows")->by_time);
	assert_verdict(causes, "longer", CAUSE_GREW);
	assert_true(named(causes, "longer")->by_time);
	assert_verdict(causes, "new", CAUSE_APPEARED);
	assert_int_equal(named(causes, "grows")->base.count, 25100);
	compared_causes_free(causes);
	end();
}

/* ---- How often it is right ----------------------------------------------- */

static uint64_t poisson(struct random *random, double mean)
{
	uint64_t count = 0;

	for (double sum = -log(uniform(random)); sum < mean;
	     sum -= log(uniform(random)))
		count++;
	return count;
}

/*
 * Ten names, each of which comes in bursts of ten, are the same in both. The
 * dispersion of all interrupts is ten then, too.
 */
static bool alarms(struct random *random)
{
	struct compared_causes *causes;
	bool alarm = false;
	char name[16];

	begin();
	irqs.dispersion = 10;
	for (int i = 0; i < 10; i++) {
		double bursts = 2 + 3 * i * i;

		snprintf(name, sizeof(name), "irq%d", i);
		has_irq(name, i, 10 * poisson(random, bursts),
			10 * poisson(random, bursts));
	}
	causes = compare(1);
	for (int i = 0; i < causes->count; i++)
		alarm |= causes->cause[i].verdict != CAUSE_SAME;
	compared_causes_free(causes);
	end();
	return alarm;
}

static void test_false_alarms(void **state)
{
	struct random random = { .state = 1 };
	int tries = repetitions(1000), count = 0;

	(void)state;
	for (int i = 0; i < tries; i++)
		count += alarms(&random);
	assert_true(count <= 0.05 * tries);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_rare_among_others),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_not_known),
		cmocka_unit_test(test_several_runs),
		cmocka_unit_test(test_false_alarms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
