/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_NOTIFIER_H
#define SIMULATED_NOTIFIER_H

#define NOTIFY_OK	1

struct notifier_block {
	int (*notifier_call)(struct notifier_block *notifier,
			     unsigned long action, void *data);
};

#endif /* SIMULATED_NOTIFIER_H */
