// SPDX-License-Identifier: GPL-2.0
/*
 * Sequence numbers of samples: see sample_gaps.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "stats/sample_gaps.h"

/*
 * The samples of one CPU and context.
 *
 * @known: whether the number of the next one is known
 * @next: that number, as it is expected
 * @time: when the activation or period of the last one began; 0: it is not
 *	known
 */
struct numbered {
	bool known;
	uint32_t next;
	uint64_t time;
};

struct sample_gaps {
	uint64_t period;
	struct numbered of[][CONTEXTS];
};

struct sample_gaps *gaps_new(int cpus, uint64_t period_ns)
{
	struct sample_gaps *gaps = calloc(1, sizeof(*gaps) +
					     cpus * sizeof(gaps->of[0]));

	if (gaps)
		gaps->period = time_max(period_ns, 1);
	return gaps;
}

void gaps_free(struct sample_gaps *gaps)
{
	free(gaps);
}

void gaps_expect(struct sample_gaps *gaps, int cpu, uint32_t next)
{
	for (int i = 0; i < CONTEXTS; i++)
		gaps->of[cpu][i] =
			(struct numbered) { .known = true, .next = next };
}

void gaps_forget(struct sample_gaps *gaps, int cpu)
{
	for (int i = 0; i < CONTEXTS; i++)
		gaps->of[cpu][i].known = false;
}

/*
 * Numbers wrap, so that a difference alone does not tell whether they have gone
 * on or begun anew. Activations that were missed took their time, but the
 * difference to numbers that began anew is almost always more than fits into
 * that time. Half of it is compared, as two activations may begin a little less
 * than a period after each other.
 */
uint32_t gaps_missed(struct sample_gaps *gaps, int cpu,
		     enum event_context context, uint32_t seqnum, uint64_t time)
{
	struct numbered *last = &gaps->of[cpu][context];
	uint32_t gap = seqnum - last->next;

	if (!last->known || gap > INT32_MAX ||
	    gap / 2 > (time - last->time) / gaps->period)
		gap = 0;
	*last = (struct numbered) { true, seqnum + 1, time };
	return gap;
}
