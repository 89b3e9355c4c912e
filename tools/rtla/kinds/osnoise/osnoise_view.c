// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of "osnoise top" and "hwnoise": a line for each CPU.
 *
 * The layout is that of upstream's tool, byte by byte, with its odd gaps and
 * spelling, because scripts read it.
 */
#include <inttypes.h>

#include "kinds/osnoise/osnoise_kind.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"
#include "view/live_title.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/top_causes.h"
#include "view/view.h"
#include "view/view_hist.h"

#define COLUMNS			12
#define HARDWARE_COLUMNS	9	/* up to NMI, inclusive */
#define WORST_COLUMN		6	/* Max Single */

/* Return the member of struct noise that the column shows. */
static uint64_t get(const struct snapshot *snapshot,
		    const struct column *column, int cpu)
{
	const char *noise = (const char *)stats_noise(snapshot->stats, cpu);

	return *(const uint64_t *)(noise + column->field);
}

static void fill_periods(struct cell *cell, const struct snapshot *snapshot,
			 const struct column *column, int cpu)
{
	cell->key = get(snapshot, column, cpu);
	snprintf(cell->text, sizeof(cell->text), "#%" PRIu64, cell->key);
}

static void osnoise_fill_count(struct cell *cell,
			       const struct snapshot *snapshot,
			       const struct column *column, int cpu)
{
	cell->key = get(snapshot, column, cpu);
	snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
}

static void osnoise_fill_time(struct cell *cell,
			      const struct snapshot *snapshot,
			      const struct column *column, int cpu)
{
	cell->key = get(snapshot, column, cpu);
	cell->over = snapshot_over(snapshot, column->context, cell->key);
	snprintf(cell->text, sizeof(cell->text), "%" PRIu64,
		 snapshot_number(snapshot, cell->key));
}

/*
 * Return @part / @whole in units of 10^-7, rounded down. The division is done
 * digit by digit, because @part * 10^7 may not fit in 64 bits.
 */
static uint64_t share(uint64_t part, uint64_t whole)
{
	uint64_t result = part / whole;
	uint64_t rest = part % whole;

	for (int digit = 0; digit < 7; digit++) {
		rest *= 10;
		result = result * 10 + rest / whole;
		rest %= whole;
	}
	return result;
}

/* Fill in the part of the runtime without noise: percent with five decimals. */
static void fill_available(struct cell *cell, const struct snapshot *snapshot,
			   const struct column *column, int cpu)
{
	const struct noise *of = stats_noise(snapshot->stats, cpu);
	uint64_t left = of->runtime > of->noise ? of->runtime - of->noise : 0;

	(void)column;
	cell->key = of->runtime ? share(left, of->runtime) : 0;
	snprintf(cell->text, sizeof(cell->text), "%" PRIu64 ".%05" PRIu64,
		 cell->key / 100000, cell->key % 100000);
}

#define FIELD(member)	offsetof(struct noise, member)

static const struct column columns[COLUMNS] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "Period", -7, NULL, fill_periods, 0, FIELD(periods) },
	{ " ", "Runtime", 12, NULL, osnoise_fill_time, 0, FIELD(runtime) },
	{ " ", "Noise", 12, NULL, osnoise_fill_time, 0, FIELD(noise) },
	{ "", "% CPU Aval", 12, NULL, fill_available, 0, 0 },
	{ "", "Max Noise", 12, NULL, osnoise_fill_time, CONTEXT_TOTAL, FIELD(max_noise) },
	{ " ", "Max Single", 12, NULL, osnoise_fill_time, CONTEXT_SINGLE, FIELD(max_single) },
	{ "", "HW", 12, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_HARDWARE]) },
	{ " ", "NMI", 12, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_NMI]) },
	{ " ", "IRQ", 12, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_IRQ]) },
	{ " ", "Softirq", 12, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_SOFTIRQ]) },
	{ " ", "Thread", 12, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_THREAD]) },
};

