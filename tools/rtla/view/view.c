// SPDX-License-Identifier: GPL-2.0
/*
 * Views as text: see view.h.
 */
#include "view/view.h"

void view_print(FILE *out, const struct view *view,
		const struct snapshot *snapshot)
{
	if (view->table)
		table_print(out, view->table, snapshot);
	else
		view->print(out, snapshot);
}
