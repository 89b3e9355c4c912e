// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the rows of the kinds of measurement, and of what spoils the figures
 * of each.
 */
#include <string.h>

#include "base/cpus.h"
#include "gates/kind_gates.h"
#include "run/collector.h"
#include "run/losses.h"
#include "stats/bound_figures.h"
#include "stats/kind.h"
#include "stats/kind_name.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"
#include "test.h"
#include "trace/reader.h"

/* CPUs 0, 1 and 3. */
static const struct cpus cpus = { .word = { 0xb } };

/* The linker takes this function for the one of stats/interrupts.c. */
static uint64_t refused;

uint64_t interrupts_refused(const struct interrupts *interrupts)
{
	(void)interrupts;
	return refused;
}

/* Expect that a kind adds these losses, one in each line. */
static void expect_losses(enum kind kind, const struct collector *collector,
			  struct reader_counts counts, bool needed,
			  const char *expected)
{
	struct losses losses = { .count = 0 };
	char text[2048] = "";

	kind_row(kind)->add_losses(&losses, collector, &cpus, &counts, needed);
	for (int i = 0; i < losses.count; i++) {
		strncat(text, losses.text[i], sizeof(text) - strlen(text) - 1);
		strncat(text, "\n", sizeof(text) - strlen(text) - 1);
	}
	assert_string_equal(text, expected);
}

/* The frameworks rely on this for each kind. */
static void test_rows(void **state)
{
	(void)state;
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_row *row = kind_row(kind);

		assert_non_null(row);
		assert_non_null(strstr(row->where, row->name));
		for (int other = 0; other < kind; other++)
			assert_string_not_equal(row->name, kind_name(other));
		assert_int_equal(!row->watches, !!row->priority);
		assert_int_equal(!row->kernel_tracer, !row->kernel_option);
		if (row->threshold)
			assert_true(context_find(row->threshold, kind) >= 0);
		/* Nobody else would say that events were lost. */
		assert_true(!row->needs_events || row->add_losses);
		/* Views and reports show the whole of each thread. */
		assert_int_equal(row->watches_threads, !!row->samples);
		assert_true(!row->watches_threads ||
			    context_is(row->whole, kind));
		/* Reading gates looks for words where no names are. */
		assert_true(!row->gates || row->gates->title ||
			    row->gates->words);
	}
}

static void test_parts(void **state)
{
	(void)state;
	assert_false(context_has_no_parts(-1));
	assert_false(context_has_no_parts(CONTEXTS));
	assert_false(context_has_no_parts(CONTEXT_IRQ));
	assert_false(context_has_no_parts(CONTEXT_TOTAL));
	assert_false(context_has_no_parts(CONTEXT_WAKE_TOTAL));
	assert_true(context_has_no_parts(CONTEXT_OVERHEAD_CXS));
	assert_true(context_has_no_parts(CONTEXT_BOUND_PSD));
	assert_false(context_has_no_parts(CONTEXT_CYCLE_RESPONSE));
}

static void test_wakeup_losses(void **state)
{
	struct watched_threads threads = { .full = false };
	struct collector collector = {
		.stats = stats_new(2), .kind.threads = &threads,
	};
	const struct reader_counts none = { .lost = 0 };

	(void)state;
	assert_non_null(collector.stats);
	expect_losses(KIND_WAKEUP, &collector, none, false, "");
	expect_losses(KIND_WAKEUP, &collector, none, true,
		      "no watched thread was woken: name other threads, or measure for longer\n");
	stats_add(collector.stats, 1, CONTEXT_WAKE_TOTAL, 5);
	expect_losses(KIND_WAKEUP, &collector, none, true, "");
	threads.full = true;
	expect_losses(KIND_WAKEUP, &collector, none, false,
		      "there were more than 4096 threads to watch, the others were not: name fewer\n");
	stats_free(collector.stats);
}

/* Overheads of CPUs are no replacement for those of threads. */
static void test_overheads_losses(void **state)
{
	static const char said[] =
		"no overhead of a thread was measured: give --all-threads, or measure for longer\n";
	struct collector collector = { .stats = stats_new(2) };
	const struct reader_counts none = { .lost = 0 };

	(void)state;
	assert_non_null(collector.stats);
	stats_add(collector.stats, 1, CONTEXT_OVERHEAD_TICK, 5);
	expect_losses(KIND_OVERHEADS, &collector, none, false, "");
	expect_losses(KIND_OVERHEADS, &collector, none, true, said);
	stats_add(collector.stats, 1, CONTEXT_OVERHEAD_WAKE, 5);
	expect_losses(KIND_OVERHEADS, &collector, none, true, "");
	stats_free(collector.stats);
}

static void test_bound_losses(void **state)
{
	struct bound_set *set = bound_set_new(4);
	const struct collector collector = { .kind.bounds = set };
	const struct reader_counts read = { .events = 9 };

	(void)state;
	assert_non_null(set);
	/* CPUs that are not measured, or not known, do not matter. */
	expect_losses(KIND_BOUND, &collector, read, false, "");
	for (int i = 0; i < 4; i++) {
		set->of[i].known = true;
		set->of[i].probe.count = i != 2;
	}
	expect_losses(KIND_BOUND, &collector, read, false, "");
	expect_losses(KIND_BOUND, &collector,
		      (struct reader_counts) { .events = 9, .lost = 5 }, false,
		      "5 events of interrupts were lost: the bound may be too low\n");
	refused = 3;
	expect_losses(KIND_BOUND, &collector,
		      (struct reader_counts) { .lost_more = true }, false,
		      "more than 0 events of interrupts were lost: the bound may be too low\n"
		      "3 events of interrupts came out of their order, and are left out: the bound may be too low\n");
	refused = 0;
	set->of[1].observed = set->of[3].observed =
		(struct bound_observed) { 1, 1 };
	set->of[0].probe.count = 0;
	expect_losses(KIND_BOUND, &collector, read, false,
		      "CPU 1,3: a latency over the bound was observed: the model does not hold here\n"
		      "CPU 0: the probe has never expired, so that nothing is known: measure for longer, or keep threads of FIFO 99 and SCHED_DEADLINE from having the CPU all the time\n");
	bound_set_free(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_wakeup_losses),
		cmocka_unit_test(test_overheads_losses),
		cmocka_unit_test(test_bound_losses),
	};

	return cmocka_run_group_tests_name("kinds", tests, NULL, NULL);
}
