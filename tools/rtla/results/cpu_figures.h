/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of what is counted of each CPU while it is measured: struct
 * tracer_cpu.
 */
#ifndef RTLA_CPU_FIGURES_H
#define RTLA_CPU_FIGURES_H

#include "stats/figure_row.h"

/* In the order of results; an id of NULL ends it. */
extern const struct figure_row cpu_figures[];

#endif /* RTLA_CPU_FIGURES_H */
