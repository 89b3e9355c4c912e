// SPDX-License-Identifier: GPL-2.0
/*
 * An agreement as a table for people: see agreement_output.h.
 */
#include <inttypes.h>

#include "agree/agreement_output.h"
#include "base/human.h"
#include "base/wrap.h"

#define PERCENT		((int)(100 * AGREEMENT_CONFIDENCE + 0.5))

const char *agreement_verdict_name(enum agreement_verdict verdict)
{
	static const char *const names[] = {
		[AGREEMENT_AGREE] = "agree",
		[AGREEMENT_DISAGREE] = "disagree",
		[AGREEMENT_UNTOLD] = "cannot tell",
	};

	return names[verdict];
}

static double us(double ns)
{
	return ns / 1000;
}

/* Print an interval of a difference in ns, in @unit. */
static void print_interval(FILE *out, double low, double high,
			   const char *unit)
{
	fprintf(out, ", %d %% interval %+.2f to %+.2f %s", PERCENT, us(low),
		us(high), unit);
}

static void agreement_text_print_verdict(FILE *out,
					 const struct agreement *agreement,
					 const struct instrument_pair *pair)
{
	fprintf(out, "Verdict: %s: ",
		agreement_verdict_name(agreement->verdict));
	if (agreement->rounds < AGREEMENT_ROUNDS_MIN) {
		fprintf(out, "rounds complete: %d, needed: %d\n",
			agreement->rounds, AGREEMENT_ROUNDS_MIN);
		return;
	}
	fprintf(out, "%s by %+.2f %s", pair->judged,
		us(agreement->difference_ns), pair->unit);
	print_interval(out, agreement->low_ns, agreement->high_ns, pair->unit);
	fprintf(out, ", %s +-%.2f %s",
		agreement->verdict == AGREEMENT_AGREE ? "within" :
		agreement->verdict == AGREEMENT_DISAGREE ? "outside of" :
		"partly within", us(agreement->within_ns), pair->unit);
	if (agreement->needed)
		fprintf(out, "; about %d rounds would tell",
			agreement->needed);
	fputc('\n', out);
}

static void print_plan(FILE *out, const struct agreement *agreement,
		       const struct rounds_plan *plan)
{
	const struct measurement *measurement = &plan->measurement;
	char cpus[CPUS_TEXT_SIZE], priority[PRIORITY_LEN], time[QUANTITY_LEN];

	fprintf(out, "CPUs %s, %s%d us%s, priority %s, %d rounds of %s with each tool, load: %s\n",
		cpus_format(&measurement->cpus, cpus, sizeof(cpus)),
		measurement->pair->timers ? "period " : "interruptions of ",
		measurement->pair->timers ? measurement->period_us :
					    measurement->above_us,
		measurement->pair->timers ? "" : " or more",
		priority_print(&measurement->priority, "none", priority),
		agreement->rounds,
		duration_text(measurement->run_s * NS_PER_SEC, time),
		plan->load ?: "none");
}

/* ---- The table ----------------------------------------------------------- */

static void print_tool(FILE *out, const char *name, const char *version,
		       const struct instrument_figures *figures)
{
	char tool[64];

	snprintf(tool, sizeof(tool), "%s %s", name, version);
	fprintf(out, " %-18s %14" PRIu64 " %10.2f %10.2f %10.2f\n", tool,
		figures->count, us(figures->min_ns),
		us(figures->average_ns), us(figures->max_ns));
}

static void agreement_text_print_table(FILE *out,
				       const struct agreement *agreement,
				       const struct rounds *rounds,
				       const struct instrument_pair *pair)
{
	const struct instrument_figures *ours =
		&agreement->all[INSTRUMENT_OURS];
	const struct instrument_figures *theirs =
		&agreement->all[INSTRUMENT_THEIRS];

	fprintf(out, "\n %-18s %14s %10s %10s %10s\n", pair->quantity,
		pair->columns[0], pair->columns[1], pair->columns[2],
		pair->columns[3]);
	print_tool(out, instrument_name(pair, INSTRUMENT_OURS),
		   pair->of[INSTRUMENT_OURS].variant, ours);
	print_tool(out, instrument_name(pair, INSTRUMENT_THEIRS),
		   rounds->version, theirs);
	fprintf(out, " %-18s %14s %+10.2f %+10.2f %+10.2f\n\n", "difference",
		"", us((double)ours->min_ns - theirs->min_ns),
		us(ours->average_ns - theirs->average_ns),
		us((double)ours->max_ns - theirs->max_ns));
}

/* ---- The statistics ------------------------------------------------------ */

static void print_shift(FILE *out, const struct shift *shift)
{
	fprintf(out, "shift %+.2f us", us(shift->value));
	if (shift->low != INT64_MIN && shift->high != INT64_MAX)
		print_interval(out, shift->low, shift->high, "us");
}

static void print_maxima(FILE *out, const struct agreement *agreement)
{
	fputs("Maxima of the rounds: ", out);
	if (agreement->rounds < AGREEMENT_MAXIMA_MIN) {
		fprintf(out, "not judged: %d rounds are needed\n",
			AGREEMENT_MAXIMA_MIN);
		return;
	}
	fprintf(out, "%s (Mann and Whitney, p = %.2g); ",
		agreement_maxima_differ(agreement) ? "they differ" :
						     "no difference seen",
		agreement->maxima.chance);
	print_shift(out, &agreement->shift);
	fputs("; this is not in the verdict\n", out);
}

static void print_statistics(FILE *out, const struct agreement *agreement,
			     const struct instrument_pair *pair)
{
	if (agreement->rounds >= AGREEMENT_ROUNDS_MIN)
		fprintf(out, "%s of the rounds: %s's less %s's: mean %+.3f %s, deviation %.3f %s (Student's t)\n",
			pair->averages, instrument_name(pair, INSTRUMENT_OURS),
			instrument_name(pair, INSTRUMENT_THEIRS),
			us(agreement->difference_ns), pair->unit,
			us(agreement->deviation_ns), pair->unit);
	print_maxima(out, agreement);
}

static void print_end_point(FILE *out, const char *name, const char *which,
			    const char *point)
{
	wrap_print(out, point, fprintf(out, " %-11s %-7s ", name, which),
		   TEXT_WIDTH);
}

static void print_end_points(FILE *out, const struct instrument_pair *pair)
{
	fputs("\nWhat each of them measures:\n", out);
	for (int i = 0; i < INSTRUMENTS; i++) {
		const struct instrument_row *points = &pair->of[i];

		print_end_point(out, points->name, "clock", points->clock);
		print_end_point(out, "", "begins", points->begins);
		print_end_point(out, "", "ends", points->ends);
	}
}

void agreement_print(FILE *to, const struct agreement *agreement,
		     const struct rounds *rounds,
		     const struct rounds_plan *plan)
{
	const struct instrument_pair *pair = plan->measurement.pair;
	struct wrapped wrapped;
	FILE *out = wrapped_begin(&wrapped, to, TEXT_WIDTH);

	agreement_text_print_verdict(out, agreement, pair);
	print_plan(out, agreement, plan);
	if (agreement->rounds) {
		agreement_text_print_table(out, agreement, rounds, pair);
		print_statistics(out, agreement, pair);
		print_end_points(out, pair);
	}
	wrapped_end(&wrapped);
}
