// SPDX-License-Identifier: GPL-2.0
/*
 * When the scheduler is called.
 *
 * 6.1 and 6.12 have no tracepoint for that. But all kernels have the one by which the
 * scheduler tells RCU, as soon as interrupts are off, what it is about to do: by one of
 * some strings, and always the same one. So that string is found by its text once, and
 * from then on by its address.
 */
#include <linux/compiler.h>
#include <linux/string.h>

#include "scheduler_call.h"

/* NULL: it was not seen yet. */
const char *rtla_scheduler_call;

bool __rtla_scheduler_is_called(const char *what)
{
	if (strcmp(what, "Start context switch"))
		return false;
	WRITE_ONCE(rtla_scheduler_call, what);
	return true;
}
