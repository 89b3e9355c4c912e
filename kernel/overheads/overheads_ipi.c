// SPDX-License-Identifier: GPL-2.0
/*
 * The hooks at the begin of the interrupts that one CPU sends to another. They
 * differ with the architecture: x86 has a vector, with its tracepoints, for
 * each of them; on arm64, one tracepoint tells the reason.
 */
#include <linux/kernel.h>
#include <linux/lockdep.h>

#ifdef CONFIG_X86
#include <asm/trace/irq_vectors.h>
#else
#include <trace/events/ipi.h>
#endif

#include "noise/hooks_arch.h"
#include "overheads/overheads_ipi.h"

#ifdef CONFIG_PREEMPT_NOTIFIERS

#ifdef CONFIG_X86

static void ipi_hook_entry(void *ipi, int vector)
{
	lockdep_assert_irqs_disabled();
	rtla_overheads_received((unsigned long)ipi);
}

/*
 * The compiler checks that the hook has the prototype of its tracepoints; those
 * of all vectors are alike.
 */
static void __maybe_unused ipi_check_hooks(void)
{
	check_trace_callback_type_local_timer_entry(ipi_hook_entry);
}

/* By &enum overhead_ipi. */
static struct hook ipi_hooks[] = {
	{ .name = "reschedule", .suffix = "_entry", .probe = ipi_hook_entry,
	  .data = (void *)OVERHEAD_IPI_RESCHEDULE,
	  .order = HOOK_FIRST, .optional = true },
	{ .name = "call_function_single", .suffix = "_entry",
	  .probe = ipi_hook_entry, .data = (void *)OVERHEAD_IPI_CALL,
	  .order = HOOK_FIRST, .optional = true },
};

/* rtla_overheads_has_ipi - return whether a CPU notes that it receives @ipi */
bool rtla_overheads_has_ipi(enum overhead_ipi ipi)
{
	return ipi_hooks[ipi].tracepoint;
}

#else /* CONFIG_X86 */

static void ipi_hook_entry(void *data, const char *reason)
{
	lockdep_assert_irqs_disabled();
	if (*reason == ARCH_IPI_RESCHEDULE)
		rtla_overheads_received(OVERHEAD_IPI_RESCHEDULE);
	else if (*reason == ARCH_IPI_CALL)
		rtla_overheads_received(OVERHEAD_IPI_CALL);
}

/* The compiler checks that the hook has the prototype of its tracepoint. */
static void __maybe_unused ipi_check_hooks(void)
{
	check_trace_callback_type_ipi_entry(ipi_hook_entry);
}

static struct hook ipi_hooks[] = {
	{ .name = "ipi", .suffix = "_entry", .probe = ipi_hook_entry,
	  .order = HOOK_FIRST, .optional = true },
};

/* rtla_overheads_has_ipi - return whether a CPU notes that it receives @ipi */
bool rtla_overheads_has_ipi(enum overhead_ipi ipi)
{
	return ipi_hooks[0].tracepoint;
}

#endif /* CONFIG_X86 */

struct hook_set rtla_overheads_ipi_hooks = {
	.hook = ipi_hooks,
	.count = ARRAY_SIZE(ipi_hooks),
};

#endif /* CONFIG_PREEMPT_NOTIFIERS */
