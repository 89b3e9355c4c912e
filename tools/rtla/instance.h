/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace instances of our own.
 *
 * They are called "rtla.PID.PURPOSE", and held by a lock on their directory
 * that the kernel drops with the process. So an instance of ours that can be
 * locked was left by a killed run, and whoever creates the next removes it.
 */
#ifndef RTLA_INSTANCE_H
#define RTLA_INSTANCE_H

#include <stddef.h>

#include "cpus.h"
#include "message.h"

struct instance;
struct tep_handle;

/* instances_check - can instances be made here? */
enum result instances_check(void);

/* instances_formats - of the events of @system; for tep_free() */
enum result instances_formats(struct tep_handle **formats, const char *system);

/* instance_create - off, clock "mono", overwriting the oldest, for @cpus */
enum result instance_create(struct instance **instance, const char *purpose,
			    const struct cpus *cpus);
void instance_destroy(struct instance *instance);

/* instance_events - have it collect @event, or with NULL all of @system */
enum result instance_events(struct instance *instance, const char *system,
			    const char *event);
enum result instance_trigger(struct instance *instance, const char *system,
			     const char *event, const char *trigger);

enum result instance_on(struct instance *instance);
void instance_off(struct instance *instance);

/* instance_open_raw - the pages of one CPU, not waiting; -1 after a message */
int instance_open_raw(struct instance *instance, int cpu);

/* instance_open_text - the trace as text, of all CPUs; likewise */
int instance_open_text(struct instance *instance);

/* instance_page_size - of what instance_open_raw() reads */
size_t instance_page_size(struct instance *instance);

#endif /* RTLA_INSTANCE_H */
