// SPDX-License-Identifier: GPL-2.0
/*
 * Judging gates: see gate_verdict.h.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/human.h"
#include "base/times.h"
#include "base/wide.h"
#include "gates/gate.h"
#include "gates/gate_confidence.h"
#include "gates/gate_figure.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "gates/kind_gates.h"
#include "gates/looks.h"
#include "stats/clusters.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"

#define ALL_CPUS	(-1)

/* The figures of one CPU, or of all CPUs together. */
struct figures {
	struct latency latency;	/* with the skipped periods of its context */
	uint64_t samples;	/* of @latency: those that were measured */
	uint64_t periods;	/* activations or periods that were measured */
	uint64_t skipped;	/* periods that were not */
	uint64_t over;		/* samples over the gate's limit, at least */
	uint64_t over_most;	/* and at most, by the distributions of threads */
	int undistributed;	/* threads whose distributions are needed, and missing */
	uint64_t time_ns;	/* the time that a rate refers to */
};

/* Return the time in ns that the gate compares single samples with. */
static uint64_t given_limit(const struct gate *gate)
{
	return gate->metric == GATE_PERCENTILE ? gate->limit.amount :
						 gate->over_ns;
}

/* Return the limit in ns: samples that exceed it are counted for the gate. */
static uint64_t watched_limit(const struct gate *gate)
{
	bool strict = gate->metric == GATE_PERCENTILE &&
		      (gate->operator == GATE_LESS ||
		       gate->operator == GATE_AT_LEAST);
	uint64_t limit = given_limit(gate);

	/* A sample of exactly 20 us already violates "< 20 us". */
	return strict && limit ? limit - 1 : limit;
}

void gates_watch(const struct gates *gates, struct sample_record *record)
{
	for (int i = 0; i < gates->count; i++) {
		const struct gate *gate = &gates->gate[i];

		record_watch(record,
			     gate_counts_over(gate) ? gate->context : CONTEXTS,
			     watched_limit(gate));
	}
}

/* ---- The figures judged -------------------------------------------------- */

static void add_cpu(struct figures *figures, const struct gate_inputs *inputs,
		    int cpu, int watch)
{
	/* Each activation has a thread latency, and only timerlat has those. */
	figures->periods +=
		stats_periods(inputs->stats, cpu) +
		stats_get(inputs->stats, cpu, CONTEXT_THREAD)->count;
	if (cpus_has(inputs->cpus, cpu))
		figures->skipped += inputs->skipped_of[cpu];
	figures->over += record_over(inputs->record, cpu, watch);
}

/*
 * Copy the distribution of the latencies that are judged; the caller frees it
 * in any case. Returns false if there is no memory.
 */
static bool copy_judged(const struct gate_inputs *inputs,
			const struct gate *gate, int cpu,
			struct distribution *all)
{
	if (gate->comm)
		return watched_named_distribution(inputs->kind.threads,
						  gate_comm(gate),
						  gate->context, all);
	return record_copy(inputs->record, cpu, gate->context, RECORD_ALL, all);
}

/*
 * Count the wake-ups of threads that are over the limit. Nobody has counted
 * them one by one: those in the bucket of the limit may be on either side,
 * unless all are.
 */
static void count_over(struct figures *figures,
		       const struct gate_inputs *inputs,
		       const struct gate *gate)
{
	uint64_t limit = watched_limit(gate), count;
	int bucket = distribution_bucket(limit), next;
	struct distribution all;

	if (limit >= figures->latency.max)
		return;
	if (!copy_judged(inputs, gate, ALL_CPUS, &all)) {
		/* Without memory, any of them may be over it. */
		figures->over_most = figures->latency.count;
		distribution_free(&all);
		return;
	}
	for (next = distribution_next(&all, bucket); next >= 0;
	     next = distribution_next(&all, next + 1)) {
		count = distribution_count(&all, next);
		if (limit < distribution_high(next))
			figures->over_most += count;
		if (next > bucket || limit < figures->latency.min)
			figures->over += count;
	}
	distribution_free(&all);
}

