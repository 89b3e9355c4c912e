// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the progress line.
 */
#include "base/message.h"
#include "base/parse.h"
#include "capture.h"
#include "test.h"
#include "view/progress.h"

static void expect(uint64_t elapsed, uint64_t duration, uint64_t samples,
		   const char *expected)
{
	const struct progress progress = {
		.tool = "timerlat", .mode = "hist", .elapsed_ns = elapsed,
		.duration_ns = duration, .samples = samples,
	};
	char text[256];

	assert_string_equal(progress_format(&progress, text, sizeof(text)),
			    expected);
}

static void test_format(void **state)
{
	const uint64_t s = NS_PER_SEC;

	(void)state;
	expect(70 * s, 600 * s, 70000,
	       "rtla: timerlat hist: 00:01:10 of 00:10:00, 11 %, left 00:08:50, 70000 samples");
	expect(1, 600 * s, 0,
	       "rtla: timerlat hist: 00:00:00 of 00:10:00, 0 %, left 00:10:00, 0 samples");
	expect(599 * s + 999999999, 600 * s, 1,
	       "rtla: timerlat hist: 00:09:59 of 00:10:00, 99 %, left 00:00:01, 1 sample");
	expect(601 * s, 600 * s, 2,
	       "rtla: timerlat hist: 00:10:00 of 00:10:00, 100 %, left 00:00:00, 2 samples");
	expect(100 * 3600 * s, 2400 * 3600 * s, 36000000000,
	       "rtla: timerlat hist: 100:00:00 of 2400:00:00, 4 %, left 2300:00:00, 36000000000 samples");
	expect(61 * s, 0, 61000,
	       "rtla: timerlat hist: 00:01:01, 61000 samples");
	expect(0, 600 * s, 0, "rtla: timerlat hist: warming up");
}

/* A message replaces the progress line, of which nothing remains. */
static void test_line(void **state)
{
	struct capture capture;

	(void)state;
	capture_begin(&capture);
	message_line("abc");
	message_line("de");
	note("news");
	note("more");
	message_line("f");
	message_line(NULL);
	message_line(NULL);
	assert_string_equal(capture_end(&capture),
			    "abc\r     \rde\r    \rrtla: news\nrtla: more\nf\r   \r");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format),
		cmocka_unit_test(test_line),
	};

	return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
