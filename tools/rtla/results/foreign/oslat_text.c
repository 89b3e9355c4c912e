// SPDX-License-Identifier: GPL-2.0
/*
 * What oslat prints: see foreign.h. All lines have a value for each thread:
 *
 *	oslat V 2.40
 *	        Core:	 0 1
 *	Counter Freq:	 2597 2597 (Mhz)
 *	    001 (us):	 62028785 61549562
 *	    032 (us):	 669 841 (including overflows)
 *	     Minimum:	 1 1 (us)
 *	     Average:	 1.001 1.001 (us)
 *	     Maximum:	 4048 4061 (us)
 *	    Duration:	 1.998 1.998 (sec)
 */
#include <stdio.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "results/foreign/foreign.h"

#define OSLAT_HEAD	"oslat V "

bool is_oslat_text(const struct foreign_input *in)
{
	return !in->json && foreign_has_line(in, OSLAT_HEAD) &&
	       foreign_has_line(in, "Core:");
}

/* The lines after the buckets. */
enum oslat_total { OSLAT_MIN, OSLAT_AVG, OSLAT_MAX, OSLAT_DURATION, OSLAT_TOTALS };

static const char *const oslat_total_names[OSLAT_TOTALS] = {
	"Minimum:", "Average:", "Maximum:", "Duration:",
};

/* The run, and which of its lines have been read so far. */
struct oslat_lines {
	struct foreign_run *run;
	uint64_t last;		/* number of the last bucket */
	bool has[OSLAT_TOTALS];
};

/* Read the CPUs, and return what is wrong. */
static const char *take_cores(struct foreign_run *run, const char *text)
{
	uint64_t cpu;

	if (run->count)
		return "the cores are there twice: give the output of one run";
	while (foreign_whole(&text, &cpu)) {
		if (cpu >= CPUS_MAX)
			return "the number of a core is too large";
		if (foreign_series_find(run, cpu, CONTEXT_SINGLE))
			return "a core is there twice";
		if (!foreign_series_new(run, cpu, CONTEXT_SINGLE))
			return "out of memory, or too many cores";
	}
	return run->count ? NULL : "no cores";
}

static const char *take_oslat_bucket(struct oslat_lines *lines, uint64_t bucket,
				     const char *text)
{
	struct foreign_run *run = lines->run;
	const char *why;
	uint64_t count;

	if (bucket <= lines->last || bucket > FOREIGN_NUMBER_MAX / NS_PER_US)
		return "no latency larger than that of the line before";
	lines->last = bucket;
	for (int i = 0; i < run->count; i++) {
		if (!foreign_whole(&text, &count))
			return "the line is not whole";
		why = foreign_bucket(&run->series[i], bucket * NS_PER_US, count);
		if (why)
			return why;
	}
	return NULL;
}

static const char *take_oslat_total(struct oslat_lines *lines,
				    enum oslat_total total, const char *text)
{
	struct foreign_run *run = lines->run;
	double value;

	for (int i = 0; i < run->count; i++) {
		struct foreign_series *series = &run->series[i];

		if (!foreign_number(&text, &value) ||
		    value > FOREIGN_NUMBER_MAX / (double)NS_PER_SEC)
			return "the line is not whole";
		if (total == OSLAT_MIN)
			series->min_ns = value * NS_PER_US;
		else if (total == OSLAT_AVG)
			series->average_ns = value * NS_PER_US;
		else if (total == OSLAT_MAX)
			series->max_ns = value * NS_PER_US;
		else
			run->measured_ns = value * NS_PER_SEC;
	}
	lines->has[total] = true;
	return NULL;
}

static const char *take_oslat_line(struct oslat_lines *lines, const char *line)
{
	struct foreign_run *run = lines->run;
	const char *rest = foreign_after(line, "Core:"), *at = line;
	uint64_t bucket;

	if (rest)
		return take_cores(run, rest);
	rest = foreign_after(line, OSLAT_HEAD);
	if (rest)
		snprintf(run->generator, sizeof(run->generator), "oslat %.*s",
			 (int)strcspn(rest, " \t"), rest);
	if (!run->count)
		return NULL;
	if (foreign_whole(&at, &bucket)) {
		rest = foreign_after(at, "(us):");
		return rest ? take_oslat_bucket(lines, bucket, rest) : NULL;
	}
	for (int i = 0; i < OSLAT_TOTALS; i++) {
		rest = foreign_after(line, oslat_total_names[i]);
		if (rest)
			return take_oslat_total(lines, i, rest);
	}
	return NULL;
}

static const char *finish_oslat(struct oslat_lines *lines)
{
	struct foreign_run *run = lines->run;

	for (int i = 0; i < OSLAT_TOTALS; i++)
		if (!lines->has[i])
			return "the lines with minimum, average, maximum and duration are not all there";
	for (int i = 0; i < run->count; i++) {
		run->series[i].count = run->series[i].histogram.count;
		if (run->series[i].min_ns > run->series[i].max_ns)
			return "a minimum is larger than the maximum";
	}
	return oslat_finish(run, lines->last);
}

enum result read_oslat_text(struct foreign_run *run, struct foreign_input *in)
{
	struct oslat_lines lines = { .run = run };
	const char *line, *why = NULL;

	while (!why && (line = foreign_line(in)))
		why = take_oslat_line(&lines, line);
	if (!why)
		why = finish_oslat(&lines);
	return why ? foreign_wrong(in, run, why) : RESULT_OK;
}
