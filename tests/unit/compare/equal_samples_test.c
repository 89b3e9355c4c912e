// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of comparisons of runs that have different numbers of samples in the
 * same time.
 */
#include <math.h>

#include "base/parse.h"
#include "compare/comparison.h"
#include "compare/equal_samples.h"
#include "made_results.h"
#include "random.h"
#include "repetitions.h"
#include "stats/corrected.h"
#include "stats/kind_name.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "test.h"

#define SECONDS	20
#define BASES	3

static const struct demands demands = { .alpha = 0.05,
					.tolerance = 0.05,
					.tolerance_ns = 100 };

/* A run that is made up. */
struct made {
	enum event_context context;
	double rate;		/* samples in a second, on average */
	double scale;		/* factor of each sample */
	int seconds;
	int cpu;
	double burst_ns;	/* if not 0: about half of such stretches have samples */
};

/* Return whether there is a pause: stretches are chosen by the golden section. */
static bool pauses(const struct made *made, double time)
{
	return made->burst_ns > 0 &&
	       fmod(floor(time / made->burst_ns) * 0.6180339887, 1) < 0.5;
}

/* Add samples that come at random, and have a heavy tail. */
static void add(struct results *results, const struct made *made,
		struct random *random)
{
	double end = made->seconds * 1e9, time = 0;

	for (;;) {
		time -= log(uniform(random)) * 1e9 / made->rate;
		if (time >= end)
			return;
		if (pauses(made, time))
			continue;
		made_results_add(results, made->cpu, made->context, time,
				 made->scale * 1000 *
					 pow(uniform(random), -0.4));
	}
}

static struct results make(const struct made *made, struct random *random)
{
	const char *tracer = kind_name(context_kind(made->context));
	struct results results =
		made_results(tracer, 0, made->seconds * NS_PER_SEC);

	add(&results, made, random);
	return results;
}

static const struct figure *find(const struct comparison *comparison,
				 enum figure_kind kind, int cpu)
{
	for (int i = 0; i < comparison->figures; i++)
		if (comparison->figure[i].kind == kind &&
		    comparison->figure[i].cpu == cpu)
			return &comparison->figure[i];
	return NULL;
}

/* A comparison of two runs. */
struct pair {
	struct results base, new;
	struct comparison comparison;
};

static void pair_compare(struct pair *pair)
{
	assert_true(comparison_make(&pair->comparison, &pair->base, 1, &pair->new,
				    "new", &demands));
}

static void pair_make(struct pair *pair, const struct made *base,
		      const struct made *new, struct random *random)
{
	pair->base = make(base, random);
	pair->new = make(new, random);
	pair_compare(pair);
}

static void pair_free(struct pair *pair)
{
	comparison_free(&pair->comparison);
	results_free(&pair->base);
	results_free(&pair->new);
}

/* How many of so many pairs' block maxima got each judgement. */
struct tally {
	int pairs;
	int of[JUDGEMENTS];
};

static struct tally tally_pairs(const struct made *base, const struct made *new)
{
	struct random random = { .state = 42 };
	struct tally tally = { .pairs = repetitions(100) };

	for (int i = 0; i < tally.pairs; i++) {
		struct pair pair;

		pair_make(&pair, base, new, &random);
		tally.of[find(&pair.comparison, FIGURE_MAXIMUM, EVERY_CPU)
				 ->judgement]++;
		pair_free(&pair);
	}
	return tally;
}

/* Expect that few pairs are called different. */
static void expect_few_alarms(const struct tally *tally)
{
	print_message("# %d worse, %d better\n", tally->of[WORSE], tally->of[BETTER]);
	assert_true(tally->of[WORSE] + tally->of[BETTER] <=
		    alarms_most(tally->pairs));
}

/*
 * The samples are from one distribution, and come three times as often in NEW.
 * In equal times its maxima are larger, which is right for what comes by time,
 * and is tested to show that these numbers matter.
 */
