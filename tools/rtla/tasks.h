/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every CPU ran at the time of a hit: --dump-tasks.
 */
#ifndef RTLA_TASKS_H
#define RTLA_TASKS_H

#include <stdio.h>

#include "instance.h"

struct symbols;

/* tasks_collect - have an instance collect what is needed */
enum result tasks_collect(struct instance *instance);

/*
 * tasks_print - who ran last on each CPU that is online
 *
 * @system is one whose events can be read, for the layout of the ring buffer.
 */
void tasks_print(FILE *out, struct instance *instance, const char *system,
		 const struct symbols *symbols);

#endif /* RTLA_TASKS_H */
