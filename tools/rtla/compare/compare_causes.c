// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of what took time: see compare_causes.h, and
 * Documentation/compare.md for the method.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "compare/compare_causes.h"
#include "compare/compare_spread.h"
#include "compare/kind_compare.h"
#include "results/results.h"
#include "stats/intervals.h"

/* A name has at least so much, so that its logarithm exists. */
#define EVENTS_OFFSET	0.5

/* ---- Names --------------------------------------------------------------- */

/*
 * Which of its workers ran is chance, and so is the number in the name of a
 * kworker, like "kworker/3:1".
 */
static void causes_take_name(const struct cause *cause, char *name)
{
	static const char workers[] = "kworker/";

	snprintf(name, CAUSE_NAME_LEN, "%s", cause->name);
	if (cause->kind == NOISE_THREAD &&
	    !strncmp(name, workers, strlen(workers)))
		name[strlen(workers) - 1] = '\0';
}

static bool has_name(const struct compared_cause *of, const struct cause *cause)
{
	char name[CAUSE_NAME_LEN];

	causes_take_name(cause, name);
	return of->kind == cause->kind && !strcmp(of->name, name);
}

static bool is_compared(const struct comparison *comparison,
			const struct cause *cause)
{
	return cause->id != CAUSE_OTHERS &&
	       cpus_has(&comparison->cpus, cause->cpu);
}

static bool add_name(struct compared_causes *all, const struct cause *cause)
{
	struct compared_cause *grown;

	for (int i = 0; i < all->count; i++)
		if (has_name(&all->cause[i], cause))
			return true;
	grown = array_grow(all->cause, all->count, sizeof(*grown));
	if (!grown)
		return false;
	all->cause = grown;
	grown += all->count++;
	*grown = (struct compared_cause) { .kind = cause->kind };
	causes_take_name(cause, grown->name);
	return true;
}

static bool add_names(const struct comparison *comparison,
		      struct compared_causes *all,
		      const struct results *results)
{
	const struct causes *causes = results->kind.causes;

	for (int i = 0; i < causes->count; i++)
		if (is_compared(comparison, &causes->cause[i]) &&
		    !add_name(all, &causes->cause[i]))
			return false;
	return true;
}

/* Return what a result has of a name, on the CPUs that both have. */
static struct cause_side cause_side_of(const struct comparison *comparison,
				       const struct results *results,
				       const struct compared_cause *of)
{
	const struct causes *causes = results->kind.causes;
	struct cause_side side = {
		.time_ns = (double)results->measured_ns *
			   cpus_count(&comparison->cpus),
	};

	for (int i = 0; i < causes->count; i++) {
		const struct cause *cause = &causes->cause[i];

		if (cause->id == CAUSE_OTHERS && cause->kind == of->kind &&
		    cpus_has(&comparison->cpus, cause->cpu)) {
			side.others += cause->count;
			side.others_sum += cause->sum;
		} else if (is_compared(comparison, cause) &&
			   has_name(of, cause)) {
			side.count += cause->count;
			side.sum += cause->sum;
			if (cause->max > side.max)
				side.max = cause->max;
		}
	}
	return side;
}

static void add_side(struct cause_side *to, const struct cause_side *side)
{
	to->count += side->count;
	to->sum += side->sum;
	to->others += side->others;
	to->others_sum += side->others_sum;
	to->time_ns += side->time_ns;
	if (side->max > to->max)
		to->max = side->max;
}

/* ---- Chance -------------------------------------------------------------- */

/* The judgement of all names needs this. */
struct judging {
	const struct comparison *comparison;
	double tail;			/* beyond one end of an interval */
	double offset_ns;		/* a time that is of no interest */
	struct cause_side *run;		/* of BASE: a name in each of them */
	double *number;			/* room for a number of each */
};

/* Return the rate of the source that a name is of, if it is a figure. */
static const struct figure *causes_rate(const struct comparison *comparison,
					enum noise_source kind)
{
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (figure_is_rate(figure) && figure->cpu == EVERY_CPU &&
		    figure->number == (int)kind &&
		    figure->judgement != NOT_COMPARABLE)
			return figure;
	}
	return NULL;
}

/*
 * Return how much more the number of a name's noises varies than that of a
 * Poisson variable; 0: nothing is known of it. The variance of a part that does
 * not depend on the rest is at most that of the whole. So it is at most so much
 * larger, in relation to its mean, as it comes less often.
 */
