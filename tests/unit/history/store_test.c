// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of where a history puts a result.
 */
#include <string.h>

#include "capture.h"
#include "history/store.h"
#include "made_results.h"
#include "test.h"

static struct results made(const char *host, const char *started,
			   const char *kernel)
{
	struct results results = made_results("timerlat", 1000000, 1000000000);

	results.path = "r.json";
	if (host)
		json_object_set_new(results.document, "host",
				    json_pack("{s:s}", "name", host));
	json_object_set_new(results.document, "started_at", json_string(started));
	json_object_set_new(results.document, "environment", json_pack(
		"{s:[{s:s, s:s}]}", "checks", "name", "kernel_release",
		"value", kernel));
	return results;
}

/* Test the place of a result; @host is that of --host, or NULL. */
static void expect(struct results results, const char *host,
		   const char *folder, const char *file)
{
	struct store_place place;

	assert_int_equal(store_place(&place, &results, host), RESULT_OK);
	assert_string_equal(place.host, folder);
	assert_string_equal(place.tracer, "timerlat");
	assert_string_equal(place.file, file);
	results_free(&results);
}

static void expect_refused(struct results results, const char *reason)
{
	struct store_place place;
	struct capture capture;

	capture_begin(&capture);
	assert_int_equal(store_place(&place, &results, NULL), RESULT_ERROR);
	assert_non_null(strstr(capture_end(&capture), reason));
	results_free(&results);
}

#define TIME	"2026-11-26T18:20:00Z"
#define NAMED	"2026-11-26T18-20-00Z_"

static void test_place(void **state)
{
	(void)state;
	expect(made("rack3", TIME, "6.12.57-rt x86_64"), NULL, "rack3",
	       NAMED "6.12.57-rt");
	expect(made("rack3", TIME, ""), NULL, "rack3", NAMED "unknown-kernel");
	/* The machine in the result counts more than the option. */
	expect(made("rack3", TIME, "7.2"), "other", "rack3", NAMED "7.2");
	expect(made(NULL, TIME, "7.2"), "other", "other", NAMED "7.2");
	expect(made("", TIME, "7.2"), "other", "other", NAMED "7.2");
}

/* No name leads out of the history, is hidden, or has characters of a pattern. */
static void test_names(void **state)
{
	(void)state;
	expect(made("..", TIME, "7.2"), NULL, "_.", NAMED "7.2");
	expect(made(".hidden", TIME, "7.2"), NULL, "_hidden", NAMED "7.2");
	expect(made("../../etc", TIME, "7.2"), NULL, "_._.._etc", NAMED "7.2");
	expect(made("a*[b]?\\\n", TIME, "../7.2"), NULL, "a__b____",
	       NAMED ".._7.2");
	expect(made(NULL, TIME, "7.2"), "", "_", NAMED "7.2");
}

static void test_refused(void **state)
{
	(void)state;
	expect_refused(made(NULL, TIME, "7.2"), "with --host");
	expect_refused(made("rack3", "", "7.2"), "started_at");
	expect_refused(made("rack3", "2026-11-26T18:20:00", "7.2"), "started_at");
	expect_refused(made("rack3", "../../../../../../aZ", "7.2"), "started_at");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
