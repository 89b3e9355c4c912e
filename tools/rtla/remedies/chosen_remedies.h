/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Advice: the rows of the catalogue of remedies that are given about a cause.
 */
#ifndef RTLA_CHOSEN_REMEDIES_H
#define RTLA_CHOSEN_REMEDIES_H

#include <stdio.h>

#include <jansson.h>

#include "remedies/remedies.h"

#define ADVICE_MAX	3

/*
 * struct advice - what is advised about one cause
 * @remedy: the rows, of which the last is a question if there is one
 * @texts: what they say
 * @check: the check of `rtla doctor` that warns of the same here, or NULL
 */
struct advice {
	int lines;
	const struct remedy *remedy[ADVICE_MAX];
	struct remedy_texts texts[ADVICE_MAX];
	const char *check[ADVICE_MAX];
};

/*
 * advice_add - add the rows about a cause that fit what is known, as long as
 * there is room; advice that is zeroed has none
 *
 * The caller calls advice_free().
 */
void advice_add(struct advice *advice, enum cause cause,
		const struct facts *facts);

void advice_free(struct advice *advice);

/* advice_print - print advice as lines, with a title, or nothing */
void advice_print(FILE *out, const struct advice *advice);

/* advice_json - return advice as JSON; NULL without memory */
json_t *advice_json(const struct advice *advice);

#endif /* RTLA_CHOSEN_REMEDIES_H */
