// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the lines that say what is missing in a result.
 */
#include <stdio.h>
#include <stdlib.h>

#include "run/losses.h"
#include "test.h"
#include "trace/reader.h"
#include "tracer/tracer_state.h"

static const struct cpus cpus = { .word = { 0xb } };	/* CPUs 0, 1 and 3 */

/* Print all losses; there are some if and only if the result is an error. */
static void print(FILE *out, const struct losses *losses, enum result result)
{
	assert_int_equal(losses->count > 0, result == RESULT_ERROR);
	for (int i = 0; i < losses->count; i++)
		fprintf(out, "%s\n", losses->text[i]);
}

static void expect_of(bool foreign,
		      const struct tracer_cpu cpu_totals[3],
		      const char *expected, enum result result)
{
	struct losses losses = { .count = 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	losses_notes(out, cpu_totals, &cpus, 0);
	losses_cpus(&losses, cpu_totals, &cpus, foreign);
	print(out, &losses, result);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void expect_cpus(const struct tracer_cpu cpu_totals[3],
			const char *expected, enum result result)
{
	expect_of(false, cpu_totals, expected, result);
}

static void test_cpus(void **state)
{
	struct tracer_cpu cpu_totals[3] = { { .state = TRACER_CPU_MEASURED },
					    { .state = TRACER_CPU_MEASURED },
					    { .state = TRACER_CPU_MEASURED } };

	(void)state;
	expect_cpus(cpu_totals, "", RESULT_OK);
	cpu_totals[1].skipped = 7;
	expect_cpus(cpu_totals, "7 periods skipped: CPU 1 (7)\n", RESULT_OK);
	cpu_totals[2].skipped = 1;
	expect_cpus(cpu_totals, "8 periods skipped: CPU 1 (7), CPU 3 (1)\n",
		    RESULT_OK);
	cpu_totals[1].skipped = 0;
	expect_cpus(cpu_totals, "1 period skipped: CPU 3 (1)\n", RESULT_OK);
	cpu_totals[0].offline = 1;
	expect_cpus(cpu_totals,
		    "1 period skipped: CPU 3 (1)\n"
		    "CPU 0 went offline, results are incomplete\n",
		    RESULT_ERROR);
	cpu_totals[2].skipped = 0;
	cpu_totals[0].offline = 0;
	cpu_totals[1].state = TRACER_CPU_OFFLINE;
	cpu_totals[2].state = TRACER_CPU_OFFLINE;
	expect_cpus(cpu_totals,
		    "CPU 1,3 went offline, results are incomplete\n",
		    RESULT_ERROR);
}

/* Nothing can be measured during a suspend, so a suspend is not a loss. */
static void test_suspended(void **state)
{
	struct tracer_cpu cpu_totals[3] = {
		{ .suspended = 1 }, { .suspended = 2 }, { .suspended = 0 }
	};

	(void)state;
	expect_cpus(cpu_totals,
		    "system suspended 2 times, nothing was measured until it resumed\n",
		    RESULT_OK);
	cpu_totals[1].suspended = 1;
	cpu_totals[1].state = TRACER_CPU_SUSPENDED;
	expect_cpus(cpu_totals,
		    "system suspended 1 time, nothing was measured until it resumed\n",
		    RESULT_OK);
}

/* Sessions beside this one are no loss. 0 means that their number is not known. */
static void test_sessions(void **state)
{
#define COST "a session adds up to some hundred instructions to each latency or noise of the others: see Documentation/performance.md\n"
	struct tracer_cpu cpu_totals[3] = {
		{ .sessions = 1 }, { .sessions = 1 }, { .sessions = 2 }
	};

	(void)state;
	expect_cpus(cpu_totals, "1 other session of rtla.ko ran beside this one; " COST, RESULT_OK);
	cpu_totals[2].sessions = 4;
	expect_cpus(cpu_totals, "3 other sessions of rtla.ko ran beside this one; " COST, RESULT_OK);
	cpu_totals[2].sessions = 1;
	expect_cpus(cpu_totals, "", RESULT_OK);
	cpu_totals[2].sessions = 0;
	expect_cpus(cpu_totals, "", RESULT_OK);
}

static void test_lost(void **state)
{
	struct tracer_cpu cpu_totals[3] = { { .state = TRACER_CPU_LOST } };
	const char *expected =
		"CPU 0: measuring thread lost, results are incomplete: do not change its affinity or cpuset\n";

	(void)state;
	expect_of(false, cpu_totals, expected, RESULT_ERROR);
	expect_of(true, cpu_totals, expected, RESULT_ERROR);
}

/* Workloads of other programs may come and go; the command's own must stay. */
static void test_workloads(void **state)
{
	struct tracer_cpu cpu_totals[3] = {
		{ .state = TRACER_CPU_WAITING },
		{ .state = TRACER_CPU_MEASURED, .detached = 1 },
		{ .state = TRACER_CPU_WAITING, .detached = 1 },
	};

	(void)state;
	expect_of(false, cpu_totals,
		  "CPU 1,3: user-space workload ended early, results are incomplete: do not kill or move it\n"
		  "CPU 0: no user-space workload, nothing was measured: measure with kernel threads, -k\n",
		  RESULT_ERROR);
	expect_of(true, cpu_totals, "", RESULT_OK);
}

/* A workload that left because its CPU went offline is not reported itself. */
static void test_offline_workload(void **state)
{
	struct tracer_cpu cpu_totals[3] = {
		{ .state = TRACER_CPU_WAITING, .offline = 1, .detached = 1 },
		{ .state = TRACER_CPU_OFFLINE, .offline = 1, .detached = 1 },
	};
	const char *expected =
		"CPU 0-1 went offline, results are incomplete\n";

	(void)state;
	expect_of(false, cpu_totals, expected, RESULT_ERROR);
	expect_of(true, cpu_totals, expected, RESULT_ERROR);
}

static void expect_events(uint64_t events, uint64_t lost, bool more,
			  const char *expected, enum result result)
{
	struct reader_counts counts = { events, lost, more };
	struct losses losses = { .count = 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	losses_events(&losses, &counts);
	print(out, &losses, result);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void test_events(void **state)
{
	(void)state;
	expect_events(1000, 0, false, "", RESULT_OK);
	expect_events(0, 0, false, "", RESULT_OK);
	expect_events(3000, 1000, false,
		      "1000 (25.00%) events missed, results might not be accurate\n",
		      RESULT_ERROR);
	expect_events(0, 1, false,
		      "1 (100.00%) events missed, results might not be accurate\n",
		      RESULT_ERROR);
	expect_events(5, 0, true,
		      "unknown number of events missed, results might not be accurate\n",
		      RESULT_ERROR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_suspended),
		cmocka_unit_test(test_sessions),
		cmocka_unit_test(test_lost),
		cmocka_unit_test(test_workloads),
		cmocka_unit_test(test_offline_workload),
		cmocka_unit_test(test_events),
	};

	return cmocka_run_group_tests_name("losses", tests, NULL, NULL);
}
