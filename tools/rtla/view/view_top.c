// SPDX-License-Identifier: GPL-2.0
/*
 * The table of "timerlat top": a line for each CPU, and one for all of them.
 *
 * The layout is that of upstream's tool, byte by byte, because scripts read it.
 */
#include <inttypes.h>

#include "view/view.h"

#define GROUP		4	/* columns of each context */
#define BEFORE_GROUPS	2	/* columns before the first context */
#define GROUP_WIDTH	40	/* characters after '|', with the last blank */

#define NARROW_GROUP		2	/* columns of each context, if few fit */
#define NARROW_GROUP_WIDTH	20

#define TITLE_WIDTH		96
#define USER_TITLE_WIDTH	137

/* Return the number of contexts that are shown. */
static int contexts(const struct snapshot *snapshot)
{
	return snapshot_user(snapshot) ? LATENCY_CONTEXTS : LATENCY_CONTEXTS - 1;
}

/*
 * The count over all CPUs soon gets too large for its column. Therefore it has
 * an exponent: 1234567 is shown as 123456 e1.
 */
static void fill_count(struct cell *cell, const struct snapshot *snapshot,
		       const struct column *column, int cpu)
{
	uint64_t count = stats_measured(snapshot->stats, cpu, CONTEXT_IRQ).count;
	int exponent = 0;

	(void)column;
	cell->key = count;
	if (cpu != ALL_CPUS) {
		snprintf(cell->text, sizeof(cell->text), "#%" PRIu64, count);
		return;
	}
	for (; count > 999999; count /= 10)
		exponent++;
	snprintf(cell->text, sizeof(cell->text), "#%-6" PRIu64 " e%d", count,
		 exponent);
}

static void set_number(struct cell *cell, const struct snapshot *snapshot,
		       const struct latency *of, uint64_t ns)
{
	cell->key = of->count ? ns : 0;
	if (of->count)
		snprintf(cell->text, sizeof(cell->text), "%" PRIu64,
			 snapshot_number(snapshot, ns));
	else
		snprintf(cell->text, sizeof(cell->text), "-");
}

/* For all CPUs together there is no current latency: the cell is empty. */
static void fill_current(struct cell *cell, const struct snapshot *snapshot,
			 const struct column *column, int cpu)
{
	struct latency of = stats_measured(snapshot->stats, cpu, column->context);

	set_number(cell, snapshot, &of, of.last);
	if (cpu == ALL_CPUS)
		cell->text[0] = '\0';
}

static void fill_min(struct cell *cell, const struct snapshot *snapshot,
		     const struct column *column, int cpu)
{
	struct latency of = stats_measured(snapshot->stats, cpu, column->context);

	set_number(cell, snapshot, &of, of.min);
}

static void fill_average(struct cell *cell, const struct snapshot *snapshot,
			 const struct column *column, int cpu)
{
	struct latency of = stats_measured(snapshot->stats, cpu, column->context);

	set_number(cell, snapshot, &of, latency_average(&of));
}

static void fill_max(struct cell *cell, const struct snapshot *snapshot,
		     const struct column *column, int cpu)
{
	struct latency of = stats_measured(snapshot->stats, cpu, column->context);

	set_number(cell, snapshot, &of, of.max);
}

static const struct column columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "COUNT", -10, NULL, fill_count, 0, 0 },
	{ " |", "cur", 9, "IRQ cur", fill_current, CONTEXT_IRQ, 0 },
	{ " ", "min", 9, "IRQ min", fill_min, CONTEXT_IRQ, 0 },
	{ " ", "avg", 9, "IRQ avg", fill_average, CONTEXT_IRQ, 0 },
	{ " ", "max", 9, "IRQ max", fill_max, CONTEXT_IRQ, 0 },
	{ " |", "cur", 9, "Thread cur", fill_current, CONTEXT_THREAD, 0 },
	{ " ", "min", 9, "Thread min", fill_min, CONTEXT_THREAD, 0 },
	{ " ", "avg", 9, "Thread avg", fill_average, CONTEXT_THREAD, 0 },
	{ " ", "max", 9, "Thread max", fill_max, CONTEXT_THREAD, 0 },
	{ " |", "cur", 9, "User cur", fill_current, CONTEXT_USER, 0 },
	{ " ", "min", 9, "User min", fill_min, CONTEXT_USER, 0 },
	{ " ", "avg", 9, "User avg", fill_average, CONTEXT_USER, 0 },
	{ " ", "max", 9, "User max", fill_max, CONTEXT_USER, 0 },
};

