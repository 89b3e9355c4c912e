/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The task that each CPU ran at the time of a hit (--dump-tasks).
 */
#ifndef RTLA_RUNNING_TASKS_H
#define RTLA_RUNNING_TASKS_H

#include <stdio.h>

#include "base/message.h"

struct instance;
struct symbols;

/*
 * tasks_collect - let @instance collect the events that tasks_print() needs
 *
 * Prints an error if it fails.
 */
enum result tasks_collect(struct instance *instance);

/*
 * tasks_print - print the task that ran last on each online CPU
 *
 * Takes all events out of @instance. @system is any system whose event formats
 * can be read: the layout of the ring buffer is read together with them.
 */
void tasks_print(FILE *out, struct instance *instance, const char *system,
		 const struct symbols *symbols);

#endif /* RTLA_RUNNING_TASKS_H */
