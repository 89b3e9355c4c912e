/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a gate about the bound of the scheduling latency judges.
 */
#ifndef RTLA_GATE_BOUND_H
#define RTLA_GATE_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "gates/gates.h"

struct bound_set;

/*
 * The end of a bound or of a variable.
 *
 * @known: it is known; else @why says why not
 * @ns: the end; BOUND_ENDLESS if the bound does not converge, and @why says why
 */
struct gate_end {
	bool known;
	uint64_t ns;
	char why[GATE_WHY_LEN];
};

/*
 * gate_bound_end - return what a gate judges, for which gate_is_bound() is true: the
 * largest of the ends of @cpus
 *
 * If that of one CPU is not known, it is not known.
 */
struct gate_end gate_bound_end(const struct gate *gate, const struct bound_set *bounds,
			       const struct cpus *cpus);

#endif /* RTLA_GATE_BOUND_H */
