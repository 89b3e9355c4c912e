// SPDX-License-Identifier: GPL-2.0
/*
 * Comparisons as a table for people: as wide as a terminal and an e-mail, and
 * no longer than needed.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/grid.h"
#include "base/human.h"
#include "base/message.h"
#include "base/printable.h"
#include "base/times.h"
#include "base/wrap.h"
#include "compare/compare_causes.h"
#include "compare/comparison_output.h"
#include "compare/comparison_headline.h"
#include "compare/equivalence.h"
#include "compare/figure_text.h"
#include "compare/kind_compare.h"
#include "results/foreign/foreign.h"
#include "results/results.h"
#include "stats/corrected.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/stationarity.h"

#define DIFFERENCES_SHOWN	12
#define RUNS_SHOWN	12
#define DIFFERENCE_WIDTH	36
#define CELL		FIGURE_TEXT_LEN
#define ROWS_SHOWN	10	/* unless all are wanted */

/* ---- Results and their differences --------------------------------------- */

/* Print the beginning of a text from a file, which may contain any bytes. */
static void print_short(FILE *out, const char *text)
{
	char shown[VISIBLE_LINE];
	int width = 0;

	visible_line(shown, sizeof(shown), text);
	text = shown;
	if (!*text)
		fputs("(none)", out);
	for (; *text && width < DIFFERENCE_WIDTH; width++)
		text += printable_put(out, text);
	if (*text)
		fputs("...", out);
}

/* Say so if a run was not the same from its beginning to its end. */
static void comparison_text_print_changes(FILE *out,
					  const struct results *results)
{
	char text[STATIONARITY_LEN];

	for (int i = 0; i < CONTEXTS; i++)
		if (stationarity_tells(results->record, results->measured_ns, i,
				       text))
			fprintf(out, "     %s: this run changed: %s\n",
				context_name(i), text);
}

static void print_side(FILE *out, const char *name,
		       const struct results *results)
{
	char cpus[CPUS_TEXT_SIZE], time[CELL];
	const json_t *note;
	size_t i;

	cpus_format(&results->cpus, cpus, sizeof(cpus));
	fprintf(out, "%-4s %s: ", name, results->path);
	print_short(out, results->tracer);
	fprintf(out, ", CPUs %s, %s\n", cpus, results->measured_ns ?
		duration_text(results->measured_ns, time) : "length not known");
	comparison_text_print_changes(out, results);
	json_array_foreach(results_at(results, "notes"), i, note)
		fprintf(out, "     %s\n", json_string_value(note) ?: "");
}

static void comparison_text_print_base(FILE *out,
				       const struct comparison *comparison)
{
	for (int i = 0; i < comparison->bases && i < RUNS_SHOWN; i++)
		print_side(out, "BASE", &comparison->base[i]);
	if (comparison->bases > RUNS_SHOWN)
		fprintf(out, "     and %d more runs of BASE\n",
			comparison->bases - RUNS_SHOWN);
}

/* Say what the number of BASE's runs means for the verdict. */
static void print_runs(FILE *out, const struct comparison *comparison)
{
	if (comparison->bases == 1 && comparison_has_foreign(comparison))
		fputs("Nor can averages and percentiles be judged with one run of BASE: give several, see --base\n",
		      out);
	else if (comparison->bases == 1)
		fputs("BASE is one run: differences between boots, of a few per cent, cannot be told from it: see --base\n",
		      out);
	else
		fprintf(out, "BASE is the mean of %d runs: only what is outside of their spread is called different\n",
			comparison->bases);
}

static void print_differences(FILE *out, const struct differences *differences)
{
	for (int i = 0; i < differences->count && i < DIFFERENCES_SHOWN; i++) {
		const struct difference *difference =
			&differences->difference[i];

		fputs("     ", out);
		print_short(out, difference->name);
		fputs(": ", out);
		print_short(out, difference->base);
		fputs(" -> ", out);
		print_short(out, difference->new);
		fputc('\n', out);
	}
	if (differences->count > DIFFERENCES_SHOWN)
		fprintf(out, "     and %d more that differ: see --json\n",
			differences->count - DIFFERENCES_SHOWN);
}

/* ---- Rows ---------------------------------------------------------------- */

