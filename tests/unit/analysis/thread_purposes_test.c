// SPDX-License-Identifier: GPL-2.0
/*
 * What threads of the kernel are for.
 */
#include "test.h"

#include "analysis/thread_purposes.h"

static void test_known(void **state)
{
	static const char *const names[] = {
		"rcuc/1", "rcu_preempt", "rcu_exp_gp_kthr", "rcu_exp_par_gp_",
		"kcompactd0", "kswapd12", "kdamond.0", "khugepaged", "ksmd",
		"ksoftirqd/0", "ktimers/3", "kworker/1:2-eve", "kworker/u8:0",
		"migration/0", "pr/ttyS0", "napi/eth0-8193", "jbd2/vda1-8",
		"sugov:0", "vhost-1234", "idle_inject/2", "psimon", "rcuop/3",
		"rcuog/0", "rcuos/1", "rcub/0", "cpuhp/1", "backlog_napi/0",
		"irq_work/1", "kauditd", "khungtaskd", "kthreadd", "watchdogd",
		"oom_reaper", "rcu_sched",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_non_null(thread_purpose(names[i]));
	assert_string_equal(thread_purpose("kswapd0"),
			    "frees memory, of which little is left");
}

/* Names of programs that only look alike. */
static void test_others(void **state)
{
	static const char *const names[] = {
		"", "sh", "rcuc", "rcuc/", "kswapd", "kswapd0x", "kswapd.0",
		"ksmd2", "my_ksmd", "rcu_preempts", "pr", "irq/27-nvme",
		"kdamond.", "vhost-", "migration",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_null(thread_purpose(names[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests_name("thread_purposes", tests, NULL, NULL);
}
