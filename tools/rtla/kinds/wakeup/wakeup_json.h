/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What only a result of wake-ups has, as JSON: see Documentation/results.md.
 */
#ifndef RTLA_WAKEUP_JSON_H
#define RTLA_WAKEUP_JSON_H

#include "results/results_write.h"

/* wakeup_set_configuration - add "targets": which threads are watched */
void wakeup_set_configuration(json_t **json, const struct run_summary *summary);

/* wakeup_set_figures - add "threads" and, if they are counted, "wakers" */
void wakeup_set_figures(json_t **json, const struct run_summary *summary);

#endif /* RTLA_WAKEUP_JSON_H */
