// SPDX-License-Identifier: GPL-2.0
/*
 * Views as text: see view.h.
 */
#include "view/view.h"

/* Return the view that suits the configuration. */
static const struct view *shown(const struct view *view,
				const struct config *config)
{
	return config->no_module && view->without_module ?
	       view->without_module : view;
}

const struct table *view_table(const struct view *view,
			       const struct config *config)
{
	bool by_cpu = config->by == BY_CPU || config->per_cpu;

	view = shown(view, config);
	if (by_cpu && view->by_cpu)
		return view->by_cpu;
	if (config->by == BY_WAKER && view->by_waker)
		return view->by_waker;
	return view->table;
}

void view_print(FILE *out, const struct view *view,
		const struct snapshot *snapshot)
{
	view = shown(view, snapshot->config);
	if (view->print)
		view->print(out, snapshot);
	else
		table_print(out, view_table(view, snapshot->config), snapshot);
}
