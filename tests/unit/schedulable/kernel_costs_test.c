// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel_costs.c and cpu_load.c, with what the rows of all kinds add:
 * which samples of a result are which cost of a task.
 */
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "made_results.h"
#include "schedulable/cpu_load.h"
#include "stats/bound_figures.h"
#include "test.h"

static struct results overheads, latencies, bounds;
static struct bound_interrupt device = {
	.kind = BOUND_IRQ, .vector = 26, .name = "virtio1-req", .count = 2,
	.owcet_ns = 14000, .omiat_ns = 97000, .sum_ns = 28000,
};

static void put(enum event_context context, uint64_t value)
{
	made_results_add(&overheads, 0, context, 1, value / 2);
	made_results_add(&overheads, 0, context, 2, value);
}

static void make_bounds(void)
{
	bounds = made_results("bound", NS_PER_MS, NS_PER_SEC);
	bounds.kind.bounds = bound_set_new(MADE_CPUS);
	for (int cpu = 0; cpu < MADE_CPUS; cpu++) {
		struct bound_figures *of = &bounds.kind.bounds->of[cpu];

		of->known = true;
		of->probe.count = 1;
		of->entry = (struct bound_entry) { 400, 700, 3 };
		for (int i = 0; i < BOUND_COLUMNS; i++)
			of->column[i] = (struct latency_bound) {
				20000, 50000 + 1000 * i + 100 * cpu, true, -1
			};
		of->interrupt = calloc(1, sizeof(device));
		of->interrupt[0] = device;
		of->interrupts = 1;
	}
}

static int setup(void **state)
{
	(void)state;
	overheads = made_results("overheads", NS_PER_MS, NS_PER_SEC);
	put(CONTEXT_OVERHEAD_RELEASE_LATENCY, 3000);
	put(CONTEXT_OVERHEAD_RELEASE, 1200);
	put(CONTEXT_OVERHEAD_SCHED, 900);
	put(CONTEXT_OVERHEAD_CXS, 500);
	put(CONTEXT_OVERHEAD_TICK, 1400);
	put(CONTEXT_OVERHEAD_IPI, 70);
	put(CONTEXT_OVERHEAD_XCALL, 80);
	put(CONTEXT_OVERHEAD_WAKE, 90);
	latencies = made_results("timerlat", NS_PER_MS, NS_PER_SEC);
	made_results_add(&latencies, 0, CONTEXT_IRQ, 1, 90000);
	made_results_add(&latencies, 0, CONTEXT_THREAD, 1, 60000);
	make_bounds();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	results_free(&overheads);
	results_free(&latencies);
	results_free(&bounds);
	return 0;
}

static const struct kernel_cost *cost_of(const struct kernel_costs *costs,
					 const char *name)
{
	for (int i = 0; i < costs->count; i++)
		if (!strcmp(costs->cost[i].name, name))
			return &costs->cost[i];
	return NULL;
}

/* Overheads count by the role of each; "sched2" has no sample. */
static void test_overheads(void **state)
{
	struct kernel_costs costs = { .count = 0 };
	const struct kernel_cost *cost;

	(void)state;
	kernel_costs_read(&costs, &overheads, 0);
	assert_false(costs.failed);
	assert_int_equal(kernel_costs_sum(&costs, COST_JITTER), 3070);
	assert_int_equal(kernel_costs_sum(&costs, COST_RELEASE), 1200);
	assert_int_equal(kernel_costs_sum(&costs, COST_SWITCH), 1400);
	assert_int_equal(kernel_costs_sum(&costs, COST_TICK), 1400);
	assert_int_equal(kernel_costs_sum(&costs, COST_BLOCKING), 0);
	assert_null(cost_of(&costs, "xcall"));
	assert_null(cost_of(&costs, "wake"));
	cost = cost_of(&costs, "sched2");
	assert_non_null(cost);
	assert_non_null(cost->unknown);
	assert_null(cost_of(&costs, "cxs")->unknown);
	assert_int_equal(cost_of(&costs, "tick")->every_ns, NS_PER_MS);
	kernel_costs_free(&costs);
}

/* A CPU that has no samples, or is not in the result, has those of all others. */
static void test_other_cpus(void **state)
{
	struct kernel_costs costs = { .count = 0 };

	(void)state;
	for (int cpu = 1; cpu < 4; cpu += 2) {
		kernel_costs_read(&costs, &overheads, cpu);
		assert_int_equal(kernel_costs_sum(&costs, COST_SWITCH), 1400);
		assert_int_equal(cost_of(&costs, "cxs")->cpu, COST_ALL_CPUS);
		kernel_costs_free(&costs);
	}
	kernel_costs_read(&costs, &overheads, 0);
	assert_int_equal(cost_of(&costs, "cxs")->cpu, 0);
	kernel_costs_free(&costs);
}