static void format_percent(char *text, double part)
{
	if (isnan(part))
		snprintf(text, CELL, "-");
	else if (isinf(part))
		snprintf(text, CELL, "...");
	else
		snprintf(text, CELL, fabs(part) < 1 ? "%+.1f" :
			 fabs(part) < 1000 ? "%+.0f" : "%+.2g", 100 * part);
}

/* Write the interval of the change. */
static void format_interval(char *text, size_t size,
			    const struct figure *figure)
{
	char low[CELL], high[CELL];

	if (figure->judgement == NOT_JUDGED) {
		snprintf(text, size, "-");
		return;
	}
	format_percent(low, figure->change.low);
	format_percent(high, figure->change.high);
	snprintf(text, size, "%s to %s", low, high);
}

/* Write what would be needed to compare a figure. */
static void format_need(char *text, size_t size, const struct figure *figure)
{
	uint64_t needs = time_max(figure->base.supported ?
				  0 : figure->base.needs_ns,
				  figure->new.supported ?
				  0 : figure->new.needs_ns);
	char time[CELL];

	snprintf(text, size, "%s: needs %s", judgement_name(figure->judgement),
		 figure->base.supported && figure->new.supported &&
		 (figure->base.at_least || figure->new.at_least) ?
		 "a longer histogram" :
		 needs ? needed_text(needs, time) : "more samples");
}

/* Write the change, which is only bounded if a percentile is. */
static void format_change(char *text, const struct figure *figure)
{
	bool base = figure->base.at_least, new = figure->new.at_least;
	char percent[CELL];

	format_percent(percent, base && new ? NAN : figure->change.value);
	snprintf(text, CELL, "%s%.20s%s", base == new ? "" : new ? ">=" : "<=",
		 percent, *percent == '-' && !percent[1] ? "" : "%");
}

static void comparison_text_put_row(struct grid *grid,
				    const struct figure *figure)
{
	char text[CELL], longer[3 * CELL];

	grid_row(grid);
	figure_text_cpu(text, figure);
	grid_put(grid, GRID_RIGHT, text);
	figure_text_name(text, figure);
	grid_put(grid, GRID_LEFT, text);
	figure_text_value(text, figure, &figure->base);
	grid_put(grid, GRID_RIGHT, text);
	figure_text_value(text, figure, &figure->new);
	grid_put(grid, GRID_RIGHT, text);
	if (figure->judgement == NOT_COMPARABLE) {
		format_need(longer, sizeof(longer), figure);
		grid_put(grid, GRID_ACROSS, longer);
		return;
	}
	format_change(text, figure);
	grid_put(grid, GRID_RIGHT, text);
	format_interval(longer, sizeof(longer), figure);
	grid_put(grid, GRID_LEFT, longer);
	grid_put(grid, GRID_LEFT, figure->judgement == SAME ?
				  "none seen" : judgement_name(figure->judgement));
}

/* ---- The whole text ------------------------------------------------------ */

static bool comparison_text_differs(const struct figure *figure)
{
	return figure->judgement == BETTER || figure->judgement == WORSE;
}

static void comparison_text_put_head(struct grid *grid,
				     const struct comparison *comparison)
{
	char interval[CELL];

	/* One that is the same is within two tests, each at one end. */
	snprintf(interval, sizeof(interval), "%g %% interval",
		 100 * (1 - (comparison->demands.same_within ?
			     2 * comparison->demands.same_alpha :
			     comparison->demands.alpha)));
	grid_row(grid);
	grid_put(grid, GRID_RIGHT, "CPU");
	grid_put(grid, GRID_LEFT, "Figure");
	grid_put(grid, GRID_RIGHT, "BASE");
	grid_put(grid, GRID_RIGHT, "NEW");
	grid_put(grid, GRID_RIGHT, "Change");
	grid_put(grid, GRID_LEFT, interval);
	grid_put(grid, GRID_LEFT, "Verdict");
}

