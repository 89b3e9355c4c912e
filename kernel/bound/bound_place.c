// SPDX-License-Identifier: GPL-2.0
/*
 * What the probe of a bound has interrupted: where a window was that it has
 * met.
 */
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <asm/irq_regs.h>

#include "bound/bound_windows.h"
#include "noise/stack.h"

/**
 * rtla_bound_place_note - note where the CPU is
 * @place: set to it, without a stack
 * @owner: process that has the session
 * @seen: the case of the model that it is
 *
 * Context: the probe's interrupt.
 */
void rtla_bound_place_note(struct bound_place *place, pid_t owner,
			   enum rtla_bound_case seen)
{
	struct pt_regs *regs = get_irq_regs();

	place->pid = current->pid;
	place->own = current->tgid == owner;
	place->seen = seen;
	memcpy(place->comm, current->comm, sizeof(place->comm));
	place->address = 0;
	if (regs && !user_mode(regs))
		place->address = instruction_pointer(regs);
	place->stack_count = 0;
}

/**
 * rtla_bound_place_take_stack - take a stack of what the probe has interrupted
 * @place: gets it
 *
 * It is a part of no window. Context: the probe's interrupt.
 */
noinline void rtla_bound_place_take_stack(struct bound_place *place)
{
	place->stack_count = rtla_stack_of_interrupted(place->stack,
						       RTLA_BOUND_STACK_MAX,
						       U64_MAX);
}
