/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Managed interrupts: those that the kernel places by itself, so that nobody
 * can move them.
 */
#ifndef RTLA_MANAGED_IRQ_H
#define RTLA_MANAGED_IRQ_H

struct machine;

enum managed_irq {
	MANAGED_UNKNOWN,
	MANAGED_NO,
	MANAGED_YES,
};

/*
 * managed_irq_find - return whether an interrupt is a managed one
 *
 * A kernel with CONFIG_GENERIC_IRQ_DEBUGFS says so. Otherwise it is known of
 * drivers that have a queue for each CPU, by the @name of their handler: nvme,
 * but for the queue of commands, q0; virtio_blk.
 */
enum managed_irq managed_irq_find(const struct machine *machine, int irq,
				  const char *name);

#endif /* RTLA_MANAGED_IRQ_H */
