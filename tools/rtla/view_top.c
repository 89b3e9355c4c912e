// SPDX-License-Identifier: GPL-2.0
/*
 * The table of "top": a line for each CPU, and one for all.
 *
 * The layout is upstream's to the byte, because scripts read it.
 */
#include <inttypes.h>
#include <string.h>

#include "values.h"
#include "view.h"

#define CPU_WIDTH	15	/* of the columns CPU and COUNT */
#define GROUP_WIDTH	39	/* of the columns of one context */
#define CELL_WIDTH	9

#define CLEAR_LINE	"\033[K"
#define REVERSE		"\033[7m"
#define PLAIN		"\033[0m"

static uint64_t shown(const struct picture *picture, uint64_t ns)
{
	return picture->nano ? ns : ns / NS_PER_US;
}

static void end_line(FILE *out, const struct picture *picture)
{
	fputs(picture->redraw ? CLEAR_LINE "\n" : "\n", out);
}

static void print_title(FILE *out, const struct picture *picture)
{
	const struct columns *columns = picture->columns;
	int width = 1 + CPU_WIDTH + CONTEXTS * (GROUP_WIDTH + 1);

	if (picture->colour)
		fputs(REVERSE, out);
	fprintf(out, "%*s%-*s", columns->title_indent, "",
		width - columns->title_indent, columns->title);
	if (picture->colour)
		fputs(PLAIN, out);
	end_line(out, picture);
}

static void print_duration(FILE *out, uint64_t ns)
{
	uint64_t seconds = ns / NS_PER_SEC;

	fprintf(out, "%3" PRIu64 " %02d:%02d:%02d", seconds / 86400,
		(int)(seconds / 3600 % 24), (int)(seconds / 60 % 60),
		(int)(seconds % 60));
}

static void print_heads(FILE *out, const struct picture *picture)
{
	const struct columns *columns = picture->columns;
	char name[64];

	print_duration(out, picture->elapsed_ns);
	fprintf(out, "%*s", CPU_WIDTH - 12, "");
	for (int i = 0; i < CONTEXTS; i++) {
		snprintf(name, sizeof(name), "%*s%s (%s)",
			 columns->context[i].indent, "",
			 columns->context[i].name, picture->nano ? "ns" : "us");
		fprintf(out, "|%-*s", i < CONTEXTS - 1 ? GROUP_WIDTH + 1 : 0,
			name);
	}
	end_line(out, picture);
	fprintf(out, "%-*s", CPU_WIDTH, "CPU COUNT");
	for (int i = 0; i < CONTEXTS; i++)
		fprintf(out, "%s|%9s %9s %9s %9s", i ? " " : "", "cur", "min",
			"avg", "max");
	end_line(out, picture);
}

/* The cells of one context; those of all CPUs have no current value. */
static void print_cells(FILE *out, const struct picture *picture,
			const struct latency *of, bool all)
{
	uint64_t cell[4] = {
		of->last, of->min, latency_average(of), of->max
	};

	for (int i = 0; i < 4; i++) {
		if (i)
			fputc(' ', out);
		if (!i && all)
			fprintf(out, "%*s", CELL_WIDTH, "");
		else if (!of->count)
			fprintf(out, "%*s", CELL_WIDTH, "-");
		else
			fprintf(out, "%*" PRIu64, CELL_WIDTH,
				shown(picture, cell[i]));
	}
}

static void print_cpu(FILE *out, const struct picture *picture, int cpu)
{
	const struct latency *of[CONTEXTS];
	uint64_t count = 0;

	for (int i = 0; i < CONTEXTS; i++) {
		of[i] = stats_get(picture->stats, cpu, i);
		count |= of[i]->count;
	}
	if (!count)
		return;
	fprintf(out, "%3d #%-9" PRIu64 " ", cpu, of[CONTEXT_IRQ]->count);
	for (int i = 0; i < CONTEXTS; i++) {
		fputs(i ? " |" : "|", out);
		print_cells(out, picture, of[i], false);
	}
	end_line(out, picture);
}

static void print_split(FILE *out, const struct picture *picture)
{
	static const char dashes[] = "----------------------------------------";

	fprintf(out, "%.*s", CPU_WIDTH, dashes);
	for (int i = 0; i < CONTEXTS; i++)
		fprintf(out, "|%.*s", GROUP_WIDTH + (i < CONTEXTS - 1), dashes);
	end_line(out, picture);
}

/* The count of all CPUs soon outgrows its column: 1234567 is 123456 e1. */
static void print_all(FILE *out, const struct picture *picture)
{
	struct latency all[CONTEXTS];
	uint64_t count;
	int exponent = 0;

	for (int i = 0; i < CONTEXTS; i++)
		all[i] = stats_all(picture->stats, i);
	for (count = all[CONTEXT_IRQ].count; count > 999999; count /= 10)
		exponent++;
	fprintf(out, "ALL #%-6" PRIu64 " e%d ", count, exponent);
	for (int i = 0; i < CONTEXTS; i++) {
		fputs(i ? " |" : "|", out);
		print_cells(out, picture, &all[i], true);
	}
	end_line(out, picture);
}

static void print_top(FILE *out, const struct picture *picture)
{
	int cpu;

	if (picture->redraw)
		fputs("\033[H", out);
	print_title(out, picture);
	print_heads(out, picture);
	cpus_for_each(cpu, picture->cpus)
		print_cpu(out, picture, cpu);
	print_split(out, picture);
	print_all(out, picture);
	if (picture->redraw)
		fputs("\033[J", out);
}

const struct view view_top = {
	.live = true,
	.print = print_top,
};
