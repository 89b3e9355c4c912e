// SPDX-License-Identifier: GPL-2.0
/*
 * A hit of an overhead, as a line: see overhead_text.h.
 */
#include "analysis/overhead_text.h"
#include "base/times.h"

void overhead_text_print(FILE *out, const struct overhead_hit *hit)
{
	fprintf(out, "CPU %d: %s took %.3f us, the limit is %.3f us", hit->cpu,
		context_name(hit->context), time_us(hit->latency),
		time_us(hit->limit));
	if (hit->pid)
		fprintf(out, ", thread %s%s%d", hit->comm, *hit->comm ? ":" : "",
			hit->pid);
	fputc('\n', out);
}
