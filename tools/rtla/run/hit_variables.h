/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Environment variables that describe a hit to the shell commands of actions:
 *
 *	RTLA_TRACER		timerlat or osnoise
 *	RTLA_CPU		the CPU of the hit
 *	RTLA_CONTEXT		irq, thread, user; for osnoise single, total
 *	RTLA_LATENCY_NS		the latency or noise, in ns
 *	RTLA_THRESHOLD_NS	the threshold, in ns
 *	RTLA_CAUSE		the cause sentence; not set with --no-aa, or if
 *				the cause is not known, or if the hit is not
 *				analysed before actions (config_tells_cause())
 */
#ifndef RTLA_HIT_VARIABLES_H
#define RTLA_HIT_VARIABLES_H

struct tracer_hit;

/*
 * hit_variables_set - set the variables of a hit
 *
 * @cause is the cause sentence. If it is empty, RTLA_CAUSE is left as it is.
 */
void hit_variables_set(const char *tracer, const struct tracer_hit *hit,
		       const char *cause);

/* hit_variables_clear - unset all variables: there is no hit at the moment */
void hit_variables_clear(void);

#endif /* RTLA_HIT_VARIABLES_H */