static struct figures figures_of_threads(const struct gate_inputs *inputs,
					 const struct gate *gate)
{
	struct figures figures = {
		.time_ns = inputs->measured_ns,
		.latency = watched_named(inputs->kind.threads, gate_comm(gate),
					 gate->context),
	};

	figures.samples = figures.latency.count;
	if (!gate_needs_distributions(gate))
		return figures;
	figures.undistributed = watched_undistributed(inputs->kind.threads,
						      gate_comm(gate),
						      gate->context);
	count_over(&figures, inputs, gate);
	return figures;
}

static struct figures figures_of_cpus(const struct gate_inputs *inputs,
				      const struct gate *gate, int index,
				      int cpu)
{
	struct figures figures = {
		.time_ns = inputs->measured_ns,
		.latency = stats_corrected(inputs->stats, cpu, gate->context),
		.samples =
			stats_measured(inputs->stats, cpu, gate->context).count,
	};
	int next;

	if (cpu != ALL_CPUS) {
		add_cpu(&figures, inputs, cpu, index);
	} else {
		cpus_for_each(next, inputs->cpus)
			add_cpu(&figures, inputs, next, index);
	}
	figures.over_most = figures.over;
	return figures;
}

/*
 * Return the percentile in ns, rounded up to the end of its bucket. On which
 * side of the limit it lies is known exactly, see holds().
 */
static uint64_t percentile_of(const struct gate_inputs *inputs,
			      const struct gate *gate,
			      const struct figures *figures, int cpu)
{
	struct distribution all;
	uint64_t value = 0;

	if (copy_judged(inputs, gate, cpu, &all))
		value = percentile_value(&all, gate->percentile,
					 figures->latency.max);
	distribution_free(&all);
	return value;
}

/*
 * Return the whole ns that compares with the limit as the exact figure does:
 * with 5000.5 ns, "<= 5000 ns" does not hold, and "< 5001 ns" does.
 */
static uint64_t rounded(const struct gate *gate, struct bounds bounds)
{
	return gate->operator == GATE_AT_MOST || gate->operator == GATE_MORE ?
	       bounds.high : bounds.low;
}

/* Return how many samples the figure needs at least. */
static uint64_t samples_needed(const struct gate *gate)
{
	switch (gate->metric) {
	case GATE_SAMPLES:
		return 0;
	case GATE_STDDEV:
		return 2;
	default:
		return 1;
	}
}

static bool has_value(const struct gate *gate, const struct figures *figures)
{
	if (figures->undistributed)
		return false;
	if (gate_is_skipped(gate))
		return figures->periods || figures->skipped;
	return figures->latency.count >= samples_needed(gate);
}

static struct quantity gate_verdict_value_of(const struct gate_inputs *inputs,
					     const struct gate *gate,
					     const struct figures *figures,
					     int cpu)
{
	struct quantity value = {
		.unit = gate->limit.unit, .per_ns = figures->time_ns,
	};

	if (!has_value(gate, figures))
		return value;
	switch (gate->metric) {
	case GATE_MIN:
		value.amount = figures->latency.min;
		break;
	case GATE_AVG:
		value.amount =
			rounded(gate,
				latency_average_bounds(&figures->latency));
		break;
	case GATE_MAX:
		value.amount = figures->latency.max;
		break;
	case GATE_STDDEV:
		value.amount =
			rounded(gate,
				latency_deviation_bounds(&figures->latency));
		break;
	case GATE_PERCENTILE:
		value.amount = percentile_of(inputs, gate, figures, cpu);
		break;
	case GATE_SAMPLES:
		value.amount = figures->samples;
		break;
	case GATE_OVER_COUNT:
	case GATE_OVER_RATE:
		value.amount = figures->over;
		break;
	case GATE_SKIPPED:
		value.amount = figures->skipped;
		break;
	case GATE_SKIPPED_SHARE:
		value.amount = rounded(gate, part_bounds(figures->skipped,
					figures->skipped + figures->periods));
		break;
	case GATE_OWN:
		break;
	}
	return value;
}

