// SPDX-License-Identifier: GPL-2.0
/*
 * "How to read this page": see how_to_read.h.
 *
 * A picture is an arrow of time with moments, and bars below it from moment to
 * moment, which are the latencies. It is narrow enough for a phone.
 */
#include <stdbool.h>

#include "report/html.h"
#include "report/how_to_read.h"
#include "report/kind_report.h"
#include "report/report_input.h"
#include "report/svg.h"
#include "stats/kind.h"

#define WIDTH		360
#define FIRST_X		34	/* of the first moment, and from the end of the last */
#define WORDS_HEIGHT	34
#define ARROW_Y		42
#define ROWS_Y		54
#define ROW_HEIGHT	26
#define BAR_HEIGHT	20

static bool reading_is_drawn(const struct reading_bar *bar,
			     const struct report_input *input)
{
	return bar->context == READING_ALWAYS ||
	       report_any(input, bar->context);
}

static void reading_draw_arrow(FILE *out, const struct reading_picture *picture,
			       int moments, int bottom)
{
	double step = (WIDTH - 2.0 * FIRST_X) / (moments - 1);

	fprintf(out, "<path class=\"mark\" d=\"M4 %dH%dm-6 -4l6 4l-6 4\"/>",
		ARROW_Y, WIDTH - 3);
	for (int i = 0; i < moments; i++) {
		double x = FIRST_X + step * i;

		svg_label(out, x, WORDS_HEIGHT - 20, "middle",
			  picture->moment[i].above);
		svg_label(out, x, WORDS_HEIGHT - 5, "middle",
			  picture->moment[i].below);
		fprintf(out, "<path class=\"kernel\" d=\"M%.1f %dV%d\"/>\n", x,
			ARROW_Y - 4, bottom);
	}
}

/* Fill in which place each row has, and return how many have bars. */
static int reading_place_rows(const struct reading_picture *picture,
			      const struct report_input *input, int *place)
{
	bool drawn[READING_ROWS] = { false };
	int rows = 0;

	for (const struct reading_bar *bar = picture->bar; bar->label; bar++)
		drawn[bar->row] |= reading_is_drawn(bar, input);
	for (int i = 0; i < READING_ROWS; i++) {
		place[i] = rows;
		rows += drawn[i];
	}
	return rows;
}

static void reading_draw_bar(FILE *out, const struct reading_bar *bar,
			     const char *caption, double step, int y)
{
	bool always = bar->context == READING_ALWAYS;

	svg_part(out, &(struct svg_part) {
		.style = bar->style,
		.x = FIRST_X + step * bar->from,
		.width = step * (bar->to - bar->from),
		.y = y, .height = BAR_HEIGHT,
		.name = always ? bar->label : context_title(bar->context),
		.amount = always ? caption : context_meaning(bar->context),
		.label = bar->label,
	});
}

static void reading_draw_picture(FILE *out,
				 const struct reading_picture *picture,
				 const struct report_input *input)
{
	int moments = 0, rows, bottom, place[READING_ROWS];
	double step;

	while (moments < READING_MOMENTS_MAX && picture->moment[moments].above)
		moments++;
	step = (WIDTH - 2.0 * FIRST_X) / (moments - 1);
	rows = reading_place_rows(picture, input, place);
	bottom = ROWS_Y + rows * ROW_HEIGHT;
	html_figure(out, NULL, picture->caption);
	svg_begin(out, picture->id, WIDTH, bottom, picture->caption,
		  picture->description);
	reading_draw_arrow(out, picture, moments, bottom - 4);
	for (const struct reading_bar *bar = picture->bar; bar->label; bar++)
		if (reading_is_drawn(bar, input))
			reading_draw_bar(out, bar, picture->caption, step,
					 ROWS_Y + place[bar->row] * ROW_HEIGHT);
	svg_end(out);
	html_figure_end(out);
}

static void reading_print_sentences(FILE *out, const struct report_input *input)
{
	fputs("<dl>\n", out);
	for (int context = 0; context < CONTEXTS; context++) {
		if (!report_any(input, context))
			continue;
		html_element(out, "dt", NULL, context_title(context));
		fputc(' ', out);
		html_element(out, "dd", NULL, context_meaning(context));
		fputc('\n', out);
	}
	fputs("</dl>\n", out);
}

/* Return whether any result has latencies of the kind. */
static bool reading_has(const struct report_input *input, enum kind kind)
{
	for (int context = 0; context < CONTEXTS; context++)
		if (context_kind(context) == kind && report_any(input, context))
			return true;
	return false;
}

void how_to_read(FILE *out, const struct report_input *input)
{
	fputs("<div class=\"figures narrow\">\n", out);
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_report *report = kind_row(kind)->report;

		if (report && report->reading && reading_has(input, kind))
			reading_draw_picture(out, report->reading, input);
	}
	fputs("</div>\n", out);
	reading_print_sentences(out, input);
}
