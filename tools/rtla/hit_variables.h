/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What commands of the user's find in their environment:
 *
 *	RTLA_TRACER		timerlat or osnoise
 *	RTLA_CPU		that hit
 *	RTLA_CONTEXT		irq, thread, user; single, total: of osnoise
 *	RTLA_LATENCY_NS		or the noise
 *	RTLA_THRESHOLD_NS
 *	RTLA_CAUSE		in one sentence; not with --no-aa, nor if it is not
 *				known
 */
#ifndef RTLA_HIT_VARIABLES_H
#define RTLA_HIT_VARIABLES_H

#include "tracer.h"

/* hit_variables_set - there is a hit; @cause may be "" */
void hit_variables_set(const char *tracer, const struct tracer_hit *hit,
		       const char *cause);

/* hit_variables_clear - there is none, or none any more */
void hit_variables_clear(void);

#endif /* RTLA_HIT_VARIABLES_H */
