// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of comparisons with made-up results, of which it is known whether they
 * differ: how often two results of the same model are called different, and
 * whether real differences are found.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "compare/compare_maxima.h"
#include "compare/comparison.h"
#include "compare/kind_compare.h"
#include "kinds/osnoise/compare_noise.h"
#include "made_results.h"
#include "random.h"
#include "repetitions.h"
#include "results/foreign/foreign.h"
#include "stats/distribution.h"
#include "stats/noise.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/noise_source.h"

#define CPUS		MADE_CPUS
#define PERIOD		(4 * 1000000ULL)
#define RUNTIME		(40 * NS_PER_SEC)
#define NOISE_PERIOD	(500 * 1000000ULL)

/* ---- Random numbers ------------------------------------------------------ */

static double normal(struct random *random)
{
	return sqrt(-2 * log(uniform(random))) *
	       cos(2 * 3.14159265358979 * uniform(random));
}

static double exponential(struct random *random, double mean)
{
	return -mean * log(uniform(random));
}

/* A Pareto distribution with exponent 1.6: its variance is infinite. */
static double pareto(struct random *random)
{
	return pow(uniform(random), -1 / 1.6);
}

/* ---- Made-up latencies --------------------------------------------------- */

/* How the samples of one CPU depend on each other. */
enum likeness {
	INDEPENDENT,
	ALIKE,		/* like their neighbours: autoregressive, 0.9 */
	IN_BURSTS,	/* of 100 ms, in which samples are larger */
	IN_LONG_BURSTS,	/* the same, but of 1 s */
	LIKENESSES
};

struct model {
	enum likeness likeness;
	double scale;		/* factor of each latency */
	double spikes;		/* share of samples with 300 us more */
};

struct source {
	const struct model *model;
	struct random *random;
	double last;
	bool burst;
};

/* Enter or leave a burst at random: a tenth of the time is in bursts. */
static void change_burst(struct source *source)
{
	double length = source->model->likeness == IN_BURSTS ? 25 : 250;

	if (uniform(source->random) < 1 / (source->burst ? length : 9 * length))
		source->burst = !source->burst;
}

static uint64_t sample(struct source *source)
{
	const struct model *model = source->model;
	struct random *random = source->random;
	double value = 800 + exponential(random, 600);

	switch (model->likeness) {
	case ALIKE:
		source->last = 0.9 * source->last +
			       sqrt(1 - 0.81) * normal(random);
		value = 800 + 600 * exp(source->last) + 20 * pareto(random);
		break;
	case INDEPENDENT:
		value += 300 * pareto(random);
		break;
	default:
		change_burst(source);
		value += 100 * pareto(random) * (source->burst ? 5 : 1);
	}
	if (uniform(random) < model->spikes)
		value += 300000;
	return fmin(model->scale * value, 1e12);
}

static struct results make_run(const struct model *model, struct random *random,
			       uint64_t runtime)
{
	struct results results = made_results("timerlat", PERIOD, runtime);
	struct source source[CPUS];

	for (int cpu = 0; cpu < CPUS; cpu++)
		source[cpu] = (struct source) { model, random, 0, false };
	for (uint64_t time = 0; time < runtime; time += PERIOD) {
		for (int cpu = 0; cpu < CPUS; cpu++) {
			uint64_t irq = sample(&source[cpu]);

			made_results_add(&results, cpu, CONTEXT_IRQ, time, irq);
			/* The IRQ latency is a part of the thread latency. */
			made_results_add(&results, cpu, CONTEXT_THREAD, time,
			    irq + model->scale * (1500 +
						  exponential(random, 300)));
		}
	}
	return results;
}

/* ---- Comparing results --------------------------------------------------- */

static const struct demands usual = { .alpha = 0.05,
				      .tolerance = 0.05,
				      .tolerance_ns = 100 };

static enum judgement judge(const struct results *base,
			    const struct results *new,
			    const struct demands *demands)
{
	struct comparison comparison;
	enum judgement judgement;

	assert_true(comparison_make(&comparison, base, 1, new, "new", demands));
	judgement = comparison.judgement;
	comparison_free(&comparison);
	return judgement;
}

struct tally {
	int pairs;
	int of[JUDGEMENTS];
};

static struct tally tally_pairs(const struct model *base,
				const struct model *new,
				const struct demands *demands, int pairs)
{
	struct random random = { 88172645463325252ULL + base->likeness };
	struct tally tally = { .pairs = repetitions(pairs) };

	for (int i = 0; i < tally.pairs; i++) {
		struct results first = make_run(base, &random, RUNTIME);
		struct results second = make_run(new, &random, RUNTIME);

		tally.of[judge(&first, &second, demands)]++;
		results_free(&first);
		results_free(&second);
	}
	return tally;
}

/* Expect that few pairs are called different. */
static void expect_same(const struct tally *tally)
{
	assert_true(tally->pairs - tally->of[SAME] <=
		    alarms_most(tally->pairs));
}

/* Expect that all pairs are judged so. */
static void expect_all(struct tally tally, enum judgement judgement)
{
	assert_int_equal(tally.of[judgement], tally.pairs);
}

