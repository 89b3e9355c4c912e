// SPDX-License-Identifier: GPL-2.0
/*
 * Batch means: see batches.h.
 */
#include <math.h>
#include <stdlib.h>

#include "stats/batches.h"
#include "stats/intervals.h"

#define FIRST_NS	100000000ULL	/* length of the first batches */
#define LEAST		10	/* batches for an interval */
#define TOGETHER_MAX	8	/* so many batches together are tried, too */

static void batch_add(struct batch *to, const struct batch *from)
{
	to->count += from->count;
	to->sum += from->sum;
}

/* Make the batches twice as long: merge each pair of them. */
static void batches_double(struct batches *batches)
{
	struct batch *batch = batches->batch;

	for (int i = 0; i < BATCHES_MAX / 2; i++) {
		struct batch pair = batch[2 * i];

		batch_add(&pair, &batch[2 * i + 1]);
		batch[i] = pair;
	}
	for (int i = BATCHES_MAX / 2; i < BATCHES_MAX; i++)
		batch[i] = (struct batch) { .count = 0 };
	batches->length_ns *= 2;
	batches->used = (batches->used + 1) / 2;
}

bool batches_add(struct batches *batches, uint64_t since, uint64_t count,
		 uint64_t sum)
{
	uint64_t i;

	if (!batches->batch) {
		batches->batch = calloc(BATCHES_MAX, sizeof(*batches->batch));
		if (!batches->batch)
			return false;
		batches->length_ns = FIRST_NS;
	}
	for (i = since / batches->length_ns; i >= BATCHES_MAX; i /= 2)
		batches_double(batches);
	batch_add(&batches->batch[i], &(struct batch) { count, sum });
	if ((int)i >= batches->used)
		batches->used = i + 1;
	return true;
}

bool batches_merge(struct batches *to, const struct batches *from)
{
	for (int i = 0; i < from->used; i++)
		if (from->batch[i].count &&
		    !batches_add(to, i * from->length_ns, from->batch[i].count,
				 from->batch[i].sum))
			return false;
	/* Those of @from are longer: no batch of @to may be shorter. */
	while (from->used && to->length_ns < from->length_ns)
		batches_double(to);
	return true;
}

void batches_free(struct batches *batches)
{
	free(batches->batch);
	*batches = (struct batches) { .used = 0 };
}

static struct batch batches_together(const struct batches *batches, int from,
				     int together)
{
	struct batch sum = { .count = 0 };

	for (int i = from; i < from + together && i < batches->used; i++)
		batch_add(&sum, &batches->batch[i]);
	return sum;
}

/*
 * Return half of the width of the interval by so many batches @together, and
 * set their number; 0 if they are too few.
 */
static double batches_half_width(const struct batches *batches, int together,
				 double average, double tail, int *used)
{
	double squares = 0, count = 0;

	*used = 0;
	for (int i = 0; i < batches->used; i += together) {
		struct batch of = batches_together(batches, i, together);
		double off = of.sum - average * of.count;

		if (!of.count)
			continue;
		squares += off * off;
		count += of.count;
		++*used;
	}
	if (*used < LEAST)
		return 0;
	return student_quantile(tail, *used - 1) / count *
	       sqrt(squares * *used / (*used - 1));
}

bool batches_interval(const struct batches *batches, double percent,
		      struct average_interval *interval)
{
	struct batch all = batches_together(batches, 0, BATCHES_MAX);
	double tail = (1 - percent / 100) / 2, widest = 0, half, average;
	int used;

	*interval = (struct average_interval) { .batches = 0 };
	if (!all.count)
		return false;
	average = (double)all.sum / all.count;
	for (int together = 1; together <= TOGETHER_MAX; together *= 2) {
		half = batches_half_width(batches, together, average, tail, &used);
		if (used < LEAST)
			break;
		if (interval->batches && half <= widest)
			continue;
		widest = half;
		interval->batches = used;
	}
	interval->low_ns = fmax(average - widest, 0);
	interval->high_ns = average + widest;
	return interval->batches > 0;
}
