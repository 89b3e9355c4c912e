// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the bound as JSON: what is written is read again, and what is wrong
 * is refused, with its place.
 */
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "kinds/bound/bound_json.h"
#include "test.h"
#include "results/place.h"
#include "stats/bound_figures.h"

static struct bound_interrupt interrupts[] = {
	{ BOUND_IRQ, 26, "virtio1-req", 8121, 14000, 9700, 90000000, 300, NULL },
	{ BOUND_NMI, 0, "", 1, 2000, UINT64_MAX, 2000, 300, NULL },
};

static struct bound_figures made(void)
{
	struct bound_figures figures = {
		.known = true,
		.probe = { 50000, 61382, 51000, 900, 4 },
		.entry = { 400, 700, 11 },
		.interrupt = interrupts, .interrupts = 2,
		.without_idle = true,
		.observed = { 12, 31000 },
		.cyclictest = { 900, 33000 },
	};
	struct bound_windows *poid = &figures.windows[0];

	*poid = (struct bound_windows) {
		.method = BOUND_BRACKET, .longest = { 21400, 51000 }, .margin_ns = 7,
		.count = 61, .seen = BOUND_CASE_II_A, .at_ns = 812331204000, .pid = 3321, .comm = "fio",
		.function = "_raw_spin_lock", .stack_count = 2,
		.stack = { "submit_bio", "do_syscall_64" },
	};
	for (int i = 1; i < BOUND_VARIABLES - 1; i++)
		figures.windows[i] = (struct bound_windows) {
			.method = BOUND_EXACT, .longest = { 300 * i, 300 * i },
			.count = i, .at_ns = i, .comm = "swapper/0",
			.seen = i < 3 ? BOUND_CASE_I_C : BOUND_CASE_UNKNOWN,
		};
	for (int i = 0; i < BOUND_COLUMNS; i++)
		figures.column[i] = (struct latency_bound) {
			27900 + i, 56500 + i, true, -1
		};
	figures.times = bound_times_unknown();
	figures.times.column[BOUND_WINDOW][BOUND_UPPER] =
		(struct bound_found) { 1000, 2000, 3000 };
	figures.times.observed = (struct bound_found) { 4000, 5000, 6000 };
	figures.column[BOUND_SPORADIC] = (struct latency_bound) {
		BOUND_ENDLESS, BOUND_ENDLESS, false, 0
	};
	return figures;
}

static json_t *made_json(void)
{
	struct bound_figures figures = made();
	json_t *json = bound_json(&figures);

	assert_non_null(json);
	return json;
}

static void test_again(void **state)
{
	struct place place = { .path = "file", .text = "$" };
	struct bound_figures expected = made(), got;
	json_t *json = made_json();

	(void)state;
	bound_json_read(&place, json, &got);
	json_decref(json);
	assert_false(place.wrong);
	assert_memory_equal(got.windows, expected.windows, sizeof(got.windows));
	assert_memory_equal(&got.probe, &expected.probe, sizeof(got.probe));
	assert_memory_equal(&got.entry, &expected.entry, sizeof(got.entry));
	assert_memory_equal(&got.observed, &expected.observed,
			    sizeof(got.observed));
	assert_memory_equal(&got.cyclictest, &expected.cyclictest,
			    sizeof(got.cyclictest));
	assert_int_equal(got.interrupts, 2);
	assert_memory_equal(got.interrupt, interrupts, sizeof(interrupts));
	for (int i = 0; i < BOUND_COLUMNS; i++) {
		assert_int_equal(got.column[i].lower_ns,
				 expected.column[i].lower_ns);
		assert_int_equal(got.column[i].upper_ns,
				 expected.column[i].upper_ns);
		assert_int_equal(got.column[i].converged,
				 expected.column[i].converged);
		assert_int_equal(got.column[i].because,
				 expected.column[i].because);
	}
	assert_memory_equal(&got.times, &expected.times, sizeof(got.times));
	assert_true(got.without_idle && got.known);
	free(got.interrupt);
}

/* A curve has the lengths at which it is larger than at the one before. */
static void test_demand(void **state)
{
	struct bound_figures figures = made();
	struct bound_interrupt interrupt = interrupts[0];
	struct demand_curve curve = { .merged = true };
	json_t *json;
	char *text;

	(void)state;
	for (int i = 0; i < DEMAND_LENGTHS; i++) {
		curve.most[i] = i < 2 ? 1 : 2;
		curve.most_ns[i] = i < 239 ? 14000 : 15000;
	}
	interrupt.demand = &curve;
	figures.interrupt = &interrupt;
	figures.interrupts = 1;
	json = bound_json(&figures);
	text = json_dumps(json_object_get(json_array_get(json_object_get(
		json, "interrupts"), 0), "demand"), JSON_COMPACT);
	json_decref(json);
	assert_string_equal(text, "{\"merged\":true,\"curve\":[[1000,1,14000],[1102,2,14000],[100000000,2,15000]]}");
	free(text);
}

