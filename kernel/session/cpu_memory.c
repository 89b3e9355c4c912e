// SPDX-License-Identifier: GPL-2.0
/*
 * Memory on all CPUs that only the sessions of one kind need: see cpu_memory.h.
 *
 * It is kept until the module is unloaded. So whatever is late finds it: a hook
 * that is being detached, or a workload of user space that has not noticed yet
 * that its session has ended. And no session has to wait until nobody can use
 * it any more.
 */
#include <linux/cache.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "session/cpu_memory.h"

static DEFINE_MUTEX(cpu_memory_lock);

/* The memory that was got last. */
static struct cpu_memory *cpu_memory_last;

static int cpu_memory_get_one(struct cpu_memory *memory)
{
	void __percpu *got = __alloc_percpu(memory->size, SMP_CACHE_BYTES);

	if (!got)
		return -ENOMEM;
	/* Pairs with the address dependency of those that test the variable. */
	smp_store_release(memory->at, got);
	memory->before = cpu_memory_last;
	cpu_memory_last = memory;
	return 0;
}

/**
 * rtla_cpu_memory_get - get memory that was not got yet; it is zeros
 * @memory: of a kind of session; NULL among them: nothing
 * @count: their number
 *
 * Any hook that is attached afterwards finds it: it may be one in an NMI, and
 * does not test the variables that have the addresses. After an error, some may
 * have been got.
 *
 * Return: 0, -ENOMEM, or -EINTR after a fatal signal. Context: process, may
 * sleep.
 */
int rtla_cpu_memory_get(struct cpu_memory *const *memory, unsigned int count)
{
	bool any = false;
	unsigned int i;
	int ret;

	ret = mutex_lock_killable(&cpu_memory_lock);
	if (ret)
		return ret;
	for (i = 0; i < count && !ret; i++) {
		if (!memory[i] || *memory[i]->at)
			continue;
		ret = cpu_memory_get_one(memory[i]);
		any |= !ret;
	}
	/*
	 * A CPU that sees a hook attached need not see what was written before
	 * that, but for this barrier on all CPUs. To attach hooks interrupts
	 * them likewise, and a grace period would not end beside a thread that
	 * keeps RCU from running. The lock is held, as the next caller relies
	 * on it, too.
	 */
	if (any)
		kick_all_cpus_sync();
	mutex_unlock(&cpu_memory_lock);
	return ret;
}

/*
 * rtla_cpu_memory_free - free all memory: the module is about to be unloaded,
 * and nothing of it runs any more
 */
void rtla_cpu_memory_free(void)
{
	struct cpu_memory *memory;

	for (memory = cpu_memory_last; memory; memory = memory->before)
		free_percpu(*memory->at);
}
