// SPDX-License-Identifier: GPL-2.0
/*
 * Times as people read them in a page: see readable.h.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/human.h"
#include "report/readable.h"

#define DIGITS		3
#define DIGITS_MAX	19

static int readable_length(uint64_t number)
{
	int digits = 1;

	for (; number >= 10; number /= 10)
		digits++;
	return digits;
}

/* Return @ns rounded to so many digits. */
static uint64_t readable_round(uint64_t ns, int digits)
{
	uint64_t step = 1;

	for (int more = readable_length(ns) - digits; more > 0; more--)
		step *= 10;
	/* A number that rounding would make too large is cut instead. */
	if (ns <= UINT64_MAX - step / 2)
		ns += step / 2;
	return ns - ns % step;
}

static const char *readable_print(uint64_t ns, int digits, char *text)
{
	static const char *const units[] = { "ns", "\302\265s", "ms", "s" };
	uint64_t rounded = readable_round(ns, digits), unit = 1, rest;
	int decimals = 0, i = 0;

	for (; i < 3 && rounded / unit >= 1000; i++) {
		unit *= 1000;
		decimals += 3;
	}
	rest = rounded % unit;
	digits -= readable_length(rounded / unit);
	/* Drop digits that are not asked for, and zeros that mean nothing. */
	while (decimals && (decimals > digits ||
			    (rounded == ns && rest % 10 == 0))) {
		rest /= 10;
		decimals--;
	}
	if (decimals)
		snprintf(text, QUANTITY_LEN, "%" PRIu64 ".%0*" PRIu64 " %s",
			 rounded / unit, decimals, rest, units[i]);
	else
		snprintf(text, QUANTITY_LEN, "%" PRIu64 " %s", rounded / unit,
			 units[i]);
	return text;
}

/* Return whether times that differ still do when they are rounded. */
static bool readable_tells(const uint64_t *ns, int count, int digits)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (ns[i] != ns[j] && readable_round(ns[i], digits) ==
					      readable_round(ns[j], digits))
				return false;
	return true;
}

const char *readable_text(uint64_t ns, char *text)
{
	return readable_print(ns, DIGITS, text);
}

const char *readable_apart(uint64_t ns, const uint64_t *others, int count,
			   char *text)
{
	int digits = DIGITS;

	while (digits < DIGITS_MAX && !readable_tells(others, count, digits))
		digits++;
	return readable_print(ns, digits, text);
}
