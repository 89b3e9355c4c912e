/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory on all CPUs that only the sessions of one kind need.
 *
 * All modules of a kernel share 8192 bytes for their static variables of a CPU
 * (PERCPU_MODULE_RESERVE): one that finds too few of them left cannot be
 * loaded. So only what hooks look at on CPUs that nobody measures is such a
 * variable, as that costs one instruction. All else is got when the first
 * session needs it, and hooks have its address in a variable: to load that is
 * not one instruction more, as the address of a static variable has to be put
 * into a register, too.
 */
#ifndef _RTLA_CPU_MEMORY_H
#define _RTLA_CPU_MEMORY_H

#include <linux/percpu.h>
#include <linux/types.h>

/**
 * struct cpu_memory - memory on all CPUs
 * @at: the variable that has its address; NULL there: no session has needed it
 * @size: bytes on each CPU, which begin with a cache line
 * @before: the memory that was got before this one; NULL: none was
 */
struct cpu_memory {
	void __percpu **at;
	size_t size;
	struct cpu_memory *before;
};

/*
 * CPU_MEMORY - the initializer for the memory that @pointer is to have the
 * address of
 */
#define CPU_MEMORY(pointer) {				\
	.at = (void __percpu **)&(pointer),		\
	.size = sizeof((pointer)[0]),			\
}

int rtla_cpu_memory_get(struct cpu_memory *const *memory, unsigned int count);
void rtla_cpu_memory_free(void);

#endif /* _RTLA_CPU_MEMORY_H */
