// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the worst latencies of a recording: which are kept, which are the
 * same, and whose traces go.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json_read.h"
#include "host/temporary_folder.h"
#include "record/kept_worst.h"
#include "record/record_folder.h"
#include "record/segment.h"
#include "test.h"

#define KEPT	3

static struct record_folder folder = { .lock = -1 };
static struct kept_worst worst = {
	.tracer = "wakeup", .max = KEPT, .folder = &folder,
};

static void begin_worst(void)
{
	json_decref(worst.list);
	worst.list = json_array();
}

/* A latency of thread 7, with a trace that is there. */
static json_t *latency(uint64_t ns, uint64_t time_ns, uint64_t segment)
{
	char trace[64], path[PATH_MAX];
	json_t *entry;
	int fd;

	snprintf(trace, sizeof(trace), "worst/wakeup-%06d-%d.txt", (int)segment,
		 (int)ns);
	snprintf(path, sizeof(path), "%s/%s", folder.path, trace);
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0);
	close(fd);
	entry = json_pack("{s:I, s:i, s:s, s:I, s:I, s:s}",
			  "latency_ns", (json_int_t)ns, "tid", 7, "boot", "b",
			  "segment", (json_int_t)segment,
			  "clock_ns", (json_int_t)segment, "trace", trace);
	if (time_ns)
		json_object_set_new(entry, "time_ns", json_integer(time_ns));
	return entry;
}

static bool trace_is_there(uint64_t ns, uint64_t segment)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/worst/wakeup-%06d-%d.txt", folder.path,
		 (int)segment, (int)ns);
	return !access(path, F_OK);
}

static uint64_t kept_ns(size_t place)
{
	return json_read_ns(json_array_get(worst.list, place), "latency_ns");
}

static void test_order(void **state)
{
	(void)state;
	begin_worst();
	assert_true(!kept_worst_least(&worst));
	assert_true(kept_worst_add(&worst, latency(200, 1, 1)));
	assert_true(kept_worst_add(&worst, latency(300, 2000000, 1)));
	assert_true(kept_worst_add(&worst, latency(100, 4000000, 1)));
	assert_true(kept_worst_least(&worst) == 100);
	assert_true(kept_worst_add(&worst, latency(250, 6000000, 2)));
	assert_true(kept_ns(0) == 300);
	assert_true(kept_ns(1) == 250);
	assert_true(kept_ns(2) == 200);
	assert_true(json_array_size(worst.list) == KEPT);
	assert_true(!trace_is_there(100, 1));
	assert_true(trace_is_there(200, 1));
	assert_true(!kept_worst_add(&worst, latency(150, 8000000, 2)));
	assert_true(kept_ns(2) == 200);
	assert_true(!kept_worst_add(&worst, NULL));
}

/* Segments that overlap see a latency twice, and each measures it by itself. */
static void test_same_latency(void **state)
{
	json_t *other;

	(void)state;
	begin_worst();
	assert_true(kept_worst_add(&worst, latency(200, 5000000, 1)));
	assert_true(!kept_worst_add(&worst, latency(201, 5000300, 2)));
	assert_true(json_array_size(worst.list) == 1);
	assert_true(kept_worst_add(&worst, latency(201, 9000000, 2)));
	other = latency(200, 5000000, 2);
	json_object_set_new(other, "tid", json_integer(8));
	assert_true(kept_worst_add(&worst, other));
	other = latency(202, 5000000, 3);
	json_object_set_new(other, "boot", json_string("c"));
	assert_true(kept_worst_add(&worst, other));
}

/* The result of a segment tells more than a trace that was taken before. */
static void test_completed(void **state)
{
	json_t *entry = latency(200, 5000000, 1);

	(void)state;
	begin_worst();
	assert_true(kept_worst_add(&worst, latency(200, 5000000, 1)));
	json_object_set_new(entry, "result", json_string("history/a.json"));
	assert_true(!kept_worst_add(&worst, entry));
	assert_true(kept_worst_in(&worst, "history/a.json"));
	assert_true(json_array_size(worst.list) == 1);
	assert_true(kept_worst_knows(&worst, "worst/wakeup-000001-200.txt"));
}

/* Without a time, the length tells, and the segment. */
static void test_without_time(void **state)
{
	json_t *entry = latency(1000, 0, 2);

	(void)state;
	begin_worst();
	assert_true(kept_worst_add(&worst, latency(1010, 0, 1)));
	assert_true(kept_worst_has(&worst, entry));
	assert_true(kept_worst_has_like(&worst, entry));
	json_object_set_new(entry, "segment", json_integer(1));
	assert_true(kept_worst_has(&worst, entry));
	assert_true(!kept_worst_has_like(&worst, entry));
	json_object_set_new(entry, "segment", json_integer(3));
	assert_true(!kept_worst_has(&worst, entry));
	json_object_set_new(entry, "segment", json_integer(2));
	json_object_set_new(entry, "latency_ns", json_integer(1100));
	assert_true(!kept_worst_has(&worst, entry));
	json_object_set_new(entry, "latency_ns", json_integer(500));
	assert_true(kept_worst_has(&worst, entry));
	assert_true(!kept_worst_has_like(&worst, entry));
	json_decref(entry);
}

static void test_forget(void **state)
{
	(void)state;
	begin_worst();
	assert_true(kept_worst_add(&worst, latency(300, 1, 1)));
	assert_true(kept_worst_add(&worst, latency(200, 3000000, 2)));
	kept_worst_forget(&worst, 1);
	assert_true(json_array_size(worst.list) == 2);
	kept_worst_forget(&worst, 2);
	assert_true(json_array_size(worst.list) == 1);
	assert_true(kept_ns(0) == 200);
	assert_true(!trace_is_there(300, 1));
	assert_true(trace_is_there(200, 2));
}

static void test_names(void **state)
{
	(void)state;
	assert_true(segment_of_trace("wakeup-000012-3.txt", "wakeup") == 12);
	assert_true(segment_of_trace("wakeup-1234567-10.txt", "wakeup") == 1234567);
	assert_true(!segment_of_trace("cycle-000012-3.txt", "wakeup"));
	assert_true(!segment_of_trace("wakeup-000012.txt", "wakeup"));
	assert_true(!segment_of_trace("wakeup-000012-3.txt.swp", "wakeup"));
	assert_true(!segment_of_trace("wakeup-x-3.txt", "wakeup"));
}

static int make_folder(void **state)
{
	static char path[] = "/tmp/kept_worst_test.XXXXXX";

	(void)state;
	return !mkdtemp(path) || record_folder_name(&folder, path) ||
	       mkdir(folder.worst, 0700);
}

static int remove_folder(void **state)
{
	(void)state;
	json_decref(worst.list);
	temporary_folder_remove(folder.path);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_same_latency),
		cmocka_unit_test(test_completed),
		cmocka_unit_test(test_without_time),
		cmocka_unit_test(test_forget),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
