// SPDX-License-Identifier: GPL-2.0
/*
 * What kinds of measurement are called: see kind_name.h.
 */
#include "stats/kind.h"
#include "stats/kind_name.h"

const char *kind_name(enum kind kind)
{
	return kind_row(kind)->name;
}
