// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of the scheduling latency: see latency_bound.h.
 */
#include <math.h>

#include "base/times.h"
#include "stats/latency_bound.h"

/* One column of one model, at its lower or its upper end. */
struct search {
	const struct bound_model *model;
	enum bound_column column;
	bool upper;
	const struct demand_curve *joint;	/* NULL: each vector by itself */
	uint64_t start;		/* L_IF */
};

static uint64_t latency_bound_product(uint64_t a, uint64_t b)
{
	uint64_t result;

	return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
}

static uint64_t latency_bound_end_of(const struct bound_variable *variable,
				     bool upper)
{
	return upper ? variable->upper_ns : variable->lower_ns;
}

static uint64_t without_interrupts(const struct bound_model *model, bool upper)
{
	uint64_t longest = time_max(latency_bound_end_of(&model->dst, upper),
				    latency_bound_end_of(&model->poid, upper));

	if (!model->without_idle)
		longest = time_max(longest,
				   latency_bound_end_of(&model->idle, upper));
	return time_after(time_after(longest,
				     latency_bound_end_of(&model->paie, upper)),
			  latency_bound_end_of(&model->psd, upper));
}

struct bound_variable bound_without_interrupts(const struct bound_model *model)
{
	return (struct bound_variable) { without_interrupts(model, false),
					 without_interrupts(model, true) };
}

/* ---- Interrupts, as each column has them --------------------------------- */

/* Return how much longer an execution may be than the vector's curve says. */
static uint64_t more_of(const struct search *search,
			const struct bound_vector *vector)
{
	return search->upper ? vector->more_ns : 0;
}

/* Return C: the longest execution. */
static uint64_t latency_bound_longest_of(const struct search *search,
					 const struct bound_vector *vector)
{
	return time_after(vector->demand->owcet_ns, more_of(search, vector));
}

/* Return what one vector takes from a window of @length ns, at least 1 ns. */
static uint64_t taken_by(const struct search *search,
			 const struct bound_vector *vector, uint64_t length)
{
	const struct demand_curve *demand = vector->demand;
	struct window_demand window;

	if (!demand->count || search->column == BOUND_NONE)
		return 0;
	if (search->column < BOUND_SPORADIC)
		return latency_bound_longest_of(search, vector);
	if (search->column == BOUND_SPORADIC)
		return latency_bound_product(demand_sporadic(demand, length),
					     latency_bound_longest_of(search,
								      vector));
	window = search->upper ? demand_at_most(demand, length) :
				 demand_at_least(demand, length);
	if (search->column == BOUND_WINDOW)
		return time_after(window.ns, latency_bound_product(
						     window.arrivals,
						     more_of(search, vector)));
	return latency_bound_product(window.arrivals,
				     latency_bound_longest_of(search, vector));
}

/*
 * Return what all vectors together take. An execution may be longer by the most
 * that one of any vector may.
 */
static uint64_t taken_jointly(const struct search *search, uint64_t length)
{
	struct window_demand window =
		search->upper ? demand_at_most(search->joint, length) :
				demand_at_least(search->joint, length);
	uint64_t more = 0;

	for (int i = 0; i < search->model->vectors; i++)
		more = time_max(more,
				more_of(search, &search->model->vector[i]));
	return time_after(window.ns, latency_bound_product(window.arrivals, more));
}

/* Return what all vectors take. */
static uint64_t interference(const struct search *search, uint64_t length)
{
	const struct bound_model *model = search->model;
	uint64_t sum = 0, largest[2] = { 0 };

	for (int i = 0; i < model->vectors; i++) {
		uint64_t taken = taken_by(search, &model->vector[i], length);
		bool is_nmi = model->vector[i].is_nmi;

		sum = time_after(sum, taken);
		largest[is_nmi] = time_max(largest[is_nmi], taken);
	}
	if (search->column == BOUND_SINGLE)
		return time_after(largest[false], largest[true]);
	if (search->joint)
		return time_min(sum, taken_jointly(search, length));
	return sum;
}

/* ---- Without end --------------------------------------------------------- */

/* Return C / T of a vector: the part of all time that it needs in the worst case. */
static double weight(const struct search *search,
		     const struct bound_vector *vector, uint64_t omiat_ns)
{
	uint64_t longest = latency_bound_longest_of(search, vector);

	if (!longest)
		return 0;
	return omiat_ns ? (double)longest / omiat_ns : INFINITY;
}

/*
 * Return whether a sum of C / T of 1 or more excludes a solution: L would be at
 * least L_IF + L * sum. Where rounding makes a difference, L would be far
 * beyond the limit. The search would find the same, but often only in a hundred
 * thousand steps.
 */
static bool overloaded(const struct search *search)
{
	double sum = 0;

	if (search->column != BOUND_SPORADIC || !search->start)
		return false;
	for (int i = 0; i < search->model->vectors; i++) {
		const struct bound_vector *vector = &search->model->vector[i];

		sum += weight(search, vector, vector->demand->omiat_ns);
	}
	return sum >= 1;
}

/* Return how much a vector weighs, compared with others, where there is no end. */
static double weight_in(const struct search *search,
			const struct bound_vector *vector)
{
	if (search->column != BOUND_SPORADIC)
		return taken_by(search, vector, BOUND_LIMIT_NS);
	/* Within the limit, what comes seldom comes once. */
	return weight(search, vector,
		      time_min(vector->demand->omiat_ns, BOUND_LIMIT_NS));
}

/* Return the index of the vector that weighs most, or -1 if none is needed. */
static int heaviest(const struct search *search)
{
	const struct bound_model *model = search->model;
	double most = 0;
	int index = -1;

	if (search->start > BOUND_LIMIT_NS)
		return -1;
	for (int i = 0; i < model->vectors; i++) {
		double weighs = weight_in(search, &model->vector[i]);

		if (weighs > most) {
			most = weighs;
			index = i;
		}
	}
	return index;
}

/* Return the least L that solves the equation, or BOUND_ENDLESS. */
static uint64_t latency_bound_least(const struct search *search)
{
	uint64_t length = search->start, next;

	/* These do not depend on L, and so have no limit. */
	if (search->column < BOUND_SPORADIC)
		return time_after(length, interference(search, 1));
	if (overloaded(search))
		return BOUND_ENDLESS;
	while (length <= BOUND_LIMIT_NS) {
		/*
		 * The solution is positive: without L_IF, an interrupt comes at
		 * once.
		 */
		next = time_after(search->start,
				  interference(search, time_max(length, 1)));
		if (next == length)
			return length;
		length = next;
	}
	return BOUND_ENDLESS;
}

static struct latency_bound both_ends(const struct bound_model *model,
				      enum bound_column column,
				      const struct demand_curve *joint)
{
	struct search lower = { model, column, false, joint,
				without_interrupts(model, false) };
	struct search upper = { model, column, true, joint,
				without_interrupts(model, true) };
	struct latency_bound bound = {
		.lower_ns = latency_bound_least(&lower),
		.upper_ns = latency_bound_least(&upper),
		.because = -1,
	};

	bound.converged = bound.upper_ns != BOUND_ENDLESS;
	if (!bound.converged)
		bound.because = heaviest(&upper);
	return bound;
}

struct latency_bound bound_of(const struct bound_model *model,
			      enum bound_column column)
{
	return both_ends(model, column, NULL);
}

struct latency_bound bound_joint(const struct bound_model *model)
{
	return both_ends(model, BOUND_WINDOW, model->joint);
}
