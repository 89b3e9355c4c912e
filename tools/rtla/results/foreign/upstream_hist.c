// SPDX-License-Identifier: GPL-2.0
/*
 * The histograms that upstream's rtla prints: see foreign.h.
 *
 *	# RTLA timerlat histogram
 *	# Time unit is microseconds (us)
 *	# Duration:   0 00:00:03
 *	Index   IRQ-000   Thr-000
 *	0          1553      1343
 *	100         194       361
 *	over:        24        27
 *	count:     1771      1731
 *	min:         17        30
 *	avg:        109       163
 *	max:       8268     11517
 *	ALL:        IRQ       Thr
 *
 * Rows without samples are not there, and neither the width of a bucket nor the
 * number of buckets is told. So a bucket is taken to be as wide as the largest
 * number that divides all indexes, and what is over the last bucket is known to
 * be longer than the last bucket that is there. With --with-zeros, which a row
 * without samples shows, all rows are there, and both are known. With
 * --no-summary, the text ends after "over:"; then the buckets tell minima and
 * maxima.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "results/foreign/foreign.h"

#define TIMERLAT_HEAD	"# RTLA timerlat histogram"
#define OSNOISE_HEAD	"# RTLA osnoise histogram"

/*
 * What an action prints may be before the head, in the same line. With
 * --no-header there is none; then the reader says what is missing.
 */
bool is_timerlat_hist(const struct foreign_input *in)
{
	return !in->json && (strstr(in->text, TIMERLAT_HEAD) ||
			     (foreign_has_line(in, "over:") &&
			      foreign_has_line(in, "count:") &&
			      !is_osnoise_hist(in)));
}

bool is_osnoise_hist(const struct foreign_input *in)
{
	return !in->json && strstr(in->text, OSNOISE_HEAD);
}

/* The rows after the buckets. */
enum hist_total { HIST_OVER, HIST_COUNT, HIST_MIN, HIST_AVG, HIST_MAX, HIST_TOTALS };

static const char *const hist_total_names[HIST_TOTALS] = {
	"over:", "count:", "min:", "avg:", "max:",
};

/* The run, and which of its lines have been read so far. */
struct hist_lines {
	struct foreign_run *run;
	uint64_t unit;		/* in ns; 0: not read */
	uint64_t width;		/* of a bucket, in that unit; 0: not known */
	uint64_t last;		/* index of the last bucket */
	bool any;		/* there is a bucket */
	bool every;		/* all buckets are there */
	bool named;		/* the columns have been named, if there are any */
	bool has[HIST_TOTALS];
};

/* Return the first number that divides both. */
static uint64_t divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Read "Index   IRQ-000   Thr-000", and return what is wrong with it. */
static const char *take_columns(struct foreign_run *run, const char *text)
{
	static const struct {
		const char *name;
		enum event_context context;
	} columns[] = {
		{ "IRQ-", CONTEXT_IRQ }, { "Thr-", CONTEXT_THREAD },
		{ "Usr-", CONTEXT_USER }, { "CPU-", CONTEXT_SINGLE },
	};
	const size_t kinds = sizeof(columns) / sizeof(columns[0]);
	const char *at;
	uint64_t cpu;
	size_t i;

	for (; text[strspn(text, " \t")]; text = at) {
		for (i = 0; i < kinds; i++) {
			at = foreign_after(text, columns[i].name);
			if (at)
				break;
		}
		if (i == kinds || !foreign_whole(&at, &cpu) || cpu >= CPUS_MAX)
			return "a column has no name like IRQ-000";
		if (foreign_series_find(run, cpu, columns[i].context))
			return "a column is there twice";
		if (!foreign_series_new(run, cpu, columns[i].context))
			return "out of memory, or too many columns";
	}
	return NULL;
}

/*
 * Return the width of the buckets of a file of which no line has been read; 0:
 * there is no other index than 0.
 */
