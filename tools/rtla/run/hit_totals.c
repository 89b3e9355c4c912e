// SPDX-License-Identifier: GPL-2.0
/*
 * The hits of a run that goes on after each: see hit_totals.h.
 */
#include <inttypes.h>

#include "base/times.h"
#include "run/hit_totals.h"

void hit_totals_add(struct hit_totals *totals, const struct tracer_hit *hit,
		    const char *cause)
{
	if (totals->count++ && hit->latency_ns <= totals->longest.latency_ns)
		return;
	totals->longest = *hit;
	totals->when = time(NULL);
	snprintf(totals->cause, sizeof(totals->cause), "%s", cause);
}

void hit_totals_print(FILE *out, const struct hit_totals *totals)
{
	char when[16];
	struct tm local;

	if (!totals->count)
		return;
	strftime(when, sizeof(when), "%T",
		 localtime_r(&totals->when, &local));
	if (totals->count == 1)
		fputs("1 hit, of ", out);
	else
		fprintf(out, "%" PRIu64 " hits, the longest ", totals->count);
	fprintf(out, "%.2f us on CPU %d at %s%s%s\n",
		time_us(totals->longest.latency_ns), totals->longest.cpu, when,
		*totals->cause ? ": " : "", totals->cause);
}
