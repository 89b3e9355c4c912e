/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The explanation of a hit of a tracer that prints its trace: why a cycle of a
 * thread took so long.
 */
#ifndef RTLA_CYCLE_EXPLANATION_H
#define RTLA_CYCLE_EXPLANATION_H

#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

struct config;
struct measurement;
struct tracer_hit;

/**
 * struct cycle_cause - what else is told of it
 * @sentence, @size: where the cause sentence goes
 * @json: the explanation for the result; NULL: none
 */
struct cycle_cause {
	char *sentence;
	size_t size;
	json_t *json;
};

/*
 * explain_cycle - explain the cycle that was a hit, and print that to @out
 *
 * If it cannot be explained, a message says so.
 */
void explain_cycle(FILE *out, struct cycle_cause *cause,
		   const struct measurement *measurement,
		   const struct config *config, const struct tracer_hit *hit);

#endif /* RTLA_CYCLE_EXPLANATION_H */
