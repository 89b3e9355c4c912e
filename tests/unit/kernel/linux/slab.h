/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_SLAB_H
#define SIMULATED_SLAB_H

#include <errno.h>
#include <stdlib.h>

#define GFP_KERNEL			0
#define GFP_KERNEL_ACCOUNT		0

#define kzalloc(size, flags)		calloc(1, size)
#define kfree(memory)			free(memory)
#define kvcalloc(number, size, flags)	calloc(number, size)
#define kvfree(memory)			free(memory)

/* Memory of whole cache lines, as the caller has aligned structures. */
static inline void *kvzalloc_node(size_t size, int flags, int node)
{
	size_t whole = (size + 63) / 64 * 64;
	void *memory = aligned_alloc(64, whole);

	(void)flags;
	(void)node;
	return memory ? __builtin_memset(memory, 0, whole) : NULL;
}

#endif /* SIMULATED_SLAB_H */
