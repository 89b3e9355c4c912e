/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What only a result of overheads has, as JSON: see Documentation/results.md.
 */
#ifndef RTLA_OVERHEADS_JSON_H
#define RTLA_OVERHEADS_JSON_H

#include "results/results_write.h"

/* overheads_set_configuration - add which overheads count, and "program" */
void overheads_set_configuration(json_t **json,
				 const struct run_summary *summary);

/* overheads_set_context - add how an overhead is measured, and its flaws; @cpu -1: of all */
void overheads_set_context(json_t **json, const struct run_summary *summary,
			   int cpu, enum event_context context);

/* overheads_set_figures - add "overheads": the basic figures of each, of all CPUs */
void overheads_set_figures(json_t **json, const struct run_summary *summary);

#endif /* RTLA_OVERHEADS_JSON_H */
