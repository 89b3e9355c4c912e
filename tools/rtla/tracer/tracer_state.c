// SPDX-License-Identifier: GPL-2.0
/*
 * The state of a CPU of which a tracer tells little: see tracer_state.h.
 */
#include "stats/figure_row.h"
#include "tracer/tracer_state.h"

const struct tracer_cpu tracer_cpu_untold = {
	.state = TRACER_CPU_MEASURED,
	.steal_ns = FIGURE_UNKNOWN,
};
