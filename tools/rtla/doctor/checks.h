/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All checks: of everything on a machine that latencies depend on.
 */
#ifndef RTLA_CHECKS_H
#define RTLA_CHECKS_H

#include <jansson.h>
#include <stdio.h>

#include "base/cpus.h"

/*
 * checks_json - make all checks, and return their findings as JSON
 *
 * The value is the object "environment" of results. @cpus are the measured
 * CPUs; NULL means all that are online. @root is put before every path; ""
 * means this machine. Returns a new reference, or NULL if there is no memory.
 * The call takes some milliseconds, and 40 more if a real-time thread is busy
 * (see busy_threads_find()). It runs no program and changes nothing.
 */
json_t *checks_json(const struct cpus *cpus, const char *root);

/* checks_list - print name and description of all checks; make none */
void checks_list(FILE *out);

#endif /* RTLA_CHECKS_H */
