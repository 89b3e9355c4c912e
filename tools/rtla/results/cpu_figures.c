// SPDX-License-Identifier: GPL-2.0
/*
 * The figures of each CPU: see cpu_figures.h. Documentation/extending.md says
 * how to add one.
 */
#include "results/cpu_figures.h"
#include "tracer/tracer_state.h"

#define FIELD(member)	offsetof(struct tracer_cpu, member)

const struct figure_row cpu_figures[] = {
	{ .id = "skipped_periods", .title = "Skipped periods",
	  .meaning = "Periods in which nothing was measured, because the one before took too long.",
	  .field = FIELD(skipped), .is_loss = true,
	  .metric = "rtla_skipped_periods" },
	{ .id = "went_offline", .title = "Went offline",
	  .meaning = "How often the CPU went offline.",
	  .field = FIELD(offline) },
	{ .id = "was_suspended", .title = "Was suspended",
	  .meaning = "How often the system was suspended.",
	  .field = FIELD(suspended) },
	{ .id = "workload_left", .title = "Workload left",
	  .meaning = "How often a workload of user space left the CPU.",
	  .field = FIELD(detached) },
	{ .id = "steal_ns", .title = "Taken by the hypervisor",
	  .meaning = "How long a hypervisor ran something else on the CPU of this guest, as the kernel accounts it.",
	  .field = FIELD(steal_ns), .in_ns = true, .may_be_unknown = true,
	  .may_be_absent = true,
	  .metric = "rtla_steal_seconds",
	  .note = "went to the hypervisor: latencies and noise may contain it: give this guest CPUs of its own" },
	{ .id = NULL }
};
