// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks of arm64: interrupts that CPUs send each other, and pseudo-NMIs.
 *
 * All interrupts have a number here, also those of the timer and of other CPUs,
 * so the common hooks see them. A CPU may let interrupts of a high priority
 * come while others are off; the kernel uses them as NMIs
 * (irqchip.gicv3_pseudo_nmi=1). Their handlers have the tracepoints of
 * interrupts, but the common hooks leave them out: see
 * rtla_hooks_arch_in_nmi(). What the firmware does by itself, or reports to the
 * kernel as an event of SDEI, has no tracepoint.
 */
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/preempt.h>

#include <asm/cpufeature.h>

#include <trace/events/ipi.h>
#include <trace/events/irq.h>

#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/noise.h"

/*
 * The name of the last interrupt that another CPU has sent; NULL: it has no
 * reason, or was reported.
 */
static DEFINE_PER_CPU(const char *, ipi_name);

/* Comes before the exit of the interrupt itself. */
static void arm64_hook_ipi_exit(void *data, const char *reason)
{
	const char *name = reason;

	lockdep_assert_irqs_disabled();
	if (in_nmi())
		return;
	/* These have the same names as on x86. */
	switch (*reason) {
	case ARCH_IPI_RESCHEDULE:
		name = "reschedule";
		break;
	case ARCH_IPI_CALL:
		name = "call_function";
		break;
	case ARCH_IPI_WORK:
		name = "irq_work";
		break;
	case ARCH_IPI_TIMER:
		name = "timer_broadcast";
		break;
	}
	this_cpu_write(ipi_name, name);
}

/**
 * rtla_hooks_arch_irq_name - return the name of an interrupt, at its exit
 * @action: what handles it
 *
 * Context: hard interrupt, no NMI.
 */
const char *rtla_hooks_arch_irq_name(const struct irqaction *action)
{
	const char *name = action->name;

	if (unlikely(!name))
		return "";
	if (name[0] != 'I' || name[1] != 'P' || name[2] != 'I')
		return name;
	name = this_cpu_read(ipi_name) ?: name;
	this_cpu_write(ipi_name, NULL);
	return name;
}

static void arm64_hook_nmi_entry(void *data, int irq, struct irqaction *action)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	if (in_nmi() && rtla_noise_is_on(noise))
		rtla_noise_nmi_entry(noise);
}

static void arm64_hook_nmi_exit(void *data, int irq, struct irqaction *action,
				int ret)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	if (in_nmi() && rtla_noise_is_on(noise))
		rtla_noise_nmi_progress(noise);
}

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints.
 */
static void __maybe_unused arm64_check_hooks(void)
{
	check_trace_callback_type_ipi_exit(arm64_hook_ipi_exit);
	check_trace_callback_type_irq_handler_entry(arm64_hook_nmi_entry);
	check_trace_callback_type_irq_handler_exit(arm64_hook_nmi_exit);
}

static struct hook arm64_hooks[] = {
	{ .name = "ipi", .suffix = "_exit", .probe = arm64_hook_ipi_exit,
	  .optional = true },
};

struct hook_set rtla_hooks_arch = {
	.hook = arm64_hooks,
	.count = ARRAY_SIZE(arm64_hooks),
};

static struct hook arm64_nmi_hooks[] = {
	{ .name = "irq_handler", .suffix = "_exit",
	  .probe = arm64_hook_nmi_exit },
	{ .name = "irq_handler", .suffix = "_entry",
	  .probe = arm64_hook_nmi_entry },
};

struct hook_set rtla_hooks_arch_nmi = {
	.hook = arm64_nmi_hooks,
	.count = ARRAY_SIZE(arm64_nmi_hooks),
};

/*
 * A hook of NMIs is called at each interrupt. So there are none if there cannot
 * be an NMI, which does not change while the kernel runs.
 */
void rtla_hooks_arch_init(void)
{
	if (!system_uses_irq_prio_masking())
		rtla_hooks_arch_nmi.count = 0;
}