static void test_false_alarms(void **state)
{
	struct made base = { CONTEXT_OVERHEAD_CXS, 300, 1, SECONDS, 0, 0 };
	struct made new = { CONTEXT_OVERHEAD_CXS, 930, 1, SECONDS, 0, 0 };
	struct tally tally;

	(void)state;
	tally = tally_pairs(&base, &new);
	expect_few_alarms(&tally);
	base.context = new.context = CONTEXT_WAKE_TOTAL;
	tally = tally_pairs(&base, &new);
	expect_few_alarms(&tally);
	base.context = new.context = CONTEXT_SINGLE;
	tally = tally_pairs(&base, &new);
	print_message("# in equal times %d worse\n", tally.of[WORSE]);
	assert_true(tally.of[WORSE] > tally.pairs / 2);
}

/* Pauses are as if there were no time in them: with them, too, numbers are equal. */
static void test_pauses(void **state)
{
	static const double burst_ns[] = { 20e6, 130e6, 570e6, 2e9 };
	struct made base = { CONTEXT_OVERHEAD_CXS, 300, 1, SECONDS, 0, 0 };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct made new = { CONTEXT_OVERHEAD_CXS, 1000, 1, SECONDS, 0,
				    burst_ns[i] };
		struct tally tally = tally_pairs(&base, &new);

		print_message("# in bursts of %g ms:\n", burst_ns[i] / 1e6);
		expect_few_alarms(&tally);
	}
}

/* A real difference is found, also where the number of samples works against it. */
static void test_difference(void **state)
{
	struct made base = { CONTEXT_OVERHEAD_CXS, 930, 1, SECONDS, 0, 0 };
	struct made new = { CONTEXT_OVERHEAD_CXS, 300, 1.6, SECONDS, 0, 0 };
	struct tally tally;

	(void)state;
	tally = tally_pairs(&base, &new);
	print_message("# %d worse\n", tally.of[WORSE]);
	assert_true(tally.of[WORSE] > tally.pairs / 2);
	base.context = new.context = CONTEXT_SINGLE;
	tally = tally_pairs(&base, &new);
	print_message("# in equal times %d worse\n", tally.of[WORSE]);
	assert_true(tally.of[WORSE] < (is_long() ? tally.pairs / 10 : 2));
}

static double samples_of(const struct results *run, const struct figure *figure,
			 const struct measured *measured)
{
	return (double)stats_corrected(run->stats, figure->cpu,
				       figure->context).count *
	       measured->block_ns / run->measured_ns;
}

static void expect_equal(const struct pair *pair, int cpu)
{
	const struct figure *figure =
		find(&pair->comparison, FIGURE_MAXIMUM, cpu);
	double base = samples_of(&pair->base, figure, &figure->base);
	double new = samples_of(&pair->new, figure, &figure->new);

	assert_true(figure->judgement != NOT_COMPARABLE);
	assert_true(fmax(base, new) <= 1.05 * fmin(base, new));
	assert_true(figure->base.block_ns %
			    record_block_ns(pair->base.record) ==
		    0);
	assert_true(figure->new.block_ns % record_block_ns(pair->new.record) ==
		    0);
	assert_true(figure->base.blocks >= COMPARED_BLOCKS);
	assert_true(figure->new.blocks >= COMPARED_BLOCKS);
	assert_int_equal(figure->base.blocks,
			 pair->base.measured_ns / figure->base.block_ns);
	assert_int_equal(figure->new.blocks,
			 pair->new.measured_ns / figure->new.block_ns);
}

/*
 * Blocks have equal numbers of samples, whatever the rates and lengths of the
 * runs are.
 */
static void test_numbers(void **state)
{
	static const double rate[] = { 103, 120, 140, 170, 230, 310, 570, 1000 };
	struct random random = { .state = 3 };
	struct pair pair;

	(void)state;
	for (int i = 0; i < 8; i++) {
		struct made base = { CONTEXT_OVERHEAD_CXS, 100, 1, 40, 0, 0 };
		struct made new = { CONTEXT_OVERHEAD_CXS, rate[i], 1, 40, 0, 0 };

		pair_make(&pair, &base, &new, &random);
		expect_equal(&pair, EVERY_CPU);
		pair_free(&pair);
		base.seconds = 200;
		pair_make(&pair, &base, &new, &random);
		expect_equal(&pair, EVERY_CPU);
		pair_free(&pair);
	}
}

