// SPDX-License-Identifier: GPL-2.0
/*
 * What threads of the kernel are for: see thread_purposes.h.
 */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "analysis/thread_purposes.h"

/*
 * The name of a thread, of which traces have 15 characters, and what it does. A
 * name that ends in a slash, a dash or a colon goes on, one that ends in "#"
 * has a number there; the others are whole.
 */
static const struct purpose {
	const char *name;
	const char *about;
} threads[] = {
	{ "backlog_napi/", "receives packets of the network that were left to this CPU" },
	{ "cpuhp/", "takes this CPU on or off line" },
	{ "idle_inject/", "keeps this CPU idle, so that it cools down" },
	{ "irq_work/", "runs what interrupts have left to a thread, with PREEMPT_RT" },
	{ "jbd2/", "writes the journal of a file system" },
	{ "kauditd", "writes the records of the audit system" },
	{ "kcompactd#", "moves pages of memory, so that large pieces become free" },
	{ "kdamond.#", "samples which memory is used" },
	{ "khugepaged", "makes huge pages of small ones" },
	{ "khungtaskd", "looks for threads that hang" },
	{ "ksmd", "looks for pages of memory that are equal" },
	{ "ksoftirqd/", "runs the softirqs that interrupts have left to a thread" },
	{ "kswapd#", "frees memory, of which little is left" },
	{ "kthreadd", "creates the threads of the kernel" },
	{ "ktimers/", "runs the softirqs of timers, with PREEMPT_RT" },
	{ "kworker/", "runs works that others have queued" },
	{ "migration/", "moves threads to other CPUs, and stops this one for whoever asks for that" },
	{ "napi/", "polls a network device" },
	{ "oom_reaper", "takes the memory of a process that was killed since there was none left" },
	{ "pr/", "writes the kernel's messages to a console" },
	{ "psimon", "watches how long threads wait for memory, CPUs or devices" },
	{ "rcu_exp_gp_kthr", "hastens a grace period of RCU that somebody waits for" },
	{ "rcu_exp_par_gp_", "hastens a grace period of RCU that somebody waits for" },
	{ "rcu_preempt", "counts the grace periods of RCU, for which it looks at all CPUs" },
	{ "rcu_sched", "counts the grace periods of RCU, for which it looks at all CPUs" },
	{ "rcub/", "lends its priority to threads that RCU waits for" },
	{ "rcuc/", "runs callbacks of RCU, which mostly free memory, with PREEMPT_RT" },
	{ "rcuog/", "counts the grace periods of RCU for CPUs with rcu_nocbs" },
	{ "rcuop/", "runs callbacks of RCU, which mostly free memory, for a CPU with rcu_nocbs" },
	{ "rcuos/", "runs callbacks of RCU, which mostly free memory, for a CPU with rcu_nocbs" },
	{ "sugov:", "sets the frequency of CPUs" },
	{ "vhost-", "moves the data of a guest's device" },
	{ "watchdogd", "feeds a hardware watchdog" },
};

static bool purpose_is_of(const char *name, const char *thread)
{
	static const char digits[] = "0123456789";
	size_t length = strlen(thread);

	switch (thread[length - 1]) {
	case '#':
		name += strncmp(name, thread, length - 1) ? 0 : length - 1;
		return *name && !name[strspn(name, digits)];
	case '/':
	case '-':
	case ':':
		return !strncmp(name, thread, length) && name[length];
	default:
		return !strcmp(name, thread);
	}
}

const char *thread_purpose(const char *name)
{
	for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++)
		if (purpose_is_of(name, threads[i].name))
			return threads[i].about;
	return NULL;
}
