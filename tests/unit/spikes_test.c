// SPDX-License-Identifier: GPL-2.0
/*
 * Which hits are kept, and in which order.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "spikes.h"

static char folder[] = "/tmp/spikes_test.XXXXXX";

/* A hit with a file; the name is in the order of time. */
static void hit(struct spikes *spikes, uint64_t us)
{
	const struct tracer_hit hit = { .cpu = us % 4, .latency_ns = us * 1000 };
	char like[64], file[PATH_MAX], report[32];

	snprintf(like, sizeof(like), "%s/trace.txt", folder);
	if (!spikes_wants(spikes, &hit))
		return;
	close(open(spikes_name(spikes, like, file, sizeof(file)),
		   O_CREAT | O_WRONLY, 0600));
	snprintf(report, sizeof(report), "report of %d\n", (int)us);
	assert_true(spikes_add(spikes, &hit, 0, strdup(report), file));
}

static bool there(int number)
{
	char file[64];

	snprintf(file, sizeof(file), "%s/trace-%d.txt", folder, number);
	return !access(file, F_OK);
}

static void expect(const struct spikes *spikes, const int *us, int count)
{
	assert_int_equal(spikes->count, count);
	for (int i = 0; i < count; i++)
		assert_int_equal(spikes->spike[i].hit.latency_ns, us[i] * 1000);
}

static void test_worst(void **state)
{
	struct spikes spikes = { .max = 3 };

	(void)state;
	assert_non_null(mkdtemp(folder));
	hit(&spikes, 50);
	hit(&spikes, 70);
	hit(&spikes, 60);
	expect(&spikes, (int[]) { 70, 60, 50 }, 3);
	/* Not worse than the least: nothing is made for it. */
	hit(&spikes, 50);
	hit(&spikes, 10);
	expect(&spikes, (int[]) { 70, 60, 50 }, 3);
	assert_int_equal(spikes.files, 3);
	/* Worse: the file of the least goes. */
	hit(&spikes, 90);
	expect(&spikes, (int[]) { 90, 70, 60 }, 3);
	assert_false(there(1));
	assert_true(there(2) && there(3) && there(4));
	hit(&spikes, 65);
	expect(&spikes, (int[]) { 90, 70, 65 }, 3);
	assert_false(there(3));
	for (int i = 0; i < 3; i++)
		unlink(spikes.spike[i].file);
	assert_int_equal(rmdir(folder), 0);
	spikes_free(&spikes);
}

static void test_print(void **state)
{
	struct spikes spikes = { .max = 2 };
	char text[1024];
	FILE *out = fmemopen(text, sizeof(text), "w");

	(void)state;
	setenv("TZ", "UTC0", true);
	assert_true(spikes_add(&spikes, &(struct tracer_hit) {
			.cpu = 1, .latency_ns = 45678 }, 86400,
			strdup("why\n"), "a-1.txt"));
	assert_true(spikes_add(&spikes, &(struct tracer_hit) {
			.cpu = 2, .latency_ns = 99000 }, 86465, NULL,
			"a-2.txt"));
	spikes_print(out, &spikes);
	fclose(out);
	assert_string_equal(text,
"\n# Spike 1 of 2: 99.00 us on CPU 2 at 1970-01-02 00:01:05, its trace is in a-2.txt\n"
"\n# Spike 2 of 2: 45.68 us on CPU 1 at 1970-01-02 00:00:00, its trace is in a-1.txt\n"
"why\n");
	spikes_free(&spikes);
}

static void test_names(void **state)
{
	struct spikes spikes = { .max = 1 };
	char file[32];

	(void)state;
	assert_string_equal(spikes_name(&spikes, "t.txt", file, sizeof(file)),
			    "t-1.txt");
	assert_string_equal(spikes_name(&spikes, "t", file, sizeof(file)),
			    "t-2");
	assert_string_equal(spikes_name(&spikes, "a.b/t", file, sizeof(file)),
			    "a.b/t-3");
	assert_string_equal(spikes_name(&spikes, "a.b/t.dat", file, sizeof(file)),
			    "a.b/t-4.dat");
}

static void test_nothing(void **state)
{
	struct spikes spikes = { .max = 0 };

	(void)state;
	assert_false(spikes_wants(&spikes, &(struct tracer_hit) {
			.latency_ns = 5 }));
	spikes_free(&spikes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_worst),
		cmocka_unit_test(test_print),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests_name("spikes", tests, NULL, NULL);
}
