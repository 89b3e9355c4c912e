/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sending NMIs, where modules can do that: on x86, and on arm64 with
 * pseudo-NMIs.
 */
#ifndef _RTLA_INJECT_NMI_H
#define _RTLA_INJECT_NMI_H

#include <linux/types.h>

#ifdef CONFIG_X86

#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/nmi.h>

/* Send an NMI to @cpu, which is online. */
static inline void send_nmi(unsigned int cpu)
{
	apic->send_IPI(cpu, NMI_VECTOR);
}

/* Return whether this kernel has NMIs that a module can send. */
static inline bool can_send_nmi(void)
{
	return true;
}

#else /* CONFIG_X86 */

#define NMI_LOCAL	0
#define NMI_DONE	0
#define NMI_HANDLED	1

struct pt_regs;

#if defined(CONFIG_ARM64_PSEUDO_NMI) && defined(CONFIG_HW_PERF_EVENTS)

#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/smp.h>

#include <asm/cpufeature.h>
#include <asm/sysreg.h>

/*
 * On arm64 the interrupt of the performance counters is an NMI, if the kernel
 * masks interrupts by priority. So there is a counter on each CPU that is
 * online when the module is loaded, and its overflow is made by hand.
 */
static DEFINE_PER_CPU(struct perf_event *, nmi_counter);
static DEFINE_PER_CPU(call_single_data_t, nmi_call);
static int (*nmi_handler)(unsigned int type, struct pt_regs *regs);

static inline bool can_send_nmi(void)
{
	return system_uses_irq_prio_masking();
}

static void on_nmi_overflow(struct perf_event *event,
			    struct perf_sample_data *data, struct pt_regs *regs)
{
	if (in_nmi())
		nmi_handler(NMI_LOCAL, regs);
}

/* The driver of the counters calls the handler only if the period is over. */
static void overflow_here(void *unused)
{
	struct perf_event *event = this_cpu_read(nmi_counter);

	if (WARN_ON_ONCE(!event || event->hw.idx < 0))
		return;
	local64_set(&event->hw.period_left, 0);
	write_sysreg(BIT(event->hw.idx), pmovsset_el0);
	isb();
}

static inline void unregister_nmi_handler(unsigned int type, const char *name)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct perf_event *event = per_cpu(nmi_counter, cpu);

		if (event)
			perf_event_release_kernel(event);
		per_cpu(nmi_counter, cpu) = NULL;
	}
}

static inline int register_nmi_handler(unsigned int type,
				       int (*handler)(unsigned int type,
						      struct pt_regs *regs),
				       unsigned long flags, const char *name)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr),
		.pinned = true,
		.sample_period = 1ULL << 62,
	};
	int cpu, ret = 0;

	if (!can_send_nmi())
		return 0;
	nmi_handler = handler;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		struct perf_event *event =
			perf_event_create_kernel_counter(&attr, cpu, NULL,
							 on_nmi_overflow, NULL);

		if (IS_ERR(event)) {
			ret = PTR_ERR(event);
			break;
		}
		per_cpu(nmi_counter, cpu) = event;
		INIT_CSD(per_cpu_ptr(&nmi_call, cpu), overflow_here, NULL);
	}
	cpus_read_unlock();
	if (ret)
		unregister_nmi_handler(type, name);
	return ret;
}

/* Another CPU gets an interrupt, in which the NMI comes. */
static inline void send_nmi(unsigned int cpu)
{
	if (cpu == raw_smp_processor_id())
		overflow_here(NULL);
	else
		smp_call_function_single_async(cpu,
					       per_cpu_ptr(&nmi_call, cpu));
}

#else

/* A module that asks can_send_nmi() first never uses these. */
static inline bool can_send_nmi(void)
{
	return false;
}

static inline int register_nmi_handler(unsigned int type,
				       int (*handler)(unsigned int type,
						      struct pt_regs *regs),
				       unsigned long flags, const char *name)
{
	return 0;
}

static inline void unregister_nmi_handler(unsigned int type, const char *name)
{
}

static inline void send_nmi(unsigned int cpu)
{
}

#endif

#endif /* CONFIG_X86 */

#endif /* _RTLA_INJECT_NMI_H */
