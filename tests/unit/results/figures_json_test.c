// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of figures of a table as JSON: what is written is read again, what may
 * be missing is left as it was, and what may not is refused.
 */
#include "capture.h"
#include "results/figures_json.h"
#include "results/place.h"
#include "stats/figure_row.h"
#include "test.h"

struct made {
	uint64_t count, least_ns, newer;
};

static const struct figure_row table[] = {
	{ FIGURE(struct made, count), .is_positive = true },
	{ FIGURE(struct made, least_ns), .may_be_unknown = true },
	{ FIGURE(struct made, newer), .may_be_absent = true },
	{ .id = NULL }
};

/*
 * Return what is read of @json, which is given away; it is refused for @said,
 * or not for "".
 */
static struct made read_made(json_t *json, const char *said)
{
	struct place place = { .path = "file", .text = "$" };
	struct made made = { 7, 8, 9 };
	struct capture capture;

	assert_non_null(json);
	capture_begin(&capture);
	figures_read(&place, json, table, &made);
	capture_end(&capture);
	json_decref(json);
	assert_string_equal(capture.text, said);
	return made;
}

static void test_again(void **state)
{
	struct made made = { 1, 2, 3 }, got = read_made(figures_json(table, &made), "");

	(void)state;
	assert_memory_equal(&got, &made, sizeof(made));
}

/* A figure that is not known, and one that an older result does not have, stay. */
static void test_missing(void **state)
{
	struct made made = { 1, FIGURE_UNKNOWN, 3 }, expected = { 1, 8, 9 },
		    got;
	json_t *json = figures_json(table, &made);

	(void)state;
	assert_true(json_is_null(json_object_get(json, "least_ns")));
	assert_int_equal(json_object_del(json, "newer"), 0);
	got = read_made(json, "");
	assert_memory_equal(&got, &expected, sizeof(got));
}

static void test_refused(void **state)
{
	(void)state;
	read_made(json_pack("{s:i, s:i}", "count", 0, "least_ns", 1),
		  "rtla: file: $: count: 0: " PLACE_REMEDY "\n");
	read_made(json_pack("{s:n, s:i}", "count", "least_ns", 1),
		  "rtla: file: $.count: not a whole number: " PLACE_REMEDY "\n");
	read_made(json_pack("{s:i}", "count", 1),
		  "rtla: file: $.least_ns: missing: " PLACE_REMEDY "\n");
}

/* Without a struct, nothing is known, and there are none. */
static void test_nothing(void **state)
{
	json_t *json = figures_json(table, NULL);

	(void)state;
	assert_int_equal(json_integer_value(json_object_get(json, "count")), 0);
	assert_true(json_is_integer(json_object_get(json, "count")));
	assert_true(json_is_null(json_object_get(json, "least_ns")));
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests_name("figures_json", tests, NULL, NULL);
}
