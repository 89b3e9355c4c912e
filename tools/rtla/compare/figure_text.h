/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compared figures as texts for people.
 */
#ifndef RTLA_FIGURE_TEXT_H
#define RTLA_FIGURE_TEXT_H

#include "base/human.h"
#include "compare/compared_figures.h"

#define FIGURE_TEXT_LEN	QUANTITY_LEN

/*
 * figure_text_name - write the name of a figure, as "thread p99"
 *
 * @text has FIGURE_TEXT_LEN bytes.
 */
void figure_text_name(char *text, const struct figure *figure);

/* figure_text_cpu - write its CPU, or "all", likewise */
void figure_text_cpu(char *text, const struct figure *figure);

/* figure_text_value - write the value of one side with its unit, likewise */
void figure_text_value(char *text, const struct figure *figure,
		       const struct measured *measured);

#endif /* RTLA_FIGURE_TEXT_H */
