// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading histograms of the kernel.
 */
#include <stdio.h>
#include <string.h>

#include "test.h"
#include "trace/hist_text.h"

static void read_text(struct hist_rows *rows, const char *text)
{
	FILE *in = fmemopen((void *)text, strlen(text), "r");

	assert_non_null(in);
	assert_int_equal(hist_text_read(rows, in), 0);
	fclose(in);
}

static void test_threads(void **state)
{
	struct hist_rows rows = { .count = 0 };

	(void)state;
	read_text(&rows,
		  "# event histogram\n#\n"
		  "# trigger info: hist:keys=common_cpu,pid,comm:vals=hitcount,lat [active]\n#\n\n"
		  "{ common_cpu:          0, pid:         21, comm: migration/0                                        } hitcount:          1  lat:      68442\n"
		  "\tmax:      68442  pid:         21\n"
		  "{ common_cpu:          3, pid:        159, comm: } hitcount: 7                                      } hitcount:        166  lat: 18446744073709551615\n"
		  "\tmax:     570496  pid:        159\n"
		  "\nTotals:\n    Hits: 367\n    Entries: 3\n    Dropped: 12\n");
	assert_int_equal(rows.count, 2);
	assert_int_equal(rows.dropped, 12);
	assert_int_equal(rows.row[0].cpu, 0);
	assert_int_equal(rows.row[0].pid, 21);
	assert_string_equal(rows.row[0].comm, "migration/0");
	assert_int_equal(rows.row[0].count, 1);
	assert_int_equal(rows.row[0].sum, 68442);
	assert_int_equal(rows.row[0].max, 68442);
	/* A thread may have any name. */
	assert_int_equal(rows.row[1].cpu, 3);
	assert_int_equal(rows.row[1].pid, 159);
	assert_string_equal(rows.row[1].comm, "} hitcount: 7");
	assert_int_equal(rows.row[1].count, 166);
	assert_true(rows.row[1].sum == UINT64_MAX);
	assert_int_equal(rows.row[1].max, 570496);
	/* A further reading forgets these rows. */
	read_text(&rows,
		  "{ common_cpu:          1, lat: ~ 77000-77999 } hitcount:          2  lat:     155044\n"
		  "\tmax:      77944  pid:        165\n"
		  "\nTotals:\n    Hits: 2\n    Entries: 1\n    Dropped: 0\n");
	assert_int_equal(rows.count, 1);
	assert_int_equal(rows.dropped, 0);
	assert_int_equal(rows.row[0].cpu, 1);
	assert_int_equal(rows.row[0].low, 77000);
	assert_int_equal(rows.row[0].sum, 155044);
	hist_rows_free(&rows);
}

static void test_nothing(void **state)
{
	struct hist_rows rows = { .count = 0 };

	(void)state;
	read_text(&rows, "\tmax: 5\n{ damaged\n    Dropped:\n\n");
	assert_int_equal(rows.count, 0);
	assert_int_equal(rows.dropped, 0);
	hist_rows_free(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests_name("hist_text", tests, NULL, NULL);
}
