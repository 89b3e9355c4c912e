/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks that an architecture adds to the common ones: its own interrupt
 * vectors, and NMIs.
 */
#ifndef _RTLA_HOOKS_ARCH_H
#define _RTLA_HOOKS_ARCH_H

#include <linux/interrupt.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/types.h>

struct hook_set;

extern struct hook_set rtla_hooks_arch;
extern struct hook_set rtla_hooks_arch_nmi;
void rtla_hooks_arch_init(void);

#ifdef CONFIG_ARM64
/*
 * The interrupts that CPUs send each other have one name for all, and tell the
 * reason in tracepoints: "Rescheduling interrupts", "Function call interrupts",
 * "IRQ work interrupts", ... So the first letter suffices.
 */
#define ARCH_IPI_RESCHEDULE	'R'
#define ARCH_IPI_CALL		'F'
#define ARCH_IPI_WORK		'I'
#define ARCH_IPI_TIMER		'T'
#endif

/*
 * rtla_hooks_arch_irq_name - return the name of an interrupt: see hooks_arm64.c
 */
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
 * rtla_hooks_arch_in_nmi - return whether a tracepoint of interrupts was called
 * by an NMI
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

/*
 * rtla_hooks_arch_irqs_were_on - return whether interrupts were enabled where
 * one came
 * @regs: what it has interrupted
 */
static __always_inline bool
rtla_hooks_arch_irqs_were_on(const struct pt_regs *regs)
{
#ifdef CONFIG_X86
	return regs->flags & X86_EFLAGS_IF;
#else
	return !(regs->pstate & PSR_I_BIT);
#endif
}

#endif /* _RTLA_HOOKS_ARCH_H */
