// SPDX-License-Identifier: GPL-2.0
/*
 * osnoise without measuring threads: nothing is measured, but the noise events
 * report all that runs on the CPU, every thread included.
 */
#include "noise/noise.h"
#include "session/workload.h"

static int annotation_create(int cpu, const struct workload_config *config)
{
	rtla_noise_start(cpu, NULL);
	return 0;
}

static void annotation_run(int cpu)
{
	WRITE_ONCE(per_cpu_ptr(&rtla_noise_cpu, cpu)->report.owner, true);
}

static void annotation_arm(int cpu, const u64 *stop)
{
}

static void annotation_status(int cpu, struct workload_status *status)
{
	*status = (struct workload_status) { .state = RTLA_CPU_MEASURED };
}

const struct workload rtla_osnoise_annotation = {
	.place = PLACE_WORKLOAD,
	.create = annotation_create,
	.run = annotation_run,
	.halt = rtla_noise_stop,
	.arm = annotation_arm,
	.status = annotation_status,
};
