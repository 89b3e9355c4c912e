/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TASK_STACK_H
#define SIMULATED_TASK_STACK_H

#include <stdbool.h>

/* Return whether the stack is that of a thread, not that of interrupts. */
bool cpu_on_thread_stack(void);
#define object_is_on_stack(object)	((void)(object), cpu_on_thread_stack())

#endif /* SIMULATED_TASK_STACK_H */
