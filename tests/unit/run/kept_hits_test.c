// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of which hits are kept, and in which order.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/kept_hits.h"
#include "test.h"

static char folder[] = "/tmp/spikes_test.XXXXXX";

static char trace[64], perfetto[64];

/*
 * Let there be a hit of @us us. If it is wanted, make its files, and keep it.
 * Hits are numbered in the order of time.
 */
static void hit(struct kept_hits *kept_hits, uint64_t us)
{
	const struct tracer_hit hit = { .cpu = us % 4,
					.latency_ns = us * 1000 };
	char file[PATH_MAX], report[32];
	int number;

	if (!kept_hits_wants(kept_hits, &hit))
		return;
	number = ++kept_hits->numbers;
	close(open(kept_hits_file(trace, number, file), O_CREAT | O_WRONLY,
		   0600));
	close(open(kept_hits_file(perfetto, number, file), O_CREAT | O_WRONLY,
		   0600));
	snprintf(report, sizeof(report), "report of %d\n", (int)us);
	assert_true(kept_hits_add(kept_hits,
				  &(struct kept_hit) { .hit = hit,
						       .report = strdup(report),
						       .number = number }));
}

static bool there(int number)
{
	char file[64];
	bool found;

	snprintf(file, sizeof(file), "%s/trace-%d.txt", folder, number);
	found = !access(file, F_OK);
	snprintf(file, sizeof(file), "%s/ui-%d", folder, number);
	assert_int_equal(!access(file, F_OK), found);
	return found;
}

static void expect(const struct kept_hits *kept_hits, const int *us, int count)
{
	assert_int_equal(kept_hits->count, count);
	for (int i = 0; i < count; i++)
		assert_int_equal(kept_hits->kept_hit[i].hit.latency_ns,
				 us[i] * 1000);
}

static void test_worst(void **state)
{
	struct kept_hits kept_hits = {
		.max = 3, .trace = trace, .perfetto = perfetto,
	};
	char file[PATH_MAX];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(trace, sizeof(trace), "%s/trace.txt", folder);
	snprintf(perfetto, sizeof(perfetto), "%s/ui", folder);
	hit(&kept_hits, 50);
	hit(&kept_hits, 70);
	hit(&kept_hits, 60);
	expect(&kept_hits, (int[]) { 70, 60, 50 }, 3);
	/*
	 * These are not worse than the least kept hit: no files are made for
	 * them.
	 */
	hit(&kept_hits, 50);
	hit(&kept_hits, 10);
	expect(&kept_hits, (int[]) { 70, 60, 50 }, 3);
	assert_int_equal(kept_hits.numbers, 3);
	/* This one is worse: the files of the least kept hit are removed. */
	hit(&kept_hits, 90);
	expect(&kept_hits, (int[]) { 90, 70, 60 }, 3);
	assert_false(there(1));
	assert_true(there(2) && there(3) && there(4));
	hit(&kept_hits, 65);
	expect(&kept_hits, (int[]) { 90, 70, 65 }, 3);
	assert_false(there(3));
	for (int i = 0; i < 3; i++) {
		unlink(kept_hits_file(trace, kept_hits.kept_hit[i].number,
				      file));
		unlink(kept_hits_file(perfetto, kept_hits.kept_hit[i].number,
				      file));
	}
	assert_int_equal(rmdir(folder), 0);
	kept_hits_free(&kept_hits);
}