/* For windows that are too narrow: the available part tells of runtime and noise. */
static const struct column narrow_columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "Period", -7, NULL, fill_periods, 0, FIELD(periods) },
	{ " ", "% CPU Aval", 10, NULL, fill_available, 0, 0 },
	{ " ", "Max Noise", 9, NULL, osnoise_fill_time, CONTEXT_TOTAL, FIELD(max_noise) },
	{ " ", "Max Single", 10, NULL, osnoise_fill_time, CONTEXT_SINGLE, FIELD(max_single) },
	{ " ", "HW", 6, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_HARDWARE]) },
	{ " ", "NMI", 4, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_NMI]) },
	{ " ", "IRQ", 7, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_IRQ]) },
	{ " ", "Softirq", 7, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_SOFTIRQ]) },
	{ " ", "Thread", 7, NULL, osnoise_fill_count, 0, FIELD(from[NOISE_THREAD]) },
};

#define NARROW_COLUMNS		TABLE_LENGTH(narrow_columns)
#define NARROW_HARDWARE_COLUMNS	7
#define NARROW_WORST_COLUMN	4

static void print_duration(FILE *out, const struct snapshot *snapshot)
{
	fputs("duration: ", out);
	snapshot_duration(out, snapshot->elapsed_ns);
	fputs(" | time is in us\n", out);
}

static void osnoise_print_title(FILE *out, const struct snapshot *snapshot)
{
	if (snapshot->live)
		live_title_print(out, snapshot, "Operating System Noise");
	else
		fprintf(out, "%*s%-*s\n", 42, "", 96, "Operating System Noise");
	print_duration(out, snapshot);
}

static void print_hardware_title(FILE *out, const struct snapshot *snapshot)
{
	if (snapshot->live)
		live_title_print(out, snapshot, "Hardware-related Noise");
	else
		fprintf(out, "%*s%-*s\n", 42, "", 57, "Hardware-related Noise");
	print_duration(out, snapshot);
}

static bool osnoise_has_row(const struct snapshot *snapshot, int cpu)
{
	return stats_periods(snapshot->stats, cpu);
}

static void osnoise_print_foot(FILE *out, const struct table *of,
			       const struct snapshot *snapshot)
{
	(void)of;
	top_causes_print(out, snapshot);
}

#define TABLE(title_, columns, length_, worst_) \
	.title = title_, .column = columns, .length = length_, .fixed = 2, \
	.has_row = osnoise_has_row, .foot = osnoise_print_foot, .worst = worst_

static const struct table narrow_table = {
	TABLE(osnoise_print_title, narrow_columns, NARROW_COLUMNS,
	      NARROW_WORST_COLUMN),
	.end = "",
};

static const struct table narrow_hardware_table = {
	TABLE(print_hardware_title, narrow_columns,
	      NARROW_HARDWARE_COLUMNS, NARROW_WORST_COLUMN),
	.end = "",
};

static const struct table table = {
	TABLE(osnoise_print_title, columns, COLUMNS, WORST_COLUMN),
	.end = "",
	.narrow = &narrow_table,
};

static const struct table hardware_table = {
	TABLE(print_hardware_title, columns, HARDWARE_COLUMNS, WORST_COLUMN),
	.end = " ",
	.narrow = &narrow_hardware_table,
};

const struct view osnoise_view = {
	.samples = TRACER_PERIODS,
	.table = &table,
};

const struct view hwnoise_view = {
	.samples = TRACER_PERIODS,
	.table = &hardware_table,
};

static void print_osnoise_hist(FILE *out, const struct snapshot *snapshot)
{
	static const struct hist_series series[] = {
		{ "CPU", CONTEXT_SINGLE, NULL },
		{ NULL, 0, NULL }
	};
	static const struct hist_form form = {
		.tool = "osnoise",
		.series = series,
		.decimals = 2,
	};

	hist_print(out, snapshot, &form);
}

const struct view osnoise_hist_view = {
	.samples = TRACER_GAPS,
	.has_bars = true,
	.print = print_osnoise_hist,
};