/* The longest of each cost counts, whichever of two results has it. */
static void test_several_results(void **state)
{
	struct results other = made_results("overheads", NS_PER_MS, NS_PER_SEC);
	struct kernel_costs costs = { .count = 0 };

	(void)state;
	other.path = "other";
	made_results_add(&other, 0, CONTEXT_OVERHEAD_SCHED, 1, 2000);
	made_results_add(&other, 0, CONTEXT_OVERHEAD_CXS, 1, 100);
	kernel_costs_read(&costs, &other, 0);
	kernel_costs_read(&costs, &overheads, 0);
	assert_int_equal(kernel_costs_sum(&costs, COST_SWITCH), 2500);
	assert_string_equal(cost_of(&costs, "sched")->path, "other");
	assert_string_equal(cost_of(&costs, "cxs")->path, "made up");
	kernel_costs_free(&costs);
	results_free(&other);
}

/* An observed latency counts until a bound is there. */
static void test_bound_before_observed(void **state)
{
	struct kernel_costs costs = { .interrupts = BOUND_WINDOW };

	(void)state;
	kernel_costs_read(&costs, &latencies, 0);
	assert_int_equal(kernel_costs_sum(&costs, COST_BLOCKING), 60000);
	assert_true(cost_of(&costs, "timerlat thread")->observed);
	kernel_costs_read(&costs, &bounds, 0);
	assert_int_equal(kernel_costs_sum(&costs, COST_BLOCKING),
			 50000 + 1000 * BOUND_WINDOW);
	assert_null(cost_of(&costs, "virtio1-req:26"));
	kernel_costs_free(&costs);
}

/* Interrupts that come for ever have the tick among them, and the longest entry. */
static void test_sporadic_interrupts(void **state)
{
	struct kernel_costs costs = { .interrupts = BOUND_SPORADIC };
	const struct kernel_cost *cost;

	(void)state;
	kernel_costs_read(&costs, &bounds, 1);
	kernel_costs_read(&costs, &overheads, 1);
	assert_int_equal(kernel_costs_sum(&costs, COST_BLOCKING), 50100);
	cost = cost_of(&costs, "virtio1-req:26");
	assert_non_null(cost);
	assert_int_equal(cost->ns, 14300);
	assert_int_equal(cost->every_ns, 97000);
	assert_int_equal(kernel_costs_sum(&costs, COST_TICK), 0);
	kernel_costs_free(&costs);
}

/* A bound that does not hold, or does not converge, is no basis of a verdict. */
static void test_bound_that_is_none(void **state)
{
	struct bound_figures *of = &bounds.kind.bounds->of[0];
	struct kernel_costs costs = { .interrupts = BOUND_EACH };

	(void)state;
	of->observed = (struct bound_observed) { 1, 90000 };
	kernel_costs_read(&costs, &bounds, 0);
	assert_true(costs.failed);
	kernel_costs_free(&costs);
	of->observed.max_ns = 10;
	of->column[BOUND_EACH].converged = false;
	costs.failed = false;
	kernel_costs_read(&costs, &bounds, 0);
	assert_true(costs.failed);
	kernel_costs_free(&costs);
	of->column[BOUND_EACH].converged = true;
	costs.failed = false;
	kernel_costs_read(&costs, &bounds, 0);
	assert_false(costs.failed);
	kernel_costs_free(&costs);
}

/* Noise tells nothing of what a job needs. */
static void test_other_kinds_are_refused(void **state)
{
	struct results noise = made_results("osnoise", NS_PER_MS, NS_PER_SEC);
	struct kernel_costs costs = { .count = 0 };

	(void)state;
	kernel_costs_read(&costs, &noise, 0);
	assert_true(costs.failed);
	kernel_costs_free(&costs);
	results_free(&noise);
}

/* A job pays for two switches, one that may be blocked for four. */
static void test_load(void **state)
{
	struct task tasks[] = {
		{ .cpu = 0, .priority = 1, .wcet_ns = 10000,
		  .period_ns = NS_PER_MS, .jitter_ns = 5 },
		{ .cpu = 1, .priority = 1, .wcet_ns = 1,
		  .period_ns = NS_PER_MS },
		{ .cpu = 0, .priority = 2, .wcet_ns = 20000,
		  .period_ns = NS_PER_MS, .blocking_ns = 7 },
	};
	struct task_set set = { .task = tasks, .count = 3 };
	struct kernel_costs costs = { .interrupts = BOUND_WINDOW };
	struct cpu_load load;

	(void)state;
	kernel_costs_read(&costs, &overheads, 0);
	kernel_costs_read(&costs, &bounds, 0);
	assert_true(cpu_load_make(&load, 0, &set, &costs));
	assert_int_equal(load.tasks, 2);
	assert_int_equal(load.task[0].job.each_ns, 10000 + 2 * 1400);
	assert_int_equal(load.task[0].job.jitter_ns, 5 + 3070);
	assert_int_equal(load.task[0].blocking_ns, 50000 + 1000 * BOUND_WINDOW);
	assert_int_equal(load.task[1].job.each_ns, 20000 + 2 * 1400);
	assert_int_equal(load.task[1].blocking_ns,
			 7 + 2 * 1400 + 50000 + 1000 * BOUND_WINDOW);
	/* Two releases, and the tick. */
	assert_int_equal(load.interrupts, 3);
	assert_int_equal(interrupts_take(&load, 1), 2 * 1200 + 1400);
	cpu_load_free(&load);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_overheads, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_cpus, setup, teardown),
		cmocka_unit_test_setup_teardown(test_several_results, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bound_before_observed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sporadic_interrupts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bound_that_is_none, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_kinds_are_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_load, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