/*
 * Of 100 pairs of runs of the same model, at most 5 may be called different,
 * which a pair is if any of its 6 maxima and 24 percentiles differs. The same
 * share holds without a tolerance, except for bursts that are so long that a
 * run has only four.
 */
static void test_false_alarms(void **state)
{
	static const struct demands strict = { .alpha = 0.05 };

	(void)state;
	for (int likeness = 0; likeness < LIKENESSES; likeness++) {
		const struct model model = { likeness, 1, 0 };
		struct tally tally = tally_pairs(&model, &model, &usual, 100);

		expect_same(&tally);
		assert_int_equal(tally.of[NOT_COMPARABLE], 0);
		if (likeness == IN_LONG_BURSTS)
			continue;
		tally = tally_pairs(&model, &model, &strict, 40);
		expect_same(&tally);
	}
}

static void test_real_differences(void **state)
{
	(void)state;
	for (int likeness = 0; likeness < IN_LONG_BURSTS; likeness++) {
		const struct model good = { likeness, 1, 0 };
		const struct model slow = { likeness, 1.5, 0 };
		const struct model spiky = { likeness, 1, 0.005 };

		expect_all(tally_pairs(&good, &slow, &usual, 10), WORSE);
		expect_all(tally_pairs(&slow, &good, &usual, 10), BETTER);
		/* One of 200 samples is a spike, which no median shows. */
		expect_all(tally_pairs(&good, &spiky, &usual, 10), WORSE);
	}
}

/* A difference that is sure, but within the tolerance, does not count. */
static void test_tolerance(void **state)
{
	static const struct demands relative = { .alpha = 0.05,
						 .tolerance = 0.1 };
	static const struct demands absolute = { .alpha = 0.05,
						 .tolerance_ns = 5000 };
	static const struct demands strict = { .alpha = 0.05 };
	const struct model good = { INDEPENDENT, 1, 0 };
	const struct model slow = { INDEPENDENT, 1.08, 0 };

	(void)state;
	expect_all(tally_pairs(&good, &slow, &strict, 10), WORSE);
	expect_all(tally_pairs(&good, &slow, &relative, 10), SAME);
	expect_all(tally_pairs(&good, &slow, &absolute, 10), SAME);
}

/* ---- Results without blocks of time -------------------------------------- */

#define RUNS	5

/* Make the result of a run as it would be in a file of cyclictest. */
static struct results make_blockless(enum likeness likeness, double scale,
				     struct random *random)
{
	/* Runs of one system differ, too. */
	const struct model model = {
		likeness, scale * exp(0.02 * normal(random)), 0
	};
	struct results results = make_run(&model, random, RUNTIME);

	results.tracer = "cyclictest";
	results.foreign = foreign_formats;
	record_put_block_ns(results.record, RUNTIME);
	return results;
}

static struct comparison compare_blockless(enum likeness likeness, double scale,
					   int runs, struct random *random)
{
	struct results base[RUNS], new;
	struct comparison comparison;

	for (int i = 0; i < runs; i++)
		base[i] = make_blockless(likeness, 1, random);
	new = make_blockless(likeness, scale, random);
	assert_true(comparison_make(&comparison, base, runs, &new, "new", &usual));
	for (int i = 0; i < runs; i++)
		results_free(&base[i]);
	results_free(&new);
	return comparison;
}

/* Nothing tells how much the samples of one run depend on each other. */
static void test_blockless_run(void **state)
{
	struct random random = { 88172645463325252ULL };

	(void)state;
	for (int likeness = 0; likeness < LIKENESSES; likeness++) {
		struct comparison comparison =
			compare_blockless(likeness, 1.5, 1, &random);

		assert_int_equal(comparison.judgement, NOT_COMPARABLE);
		assert_string_equal(comparison.reason, "one run each, without blocks of time: no test is possible; see --base");
		for (int i = 0; i < comparison.figures; i++) {
			const struct figure *figure = &comparison.figure[i];

			assert_true(figure->kind != FIGURE_MAXIMUM);
			assert_true(figure->judgement == NOT_JUDGED ||
				    figure->judgement == NOT_COMPARABLE);
			if (figure->judgement == NOT_JUDGED)
				assert_true(isnan(figure->change.low));
		}
		comparison_free(&comparison);
	}
}

/* The spread of several runs needs no blocks. */
static void test_blockless_runs(void **state)
{
	struct random random = { 88172645463325252ULL };
	int averages = 0, times = repetitions(20);

	(void)state;
	for (int likeness = 0; likeness < LIKENESSES; likeness++) {
		for (int i = 0; i < times; i++) {
			struct comparison same, slow;

			same = compare_blockless(likeness, 1, RUNS, &random);
			assert_int_equal(same.judgement, NOT_COMPARABLE);
			comparison_free(&same);
			slow = compare_blockless(likeness, 1.5, RUNS, &random);
			assert_int_equal(slow.judgement, WORSE);
			/* The average of all CPUs is the first figure. */
			assert_int_equal(slow.figure[0].kind, FIGURE_AVERAGE);
			averages += slow.figure[0].judgement == WORSE;
			comparison_free(&slow);
		}
	}
	/* An average with a large spike in it varies more from run to run. */
	assert_true(averages >= LIKENESSES * times * 15 / 16);
}

