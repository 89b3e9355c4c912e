// SPDX-License-Identifier: GPL-2.0
/*
 * The script for gnuplot. The picture has a column for each context; it has a
 * row of distributions, a row of heat maps for each result, and a row of maxima
 * over time.
 *
 * The only foreign texts in the script are the file names of results. They are
 * in single quotes, in which gnuplot expands nothing. Latencies are in us,
 * times since the start in s.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/times.h"
#include "report/plot.h"

#define PANEL_WIDTH	520
#define PANEL_HEIGHT	360
#define HEAD_HEIGHT	40
#define NAME_MAX_SHOWN	60

/* Print a file name in plain characters only, so that it is no command. */
static void print_name(FILE *out, const char *name)
{
	const char *slash = strrchr(name, '/');

	name = slash && slash[1] ? slash + 1 : name;
	for (int i = 0; name[i] && i < NAME_MAX_SHOWN; i++) {
		if (!isascii(name[i]) || !isprint(name[i]) ||
		    strchr("'\"`\\@$", name[i]))
			fputc('?', out);
		else
			fputc(name[i], out);
	}
}

static void begin_multiplot(FILE *out, const struct report_input *input,
			    int rows, int columns)
{
	fprintf(out, "set multiplot layout %d,%d title '", rows, columns);
	for (int i = 0; i < input->count; i++) {
		fputs(i ? ", " : "", out);
		if (input->count > 1)
			fprintf(out, "%s: ", report_label(input, i));
		print_name(out, input->results[i].path);
	}
	fputs("'\n", out);
}

static int columns_of(const struct report_input *input)
{
	int columns = 0;

	for (int context = 0; context < CONTEXTS; context++)
		columns += report_any(input, context);
	return columns;
}

/* ---- Data ---------------------------------------------------------------------------- */

/* The line of an empty bin is at 0.1, which is below the picture. */
static void print_distribution(FILE *out, const struct report_input *input,
			       int index, enum event_context context)
{
	const uint64_t *counts = input->all[index][context];

	fprintf(out, "$d%d_%d << EOD\n", context, index);
	for (int i = 0; i < input->bins.count; i++)
		fprintf(out, "%.9g %g\n%.9g %g\n",
			log_bins_edge(&input->bins, i) / 1e3,
			counts[i] ? (double)counts[i] : 0.1,
			log_bins_edge(&input->bins, i + 1) / 1e3,
			counts[i] ? (double)counts[i] : 0.1);
	fputs("EOD\n", out);
}

/*
 * Print each cell: a point of it, its left, right, lower and upper side, and
 * its number of samples. Cells without samples are left out.
 */
static void print_cells(FILE *out, const struct report_input *input, int index,
			enum event_context context)
{
	uint64_t counts[LOG_BINS_MAX];
	int cpu;

	fprintf(out, "$h%d_%d << EOD\n", context, index);
	cpus_for_each(cpu, &input->results[index].cpus) {
		report_counts(input, index, cpu, context, counts);
		for (int i = 0; i < input->bins.count; i++) {
			double low = log_bins_edge(&input->bins, i) / 1e3;
			double high = log_bins_edge(&input->bins, i + 1) / 1e3;

			if (counts[i])
				fprintf(out, "%.9g %d %.9g %.9g %g %g %" PRIu64 "\n",
					low, cpu, low, high, cpu - 0.5,
					cpu + 0.5, counts[i]);
		}
	}
	fputs("EOD\n", out);
}

static void print_maxima(FILE *out, const struct report_input *input, int index,
			 enum event_context context)
{
	const struct sample_record *record = input->results[index].record;
	uint64_t maxima[BLOCKS_MAX];
	double block = record_block_ns(record) / 1e9;
	int count = record_maxima(record, -1, context, maxima);

	fprintf(out, "$m%d_%d << EOD\n", context, index);
	for (int i = 0; i < count; i++) {
		if (maxima[i])
			fprintf(out, "%.9g %.9g\n%.9g %.9g\n", i * block,
				time_us(maxima[i]), (i + 1) * block,
				time_us(maxima[i]));
		else
			fputc('\n', out);
	}
	fputs("EOD\n", out);
}

static void print_data(FILE *out, const struct report_input *input)
{
	for (int i = 0; i < input->count; i++) {
		for (int context = 0; context < CONTEXTS; context++) {
			if (!results_has(&input->results[i], context))
				continue;
			print_distribution(out, input, i, context);
			print_cells(out, input, i, context);
			print_maxima(out, input, i, context);
		}
	}
}

/* ---- Panels --------------------------------------------------------------------------- */

/* Plot a line for each result, from the data whose names begin with @data. */
static void plot_lines(FILE *out, const struct report_input *input,
		       enum event_context context, char data)
{
	const char *before = "plot ";

	for (int i = 0; i < input->count; i++) {
		if (!results_has(&input->results[i], context))
			continue;
		fprintf(out, "%s$%c%d_%d with lines ls %d %s%s%s", before, data,
			context, i, i + 1, input->count > 1 ? "title '" :
			"notitle", report_label(input, i),
			input->count > 1 ? "'" : "");
		before = ", ";
	}
	fputc('\n', out);
}

