// SPDX-License-Identifier: GPL-2.0
/*
 * Tests that libtraceevent, and so trace-cmd, can print all events of the
 * module: trace/define_trace.h, which stands in for that of the kernel, makes
 * the formats of include/trace/events/rtla.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-seq.h>

#include <linux/sched.h>
#include <linux/types.h>

#include "test.h"

/* More than the format of any event needs. */
#define FORMAT_SIZE	16384

/* So many frames has a stack at most. */
#define FRAMES_MAX	64

/* More than the module has. */
#define EVENTS_MAX	32

/**
 * struct made_event - an event of the module
 * @name: its name
 * @write: writes its format, without the fields that all events have
 * @size: size of its record
 */
static struct made_event {
	const char *name;
	void (*write)(FILE *out);
	size_t size;
} made[EVENTS_MAX];
static int made_count;

/* All records begin with this. */
struct record_common {
	u16 type;
	u8 flags;
	u8 preempt_count;
	s32 pid;
};

static void write_field(FILE *out, const char *text, const char *length,
			size_t offset, size_t size)
{
	fprintf(out, "\tfield:%s%s;\toffset:%zu;\tsize:%zu;\tsigned:0;\n", text,
		length, offset, size);
}

/* Makes struct record_NAME of each event, and adds the event to those above. */
#define CREATE_TRACE_POINTS
#include "../../../include/trace/events/rtla.h"

/* ---- Printing ------------------------------------------------------------ */

static struct tep_handle *tep;

/* Let libtraceevent know an event, whose number is @id. */
static struct tep_event *learn(const struct made_event *event, int id)
{
	char *format = calloc(1, FORMAT_SIZE);
	FILE *out = fmemopen(format, FORMAT_SIZE, "w");

	assert_non_null(out);
	fprintf(out, "name: %s\nID: %d\nformat:\n", event->name, id);
	write_field(out, "unsigned short common_type", "", 0, 2);
	write_field(out, "unsigned char common_flags", "", 2, 1);
	write_field(out, "unsigned char common_preempt_count", "", 3, 1);
	write_field(out, "int common_pid", "", 4, 4);
	fputs("\n", out);
	event->write(out);
	assert_true(ftell(out) < FORMAT_SIZE - 1);
	fclose(out);
	assert_int_equal(tep_parse_event(tep, format, strlen(format), "rtla"),
			 0);
	free(format);
	return tep_find_event(tep, id);
}

static int set_up(void **state)
{
	(void)state;
	tep = tep_alloc();
	if (!tep || !made_count)
		return -1;
	tep_set_long_size(tep, sizeof(long));
	for (int i = 0; i < made_count; i++)
		learn(&made[i], i);
	tep_register_function(tep, "inner", 0x1000, NULL);
	tep_register_function(tep, "outer", 0x2000, NULL);
	tep_register_function(tep, "last", 0x3000, NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	tep_free(tep);
	return 0;
}

/* Return what is printed of a record, until the next call. */
static const char *print_record(void *record, size_t size)
{
	struct tep_record whole = { .data = record, .size = size };
	static struct trace_seq text;

	if (text.buffer)
		trace_seq_destroy(&text);
	trace_seq_init(&text);
	tep_print_event(tep, &text, &whole, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&text);
	return text.buffer;
}

static void test_all_events(void **state)
{
	(void)state;
	for (int i = 0; i < made_count; i++) {
		struct record_common *record = calloc(1, made[i].size);
		const char *text;

		assert_non_null(record);
		record->type = i;
		text = print_record(record, made[i].size);
		if (!*text || strstr(text, "FAILED"))
			fail_msg("event %s: %s", made[i].name, text);
		free(record);
	}
}

/* Expect that a stack with @frames frames is printed as @named ones and @others. */
static void expect_frames(int frames, int named, int others, const char *end)
{
	struct {
		struct record_stack stack;
		unsigned long caller[FRAMES_MAX];
	} record = {
		.stack = { .t_w = 11, .time = 22, .cost = 33, .pid = 44 },
		.caller = { 0x1004 },
	};
	char expected[1024];
	int length;

	for (int i = 0; i < made_count; i++)
		if (!strcmp(made[i].name, "stack"))
			record.stack.common.type = i;
	assert_ptr_equal(record.stack.frame, record.caller);
	record.stack.caller = sizeof(record.stack) |
			      frames * sizeof(*record.caller) << 16;
	/* The bytes after the last frame belong to another record. */
	for (int i = 1; i < FRAMES_MAX; i++)
		record.caller[i] = i < frames ? 0x2010 : 0x1010;

	length = sprintf(expected, "<stack trace> t_w=11 time=22 cost=33 pid=44 => inner");
	for (int i = 1; i < named; i++)
		length += sprintf(expected + length, " => outer");
	for (int i = 0; i < others; i++)
		length += sprintf(expected + length, " 0x0");
	strcpy(expected + length, end);
	assert_string_equal(print_record(&record, sizeof(record.stack) +
					 frames * sizeof(*record.caller)),
			    expected);
}

static void test_stack(void **state)
{
	(void)state;
	expect_frames(1, 1, 23, "");
	expect_frames(4, 4, 20, "");
	expect_frames(24, 24, 0, "");
	expect_frames(25, 24, 0, " => ...");
	expect_frames(FRAMES_MAX, 24, 0, " => ...");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_events),
		cmocka_unit_test(test_stack),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
