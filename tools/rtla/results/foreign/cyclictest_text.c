// SPDX-License-Identifier: GPL-2.0
/*
 * What cyclictest prints, with --histogram or --histofall, or only its last
 * line for each thread: see foreign.h.
 *
 *	# Histogram
 *	000000 000000	000000
 *	000001 000012	000009
 *	# Total: 000000012 000000009
 *	# Min Latencies: 00001 00001
 *	# Avg Latencies: 00001 00001
 *	# Max Latencies: 00040 00031
 *	# Histogram Overflows: 00001 00002
 *
 *	T: 0 ( 7004) P: 0 I:1000 C:    992 Min:     63 Act:   87 Avg:   95 Max:    3263
 *
 * --histofall adds a column for all threads together to all lines but those of
 * minima and averages. Newer versions leave out rows without samples. Files
 * that people made for a plot may lack the head.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "results/foreign/foreign.h"

#define HEAD	"# Histogram"

bool is_cyclictest_text(const struct foreign_input *in)
{
	return !in->json &&
	       (foreign_has_line(in, HEAD "\n") ||
		foreign_has_line(in, "# Min Latencies:") ||
		foreign_has_line(in, "T: 0 ("));
}

/* The lines that follow the histogram, in any order; each is there once. */
enum total { TOTAL_MIN, TOTAL_AVG, TOTAL_MAX, TOTAL_OVERFLOWS, TOTALS };

static const char *const total_names[TOTALS] = {
	"# Min Latencies:", "# Avg Latencies:", "# Max Latencies:",
	"# Histogram Overflows:",
};

/* The run, and which of its lines have been read so far. */
struct cyclictest_lines {
	struct foreign_run *run;
	uint64_t unit;		/* of all times, in ns */
	uint64_t buckets;	/* the number of the last bucket, and 1 */
	int values[TOTALS];	/* how many values a line has; 0: not read */
};

/*
 * With --nsecs, a field in the line of a thread is wider: return the unit that
 * "Act:   87 Avg:" tells.
 */
static uint64_t unit_of_line(const char *text)
{
	const char *from = strstr(text, "Act:"), *to = strstr(text, " Avg:");

	return from && to && to - from >= (long)strlen("Act:12345678") ?
	       1 : NS_PER_US;
}

/* Return the upper end of a bucket, which is one unit wide. */
static uint64_t cyclictest_end(const struct cyclictest_lines *lines,
			       uint64_t bucket)
{
	return lines->unit == 1 ? bucket : (bucket + 1) * lines->unit;
}

/* Read a line of the histogram, and return what is wrong with it. */
static const char *take_bucket(struct cyclictest_lines *lines, const char *line)
{
	struct foreign_run *run = lines->run;
	bool first = !run->count;
	uint64_t bucket, count;
	const char *why;
	int column = 0;

	if (!foreign_whole(&line, &bucket) || bucket < lines->buckets ||
	    bucket > FOREIGN_NUMBER_MAX / NS_PER_US - 1)
		return "no latency larger than that of the line before";
	lines->buckets = bucket + 1;
	for (; foreign_whole(&line, &count); column++) {
		if (first && !foreign_series_new(run, column, CONTEXT_USER))
			return "out of memory, or too many threads";
		if (column >= run->count)
			return "more columns than before";
		why = foreign_bucket(&run->series[column],
				     cyclictest_end(lines, bucket), count);
		if (why)
			return why;
	}
	return column && column == run->count ? NULL : "the line is not whole";
}

/* Read a line of totals, and return what is wrong with it. */
static const char *take_total(struct cyclictest_lines *lines, enum total total,
			      const char *text)
{
	struct foreign_run *run = lines->run;
	uint64_t value;
	int i = 0;

	for (; foreign_whole(&text, &value); i++) {
		struct foreign_series *series = &run->series[i];

		if (i >= run->count)
			return "more values than the histogram has columns";
		if (total == TOTAL_MIN)
			series->min_ns = value * lines->unit;
		else if (total == TOTAL_AVG)
			series->average_ns = value * (double)lines->unit;
		else if (total == TOTAL_MAX)
			series->max_ns = value * lines->unit;
		else
			series->beyond = value;
	}
	lines->values[total] = i;
	return i ? NULL : "no values";
}

/* Return what is wrong with the figures of one thread. */
static const char *check_thread(struct foreign_series *series, uint64_t edge_ns)
{
	series->count = series->histogram.count + series->beyond;
	if (!series->count)
		return NULL;
	if (series->min_ns > series->max_ns)
		return "a minimum is larger than the maximum";
	if (series->max_ns > FOREIGN_NUMBER_MAX)
		return "a maximum is too large";
	if (series->beyond ? series->max_ns < edge_ns : series->max_ns >= edge_ns)
		return "a maximum does not fit to the overflows of the histogram";
	return NULL;
}

