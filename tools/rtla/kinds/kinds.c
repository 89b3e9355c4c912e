// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the kinds of measurement: see stats/kind.h.
 */
#include "kinds/kinds.h"

const struct kind_row *const kind_rows[KINDS] = {
	[KIND_TIMERLAT] = &timerlat_kind,
	[KIND_OSNOISE] = &osnoise_kind,
	[KIND_WAKEUP] = &wakeup_kind,
	[KIND_OVERHEADS] = &overheads_kind,
	[KIND_BOUND] = &bound_kind,
	[KIND_CYCLE] = &cycle_kind,
};
