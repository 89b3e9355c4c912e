// SPDX-License-Identifier: GPL-2.0
/*
 * The section of heat maps of the report: for each CPU, the number of samples
 * of each latency, as in figures 13 and 14 of the timerlat paper, but with
 * logarithmic scales.
 *
 * All cells of one colour are drawn as one path, so that a page about hundreds
 * of CPUs stays small.
 */
#include "base/human.h"
#include "report/chart_figures.h"
#include "report/page.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "report/svg.h"
#include "stats/latency.h"
#include "stats/stats.h"

#define LEVELS_MAX	8
#define ROWS_MAX	1024	/* with more CPUs, neighbours share one */

#define LEFT		64
#define TOP		10
#define BOTTOM		40

/* Return the smallest number of samples for which a cell has colour @level. */
static uint64_t level_from(const struct report_input *input, int level)
{
	static const uint64_t half_decades[LEVELS_MAX] = {
		1, 3, 10, 30, 100, 300, 1000, 3000
	};
	static const uint64_t decades[LEVELS_MAX] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000
	};

	return input->most < 10000 ? half_decades[level] : decades[level];
}

/* Return the colour level of a cell; -1 for a cell without samples. */
static int heatmaps_level_of(const struct report_input *input, uint64_t count)
{
	int level = LEVELS_MAX - 1;

	while (level >= 0 && count < level_from(input, level))
		level--;
	return level;
}

/* The heat map of one context of one result. */
struct map {
	const struct report_input *input;
	int index;
	enum event_context context;
	struct scale x;
	double row_height;
	int rows;
	int cpus_per_row;
};

static double row_height(int rows)
{
	if (rows <= 8)
		return 24;
	if (rows <= 16)
		return 16;
	if (rows <= 64)
		return 8;
	return rows <= 256 ? 3 : 1;
}

static struct map map_of(const struct report_input *input, int index,
			 enum event_context context)
{
	const struct log_bins *bins = &input->bins;
	int cpus = cpus_count(&input->results[index].cpus);
	struct map map = {
		.input = input,
		.index = index,
		.context = context,
		.x = { log_bins_edge(bins, 0), log_bins_edge(bins, bins->count),
		       LEFT, SVG_WIDTH - 12, true },
		.cpus_per_row = (cpus + ROWS_MAX - 1) / ROWS_MAX,
	};

	map.rows = (cpus + map.cpus_per_row - 1) / map.cpus_per_row;
	map.row_height = row_height(map.rows);
	return map;
}

/*
 * Fill in the colour levels of the cells of the row that begins with @cpu. If
 * CPUs share the row, the highest level counts. Returns the first CPU of the
 * next row, or -1.
 */
static int fill_row(const struct map *map, int cpu, int *levels)
{
	const struct cpus *cpus = &map->input->results[map->index].cpus;
	uint64_t counts[LOG_BINS_MAX];

	for (int i = 0; i < map->input->bins.count; i++)
		levels[i] = -1;
	for (int left = map->cpus_per_row; left && cpu >= 0; left--) {
		report_counts(map->input, map->index, cpu, map->context,
			      counts);
		for (int i = 0; i < map->input->bins.count; i++) {
			int level = heatmaps_level_of(map->input, counts[i]);

			if (level > levels[i])
				levels[i] = level;
		}
		cpu = cpus_next(cpus, cpu + 1);
	}
	return cpu;
}

/* Draw the cells of one level; neighbouring cells become one rectangle. */
static void draw_row(FILE *out, const struct map *map, int row,
		     const int *levels, int level)
{
	const struct log_bins *bins = &map->input->bins;

	for (int i = 0, end; i < bins->count; i = end) {
		double from, to;

		end = i + 1;
		if (levels[i] != level)
			continue;
		while (end < bins->count && levels[end] == level)
			end++;
		from = scale_at(&map->x, log_bins_edge(bins, i));
		to = scale_at(&map->x, log_bins_edge(bins, end));
		fprintf(out, "M%.1f %gH%.1fv%gH%.1fz", from,
			TOP + row * map->row_height, to, map->row_height, from);
	}
}

static void draw_cells(FILE *out, const struct map *map)
{
	const struct cpus *cpus = &map->input->results[map->index].cpus;
	int levels[LOG_BINS_MAX];

	for (int level = 0; level < LEVELS_MAX; level++) {
		int cpu = cpus_next(cpus, 0);

		fprintf(out, "<path class=\"cell h%d\" d=\"", level + 1);
		for (int row = 0; row < map->rows; row++) {
			cpu = fill_row(map, cpu, levels);
			draw_row(out, map, row, levels, level);
		}
		fputs("\"/>\n", out);
	}
}

/* Mark the maximum of each CPU, with a tooltip about it. */
static void draw_marks(FILE *out, const struct map *map)
{
	const struct results *results = &map->input->results[map->index];
	char max[QUANTITY_LEN], samples[QUANTITY_LEN];
	int cpu, at = 0;

	cpus_for_each(cpu, &results->cpus) {
		const struct latency *latency = stats_get(results->stats, cpu,
							  map->context);
		double y = TOP + at++ / map->cpus_per_row * map->row_height;

		if (!latency->count)
			continue;
		fprintf(out, "<g><title>CPU %d: max %s of %s samples</title><path class=\"hover\" d=\"M%d %gH%dv%gH%dz\"/><path class=\"mark\" d=\"M%.1f %gv%g\"/></g>\n",
			cpu, readable_text(latency->max, max),
			count_text(latency->count, samples), LEFT, y,
			SVG_WIDTH - 12, map->row_height, LEFT,
			scale_at(&map->x, latency->max), y, map->row_height);
	}
}

