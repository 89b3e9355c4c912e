// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of noise: see compare_noise.h.
 */
#include <math.h>
#include <string.h>

#include "compare/comparison_output.h"
#include "compare/kind_compare.h"
#include "kinds/osnoise/compare_noise.h"
#include "results/results.h"
#include "stats/intervals.h"
#include "stats/latency.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"

/* Noise is compared only if each result has this many periods. */
#define COMPARED_PERIODS	20

/* A share of noise is given in parts of this number. */
#define WHOLE	1e9

/* Return a value as an integer: values from a file may be far too large. */
static uint64_t noise_bounded(double value)
{
	return fmin(fmax(value, 0), 1e18);
}

static struct noise compare_noise_noise_of(const struct results *results,
					   int cpu)
{
	struct noise all = { .periods = 0 };
	int each;

	if (cpu != EVERY_CPU)
		return *stats_noise(results->stats, cpu);
	cpus_for_each(each, &results->cpus)
		noise_add(&all, stats_noise(results->stats, each));
	return all;
}

/* ---- How much the noise of periods varies -------------------------------- */

/*
 * Return the standard deviation of one context of one CPU, in ns; 0 if there is
 * none. It comes from the document, since results_read() restores no sums of
 * squares.
 */
static double noise_deviation(const struct results *results, int cpu,
			      enum event_context context)
{
	const json_t *each, *of;
	size_t i;

	json_array_foreach(results_at(results, "cpus"), i, each) {
		if (json_integer_value(json_object_get(each, "cpu")) != cpu)
			continue;
		of = json_object_get(json_object_get(each, "latencies"),
				     context_name(context));
		return json_number_value(json_object_get(of, "stddev_ns"));
	}
	return 0;
}

/*
 * Return the standard error of the mean noise of a period, in ns. Each CPU is
 * weighted by its number of periods.
 */
static double noise_mean_error(const struct results *results, int cpu)
{
	double sum = 0, periods = 0;
	int each;

	cpus_for_each(each, &results->cpus) {
		double deviation, count;

		if (cpu != EVERY_CPU && each != cpu)
			continue;
		count = stats_periods(results->stats, each);
		deviation = noise_deviation(results, each, CONTEXT_TOTAL);
		sum += count * deviation * deviation;
		periods += count;
	}
	return periods ? sqrt(sum) / periods : 0;
}

/*
 * Return the variance of the number N of noises in a period, divided by its
 * mean; at least 1. This is for results of older versions, which do not have
 * the squares of each source. They do not have this variance either, but it
 * follows from the variance of the noise of a period, which is the sum of a
 * random number N of noises of random length S (D. Blackwell, M. A. Girshick,
 * "On functions of sequences of independent chance vectors ...", Annals of
 * Mathematical Statistics 17, 1946): Var(total) = E(N) Var(S) + Var(N) E(S)^2.
 */
static double noise_dispersion_of_cpu(const struct results *results, int cpu)
{
	const struct noise *noise = stats_noise(results->stats, cpu);
	const struct latency *single = stats_get(results->stats, cpu,
						 CONTEXT_SINGLE);
	double of_total = noise_deviation(results, cpu, CONTEXT_TOTAL);
	double of_single = noise_deviation(results, cpu, CONTEXT_SINGLE);
	double count, mean, variance;

	if (!noise->periods || !single->count || !single->sum)
		return 1;
	count = (double)single->count / noise->periods;
	mean = (double)single->sum / single->count;
	variance = (of_total * of_total - count * of_single * of_single) /
		   (mean * mean);
	return fmax(variance / count, 1);
}

/*
 * Return the variance of the number of events of one source in a period,
 * divided by its mean. It is 1 for a Poisson variable, more for events that
 * come together, and less for regular ones; a whole run has an event more or
 * less, however regular they are.
 */
static double noise_dispersion_of_source(const struct results *results, int cpu,
					 enum noise_source source)
{
	const struct noise *noise = stats_noise(results->stats, cpu);
	double count = noise->from[source], periods = noise->periods;
	double variance;

	if (!count || periods < 2)
		return 1;
	variance = (noise->squares[source] - count * count / periods) /
		   (periods - 1);
	return fmax(variance * periods / count, 1 / count);
}

/* Return whether the squares of a CPU are known: an older result has none. */
static bool noise_has_squares(const struct results *results, int cpu)
{
	const struct noise *noise = stats_noise(results->stats, cpu);

	for (int i = 0; i < NOISE_SOURCES; i++)
		if (noise->squares[i])
			return true;
	return false;
}

/* The dispersion of all CPUs together is the mean, weighted by their events. */
static double noise_dispersion(const struct results *results, int cpu,
			       enum noise_source source)
{
	double sum = 0, events = 0;
	int each;

	cpus_for_each(each, &results->cpus) {
		double count = stats_noise(results->stats, each)->from[source];

		if (cpu != EVERY_CPU && each != cpu)
			continue;
		sum += count *
		       (noise_has_squares(results, each) ?
				noise_dispersion_of_source(results, each,
							   source) :
				noise_dispersion_of_cpu(results, each));
		events += count;
	}
	return events ? sum / events : 1;
}

/* ---- Figures ------------------------------------------------------------- */

static void noise_fill_share(const struct noise *noise,
			     struct measured *measured)
{
	measured->count = noise->periods;
	measured->supported = noise->periods >= COMPARED_PERIODS &&
			      noise->runtime;
	if (noise->runtime)
		measured->value = noise_bounded(WHOLE * noise->noise /
					  noise->runtime);
	if (noise->periods)
		measured->needs_ns = noise_bounded((double)noise->runtime /
					     noise->periods * COMPARED_PERIODS);
}

