// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms as bars: see latency_bars.h.
 */
#include <inttypes.h>

#include "base/times.h"
#include "stats/distribution.h"
#include "view/bars.h"
#include "view/latency_bars.h"

#define LABEL_WIDTH	16	/* of a range */
#define COUNT_WIDTH	10
#define RANGES_MAX	128	/* 1, 1.5, 2, 3, 5, 7, 10 ... up to 2^64 */
#define LINES_MAX	14	/* with figures below, they fit 24 lines */

/* Tenths of a power of ten at which ranges begin: fine, coarser, and so on. */
static const int steps[][7] = {
	{ 10, 15, 20, 30, 50, 70 }, { 10, 20, 50 }, { 10, 30 }, { 10 },
};

#define STEPS	(sizeof(steps) / sizeof(*steps))

/* The lower ends of the ranges, in ns, and the values in each range. */
struct ranges {
	uint64_t low[RANGES_MAX];
	int count;
	uint64_t values[LATENCY_CONTEXTS][RANGES_MAX];
	uint64_t most[LATENCY_CONTEXTS];
	int first, last;	/* those with values */
};

/* The first ranges are tenths of the unit, if that is more than 1 ns. */
static void make_ranges(struct ranges *ranges, uint64_t unit_ns,
			const int *step)
{
	uint64_t decade = unit_ns > 10 ? unit_ns / 10 : 1;

	*ranges = (struct ranges) { .count = 1 };
	for (; decade <= UINT64_MAX / 100; decade *= 10)
		for (int i = 0; step[i]; i++) {
			uint64_t low = decade * step[i] / 10;

			if (low > ranges->low[ranges->count - 1] &&
			    ranges->count < RANGES_MAX)
				ranges->low[ranges->count++] = low;
		}
}

static int find_range(const struct ranges *ranges, uint64_t value)
{
	int i = ranges->count - 1;

	while (value < ranges->low[i])
		i--;
	return i;
}

/*
 * As in a percentile, each value counts as the upper end of its bucket, which
 * is less than 1 % too high: so values of whole units are in the right range.
 */
static void fill_ranges(struct ranges *ranges, int column,
			const struct distribution *of)
{
	uint64_t *values = ranges->values[column];

	for (int i = distribution_next(of, 0); i >= 0;
	     i = distribution_next(of, i + 1))
		values[find_range(ranges, distribution_high(i))] +=
			distribution_count(of, i);
	for (int i = 0; i < ranges->count; i++)
		ranges->most[column] = time_max(ranges->most[column],
						values[i]);
}

static bool range_has_values(const struct ranges *ranges, int range)
{
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (ranges->values[i][range])
			return true;
	return false;
}

static void print_bar(FILE *out, const struct latency_bars *bars, int length,
		      int width)
{
	for (int i = 0; i < width; i++)
		fputs(i >= length ? " " : bars->blocks ? "\u2588" : "#", out);
}

/* Print an end of a range, with a decimal only where ranges need one. */
static void print_end(char text[32], const struct latency_bars *bars,
		      uint64_t ns)
{
	if (ns % bars->unit_ns)
		snprintf(text, 32, "%.2g", (double)ns / bars->unit_ns);
	else
		snprintf(text, 32, "%" PRIu64, ns / bars->unit_ns);
}

static void print_range(FILE *out, const struct latency_bars *bars,
			const struct ranges *ranges, int range, int width)
{
	char label[80], low[32], high[32];

	print_end(low, bars, ranges->low[range]);
	print_end(high, bars, range + 1 < ranges->count ?
			      ranges->low[range + 1] : UINT64_MAX);
	snprintf(label, sizeof(label), "%s - %s", low, high);
	fprintf(out, "%*s", LABEL_WIDTH, label);
	for (int i = 0; i < bars->columns; i++) {
		uint64_t values = ranges->values[i][range];

		if (values)
			fprintf(out, "%*" PRIu64 " ", COUNT_WIDTH, values);
		else
			fprintf(out, "%*s ", COUNT_WIDTH, "");
		print_bar(out, bars, bars_level(values, ranges->most[i], width),
			  width);
	}
	fputc('\n', out);
}

/* Print the head of the histograms; return the width of their bars. */
static int print_names(FILE *out, const struct latency_bars *bars)
{
	int width = (bars->width - LABEL_WIDTH) / bars->columns - COUNT_WIDTH -
		    1;
	char name[32];

	if (width < 1)
		width = 1;
	snprintf(name, sizeof(name), "from - below %s", bars->unit);
	fprintf(out, "%*s", LABEL_WIDTH, name);
	for (int i = 0; i < bars->columns; i++)
		fprintf(out, "%*s %*s", COUNT_WIDTH, bars->column[i].name,
			width, "");
	fputc('\n', out);
	return width;
}

/* Find the ranges, which are as fine as there is room for. */
static void find_ranges(struct ranges *ranges, const struct latency_bars *bars)
{
	size_t step = 0;

	do {
		make_ranges(ranges, bars->unit_ns, steps[step]);
		for (int i = 0; i < bars->columns; i++)
			fill_ranges(ranges, i, bars->column[i].of);
		ranges->last = ranges->count - 1;
		while (ranges->first < ranges->last &&
		       !range_has_values(ranges, ranges->first))
			ranges->first++;
		while (ranges->last > ranges->first &&
		       !range_has_values(ranges, ranges->last))
			ranges->last--;
	} while (ranges->last - ranges->first >= LINES_MAX && ++step < STEPS);
}

void latency_bars_print(FILE *out, const struct latency_bars *bars)
{
	struct ranges ranges;
	int width;

	find_ranges(&ranges, bars);
	width = print_names(out, bars);
	for (int i = ranges.first; i <= ranges.last; i++)
		print_range(out, bars, &ranges, i, width);
}