static uint64_t hist_width(const struct foreign_input *in)
{
	const char *line = in->text, *rest;
	uint64_t width = 0, index;

	for (; line && !foreign_after(line, hist_total_names[HIST_OVER]);
	     line = strchr(line, '\n')) {
		line += *line == '\n';
		rest = line;
		if (isdigit((unsigned char)*line) && foreign_whole(&rest, &index))
			width = divisor(width, index);
	}
	return width;
}

/* Return the upper end of the bucket that begins at @index, in ns. */
static uint64_t upper_end(const struct hist_lines *lines, uint64_t index)
{
	uint64_t end = (index + lines->width) * lines->unit;

	/* Without any width, the largest value stands for it: see put_series(). */
	if (!lines->width)
		return FOREIGN_NUMBER_MAX;
	return lines->unit == 1 ? end - 1 : end;
}

/* Take @count samples of the bucket at @index as figures, if none follow. */
static void take_bucket_figures(const struct hist_lines *lines,
				struct foreign_series *series, uint64_t index,
				uint64_t count)
{
	uint64_t cut = lines->unit == 1 ? 0 : lines->unit;

	if (!series->histogram.count)
		series->min_ns = index * lines->unit;
	series->max_ns = upper_end(lines, index) - cut;
	/* The average is made of the sum, at the end. */
	series->average_ns += (double)index * lines->unit * count;
}

/* Read a row of the histogram, and return what is wrong with it. */
static const char *take_row(struct hist_lines *lines, const char *line)
{
	struct foreign_run *run = lines->run;
	uint64_t index, count;
	const char *why;
	bool empty = true;

	if (!foreign_whole(&line, &index) ||
	    (lines->any && index <= lines->last) ||
	    index > FOREIGN_NUMBER_MAX / NS_PER_US / 2)
		return "no index larger than that of the row before";
	lines->last = index;
	lines->any = true;
	for (int i = 0; i < run->count; i++) {
		if (!foreign_whole(&line, &count))
			return "the row is not whole";
		empty &= !count;
		if (count)
			take_bucket_figures(lines, &run->series[i], index,
					    count);
		why = foreign_bucket(&run->series[i], upper_end(lines, index),
				     count);
		if (why)
			return why;
	}
	lines->every |= empty;
	return NULL;
}

/*
 * Read a row of totals. Without samples, there is a dash, or what a minimum
 * began with.
 */
static const char *take_hist_total(struct hist_lines *lines,
				   enum hist_total total, const char *text)
{
	struct foreign_run *run = lines->run;
	double value;

	for (int i = 0; i < run->count; i++) {
		struct foreign_series *series = &run->series[i];

		text += strspn(text, " \t");
		if (total >= HIST_MIN && !series->count && *text) {
			text += strcspn(text, " \t");
			continue;
		}
		if (!foreign_number(&text, &value) ||
		    value > FOREIGN_NUMBER_MAX / (double)NS_PER_US)
			return "the row is not whole";
		if (total == HIST_OVER)
			series->beyond = value;
		else if (total == HIST_COUNT)
			series->count = value;
		else if (total == HIST_MIN)
			series->min_ns = value * lines->unit;
		else if (total == HIST_AVG)
			series->average_ns = value * lines->unit;
		else
			series->max_ns = value * lines->unit;
	}
	lines->has[total] = true;
	return NULL;
}

/* Return what is wrong with the figures of a column. */
static const char *check_column(const struct foreign_run *run,
				const struct foreign_series *series)
{
	if (series->histogram.count + series->beyond != series->count)
		return "a column has not as many samples in its buckets and over them as in all: rows are missing";
	if (series->min_ns > series->max_ns)
		return "a minimum is larger than the maximum";
	if (series->beyond && series->max_ns < run->edge_ns)
		return "a maximum does not fit to 'over:'";
	return NULL;
}

/* Make the figures that --no-summary leaves out, and return what is wrong. */
static const char *make_summary(struct foreign_run *run)
{
	for (int i = 0; i < run->count; i++) {
		struct foreign_series *series = &run->series[i];

		if (series->beyond)
			return "latencies are over the last bucket, and the row that tells the longest is missing";
		series->count = series->histogram.count;
		if (series->count)
			series->average_ns /= series->count;
	}
	foreign_note(run, "the text has no summary: min, avg and max are those of the buckets");
	return NULL;
}

