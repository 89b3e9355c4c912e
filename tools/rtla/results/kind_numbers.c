// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers that only one kind has: see kind_numbers.h.
 */
#include <stddef.h>

#include "results/kind_numbers.h"
#include "results/results.h"
#include "stats/kind.h"

const struct kind_number *kind_numbers(const char *kind)
{
	static const struct kind_number none = { .id = NULL };
	const struct kind_row *row =
		results_kind(&(struct results) { .tracer = kind });

	return row && row->numbers ? row->numbers : &none;
}
