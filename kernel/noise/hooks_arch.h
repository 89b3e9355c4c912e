/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The type of a hook, and the hooks that an architecture adds to the common
 * ones: its own interrupt vectors, and NMIs.
 */
#ifndef _RTLA_HOOKS_ARCH_H
#define _RTLA_HOOKS_ARCH_H

#include <linux/interrupt.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include "noise/hooks_overheads.h"

struct tracepoint;

/**
 * enum hook_order - where a hook is among all probes of its tracepoint
 * @HOOK_LAST: it is called after those of others
 * @HOOK_ANYWHERE: it is called in the order in which they were attached
 * @HOOK_FIRST: it is called before those of others
 */
enum hook_order {
	HOOK_LAST = -1,
	HOOK_ANYWHERE = 0,
	HOOK_FIRST = 1,
};

/**
 * struct hook - one probe on one of the kernel's tracepoints
 * @name: the tracepoint's name up to @suffix
 * @suffix: the rest of the name
 * @probe: the function to be called, with the prototype of the tracepoint
 * @data: first argument of @probe
 * @set: the set that it belongs to: one of HOOKS_*
 * @order: where it is among the probes of its tracepoint
 * @optional: the measurement can do without this hook
 * @tracepoint: found by rtla_hooks_find(); NULL: this kernel has no such
 *	tracepoint
 * @attached: @probe is registered with the tracepoint
 */
struct hook {
	const char *name;
	const char *suffix;
	void *probe;
	void *data;
	unsigned int set;
	enum hook_order order;
	bool optional;
	struct tracepoint *tracepoint;
	bool attached;
};

/**
 * struct hook_list - the hooks common to all architectures, or of this one
 * @hook: the hooks, in the order of attaching: exits before their entries
 * @count: their number
 */
struct hook_list {
	struct hook *hook;
	size_t count;
};

extern struct hook_list rtla_hooks_arch;
void rtla_hooks_arch_init(void);
int rtla_hooks_arch_attach_nmi(void);
void rtla_hooks_arch_detach_nmi(void);
bool rtla_hooks_arch_has_ipi(enum overhead_ipi ipi);

/* The function that asks another CPU to call its scheduler, before 6.4. */
#ifdef CONFIG_X86
#define ARCH_SEND_RESCHEDULE	"native_smp_send_reschedule"
#else
#define ARCH_SEND_RESCHEDULE	"smp_send_reschedule"
#endif

/* rtla_hooks_arch_irq_name - return the name of an interrupt: see hooks_arm64.c */
#ifdef CONFIG_X86
static __always_inline const char *
rtla_hooks_arch_irq_name(const struct irqaction *action)
{
	return action->name ?: "";
}
#else
const char *rtla_hooks_arch_irq_name(const struct irqaction *action);
#endif

/*
 * rtla_hooks_arch_in_nmi - return whether a tracepoint of interrupts was called by an NMI
 *
 * Those on x86 have tracepoints of their own.
 */
static __always_inline bool rtla_hooks_arch_in_nmi(void)
{
#ifdef CONFIG_X86
	return false;
#else
	return in_nmi();
#endif
}

#endif /* _RTLA_HOOKS_ARCH_H */