/* ---- Figures of one comparison ------------------------------------------- */

static const struct figure *find(const struct comparison *comparison,
				 enum figure_kind kind, int cpu, int which)
{
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (figure->kind == kind && figure->cpu == cpu &&
		    (int)figure->context == which)
			return figure;
	}
	fail_msg("no figure %d of CPU %d", kind, cpu);
	return NULL;
}

static const struct figure *find_noise(const struct comparison *comparison,
				       const struct own_figure *own, int cpu,
				       int number)
{
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (figure->own == own && figure->cpu == cpu &&
		    figure->number == number)
			return figure;
	}
	fail_msg("no %s %d of CPU %d", own->name, number, cpu);
	return NULL;
}

/* Make a result with one sample every 100 ms, on CPU 0. */
static struct results make_series(const uint64_t *value, int count)
{
	struct results results = made_results("timerlat", PERIOD,
					       count * BLOCK_NS);

	for (int i = 0; i < count; i++)
		made_results_add(&results, 0, CONTEXT_IRQ, i * BLOCK_NS,
				 value[i]);
	return results;
}

static void test_maxima(void **state)
{
	uint64_t first[40], second[40];
	struct results base, new;
	struct comparison comparison;
	const struct figure *figure;

	(void)state;
	for (int i = 0; i < 40; i++) {
		first[i] = 10000 + i * 7 % 40 * 10;
		second[i] = first[i] + 2000;
	}
	base = make_series(first, 40);
	new = make_series(second, 40);
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	figure = find(&comparison, FIGURE_MAXIMUM, 0, CONTEXT_IRQ);
	assert_int_equal(figure->judgement, WORSE);
	assert_int_equal(figure->base.count, 40);
	assert_int_equal(figure->base.value, 10190);
	assert_int_equal(figure->base.largest, 10390);
	assert_int_equal(figure->new.largest, 12390);
	assert_int_equal(figure->ranks.u, 1600);
	assert_int_equal(figure->ranks.shift_ns, 2000);
	assert_true(figure->ranks.low_ns > 1800 && figure->ranks.low_ns < 2000);
	assert_true(figure->ranks.high_ns > 2000 &&
		    figure->ranks.high_ns < 2200);
	assert_true(fabs(figure->change.value - 2000 / 10190.0) < 1e-9);
	/*
	 * Only CPU 0 has samples, so its figure and that of all CPUs have equal
	 * chances: each is multiplied by the number of tests.
	 */
	assert_true(fabs(figure->ranks.adjusted - 2 * figure->ranks.chance) <
		    1e-12);
	assert_int_equal(comparison.blocks[CONTEXT_IRQ].length_ns, BLOCK_NS);
	/* 40 samples support a median, and no other percentile. */
	assert_int_equal(comparison_count(&comparison, NOT_COMPARABLE), 12);
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

/* Fill in maxima that have two centres, and so a shift that is unlike medians. */
static void fill_maxima(struct random *random, uint64_t *maxima, double second)
{
	for (int i = 0; i < 40; i++)
		maxima[i] = 10000 + 3000 * uniform(random) +
			    (uniform(random) < second ? 15000 : 0);
}

/* No row contradicts itself: its change, its interval, and its verdict. */
static void test_maxima_agree(void **state)
{
	struct random random = { .state = 11 };
	uint64_t first[40], second[40];
	int judged = 0;

	(void)state;
	for (int i = 0; i < 300; i++) {
		struct comparison comparison;
		struct results base, new;
		const struct figure *figure;
		double between;

		fill_maxima(&random, first, 0.3 + 0.4 * uniform(&random));
		fill_maxima(&random, second, 0.3 + 0.4 * uniform(&random));
		base = make_series(first, 40);
		new = make_series(second, 40);
		assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
		figure = find(&comparison, FIGURE_MAXIMUM, 0, CONTEXT_IRQ);
		between =
			(double)figure->new.value - (double)figure->base.value;
		assert_true(figure->change.value * between >= 0);
		assert_true(figure->change.low <= figure->change.value &&
			    figure->change.value <= figure->change.high);
		if (figure->judgement == WORSE)
			assert_true(figure->change.low > 0 && between > 0);
		else if (figure->judgement == BETTER)
			assert_true(figure->change.high < 0 && between < 0);
		judged += figure->judgement != SAME;
		comparison_free(&comparison);
		results_free(&base);
		results_free(&new);
	}
	assert_true(judged > 0);
}

static int merged(const struct results *results, int cpu,
		  enum event_context context, uint64_t length, uint64_t *maxima)
{
	const struct run_blocks blocks = blocks_of(results, cpu, context);

	return blocks_maxima(&blocks, length, maxima);
}

static void expect_blocks(uint64_t base_block, int base_ms, uint64_t new_block,
			  int new_ms, uint64_t length, int base_count,
			  int new_count)
{
	struct results base = made_results("timerlat", PERIOD,
					    base_ms * 1000000ULL);
	struct results new = made_results("timerlat", PERIOD,
					   new_ms * 1000000ULL);
	struct comparison comparison = { .base = &base, .bases = 1,
					 .new = &new };
	const struct common_blocks *blocks = &comparison.blocks[CONTEXT_IRQ];

	record_put_block_ns(base.record, base_block);
	record_put_block_ns(new.record, new_block);
	maxima_agree(&comparison);
	assert_true(blocks->length_ns == length);
	assert_int_equal(blocks->base, base_count);
	assert_int_equal(blocks->new, new_count);
	results_free(&base);
	results_free(&new);
}

static void test_common_blocks(void **state)
{
	const uint64_t ms = 1000000;

	(void)state;
	/* The last block of each run is not complete. */
	expect_blocks(100 * ms, 3050, 100 * ms, 2999, 100 * ms, 30, 29);
	/* The common length of 100 and 400 ms is 400 ms. */
	expect_blocks(100 * ms, 20000, 400 * ms, 30000, 400 * ms, 50, 75);
	/* The common length of 200 and 300 ms is 600 ms. */
	expect_blocks(200 * ms, 20000, 300 * ms, 20000, 600 * ms, 33, 33);
	/* With 120 blocks or more, the shorter run gets about 60. */
	expect_blocks(100 * ms, 60000, 100 * ms, 60000, 1000 * ms, 60, 60);
	expect_blocks(100 * ms, 11900, 100 * ms, 100000, 100 * ms, 119, 1000);
	expect_blocks(100 * ms, 12000, 100 * ms, 100000, 200 * ms, 60, 500);
	/* A result has at most BLOCKS_MAX blocks, even of a longer run. */
	expect_blocks(100 * ms, 2000000, 100 * ms, 2000000, 1700 * ms, 60, 60);
	/* Blocks that are shorter than two periods are merged. */
	expect_blocks(ms, 100, ms, 100, 8 * ms, 12, 12);
	/* The common length would be too long. */
	expect_blocks(99991 * ms, 1000, 99989 * ms, 1000, 0, 0, 0);
	expect_blocks(1ULL << 62, 1000, 1, 1000, 0, 0, 0);
	expect_blocks(INT64_MAX, 1000, INT64_MAX, 1000, 0, 0, 0);
}

static void test_blocks_are_merged(void **state)
{
	static const uint64_t value[] = { 5, 9, 2, 3, 8, 1, 0, 0, 4 };
	struct results results = made_results("timerlat", PERIOD, 9 * BLOCK_NS);
	uint64_t maxima[BLOCKS_MAX];

	(void)state;
	for (int i = 0; i < 9; i++)
		if (value[i]) {
			made_results_add(&results, 1, CONTEXT_IRQ, i * BLOCK_NS,
					 value[i]);
			made_results_add(&results, 1, CONTEXT_SINGLE,
					 i * BLOCK_NS, value[i]);
		}
	/*
	 * A block without samples has no maximum in a context of timerlat; in
	 * one of osnoise, its maximum is 0, as there was no noise.
	 */
	assert_int_equal(merged(&results, 1, CONTEXT_IRQ, 2 * BLOCK_NS,
				   maxima), 3);
	assert_true(maxima[0] == 9 && maxima[1] == 3 && maxima[2] == 8);
	assert_int_equal(merged(&results, 1, CONTEXT_SINGLE, 2 * BLOCK_NS,
				   maxima), 4);
	assert_true(maxima[3] == 0);
	assert_int_equal(merged(&results, EVERY_CPU, CONTEXT_IRQ,
				   3 * BLOCK_NS, maxima), 3);
	assert_true(maxima[0] == 9 && maxima[1] == 8 && maxima[2] == 4);
	results_free(&results);
}

static void test_too_short(void **state)
{
	const struct model model = { INDEPENDENT, 1, 0 };
	struct random random = { 1 };
	struct results base = make_run(&model, &random, 1900000000);
	struct results new = make_run(&model, &random, 10 * NS_PER_SEC);
	struct comparison comparison;
	const struct figure *figure;

	(void)state;
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	assert_int_equal(comparison.judgement, NOT_COMPARABLE);
	assert_string_equal(comparison.reason,
			    "the run is too short: the maxima of 20 blocks of 100 ms are needed, a run of 2 s");
	figure = find(&comparison, FIGURE_MAXIMUM, 1, CONTEXT_THREAD);
	assert_int_equal(figure->judgement, NOT_COMPARABLE);
	assert_string_equal(figure->reason, "the run is too short");
	assert_true(figure->base.needs_ns == 2000000000);
	assert_false(figure->base.supported);
	assert_true(figure->new.supported);
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

/* Half of the blocks have no samples, as if the CPU had been away. */
static void test_no_samples(void **state)
{
	uint64_t value[15];
	struct results base, new;
	struct comparison comparison;

	(void)state;
	for (int i = 0; i < 15; i++)
		value[i] = 1000 + i;
	base = make_series(value, 15);
	new = make_series(value, 15);
	base.measured_ns = 30 * BLOCK_NS;
	new.measured_ns = 30 * BLOCK_NS;
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	assert_int_equal(comparison.judgement, NOT_COMPARABLE);
	assert_string_equal(comparison.reason, "too many blocks have no samples");
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

/*
 * The runs have 2500 and 10000 samples on each CPU. The first run has too few
 * for p99.9.
 */
static void test_unsupported(void **state)
{
	const struct model model = { INDEPENDENT, 1, 0 };
	struct random random = { 1 };
	struct results base = make_run(&model, &random, 10 * NS_PER_SEC);
	struct results new = make_run(&model, &random, 40 * NS_PER_SEC);
	struct comparison comparison;
	const struct figure *figure;

	(void)state;
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	figure = find(&comparison, FIGURE_PERCENTILE, 0, CONTEXT_IRQ);
	assert_int_equal(figure[0].judgement, SAME);		/* p50 */
	assert_int_equal(figure[2].judgement, SAME);		/* p99 */
	assert_int_equal(figure[3].judgement, NOT_COMPARABLE);	/* p99.9 */
	assert_string_equal(figure[3].reason, "too few samples");
	/* Ten samples beyond p99.9, with 250 samples per second. */
	assert_true(figure[3].base.needs_ns == 40000000000);
	assert_false(figure[3].base.supported);
	assert_true(figure[3].new.supported);
	assert_true(figure[0].base.low <= figure[0].base.value &&
		    figure[0].base.value <= figure[0].base.high);
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

/*
 * Where in its bucket a sample was is unknown, except for the smallest and the
 * largest sample.
 */
static void test_bucket_error(void **state)
{
	static const struct demands strict = { .alpha = 0.05 };
	const uint64_t low = distribution_low(distribution_bucket(100000));
	const uint64_t high = distribution_high(distribution_bucket(100000));
	uint64_t first[40], second[40];
	struct comparison comparison;
	struct results base, new;
	const struct figure *figure;

	(void)state;
	for (int i = 0; i < 40; i++) {
		first[i] = i ? low + 1 : high;
		second[i] = i ? high - 1 : low;
	}
	base = make_series(first, 40);
	new = make_series(second, 40);
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &strict));
	figure = find(&comparison, FIGURE_PERCENTILE, 0, CONTEXT_IRQ);
	assert_int_equal(figure->judgement, SAME);
	assert_true(figure->base.low == low + 1 && figure->base.high == high);
	assert_true(figure->new.low == low && figure->new.high == high - 1);
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

/* ---- Noise --------------------------------------------------------------- */

struct noise_model {
	double interrupts;	/* per second */
	double hardware;	/* noises per second */
	double length_ns;	/* mean of the exponential part of a noise */
	int together;		/* how many interrupts come at once */
};

static int count_of(struct random *random, double mean)
{
	double sum = exponential(random, 1);
	int count = 0;

	for (; sum < mean; sum += exponential(random, 1))
		count++;
	return count;
}

static double deviation(double sum, double squares, double count)
{
	return count ? sqrt(fmax(squares / count - sum / count * sum / count,
				 0)) :
		       0;
}

struct sums {
	double sum, squares, count;
};

static void sum_up(struct sums *sums, double value)
{
	sums->sum += value;
	sums->squares += value * value;
	sums->count++;
}

/* Add one period of one CPU; return its noise in ns. */
static uint64_t make_period(struct results *results, int cpu, uint64_t time,
			    const struct noise_model *model,
			    struct random *random, struct noise *noise,
			    struct sums *singles)
{
	double seconds = NOISE_PERIOD / 1e9;
	int irqs =
		model->together *
		count_of(random, model->interrupts * seconds / model->together);
	int hardware = count_of(random, model->hardware * seconds);
	uint64_t total = 0;

	for (int i = 0; i < irqs + hardware; i++) {
		uint64_t single = 1000 + exponential(random, model->length_ns) +
				  100 * pareto(random);

		made_results_add(results, cpu, CONTEXT_SINGLE, time + i,
				 single);
		sum_up(singles, single);
		total += single;
	}
	noise->periods++;
	noise->runtime += NOISE_PERIOD;
	noise->noise += total;
	noise->from[NOISE_IRQ] += irqs;
	noise->from[NOISE_HARDWARE] += hardware;
	noise->squares[NOISE_IRQ] += (uint64_t)irqs * irqs;
	noise->squares[NOISE_HARDWARE] += (uint64_t)hardware * hardware;
	return total;
}

static void make_noise_of(struct results *results, int cpu,
			  const struct noise_model *model,
			  struct random *random, uint64_t runtime)
{
	struct sums totals = { 0 }, singles = { 0 };
	struct noise noise = { .periods = 0 };

	for (uint64_t time = 0; time < runtime; time += NOISE_PERIOD) {
		uint64_t total = make_period(results, cpu, time, model, random,
					     &noise, &singles);

		made_results_add(results, cpu, CONTEXT_TOTAL, time, total);
		sum_up(&totals, total);
	}
	stats_put_noise(results->stats, cpu, &noise);
	json_array_append_new(json_object_get(results->document, "cpus"),
		json_pack("{s:i, s:{s:{s:I}, s:{s:I}}}", "cpu", cpu, "latencies",
			  "single", "stddev_ns",
			  (json_int_t)deviation(singles.sum, singles.squares,
						singles.count),
			  "total", "stddev_ns",
			  (json_int_t)deviation(totals.sum, totals.squares,
						totals.count)));
}

static struct results make_noise(const struct noise_model *model,
				 struct random *random, uint64_t runtime)
{
	struct results results = made_results("osnoise", NOISE_PERIOD, runtime);

	for (int cpu = 0; cpu < CPUS; cpu++)
		make_noise_of(&results, cpu, model, random, runtime);
	return results;
}

static struct tally tally_noise(const struct noise_model *base,
				const struct noise_model *new, int pairs)
{
	struct random random = { 1234567 };
	struct tally tally = { .pairs = repetitions(pairs) };

	for (int i = 0; i < tally.pairs; i++) {
		struct results first = make_noise(base, &random, RUNTIME);
		struct results second = make_noise(new, &random, RUNTIME);

		tally.of[judge(&first, &second, &usual)]++;
		results_free(&first);
		results_free(&second);
	}
	return tally;
}

static void test_noise_false_alarms(void **state)
{
	const struct noise_model alone = { 100, 0.1, 3000, 1 };
	const struct noise_model tens = { 100, 0.1, 3000, 10 };
	struct tally tally;

	(void)state;
	tally = tally_noise(&alone, &alone, 100);
	expect_same(&tally);
	tally = tally_noise(&tens, &tens, 100);
	expect_same(&tally);
}

static void test_noise_differences(void **state)
{
	const struct noise_model good = { 100, 0.1, 3000, 1 };
	const struct noise_model more = { 150, 0.1, 3000, 1 };
	const struct noise_model machine = { 100, 2, 3000, 1 };
	const struct noise_model longer = { 100, 0.1, 5000, 1 };

	(void)state;
	expect_all(tally_noise(&good, &more, 10), WORSE);
	expect_all(tally_noise(&more, &good, 10), BETTER);
	expect_all(tally_noise(&good, &machine, 10), WORSE);
	expect_all(tally_noise(&good, &longer, 10), WORSE);
}

static void test_rates(void **state)
{
	const struct noise_model good = { 100, 0, 3000, 1 };
	const struct noise_model other = { 150, 1, 3000, 1 };
	struct random random = { 3 };
	struct results base = make_noise(&good, &random, 2 * RUNTIME);
	struct results new = make_noise(&other, &random, RUNTIME);
	struct comparison comparison;
	const struct figure *figure;

	(void)state;
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	figure = find_noise(&comparison, &figure_noise_rate, EVERY_CPU,
			    NOISE_IRQ);
	assert_int_equal(figure->judgement, WORSE);
	assert_true(figure->base.time_ns == CPUS * 2 * RUNTIME);
	assert_true(figure->change.value > 0.4 && figure->change.value < 0.6);
	assert_true(figure->change.low > 0.3 && figure->change.high < 0.7);
	assert_true(figure->dispersion < 1.5);
	/*
	 * BASE has no hardware noise: the change has no upper end. NEW has too
	 * much of it for chance.
	 */
	figure = find_noise(&comparison, &figure_noise_rate, EVERY_CPU,
			    NOISE_HARDWARE);
	assert_int_equal(figure->judgement, WORSE);
	assert_true(isinf(figure->change.value) && isinf(figure->change.high));
	figure = find_noise(&comparison, &figure_noise_rate, 0, NOISE_NMI);
	assert_int_equal(figure->judgement, SAME);
	assert_true(isnan(figure->change.value));
	figure = find_noise(&comparison, &figure_noise_share, 1, 0);
	assert_int_equal(figure->judgement, WORSE);
	assert_true(figure->base.low < figure->base.value &&
		    figure->base.value < figure->base.high);
	assert_int_equal(figure->base.count, 160);
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

static void test_dispersion(void **state)
{
	const struct noise_model tens = { 100, 0, 3000, 10 };
	struct random random = { 3 };
	struct results base = make_noise(&tens, &random, 5 * RUNTIME);
	struct comparison comparison;
	const struct figure *figure;

	(void)state;
	assert_true(comparison_make(&comparison, &base, 1, &base, "new", &usual));
	assert_int_equal(comparison.judgement, SAME);
	figure = find_noise(&comparison, &figure_noise_rate, EVERY_CPU,
			    NOISE_IRQ);
	/*
	 * The number of interrupts is ten times a Poisson variable, so its
	 * variance is ten times its mean.
	 */
	assert_true(figure->dispersion > 7 && figure->dispersion < 14);
	comparison_free(&comparison);
	results_free(&base);
}

/*
 * A CPU with a regular tick, and threads that come in clusters: the number of
 * each source varies in its own way. All of a tick's periods have as many; the
 * tick must not hide the clusters, and they must not make the tick uncertain.
 */
static struct results make_ticks(struct random *random, int ticks, int together)
{
	struct results results = made_results("osnoise", NOISE_PERIOD, RUNTIME);
	int threads, periods = RUNTIME / NOISE_PERIOD;

	for (int cpu = 0; cpu < CPUS; cpu++) {
		struct noise noise = { .periods = periods, .runtime = RUNTIME };

		for (int i = 0; i < periods; i++) {
			uint64_t time = (uint64_t)i * NOISE_PERIOD;
			uint64_t total = ticks * 1000;

			threads = together * count_of(random, 0.2);
			total += threads * 2000;
			noise.from[NOISE_IRQ] += ticks;
			noise.squares[NOISE_IRQ] += (uint64_t)ticks * ticks;
			noise.from[NOISE_THREAD] += threads;
			noise.squares[NOISE_THREAD] +=
				(uint64_t)threads * threads;
			noise.noise += total;
			made_results_add(&results, cpu, CONTEXT_SINGLE, time,
					 1000);
			made_results_add(&results, cpu, CONTEXT_TOTAL, time,
					 total);
		}
		stats_put_noise(results.stats, cpu, &noise);
		json_array_append_new(json_object_get(results.document, "cpus"),
			json_pack("{s:i, s:{s:{s:i}, s:{s:i}}}", "cpu", cpu,
				  "latencies", "single", "stddev_ns", 300,
				  "total", "stddev_ns", together * 1000));
	}
	return results;
}

static void test_dispersion_of_sources(void **state)
{
	struct random random = { 77 };
	int alarms = 0;

	(void)state;
	for (int i = 0; i < 50; i++) {
		struct results base = make_ticks(&random, 1000, 100);
		struct results new = make_ticks(&random, 1000, 100);
		struct comparison comparison;
		const struct figure *figure;

		assert_true(comparison_make(&comparison, &base, 1, &new, "new",
					    &usual));
		figure = find_noise(&comparison, &figure_noise_rate, 0,
				    NOISE_THREAD);
		alarms += figure->judgement != SAME;
		assert_true(figure->dispersion > 50);
		figure = find_noise(&comparison, &figure_noise_rate, 0,
				    NOISE_IRQ);
		assert_true(figure->change.high - figure->change.low < 0.02);
		comparison_free(&comparison);
		results_free(&base);
		results_free(&new);
	}
	assert_in_range(alarms, 0, 2);
}

/* ---- Results that are not comparable ------------------------------------- */

static void set_text(struct results *results, const char *object,
		     const char *name, const char *text)
{
	json_object_set_new(*object ?
				    json_object_get(results->document, object) :
				    results->document,
			    name, json_string(text));
	results->tracer = json_string_value(results_at(results, "tracer"));
}

static void expect_refused(const char *object, const char *name,
			   const char *text, const char *reason)
{
	const struct model model = { INDEPENDENT, 1, 0 };
	struct random random = { 1 };
	struct results base = make_run(&model, &random, 4 * NS_PER_SEC);
	struct results new = make_run(&model, &random, 4 * NS_PER_SEC);
	struct comparison comparison;

	assert_int_equal(judge(&base, &new, &usual), SAME);
	set_text(&new, object, name, text);
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	if (reason) {
		assert_int_equal(comparison.judgement, NOT_COMPARABLE);
		assert_string_equal(comparison.reason, reason);
		assert_int_equal(comparison.figures, 0);
	} else {
		assert_int_equal(comparison.judgement, SAME);
		assert_int_equal(comparison.differences.count, 1);
		assert_string_equal(comparison.differences.difference[0].new,
				    text);
	}
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

static void test_refused(void **state)
{
	(void)state;
	expect_refused("configuration", "priority", "f:50",
		       "configuration.priority differs: f:95, f:50");
	expect_refused("configuration", "threads", "user",
		       "configuration.threads differs: kernel, user");
	expect_refused("configuration", "period_ns", "1",
		       "configuration.period_ns differs: 4000000, 1");
	expect_refused("configuration", "runtime_ns", "1",
		       "configuration.runtime_ns differs: , 1");
	expect_refused("", "tracer", "osnoise",
		       "tracer differs: timerlat, osnoise");
	expect_refused("verdict", "trusted", "false",
		       "NEW cannot be trusted: it says so itself");
	expect_refused("", "verdict", "good",
		       "NEW cannot be trusted: verdict.trusted is missing");
	/* Other differences may be what the comparison is about. */
	expect_refused("configuration", "dma_latency_ns", "0", NULL);
	expect_refused("", "ended_by", "user", NULL);
}

static void test_differences(void **state)
{
	struct results base = made_results("timerlat", PERIOD, RUNTIME);
	struct results new = made_results("timerlat", PERIOD, RUNTIME);
	json_t *checks[2];
	struct differences differences;

	(void)state;
	checks[0] = json_object_get(json_object_get(base.document, "environment"),
				    "checks");
	checks[1] = json_object_get(json_object_get(new.document, "environment"),
				    "checks");
	json_array_append_new(checks[0], json_pack("{s:s, s:s, s:s}", "group", "a",
						   "name", "kernel",
						   "value", "6.1"));
	json_array_append_new(checks[1], json_pack("{s:s, s:s, s:s}", "group", "a",
						   "name", "smt", "value", "on"));
	json_array_append_new(checks[1], json_pack("{s:s, s:s, s:s}", "group", "a",
						   "name", "kernel",
						   "value", "6.12"));
	set_text(&new, "configuration", "priority", "o:0");
	set_text(&new, "configuration", "cpus", "0");
	json_object_set_new(new.document, "load",
			    json_pack("{s:s}", "command", "stress"));
	assert_true(differences_find(&differences, &base, &new));
	assert_int_equal(differences.count, 4);
	assert_true(differences.difference[0].decides);
	assert_string_equal(differences.difference[0].name, "configuration.priority");
	assert_string_equal(differences.difference[1].name, "load.command");
	assert_string_equal(differences.difference[1].base, "");
	assert_string_equal(differences.difference[1].new, "stress");
	assert_string_equal(differences.difference[2].name, "kernel");
	assert_string_equal(differences.difference[2].base, "6.1");
	assert_string_equal(differences.difference[2].new, "6.12");
	assert_string_equal(differences.difference[3].name, "smt");
	differences_free(&differences);
	results_free(&base);
	results_free(&new);
}

/*
 * Other sessions beside a run decide nothing, but are named; none and unknown
 * are the same.
 */
static void test_other_sessions(void **state)
{
	static const struct { int base, new; const char *told[2]; } cases[] = {
		{ -1, -1, { NULL } }, { 0, -1, { NULL } }, { 0, 0, { NULL } }, { 2, 2, { NULL } },
		{ 0, 2, { "", "2" } }, { 1, -1, { "1", "" } }, { 1, 3, { "1", "3" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct results base = made_results("timerlat", PERIOD, RUNTIME);
		struct results new = made_results("timerlat", PERIOD, RUNTIME);
		struct differences differences;

		if (cases[i].base >= 0)
			json_object_set_new(base.document, "other_sessions",
					    json_integer(cases[i].base));
		if (cases[i].new >= 0)
			json_object_set_new(new.document, "other_sessions",
					    json_integer(cases[i].new));
		assert_true(differences_find(&differences, &base, &new));
		assert_int_equal(differences.count, cases[i].told[0] != NULL);
		if (differences.count) {
			assert_false(differences.difference[0].decides);
			assert_string_equal(differences.difference[0].name, "other_sessions");
			assert_string_equal(differences.difference[0].base,
					    cases[i].told[0]);
			assert_string_equal(differences.difference[0].new,
					    cases[i].told[1]);
		}
		differences_free(&differences);
		results_free(&base);
		results_free(&new);
	}
}

static void test_other_cpus(void **state)
{
	const struct model model = { INDEPENDENT, 1, 0 };
	struct random random = { 1 };
	struct results base = make_run(&model, &random, 4 * NS_PER_SEC);
	struct results new = make_run(&model, &random, 4 * NS_PER_SEC);
	struct comparison comparison;

	(void)state;
	new.cpus = (struct cpus) { .word = { 1 } };
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	assert_int_equal(comparison.judgement, SAME);
	assert_false(comparison.same_cpus);
	assert_int_equal(cpus_count(&comparison.cpus), 1);
	for (int i = 0; i < comparison.figures; i++)
		assert_int_equal(comparison.figure[i].cpu, 0);
	comparison_free(&comparison);
	base.cpus = (struct cpus) { .word = { 2 } };
	assert_true(comparison_make(&comparison, &base, 1, &new, "new", &usual));
	assert_int_equal(comparison.judgement, NOT_COMPARABLE);
	assert_string_equal(comparison.reason, "the results have no CPU in common");
	comparison_free(&comparison);
	assert_true(comparison_make(&comparison, &base, 1, NULL, "new", &usual));
	assert_int_equal(comparison.judgement, NOT_COMPARABLE);
	comparison_free(&comparison);
	results_free(&base);
	results_free(&new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_false_alarms),
		cmocka_unit_test(test_real_differences),
		cmocka_unit_test(test_tolerance),
		cmocka_unit_test(test_blockless_run),
		cmocka_unit_test(test_blockless_runs),
		cmocka_unit_test(test_maxima),
		cmocka_unit_test(test_maxima_agree),
		cmocka_unit_test(test_common_blocks),
		cmocka_unit_test(test_blocks_are_merged),
		cmocka_unit_test(test_too_short),
		cmocka_unit_test(test_no_samples),
		cmocka_unit_test(test_unsupported),
		cmocka_unit_test(test_bucket_error),
		cmocka_unit_test(test_noise_false_alarms),
		cmocka_unit_test(test_noise_differences),
		cmocka_unit_test(test_rates),
		cmocka_unit_test(test_dispersion),
		cmocka_unit_test(test_dispersion_of_sources),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_differences),
		cmocka_unit_test(test_other_sessions),
		cmocka_unit_test(test_other_cpus),
	};

	return cmocka_run_group_tests_name("comparison", tests, NULL, NULL);
}
