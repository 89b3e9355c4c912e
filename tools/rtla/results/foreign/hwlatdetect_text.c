// SPDX-License-Identifier: GPL-2.0
/*
 * What hwlatdetect prints: see foreign.h.
 *
 *	hwlatdetect:  test duration 60 seconds
 *	        Latency threshold: 10us
 *	Max Latency: 21us
 *	Samples recorded: 1
 *	Samples exceeding threshold: 1
 *	SMIs during run: 1
 *	ts: 1480944917.069, inner:21, outer:0, cpu:1, count:2
 *
 * A sample has two gaps: between two readings of the clock in a turn of its
 * loop, and between two turns. Its kernel thread visits one CPU after the
 * other, and older versions do not tell which one a sample is of. Newer kernels
 * count the gaps that were over the threshold; the sample has the longest. The
 * oldest versions print "1408928107.0286324723	18	17".
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "results/foreign/foreign.h"

#define HWLAT_HEAD	"hwlatdetect:"

bool is_hwlatdetect(const struct foreign_input *in)
{
	return !in->json && foreign_has_line(in, HWLAT_HEAD) &&
	       foreign_has_line(in, "Latency threshold:");
}

/* The run, and which of its lines have been read so far. */
struct hwlat_lines {
	struct foreign_run *run;
	uint64_t threshold, recorded, samples, gaps;
	bool has_recorded, has_cpu;
};

/* Return the series of a CPU, which is made if there is none; or NULL. */
static struct foreign_series *series_of(struct foreign_run *run, int cpu)
{
	return foreign_series_find(run, cpu, CONTEXT_SINGLE) ?:
	       foreign_series_new(run, cpu, CONTEXT_SINGLE);
}

/* Read what follows @name, a number, if it is in the line. */
static bool named(const char *line, const char *name, uint64_t *value)
{
	const char *at = strstr(line, name);

	at = at ? at + strlen(name) : "";
	return foreign_whole(&at, value);
}

/* Read the gaps of a sample in the newer form, or in the older one. */
static bool read_gaps(const char *line, uint64_t *inner, uint64_t *outer)
{
	double when;

	if (named(line, "inner:", inner) && named(line, "outer:", outer))
		return true;
	return foreign_number(&line, &when) && foreign_whole(&line, inner) &&
	       foreign_whole(&line, outer);
}

/* Keep when the first sample was, as the text has no other time. */
static void take_time(struct foreign_run *run, const char *line)
{
	double when;

	if (run->started || !foreign_number(&line, &when))
		return;
	run->started = when;
	foreign_note(run, "the file does not tell when it was measured: the date is that of its first gap");
}

/* Read "ts: 1480944917.069, inner:21, outer:0", and return what is wrong. */
static const char *take_gaps(struct hwlat_lines *lines, const char *line)
{
	uint64_t inner, outer, cpu = 0, gaps = 1, ns;
	struct foreign_series *series;

	if (!read_gaps(line, &inner, &outer))
		return "a sample has no gaps";
	take_time(lines->run, foreign_after(line, "ts:") ?: line);
	lines->has_cpu |= named(line, "cpu:", &cpu);
	named(line, "count:", &gaps);
	lines->gaps += gaps;
	ns = (inner > outer ? inner : outer) * NS_PER_US;
	if (cpu >= CPUS_MAX || ns > FOREIGN_NUMBER_MAX)
		return "a number of a sample is too large";
	series = series_of(lines->run, cpu);
	if (!series || !distribution_add(&series->histogram, ns + NS_PER_US, 1))
		return "out of memory";
	if (!series->count || ns < series->min_ns)
		series->min_ns = ns;
	if (ns > series->max_ns)
		series->max_ns = ns;
	series->count++;
	/* The average is made of the sum, after the last sample. */
	series->average_ns += ns;
	lines->samples++;
	return NULL;
}

static const char *take_hwlat_line(struct hwlat_lines *lines, const char *line)
{
	uint64_t seconds, interrupts;

	if (foreign_after(line, "ts:") ||
	    (lines->has_recorded && isdigit((unsigned char)*line) &&
	     !strstr(line, "SMIs")))
		return take_gaps(lines, line);
	if (named(line, "SMIs during run:", &interrupts))
		foreign_note_smis(lines->run, interrupts);
	if (foreign_after(line, HWLAT_HEAD) &&
	    named(line, "test duration ", &seconds) && seconds < 1000000000)
		lines->run->measured_ns = seconds * NS_PER_SEC;
	else if (foreign_after(line, "Latency threshold:"))
		named(line, "threshold:", &lines->threshold);
	else if (foreign_after(line, "Samples recorded:"))
		lines->has_recorded = named(line, "recorded:", &lines->recorded);
	return NULL;
}

static const char *finish_hwlat(struct hwlat_lines *lines)
{
	struct foreign_run *run = lines->run;

	if (!lines->has_recorded)
		return "the line 'Samples recorded:' is missing";
	if (lines->recorded != lines->samples)
		return "there are not as many samples as were recorded";
	for (int i = 0; i < run->count; i++)
		run->series[i].average_ns /= run->series[i].count;
	if (!run->count && !foreign_series_new(run, 0, CONTEXT_SINGLE))
		return "out of memory";
	return NULL;
}

enum result read_hwlatdetect(struct foreign_run *run, struct foreign_input *in)
{
	struct hwlat_lines lines = { .run = run };
	const char *line, *why = NULL;

	while (!why && (line = foreign_line(in)))
		why = take_hwlat_line(&lines, line);
	if (!why)
		why = finish_hwlat(&lines);
	if (why)
		return foreign_wrong(in, run, why);
	run->tracer = "hwlatdetect";
	snprintf(run->generator, sizeof(run->generator), "hwlatdetect");
	run->whole_us = true;
	run->width_ns = NS_PER_US;
	foreign_note(run, "only gaps over the threshold of %" PRIu64 " us are there%s",
		     lines.threshold,
		     lines.samples ? "" : ", and it has found none");
	if (lines.gaps > lines.samples)
		foreign_note(run, "%" PRIu64 " gaps were over the threshold, of which each sample has the longest",
			     lines.gaps);
	if (!lines.has_cpu)
		foreign_note(run, "the text does not tell CPUs: CPU 0 stands for all");
	return RESULT_OK;
}
