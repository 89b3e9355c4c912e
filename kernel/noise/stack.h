/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Taking the stack of a thread: the part that depends on the architecture.
 */
#ifndef _RTLA_STACK_H
#define _RTLA_STACK_H

#include <linux/types.h>

struct task_struct;

/* No more return addresses of a stack are asked for. */
#define STACK_DEPTH_MAX	64

unsigned int rtla_stack_of_interrupted(unsigned long *entry, unsigned int max,
				       u64 until);
unsigned int rtla_stack_of_task(struct task_struct *task, unsigned long *entry,
				unsigned int max);

#endif /* _RTLA_STACK_H */
