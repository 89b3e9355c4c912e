// SPDX-License-Identifier: GPL-2.0
/*
 * The first line of a comparison: see comparison_headline.h.
 */
#include <math.h>
#include <string.h>

#include "compare/comparison_headline.h"
#include "compare/figure_text.h"
#include "trace/contexts.h"

#define TIMES_FROM	10	/* times as much is told so, not as a percentage */

static const struct figure *largest(const struct comparison *comparison)
{
	const struct figure *first = NULL;

	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = comparison->worst_first[i];

		if (figure->judgement != WORSE && figure->judgement != BETTER)
			break;
		if (first && figure->judgement != first->judgement)
			break;
		if (figure->cpu == EVERY_CPU)
			return figure;
		if (!first)
			first = figure;
	}
	return first;
}

/*
 * Print what differs, and set @short_name to the rest of its name: "p99" of the
 * figure "thread p99".
 */
static void print_subject(FILE *out, const struct figure *figure,
			  char short_name[FIGURE_TEXT_LEN])
{
	char name[FIGURE_TEXT_LEN];
	const char *context;

	figure_text_name(name, figure);
	*short_name = '\0';
	if (figure->kind == FIGURE_OWN) {
		fprintf(out, "The %s", name);
		return;
	}
	context = context_name(figure->context);
	snprintf(short_name, FIGURE_TEXT_LEN, "%s ",
		 name + strlen(context) + 1);
	fputs(context_title(figure->context), out);
}

static void print_change(FILE *out, const struct figure *figure)
{
	bool more = figure->change.value > 0;
	const char *word;

	if (figure->kind == FIGURE_OWN)
		word = more ? "larger" : "smaller";
	else
		word = more ? "longer" : "shorter";
	fputs(" is ", out);
	if (figure->base.at_least != figure->new.at_least)
		fputs("at least ", out);
	if (!isfinite(figure->change.value))
		fputs(word, out);
	else if (figure->change.value >= TIMES_FROM - 1)
		fprintf(out, "%.0f times as %s", 1 + figure->change.value,
			figure->kind == FIGURE_OWN ? "large" : "long");
	else
		fprintf(out, "%.3g %% %s", fabs(100 * figure->change.value),
			word);
}

void comparison_headline_print(FILE *out, const struct comparison *comparison)
{
	const struct figure *figure = largest(comparison);
	char name[FIGURE_TEXT_LEN], base[FIGURE_TEXT_LEN], new[FIGURE_TEXT_LEN];

	if (!figure)
		return;
	print_subject(out, figure, name);
	print_change(out, figure);
	if (figure->cpu == EVERY_CPU)
		fputs(" on all CPUs", out);
	else
		fprintf(out, " on CPU %d", figure->cpu);
	figure_text_value(base, figure, &figure->base);
	figure_text_value(new, figure, &figure->new);
	fprintf(out, " (%s%s -> %s)\n", name, base, new);
}
