// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of scenarios.c and load_commands.c: lists of scenarios, and the
 * commands that they come to.
 */
#include <string.h>

#include "load/load_commands.h"
#include "load/scenarios.h"
#include "test.h"

static struct load_plan plan_of(const char *list)
{
	struct load_plan plan = { .count = 0 };
	char unknown[16] = "";

	assert_true(load_plan_add_list(&plan, list, unknown, sizeof(unknown)));
	assert_string_equal(unknown, "");
	return plan;
}

static void check_unknown(const char *list, const char *expected)
{
	struct load_plan plan = { .count = 0 };
	char unknown[8];

	assert_false(load_plan_add_list(&plan, list, unknown, sizeof(unknown)));
	assert_string_equal(unknown, expected);
}

static void test_lists(void **state)
{
	struct load_plan one = plan_of("sched"), two = plan_of("sched,net");

	(void)state;
	assert_int_equal(one.count, 1);
	assert_int_equal(two.count, 2);
	assert_ptr_equal(one.part[0], two.part[0]);
	assert_int_equal(one.effects, EFFECT_SWITCHES);
	assert_int_equal(two.effects, EFFECT_SWITCHES | EFFECT_PACKETS |
				      EFFECT_NET_SOFTIRQS | EFFECT_INTERRUPTS);
	assert_false(load_plan_in_folder(&one));
	assert_true(load_plan_in_folder(&two));
	check_unknown("", "");
	check_unknown("sched,", "");
	check_unknown(",sched", "");
	check_unknown("sche", "sche");
	check_unknown("scheds", "scheds");
	check_unknown("sched, net", " net");
	check_unknown("sched,something-else", "somethi");
}

static void test_nothing_twice(void **state)
{
	(void)state;
	assert_int_equal(plan_of("sched,sched").count, 1);
	assert_int_equal(plan_of("rteval").count, 2);
	assert_int_equal(plan_of("sched,rteval,compile").count, 2);
	assert_int_equal(plan_of("idle,cpu,cache,memory,io,sched,net,compile,rteval,litmus-io,ecrts-io").count,
			 10);
	assert_int_equal(plan_of("rteval").effects,
			 EFFECT_SWITCHES | EFFECT_FORKS | EFFECT_SECTORS |
			 EFFECT_OUTPUT);
}

static void check_programs(const char *list, enum load_effect effect,
			   const char *expected)
{
	struct load_plan plan = plan_of(list);
	char text[64];

	assert_string_equal(load_plan_programs(&plan, effect, text,
					       sizeof(text)), expected);
}

/* Each figure is that of a program, which messages name. */
static void test_programs(void **state)
{
	struct load_plan plan = plan_of("ecrts-io");
	char text[8];

	(void)state;
	check_programs("litmus-io", EFFECT_SWITCHES, "hackbench");
	check_programs("litmus-io", EFFECT_PACKETS, "busybox");
	check_programs("litmus-io", EFFECT_SECTORS, "bonnie++");
	check_programs("litmus-io", EFFECT_MEMORY, "");
	check_programs("ecrts-io", EFFECT_SECTORS, "fio, stress-ng, gcc");
	check_programs("ecrts-io", EFFECT_OUTPUT, "gcc");
	check_programs("memory", EFFECT_MEMORY, "stress-ng");
	check_programs("compile", EFFECT_FORKS, "gcc");
	assert_string_equal(load_plan_programs(&plan, EFFECT_SECTORS, text,
					       sizeof(text)), "fio, st");
}

static void test_commands(void **state)
{
	const struct load_values values = {
		.cpus = 3, .bytes = 12582912, .port = 65535,
	};
	char text[LOAD_COMMAND_LEN];

	(void)state;
	assert_string_equal(load_command_fill(plan_of("memory").part[0],
					      &values, text),
			    "stress-ng --quiet --vm 3 --vm-bytes 12582912 --vm-keep");
	load_command_fill(plan_of("net").part[0], &values, text);
	assert_non_null(strstr(text, "port=65535\n"));
	assert_non_null(strstr(text, "-P 3 $fetch"));
	load_command_fill(plan_of("compile").part[0], &values, text);
	assert_non_null(strstr(text, "#include <stdio.h>\n"));
	assert_null(strstr(text, "# "));
	assert_string_equal(text + strlen(text) - 5, "\ndone");
}

static void test_peer(void **state)
{
	const struct load_values values = { .cpus = 3, .peer = "192.0.2.1" };
	struct load_plan one = plan_of("sched"), two = plan_of("sched,net");
	char text[LOAD_COMMAND_LEN];

	(void)state;
	assert_false(load_plan_use_peer(&one));
	assert_int_equal(one.effects, EFFECT_SWITCHES);
	assert_true(load_plan_use_peer(&two));
	assert_int_equal(two.count, 2);
	assert_string_equal(load_command_fill(two.part[1], &values, text),
			    "seq 3 | xargs -P 3 -I N sh -c \"while busybox ping -q -A -w 60 192.0.2.1 >/dev/null; do :; done; exit 255\"");
}

/* A line of --show has the commands between single quotes. */
static void test_can_be_quoted(void **state)
{
	struct load_plan plan = plan_of("idle,cpu,cache,memory,io,sched,net,compile,litmus-io,ecrts-io");
	const struct load_values most = {
		.cpus = CPUS_MAX, .bytes = UINT64_MAX, .port = 65535,
	};
	char text[LOAD_COMMAND_LEN];

	(void)state;
	for (int i = 0; i < plan.count; i++) {
		load_command_fill(plan.part[i], &most, text);
		assert_null(strpbrk(text, "'%"));
		assert_in_range(strlen(text), 1, LOAD_COMMAND_LEN - 32);
		assert_non_null(plan.part[i]->needs[0]);
	}
}

static void test_memory_is_larger_than_the_cache(void **state)
{
	const struct cpus cpus = { .word = { 0x3 } };
	struct load_values values;

	(void)state;
	load_values_find(&values, &cpus);
	assert_int_equal(values.cpus, 2);
	assert_true(values.bytes / 2 > values.l2_size);
	assert_in_range(values.port, 1, 65535);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_nothing_twice),
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_peer),
		cmocka_unit_test(test_can_be_quoted),
		cmocka_unit_test(test_memory_is_larger_than_the_cache),
	};

	return cmocka_run_group_tests_name("scenarios", tests, NULL, NULL);
}
