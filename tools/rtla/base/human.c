// SPDX-License-Identifier: GPL-2.0
/*
 * Times and counts as people read them: see human.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/parse.h"
#include "base/times.h"

#define MICRO		"\302\265"	/* the micro sign */
#define THIN_SPACE	"\342\200\257"	/* narrow no-break space */

#define SPLIT_MS	100	/* times in us end at 100 ms, those in ms at 100 s */

const char *time_text(uint64_t ns, char *text)
{
	if (ns < NS_PER_US)
		snprintf(text, QUANTITY_LEN, "%" PRIu64 " ns", ns);
	else if (ns < SPLIT_MS * NS_PER_MS)
		snprintf(text, QUANTITY_LEN, "%.2f " MICRO "s", time_us(ns));
	else if (ns < SPLIT_MS * NS_PER_SEC)
		snprintf(text, QUANTITY_LEN, "%.2f ms", time_us(ns) / 1e3);
	else
		snprintf(text, QUANTITY_LEN, "%.2f s", time_us(ns) / 1e6);
	return text;
}

const char *time_tick(double ns, char *text)
{
	if (ns < NS_PER_US)
		snprintf(text, QUANTITY_LEN, "%g ns", ns);
	else if (ns < NS_PER_MS)
		snprintf(text, QUANTITY_LEN, "%g " MICRO "s", ns / NS_PER_US);
	else if (ns < NS_PER_SEC)
		snprintf(text, QUANTITY_LEN, "%g ms", ns / NS_PER_MS);
	else
		snprintf(text, QUANTITY_LEN, "%g s", ns / NS_PER_SEC);
	return text;
}

const char *us_text(uint64_t ns, char *text)
{
	snprintf(text, QUANTITY_LEN, "%.2f", time_us(ns));
	return text;
}

const char *duration_text(uint64_t ns, char *text)
{
	static const struct {
		uint64_t seconds;
		const char *name;
	} units[] = {
		{ 86400, "d" }, { 3600, "h" }, { 60, "min" }, { 1, "s" },
	};
	uint64_t seconds = (ns + NS_PER_SEC / 2) / NS_PER_SEC;
	int i = 0;
	size_t used;

	if (ns < 10ULL * NS_PER_SEC && ns % NS_PER_SEC) {
		if (ns < NS_PER_SEC)
			return time_tick(ns, text);
		snprintf(text, QUANTITY_LEN, "%.3g s", ns / (double)NS_PER_SEC);
		return text;
	}
	while (i < 3 && seconds < units[i].seconds)
		i++;
	snprintf(text, QUANTITY_LEN, "%" PRIu64 " %s",
		 seconds / units[i].seconds, units[i].name);
	seconds %= units[i].seconds;
	used = strlen(text);
	if (i < 3 && seconds / units[i + 1].seconds)
		snprintf(text + used, QUANTITY_LEN - used, " %" PRIu64 " %s",
			 seconds / units[i + 1].seconds, units[i + 1].name);
	return text;
}

const char *tenths_text(uint64_t ns, char *text)
{
	if (ns >= 60 * (uint64_t)NS_PER_SEC)
		return duration_text(ns, text);
	snprintf(text, QUANTITY_LEN, "%.1f s", (double)ns / NS_PER_SEC);
	return text;
}

const char *needed_text(uint64_t ns, char *text)
{
	uint64_t step = NS_PER_SEC;

	/* duration_text() prints two units, of which this is the smaller one. */
	if (ns >= 86400ULL * NS_PER_SEC)
		step *= 3600;
	else if (ns >= 3600ULL * NS_PER_SEC)
		step *= 60;
	return duration_text((ns / step + !!(ns % step)) * step, text);
}

const char *count_text(uint64_t count, char *text)
{
	char digits[24];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);
	char *to = text;

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			to = stpcpy(to, THIN_SPACE);
		*to++ = digits[i];
	}
	*to = '\0';
	return text;
}

const char *ppb_text(uint64_t ppb, char *text)
{
	snprintf(text, QUANTITY_LEN, "%" PRIu64 ".%05" PRIu64 " %%",
		 ppb / 10000000, ppb % 10000000 / 100);
	return text;
}
