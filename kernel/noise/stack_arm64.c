// SPDX-License-Identifier: GPL-2.0
/*
 * Taking the stack of a thread, on arm64.
 *
 * The kernel's own walk is the one that knows of signed return addresses, and
 * of those that the function tracer has replaced. It begins in the interrupt
 * that calls it, and follows the frame pointers, at some dozen instructions
 * each. So the frames of the interrupt are walked, too, and left out.
 */
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include <asm/irq_regs.h>

#include "noise/stack.h"

/* Functions from the one that takes a stack to the one that was interrupted. */
#define STACK_OF_INTERRUPT	32

/**
 * rtla_stack_of_interrupted - take the stack of what this interrupt interrupted
 * @entry: set to the return addresses, innermost first; the first of them is
 *	where the interrupt came
 * @max: at most so many, and at most STACK_DEPTH_MAX
 * @until: not used: to walk a stack takes less time here than to look at the
 *	clock at each function
 *
 * Of an idle CPU only the first is taken: the others are always the same.
 *
 * Return: their number; 0 if the interrupt came in user space. Context: hard
 * interrupt, the outermost one.
 */
unsigned int rtla_stack_of_interrupted(unsigned long *entry, unsigned int max,
				       u64 until)
{
	/*
	 * 768 of the 16384 bytes of the stack of interrupts, of which this is
	 * the outermost.
	 */
	unsigned long place[STACK_OF_INTERRUPT + STACK_DEPTH_MAX];
	struct pt_regs *regs = get_irq_regs();
	unsigned int i, count;

	if (!regs || user_mode(regs))
		return 0;
	entry[0] = instruction_pointer(regs);
	if (is_idle_task(current) && !in_serving_softirq())
		return 1;
	max = min_t(unsigned int, max, STACK_DEPTH_MAX);
	count = stack_trace_save(place, STACK_OF_INTERRUPT + max, 0);
	for (i = 0; i < count && place[i] != entry[0]; i++)
		;
	count = min(count - i, max);
	if (!count)
		return 1;
	memcpy(entry, &place[i], count * sizeof(*entry));
	return count;
}

/**
 * rtla_stack_of_task - take the stack of a thread that does not run
 * @task: the thread; if it begins to run, its stack may be wrong
 * @entry: set to the return addresses, innermost first
 * @max: at most so many
 *
 * The kernel frees the stack of a thread that has ended only after a grace
 * period of RCU, or gives it to a new thread.
 *
 * Return: their number. Context: any but NMI, with rcu_read_lock() held since
 * @task was found.
 */
unsigned int rtla_stack_of_task(struct task_struct *task, unsigned long *entry,
				unsigned int max)
{
	lockdep_assert(rcu_read_lock_held());
	if (READ_ONCE(task->exit_state))
		return 0;
	return stack_trace_save_tsk(task, entry, max, 0);
}
