// SPDX-License-Identifier: GPL-2.0
/*
 * A trace instance for the tests of the interface: see abi.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "abi.h"

#define INSTANCE	"/sys/kernel/tracing/instances/abi"

bool trace_put(const char *file, const char *text)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), INSTANCE "/%s", file);
	out = fopen(path, "w");
	return out && fputs(text, out) >= 0 && !fclose(out);
}

bool trace_begin(void)
{
	return !mkdir(INSTANCE, 0755) && trace_put("trace_clock", "mono") &&
	       trace_put("buffer_size_kb", "8192") &&
	       trace_put("events/rtla/enable", "1");
}

void trace_end(void)
{
	rmdir(INSTANCE);
}

void trace_read(int cpu, void (*take)(const char *line, void *data), void *data)
{
	char path[128], line[4096];
	FILE *trace;

	snprintf(path, sizeof(path), INSTANCE "/per_cpu/cpu%d/trace", cpu);
	trace = fopen(path, "r");
	while (trace && fgets(line, sizeof(line), trace))
		take(line, data);
	if (trace)
		fclose(trace);
}

uint64_t trace_seconds(const char *text)
{
	unsigned long long s, ns;

	if (sscanf(text, "%llu.%llu", &s, &ns) != 2)
		return 0;
	return s * 1000000000 + ns;
}
