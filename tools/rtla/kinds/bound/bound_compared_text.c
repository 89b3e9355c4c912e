// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the bound: see bound_compared_text.h.
 */
#include "base/times.h"
#include "kinds/bound/bound_compared_text.h"
#include "kinds/bound/compare_bound.h"
#include "stats/bound_figures.h"

#define CELL	64
#define ROW	"%4s %-18s %-19s  %-19s  "

static void format_ends(char *text, const struct measured *measured)
{
	if (!measured->supported)
		snprintf(text, CELL, "absent");
	else if (measured->low == BOUND_ENDLESS)
		snprintf(text, CELL, "no end");
	else if (measured->high == BOUND_ENDLESS)
		snprintf(text, CELL, "%.2f to no end", time_us(measured->low));
	else if (measured->low == measured->high)
		snprintf(text, CELL, "%.2f", time_us(measured->high));
	else
		snprintf(text, CELL, "%.2f to %.2f", time_us(measured->low),
			 time_us(measured->high));
}

static void print_difference(FILE *out, const struct comparison *comparison,
			     const struct figure *figure)
{
	struct bound_difference difference =
		bound_difference(comparison, figure);
	char because[BOUND_INTERRUPT_LEN];

	if (figure->judgement == WORSE || figure->judgement == BETTER)
		fprintf(out, "%s: ", judgement_name(figure->judgement));
	fputs(bound_change_name(difference.change), out);
	if (difference.least_ns)
		fprintf(out, " by %.2f us%s", time_us(difference.least_ns),
			difference.least_ns == difference.most_ns ? "" : " at least");
	if (*bound_because(figure, &figure->new, because))
		fprintf(out, ": %s", because);
}

static void bound_compared_text_print_row(FILE *out,
					  const struct comparison *comparison,
					  const struct figure *figure)
{
	char cpu[CELL], name[CELL], base[CELL], new[CELL];

	if (figure->cpu == EVERY_CPU)
		snprintf(cpu, sizeof(cpu), "all");
	else
		snprintf(cpu, sizeof(cpu), "%d", figure->cpu);
	format_ends(base, &figure->base);
	format_ends(new, &figure->new);
	fprintf(out, ROW, cpu, bound_figure_name(figure, name, sizeof(name)),
		base, new);
	print_difference(out, comparison, figure);
	fputc('\n', out);
}

/* Tell which CPUs have no rows. */
static void print_quiet(FILE *out, const struct comparison *comparison,
			const struct cpus *shown)
{
	struct cpus quiet = cpus_without(&comparison->cpus, shown);
	char list[CELL];

	if (!cpus_empty(&quiet))
		fprintf(out, "%4s CPUs %s: no differences beyond the tolerance; see --all-cpus\n",
			"", cpus_format(&quiet, list, sizeof(list)));
}

static bool bound_compared_text_has_row(const struct comparison *comparison,
					const struct figure *figure,
					bool every_cpu)
{
	return figure->cpu == EVERY_CPU || every_cpu ||
	       bound_is_shown(comparison, figure);
}

void bound_table_print(FILE *out, const struct comparison *comparison,
		       bool every_cpu)
{
	struct cpus shown = { .word = { 0 } };
	bool begun = false;

	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (!figure_is_bound(figure))
			continue;
		if (!begun)
			fprintf(out, ROW "Difference\n", "CPU", "Bound, us", "BASE", "NEW");
		begun = true;
		if (!bound_compared_text_has_row(comparison, figure, every_cpu))
			continue;
		if (figure->cpu != EVERY_CPU)
			cpus_add(&shown, figure->cpu);
		bound_compared_text_print_row(out, comparison, figure);
	}
	if (!begun)
		return;
	if (!every_cpu)
		print_quiet(out, comparison, &shown);
	fputs(comparison->bases == 1 ?
	      "     Both ends of what was observed: not judged, as one run of BASE does not tell how runs differ\n\n" :
	      "     Both ends of what was observed, of BASE in all of its runs\n\n", out);
}