static void comparison_text_print_rows(FILE *out,
				       const struct comparison *comparison,
				       bool every_cpu)
{
	struct grid grid = { .cells = 0 };
	struct cpus quiet = comparison->cpus;
	struct cpus differ = { .word = { 0 } };
	int rows = 0, differing = 0;
	char list[CPUS_TEXT_SIZE], line[sizeof(list) + 64];

	comparison_text_put_head(&grid, comparison);
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = comparison->worst_first[i];
		bool of_all = figure->cpu == EVERY_CPU;

		if (figure_has_table(figure))
			continue;
		if (!of_all && comparison_text_differs(figure))
			cpus_add(&differ, figure->cpu);
		if (!of_all && !every_cpu && !comparison_text_differs(figure))
			continue;
		if (every_cpu || rows < ROWS_SHOWN)
			comparison_text_put_row(&grid, figure);
		else
			differing += comparison_text_differs(figure);
		rows++;
	}
	if (!every_cpu && rows > ROWS_SHOWN) {
		snprintf(line, sizeof(line), "and %d more, of which %d differ; see --all-cpus",
			 rows - ROWS_SHOWN, differing);
		grid_line(&grid, line);
	}
	quiet = cpus_without(&quiet, &differ);
	if (!every_cpu && !cpus_empty(&quiet)) {
		snprintf(line, sizeof(line), "CPUs %s: %s; see --all-cpus",
			 cpus_format(&quiet, list, sizeof(list)),
			 comparison_has_foreign(comparison) &&
			 comparison->bases == 1 ? "not judged" : "no differences");
		grid_line(&grid, line);
	}
	if (!grid_print(out, &grid))
		note("the table: out of memory: see --json");
}

/* Print the number of samples in blocks that have different lengths. */
static void print_samples(FILE *out, const struct figure *figure)
{
	char base[CELL], new[CELL];

	fprintf(out, figure->samples < 10 ? "about %.1f samples" :
					    "about %.0f samples",
		figure->samples);
	if (figure->base.block_ns)
		fprintf(out, " (%s and %s)",
			duration_text(figure->base.block_ns, base),
			duration_text(figure->new.block_ns, new));
}

/* Print the blocks of each context that has maxima on the first CPU listed. */
static void print_blocks(FILE *out, const struct comparison *comparison)
{
	const char *between = "Blocks: ";

	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];
		char time[CELL];

		if (figure->cpu != comparison->figure[0].cpu)
			break;
		if (figure->kind != FIGURE_MAXIMUM || !figure->new.block_ns)
			continue;
		fprintf(out, "%s%s %d and %d of ", between,
			context_name(figure->context), figure->base.blocks,
			figure->new.blocks);
		if (figure->samples > 0)
			print_samples(out, figure);
		else
			fputs(duration_text(figure->new.block_ns, time), out);
		/* There are up to nine such contexts: each has its own line. */
		between = figure->samples > 0 ? ",\n        " : ", ";
	}
	if (*between == ',')
		fputc('\n', out);
}

/* Say what "max of N" is, if there is one. */
static void print_drawn(FILE *out, const struct comparison *comparison)
{
	for (int i = 0; i < comparison->figures; i++) {
		if (comparison->figure[i].kind != FIGURE_DRAWN)
			continue;
		fputs("Numbers of samples differ: max of N is the median of the maximum of N samples drawn at random\n",
		      out);
		return;
	}
}

static uint64_t skips_of(const struct results *run, int runs)
{
	uint64_t skipped = 0;

	for (int i = 0; i < runs; i++)
		skipped += stats_skips(run[i].stats, EVERY_CPU, CONTEXT_THREAD);
	return skipped;
}

static void print_skipped_of(FILE *out, const char *name,
			     const struct results *run, int runs)
{
	uint64_t all = 0, skipped = skips_of(run, runs);

	for (int i = 0; i < runs; i++)
		all += stats_corrected(run[i].stats, EVERY_CPU,
				       CONTEXT_THREAD).count;
	fprintf(out, "%s %" PRIu64 " of %" PRIu64, name, skipped, all);
	if (skipped)
		fprintf(out, " (%.2f %%)", 100.0 * skipped / all);
}

/* Print how many periods were skipped, if any were. */
static void comparison_text_print_skipped(FILE *out,
					  const struct comparison *comparison)
{
	if (!skips_of(comparison->base, comparison->bases) &&
	    !skips_of(comparison->new, 1))
		return;
	print_skipped_of(out, "Skipped periods: BASE", comparison->base,
			 comparison->bases);
	print_skipped_of(out, ", NEW", comparison->new, 1);
	fputs("; max and percentiles have each of them with the least latency that it has had\n",
	      out);
}

