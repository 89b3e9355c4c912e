// SPDX-License-Identifier: GPL-2.0
/*
 * Views as text: see view.h.
 */
#include "options/view_config.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/terminal.h"
#include "view/view.h"

/* Return the table that the user wants to see, or NULL. */
static const struct table *view_table(const struct view *view,
				      const struct view_config *config)
{
	bool by_cpu = config->by == BY_CPU || config->per_cpu;

	if (by_cpu && view->by_cpu)
		return view->by_cpu;
	if (config->by == BY_WAKER && view->by_waker)
		return view->by_waker;
	return view->table;
}

const struct table *view_live_table(const struct view *view,
				    const struct view_config *config,
				    const struct tracer_config *tracer)
{
	const struct table *table = view_table(view, config);

	return table && table->live ? table->live(tracer) : table;
}

void view_print(FILE *out, const struct view *view,
		const struct snapshot *snapshot)
{
	if (view->print)
		view->print(out, snapshot);
	else
		table_print(out, view_table(view, snapshot->config), snapshot);
}

void view_print_fitting(FILE *out, const struct view *view,
			const struct snapshot *snapshot, int columns)
{
	const struct table *table = view_table(view, snapshot->config);
	struct snapshot shown = *snapshot;
	struct live live;

	if (view->print || !table ||
	    table_width(table, snapshot) <= columns) {
		view_print(out, view, snapshot);
		return;
	}
	table = table_fitting(view_live_table(view, snapshot->config,
					      snapshot->tracer),
			      snapshot, columns);
	table_live(table, snapshot, columns, terminal_blocks(), &live);
	shown.live = &live;
	table_print(out, table, &shown);
}

void view_print_cpu(FILE *out, int cpu)
{
	if (cpu < 0)
		fprintf(out, "%-*s", VIEW_CPU_WIDTH, "ALL");
	else
		fprintf(out, "%*d%*s", VIEW_CPU_WIDTH - 2, cpu, 2, "");
}
