// SPDX-License-Identifier: GPL-2.0
/*
 * Gates that a run is too short for: see forecast.h.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/human.h"
#include "base/wide.h"
#include "gates/forecast.h"
#include "gates/gate.h"
#include "gates/gate_confidence.h"
#include "gates/looks.h"
#include "stats/percentiles.h"

/* Return how many samples the gate will be judged by at most; 0: not known. */
static uint64_t samples_ahead(const struct gate *gate,
			      const struct run_plan *plan)
{
	struct cpus each;
	uint64_t of_cpu;

	if (gate_comm(gate) || gate->context < 0 ||
	    !(plan->numbered >> gate->context & 1))
		return 0;
	of_cpu = plan->time_ns / plan->period_ns;
	return gate_cpus(gate, plan->cpus, &each) ?
		       of_cpu : of_cpu * cpus_count(plan->cpus);
}

static bool lacks_samples(const struct gate *gate, const struct run_plan *plan,
			  char *why)
{
	uint64_t samples = samples_ahead(gate, plan);
	uint64_t needs = percentile_needs(gate->percentile);
	char time[QUANTITY_LEN];

	if (!samples || samples >= needs)
		return false;
	snprintf(why, GATE_WHY_LEN, "it needs %" PRIu64 " samples, and will have %" PRIu64 " at most: measure for at least %s",
		 needs, samples,
		 needed_text(percentile_needs_ns(gate->percentile, samples,
						 plan->time_ns), time));
	return true;
}

static bool lacks_time(const struct gate *gate, const struct run_plan *plan,
		       char *why)
{
	uint64_t needs_ns;
	char time[QUANTITY_LEN];

	if (!gate_is_upper(gate) || !gate->limit.amount)
		return false;
	needs_ns = gate->limit.per_ns / gate->limit.amount;
	if (plan->time_ns >= needs_ns)
		return false;
	snprintf(why, GATE_WHY_LEN, "its limit is less than one event in that time: measure for at least %s",
		 needed_text(needs_ns, time));
	return true;
}

/* Without any latency over the limit, a run proves what it can. */
static bool lacks_proof(const struct gate *gate, const struct run_plan *plan,
			char *why)
{
	double sure = looks_confidence(gate->confidence, plan->looks);
	const struct share_confidence confidence = { sure, sure };
	struct share share = { .count = samples_ahead(gate, plan) };
	char time[QUANTITY_LEN];
	double times;

	if (!gate_is_upper(gate) || share.count == 0)
		return false;
	share.allowed = gate_allowed_part(gate, share.count, plan->time_ns);
	if (share_side(&share, &confidence) != SHARE_UNDECIDED)
		return false;
	times = share_decides(&share, &confidence);
	if (isinf(times))
		snprintf(why, GATE_WHY_LEN, "no run of a reasonable length proves it");
	else
		snprintf(why, GATE_WHY_LEN, "%.0f samples prove too little, even if none is over the limit: measure for at least %s",
			 share.count, needed_text(plan->time_ns * times, time));
	return true;
}

bool forecast_is_too_short(const struct gate *gate, const struct run_plan *plan,
			   char *why)
{
	if (gate->confidence)
		return lacks_proof(gate, plan, why);
	if (gate->metric == GATE_PERCENTILE)
		return lacks_samples(gate, plan, why);
	return gate->limit.unit == UNIT_RATE && lacks_time(gate, plan, why);
}
