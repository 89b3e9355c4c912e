/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sending NMIs, where modules can do that: on x86.
 */
#ifndef _RTLA_INJECT_NMI_H
#define _RTLA_INJECT_NMI_H

#include <linux/types.h>

#ifdef CONFIG_X86

#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/nmi.h>

#define CAN_SEND_NMI	true

/* Send an NMI to @cpu, which is online. */
static inline void send_nmi(unsigned int cpu)
{
	apic->send_IPI(cpu, NMI_VECTOR);
}

#else /* CONFIG_X86 */

#define CAN_SEND_NMI	false

/* A module that asks for CAN_SEND_NMI first never uses these. */
#define NMI_LOCAL	0
#define NMI_DONE	0
#define NMI_HANDLED	1

struct pt_regs;

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

#endif /* CONFIG_X86 */

#endif /* _RTLA_INJECT_NMI_H */