/* Each CPU has its own number. */
static void test_cpus(void **state)
{
	struct made few = { CONTEXT_OVERHEAD_CXS, 200, 1, 40, 0, 0 };
	struct made many = { CONTEXT_OVERHEAD_CXS, 700, 1, 40, 0, 0 };
	struct random random = { .state = 5 };
	struct pair pair;

	(void)state;
	pair.base = make(&few, &random);
	pair.new = make(&many, &random);
	few.cpu = many.cpu = 1;
	add(&pair.base, &many, &random);
	add(&pair.new, &few, &random);
	pair_compare(&pair);
	expect_equal(&pair, 0);
	expect_equal(&pair, 1);
	assert_true(find(&pair.comparison, FIGURE_MAXIMUM, 0)->base.block_ns >
		    find(&pair.comparison, FIGURE_MAXIMUM, 0)->new.block_ns);
	assert_true(find(&pair.comparison, FIGURE_MAXIMUM, 1)->base.block_ns <
		    find(&pair.comparison, FIGURE_MAXIMUM, 1)->new.block_ns);
	pair_free(&pair);
}

/* Where the numbers are alike, and in osnoise and timerlat, blocks have equal times. */
static void test_equal_times(void **state)
{
	static const enum event_context other[] = { CONTEXT_IRQ, CONTEXT_THREAD,
						    CONTEXT_USER,
						    CONTEXT_SINGLE,
						    CONTEXT_TOTAL };
	struct made base = { CONTEXT_OVERHEAD_CXS, 200, 1, 40, 0, 0 },
		    new = base;
	struct random random = { .state = 7 }, again = random;
	struct pair pair;

	(void)state;
	pair.base = make(&base, &random);
	pair.new = make(&base, &again);
	pair_compare(&pair);
	assert_true(find(&pair.comparison, FIGURE_MAXIMUM, 0)->samples == 0);
	assert_int_equal(find(&pair.comparison, FIGURE_MAXIMUM, 0)->new.block_ns,
			 pair.comparison.blocks[CONTEXT_OVERHEAD_CXS].length_ns);
	assert_null(find(&pair.comparison, FIGURE_DRAWN, 0));
	pair_free(&pair);
	new.rate = 600;
	for (int i = 0; i < 5; i++) {
		base.context = new.context = other[i];
		pair_make(&pair, &base, &new, &random);
		assert_true(find(&pair.comparison, FIGURE_MAXIMUM, 0)->samples == 0);
		assert_null(find(&pair.comparison, FIGURE_DRAWN, 0));
		pair_free(&pair);
	}
}

/* BASE has three times as many samples as NEW, so it needs the longer run. */
static void test_too_short(void **state)
{
	struct made base = { CONTEXT_OVERHEAD_CXS, 1000, 1, 4, 0, 0 };
	struct made new = { CONTEXT_OVERHEAD_CXS, 330, 1, 4, 0, 0 };
	struct random random = { .state = 9 };
	const struct figure *figure;
	struct pair pair;

	(void)state;
	pair_make(&pair, &base, &new, &random);
	figure = find(&pair.comparison, FIGURE_MAXIMUM, EVERY_CPU);
	assert_int_equal(figure->judgement, NOT_COMPARABLE);
	assert_string_equal(figure->reason, "the run is too short");
	assert_int_equal(figure->new.blocks,
			 40 * BLOCK_NS / figure->new.block_ns);
	assert_true(figure->new.blocks < COMPARED_BLOCKS);
	assert_int_equal(figure->new.needs_ns,
			 COMPARED_BLOCKS * figure->new.block_ns);
	pair_free(&pair);
	/* Samples of 0 ns fill no block. */
	base.scale = 0;
	pair_make(&pair, &base, &new, &random);
	figure = find(&pair.comparison, FIGURE_MAXIMUM, EVERY_CPU);
	assert_int_equal(figure->judgement, NOT_COMPARABLE);
	assert_string_equal(figure->reason, "too many blocks have no samples");
	pair_free(&pair);
}

