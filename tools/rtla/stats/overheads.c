// SPDX-License-Identifier: GPL-2.0
/*
 * Which overheads are measured, and their flaws: see overheads.h.
 */
#include <stdlib.h>

#include "stats/overheads.h"

struct overheads {
	enum overhead_method method[OVERHEAD_CONTEXTS];
	int cpus;
	struct overhead_flaws flaws[][OVERHEAD_CONTEXTS];
};

struct overheads *overheads_new(int cpus)
{
	struct overheads *overheads;

	overheads = calloc(1, sizeof(*overheads) +
			      cpus * sizeof(overheads->flaws[0]));
	if (overheads)
		overheads->cpus = cpus;
	return overheads;
}

void overheads_free(struct overheads *overheads)
{
	free(overheads);
}

void overheads_put_method(struct overheads *overheads,
			  enum event_context context,
			  enum overhead_method method)
{
	overheads->method[context - OVERHEAD_FIRST] = method;
}

void overheads_put(struct overheads *overheads, int cpu,
		   enum event_context context,
		   const struct overhead_flaws *flaws)
{
	overheads->flaws[cpu][context - OVERHEAD_FIRST] = *flaws;
}

enum overhead_method overheads_method(const struct overheads *overheads,
				      enum event_context context)
{
	return overheads->method[context - OVERHEAD_FIRST];
}

const char *overheads_method_name(enum overhead_method method)
{
	static const char *const names[] = {
		[METHOD_ABSENT] = "absent", [METHOD_EXACT] = "exact",
	};

	return names[method];
}

struct overhead_flaws overheads_flaws(const struct overheads *overheads,
				      int cpu, enum event_context context)
{
	int first = cpu < 0 ? 0 : cpu,
	    end = cpu < 0 ? overheads->cpus : cpu + 1;
	struct overhead_flaws all = { .disturbed = 0 };

	for (int i = first; i < end; i++) {
		const struct overhead_flaws *of =
			&overheads->flaws[i][context - OVERHEAD_FIRST];

		all.disturbed += of->disturbed;
		all.negative += of->negative;
		if (of->own_ns && (!all.own_ns || of->own_ns < all.own_ns))
			all.own_ns = of->own_ns;
	}
	return all;
}

bool overhead_of_thread(enum event_context context)
{
	return context != CONTEXT_OVERHEAD_TICK &&
	       context != CONTEXT_OVERHEAD_IPI &&
	       context != CONTEXT_OVERHEAD_XCALL;
}
