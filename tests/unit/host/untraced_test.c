// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of counting interrupts that have no tracepoint, in texts like that of
 * /proc/interrupts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/untraced.h"
#include "test.h"

/* The text of /proc/interrupts; NULL: it cannot be read. */
static const char *interrupts;

char *machine_interrupts(const char *root)
{
	(void)root;
	return interrupts ? strdup(interrupts) : NULL;
}

/* CPU 2 is offline. */
#define HEAD	"            CPU0       CPU1       CPU3\n" \
		"   1:         11         12         13   IO-APIC   1-edge   HVS\n" \
		" LOC:        100        200        300   Local timer interrupts\n"
#define TAIL	" ERR:          7\n MIS:          0\n"

static const struct cpus some = { .word = { 0xe } };	/* CPUs 1, 2, 3 */

static void expect_counts(const char *text, const char *const names[3])
{
	struct untraced_cpu counts[3];
	char got[UNTRACED_LEN];

	assert_true(untraced_parse(text, &some, counts));
	for (int i = 0; i < 3; i++)
		assert_string_equal(untraced_names(&counts[i], got), names[i]);
}

/*
 * A count belongs to the CPU that the head of its column names, not to the CPU
 * with the column's number. Only rows of interrupts without a tracepoint count,
 * and only measured CPUs.
 */
static void test_parse(void **state)
{
	struct untraced_cpu counts[3];

	(void)state;
	expect_counts(HEAD TAIL, (const char *[]) { "", "", "" });
	expect_counts(HEAD " HYP:  5  0  7  Hypervisor callback interrupts\n" TAIL,
		      (const char *[]) { "", "", "HYP" });
	expect_counts(HEAD " PIN:  0  1  0 x\n PIW:  0  1  2 x\n MCE:  0  0  3 x\n" TAIL,
		      (const char *[]) { "PIN, PIW", "", "PIW, MCE" });
	/* Lines may end early, and fields may be no numbers. */
	expect_counts(HEAD " HVS:  0\n HRE:\n NPI  1 1 1\n PMN: 0 9 x 9\n HYP",
		      (const char *[]) { "PMN", "", "" });
	assert_false(untraced_parse("", &some, counts));
	assert_false(untraced_parse("\nCPU0 CPU1\nHYP: 1 2\n", &some, counts));
	assert_true(untraced_parse(HEAD " HYP: 1 20 30 x\n HVS: 1 4 5 x\n",
				   &some, counts));
	assert_int_equal(untraced_sum(&counts[0]), 24);
	assert_int_equal(untraced_sum(&counts[1]), 0);
	assert_int_equal(untraced_sum(&counts[2]), 35);
}

static void expect_note(const struct untraced *untraced, const char *expected)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	untraced_note(out, untraced);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

/* Only interrupts since untraced_begin() count. */
static void test_since(void **state)
{
	struct untraced *untraced;

	(void)state;
	interrupts = HEAD " HYP:  1  2  3 x\n HVS:  1  2  3 x\n";
	untraced = untraced_begin(&some);
	assert_non_null(untraced);
	expect_note(untraced, "");
	untraced_update(untraced);
	expect_note(untraced, "");
	interrupts = HEAD " HYP:  9  2  3 x\n HVS:  9  2  415 x\n";
	untraced_update(untraced);
	expect_note(untraced, "412 interrupts without a tracepoint (HVS) are counted as hardware or unexplained: CPU 3 (412)\n");
	/* Counts stay as they are if the text cannot be read any more. */
	interrupts = NULL;
	untraced_update(untraced);
	assert_int_equal(untraced_sum(untraced_of(untraced, 3)), 412);
	assert_int_equal(untraced_sum(untraced_of(untraced, 1)), 0);
	assert_null(untraced_of(untraced, 0));
	interrupts = HEAD " HYP:  9  3  3 x\n HVS:  9  2  416 x\n";
	untraced_update(untraced);
	expect_note(untraced, "414 interrupts without a tracepoint (HYP, HVS) are counted as hardware or unexplained: CPU 1 (1), CPU 3 (413)\n");
	/* A CPU that is offline at the end has no column: its count is 0. */
	interrupts = "  CPU0  CPU1\n HYP: 9 3\n";
	untraced_update(untraced);
	assert_int_equal(untraced_sum(untraced_of(untraced, 3)), 0);
	untraced_free(untraced);
}

static void test_unknown(void **state)
{
	(void)state;
	interrupts = NULL;
	assert_null(untraced_begin(&some));
	interrupts = "nothing";
	assert_null(untraced_begin(&some));
	untraced_update(NULL);
	assert_null(untraced_of(NULL, 1));
	expect_note(NULL, "");
	untraced_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_since),
		cmocka_unit_test(test_unknown),
	};

	return cmocka_run_group_tests_name("untraced", tests, NULL, NULL);
}
