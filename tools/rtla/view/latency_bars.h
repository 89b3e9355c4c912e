/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms as bars: a line for each range of values, and beside each other
 * the bars of up to three latencies.
 *
 * The ranges grow with the values, and the lengths of bars are logarithmic: few
 * values far away from all others are what matters, and they stay visible.
 */
#ifndef RTLA_LATENCY_BARS_H
#define RTLA_LATENCY_BARS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/contexts.h"

struct distribution;

/* The bars of one latency, under its name. */
struct bars_column {
	const char *name;
	const struct distribution *of;
};

/**
 * struct latency_bars - bars to print
 * @column: the latencies
 * @columns: how many there are, 1 at least
 * @unit_ns: the unit of the ranges, in ns
 * @unit: its name
 * @width: characters of a line, which are exceeded only if there is no room for
 *	bars of one character
 * @blocks: the terminal shows UTF-8
 */
struct latency_bars {
	struct bars_column column[LATENCY_CONTEXTS];
	int columns;
	uint64_t unit_ns;
	const char *unit;
	int width;
	bool blocks;
};

/*
 * latency_bars_print - print a head, and a line for each range, from the first
 * with values to the last
 */
void latency_bars_print(FILE *out, const struct latency_bars *bars);

#endif /* RTLA_LATENCY_BARS_H */
