/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interrupts that one CPU sends to another: see overheads_ipi.c.
 */
#ifndef _RTLA_OVERHEADS_IPI_H
#define _RTLA_OVERHEADS_IPI_H

#include <linux/types.h>

#include "noise/hooks.h"

/**
 * enum overhead_ipi - interrupts that one CPU sends to another
 * @OVERHEAD_IPI_RESCHEDULE: it is to call its scheduler
 * @OVERHEAD_IPI_CALL: it is to call a function
 * @OVERHEAD_IPIS: the number of kinds
 */
enum overhead_ipi {
	OVERHEAD_IPI_RESCHEDULE,
	OVERHEAD_IPI_CALL,
	OVERHEAD_IPIS,
};

/* The function that asks another CPU to call its scheduler, before 6.4. */
#ifdef CONFIG_X86
#define ARCH_SEND_RESCHEDULE	"native_smp_send_reschedule"
#else
#define ARCH_SEND_RESCHEDULE	"smp_send_reschedule"
#endif

extern struct hook_set rtla_overheads_ipi_hooks;

bool rtla_overheads_has_ipi(enum overhead_ipi ipi);
void rtla_overheads_received(enum overhead_ipi ipi);

#endif /* _RTLA_OVERHEADS_IPI_H */