/* Make a run of osnoise in which it has met no noise. */
static const char *make_quiet(struct foreign_run *run)
{
	foreign_note(run, "no noise was over its threshold on any CPU: CPU 0 stands for all");
	return foreign_series_new(run, 0, CONTEXT_SINGLE) ? NULL :
							    "out of memory";
}

static const char *finish_hist(struct hist_lines *lines)
{
	struct foreign_run *run = lines->run;
	const char *why = NULL;
	int rows = 0;

	if (!lines->named || !lines->unit)
		return "the lines that name unit and columns are missing";
	for (int i = 0; i < HIST_TOTALS; i++)
		rows += lines->has[i];
	if (rows == 1 && lines->has[HIST_OVER] && run->count)
		why = make_summary(run);
	else if (rows < HIST_TOTALS)
		why = "the rows 'over:', 'count:', 'min:', 'avg:' and 'max:' are not all there";
	else if (!run->count && !strcmp(run->tracer, "osnoise"))
		why = make_quiet(run);
	run->width_ns = (lines->width ?: 1) * lines->unit;
	run->edge_ns = !lines->any ? 0 :
		       (lines->last + (lines->every ? lines->width : 1)) *
		       lines->unit;
	for (int i = 0; i < run->count && !why; i++)
		why = check_column(run, &run->series[i]);
	return why;
}

/* Read a line of the table, and return what is wrong with it. */
static const char *take_hist_line(struct hist_lines *lines, const char *line)
{
	bool of_bucket = isdigit((unsigned char)*line);

	if (foreign_after(line, "# Duration:"))
		foreign_duration(lines->run, foreign_after(line, "# Duration:"));
	if (foreign_after(line, "# Time unit is"))
		lines->unit = strstr(line, "(ns)") ? 1 : NS_PER_US;
	if (!lines->named || !lines->unit)
		return NULL;
	if (of_bucket)
		return lines->has[HIST_OVER] ? NULL : take_row(lines, line);
	for (int i = 0; i < HIST_TOTALS; i++) {
		const char *rest = foreign_after(line, hist_total_names[i]);

		if (rest)
			return take_hist_total(lines, i, rest);
	}
	return NULL;
}

void upstream_remark(struct foreign_run *run, const char *line)
{
	if (strstr(line, "hit stop tracing"))
		foreign_note(run, "it was stopped when a latency was over its threshold");
	if (strstr(line, "events missed"))
		foreign_note(run, "upstream says of its figures: %.80s", line);
}

/*
 * Read all lines, and return what is wrong. The table ends with its maxima, or
 * with the file.
 */
static const char *take_hist(struct hist_lines *lines, struct foreign_input *in)
{
	const char *line, *columns, *why = NULL;

	while (!why && (line = foreign_line(in))) {
		columns = foreign_after(line, "Index");
		if (columns && lines->named) {
			why = "the columns are named twice: give the output of one run";
		} else if (columns) {
			lines->named = true;
			why = take_columns(lines->run, columns);
		} else if (!lines->has[HIST_MAX]) {
			why = take_hist_line(lines, line);
			if (!why && lines->has[HIST_MAX])
				why = finish_hist(lines);
		}
		upstream_remark(lines->run, line);
	}
	return why || lines->has[HIST_MAX] ? why : finish_hist(lines);
}

enum result read_upstream_hist(struct foreign_run *run,
			       struct foreign_input *in)
{
	bool of_osnoise = is_osnoise_hist(in);
	struct hist_lines lines = { .run = run, .width = hist_width(in) };
	const char *why;

	run->tracer = of_osnoise ? "osnoise" : "timerlat";
	why = take_hist(&lines, in);
	if (why)
		return foreign_wrong(in, run, why);
	snprintf(run->generator, sizeof(run->generator), "upstream rtla");
	run->whole_us = lines.unit == NS_PER_US;
	if (of_osnoise)
		foreign_note(run, "upstream takes the lower end of a bucket for each noise: min, avg and max are up to a bucket low");
	return RESULT_OK;
}