/*
 * Older versions have measured POID exactly, on kernels that told where
 * preemption and interrupts are disabled, and have written beside that what the
 * probe knew.
 */
static void test_older(void **state)
{
	struct place place = { .path = "file", .text = "$" };
	json_t *json = made_json(), *poid;
	struct bound_figures got;

	(void)state;
	assert_int_equal(json_object_set(json, "sampled",
					 json_object_get(json, "variables")), 0);
	poid = json_deep_copy(json_object_get(json_object_get(json, "variables"), "poid"));
	json_object_set_new(poid, "method", json_string("exact"));
	json_object_set_new(poid, "lower_ns", json_integer(23400));
	json_object_set_new(poid, "upper_ns", json_integer(23400));
	json_object_set_new(json, "variables",
			    json_copy(json_object_get(json, "sampled")));
	json_object_set_new(json_object_get(json, "variables"), "poid", poid);
	bound_json_read(&place, json, &got);
	json_decref(json);
	assert_false(place.wrong);
	assert_int_equal(got.windows[0].method, BOUND_EXACT);
	assert_int_equal(got.windows[0].longest.lower_ns, 23400);
	assert_int_equal(got.windows[0].longest.upper_ns, 23400);
	free(got.interrupt);
}

static void expect_json(const json_t *json, const char *expected)
{
	char *text = json_dumps(json, JSON_ENCODE_ANY);

	assert_non_null(text);
	assert_string_equal(text, expected);
	free(text);
}

static const json_t *at(const json_t *json, const char *first,
			const char *second, const char *third)
{
	json = json_object_get(json, first);
	json = second ? json_object_get(json, second) : json;
	return third ? json_object_get(json, third) : json;
}

/* An unknown figure is null, never a number that could be taken for one. */
static void test_unknown(void **state)
{
	json_t *json = made_json();

	(void)state;
	expect_json(at(json, "variables", "idle", "method"), "\"absent\"");
	expect_json(at(json, "variables", "idle", "upper_ns"), "null");
	expect_json(at(json, "variables", "idle", "comm"), "null");
	expect_json(at(json, "columns", "sporadic", "upper_ns"), "null");
	expect_json(at(json, "columns", "sporadic", "because"),
		    "\"virtio1-req:26\"");
	expect_json(json_object_get(json_array_get(at(json, "interrupts", NULL, NULL), 1),
				    "omiat_ns"), "null");
	expect_json(at(json, "holds", NULL, NULL), "true");
	json_decref(json);
}

/* Set a member of a good document, and expect that it is refused for @said. */
static void expect_refused(const char *first, const char *second,
			   const char *name, json_t *value, const char *said)
{
	struct place place = { .path = "file", .text = "$.cpus[0].bound" };
	json_t *json = made_json();
	struct bound_figures got;
	struct capture capture;
	char expected[256];

	json_object_set_new((json_t *)at(json, first, second, NULL), name,
			    value);
	capture_begin(&capture);
	bound_json_read(&place, json, &got);
	capture_end(&capture);
	json_decref(json);
	free(got.interrupt);
	assert_true(place.wrong);
	snprintf(expected, sizeof(expected),
		 "rtla: file: $.cpus[0].bound%s: " PLACE_REMEDY "\n", said);
	assert_string_equal(capture.text, expected);
}

static void test_refused(void **state)
{
	(void)state;
	expect_refused("variables", "psd", "method", json_string("guess"),
		       ".variables.psd.method: unknown: guess");
	expect_refused("variables", "poid", "lower_ns", json_integer(60000),
		       ".variables.poid: lower_ns is larger than upper_ns");
	expect_refused("variables", "poid", "count", json_integer(-1),
		       ".variables.poid.count: negative");
	expect_refused("probe", NULL, "period_ns", json_integer(0),
		       ".probe: period_ns: 0");
	expect_refused("columns", "sporadic", "because", json_string("eth0:3"),
		       ".columns.sporadic: because: not in interrupts: eth0:3");
	expect_refused("columns", NULL, "window", json_null(),
		       ".columns.window: not an object");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_demand),
		cmocka_unit_test(test_older),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("bound_json", tests, NULL, NULL);
}
