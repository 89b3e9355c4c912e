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
 *
 * --bucket-width=100 makes buckets like "0.100 (us)", and --zero-omit leaves
 * out those without samples. So a bucket is no wider than the least distance of
 * two.
 */
#include <math.h>
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
	uint64_t last;		/* upper end of the last bucket, in ns */
	uint64_t width;		/* of the buckets, in ns; 0: there is none */
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

/* Read a bucket whose upper end is @us; what is wrong with it is returned. */
static const char *take_oslat_bucket(struct oslat_lines *lines, double us,
				     const char *text)
{
	bool is_last = strstr(text, "(including overflows)");
	struct foreign_run *run = lines->run;
	uint64_t count, end = us <= FOREIGN_NUMBER_MAX / (double)NS_PER_US ?
			      llround(us * NS_PER_US) : 0;
	const char *why = NULL;

	if (end <= lines->last)
		return "no latency larger than that of the line before";
	if (!lines->width || end - lines->last < lines->width)
		lines->width = end - lines->last;
	lines->last = end;
	for (int i = 0; i < run->count && !why; i++) {
		if (!foreign_whole(&text, &count))
			return "the line is not whole";
		if (is_last)
			run->series[i].beyond = count;
		else
			why = foreign_bucket(&run->series[i], end, count);
	}
	return why;
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
			series->min_ns = llround(value * NS_PER_US);
		else if (total == OSLAT_AVG)
			series->average_ns = value * NS_PER_US;
		else if (total == OSLAT_MAX)
			series->max_ns = llround(value * NS_PER_US);
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
	double us;

	if (rest)
		return take_cores(run, rest);
	rest = foreign_after(line, OSLAT_HEAD);
	if (rest)
		snprintf(run->generator, sizeof(run->generator), "oslat %.*s",
			 (int)strcspn(rest, " \t"), rest);
	if (!run->count)
		return NULL;
	if (foreign_number(&at, &us)) {
		rest = foreign_after(at, "(us):");
		return rest ? take_oslat_bucket(lines, us, rest) : NULL;
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
	for (int i = 0; i < run->count; i++)
		if (run->series[i].min_ns > run->series[i].max_ns)
			return "a minimum is larger than the maximum";
	return oslat_finish(run, lines->last, lines->width ?: NS_PER_US);
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
