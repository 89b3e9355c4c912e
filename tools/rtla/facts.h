/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All facts on the machine that latencies depend on.
 */
#ifndef RTLA_FACTS_H
#define RTLA_FACTS_H

#include <jansson.h>
#include <stdio.h>

#include "cpus.h"

/*
 * facts_json - the facts as the object "environment" of results
 *
 * @cpus are those that are measured, NULL: all that are online. @root is put
 * before every path, "" is this machine. A new reference; NULL if out of
 * memory. It takes some milliseconds, runs no program and changes nothing.
 */
json_t *facts_json(const struct cpus *cpus, const char *root);

/* facts_list - all checks, and what each of them is; nothing is looked at */
void facts_list(FILE *out);

#endif /* RTLA_FACTS_H */
