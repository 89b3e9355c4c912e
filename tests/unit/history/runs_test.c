// SPDX-License-Identifier: GPL-2.0
/*
 * Tests that the runs of a history are always those of its results, whatever
 * happens to the index, and that the index lets no result be read twice.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "capture.h"
#include "files.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "made_results.h"
#include "repetitions.h"
#include "results/results_read.h"
#include "stats/percentiles.h"
#include "test.h"

#define INDEX	"rack3/timerlat/.rtla-index"

/* How many results were read. */
static int reads;

/* In place of the command's: a file that has a number is a result with this latency. */
enum result results_read_any(struct results *results, const char *path)
{
	size_t size;
	char *text = whole_file_read(path, &size);
	uint64_t latency = text ? strtoull(text, NULL, 10) : 0;

	free(text);
	reads++;
	*results = (struct results) { .path = path };
	if (!latency)
		return fail(RESULT_ERROR, "%s: no result", path);
	*results = made_results("timerlat", 1000000, 1000000000);
	results->path = path;
	made_results_add(results, 0, CONTEXT_IRQ, 0, latency);
	return RESULT_OK;
}

/* In place of libc's: no power will be cut here, and a disk needs long. */
int fsync(int fd)
{
	(void)fd;
	return 0;
}

static const struct labels no_labels;

/*
 * Read the runs. Test that their maxima, in the order of their names, are those
 * of @expected, like "11 22", and that so many results were read for that.
 */
static void expect_percentile(const char *expected, int expected_reads,
			      uint32_t percentile)
{
	const struct run_filter filter = {
		.labels = &no_labels, .percentile = percentile,
	};
	struct history_runs runs;
	char text[256] = "";
	size_t used = 0;

	reads = 0;
	assert_int_equal(runs_read(&runs, files_root, &filter), RESULT_OK);
	for (int i = 0; i < runs.count; i++) {
		const struct run_figures *irq =
			&runs.run[i].figures[CONTEXT_IRQ];

		used += snprintf(text + used, sizeof(text) - used, "%s%llu",
				 i ? " " : "", (unsigned long long)irq->max);
		assert_int_equal(irq->count, 1);
		assert_int_equal(irq->median, irq->max);
		assert_int_equal(irq->percentile, irq->max);
		assert_false(irq->supported);
		assert_int_equal(runs.run[i].measured_ns, 1000000000);
		assert_string_equal(runs.run[i].host, "rack3");
		assert_string_equal(runs.run[i].tracer, "timerlat");
	}
	assert_string_equal(text, expected);
	assert_int_equal(reads, expected_reads);
	runs_free(&runs);
}

static void expect(const char *expected, int expected_reads)
{
	expect_percentile(expected, expected_reads,
			  PERCENTILE_WHOLE / 1000 * 999);
}

static int set_up(void **state)
{
	int error = files_begin(state);

	files_put("rack3/timerlat/1.json", "11");
	files_put("rack3/timerlat/2.json", "22");
	files_put("rack3/timerlat/3.json", "33");
	return error;
}

static void test_read_once(void **state)
{
	(void)state;
	expect("11 22 33", 3);
	expect("11 22 33", 0);
}

static void test_added(void **state)
{
	(void)state;
	expect("11 22 33", 3);
	files_put("rack3/timerlat/4.json", "44");
	expect("11 22 33 44", 1);
	expect("11 22 33 44", 0);
	/* Each folder has its own index. */
	files_put("rack3/osnoise/1.json", "55");
	expect("55 11 22 33 44", 1);
	expect("55 11 22 33 44", 0);
}

static void test_removed(void **state)
{
	(void)state;
	expect("11 22 33", 3);
	unlink(files_path("rack3/timerlat/2.json"));
	expect("11 33", 0);
	/* It was forgotten. */
	files_put("rack3/timerlat/2.json", "29");
	expect("11 29 33", 1);
}

/* Another result of the same size, and with the same time of the last change. */
static void test_changed(void **state)
{
	struct timespec times[2];
	struct stat status;

	(void)state;
	expect("11 22 33", 3);
	assert_int_equal(stat(files_path("rack3/timerlat/2.json"), &status), 0);
	times[0] = status.st_atim;
	times[1] = status.st_mtim;
	/* The clock of a file system ticks only every few ms. */
	usleep(20000);
	files_put("rack3/timerlat/2.json", "29");
	assert_int_equal(utimensat(AT_FDCWD, files_path("rack3/timerlat/2.json"),
				   times, 0), 0);
	expect("11 29 33", 1);
	expect("11 29 33", 0);
}

/* A file that is no result is reported each time. */
static void test_unread(void **state)
{
	struct capture capture;

	(void)state;
	files_put("rack3/timerlat/2.json", "no result");
	for (int i = 0; i < 2; i++) {
		capture_begin(&capture);
		expect("11 33", i ? 1 : 3);
		assert_non_null(strstr(capture_end(&capture),
				       "2.json: no result\n"));
	}
}

/* An index of another percentile has those that all results have, too. */
static void test_percentile(void **state)
{
	(void)state;
	expect("11 22 33", 3);
	expect_percentile("11 22 33", 0, PERCENTILE_WHOLE / 10 * 9);
	expect_percentile("11 22 33", 3, PERCENTILE_WHOLE / 10 * 7);
	expect_percentile("11 22 33", 0, PERCENTILE_WHOLE / 10 * 7);
	expect("11 22 33", 0);
}

static void put_index(const char *text, size_t size)
{
	unlink(files_path(INDEX));
	files_put_bytes(INDEX, 0, text, size);
}

/* Whichever bit is wrong, and wherever the file ends. */
static void test_damaged(void **state)
{
	size_t size, step = is_long() ? 1 : 9;
	char *text;

	(void)state;
	expect("11 22 33", 3);
	text = whole_file_read(files_path(INDEX), &size);
	assert_non_null(text);
	for (size_t i = 0; i < size; i += step) {
		text[i] ^= 1 << i % 8;
		put_index(text, size);
		text[i] ^= 1 << i % 8;
		expect("11 22 33", 3);
	}
	for (size_t i = 0; i < size; i += step) {
		put_index(text, i);
		expect("11 22 33", 3);
	}
	expect("11 22 33", 0);
	free(text);
}

/* A link or a FIFO in place of the index is replaced, and a folder stays. */
static void test_no_file(void **state)
{
	char path[256], *text;
	size_t size;

	(void)state;
	snprintf(path, sizeof(path), "%s", files_path(INDEX));
	files_put("other", "mine");
	assert_int_equal(symlink("../../other", path), 0);
	expect("11 22 33", 3);
	expect("11 22 33", 0);
	text = whole_file_read(files_path("other"), &size);
	assert_string_equal(text, "mine");
	free(text);
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	expect("11 22 33", 3);
	expect("11 22 33", 0);
	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	expect("11 22 33", 3);
	expect("11 22 33", 3);
	assert_int_equal(rmdir(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_read_once, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_added, set_up, files_end),
		cmocka_unit_test_setup_teardown(test_removed, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_changed, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_unread, set_up, files_end),
		cmocka_unit_test_setup_teardown(test_percentile, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_damaged, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_no_file, set_up,
						files_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
