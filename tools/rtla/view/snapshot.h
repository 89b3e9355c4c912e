/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures of a measurement at one moment, for the views to show.
 */
#ifndef RTLA_SNAPSHOT_H
#define RTLA_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "stats/kind_figures.h"
#include "trace/contexts.h"
#include "view/bars.h"

struct histogram;
struct maximum_times;
struct sample_record;
struct stats;
struct tracer_config;
struct tracer_cpu;
struct view_config;

/* A hit after which the measurement has gone on. */
struct shown_hit {
	uint64_t number;	/* of this one; counted from 1 */
	uint64_t all;		/* how many there were */
	time_t when;
	int cpu;
	enum event_context context;
	uint64_t latency_ns;
	uint64_t threshold_ns;
	const char *cause;	/* one sentence, or NULL */
	const char *report;	/* the analysis, or NULL */
};

/**
 * struct live - what a table on a terminal depends on, besides the figures
 * @columns: width of the window
 * @rest: characters that are left for the last column
 * @blocks: the terminal shows UTF-8
 * @axis: of all distributions in the table
 */
struct live {
	int columns;
	int rest;
	bool blocks;
	struct axis axis;
};

/* All that a view shows. */
struct snapshot {
	const struct view_config *config;	/* how it is shown */
	const struct tracer_config *tracer;	/* what is measured */
	const struct stats *stats;
	const struct histogram *histogram;	/* NULL: no histogram */
	struct kind_figures kind;
	const struct sample_record *record;	/* NULL: no distributions */
	const struct maximum_times *maximum_times;	/* NULL: not known */
	const struct tracer_cpu *cpu_states;	/* of each CPU, in order; NULL: not known */
	const struct shown_hit *hit;		/* NULL: none */
	const struct live *live;		/* NULL: the table is not for a terminal */
	uint64_t elapsed_ns;
};

/* snapshot_unit_ns - return the length of the unit that is shown */
uint64_t snapshot_unit_ns(const struct snapshot *snapshot);

/* snapshot_number - convert @ns to the unit that is shown, rounded down */
uint64_t snapshot_number(const struct snapshot *snapshot, uint64_t ns);

/* snapshot_unit - return the unit that is shown, "us" or "ns" */
const char *snapshot_unit(const struct snapshot *snapshot);

/*
 * snapshot_time - print @ns in the unit that is shown, us with so many @digits;
 * return @text
 */
const char *snapshot_time(const struct snapshot *snapshot, uint64_t ns,
			  int digits, char *text, size_t size);

/*
 * snapshot_over - return whether @ns of a context is so long that it would be a
 * hit; never if there is no threshold
 */
bool snapshot_over(const struct snapshot *snapshot, enum event_context context,
		   uint64_t ns);

/* snapshot_user - return whether timerlat measures a user latency */
bool snapshot_user(const struct snapshot *snapshot);

/*
 * snapshot_outermost - return the latency of timerlat that has all others in
 * it, of those that were measured
 */
enum event_context snapshot_outermost(const struct snapshot *snapshot);

/* snapshot_age - print a time in four characters at most: "12s", "3m", "47h", "120d" */
void snapshot_age(uint64_t seconds, char *text, size_t size);

/* snapshot_duration - print @ns as days, hours, minutes, seconds: "  1 02:03:04" */
void snapshot_duration(FILE *out, uint64_t ns);

#endif /* RTLA_SNAPSHOT_H */
