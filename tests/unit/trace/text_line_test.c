// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the forms of lines in a trace that was saved as text.
 */
#include <stdio.h>
#include <string.h>

#include "input/line_cleaner.h"
#include "test.h"
#include "trace/text_line.h"

#define FIELDS	"#1 context irq timer_latency 5 ns"

static void parse(struct text_line *line, char *text, size_t size,
		  const char *from)
{
	snprintf(text, size, "%s", from);
	line_clean(text, strlen(text));
	text_line_parse(line, text);
}

/* Each is the same event, with other columns, or with something before it. */
static void test_events(void **state)
{
	static const char *const lines[] = {
		"            dhcp-333     [001] d.h1.   100.000003: " FIELDS,
		"            dhcp-333     [001]   100.000003: " FIELDS,
		"            dhcp-333     [001] d.h1. N   100.000003: " FIELDS,
		"            dhcp-333     (    300) [001] d.h1.   100.000003: " FIELDS,
		"            dhcp-333     (-------) [001] d.h1.   100.000003: " FIELDS,
		"            dhcp-333       1d.h1.   100.000003: " FIELDS,
		"dhcp-333 [001] d.h1. 100.000003: " FIELDS "\r\n",
		"> > dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		">>  dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"12:   dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"12-   dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"a/trace-1.txt:12:  dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"[   12.345678]  dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"[   12.345678][    C0]  dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"Nov  2 10:00:00 host kernel: dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"2024-11-12T10:00:00.123456+01:00 host kernel:   dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"Tue 2024-11-12 10:00:00 CET host kernel:  dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"1731405600.123456 host kernel: dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"[2024-11-12 10:00:00.123] dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"something-3 else |            dhcp-333 [001] d.h1. 100.000003: " FIELDS,
		"\t\xc2\xa0 dhcp-333\xa0[001] d.h1.&nbsp;100.000003: " FIELDS,
	};
	struct text_line line;
	char text[256];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		parse(&line, text, sizeof(text), lines[i]);
		assert_int_equal(line.kind, LINE_EVENT);
		assert_int_equal(line.pid, 333);
		assert_int_equal(line.cpu, 1);
		assert_int_equal(line.comm_length, 4);
		assert_memory_equal(line.comm, "dhcp", 4);
		assert_int_equal(line.when, TIME_OF_CLOCK);
		assert_true(line.time == 100000003500ULL);
		assert_string_equal(line.rest, FIELDS);
	}
}

static void expect_comm(const char *from, const char *comm, int pid)
{
	struct text_line line;
	char text[256];

	parse(&line, text, sizeof(text), from);
	assert_int_equal(line.kind, LINE_EVENT);
	assert_int_equal(line.pid, pid);
	assert_int_equal(line.comm_length, strlen(comm));
	assert_memory_equal(line.comm, comm, line.comm_length);
}

/* A thread may have any name. */
static void test_names(void **state)
{
	(void)state;
	expect_comm("     kworker/3:1-77 [003] d.h1. 1.000001: x", "kworker/3:1", 77);
	expect_comm("kworker/3:1-77 [003] d.h1. 1.000001: x", "kworker/3:1", 77);
	expect_comm("  irq/34-0000:00-77 [003] d.h1. 1.000001: x",
		    "irq/34-0000:00", 77);
	expect_comm("  tmux: server-77 [003] d.h1. 1.000001: x", "tmux: server", 77);
	expect_comm("       &lt;idle&gt;-0 [003] d.h1. 1.000001: x", "<idle>", 0);
	expect_comm("          a [1] b-5 [003] d.h1. 1.000001: x", "a [1] b", 5);
}

static void expect_time(const char *columns, enum text_line_time when,
			uint64_t time)
{
	struct text_line line;
	char text[256], from[256];

	snprintf(from, sizeof(from), "   <...>-123     %s x", columns);
	parse(&line, text, sizeof(text), from);
	assert_int_equal(line.kind, LINE_EVENT);
	assert_int_equal(line.cpu, 1);
	assert_int_equal(line.when, when);
	assert_true(line.time == time);
}

static void test_times(void **state)
{
	(void)state;
	expect_time("1d.h3 12345us :", TIME_RELATIVE, 12345500);
	expect_time("1dNh3. 12345us+:", TIME_RELATIVE, 12345500);
	expect_time("1d.h3 12us!:", TIME_RELATIVE, 12500);
	expect_time("[001] d.h1. 123456789:", TIME_WITHOUT_UNIT, 123456789);
	expect_time("1d.h1. 123456789:", TIME_WITHOUT_UNIT, 123456789);
	expect_time("[001] d.h1. 1.123456789:", TIME_OF_CLOCK, 1123456789);
	expect_time("[001] d.h1. 1.123456: (+5)", TIME_OF_CLOCK, 1123456500);
}

static void expect_kind(const char *from, enum text_line_kind kind,
			const char *rest)
{
	struct text_line line;
	char text[256];

	parse(&line, text, sizeof(text), from);
	assert_int_equal(line.kind, kind);
	assert_string_equal(line.rest, rest);
}

static void test_kinds(void **state)
{
	(void)state;
	expect_kind(" => f [ext4]\n", LINE_FRAME, "f [ext4]");
	expect_kind("\t=> f", LINE_FRAME, "f");
	expect_kind("=>f", LINE_FRAME, "f");
	expect_kind("--", LINE_EMPTY, "--");
	expect_kind("> \xc2\xa0=&gt; f", LINE_FRAME, "f");
	expect_kind("[   12.345678]  => f", LINE_FRAME, "f");
	expect_kind("trace:12: => f", LINE_FRAME, "f");
	expect_kind("# tracer: timerlat\r\n", LINE_HEADER, "# tracer: timerlat");
	expect_kind("CPU:1 [LOST 23 EVENTS]", LINE_LOSS, "CPU:1 [LOST 23 EVENTS]");
	expect_kind("CPU:1 [EVENTS DROPPED]", LINE_LOSS, "CPU:1 [EVENTS DROPPED]");
	expect_kind(" \t \r\n", LINE_EMPTY, "");
	expect_kind("#1 context irq", LINE_OTHER, "#1 context irq");
	expect_kind("irq_noise: local_timer:236 start 1.0", LINE_OTHER,
		    "irq_noise: local_timer:236 start 1.0");
	expect_kind("   dhcp-333  [001] d.h1.", LINE_BEGIN, "dhcp-333  [001] d.h1.");
	expect_kind("   dhcp-333  [001]", LINE_BEGIN, "dhcp-333  [001]");
	expect_kind("a mail-333 of 5", LINE_OTHER, "a mail-333 of 5");
	expect_kind("x-1 [99999999] d.h1. 1.000001: y", LINE_OTHER,
		    "x-1 [99999999] d.h1. 1.000001: y");
}

/* A character of UTF-8 may have the byte of a no-break space of latin-1 in it. */
static void test_characters(void **state)
{
	char text[64] = "\xc3\xa0\xa0\x1b[m\x1b[K; &amp; &unknown; \r\n";

	(void)state;
	line_clean(text, strlen(text));
	assert_string_equal(text, "\xc3\xa0\xa0; & &unknown;");
}

static void test_frames(void **state)
{
	char found[] = "node7: => f", arrow[] = "a ==> b", none[] = "a = b";

	(void)state;
	assert_string_equal(text_line_frame(found), "f");
	assert_null(text_line_frame(arrow));
	assert_null(text_line_frame(none));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_characters),
		cmocka_unit_test(test_frames),
	};

	return cmocka_run_group_tests_name("text_line", tests, NULL, NULL);
}