/* Say what the figures of the program are that has measured @results. */
static void print_program(FILE *out, const struct results *results)
{
	fprintf(out, "%s's figures are compared as %s:\n     %s\n",
		results->foreign->name, results->foreign->as,
		results->foreign->ends);
}

/* Say what the figures of other programs are, and what they do not allow. */
static void print_foreign(FILE *out, const struct comparison *comparison)
{
	const struct results *first = NULL;

	if (!comparison_has_foreign(comparison))
		return;
	for (int i = 0; i < comparison->bases && !first; i++)
		if (results_is_foreign(&comparison->base[i]))
			first = &comparison->base[i];
	if (first)
		print_program(out, first);
	if (results_is_foreign(comparison->new) &&
	    (!first || strcmp(first->foreign->name, comparison->new->foreign->name)))
		print_program(out, comparison->new);
	fputs("Its files do not tell period, priority and other settings: give results that are alike in them\n"
	      "They have one maximum each, and no blocks of time: no test of maxima is possible\n",
	      out);
}

/* Print how many figures have to be the same, and how many are. */
static void print_required(FILE *out, const struct comparison *comparison)
{
	int required, equal = equivalence_equal(comparison, &required);

	fprintf(out, ": %d of %d figures are within %g %%", equal, required,
		100 * comparison->demands.same_within);
	if (isfinite(comparison->within))
		fprintf(out, ", all of them within %.1f %%",
			ceil(1000 * comparison->within) / 10);
	else
		fputs(", others need more samples", out);
}

/* Print how many figures differ, and how many cannot. */
static void comparison_text_print_counts(FILE *out,
					 const struct comparison *comparison)
{
	int judged = comparison->figures -
		     comparison_count(comparison, NOT_JUDGED);

	fprintf(out, ": of %d figures %d worse, %d better", judged,
		comparison_count(comparison, WORSE),
		comparison_count(comparison, BETTER));
	if (comparison->demands.same_within)
		fprintf(out, " by more than %g %%",
			100 * comparison->demands.same_within);
	fprintf(out, ", %d not comparable",
		comparison_count(comparison, NOT_COMPARABLE));
}

static void comparison_text_print_verdict(FILE *out,
					  const struct comparison *comparison)
{
	fprintf(out, "Verdict: %s", judgement_name(comparison->judgement));
	if (*comparison->reason)
		fprintf(out, ": %s", comparison->reason);
	else if (comparison->judgement == EQUAL ||
		 comparison->judgement == UNTOLD)
		print_required(out, comparison);
	else
		comparison_text_print_counts(out, comparison);
	fputc('\n', out);
}

/* Print the tables of figures that only some kind of measurement has. */
static void print_own(FILE *out, const struct comparison *comparison,
		      bool every_cpu)
{
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_compare *of = kind_row(kind)->compare;

		if (of && of->print)
			of->print(out, comparison, every_cpu);
	}
}

void comparison_print(FILE *to, const struct comparison *comparison,
		      bool every_cpu)
{
	struct wrapped wrapped;
	FILE *out = wrapped_begin(&wrapped, to, TEXT_WIDTH);

	comparison_headline_print(out, comparison);
	comparison_text_print_verdict(out, comparison);
	comparison_text_print_base(out, comparison);
	if (comparison->new) {
		print_side(out, "NEW", comparison->new);
		print_differences(out, &comparison->differences);
	} else {
		fprintf(out, "NEW  %s\n", comparison->new_path);
	}
	if (comparison->figures) {
		print_blocks(out, comparison);
		print_drawn(out, comparison);
		comparison_text_print_skipped(out, comparison);
		print_foreign(out, comparison);
		print_runs(out, comparison);
		if (!comparison->same_cpus)
			fputs("The totals over all CPUs are not compared: the sets of CPUs differ.\n",
			      out);
		fputc('\n', out);
		print_own(out, comparison, every_cpu);
		comparison_text_print_rows(out, comparison, every_cpu);
		compared_causes_print(out, comparison->causes);
	}
	wrapped_end(&wrapped);
}
