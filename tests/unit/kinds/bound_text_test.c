// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the text of the bound: with names and figures as long as they may
 * be, it fits into 80 columns, and no name is cut or broken.
 */
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "kinds/bound/bound_kind.h"
#include "kinds/bound/bound_text.h"
#include "options/command.h"
#include "options/config.h"
#include "printed.h"
#include "stats/bound_figures.h"
#include "test.h"
#include "view/snapshot.h"

#define COLUMNS		80
#define LONG_COMM	"fifteen letters"
#define LONG_FUNCTION \
	"a_function_of_the_kernel_whose_name_is_as_long_as_any_could_be1"
#define LONG_CALLER \
	"a_function_of_the_kernel_whose_name_is_as_long_as_any_could_be2"
#define LONG_INTERRUPT	"mlx5_comp12@pci:0000:3b"

static struct config config;
static struct bound_set *bounds;
static struct snapshot snapshot;

static struct bound_interrupt interrupts[] = {
	{ BOUND_IRQ, 99999, LONG_INTERRUPT, 9999999999, 99999900, 99999800, 1,
	  0, NULL },
	{ BOUND_SOFTIRQ, 99999, LONG_INTERRUPT, 9999999999, 99999900, 99999900,
	  1, 0, NULL },
};

/* Make figures of CPU 1 that take as much room as those that are to be expected. */
static void fill(enum bound_method method)
{
	struct bound_figures *figures = &bounds->of[1];
	struct bound_windows windows = {
		.method = method, .longest = { 99999900, 99999900 },
		.margin_ns = 99999900, .count = 9999999999,
		.at_ns = 9999999999999999999ULL, .pid = 4194304,
		.comm = LONG_COMM, .function = LONG_FUNCTION,
		.stack_count = BOUND_STACK_MAX,
	};

	for (int i = 0; i < BOUND_STACK_MAX; i++)
		strcpy(windows.stack[i], LONG_CALLER);
	*figures = (struct bound_figures) {
		.known = true,
		.probe = { NS_PER_MS, 9999999999999, 99999900, 0,
			   9999999999999 },
		.entry = { 99999900, 99999900, 32 },
		.interrupt = interrupts,
		.interrupts = 2,
		.observed = { 9999999999999, 99999900 },
	};
	for (int i = 0; i < BOUND_VARIABLES; i++)
		figures->windows[i] = windows;
	for (int i = 0; i < BOUND_COLUMNS; i++)
		figures->column[i] =
			(struct latency_bound) { 99999900,
						 i % 2 ? UINT64_MAX : 99999900,
						 i % 2 == 0, i / 2 % 2 };
}

static int setup(void **state)
{
	(void)state;
	bound_top.set_defaults(&config);
	cpus_parse(&config.tracer.cpus, "0,1");
	bounds = bound_set_new(2);
	snapshot = (struct snapshot) {
		.config = &config.view,
		.tracer = &config.tracer,
		.kind.bounds = bounds,
	};
	return bounds ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	/* They are no memory of the set. */
	for (int cpu = 0; cpu < bounds->cpus; cpu++)
		bounds->of[cpu].interrupt = NULL;
	bound_set_free(bounds);
	return 0;
}

/* Return what is printed of the bound, whose lines are checked to be narrow enough. */
static char *checked_text(void)
{
	char *text = printed(&bound_view, &snapshot);

	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		if (strcspn(line, "\n") > COLUMNS)
			fail_msg("%zu columns: %.*s", strcspn(line, "\n"),
				 (int)strcspn(line, "\n"), line);
	return text;
}

static int times_of(const char *text, const char *part)
{
	int times = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		times++;
	return times;
}

static void test_long(void **state)
{
	char *text;

	(void)state;
	fill(BOUND_BRACKET);
	text = checked_text();
	assert_int_equal(times_of(text, "\nCPU "), 1);
	assert_int_equal(times_of(text, LONG_COMM ":4194304 at 9999999999.999999, in"),
			 BOUND_VARIABLES);
	assert_int_equal(times_of(text, LONG_FUNCTION "\n"), BOUND_VARIABLES);
	assert_int_equal(times_of(text, "<- " LONG_CALLER "\n"),
			 BOUND_VARIABLES * BOUND_STACK_MAX);
	/* A row of each, and the columns that do not converge. */
	assert_int_equal(times_of(text, LONG_INTERRUPT ":99999"), 2 + 4);
	assert_int_equal(times_of(text, "99999.9 <-\n"), 0);
	assert_int_equal(times_of(text, "99999.8 <-\n"), 1);
	free(text);
}

static void test_nanoseconds(void **state)
{
	(void)state;
	config.view.nano = true;
	fill(BOUND_BRACKET);
	free(checked_text());
}

static void test_absent(void **state)
{
	char *text;

	(void)state;
	fill(BOUND_ABSENT);
	for (int i = 0; i < BOUND_VARIABLES; i++)
		bounds->of[1].windows[i].count = 0;
	bounds->of[1].entry.count = bounds->of[1].observed.count = 0;
	text = checked_text();
	assert_int_equal(times_of(text, "Longest"), 0);
	assert_int_equal(times_of(text, "no window was seen"), 0);
	assert_non_null(strstr(text, "\n  poid, paie, dst, psd, idle: absent, as "));
	free(text);
}

/* A CPU that was not measured has no block, and the page of one CPU no other's. */
static void test_cpu(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *out;

	(void)state;
	fill(BOUND_EXACT);
	bounds->of[0] = bounds->of[1];
	bounds->of[1].known = false;
	out = open_memstream(&text, &size);
	bound_text_cpu(out, &snapshot, 1);
	assert_int_equal(ftell(out), 0);
	bound_text_cpu(out, &snapshot, 0);
	fclose(out);
	assert_int_equal(strncmp(text, "\nCPU 0 (us)\n", 12), 0);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_long, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nanoseconds, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_absent, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cpu, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