static void test_print(void **state)
{
	struct kept_hits kept_hits = { .max = 2, .trace = "a.txt" };
	char text[1024];
	FILE *out = fmemopen(text, sizeof(text), "w");

	(void)state;
	setenv("TZ", "UTC0", true);
	assert_true(kept_hits_add(&kept_hits, &(struct kept_hit) {
			.hit = { .cpu = 1, .latency_ns = 45678 }, .when = 86400,
			.report = strdup("why\n"), .number = 1 }));
	assert_true(kept_hits_add(&kept_hits, &(struct kept_hit) {
			.hit = { .cpu = 2, .latency_ns = 99000 }, .when = 86465,
			.number = 2 }));
	kept_hits_print(out, &kept_hits);
	fclose(out);
	assert_string_equal(text,
"\n# Spike 1 of 2: 99.00 us on CPU 2 at 1970-01-02 00:01:05, its trace is in a-2.txt\n"
"\n# Spike 2 of 2: 45.68 us on CPU 1 at 1970-01-02 00:00:00, its trace is in a-1.txt\n"
"why\n");
	kept_hits_free(&kept_hits);
}

static void test_names(void **state)
{
	char file[PATH_MAX];

	(void)state;
	assert_string_equal(kept_hits_file("t.txt", 1, file), "t-1.txt");
	assert_string_equal(kept_hits_file("t", 2, file), "t-2");
	assert_string_equal(kept_hits_file("a.b/t", 3, file), "a.b/t-3");
	assert_string_equal(kept_hits_file("a.b/t.dat", 40, file),
			    "a.b/t-40.dat");
}

/*
 * Check which thresholds are armed after a hit of @hit ns, if the user has set
 * @wanted ns: @latency ns for latencies, @noise ns for noises.
 */
static void expect_raised(const struct kept_hits *kept_hits, uint64_t hit,
			  int64_t wanted, int64_t latency, int64_t noise)
{
	int64_t stop[CONTEXTS] = {
		[CONTEXT_THREAD] = wanted, [CONTEXT_USER] = wanted,
		[CONTEXT_SINGLE] = wanted, [CONTEXT_TOTAL] = wanted,
	};

	kept_hits_raise(kept_hits, &(struct tracer_hit) { .latency_ns = hit },
			stop);
	assert_int_equal(stop[CONTEXT_IRQ], 0);
	assert_int_equal(stop[CONTEXT_THREAD], latency);
	assert_int_equal(stop[CONTEXT_USER], latency);
	assert_int_equal(stop[CONTEXT_SINGLE], noise);
	assert_int_equal(stop[CONTEXT_TOTAL], noise);
}

static void add(struct kept_hits *kept_hits, uint64_t ns)
{
	assert_true(kept_hits_add(kept_hits, &(struct kept_hit) {
			.hit.latency_ns = ns, .number = 1000 }));
}

static void test_raise(void **state)
{
	struct kept_hits one = { .max = 1, .trace = trace };
	struct kept_hits two = { .max = 2, .trace = trace };

	(void)state;
	expect_raised(&one, 500, 100, 501, 500);
	add(&one, 500);
	expect_raised(&one, 700, 100, 701, 700);
	expect_raised(&one, 500, 100, 501, 500);

	expect_raised(&two, 500, 100, 100, 100);
	add(&two, 500);
	expect_raised(&two, 400, 100, 401, 400);
	expect_raised(&two, 600, 100, 501, 500);
	add(&two, 600);
	expect_raised(&two, 550, 100, 551, 550);
	expect_raised(&two, 900, 100, 601, 600);
	/* This hit came before the thresholds were raised, and is not kept. */
	expect_raised(&two, 300, 100, 501, 500);
	/* The user's threshold may be higher than that. */
	expect_raised(&two, 550, 800, 800, 800);
	expect_raised(&two, 550, 551, 551, 551);
	/* The tracer accepts thresholds up to an hour. */
	add(&two, 4000000000000);
	expect_raised(&two, 5000000000000, 100, 3600000000000, 3600000000000);
	kept_hits_free(&one);
	kept_hits_free(&two);
}

static void test_nothing(void **state)
{
	struct kept_hits kept_hits = { .max = 0 };

	(void)state;
	assert_false(kept_hits_wants(&kept_hits, &(struct tracer_hit) {
			.latency_ns = 5 }));
	kept_hits_free(&kept_hits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_worst),
		cmocka_unit_test(test_print),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_raise),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests_name("kept_hits", tests, NULL, NULL);
}
