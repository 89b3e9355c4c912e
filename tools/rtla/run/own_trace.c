// SPDX-License-Identifier: GPL-2.0
/*
 * The trace of a tracer itself: see own_trace.h.
 */
#include <stdlib.h>

#include "base/cpus.h"
#include "run/measurement.h"
#include "run/own_trace.h"
#include "trace/events.h"
#include "trace/symbols.h"
#include "trace/trace_writer.h"
#include "tracer/tracer.h"

static bool own_trace_symbol(void *source, uint64_t address, char *name,
			     size_t size)
{
	const struct measurement *measurement = source;

	return measurement->ops->symbol(measurement->tracer, address, name,
					size);
}

static bool print_lists(const struct own_trace *trace, FILE *out)
{
	const struct measurement *measurement = trace->measurement;
	const struct symbols symbols = { own_trace_symbol, trace->measurement };
	int count = cpus_count(trace->cpus), i = 0, cpu;
	struct event_list *lists = calloc(count, sizeof(*lists));
	struct trace_writer_cpu *cpus = calloc(count, sizeof(*cpus));
	bool ok = lists && cpus;

	cpus_for_each(cpu, trace->cpus) {
		if (!ok)
			break;
		cpus[i] = (struct trace_writer_cpu) { cpu, &lists[i] };
		ok = !measurement->ops->list(measurement->tracer, cpu,
					     &lists[i++]);
	}
	ok = ok && trace_writer_print(out, cpus, count, &symbols);
	for (i = 0; lists && i < count; i++)
		event_list_clear(&lists[i]);
	free(lists);
	free(cpus);
	return ok;
}

bool own_trace_print(void *source, FILE *out)
{
	const struct own_trace *trace = source;
	const struct measurement *measurement = trace->measurement;

	return measurement->ops->print ?
	       measurement->ops->print(measurement->tracer, out) :
	       print_lists(trace, out);
}
