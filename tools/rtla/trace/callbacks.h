/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Collecting the events of callbacks (callback_kinds.h), and of who asks for
 * them, where the analysis finds them. These are those of the extra events that
 * a user has recorded: to switch many events on and off takes seconds on a
 * machine whose real-time threads never sleep.
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
 * Those of hrtimers are not among them, since each expiry of a measuring
 * thread's timer would have two, before its IRQ latency is taken: see
 * callbacks_of_timers(). Prints an error if it fails. Without these events, an
 * analysis says less.
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

/* callbacks_wanted - return whether @events have any of these events, or hrtimers */
bool callbacks_wanted(const struct extra_events *events);

/*
 * callbacks_of_timers - return whether @events have the callbacks of hrtimers,
 * which rtla.ko reports better
 */
bool callbacks_of_timers(const struct extra_events *events);

#endif /* RTLA_CALLBACKS_H */
