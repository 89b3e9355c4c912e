/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the trace of a hit to the report on stdout.
 */
#ifndef RTLA_EXPLAIN_H
#define RTLA_EXPLAIN_H

#include <stdio.h>

#include "measurement.h"

/* explain_hit - read the trace, analyse the CPU that hit, report */
void explain_hit(FILE *out, struct measurement *measurement,
		 const struct config *config, const struct tracer_hit *hit);

#endif /* RTLA_EXPLAIN_H */