/* ---- The verdict --------------------------------------------------------- */

/* Return how many of @count samples may lie beyond the percentile. */
static uint64_t may_exceed(uint32_t percentile, uint64_t count)
{
	return count - percentile_rank(percentile, count);
}

/*
 * Return whether the gate holds. For a percentile this depends on the exact
 * count of samples over the limit, and @value is corrected to agree with that.
 */
static bool holds(const struct gate *gate, const struct figures *figures,
		  struct quantity *value)
{
	bool below;

	/* No latency is below 0: what is compared with that needs no counting. */
	if (gate->metric != GATE_PERCENTILE || !gate->limit.amount)
		return gate_holds(gate, value);
	below = figures->over <= may_exceed(gate->percentile,
					    figures->latency.count);
	/*
	 * The value is the end of a bucket, which may be on the other side of
	 * the limit: it must not contradict the exact answer.
	 */
	if (below)
		value->amount = time_min(value->amount, watched_limit(gate));
	else
		value->amount =
			time_max(value->amount, watched_limit(gate) + 1);
	return below == gate_is_upper(gate);
}

/*
 * Return whether a run is too short to judge a rate: shorter than the time in
 * which the limit allows one event.
 *
 * If one event per hour is allowed, no event in less than an hour proves
 * nothing, nor does one event: it may be the only one in that hour. Two are too
 * many, whatever follows; if less than one is allowed, so is one. If one per
 * hour is demanded, one is enough, and without any it may still come. So a gate
 * can be judged wherever a stricter one can.
 */
static bool is_too_short(const struct gate *gate, const struct quantity *value,
			 bool holds_now)
{
	if (gate->limit.unit != UNIT_RATE ||
	    wide_compare(wide_product(value->per_ns, gate->limit.amount),
			 wide_number(gate->limit.per_ns)) >= 0)
		return false;
	if (gate_is_upper(gate))
		return value->amount < (gate->operator == GATE_LESS ? 1 : 2);
	return !holds_now;
}

/* Tell how long a run has to be for a rate, which may refer to a part of its time. */
static void tell_too_short(const struct gate *gate,
			   const struct quantity *value, uint64_t measured_ns,
			   char *reason)
{
	uint64_t needs_ns = gate->limit.per_ns / gate->limit.amount;
	char time[QUANTITY_LEN];

	if (value->per_ns)
		needs_ns =
			wide_quotient_up(needs_ns, measured_ns, value->per_ns);
	snprintf(reason, GATE_WHY_LEN, "the run is too short: measure for at least %s",
		 needed_text(needs_ns, time));
}

static const struct kind_gates *gate_verdict_kind_of(const struct gate *gate)
{
	return kind_row(context_kind(gate->context))->gates;
}

/* Return why a gate has no value. */
static const char *why_without(const struct gate_inputs *inputs,
			       const struct gate *gate,
			       const struct figures *figures)
{
	const struct kind_gates *of = gate_verdict_kind_of(gate);
	const char *missing = of && of->missing ? of->missing(gate, inputs) :
						  NULL;

	if (missing)
		return missing;
	return figures->latency.count ?
	       "one sample has no standard deviation: measure for longer" :
	       "nothing was measured";
}

/* Tell why a gate for threads that have no distributions is not judged. */
static void tell_undistributed(const struct figures *figures, char *reason)
{
	snprintf(reason, GATE_WHY_LEN, "%d of its threads have no distribution, since only the first %d that are watched do: watch no others, with --comm or --tid",
		 figures->undistributed, WATCHED_DISTRIBUTED);
}

