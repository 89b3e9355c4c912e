/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Collecting the events of callbacks (callback_kinds.h), and of who asks for
 * them.
 */
#ifndef RTLA_CALLBACKS_H
#define RTLA_CALLBACKS_H

#include <stdbool.h>

struct instance;

/*
 * callbacks_collect - let @instance collect the events of callbacks, as far as
 * this kernel has them
 *
 * Those of hrtimers are not among them, since each expiry of a measuring
 * thread's timer would have two, before its IRQ latency is taken. Prints an
 * error if it fails. Without these events, an analysis says less.
 */
void callbacks_collect(struct instance *instance);

/* callbacks_have_ipis - return whether this kernel tells who asks for callbacks */
bool callbacks_have_ipis(void);

/*
 * callbacks_collect_ipis - let @instance collect who asks other CPUs for
 * callbacks, as callbacks_collect()
 */
void callbacks_collect_ipis(struct instance *instance);

#endif /* RTLA_CALLBACKS_H */