static int count_columns(const struct snapshot *snapshot)
{
	return BEFORE_GROUPS + contexts(snapshot) * GROUP;
}

static void print_title(FILE *out, const struct snapshot *snapshot)
{
	static const char *const names[LATENCY_CONTEXTS] = {
		[CONTEXT_IRQ] =    "          IRQ Timer Latency",
		[CONTEXT_THREAD] = "         Thread Timer Latency",
		[CONTEXT_USER] =   "    Ret user Timer Latency",
	};
	int width = snapshot_user(snapshot) ? USER_TITLE_WIDTH : TITLE_WIDTH;
	char name[64];

	fprintf(out, "%*s%-*s\n", 37, "", width - 37, "Timer Latency");
	snapshot_duration(out, snapshot->elapsed_ns);
	fputs("   ", out);
	for (int i = 0; i < contexts(snapshot); i++) {
		bool last = i == contexts(snapshot) - 1;

		snprintf(name, sizeof(name), "%s (%s)", names[i],
			 snapshot_unit(snapshot));
		fprintf(out, "|%-*s", last ? 0 : GROUP_WIDTH, name);
	}
	fputc('\n', out);
}

static bool has_row(const struct snapshot *snapshot, int cpu)
{
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (stats_get(snapshot->stats, cpu, i)->count)
			return true;
	return false;
}

/* @width: of each context, with the last blank */
static void print_dashes(FILE *out, const struct snapshot *snapshot, int width)
{
	static const char dashes[] = "----------------------------------------";

	fprintf(out, "%.15s", dashes);
	for (int i = 0; i < contexts(snapshot); i++) {
		bool last = i == contexts(snapshot) - 1;

		fprintf(out, "|%.*s", width - last, dashes);
	}
	fputc('\n', out);
}

static void print_foot(FILE *out, const struct table *table,
		       const struct snapshot *snapshot)
{
	print_dashes(out, snapshot, GROUP_WIDTH);
	table_row(out, table, snapshot, ALL_CPUS);
}

/* ---- For windows that are too narrow for it: without cur and min --------- */

static const struct column narrow_columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "COUNT", -10, NULL, fill_count, 0, 0 },
	{ " |", "avg", 9, "IRQ avg", fill_average, CONTEXT_IRQ, 0 },
	{ " ", "max", 9, "IRQ max", fill_max, CONTEXT_IRQ, 0 },
	{ " |", "avg", 9, "Thread avg", fill_average, CONTEXT_THREAD, 0 },
	{ " ", "max", 9, "Thread max", fill_max, CONTEXT_THREAD, 0 },
	{ " |", "avg", 9, "User avg", fill_average, CONTEXT_USER, 0 },
	{ " ", "max", 9, "User max", fill_max, CONTEXT_USER, 0 },
};

static int count_narrow_columns(const struct snapshot *snapshot)
{
	return BEFORE_GROUPS + contexts(snapshot) * NARROW_GROUP;
}

static void print_narrow_title(FILE *out, const struct snapshot *snapshot)
{
	static const char *const names[LATENCY_CONTEXTS] = {
		[CONTEXT_IRQ] = "IRQ Latency", [CONTEXT_THREAD] = "Thread Latency",
		[CONTEXT_USER] = "User Latency",
	};
	char name[64];

	fprintf(out, "%*sTimer Latency\n", 30, "");
	snapshot_duration(out, snapshot->elapsed_ns);
	fputs("   ", out);
	for (int i = 0; i < contexts(snapshot); i++) {
		snprintf(name, sizeof(name), "%s (%s)", names[i],
			 snapshot_unit(snapshot));
		fprintf(out, "|%*s%s", NARROW_GROUP_WIDTH - 1, name,
			i == contexts(snapshot) - 1 ? "" : " ");
	}
	fputc('\n', out);
}

static void print_narrow_foot(FILE *out, const struct table *table,
			      const struct snapshot *snapshot)
{
	print_dashes(out, snapshot, NARROW_GROUP_WIDTH);
	table_row(out, table, snapshot, ALL_CPUS);
}

static const struct table narrow_table = {
	.title = print_narrow_title,
	.column = narrow_columns,
	.columns = count_narrow_columns,
	.fixed = BEFORE_GROUPS,
	.has_row = has_row,
	.end = "",
	.foot = print_narrow_foot,
};

static const struct table table = {
	.title = print_title,
	.column = columns,
	.columns = count_columns,
	.fixed = BEFORE_GROUPS,
	.has_row = has_row,
	.end = "",
	.foot = print_foot,
	.narrow = &narrow_table,
};

const struct view view_top = {
	.table = &table,
};
