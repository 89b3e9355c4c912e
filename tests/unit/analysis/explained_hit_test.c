// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of explained hits: those forms are made that are wanted, all with the
 * same sentence, and none if there is nothing to explain.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explained_hit.h"
#include "test.h"

#define T_W	5000000
#define LATENCY	30003
#define CAUSE	"67 % of 30.00 us: work:7 kept preemption off."
#define MISSING	"Events are missing: the main cause is unknown."

static struct event_list list;

static bool find_symbol(void *source, uint64_t address, char *name, size_t size)
{
	(void)source;
	(void)address;
	(void)name;
	(void)size;
	return false;
}

static const struct symbols unknown = { find_symbol, NULL };
static const struct analysis_config config = { .workload_prio = 4 };

static struct event *add(enum event_type type, uint64_t time, int pid)
{
	struct event *event = event_list_add(&list);

	assert_non_null(event);
	event->type = type;
	event->time = time;
	event->pid = pid;
	return event;
}

static void add_noise(enum event_type type, uint64_t net, int id,
		      const char *name)
{
	struct event *event = add(type, T_W + 500 + net, 0);

	event->noise.start = T_W + 500;
	event->noise.duration = net;
	event->noise.id = id;
	event->noise.prio = 120;
	snprintf(event->noise.name, sizeof(event->noise.name), "%s", name);
}

static void add_sample(int context, uint64_t latency, int pid)
{
	struct event *event = add(EVENT_SAMPLE, T_W + latency, pid);

	event->sample.pid = pid;
	event->sample.context = context;
	event->sample.latency = latency;
	event->sample.t_w = T_W;
	event->sample.seqnum = 7;
}

/* A thread runs on for 20 us after the timer's interrupt. */
static int make_list(void **state)
{
	struct event *stop;

	(void)state;
	add_sample(CONTEXT_IRQ, 1003, 7);
	add_noise(EVENT_IRQ, 9000, 236, "local_timer");
	add_noise(EVENT_THREAD, 20000, 7, "work");
	list.event[list.count - 1].time = T_W + 29500;
	add_sample(CONTEXT_THREAD, LATENCY, 99);
	stop = add(EVENT_STOP, T_W + LATENCY + 10, 99);
	stop->stop.context = CONTEXT_THREAD;
	stop->stop.latency = LATENCY;
	stop->stop.t_w = T_W;
	stop->stop.seqnum = 7;
	stop->stop.irq_start = T_W + 500;
	stop->stop.thread_start = T_W + 29500;
	stop->stop.pid = 99;
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
		.symbols = &unknown, .only_known = only_known,
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

static void test_only_sentence(void **state)
{
	const struct explained_forms forms = { .symbols = &unknown };
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
		.symbols = &unknown,
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
		cmocka_unit_test_setup_teardown(test_only_sentence, make_list,
						clear_list),
		cmocka_unit_test_setup_teardown(test_incomplete, make_list,
						clear_list),
		cmocka_unit_test_setup_teardown(test_nothing, make_list,
						clear_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
