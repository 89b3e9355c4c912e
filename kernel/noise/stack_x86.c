// SPDX-License-Identifier: GPL-2.0
/*
 * Taking the stack of a thread, on x86.
 *
 * stack_trace_save() would walk the frames of the interrupt that calls it, too,
 * at some 500 instructions each. They are always the same, and nobody needs
 * them. So these functions begin where the interrupt came.
 */
#include <linux/lockdep.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <asm/irq_regs.h>
#include <asm/unwind.h>

#include "noise/clock.h"
#include "noise/stack.h"

/* So many functions are taken however long that takes. */
#define STACK_LEAST	8

/* So many words of a stack may have the return address of a thunk. */
#define THUNK_WORDS	2

/*
 * Add the return addresses from @state on, until it is @until; return how many
 * there are then.
 */
static unsigned int stack_walk(struct unwind_state *state, unsigned long *entry,
			       unsigned int count, unsigned int max, u64 until)
{
	unsigned long address;

	for (; count < max && !unwind_done(state); unwind_next_frame(state)) {
		address = unwind_get_return_address(state);
		if (!address)
			break;
		entry[count++] = address;
		if (count >= STACK_LEAST && rtla_clock() >= until)
			break;
	}
	return count;
}

/*
 * Return whether a word is on the stack that has @sp on its top: the thread's
 * or another
 */
static bool stack_has(const unsigned long *sp, const unsigned long *word)
{
	unsigned long page = (unsigned long)task_stack_page(current);

	if ((unsigned long)sp - page < THREAD_SIZE)
		return (unsigned long)word - page < THREAD_SIZE;
	return (unsigned long)sp >> PAGE_SHIFT ==
	       (unsigned long)word >> PAGE_SHIFT;
}

/*
 * Take the stack of an interrupted function that the kernel cannot unwind. That
 * is a thunk of an indirect call or of a return, which keeps nothing on the
 * stack but an address of its own, above the one to which it returns. So either
 * of the two words on top is the return address: the one from which the stack
 * can be unwound without an error. Of an address outside of the kernel's text,
 * nothing is known by which that could be done. A call has written the address,
 * so the byte before it is in the caller.
 *
 * Returns how many addresses there are; 1 if neither is right.
 */
static unsigned int stack_walk_thunk(const struct pt_regs *regs,
				     unsigned long *entry, unsigned int max,
				     u64 until)
{
	unsigned long *sp = (unsigned long *)regs->sp;
	struct pt_regs caller = *regs;
	struct unwind_state state;
	unsigned int count;

	if (!IS_ENABLED(CONFIG_UNWINDER_ORC) || max < 2)
		return 1;
	for (int i = 0; i < THUNK_WORDS && stack_has(sp, &sp[i]); i++) {
		entry[1] = READ_ONCE_NOCHECK(sp[i]);
		caller.ip = entry[1] - 1;
		caller.sp = (unsigned long)&sp[i + 1];
		unwind_start(&state, current, &caller, NULL);
		count = stack_walk(&state, entry, 2, max, until);
		if (count > 2 && !unwind_error(&state))
			return count;
	}
	return 1;
}

/**
 * rtla_stack_of_interrupted - take the stack of what this interrupt interrupted
 * @entry: set to the return addresses, innermost first; the first of them is
 *	where the interrupt came
 * @max: at most so many
 * @until: when to stop, if there are STACK_LEAST functions; the outer ones are
 *	missing then
 *
 * Of an idle CPU only the first is taken: the others are always the same.
 *
 * Return: their number; 0 if the interrupt came in user space. Context: hard
 * interrupt, the outermost one.
 */
unsigned int rtla_stack_of_interrupted(unsigned long *entry, unsigned int max,
				       u64 until)
{
	struct pt_regs *regs = get_irq_regs();
	struct unwind_state state;
	unsigned int count;

	if (!regs || user_mode(regs))
		return 0;
	entry[0] = instruction_pointer(regs);
	if (is_idle_task(current))
		return 1;
	unwind_start(&state, current, regs, NULL);
	count = stack_walk(&state, entry, 1, max, until);
	/* At its last instruction, a thunk seems to return to what it calls. */
	if (count == 1 || (count == 2 && unwind_error(&state)))
		return stack_walk_thunk(regs, entry, max, until);
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
	struct unwind_state state;

	lockdep_assert(rcu_read_lock_held());
	if (READ_ONCE(task->exit_state))
		return 0;
	unwind_start(&state, task, NULL, NULL);
	return stack_walk(&state, entry, 0, max, U64_MAX);
}