static double causes_dispersion(const struct comparison *comparison,
				const struct compared_cause *cause)
{
	const struct figure *rate = causes_rate(comparison, cause->kind);
	double events = fmax(cause->base.count + cause->new.count, 1);

	if (!rate)
		return 0;
	return fmax(1, rate->dispersion *
		       (rate->base.count + rate->new.count) / events);
}

/* A name has these noises at least, and may have those of the others, too. */
static double most_events(const struct cause_side *side)
{
	return (double)side->count + side->others;
}

static double most_time(const struct cause_side *side)
{
	return (double)side->sum + side->others_sum;
}

/* Return 1 if NEW has more than chance and the tolerance explain, -1 if less, or 0. */
static int differs_by_rate(const struct judging *judging,
			   const struct cause_side *base,
			   const struct cause_side *new, double dispersion)
{
	double limit = 1 + judging->comparison->demands.tolerance;

	if (rate_ratio(most_events(base), base->time_ns, new->count,
		       new->time_ns, dispersion, judging->tail).low > limit)
		return 1;
	if (rate_ratio(base->count, base->time_ns, most_events(new),
		       new->time_ns, dispersion, judging->tail).high * limit < 1)
		return -1;
	return 0;
}

/* Return the same of a number of NEW beside those of the runs of BASE. */
static bool beyond_runs(const struct judging *judging, double number, bool more)
{
	const struct comparison *comparison = judging->comparison;
	int runs = comparison->bases;
	struct spread spread = spread_of_runs(judging->number, runs);
	double reach = spread_reach(&spread, runs, judging->tail) +
		       log1p(comparison->demands.tolerance);
	double off = log(number) - spread.mean;

	return more ? off > reach : -off > reach;
}

static double rate_number(double events, const struct cause_side *side)
{
	return (events + EVENTS_OFFSET) / fmax(side->time_ns, 1);
}

static double time_number(const struct judging *judging, double sum,
			  const struct cause_side *side)
{
	return (sum + judging->offset_ns) / fmax(side->time_ns, 1);
}

/* Both the spread of BASE's runs and chance within most of them must be exceeded. */
static bool differs_by_runs(const struct judging *judging,
			    const struct cause_side *new, double dispersion,
			    bool more)
{
	int runs = judging->comparison->bases, say = 0;

	for (int i = 0; i < runs; i++) {
		const struct cause_side *run = &judging->run[i];

		judging->number[i] =
			rate_number(more ? most_events(run) : run->count, run);
		say += differs_by_rate(judging, run, new, dispersion) ==
		       (more ? 1 : -1);
	}
	return 2 * say > runs &&
	       beyond_runs(judging,
			   rate_number(more ? new->count : most_events(new),
				       new), more);
}

/* How long single noises are is known of several runs only. */
static bool takes_other_time(const struct judging *judging,
			     const struct cause_side *new, bool more)
{
	for (int i = 0; i < judging->comparison->bases; i++) {
		const struct cause_side *run = &judging->run[i];

		judging->number[i] =
			time_number(judging, more ? most_time(run) : run->sum,
				    run);
	}
	return beyond_runs(judging,
			   time_number(judging,
				       more ? new->sum : most_time(new), new),
			   more);
}

static enum cause_verdict cause_verdict_of(const struct compared_cause *cause,
					   bool more)
{
	if (more)
		return most_events(&cause->base) ? CAUSE_GREW : CAUSE_APPEARED;
	return most_events(&cause->new) ? CAUSE_SHRANK : CAUSE_VANISHED;
}

static void judge_by_runs(const struct judging *judging,
			  struct compared_cause *cause, double dispersion)
{
	for (int more = 0; more < 2; more++) {
		bool rate = differs_by_runs(judging, &cause->new, dispersion,
					    more);

		if (!rate && !takes_other_time(judging, &cause->new, more))
			continue;
		cause->verdict = cause_verdict_of(cause, more);
		cause->by_time = !rate;
		return;
	}
}

static void fill_rate(const struct judging *judging,
		      struct compared_cause *cause, double dispersion)
{
	const struct cause_side *base = &cause->base, *new = &cause->new;
	double was = base->count / fmax(base->time_ns, 1);
	double is = new->count / fmax(new->time_ns, 1);

