// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks of x86: interrupt vectors that do not belong to devices, and NMIs.
 */
#include <linux/kernel.h>
#include <linux/lockdep.h>

#include <asm/nmi.h>
#include <asm/trace/irq_vectors.h>

#include <trace/events/nmi.h>
#include <trace/events/rtla.h>

#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/noise.h"
#include "noise/noise_context.h"

#define NMI_NAME	"rtla"

static void x86_hook_vector_entry(void *data, int vector)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_irqs_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_irq_entry(noise);
}

static void x86_hook_vector_exit(void *desc, int vector)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_irqs_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_irq_exit(noise, desc, vector);
}

static void x86_hook_nmi_handler(void *data, void *handler, s64 delta_ns,
				 int handled)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	if (rtla_noise_is_on(noise))
		rtla_noise_nmi_progress(noise);
}

/*
 * The kernel calls this NMI handler before the others, so it sees where an NMI
 * starts. A handler that registers with NMI_FLAG_FIRST while a session runs
 * would be called before this one, and its time would count for the NMI before;
 * the kernel has hardly any such handler.
 */
static int x86_hook_nmi_entry(unsigned int type, struct pt_regs *regs)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	if (rtla_noise_is_on(noise))
		rtla_noise_nmi_entry(noise);
	return NMI_DONE;
}

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints;
 * those of all vectors are alike.
 */
static void __maybe_unused x86_check_hooks(void)
{
	check_trace_callback_type_local_timer_entry(x86_hook_vector_entry);
	check_trace_callback_type_local_timer_exit(x86_hook_vector_exit);
	check_trace_callback_type_nmi_handler(x86_hook_nmi_handler);
}

/*
 * Names of the vectors, zero-padded, as they are reported. Only the first
 * vector must have its tracepoints, those of the others are optional.
 */
static char vector_desc[][RTLA_DESC_LEN] = {
	"local_timer",
	"reschedule",
	"call_function",
	"call_function_single",
	"irq_work",
	"x86_platform_ipi",
	"thermal_apic",
	"threshold_apic",
	"deferred_error_apic",
	"error_apic",
	"spurious_apic",
};

#define X86_VECTORS	ARRAY_SIZE(vector_desc)

static struct hook x86_hooks[2 * X86_VECTORS];

struct hook_set rtla_hooks_arch = {
	.hook = x86_hooks,
	.count = ARRAY_SIZE(x86_hooks),
};

static int x86_attach_nmi(void)
{
	return register_nmi_handler(NMI_LOCAL, x86_hook_nmi_entry,
				    NMI_FLAG_FIRST, NMI_NAME);
}

static void x86_detach_nmi(void)
{
	unregister_nmi_handler(NMI_LOCAL, NMI_NAME);
}

static struct hook x86_nmi_hooks[] = {
	{ .name = "nmi", .suffix = "_handler", .probe = x86_hook_nmi_handler },
};

struct hook_set rtla_hooks_arch_nmi = {
	.hook = x86_nmi_hooks,
	.count = ARRAY_SIZE(x86_nmi_hooks),
	.attach = x86_attach_nmi,
	.detach = x86_detach_nmi,
};

void rtla_hooks_arch_init(void)
{
	struct hook *hook = x86_hooks;
	size_t i;

	for (i = 0; i < X86_VECTORS; i++) {
		*hook++ = (struct hook) {
			.name = vector_desc[i],
			.suffix = "_exit",
			.probe = x86_hook_vector_exit,
			.data = vector_desc[i],
			.optional = i != 0,
		};
		*hook++ = (struct hook) {
			.name = vector_desc[i],
			.suffix = "_entry",
			.probe = x86_hook_vector_entry,
			.optional = i != 0,
		};
	}
}