/* Label rows with CPU numbers, but only as many as there is room for. */
static void draw_cpus(FILE *out, const struct map *map)
{
	const struct cpus *cpus = &map->input->results[map->index].cpus;
	double last = -100;
	int cpu, at = 0;
	char text[16];

	cpus_for_each(cpu, cpus) {
		double y = TOP + at++ / map->cpus_per_row * map->row_height +
			   map->row_height / 2;

		if (y - last < 14)
			continue;
		last = y;
		snprintf(text, sizeof(text), "%d", cpu);
		svg_label(out, LEFT - 6, y + 4, "end", text);
	}
	fprintf(out, "<text class=\"name\" transform=\"translate(14 %g) rotate(-90)\" text-anchor=\"end\">CPU</text>\n",
		(double)TOP);
}

static void heatmaps_draw_threshold(FILE *out, const struct map *map,
				    double bottom)
{
	uint64_t ns = report_threshold(map->input, map->index, map->context);

	if (ns < map->x.from || ns > map->x.to)
		return;
	fprintf(out, "<path class=\"threshold\" d=\"M%.1f %dV%g\"/>\n",
		scale_at(&map->x, ns), TOP - 6, bottom);
}

static int map_height(const struct map *map)
{
	return TOP + map->rows * map->row_height + BOTTOM;
}

static void draw_map(FILE *out, const struct map *map, const char *title)
{
	double bottom = TOP + map->rows * map->row_height;
	const struct frame frame = { .x = map->x, .y = { 0, 1, bottom, TOP } };
	char description[256], id[32], max[QUANTITY_LEN];
	struct latency all = stats_all(map->input->results[map->index].stats,
				       map->context);

	snprintf(id, sizeof(id), "heat-%s-%d", context_name(map->context),
		 map->index);
	snprintf(description, sizeof(description),
		 "A row for each of %d CPUs, latency from left to right on a logarithmic scale, a stronger colour where there were more samples. The largest is %s.",
		 cpus_count(&map->input->results[map->index].cpus),
		 readable_text(all.max, max));
	svg_begin(out, id, SVG_WIDTH, map_height(map), title, description);
	fprintf(out, "<rect class=\"back\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%g\"/>\n",
		LEFT, TOP, SVG_WIDTH - 12 - LEFT, bottom - TOP);
	svg_x_times(out, &frame, "latency");
	draw_cells(out, map);
	heatmaps_draw_threshold(out, map, bottom);
	draw_marks(out, map);
	draw_cpus(out, map);
	svg_end(out);
}

static void chart_map(struct figures *figures, const struct report_input *input,
		      int index, enum event_context context)
{
	const char *label = report_label(input, index);
	char title[96], note[96];
	struct map map;

	if (!results_has(&input->results[index], context))
		return;
	map = map_of(input, index, context);
	snprintf(title, sizeof(title), "%s%s%s: samples of each CPU", label,
		 *label ? " · " : "", context_title(context));
	figure_begin(figures, "heat", title, map_height(&map));
	draw_map(figures->out, &map, title);
	if (map.cpus_per_row > 1) {
		snprintf(note, sizeof(note),
			 "Each row stands for %d CPUs: a cell shows the CPU that has most samples in it.",
			 map.cpus_per_row);
		figure_note(figures, note);
	}
	figure_end(figures);
}

static void levels_legend(struct figures *figures,
			  const struct report_input *input)
{
	char text[QUANTITY_LEN], name[QUANTITY_LEN + 8], shape[64];

	legend_begin(figures);
	legend_text(figures, "samples:");
	for (int level = 0; level < LEVELS_MAX; level++) {
		uint64_t from = level_from(input, level);

		if (from > input->most)
			break;
		snprintf(shape, sizeof(shape),
			 "<rect class=\"cell h%d\" width=\"12\" height=\"12\"/>",
			 level + 1);
		/* A thin space, and a dash for "or more". */
		snprintf(name, sizeof(name), "%s\u2009\u2013",
			 count_text(from, text));
		legend_swatch(figures, shape, name);
	}
	legend_swatch(figures, "<path class=\"mark\" d=\"M6 0V12\"/>",
		      "maximum of a CPU");
	legend_swatch(figures, "<path class=\"threshold\" d=\"M6 0V12\"/>",
		      "threshold");
	legend_end(figures);
}

void charts_of_heatmaps(struct figures *figures,
			const struct report_input *input)
{
	levels_legend(figures, input);
	figures_begin(figures);
	for (int context = 0; context < CONTEXTS; context++)
		for (int i = 0; i < input->count; i++)
			chart_map(figures, input, i, context);
	figures_end(figures);
}

bool section_heatmaps(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	if (!input->most)
		return true;
	fputs("<p class=\"note\">One row for each CPU. The colour of a cell shows how many samples had that latency, on a logarithmic scale; cells without samples are empty. All maps have the same scales.</p>\n",
	      out);
	charts_of_heatmaps(&figures, input);
	return true;
}