/* Drop the column of all threads together, and check the others. */
static const char *finish_histogram(struct cyclictest_lines *lines)
{
	struct foreign_run *run = lines->run;
	int threads = lines->values[TOTAL_MIN];
	const char *why = NULL;

	for (int i = 0; i < TOTALS; i++)
		if (!lines->values[i])
			return "the lines with minima, averages, maxima and overflows are not all there";
	if (threads != run->count && threads + 1 != run->count)
		return "there are not as many minima as columns";
	if (threads < run->count)
		distribution_free(&run->series[--run->count].histogram);
	if (threads > CPUS_MAX)
		return "too many threads";
	run->edge_ns = lines->buckets * lines->unit;
	for (int i = 0; i < run->count && !why; i++)
		why = check_thread(&run->series[i], run->edge_ns);
	return why;
}

/* Read "T: 0 ( 7004) P: 0 I:1000 C: 992 Min: 63 Act: 87 Avg: 95 Max: 3263". */
static const char *take_thread_line(struct cyclictest_lines *lines,
				    const char *text)
{
	static const char *const names[] = { "C:", "Min:", "Avg:", "Max:" };
	uint64_t number, value[sizeof(names) / sizeof(names[0])];
	struct foreign_run *run = lines->run;
	struct foreign_series *series;

	if (!foreign_whole(&text, &number) || number > (uint64_t)run->count)
		return "the number of a thread is missing, or not the next one";
	/* Those of signaltest, cyclicdeadline and jitterdebugger lack one. */
	if (!strstr(text, "P:") || !strstr(text, "I:"))
		return "it has no priority and interval: it is of another program than cyclictest";
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		text = strstr(text, names[i]);
		if (!text)
			return "the line is not whole";
		text += strlen(names[i]);
		if (!foreign_whole(&text, &value[i]))
			return "the line is not whole";
	}
	if (value[0] && value[1] > value[3])
		return "the minimum is larger than the maximum";
	series = number < (uint64_t)run->count ? &run->series[number] :
		 number < CPUS_MAX ? foreign_series_new(run, number, CONTEXT_USER) : NULL;
	if (!series)
		return "out of memory, or too many threads";
	if (value[3] > FOREIGN_NUMBER_MAX / NS_PER_US)
		return "the maximum is too large";
	series->count = value[0];
	series->min_ns = value[1] * lines->unit;
	series->average_ns = value[2] * (double)lines->unit;
	series->max_ns = value[3] * lines->unit;
	return NULL;
}

/* Note what a line tells of the run, but that is no figure of a thread. */
static void note_cyclictest_line(struct foreign_run *run, const char *line)
{
	const char *stop = foreign_after(line, "# Break value:");
	const char *firmware = foreign_after(line, "# SMIs:");
	uint64_t number, all = 0;

	if (stop && foreign_whole(&stop, &number))
		foreign_note_stop(run, number);
	if (!firmware)
		return;
	while (foreign_whole(&firmware, &number))
		all += number;
	foreign_note_smis(run, all);
}

static const char *take_cyclictest_line(struct cyclictest_lines *lines, const char *line)
{
	for (int i = 0; i < TOTALS; i++) {
		const char *values = foreign_after(line, total_names[i]);

		if (values)
			return take_total(lines, i, values);
	}
	return isdigit((unsigned char)*line) ? take_bucket(lines, line) : NULL;
}

enum result read_cyclictest_text(struct foreign_run *run,
				 struct foreign_input *in)
{
	struct cyclictest_lines lines = { .run = run, .unit = NS_PER_US };
	bool has_head = foreign_has_line(in, HEAD "\n");
	bool has_histogram = has_head || foreign_has_line(in, total_names[0]);
	bool in_histogram = has_histogram && !has_head;
	const char *line, *of_thread, *why = NULL;
	bool has_unit = false;

	while (!why && (line = foreign_line(in))) {
		of_thread = foreign_after(line, "T:");
		if (of_thread) {
			lines.unit = unit_of_line(of_thread);
			has_unit = true;
		}
		if (in_histogram)
			why = take_cyclictest_line(&lines, line);
		else if (has_histogram)
			in_histogram = !strcmp(line, HEAD);
		else if (of_thread)
			why = take_thread_line(&lines, of_thread);
		note_cyclictest_line(run, line);
	}
	if (!why && has_histogram)
		why = finish_histogram(&lines);
	if (why)
		return foreign_wrong(in, run, why);
	run->tracer = "cyclictest";
	snprintf(run->generator, sizeof(run->generator), "cyclictest");
	run->whole_us = lines.unit == NS_PER_US;
	run->width_ns = lines.unit;
	if (has_unit)
		foreign_note(run, "the text does not tell CPUs: thread 0 is taken as CPU 0: with --affinity give --json");
	else
		foreign_note(run, "the text does not tell CPUs and unit: thread 0 is taken as CPU 0, and the unit as us: with --nsecs or --affinity give --json");
	return RESULT_OK;
}