/*
 * Return whether the verdict would be another one if all wake-ups in the bucket
 * of the limit were over it, which the distribution of a thread does not tell;
 * and print that to @reason.
 */
static bool is_cut(const struct gate_inputs *inputs, const struct gate *gate,
		   const struct figures *figures, bool holds_now, char *reason)
{
	uint64_t limit = watched_limit(gate),
		 cut = figures->over_most - figures->over;
	struct figures most = *figures;
	struct quantity value;

	if (!cut)
		return false;
	most.over = most.over_most;
	value = gate_verdict_value_of(inputs, gate, &most, ALL_CPUS);
	if (holds(gate, &most, &value) == holds_now)
		return false;
	snprintf(reason, GATE_WHY_LEN, "%" PRIu64 " of the wake-ups are so near to the limit that the distribution of a thread does not tell on which side: give %.3f us as the limit",
		 cut, time_us(distribution_high(distribution_bucket(limit)) +
			      (limit != given_limit(gate))));
	return true;
}

/*
 * Return whether the figures are not enough for a verdict, and print the reason
 * to @reason. @holds_now: the gate holds by the figures so far.
 */
static bool is_unknown(const struct gate_inputs *inputs,
		       const struct gate *gate, const struct figures *figures,
		       const struct quantity *value, bool holds_now,
		       char *reason)
{
	uint64_t measured_ns = inputs->measured_ns;
	const struct latency *latency = &figures->latency;
	uint64_t needs, needs_ns;
	char time[QUANTITY_LEN];

	if (figures->undistributed) {
		tell_undistributed(figures, reason);
		return true;
	}
	if (!has_value(gate, figures)) {
		snprintf(reason, GATE_WHY_LEN, "%s",
			 why_without(inputs, gate, figures));
		return true;
	}
	if (gate->metric == GATE_PERCENTILE) {
		needs = percentile_needs(gate->percentile);
		/*
		 * PERCENTILE_SUPPORT samples over an upper limit are enough to
		 * tell that the gate fails.
		 */
		if (latency->count >= needs ||
		    (!holds_now && gate_is_upper(gate) &&
		     figures->over >= PERCENTILE_SUPPORT))
			return false;
		needs_ns = percentile_needs_ns(gate->percentile, latency->count,
					       measured_ns);
		snprintf(reason, GATE_WHY_LEN, "%" PRIu64 " samples are too few, %" PRIu64 " are needed: measure for at least %s",
			 latency->count, needs, needed_text(needs_ns, time));
		return true;
	}
	if (!is_too_short(gate, value, holds_now))
		return false;
	tell_too_short(gate, value, measured_ns, reason);
	return true;
}

/* ---- With confidence ----------------------------------------------------- */

/*
 * Return which part of the latencies counts as independent, at most 1: those of
 * a cluster count once. At the limit there may be too few to see how they
 * cluster, so the percentiles are looked at as well, and the smallest estimate
 * is taken.
 */
static double independent(const struct gate_inputs *inputs,
			  const struct gate *gate,
			  const struct figures *figures, int cpu)
{
	const struct run_blocks blocks = {
		inputs->record, inputs->measured_ns, cpu, gate->context
	};
	struct distribution all;
	double clusters = 1;

	if (record_copy(inputs->record, cpu, gate->context, RECORD_ALL, &all)) {
		if (figures->over)
			clusters = clusters_above(&blocks, &all,
						  watched_limit(gate));
		for (const uint32_t *of = percentiles_all; *of; of++)
			if (all.count >= percentile_needs(*of))
				clusters =
					fmin(clusters,
					     clusters_above(&blocks, &all,
							    percentile_value(&all,
									     *of,
									     UINT64_MAX)));
	}
	distribution_free(&all);
	return clusters /
	       fmax(clusters_inflation(&blocks),
		    clusters_dispersion(&blocks, watched_limit(gate)));
}

