// SPDX-License-Identifier: GPL-2.0
/*
 * States and messages of several tracers: see tracer_state.h.
 */
#include "stats/figure_row.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"

const struct tracer_cpu tracer_cpu_untold = {
	.state = TRACER_CPU_MEASURED,
	.steal_ns = FIGURE_UNKNOWN,
};

enum result tracer_no_thread(const struct tracer_targets *targets)
{
	return fail(RESULT_CANNOT, "%s: no thread has one of these ids: look them up with 'ps -eL'",
		    targets->processes ? "--pid" : "--tid");
}
