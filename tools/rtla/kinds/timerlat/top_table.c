// SPDX-License-Identifier: GPL-2.0
/*
 * Cells of the tables of "timerlat top": see top_table.h.
 */
#include <inttypes.h>

#include "kinds/timerlat/top_table.h"
#include "stats/latency.h"
#include "stats/stats.h"
#include "view/snapshot.h"
#include "view/table.h"

int top_contexts(const struct snapshot *snapshot)
{
	return snapshot_user(snapshot) ? LATENCY_CONTEXTS :
					 LATENCY_CONTEXTS - 1;
}

static void top_table_set_number(struct cell *cell,
				 const struct snapshot *snapshot,
				 const struct column *column,
				 const struct latency *of, uint64_t ns)
{
	cell->key = of->count ? ns : 0;
	cell->over = snapshot_over(snapshot, column->context, cell->key);
	if (of->count)
		snprintf(cell->text, sizeof(cell->text), "%" PRIu64,
			 snapshot_number(snapshot, ns));
	else
		snprintf(cell->text, sizeof(cell->text), "-");
}

/* For all CPUs together there is no current latency: the cell is empty. */
void top_fill_current(struct cell *cell, const struct snapshot *snapshot,
		      const struct column *column, int cpu)
{
	struct latency of =
		stats_measured(snapshot->stats, cpu, column->context);

	top_table_set_number(cell, snapshot, column, &of, of.last);
	if (cpu == ALL_CPUS)
		cell->text[0] = '\0';
}

void top_fill_min(struct cell *cell, const struct snapshot *snapshot,
		  const struct column *column, int cpu)
{
	struct latency of =
		stats_measured(snapshot->stats, cpu, column->context);

	top_table_set_number(cell, snapshot, column, &of, of.min);
}

void top_fill_average(struct cell *cell, const struct snapshot *snapshot,
		      const struct column *column, int cpu)
{
	struct latency of =
		stats_measured(snapshot->stats, cpu, column->context);

	top_table_set_number(cell, snapshot, column, &of, latency_average(&of));
}

void top_fill_max(struct cell *cell, const struct snapshot *snapshot,
		  const struct column *column, int cpu)
{
	struct latency of =
		stats_measured(snapshot->stats, cpu, column->context);

	top_table_set_number(cell, snapshot, column, &of, of.max);
}

bool top_has_row(const struct snapshot *snapshot, int cpu)
{
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (stats_get(snapshot->stats, cpu, i)->count)
			return true;
	return false;
}