	cause->rate = (struct change) {
		.value = was > 0 ? is / was - 1 : INFINITY,
		.low = NAN, .high = NAN,
	};
	if (cause->verdict == CAUSE_NOT_JUDGED ||
	    judging->comparison->bases > 1)
		return;
	cause->rate.low = rate_ratio(most_events(base), base->time_ns,
				     new->count, new->time_ns, dispersion,
				     judging->tail).low - 1;
	cause->rate.high = rate_ratio(base->count, base->time_ns,
				      most_events(new), new->time_ns,
				      dispersion, judging->tail).high - 1;
}

static void judge_cause(const struct judging *judging,
			struct compared_cause *cause)
{
	double dispersion = causes_dispersion(judging->comparison, cause);
	int differs;

	if (judging->comparison->bases > 1) {
		judge_by_runs(judging, cause, fmax(dispersion, 1));
	} else if (!dispersion) {
		cause->verdict = CAUSE_NOT_JUDGED;
	} else {
		differs = differs_by_rate(judging, &cause->base, &cause->new,
					  dispersion);
		if (differs)
			cause->verdict = cause_verdict_of(cause, differs > 0);
	}
	fill_rate(judging, cause, dispersion);
}

static void compare_cause(const struct judging *judging,
			  struct compared_cause *cause)
{
	const struct comparison *comparison = judging->comparison;

	for (int i = 0; i < comparison->bases; i++) {
		judging->run[i] = cause_side_of(comparison,
						&comparison->base[i], cause);
		add_side(&cause->base, &judging->run[i]);
	}
	cause->new = cause_side_of(comparison, comparison->new, cause);
	judge_cause(judging, cause);
}

/* ---- All of them --------------------------------------------------------- */

static double causes_share(const struct cause_side *side)
{
	return side->sum / fmax(side->time_ns, 1);
}

static bool cause_differs(const struct compared_cause *cause)
{
	return cause->verdict != CAUSE_SAME &&
	       cause->verdict != CAUSE_NOT_JUDGED;
}

static int by_change(const void *one, const void *other)
{
	const struct compared_cause *a = one, *b = other;
	double x = fabs(causes_share(&a->new) - causes_share(&a->base));
	double y = fabs(causes_share(&b->new) - causes_share(&b->base));

	if (cause_differs(a) != cause_differs(b))
		return cause_differs(a) ? -1 : 1;
	if (x != y)
		return x > y ? -1 : 1;
	return a->kind != b->kind ? (int)a->kind - (int)b->kind :
				    strcmp(a->name, b->name);
}

static bool all_have_names(const struct comparison *comparison)
{
	for (int i = 0; i < comparison->bases; i++)
		if (!comparison->base[i].kind.causes ||
		    !comparison->base[i].measured_ns)
			return false;
	return comparison->new->kind.causes && comparison->new->measured_ns;
}

static bool list_names(const struct comparison *comparison,
		       struct compared_causes *all)
{
	for (int i = 0; i < comparison->bases; i++)
		if (!add_names(comparison, all, &comparison->base[i]))
			return false;
	return add_names(comparison, all, comparison->new);
}

bool causes_compare(struct comparison *comparison)
{
	struct judging judging = { .comparison = comparison };
	struct compared_causes *all;
	bool good;

	if (!comparison->new || !comparison->figures ||
	    !all_have_names(comparison))
		return true;
	all = calloc(1, sizeof(*all));
	judging.run = calloc(comparison->bases, sizeof(*judging.run));
	judging.number = calloc(comparison->bases, sizeof(*judging.number));
	comparison->causes = all;
	good = all && judging.run && judging.number &&
	       list_names(comparison, all);
	if (good) {
		judging.tail = comparison->demands.alpha / 2 /
			       (all->count ?: 1);
		judging.offset_ns = fmax(comparison->demands.tolerance_ns, 1);
		for (int i = 0; i < all->count; i++)
			compare_cause(&judging, &all->cause[i]);
		if (all->count)
			qsort(all->cause, all->count, sizeof(*all->cause),
			      by_change);
	}
	free(judging.run);
	free(judging.number);
	return good;
}

void compared_causes_free(struct compared_causes *causes)
{
	if (causes)
		free(causes->cause);
	free(causes);
}
