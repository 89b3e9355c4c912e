/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Distributions in one line of characters, whose heights show how many values
 * there are.
 *
 * Both directions are logarithmic: few values far away from all others are what
 * matters, and they stay visible.
 */
#ifndef RTLA_BARS_H
#define RTLA_BARS_H

#include <stdbool.h>
#include <stdint.h>

struct distribution;

#define BARS_WIDTH_MAX	60
#define BARS_LEN	(3 * BARS_WIDTH_MAX + 1)	/* in UTF-8 */

/* The values at both ends of a line, in ns. */
struct axis {
	uint64_t low;
	uint64_t high;
};

/*
 * bars_text - draw the values of a distribution
 *
 * @text gets @width characters, BARS_WIDTH_MAX at most: blocks in UTF-8 if
 * @blocks, else ASCII. It has BARS_LEN bytes. Returns @text.
 */
char *bars_text(const struct distribution *distribution,
		const struct axis *axis, int width, bool blocks, char *text);

/*
 * bars_level - return the height of @count if that of @most is @levels
 *
 * It is 0 only if @count is 0.
 */
int bars_level(uint64_t count, uint64_t most, int levels);

#endif /* RTLA_BARS_H */
