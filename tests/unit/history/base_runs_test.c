// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of which runs of a history are the base of a new result. Which options
 * make a difference is tested in tests/cli/history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "history/judged.h"
#include "made_results.h"
#include "results/results_read.h"
#include "test.h"

#define TIME	"2026-11-%02dT18:20:00Z"

/*
 * Write a result that is as small as one can be: 40 blocks, each with one
 * latency, all of which are @ns.
 */
static void put_run(int day, int ns, const char *name)
{
	json_t *maxima = json_array(), *document;
	char started[32], *text;

	for (int i = 0; i < 40; i++)
		json_array_append_new(maxima, json_integer(ns));
	snprintf(started, sizeof(started), TIME, day);
	document = json_pack("{s:s, s:i, s:s, s:s, s:{s:s}, s:I, s:i, s:{s:i}, s:{s:b}, s:[{s:i, s:{s:{s:i, s:i, s:i, s:i, s:{s:[i], s:[i]}, s:o}}}]}",
		"format", "rtla-results", "schema_version", 1,
		"tracer", "timerlat", "started_at", started,
		"host", "name", "rack3",
		"measured_ns", (json_int_t)4000000000, "block_ns", 100000000,
		"configuration", "period_ns", 1000000, "verdict", "trusted", 1,
		"cpus", "cpu", 0, "latencies", "thread",
		"count", 40, "min_ns", ns, "max_ns", ns, "sum_ns", 40 * ns,
		"histogram", "upper_ns", ns, "count", 40,
		"block_max_ns", maxima);
	text = json_dumps(document, 0);
	assert_non_null(text);
	files_put(name, text);
	free(text);
	json_decref(document);
}

/* Make a history of runs on so many days, which differ a little. */
static void put_history(int days)
{
	char name[128];

	for (int day = 1; day <= days; day++) {
		snprintf(name, sizeof(name), "rack3/timerlat/2026-11-%02d.json", day);
		put_run(day, 10000 + 20 * day, name);
	}
}

static const struct labels no_labels;

static struct base_demand demand_of(int last)
{
	return (struct base_demand) {
		.last = last,
		.filter = { .labels = &no_labels },
		.demands = { .alpha = 0.05,
			     .tolerance = 0.05,
			     .tolerance_ns = 100 },
	};
}

/* Judge a run of day @day with latencies of @ns. */
static enum judgement judge(struct judged *judged, struct results *new, int day,
			    int ns, int last, int least)
{
	const struct base_demand demand = demand_of(last);

	put_run(day, ns, "new.json");
	assert_int_equal(results_read(new, files_path("new.json")), RESULT_OK);
	assert_int_equal(judged_make(judged, files_root, new, &demand, least),
			 RESULT_OK);
	return judged->judgement;
}

static void release(struct judged *judged, struct results *new)
{
	judged_free(judged);
	results_free(new);
}

static void test_last(void **state)
{
	struct judged judged;
	struct results new;

	(void)state;
	put_history(9);
	assert_int_equal(judge(&judged, &new, 20, 10100, 5, 5), SAME);
	assert_int_equal(judged.base.count, 5);
	assert_int_equal(judged.base.older, 4);
	assert_string_equal(json_string_value(results_at(&judged.base.run[0], "started_at")),
			    "2026-11-05T18:20:00Z");
	assert_string_equal(json_string_value(results_at(&judged.base.run[4], "started_at")),
			    "2026-11-09T18:20:00Z");
	release(&judged, &new);
	assert_int_equal(judge(&judged, &new, 20, 20000, 9, 5), WORSE);
	assert_int_equal(judged.base.count, 9);
	release(&judged, &new);
}

/* Neither the result itself nor what came after it is a base. */
static void test_later(void **state)
{
	struct judged judged;
	struct results new;

	(void)state;
	put_history(9);
	assert_int_equal(judge(&judged, &new, 6, 10120, 9, 5), SAME);
	assert_int_equal(judged.base.count, 5);
	assert_int_equal(judged.base.reasons, 2);
	assert_string_equal(judged.base.left_out[0].reason, "later than the result");
	assert_int_equal(judged.base.left_out[0].count, 3);
	assert_string_equal(judged.base.left_out[1].reason, "the result itself");
	release(&judged, &new);
	assert_int_equal(judge(&judged, &new, 6, 10121, 9, 5), SAME);
	assert_string_equal(judged.base.left_out[1].reason,
			    "of the same second as the result");
	release(&judged, &new);
}

static void test_few(void **state)
{
	struct judged judged;
	struct results new;

	(void)state;
	put_history(4);
	assert_int_equal(judge(&judged, &new, 20, 50000, 10, 5), UNTOLD);
	assert_int_equal(judged.base.count, 4);
	assert_null(judged.comparison.base);
	release(&judged, &new);
	assert_int_equal(judge(&judged, &new, 20, 50000, 10, 4), WORSE);
	release(&judged, &new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_last, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_later, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_few, files_begin,
						files_end),
	};

	return cmocka_run_group_tests_name("base_runs", tests, NULL, NULL);
}