static bool noise_add_figure(struct comparison *comparison,
			     struct figure *figure)
{
	figure->judgement = SAME;
	if (!figure->base.supported || !figure->new.supported) {
		figure->judgement = NOT_COMPARABLE;
		figure->reason = "too few periods";
	}
	return comparison_add(comparison, figure);
}

static bool noise_list(struct comparison *comparison, int cpu)
{
	const struct noise base = compare_noise_noise_of(comparison->base, cpu);
	const struct noise new = compare_noise_noise_of(comparison->new, cpu);
	struct figure share = {
		.kind = FIGURE_OWN, .own = &figure_noise_share, .cpu = cpu,
		.context = CONTEXT_TOTAL,
	};
	bool good;

	if (!base.periods || !new.periods)
		return true;
	noise_fill_share(&base, &share.base);
	noise_fill_share(&new, &share.new);
	good = noise_add_figure(comparison, &share);
	for (int i = 0; good && i < NOISE_SOURCES; i++) {
		struct figure rate = share;

		rate.own = &figure_noise_rate;
		rate.number = i;
		rate.base.count = base.from[i];
		rate.base.time_ns = base.runtime;
		rate.new.count = new.from[i];
		rate.new.time_ns = new.runtime;
		good = noise_add_figure(comparison, &rate);
	}
	return good;
}

/* ---- Judgement ----------------------------------------------------------- */

/*
 * Fill in the interval. @deviations is the distance of its ends from the value,
 * in standard errors of independent periods; the inflation is included.
 */
static void noise_fill_interval(const struct results *results, int cpu,
				double deviations, struct measured *measured)
{
	const struct noise noise = compare_noise_noise_of(results, cpu);
	double reach = deviations * noise_mean_error(results, cpu) *
		       WHOLE * noise.periods / noise.runtime;

	measured->low = noise_bounded(measured->value - reach);
	measured->high = noise_bounded(measured->value + reach);
}

static void noise_judge_share(struct comparison *comparison,
			      struct figure *figure, double inflation)
{
	const struct noise noise =
		compare_noise_noise_of(comparison->base, figure->cpu);
	double least = comparison->demands.tolerance_ns;
	double deviations = normal_quantile(figure_tail(comparison, figure)) *
			    sqrt(inflation);

	noise_fill_interval(comparison->base, figure->cpu, deviations,
			    &figure->base);
	noise_fill_interval(comparison->new, figure->cpu, deviations,
			    &figure->new);
	figure_judge_intervals(comparison, figure,
			       least * WHOLE * noise.periods / noise.runtime);
}

static void noise_judge_rate(struct comparison *comparison,
			     struct figure *figure, double inflation)
{
	figure->dispersion = fmax(noise_dispersion(comparison->base,
						   figure->cpu, figure->number),
				  noise_dispersion(comparison->new, figure->cpu,
						   figure->number)) *
			     inflation;
	figure_judge_rates(comparison, figure, figure_tail(comparison, figure));
}

/* ---- Output -------------------------------------------------------------- */

static void noise_print_share_name(const struct figure *figure, char *text,
				   size_t size)
{
	(void)figure;
	snprintf(text, size, "noise share");
}

static void noise_print_rate_name(const struct figure *figure, char *text,
				  size_t size)
{
	snprintf(text, size, "%s rate", noise_source_name(figure->number));
}

static void noise_print_share(const struct measured *measured, char *text,
			      size_t size)
{
	snprintf(text, size, "%.5f %%", measured->value / 1e7);
}

static void noise_print_rate(const struct measured *measured, char *text,
			     size_t size)
{
	if (measured->time_ns)
		snprintf(text, size, "%.5g/s",
			 measured->count * 1e9 / measured->time_ns);
	else
		snprintf(text, size, "-");
}

static json_t *noise_share_json(const struct figure *figure,
				const struct measured *measured)
{
	bool interval = figure->judgement != NOT_COMPARABLE;

	return json_pack("{s:I, s:I, s:o, s:o, s:b, s:o}",
			 "periods", (json_int_t)measured->count,
			 "noise_ppb", (json_int_t)measured->value,
			 "low_ppb", interval ? json_integer(measured->low) :
					       json_null(),
			 "high_ppb", interval ? json_integer(measured->high) :
						json_null(),
			 "supported", measured->supported,
			 "needed_ns", comparison_time(measured->needs_ns));
}

static json_t *noise_rate_json(const struct figure *figure,
			       const struct measured *measured)
{
	(void)figure;
	return json_pack("{s:I, s:I, s:b, s:o}",
			 "events", (json_int_t)measured->count,
			 "per_ns", (json_int_t)measured->time_ns,
			 "supported", measured->supported,
			 "needed_ns", comparison_time(measured->needs_ns));
}

static void noise_set_rate_json(json_t *object,
				const struct comparison *comparison,
				const struct figure *figure)
{
	(void)comparison;
	json_object_set_new(object, "source",
			    json_string(noise_source_name(figure->number)));
	json_object_set_new(object, "dispersion",
			    figure->judgement == NOT_COMPARABLE ?
			    json_null() : comparison_real(figure->dispersion));
}

const struct own_figure figure_noise_share = {
	.kind = KIND_OSNOISE,
	.name = "noise share",
	.of_each = true,
	.judge = noise_judge_share,
	.print_name = noise_print_share_name,
	.print_value = noise_print_share,
	.side_json = noise_share_json,
};

const struct own_figure figure_noise_rate = {
	.kind = KIND_OSNOISE,
	.name = "rate",
	.is_rate = true,
	.judge = noise_judge_rate,
	.print_name = noise_print_rate_name,
	.print_value = noise_print_rate,
	.side_json = noise_rate_json,
	.set_json = noise_set_rate_json,
};

const struct kind_compare osnoise_compare = {
	.list = noise_list,
};
