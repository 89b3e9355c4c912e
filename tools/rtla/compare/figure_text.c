// SPDX-License-Identifier: GPL-2.0
/*
 * Names and values of compared figures: see figure_text.h.
 */
#include <stdio.h>

#include "base/times.h"
#include "compare/figure_text.h"
#include "compare/kind_compare.h"
#include "stats/percentiles.h"
#include "trace/contexts.h"

void figure_text_cpu(char *text, const struct figure *figure)
{
	if (figure->cpu == EVERY_CPU)
		snprintf(text, FIGURE_TEXT_LEN, "all");
	else
		snprintf(text, FIGURE_TEXT_LEN, "%d", figure->cpu);
}

void figure_text_name(char *text, const struct figure *figure)
{
	switch (figure->kind) {
	case FIGURE_AVERAGE:
		snprintf(text, FIGURE_TEXT_LEN, "%s run avg", context_name(figure->context));
		break;
	case FIGURE_LARGEST:
		snprintf(text, FIGURE_TEXT_LEN, "%s run max", context_name(figure->context));
		break;
	case FIGURE_DRAWN:
		snprintf(text, FIGURE_TEXT_LEN, "%s max of %.0f",
			 context_name(figure->context), figure->samples);
		break;
	case FIGURE_MAXIMUM:
		snprintf(text, FIGURE_TEXT_LEN, "%s block max p50",
			 context_name(figure->context));
		break;
	case FIGURE_PERCENTILE:
		snprintf(text, FIGURE_TEXT_LEN, "%s p%.6g", context_name(figure->context),
			 percentile_number(figure->percentile));
		break;
	default:
		figure->own->print_name(figure, text, FIGURE_TEXT_LEN);
	}
}

void figure_text_value(char *text, const struct figure *figure,
		       const struct measured *measured)
{
	if (figure->kind == FIGURE_OWN)
		figure->own->print_value(measured, text, FIGURE_TEXT_LEN);
	else
		snprintf(text, FIGURE_TEXT_LEN, "%s%.2f us", measured->at_least ? ">= " : "",
			 time_us(measured->value));
}