static void tell_undecided(const struct share *share,
			   const struct share_confidence *confidence,
			   const struct figures *figures, uint64_t measured_ns,
			   char *reason)
{
	double times = share_decides(share, confidence);
	char time[QUANTITY_LEN];
	int used;

	used = snprintf(reason, GATE_WHY_LEN, "%" PRIu64 " of %" PRIu64 " latencies are over the limit, they count as %.0f: undecided: ",
			figures->over, figures->latency.count, share->count);
	if (isinf(times))
		snprintf(reason + used, GATE_WHY_LEN - used, "no longer run is likely to decide");
	else
		snprintf(reason + used, GATE_WHY_LEN - used, "measure for about %s",
			 needed_text(measured_ns * times, time));
}

/*
 * Return how sure each answer has to be. The chance of an error is divided
 * among the looks. One of @of CPUs is enough to fail, so that the chance to
 * fail is divided among them, too; but all of them have to pass, so that a
 * wrong pass needs an error on the very CPU that does not meet the limit.
 */
static struct share_confidence confidence_of(const struct gate_inputs *inputs,
					     const struct gate *gate, int of)
{
	int looks = inputs->looks ?: 1;
	double pass = looks_confidence(gate->confidence, looks);
	double fail = looks_confidence(gate->confidence, looks * of);

	return gate_is_upper(gate) ? (struct share_confidence) { pass, fail } :
				(struct share_confidence) { fail, pass };
}

/*
 * Judge a gate with confidence, for one of @of CPUs; @verdict has all but its
 * outcome and reason.
 */
static void judge_with_confidence(const struct gate_inputs *inputs,
				  const struct gate *gate,
				  const struct figures *figures, int of,
				  struct gate_verdict *verdict)
{
	double part = independent(inputs, gate, figures, verdict->cpu);
	const struct share share = {
		.over = figures->over * part,
		.count = figures->latency.count * part,
		.allowed = gate_allowed_part(gate, figures->latency.count,
					     figures->time_ns),
	};
	const struct share_confidence confidence =
		confidence_of(inputs, gate, of);
	enum share_side side = share_side(&share, &confidence);

	verdict->effective = share.count;
	if (side == SHARE_UNDECIDED) {
		verdict->outcome = GATE_UNDECIDED;
		tell_undecided(&share, &confidence, figures,
			       inputs->measured_ns, verdict->reason);
	} else {
		verdict->outcome = (side == SHARE_KEPT) == gate_is_upper(gate) ?
				   GATE_PASS : GATE_FAIL;
	}
}

/* Judge a gate for one CPU of @of, or for all together. */
static struct gate_verdict gate_verdict_judge(const struct gate_inputs *inputs,
					      const struct gate *gate,
					      int index, int cpu, int of)
{
	struct figures figures = gate->comm ? figures_of_threads(inputs, gate) :
				 figures_of_cpus(inputs, gate, index, cpu);
	struct gate_verdict verdict = { .cpu = cpu };
	bool good;

	if (!gate_is_skipped(gate)) {
		verdict.latencies = figures.latency.count;
		verdict.skipped = figures.latency.count - figures.samples;
	}
	verdict.value = gate_verdict_value_of(inputs, gate, &figures, cpu);
	verdict.has_value = has_value(gate, &figures);
	good = holds(gate, &figures, &verdict.value);
	if (gate->confidence && verdict.has_value)
		judge_with_confidence(inputs, gate, &figures, of, &verdict);
	else if (is_unknown(inputs, gate, &figures, &verdict.value, good,
			    verdict.reason) ||
		 is_cut(inputs, gate, &figures, good, verdict.reason))
		verdict.outcome = GATE_UNKNOWN;
	else
		verdict.outcome = good ? GATE_PASS : GATE_FAIL;
	return verdict;
}

/*
 * Return whether @a is further from passing than @b. A failed gate is worse
 * than an unknown one.
 */