static void set_latencies(FILE *out, const struct report_input *input, char axis)
{
	fprintf(out, "set logscale %c\nset %crange [%.9g:%.9g]\n", axis, axis,
		log_bins_edge(&input->bins, 0) / 1e3,
		log_bins_edge(&input->bins, input->bins.count) / 1e3);
}

/*
 * gnuplot draws panels one after the other, row by row. Settings remain, so
 * each panel first resets those of the panel before.
 */
static void begin_panel(FILE *out, const char *title, const char *label)
{
	fprintf(out, "unset logscale\nset autoscale\nset ytics auto\nset title '%s%s%s'\n",
		label, *label ? ": " : "", title);
}

static void plot_distribution(FILE *out, const struct report_input *input,
			      enum event_context context)
{
	begin_panel(out, context_title(context), "");
	set_latencies(out, input, 'x');
	fputs("set xlabel 'latency, us'\nset ylabel 'samples per bin'\nset logscale y\nset yrange [0.5:*]\n",
	      out);
	plot_lines(out, input, context, 'd');
}

/* Return the step of CPU labels: a whole number, and few labels. */
static int cpu_step(int last)
{
	int step = 1;

	while (last / step > 8)
		step *= 2;
	return step;
}

static void plot_heatmap(FILE *out, const struct report_input *input, int index,
			 enum event_context context)
{
	int last;

	if (!results_has(&input->results[index], context)) {
		fputs("set multiplot next\n", out);
		return;
	}
	last = cpus_last(&input->results[index].cpus);
	begin_panel(out, context_title(context), report_label(input, index));
	set_latencies(out, input, 'x');
	fprintf(out, "set xlabel 'latency, us'\nset ylabel 'CPU'\nset yrange [%d.5:-0.5]\nset ytics 0,%d\nset logscale cb\nset cbrange [1:%" PRIu64 "]\n",
		last, cpu_step(last), time_max(input->most, 2));
	fprintf(out, "plot $h%d_%d using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder lc palette notitle\n",
		context, index);
}

/*
 * Return the largest sample or threshold of a context, in ns. The lines of
 * thresholds have to be inside the picture, as gnuplot does not clip them.
 */
static uint64_t highest(const struct report_input *input,
			enum event_context context)
{
	uint64_t most = 0;

	for (int i = 0; i < input->count; i++) {
		most = time_max(most, report_threshold(input, i, context));
		most = time_max(most, stats_all(input->results[i].stats,
						context).max);
	}
	return most;
}

static void plot_maxima(FILE *out, const struct report_input *input,
			enum event_context context)
{
	begin_panel(out, context_title(context), "");
	fprintf(out, "set xlabel 'time, s'\nset ylabel 'maximum, us'\nset logscale y\nset yrange [*:%.9g]\n",
		1.2 * time_us(time_max(highest(input, context), 1)));
	for (int i = 0; i < input->count; i++) {
		uint64_t ns = report_threshold(input, i, context);

		if (ns)
			fprintf(out, "set arrow from graph 0, first %.9g to graph 1, first %.9g nohead dt 2 lc rgb '#a40e26'\n",
				time_us(ns), time_us(ns));
	}
	plot_lines(out, input, context, 'm');
	fputs("unset arrow\n", out);
}

static void set_up(FILE *out, const struct report_input *input, bool svg,
		   const char *to)
{
	static const char *const colours[REPORT_RESULTS_MAX] = {
		"#0b5cad", "#c2410c", "#15803d", "#7e3fb8", "#a1126b",
		"#5b6100", "#0f7480", "#6b4a2f",
	};
	int columns = columns_of(input), rows = input->count + 2;

	fprintf(out, "set terminal %s size %d,%d noenhanced background rgb 'white'\nset output '%s'\n",
		svg ? "svg name 'rtla'" : "pngcairo", columns * PANEL_WIDTH,
		rows * PANEL_HEIGHT + HEAD_HEIGHT, to);
	for (int i = 0; i < REPORT_RESULTS_MAX; i++)
		fprintf(out, "set style line %d lc rgb '%s' dt %d lw 1.5\n",
			i + 1, colours[i], i % 5 + 1);
	fputs("set palette defined (0 '#f5cc3a', 1 '#dd9400', 2 '#b95b00', 3 '#7b3000', 4 '#371000')\n"
	      "set format '%g'\nset grid lc rgb '#dddddd'\nset key top right\n",
	      out);
	begin_multiplot(out, input, rows, columns);
}

void plot_script(FILE *out, const struct report_input *input, bool svg,
		 const char *to)
{
	print_data(out, input);
	set_up(out, input, svg, to);
	for (int context = 0; context < CONTEXTS; context++)
		if (report_any(input, context))
			plot_distribution(out, input, context);
	for (int i = 0; i < input->count; i++)
		for (int context = 0; context < CONTEXTS; context++)
			if (report_any(input, context))
				plot_heatmap(out, input, i, context);
	for (int context = 0; context < CONTEXTS; context++)
		if (report_any(input, context))
			plot_maxima(out, input, context);
	fputs("unset multiplot\nset output\n", out);
}
