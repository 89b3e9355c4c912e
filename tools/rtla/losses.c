// SPDX-License-Identifier: GPL-2.0
/*
 * Lost events, skipped periods, CPUs that went offline.
 */
#include <inttypes.h>

#include "losses.h"

#define NOT_ACCURATE	"events missed, results might not be accurate"

enum result losses_events(FILE *out, const struct reader_counts *counts)
{
	uint64_t all = counts->lost + counts->events;

	if (counts->lost)
		fprintf(out, "%" PRIu64 " (%.2f%%) " NOT_ACCURATE "\n",
			counts->lost, 100.0 * counts->lost / all);
	if (counts->lost_more)
		fprintf(out, "unknown number of " NOT_ACCURATE "\n");
	return counts->lost || counts->lost_more ? RESULT_ERROR : RESULT_OK;
}

/* "7 periods skipped: CPU 1 (4), CPU 5 (3)" */
static void print_skipped(FILE *out, const struct tracer_cpu *fared,
			  const struct cpus *cpus)
{
	uint64_t sum = 0;
	const char *comma = "";
	int index = 0;
	int cpu;

	cpus_for_each(cpu, cpus)
		sum += fared[index++].skipped;
	if (!sum)
		return;
	fprintf(out, "%" PRIu64 " %s skipped:", sum,
		sum == 1 ? "period" : "periods");
	index = 0;
	cpus_for_each(cpu, cpus) {
		uint64_t skipped = fared[index++].skipped;

		if (!skipped)
			continue;
		fprintf(out, "%s CPU %d (%" PRIu64 ")", comma, cpu, skipped);
		comma = ",";
	}
	fputc('\n', out);
}

static enum result print_offline(FILE *out, const struct tracer_cpu *fared,
				 const struct cpus *cpus)
{
	struct cpus gone = { .word = { 0 } };
	char list[256];
	int index = 0;
	int cpu;

	cpus_for_each(cpu, cpus) {
		const struct tracer_cpu *state = &fared[index++];

		if (!state->online || state->offline)
			cpus_add(&gone, cpu);
	}
	if (cpus_empty(&gone))
		return RESULT_OK;
	fprintf(out, "CPU %s went offline, results are incomplete\n",
		cpus_format(&gone, list, sizeof(list)));
	return RESULT_ERROR;
}

enum result losses_cpus(FILE *out, const struct tracer_cpu *fared,
			const struct cpus *cpus)
{
	print_skipped(out, fared, cpus);
	return print_offline(out, fared, cpus);
}
