// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the trace for ui.perfetto.dev, which is read back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "analysis/analysis.h"
#include "analysis/perfetto.h"
#include "analysis/sentence.h"
#include "made_events.h"
#include "test.h"

/* In us, this time is so large that a double has no digits left for ns. */
#define BASE	400000000000000123ULL
#define T_W	(BASE + 5000000)
#define LATENCY	30003

static struct event_list list;
static json_t *trace;

/*
 * Make the events: an interrupt before t_w, one within the timer's interrupt,
 * and the thread that the timer interrupted. The name of the thread is not
 * ASCII, and not valid UTF-8.
 */
static void make_list(void)
{
	made_noise(&list, EVENT_IRQ, BASE, 3001, BASE + 3001, 24, "eth0");
	made_sample(&list, T_W, CONTEXT_IRQ, 1003, 7);
	made_noise(&list, EVENT_IRQ, T_W + 2000, 1999, T_W + 3999, 24, "eth0");
	made_noise(&list, EVENT_IRQ, T_W + 500, 7000, T_W + 9499, 236,
		   "local_timer");
	made_noise(&list, EVENT_THREAD, T_W + 500, 20000, T_W + 29499, 7,
		   "w\303\266rk \377");
	made_sample(&list, T_W, CONTEXT_THREAD, LATENCY, 99);
	made_stop(&list, T_W, LATENCY, T_W + 500, T_W + 29499, 99);
}

static int set_up(void **state)
{
	const struct analysis_config config = { .workload_prio = 4 };
	struct analysis *analysis;
	char sentence[SENTENCE_LEN];
	char *text;

	(void)state;
	make_list();
	analysis = analysis_new(&list, 3, &config);
	assert_non_null(analysis);
	sentence_make(sentence, analysis, &made_no_symbols);
	text = perfetto_text(analysis, &list, sentence,
			     &(struct perfetto_config) {
		.symbols = &made_no_symbols,
	});
	assert_non_null(text);
	trace = json_loads(text, 0, NULL);
	assert_non_null(trace);
	free(text);
	analysis_free(analysis);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	json_decref(trace);
	event_list_clear(&list);
	return 0;
}

static const char *text_of(const json_t *event, const char *key)
{
	return json_string_value(json_object_get(event, key)) ?: "";
}

/* Return a time in ns as a reader gets it that cuts off the fraction. */
static uint64_t ns_of(const json_t *event, const char *key)
{
	return json_real_value(json_object_get(event, key)) * 1000;
}

static int track_of(const char *name)
{
	json_t *event;
	size_t i;

	json_array_foreach(json_object_get(trace, "traceEvents"), i, event) {
		if (!strcmp(text_of(event, "name"), "thread_name") &&
		    !strcmp(text_of(json_object_get(event, "args"), "name"), name))
			return json_integer_value(json_object_get(event, "tid"));
	}
	fail_msg("no track %s", name);
	return -1;
}

/* Return slice @index of a track, in file order; NULL after the last one. */
static const json_t *slice(const char *track, int index)
{
	int tid = track_of(track);
	json_t *event;
	size_t i;

	json_array_foreach(json_object_get(trace, "traceEvents"), i, event) {
		if (!strcmp(text_of(event, "ph"), "X") &&
		    json_integer_value(json_object_get(event, "tid")) == tid &&
		    !index--)
			return event;
	}
	return NULL;
}

static void expect(const char *track, int index, const char *name,
		   uint64_t start, uint64_t length)
{
	const json_t *event = slice(track, index);

	assert_non_null(event);
	assert_string_equal(text_of(event, "name"), name);
	assert_int_equal(ns_of(event, "ts"), start - BASE);
	assert_int_equal(ns_of(event, "dur"), length);
}

static void test_total(void **state)
{
	const json_t *args;

	(void)state;
	expect("thread latency", 0, "thread latency 30.00 us", T_W, LATENCY);
	assert_null(slice("thread latency", 1));
	args = json_object_get(slice("thread latency", 0), "args");
	assert_int_equal(json_integer_value(json_object_get(args, "latency_ns")),
			 LATENCY);
	assert_string_equal(text_of(args, "cause"),
			    "67 % of 30.00 us: w\303\266rk ?:7 kept preemption off.");
	assert_int_equal(json_integer_value(json_object_get(
				json_object_get(trace, "otherData"), "base_ns")),
			 BASE);
}

/* The slices of parts follow one another, from t_w to the sample. */
static void test_parts(void **state)
{
	uint64_t at = T_W - BASE;
	const json_t *event;
	int i;

	(void)state;
	for (i = 0; (event = slice("its parts", i)); i++) {
		assert_int_equal(ns_of(event, "ts"), at);
		at += ns_of(event, "dur");
		assert_int_equal(json_integer_value(json_object_get(
					json_object_get(event, "args"), "ns")),
				 ns_of(event, "dur"));
	}
	assert_int_equal(at, T_W - BASE + LATENCY);
	assert_true(i > 4);
	assert_string_equal(text_of(json_object_get(slice("its parts", 2), "args"),
				    "part"), "IRQ interference");
}

/*
 * A slice lasts from entry to exit, including all that nested in it. Slices are
 * in the order of their starts, and nested ones are inside the outer ones.
 */
static void test_levels(void **state)
{
	(void)state;
	expect("interrupts", 0, "eth0:24", BASE, 3001);
	expect("interrupts", 1, "local_timer:236", T_W + 500, 8999);
	expect("interrupts", 2, "eth0:24", T_W + 2000, 1999);
	assert_null(slice("interrupts", 3));
	expect("threads", 0, "w\303\266rk ?:7", T_W + 500, 28999);
	assert_null(slice("NMIs", 0));
	assert_null(slice("softirqs", 0));
}

static void test_counters(void **state)
{
	json_t *event;
	size_t i;
	int found = 0;

	(void)state;
	json_array_foreach(json_object_get(trace, "traceEvents"), i, event) {
		if (strcmp(text_of(event, "ph"), "C"))
			continue;
		assert_string_equal(text_of(event, "name"), found ?
				    "thread latency (us)" : "IRQ latency (us)");
		assert_int_equal(ns_of(event, "ts"), T_W - BASE +
				 (found ? LATENCY : 1003));
		found++;
	}
	assert_int_equal(found, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_total),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_counters),
	};

	return cmocka_run_group_tests_name("perfetto", tests, set_up, tear_down);
}
