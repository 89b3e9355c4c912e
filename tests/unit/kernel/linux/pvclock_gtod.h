/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_PVCLOCK_GTOD_H
#define SIMULATED_PVCLOCK_GTOD_H

struct notifier_block;

int pvclock_gtod_register_notifier(struct notifier_block *notifier);
int pvclock_gtod_unregister_notifier(struct notifier_block *notifier);

#endif /* SIMULATED_PVCLOCK_GTOD_H */