/* Without blocks of one length, those of equal numbers are possible all the same. */
static void test_lengths(void **state)
{
	struct made base = { CONTEXT_OVERHEAD_CXS, 200, 1, 40, 0, 0 },
		    new = base;
	struct random random = { .state = 11 };
	struct pair pair;

	(void)state;
	new.rate = 100;
	pair.base = make(&base, &random);
	pair.new = make(&new, &random);
	record_put_block_ns(pair.base.record, BLOCK_NS + 1);
	pair_compare(&pair);
	assert_int_equal(pair.comparison.blocks[CONTEXT_OVERHEAD_CXS].length_ns,
			 0);
	expect_equal(&pair, EVERY_CPU);
	pair_free(&pair);
}

/* The maximum of the run with fewer samples is its own, in either place. */
static void test_drawn(void **state)
{
	struct made few = { CONTEXT_OVERHEAD_CXS, 100, 1, 10, 0, 0 };
	struct made many = { CONTEXT_OVERHEAD_CXS, 1000, 1, 10, 0, 0 };
	struct random random = { .state = 13 };
	const struct figure *drawn, *largest;
	struct pair pair;

	(void)state;
	pair_make(&pair, &few, &many, &random);
	drawn = find(&pair.comparison, FIGURE_DRAWN, 0);
	largest = find(&pair.comparison, FIGURE_LARGEST, 0);
	assert_int_equal(drawn->judgement, NOT_JUDGED);
	assert_true(drawn->samples == drawn->base.count);
	assert_true(drawn->new.count > 8 * drawn->base.count);
	assert_int_equal(drawn->base.value, largest->base.value);
	assert_true(drawn->new.value < largest->new.value);
	pair_free(&pair);
	pair_make(&pair, &many, &few, &random);
	drawn = find(&pair.comparison, FIGURE_DRAWN, EVERY_CPU);
	largest = find(&pair.comparison, FIGURE_LARGEST, EVERY_CPU);
	assert_int_equal(drawn->new.value, largest->new.value);
	assert_true(drawn->base.value < largest->base.value);
	pair_free(&pair);
}

/* All runs of BASE have the same number of samples in a block, and so has NEW. */
static void test_several(void **state)
{
	static const double rate[BASES] = { 300, 600, 900 };
	struct made made = { CONTEXT_OVERHEAD_CXS, 1000, 1, SECONDS, 0, 0 };
	struct random random = { .state = 17 };
	struct results base[BASES], new = make(&made, &random);
	const struct figure *drawn, *maximum;
	struct comparison comparison;
	uint64_t samples = 0;

	(void)state;
	for (int i = 0; i < BASES; i++) {
		made.rate = rate[i];
		base[i] = make(&made, &random);
		samples +=
			stats_corrected(base[i].stats, 0, made.context).count;
	}
	assert_true(comparison_make(&comparison, base, BASES, &new, "new", &demands));
	drawn = find(&comparison, FIGURE_DRAWN, 0);
	maximum = find(&comparison, FIGURE_MAXIMUM, 0);
	assert_int_equal(drawn->base.count, samples);
	assert_int_equal(drawn->new.value,
			 find(&comparison, FIGURE_LARGEST, 0)->new.value);
	assert_true(drawn->samples == drawn->new.count);
	assert_true(maximum->samples > 0);
	assert_int_equal(maximum->base.block_ns, 0);
	for (int i = 0; i < BASES; i++) {
		double in_block = rate[i] / 1e9 *
				  equal_length(&base[i], 0, made.context,
					       maximum->samples);

		assert_true(fabs(in_block / maximum->samples - 1) < 0.08);
	}
	comparison_free(&comparison);
	for (int i = 0; i < BASES; i++)
		results_free(&base[i]);
	results_free(&new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_false_alarms),
		cmocka_unit_test(test_pauses),
		cmocka_unit_test(test_difference),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_equal_times),
		cmocka_unit_test(test_too_short),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_drawn),
		cmocka_unit_test(test_several),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