static bool is_worse(const struct gate *gate, const struct gate_verdict *a,
		     const struct gate_verdict *b)
{
	static const int badness[] = {
		[GATE_PASS] = 0, [GATE_UNDECIDED] = 1, [GATE_UNKNOWN] = 2,
		[GATE_FAIL] = 3
	};
	int order;

	if (badness[a->outcome] != badness[b->outcome])
		return badness[a->outcome] > badness[b->outcome];
	order = quantity_compare(gate->limit.unit, &a->value, &b->value);
	return gate_is_upper(gate) ? order > 0 : order < 0;
}

/*
 * Judge a gate that only its kind has, by the figures of @cpus together. What
 * has no end has no value, and fails any upper limit.
 */
static struct gate_verdict
gate_verdict_judge_own(const struct gate_inputs *inputs,
		       const struct gate *gate, const struct cpus *cpus,
		       int cpu)
{
	struct gate_figure figure =
		gate_verdict_kind_of(gate)->figure(gate, inputs, cpus);
	struct gate_verdict verdict = {
		.cpu = cpu, .value = figure.value,
		.has_value = figure.known && !figure.endless,
	};
	bool good = gate_holds(gate, &figure.value);

	if (!figure.known)
		verdict.outcome = GATE_UNKNOWN;
	else
		verdict.outcome = good ? GATE_PASS : GATE_FAIL;
	if (verdict.outcome != GATE_PASS)
		snprintf(verdict.reason, sizeof(verdict.reason), "%s", figure.why);
	if (verdict.has_value && is_too_short(gate, &figure.value, good)) {
		verdict.outcome = GATE_UNKNOWN;
		tell_too_short(gate, &figure.value, inputs->measured_ns,
			       verdict.reason);
	}
	return verdict;
}

static struct gate_verdict judge_own_of(const struct gate_inputs *inputs,
					const struct gate *gate, int cpu)
{
	struct cpus one = { .word = { 0 } };

	cpus_add(&one, cpu);
	return gate_verdict_judge_own(inputs, gate, &one, cpu);
}

struct gate_verdict gate_judge(const struct gates *gates, int index,
			       const struct gate_inputs *inputs)
{
	const struct gate *gate = &gates->gate[index];
	struct gate_verdict worst = { .cpu = ALL_CPUS }, verdict;
	bool first = true;
	struct cpus cpus;
	int cpu;

	if (!gate_cpus(gate, inputs->cpus, &cpus))
		return gate->metric == GATE_OWN ?
			       gate_verdict_judge_own(inputs, gate,
						      inputs->cpus, ALL_CPUS) :
			       gate_verdict_judge(inputs, gate, index, ALL_CPUS,
						  1);
	cpus_for_each(cpu, &cpus) {
		verdict = gate->metric == GATE_OWN ?
				  judge_own_of(inputs, gate, cpu) :
				  gate_verdict_judge(inputs, gate, index, cpu,
						     cpus_count(&cpus));
		if (first || is_worse(gate, &verdict, &worst))
			worst = verdict;
		first = false;
	}
	return worst;
}

static bool only_grows(const struct gate *gate)
{
	switch (gate->metric) {
	case GATE_MAX:
	case GATE_SAMPLES:
	case GATE_OVER_COUNT:
	case GATE_SKIPPED:
		return true;
	case GATE_OWN:
		return gate->grows;
	default:
		return false;
	}
}

bool gate_decided(const struct gate *gate, enum gate_outcome outcome)
{
	if (outcome == GATE_FAIL)
		return gate_is_upper(gate) || !only_grows(gate);
	return outcome == GATE_PASS;
}

const char *gate_outcome_name(enum gate_outcome outcome)
{
	static const char *const names[] = {
		[GATE_PASS] = "pass", [GATE_FAIL] = "fail",
		[GATE_UNKNOWN] = "unknown", [GATE_UNDECIDED] = "undecided",
	};

	return names[outcome];
}
