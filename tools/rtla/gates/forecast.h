/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which gates a run can not pass, however good the system is, because it is too
 * short for them: it is better told before the run than after it.
 */
#ifndef RTLA_FORECAST_H
#define RTLA_FORECAST_H

#include <stdbool.h>
#include <stdint.h>

struct cpus;
struct gate;

/**
 * struct run_plan - a measurement that is about to begin
 * @cpus: the CPUs to measure
 * @time_ns: how long it takes at most
 * @period_ns: the time between two samples of a CPU
 * @numbered: the contexts, as bits, that have one sample in each period; how
 *	many samples others will have is not known
 * @looks: how often the gates are judged at most, see looks.h
 */
struct run_plan {
	const struct cpus *cpus;
	uint64_t time_ns;
	uint64_t period_ns;
	uint64_t numbered;
	int looks;
};

/*
 * forecast_is_too_short - return whether the run is too short for the gate to
 * pass
 *
 * Prints why, and for how long to measure, to @why, which has GATE_WHY_LEN
 * bytes.
 *
 * A run that is long enough may be undecided all the same. One that is too
 * short may still fail.
 */
bool forecast_is_too_short(const struct gate *gate, const struct run_plan *plan,
			   char *why);

#endif /* RTLA_FORECAST_H */
