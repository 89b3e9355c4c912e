// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of results as cyclictest writes them: each is read back as one of
 * cyclictest.
 */
#include "made_results.h"
#include "results/cyclictest_json.h"
#include "results/exported.h"
#include "test.h"

static const char *const histogram_of = "{\"999\":1,\"1000\":2}";

/* Export the thread latencies of @results, which are freed, and read the file. */
static json_t *exported(struct results *results, struct cyclictest_result *read)
{
	json_t *file = exported_rt_tests(results, CONTEXT_THREAD);

	assert_non_null(file);
	assert_int_equal(cyclictest_parse(read, file, "made"), RESULT_OK);
	results_free(results);
	return file;
}

static json_t *thread_of(json_t *file, const char *name)
{
	return json_object_get(json_object_get(file, "thread"), name);
}

/*
 * The minimum and the maximum may be in one bucket of the distribution, but 1
 * us apart.
 */
static void test_one_bucket(void **state)
{
	struct results results = made_results("timerlat", 1000000, 1000000000);
	struct cyclictest_result read;
	json_t *file, *expected = json_loads(histogram_of, 0, NULL);

	(void)state;
	assert_int_equal(distribution_bucket(999500),
			 distribution_bucket(1000400));
	made_results_add(&results, 0, CONTEXT_THREAD, 0, 1000100);
	made_results_add(&results, 0, CONTEXT_THREAD, 1, 999500);
	made_results_add(&results, 0, CONTEXT_THREAD, 2, 1000400);
	file = exported(&results, &read);
	assert_true(json_equal(json_object_get(thread_of(file, "0"), "histogram"),
			       expected));
	assert_int_equal(read.thread[0].count, 3);
	assert_int_equal(read.thread[0].min_ns, 999000);
	assert_int_equal(read.thread[0].max_ns, 1000000);
	assert_int_equal(read.thread[0].beyond, 0);
	cyclictest_free(&read);
	json_decref(expected);
	json_decref(file);
}

/* A CPU without latencies is no thread; others keep their numbers of CPUs. */
static void test_cpus(void **state)
{
	struct results results = made_results("timerlat", 1000000, 1000000000);
	struct cyclictest_result read;
	json_t *file;

	(void)state;
	made_results_add(&results, 1, CONTEXT_THREAD, 0, 900);
	file = exported(&results, &read);
	assert_int_equal(json_integer_value(json_object_get(file, "num_threads")), 1);
	assert_int_equal(read.count, 1);
	assert_int_equal(read.thread[0].cpu, 1);
	assert_int_equal(read.thread[0].max_ns, 0);
	assert_null(thread_of(file, "1"));
	cyclictest_free(&read);
	json_decref(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_bucket),
		cmocka_unit_test(test_cpus),
	};

	return cmocka_run_group_tests_name("exported", tests, NULL, NULL);
}
