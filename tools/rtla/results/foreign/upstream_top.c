// SPDX-License-Identifier: GPL-2.0
/*
 * The table that upstream's "rtla timerlat top -q" prints: see foreign.h.
 *
 *	  0 00:00:02   |          IRQ Timer Latency (ns)        |  Thread ...
 *	CPU COUNT      |      cur       min       avg       max |  ...
 *	  0 #1996      |    32391     13051     66517   3203699 |  ...
 *	---------------|----------------------------------------|--------
 *	ALL #1996   e0 |              13051     66517   3203699 |  ...
 *
 * Without -q there is a table each second, of which the last one counts.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "results/foreign/foreign.h"

#define TABLE_HEAD	"CPU COUNT"
#define VALUES		4	/* cur, min, avg, max */

bool is_timerlat_top(const struct foreign_input *in)
{
	return !in->json && strstr(in->text, "Timer Latency (") &&
	       foreign_has_line(in, TABLE_HEAD);
}

/* Read the values of a context; dashes stand for none. */
static const char *take_group(struct foreign_run *run, int cpu,
				enum event_context context, uint64_t unit,
				const char **text, uint64_t count)
{
	struct foreign_series *series;
	uint64_t value[VALUES];
	const char *dash;

	for (int i = 0; i < VALUES; i++) {
		dash = foreign_after(*text, "-");
		if (dash) {
			*text = dash;
			value[i] = 0;
			count = 0;
		} else if (!foreign_whole(text, &value[i])) {
			return "the row is not whole";
		}
	}
	if (!count)
		return NULL;
	if (value[1] > value[3])
		return "a minimum is larger than the maximum";
	if (value[3] > FOREIGN_NUMBER_MAX / NS_PER_US)
		return "a maximum is too large";
	if (foreign_series_find(run, cpu, context))
		return "a CPU is there twice";
	series = foreign_series_new(run, cpu, context);
	if (!series)
		return "out of memory";
	series->count = count;
	series->min_ns = value[1] * unit;
	series->average_ns = value[2] * (double)unit;
	series->max_ns = value[3] * unit;
	return NULL;
}

/* Read "  0 #1996      |  cur min avg max |  ...", and return what is wrong. */
static const char *take_cpu_row(struct foreign_run *run, uint64_t unit,
				const char *line)
{
	const char *why = NULL, *after;
	uint64_t cpu, count;

	if (!foreign_whole(&line, &cpu) || cpu >= CPUS_MAX)
		return "the row has no CPU";
	after = foreign_after(line, "#");
	if (!after || !foreign_whole(&after, &count))
		return "the row has no count";
	for (int context = CONTEXT_IRQ; !why && context < LATENCY_CONTEXTS;
	     context++) {
		after = foreign_after(after, "|");
		if (!after)
			return context > CONTEXT_THREAD ? NULL : "the row is not whole";
		why = take_group(run, cpu, context, unit, &after, count);
	}
	return why;
}

/* Forget the table before this one. */
static void begin_table(struct foreign_run *run)
{
	free(run->series);
	run->series = NULL;
	run->count = 0;
}

enum result read_timerlat_top(struct foreign_run *run, struct foreign_input *in)
{
	bool in_table = false, whole = false;
	const char *line, *why = NULL;
	uint64_t unit = NS_PER_US;

	while (!why && (line = foreign_line(in))) {
		if (strstr(line, "Timer Latency (")) {
			unit = strstr(line, "(ns)") ? 1 : NS_PER_US;
			foreign_duration(run, line);
		} else if (foreign_after(line, TABLE_HEAD)) {
			begin_table(run);
			in_table = true;
			whole = false;
		} else if (foreign_after(line, "-----")) {
			whole = in_table;
			in_table = false;
		} else if (in_table && isdigit((unsigned char)*line)) {
			why = take_cpu_row(run, unit, line);
		} else if (*line) {
			in_table = false;
			upstream_remark(run, line);
		}
	}
	/* The line below the CPUs has come with upstream 6.10. */
	if (!why && !whole && !run->count)
		why = "the table has no CPU";
	if (why)
		return foreign_wrong(in, run, why);
	run->tracer = "timerlat";
	snprintf(run->generator, sizeof(run->generator), "upstream rtla");
	run->whole_us = unit == NS_PER_US;
	foreign_note(run, "the table has one count for each CPU, which is taken for all of its latencies");
	return RESULT_OK;
}
