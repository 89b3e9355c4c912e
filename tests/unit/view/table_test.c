// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of tables: which rows there are, in which order, and where columns are.
 */
#include <stdlib.h>
#include <string.h>

#include "kinds/osnoise/osnoise_kind.h"
#include "kinds/timerlat/timerlat_kind.h"
#include "options/command.h"
#include "options/config.h"
#include "printed.h"
#include "stats/stats.h"
#include "test.h"
#include "view/snapshot.h"
#include "view/table.h"

static struct config config;
static struct stats *stats;
static struct snapshot snapshot;

static int setup(void **state)
{
	(void)state;
	timerlat_top.set_defaults(&config);
	config.tracer.no_threads = false;
	cpus_parse(&config.tracer.cpus, "0-4");
	stats = stats_new(5);
	snapshot = (struct snapshot) {
		.config = &config.view,
		.tracer = &config.tracer,
		.stats = stats,
	};
	stats_add(stats, 0, CONTEXT_IRQ, 300);
	stats_add(stats, 1, CONTEXT_IRQ, 100);
	stats_add(stats, 2, CONTEXT_IRQ, 300);
	stats_add(stats, 4, CONTEXT_THREAD, 50);
	return !stats;
}

static int teardown(void **state)
{
	(void)state;
	stats_free(stats);
	return 0;
}

/* Return the index of the column with this name. */
static int find(const struct table *table, const char *name)
{
	for (int i = 0; i < table_columns(table, &snapshot); i++)
		if (!strcmp(table_name(table, i), name))
			return i;
	fail_msg("no column %s", name);
	return -1;
}

static void expect_rows(const char *column, bool descending, const int *cpus)
{
	struct order order = {
		.column = find(timerlat_view.table, column),
		.descending = descending,
	};
	int count, *rows;

	rows = table_rows(timerlat_view.table, &snapshot, &order, &count);
	assert_int_equal(count, 4);
	assert_memory_equal(rows, cpus, 4 * sizeof(*cpus));
	free(rows);
}

/*
 * CPU 3 has no samples, and CPU 4 none of its IRQ latency. Rows with equal
 * values are in the order of CPUs.
 */
static void test_order(void **state)
{
	(void)state;
	expect_rows("CPU", false, (int []){ 0, 1, 2, 4 });
	expect_rows("CPU", true, (int []){ 4, 2, 1, 0 });
	expect_rows("IRQ max", true, (int []){ 0, 2, 1, 4 });
	expect_rows("IRQ max", false, (int []){ 4, 1, 0, 2 });
	expect_rows("Thread avg", true, (int []){ 4, 0, 1, 2 });
	expect_rows("COUNT", true, (int []){ 0, 1, 2, 4 });
}

/*
 * Check that each head is printed at the place of its column. There are @heads
 * lines above the heads.
 */
static void expect_places(const struct view *view, int heads)
{
	const struct table *table = view->table;
	char *text = printed(view, &snapshot);
	char *line = text;

	for (; heads; heads--)
		line = strchr(line, '\n') + 1;
	for (int i = 0; i < table_columns(table, &snapshot); i++) {
		const char *head = table->column[i].head;
		int at, width = table_place(table, i, &at);
		char found[64];

		snprintf(found, sizeof(found), "%.*s", width, line + at);
		assert_non_null(strstr(found, head));
	}
	free(text);
}

static void test_places(void **state)
{
	(void)state;
	expect_places(&timerlat_view, 2);
	config.tracer.no_threads = true;
	expect_places(&timerlat_view, 2);
	expect_places(&osnoise_view, 2);
	expect_places(&hwnoise_view, 2);
}

static void test_columns(void **state)
{
	(void)state;
	assert_int_equal(table_columns(timerlat_view.table, &snapshot), 10);
	config.tracer.no_threads = true;
	assert_int_equal(table_columns(timerlat_view.table, &snapshot), 14);
	assert_int_equal(table_columns(osnoise_view.table, &snapshot), 12);
	assert_int_equal(table_columns(hwnoise_view.table, &snapshot), 9);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_order),
		TEST(test_places),
		TEST(test_columns),
	};

	return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
