// SPDX-License-Identifier: GPL-2.0
/*
 * Distributions in one line: see bars.h.
 */
#include <math.h>
#include <string.h>

#include "stats/distribution.h"
#include "view/bars.h"

#define LEVELS	8

static const char *const block[LEVELS + 1] = {
	" ", "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587",
	"\u2588"
};
static const char *const ascii[LEVELS + 1] = {
	" ", ".", ":", "-", "=", "+", "*", "#", "@"
};

int bars_level(uint64_t count, uint64_t most, int levels)
{
	if (!count)
		return 0;
	if (count >= most)
		return levels;
	return 1 + (int)((levels - 1) * log(count) / log(most));
}

/* Return in which of @width characters a value is. */
static int bars_place_of(uint64_t value, const struct axis *axis, int width)
{
	double low = axis->low ?: 1, high = axis->high;

	if (value <= low)
		return 0;
	if (value >= high)
		return width - 1;
	return (int)(width * log(value / low) / log(high / low));
}

char *bars_text(const struct distribution *distribution,
		const struct axis *axis, int width, bool blocks, char *text)
{
	uint64_t count[BARS_WIDTH_MAX] = { 0 }, most = 0;

	if (width > BARS_WIDTH_MAX)
		width = BARS_WIDTH_MAX;
	for (int i = distribution_next(distribution, 0); i >= 0;
	     i = distribution_next(distribution, i + 1))
		count[bars_place_of(distribution_low(i), axis, width)] +=
			distribution_count(distribution, i);
	for (int i = 0; i < width; i++)
		if (count[i] > most)
			most = count[i];
	*text = '\0';
	for (int i = 0; i < width; i++)
		strcat(text, (blocks ? block : ascii)[bars_level(count[i], most,
								 LEVELS)]);
	return text;
}
