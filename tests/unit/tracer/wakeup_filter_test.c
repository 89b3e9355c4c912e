// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of filters for watched threads.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cpus.h"
#include "capture.h"
#include "test.h"
#include "tracer/tracer_config.h"
#include "tracer/wakeup_filter.h"

static char waking[WAKEUP_FILTER_LEN], switched[WAKEUP_FILTER_LEN];

/* Measure all CPUs that are online. */
static struct tracer_config on_all(void)
{
	struct tracer_config config = { .kind = KIND_WAKEUP };

	cpus_online(&config.cpus);
	return config;
}

static void make(const struct tracer_config *config)
{
	assert_int_equal(wakeup_filter_waking(waking, config), RESULT_OK);
	assert_int_equal(wakeup_filter_switch(switched, config), RESULT_OK);
}

static void test_threads(void **state)
{
	struct tracer_config config = on_all();
	char expected[64];

	(void)state;
	config.targets.real_time = true;
	make(&config);
	assert_string_equal(waking, "prio < 100");
	assert_string_equal(switched, "next_prio < 100");

	/* Thread 1 is there; there is none with the second id. */
	config.targets.id[0] = 1;
	config.targets.id[1] = 1 << 30;
	config.targets.ids = 2;
	config.targets.comm = "a \"name\"";
	make(&config);
	assert_string_equal(waking,
			    "prio < 100 || pid == 1 || comm == 'a \"name\"'");
	assert_string_equal(switched,
			    "next_prio < 100 || next_pid == 1 || next_comm == 'a \"name\"'");

	config = on_all();
	config.targets.processes = true;
	config.targets.id[0] = getpid();
	config.targets.ids = 1;
	make(&config);
	snprintf(expected, sizeof(expected), "pid == %d", getpid());
	assert_string_equal(waking, expected);

	config.targets.all = true;
	make(&config);
	assert_string_equal(waking, "");
	assert_string_equal(switched, "");
}

/* Only the switch is on a CPU that is measured: the waking may come from any other. */
static void test_cpus(void **state)
{
	static const int of[] = { 1, 2, 3, 700 };
	struct tracer_config config = { .targets.all = true };

	(void)state;
	for (int i = 0; i < 4; i++)
		cpus_add(&config.cpus, of[i]);
	make(&config);
	assert_string_equal(waking, "");
	assert_string_equal(switched,
			    "((CPU >= 1 && CPU <= 3) || (CPU >= 700 && CPU <= 700))");
	config.targets = (struct tracer_targets) { .comm = "it's" };
	make(&config);
	assert_string_equal(waking, "comm == \"it's\"");
	assert_string_equal(switched,
			    "((CPU >= 1 && CPU <= 3) || (CPU >= 700 && CPU <= 700)) && (next_comm == \"it's\")");
}

static void expect_refusal(const struct tracer_config *config, const char *said)
{
	struct capture capture;

	capture_begin(&capture);
	assert_int_equal(wakeup_filter_switch(switched, config), RESULT_CANNOT);
	assert_string_equal(capture_end(&capture), said);
}

static void test_refusals(void **state)
{
	struct tracer_config config = on_all();

	(void)state;
	config.targets.id[0] = 1 << 30;
	config.targets.ids = 1;
	expect_refusal(&config, "rtla: --tid: no thread has one of these ids: look them up with 'ps -eL'\n");
	config.targets.processes = true;
	expect_refusal(&config, "rtla: --pid: no thread has one of these ids: look them up with 'ps -eL'\n");
	config = on_all();
	config.targets.comm = "\"it's\"";
	expect_refusal(&config, "rtla: --comm \"it's\": the kernel's filters take no name with both kinds of quotes: give --tid\n");
	/* Every second CPU. */
	config = (struct tracer_config) { .targets.real_time = true };
	for (int i = 0; i < 400; i += 2)
		cpus_add(&config.cpus, i);
	expect_refusal(&config, "rtla: --no-module: the kernel takes no filter for so many threads or CPUs: name fewer, or load the module\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_refusals),
	};

	return cmocka_run_group_tests_name("wakeup_filter", tests, NULL, NULL);
}
