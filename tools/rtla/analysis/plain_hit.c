// SPDX-License-Identifier: GPL-2.0
/*
 * A hit that has no parts, as a line: see plain_hit.h.
 */
#include "analysis/plain_hit.h"
#include "base/times.h"

void plain_hit_print(FILE *out, const struct plain_hit *hit)
{
	fprintf(out, "CPU %d: %s took %.3f us, the limit is %.3f us", hit->cpu,
		context_name(hit->context), time_us(hit->latency),
		time_us(hit->limit));
	if (hit->pid)
		fprintf(out, ", thread %s%s%d", hit->comm, *hit->comm ? ":" : "",
			hit->pid);
	fputc('\n', out);
}
