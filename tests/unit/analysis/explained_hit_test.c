// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of explained hits: those forms are made that are wanted, all with the
 * same sentence, and none if there is nothing to explain.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/explained_hit.h"
#include "made_events.h"
#include "test.h"

#define T_W	5000000
#define LATENCY	30003
#define CAUSE	"67 % of 30.00 us: work:7 kept preemption off."
#define MISSING	"Events are missing: the main cause is unknown."

static struct event_list list;

static struct analysis_config config = { .workload_prio = 4 };

/* A thread runs on for 20 us after the timer's interrupt. */
static int make_list(void **state)
{
	(void)state;
	made_sample(&list, T_W, CONTEXT_IRQ, 1003, 7);
	made_noise(&list, EVENT_IRQ, T_W + 500, 9000, T_W + 9500, 236,
		   "local_timer");
	made_noise(&list, EVENT_THREAD, T_W + 500, 20000, T_W + 29500, 7, "work");
	made_sample(&list, T_W, CONTEXT_THREAD, LATENCY, 99);
	made_stop(&list, T_W, LATENCY, T_W + 500, T_W + 29500, 99);
	return 0;
}

static int clear_list(void **state)
{
	(void)state;
	event_list_clear(&list);
	list = (struct event_list) { .count = 0 };
	return 0;
}

/* Explain the hit in all forms; return the text, which the caller frees. */
static char *explain_all(struct explained_hit *hit, bool only_known)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const struct explained_forms forms = {
		.text = out, .json = true, .perfetto = true,
		.symbols = &made_no_symbols, .only_known = only_known,
	};

	assert_non_null(out);
	assert_true(explained_hit_make(hit, &list, 3, &config, &forms));
	assert_int_equal(fclose(out), 0);
	return text;
}

static const char *cause_of(const struct explained_hit *hit)
{
	return json_string_value(json_object_get(hit->json, "cause"));
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in '%s'", part, text);
}

static void test_all_forms(void **state)
{
	struct explained_hit hit;
	char *text = explain_all(&hit, true);

	(void)state;
	assert_string_equal(hit.sentence, CAUSE);
	assert_false(hit.incomplete);
	assert_has(text, "## CPU 3 hit stop tracing, analyzing it ##");
	assert_has(text, hit.sentence);
	assert_string_equal(cause_of(&hit), hit.sentence);
	assert_has(hit.perfetto, hit.sentence);
	free(text);
	explained_hit_free(&hit);
	assert_null(hit.json);
	assert_null(hit.perfetto);
}

/* BPF programs see the thread that stop_machine() uses, but not what for. */
static void test_unseen(void **state)
{
	struct explained_hit hit;
	char *text;

	(void)state;
	config.recorder = RECORDED_BY_BPF;
	strcpy(list.event[2].noise.name, "migration/3");
	text = explain_all(&hit, true);
	assert_has(text, hit.sentence);
	assert_has(text, "  Not seen here: callbacks of RCU and stop_machine(), ");
	free(text);
	explained_hit_free(&hit);
	config.recorder = RECORDED_BY_MODULE;
}

static void test_only_sentence(void **state)
{
	const struct explained_forms forms = { .symbols = &made_no_symbols };
	struct explained_hit hit;

	(void)state;
	assert_true(explained_hit_make(&hit, &list, 3, &config, &forms));
	assert_string_equal(hit.sentence, CAUSE);
	assert_null(hit.json);
	assert_null(hit.perfetto);
	explained_hit_free(&hit);
}

/* The sentence says that events are missing; JSON has it only if that is wanted. */
static void test_incomplete(void **state)
{
	struct explained_hit hit;
	char *text;

	(void)state;
	list.lost_before = T_W + 1000;
	text = explain_all(&hit, true);
	assert_true(hit.incomplete);
	assert_string_equal(hit.sentence, MISSING);
	assert_has(text, hit.sentence);
	assert_has(hit.perfetto, hit.sentence);
	assert_string_equal(cause_of(&hit), "");
	free(text);
	explained_hit_free(&hit);
	text = explain_all(&hit, false);
	assert_string_equal(cause_of(&hit), hit.sentence);
	free(text);
	explained_hit_free(&hit);
}

static void test_nothing(void **state)
{
	const struct explained_forms forms = {
		.text = stdout, .json = true, .perfetto = true,
		.symbols = &made_no_symbols,
	};
	struct explained_hit hit;

	(void)state;
	list.count--;
	assert_false(explained_hit_make(&hit, &list, 3, &config, &forms));
	assert_int_equal(errno, 0);
	assert_string_equal(hit.sentence, "");
	assert_null(hit.json);
	assert_null(hit.perfetto);
	explained_hit_free(&hit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_all_forms, make_list,
						clear_list),
		cmocka_unit_test_setup_teardown(test_unseen, make_list,
						clear_list),
		cmocka_unit_test_setup_teardown(test_only_sentence, make_list,
						clear_list),
		cmocka_unit_test_setup_teardown(test_incomplete, make_list,
						clear_list),
		cmocka_unit_test_setup_teardown(test_nothing, make_list,
						clear_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
