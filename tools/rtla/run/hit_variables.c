// SPDX-License-Identifier: GPL-2.0
/*
 * Environment variables of a hit: see hit_variables.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "run/hit_variables.h"
#include "tracer/tracer_state.h"

static void hit_variables_set_number(const char *name, uint64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	setenv(name, text, true);
}

void hit_variables_set(const char *tracer, const struct tracer_hit *hit,
		       const char *cause)
{
	char text[VISIBLE_LINE];

	setenv("RTLA_TRACER", tracer, true);
	setenv("RTLA_CONTEXT", context_name(hit->context), true);
	hit_variables_set_number("RTLA_CPU", hit->cpu);
	hit_variables_set_number("RTLA_LATENCY_NS", hit->latency_ns);
	hit_variables_set_number("RTLA_THRESHOLD_NS", hit->threshold_ns);
	visible_line(text, sizeof(text), cause);
	if (*text)
		setenv("RTLA_CAUSE", text, true);
}

void hit_variables_clear(void)
{
	static const char *const names[] = {
		"RTLA_TRACER", "RTLA_CONTEXT", "RTLA_CPU", "RTLA_LATENCY_NS",
		"RTLA_THRESHOLD_NS", "RTLA_CAUSE",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unsetenv(names[i]);
}
