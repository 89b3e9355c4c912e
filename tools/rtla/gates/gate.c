// SPDX-License-Identifier: GPL-2.0
/*
 * A gate that has been read: see gate.h.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"
#include "base/times.h"
#include "base/wide.h"
#include "gates/gate.h"
#include "stats/percentiles.h"

const char *gate_comm(const struct gate *gate)
{
	return gate->comm ? gate->text + gate->comm : NULL;
}

bool gate_counts_over(const struct gate *gate)
{
	return gate->metric == GATE_PERCENTILE ||
	       gate->metric == GATE_OVER_COUNT ||
	       gate->metric == GATE_OVER_RATE;
}

bool gate_needs_distributions(const struct gate *gate)
{
	return gate->comm && gate_counts_over(gate);
}

bool gate_is_skipped(const struct gate *gate)
{
	return gate->metric == GATE_SKIPPED ||
	       gate->metric == GATE_SKIPPED_SHARE;
}

bool gate_is_upper(const struct gate *gate)
{
	return gate->operator == GATE_LESS || gate->operator == GATE_AT_MOST;
}

double gate_allowed_part(const struct gate *gate, uint64_t count,
			 uint64_t time_ns)
{
	const struct quantity *limit = &gate->limit;

	if (gate->metric == GATE_PERCENTILE)
		return 1 - (double)gate->percentile / PERCENTILE_WHOLE;
	return (double)limit->amount / limit->per_ns * time_ns / count;
}

bool gate_cpus(const struct gate *gate, const struct cpus *measured,
	       struct cpus *cpus)
{
	*cpus = *measured;
	if (gate->cpus)
		cpus_parse(cpus, gate->text + gate->cpus);
	return gate->each;
}

int quantity_compare(enum gate_unit unit, const struct quantity *a,
		     const struct quantity *b)
{
	if (unit != UNIT_RATE)
		return wide_compare(wide_number(a->amount),
				    wide_number(b->amount));
	return wide_compare(wide_product(a->amount, b->per_ns),
			    wide_product(b->amount, a->per_ns));
}

bool gate_holds(const struct gate *gate, const struct quantity *value)
{
	int order = quantity_compare(gate->limit.unit, value, &gate->limit);

	switch (gate->operator) {
	case GATE_LESS:
		return order < 0;
	case GATE_AT_MOST:
		return order <= 0;
	case GATE_MORE:
		return order > 0;
	case GATE_AT_LEAST:
		return order >= 0;
	}
	return false;
}

const char *quantity_print(const struct quantity *quantity, char *text,
			   size_t size)
{
	double per = quantity->per_ns / (double)NS_PER_SEC;

	switch (quantity->unit) {
	case UNIT_NS:
		snprintf(text, size, "%.3f us", time_us(quantity->amount));
		break;
	case UNIT_RATE:
		snprintf(text, size, "%" PRIu64 " in %.*f s", quantity->amount,
			 per == (uint64_t)per ? 0 : 2, per);
		break;
	case UNIT_PPB:
		snprintf(text, size, "%.7f %%",
			 quantity->amount / (double)PPB_OF_PERCENT);
		break;
	case UNIT_COUNT:
		snprintf(text, size, "%" PRIu64, quantity->amount);
		break;
	}
	return text;
}
