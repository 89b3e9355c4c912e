// SPDX-License-Identifier: GPL-2.0
/*
 * Taking the stack of a thread, on x86.
 *
 * stack_trace_save() would walk the frames of the interrupt that calls it, too,
 * at some 500 instructions each. They are always the same, and nobody needs
 * them. So these functions begin where the interrupt came.
 */
#include <linux/lockdep.h>
#include <linux/preempt.h>
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

/**
 * struct stack_walk - a stack that is being taken
 * @task: whose it is
 * @entry: the return addresses, innermost first
 * @count: how many there are
 * @max: at most so many
 * @until: when to stop, if there are STACK_LEAST
 * @regs: the registers at the last interrupt that the walk has come to; NULL:
 *	none
 * @interrupted: how many addresses there were with that of the function in
 *	which it came
 */
struct stack_walk {
	struct task_struct *task;
	unsigned long *entry;
	unsigned int count;
	unsigned int max;
	u64 until;
	const struct pt_regs *regs;
	unsigned int interrupted;
};

/* Add the return addresses from @state on. */
static void stack_walk_on(struct stack_walk *walk, struct unwind_state *state)
{
	const struct pt_regs *regs;
	unsigned long address;
	bool partial;

	for (; walk->count < walk->max && !unwind_done(state);
	     unwind_next_frame(state)) {
		address = unwind_get_return_address(state);
		if (!address)
			break;
		walk->entry[walk->count++] = address;
		regs = unwind_get_entry_regs(state, &partial);
		if (regs && !partial) {
			walk->regs = regs;
			walk->interrupted = walk->count;
		}
		if (walk->count >= STACK_LEAST && rtla_clock() >= walk->until)
			break;
	}
}

/*
 * Return whether a word is on the stack that has @sp on its top: the thread's;
 * or another, if the thread runs
 */
static bool stack_has(struct task_struct *task, const unsigned long *sp,
		      const unsigned long *word)
{
	unsigned long page = (unsigned long)task_stack_page(task);

	if (task != current || (unsigned long)sp - page < THREAD_SIZE)
		return (unsigned long)word - page < THREAD_SIZE;
	return (unsigned long)sp >> PAGE_SHIFT ==
	       (unsigned long)word >> PAGE_SHIFT;
}

/*
 * Return whether the walk has come no further than to an interrupted function.
 * At its last instruction, a thunk seems to return to what it calls.
 */
static bool stack_ends_in_interrupted(const struct stack_walk *walk,
				      struct unwind_state *state)
{
	if (!walk->regs || (unwind_done(state) && !unwind_error(state)))
		return false;
	return walk->count == walk->interrupted ||
	       (walk->count == walk->interrupted + 1 && unwind_error(state));
}

/*
 * Go on from an interrupted function that the kernel cannot unwind. That is a
 * thunk of an indirect call or of a return, which keeps nothing on the stack
 * but an address of its own, above the one to which it returns. So either of
 * the two words on top is the return address: the one from which the stack can
 * be unwound without an error, or to what a further interrupt has interrupted.
 * Of an address outside of the kernel's text, nothing is known by which that
 * could be done. A call has written the address, so the byte before it is in
 * the caller.
 *
 * If the thread begins to run on another CPU, anything may be on its stack.
 *
 * Returns whether one of them is right; else the thunk is the last function.
 */
static bool stack_walk_thunk(struct stack_walk *walk,
			     struct unwind_state *state)
{
	const struct pt_regs *regs = walk->regs;
	unsigned long *sp = (unsigned long *)READ_ONCE_NOCHECK(regs->sp);
	struct pt_regs caller = { .bp = READ_ONCE_NOCHECK(regs->bp) };
	unsigned int thunk = walk->interrupted;

	walk->count = thunk;
	if (!IS_ENABLED(CONFIG_UNWINDER_ORC) || thunk == walk->max)
		return false;
	for (int i = 0; i < THUNK_WORDS && stack_has(walk->task, sp, &sp[i]);
	     i++) {
		walk->entry[thunk] = READ_ONCE_NOCHECK(sp[i]);
		walk->count = thunk + 1;
		caller.ip = walk->entry[thunk] - 1;
		caller.sp = (unsigned long)&sp[i + 1];
		unwind_start(state, walk->task, &caller, NULL);
		stack_walk_on(walk, state);
		if (walk->count > thunk + 1 &&
		    (!unwind_error(state) || walk->interrupted > thunk))
			return true;
	}
	walk->count = thunk;
	return false;
}

/* Take the stack from @state on, through thunks. */
static void stack_walk(struct stack_walk *walk, struct unwind_state *state)
{
	stack_walk_on(walk, state);
	while (stack_ends_in_interrupted(walk, state) &&
	       stack_walk_thunk(walk, state))
		;
}

/**
 * rtla_stack_of_interrupted - take the stack of what this interrupt interrupted
 * @entry: set to the return addresses, innermost first; the first of them is
 *	where the interrupt came
 * @max: at most so many
 * @until: when to stop, if there are STACK_LEAST functions; the outer ones are
 *	missing then
 *
 * Of an idle CPU only the first is taken, unless a softirq runs there: the
 * others are always the same.
 *
 * Return: their number; 0 if the interrupt came in user space. Context: hard
 * interrupt, the outermost one.
 */
unsigned int rtla_stack_of_interrupted(unsigned long *entry, unsigned int max,
				       u64 until)
{
	struct pt_regs *regs = get_irq_regs();
	struct stack_walk walk = {
		.task = current, .entry = entry, .count = 1, .max = max,
		.until = until, .regs = regs, .interrupted = 1,
	};
	struct unwind_state state;

	if (!regs || user_mode(regs))
		return 0;
	entry[0] = instruction_pointer(regs);
	if (is_idle_task(current) && !in_serving_softirq())
		return 1;
	unwind_start(&state, current, regs, NULL);
	stack_walk(&walk, &state);
	return walk.count;
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
	struct stack_walk walk = {
		.task = task, .entry = entry, .max = max, .until = U64_MAX,
	};
	struct unwind_state state;

	lockdep_assert(rcu_read_lock_held());
	if (READ_ONCE(task->exit_state))
		return 0;
	unwind_start(&state, task, NULL, NULL);
	stack_walk(&walk, &state);
	return walk.count;
}
