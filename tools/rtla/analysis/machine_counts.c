// SPDX-License-Identifier: GPL-2.0
/*
 * What a machine counts: see machine_counts.h.
 */
#include <inttypes.h>

#include "analysis/machine_counts.h"
#include "base/times.h"

/* A frequency that is hardly lower than the base makes nothing late. */
#define SLOW	0.95

const char *machine_counts_who(const struct machine_counts *counts)
{
	return counts->guest ? "hardware or firmware, or the host had this CPU" :
			       "hardware, firmware or a hypervisor";
}

void machine_counts_print(FILE *out, const struct machine_counts *counts)
{
	const char *comma = " Since the measurement began,";

	if (counts->smis) {
		fprintf(out, "%s %" PRIu64 " SMI%s came to this CPU", comma,
			counts->smis, counts->smis > 1 ? "s" : "");
		comma = ",";
	}
	if (counts->throttled) {
		fprintf(out, "%s it was too hot %" PRIu64 " time%s", comma,
			counts->throttled, counts->throttled > 1 ? "s" : "");
		comma = ",";
	}
	if (counts->steal_ns) {
		fprintf(out, "%s the host took %.2f us from it", comma,
			time_us(counts->steal_ns));
		comma = ",";
	}
	if (counts->speed && counts->speed < SLOW) {
		fprintf(out, "%s it ran at %.0f %% of its base frequency when not idle",
			comma, 100 * counts->speed);
		comma = ",";
	}
	if (*comma == ',')
		fputc('.', out);
}
