// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own tracers: see own_tracers.h.
 */
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/tracing_settings.h"
#include "trace/own_tracers.h"

#define FOLDER	TRACING_ROOT "/osnoise"

const char *const own_tracers[] = { "timerlat", "osnoise", NULL };

bool own_tracers_has(const char *name)
{
	for (int i = 0; own_tracers[i]; i++)
		if (!strcmp(own_tracers[i], name))
			return true;
	return false;
}

int own_tracers_cpu(const char *tracer, const char *name)
{
	size_t length = strlen(tracer);
	char *end;
	long cpu;

	if (strncmp(name, tracer, length) || name[length] != '/')
		return -1;
	cpu = strtol(name + length + 1, &end, 10);
	return *end || end == name + length + 1 ? -1 : (int)cpu;
}

bool own_tracers_is_there(const struct machine *machine, const char *tracer)
{
	char text[1024];

	return !machine_access(machine, R_OK, "%s", FOLDER) &&
	       !machine_read(machine, text, sizeof(text),
			     TRACING_ROOT "/available_tracers") &&
	       has_word(text, tracer);
}

bool own_tracers_there(const struct machine *machine)
{
	for (int i = 0; own_tracers[i]; i++)
		if (!own_tracers_is_there(machine, own_tracers[i]))
			return false;
	return true;
}
