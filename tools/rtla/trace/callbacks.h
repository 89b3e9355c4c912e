/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Collecting the kernel's events of callbacks (callback_kinds.h), and of who
 * asks for them, where the analysis finds them. These are those of the extra
 * events that a user has recorded: to switch many events on and off takes
 * seconds on a machine whose real-time threads never sleep. Where rtla.ko
 * measures, it tells of the callbacks that take long, without that.
 */
#ifndef RTLA_CALLBACKS_H
#define RTLA_CALLBACKS_H

#include <stdbool.h>

struct extra_events;
struct instance;

/*
 * callbacks_collect - let @instance collect the events of callbacks that are
 * among @events
 *
 * Prints an error if it fails. Without these events, an analysis says less.
 */
void callbacks_collect(struct instance *instance,
		       const struct extra_events *events);

/* callbacks_have_ipis - return whether @events tell who asks for callbacks */
bool callbacks_have_ipis(const struct extra_events *events);

/*
 * callbacks_collect_ipis - let @instance collect who asks other CPUs for
 * callbacks, as callbacks_collect()
 */
void callbacks_collect_ipis(struct instance *instance,
			    const struct extra_events *events);

/* callbacks_wanted - return whether @events have any of these events */
bool callbacks_wanted(const struct extra_events *events);

#endif /* RTLA_CALLBACKS_H */
