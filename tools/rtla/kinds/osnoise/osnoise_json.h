/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What only a result of osnoise has, as JSON: see Documentation/results.md.
 */
#ifndef RTLA_OSNOISE_JSON_H
#define RTLA_OSNOISE_JSON_H

#include "results/results_write.h"

/* osnoise_set_configuration - add how noise was looked for */
void osnoise_set_configuration(json_t **json,
			       const struct run_summary *summary);

/* osnoise_set_cpu - add "periods" of a CPU; -1: of all CPUs */
void osnoise_set_cpu(json_t **json, const struct run_summary *summary, int cpu);

#endif /* RTLA_OSNOISE_JSON_H */
