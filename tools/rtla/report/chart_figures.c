// SPDX-License-Identifier: GPL-2.0
/*
 * Charts with their captions and legends: see chart_figures.h.
 */
#include <string.h>

#include "report/chart_figures.h"
#include "report/html.h"
#include "report/report_input.h"
#include "report/svg.h"

/* Heights in a picture. */
#define CAPTION_HEIGHT	24
#define NOTE_HEIGHT	18
#define LEGEND_HEIGHT	30

/* The widths of the two kinds of keys, and of a character of text, about. */
#define LINE_WIDTH	36
#define SWATCH_WIDTH	12
#define LETTER_WIDTH	7

void figures_begin(struct figures *figures)
{
	if (!figures->picture)
		fprintf(figures->out, "<div class=\"figures%s\">\n",
			figures->narrow ? " narrow" : "");
	figures->column = 0;
	figures->height = 0;
}

static void end_row(struct figures *figures)
{
	figures->top += figures->height + PICTURE_MARGIN;
	figures->column = 0;
	figures->height = 0;
}

void figures_end(struct figures *figures)
{
	if (!figures->picture)
		fputs("</div>\n", figures->out);
	else if (figures->column)
		end_row(figures);
}

void figure_begin(struct figures *figures, const char *class,
		  const char *caption, int height)
{
	if (!figures->picture) {
		html_figure(figures->out, class, caption);
		return;
	}
	if (figures->column == PICTURE_COLUMNS)
		end_row(figures);
	figures->chart_height = height;
	fprintf(figures->out, "<g transform=\"translate(%d %d)\">",
		PICTURE_MARGIN + figures->column * (SVG_WIDTH + PICTURE_MARGIN),
		figures->top);
	fputs("<text class=\"caption\" x=\"0\" y=\"14\">", figures->out);
	html_text(figures->out, caption);
	fprintf(figures->out, "</text><g transform=\"translate(0 %d)\">\n",
		CAPTION_HEIGHT);
}

void figure_end(struct figures *figures)
{
	if (!figures->picture) {
		html_figure_end(figures->out);
		return;
	}
	fputs("</g></g>\n", figures->out);
	if (figures->height < CAPTION_HEIGHT + figures->chart_height)
		figures->height = CAPTION_HEIGHT + figures->chart_height;
	figures->column++;
}

void figure_note(struct figures *figures, const char *note)
{
	if (!figures->picture) {
		html_element(figures->out, "p", "note", note);
		return;
	}
	figures->chart_height += NOTE_HEIGHT;
	svg_label(figures->out, 0, figures->chart_height - 4, "start", note);
}

/* ---- Legends ------------------------------------------------------------- */

void legend_begin(struct figures *figures)
{
	if (!figures->picture)
		fputs("<ul class=\"legend\">\n", figures->out);
	figures->column = PICTURE_MARGIN;
}

void legend_end(struct figures *figures)
{
	if (!figures->picture)
		fputs("</ul>\n", figures->out);
	figures->top += LEGEND_HEIGHT;
	figures->column = 0;
}

/* Begin an item that is so wide; @class is that of its key in a page, or NULL. */
static void begin_item(struct figures *figures, int width, const char *class,
		       int key_width)
{
	if (!figures->picture) {
		fputs("<li>", figures->out);
		if (class)
			fprintf(figures->out, "<svg class=\"%s\" viewBox=\"0 0 %d 12\" aria-hidden=\"true\">",
				class, key_width);
		return;
	}
	if (figures->column + width > PICTURE_WIDTH &&
	    figures->column > PICTURE_MARGIN) {
		figures->column = PICTURE_MARGIN;
		figures->top += LEGEND_HEIGHT;
	}
	fprintf(figures->out, "<g transform=\"translate(%d %d)\">",
		figures->column, figures->top);
	figures->column += width;
}

/* Write the texts of an item beside its key, and end it. */
static void end_item(struct figures *figures, int key_width, const char *label,
		     const char *name)
{
	FILE *out = figures->out;

	if (figures->picture)
		fprintf(out, "<text x=\"%d\" y=\"11\">",
			key_width ? key_width + 6 : 0);
	else
		fputs(key_width ? "</svg> " : "", out);
	if (*label) {
		fputs(figures->picture ? "<tspan class=\"label\">" : "<b>",
		      out);
		html_text(out, label);
		fputs(figures->picture ? "</tspan> " : "</b> ", out);
	}
	html_text(out, name);
	fputs(figures->picture ? "</text></g>\n" : "</li>\n", out);
}

static int item_width(int key_width, const char *label, const char *name)
{
	int letters = strlen(label) + strlen(name);

	return key_width + LETTER_WIDTH * letters + PICTURE_MARGIN;
}

void legend_line(struct figures *figures, int style, const char *label,
		 const char *name)
{
	begin_item(figures, item_width(LINE_WIDTH, label, name), "key",
		   LINE_WIDTH);
	fprintf(figures->out, "<path class=\"line s%d\" d=\"M1 6H%d\"/>", style,
		LINE_WIDTH - 1);
	end_item(figures, LINE_WIDTH, label, name);
}

void legend_swatch(struct figures *figures, const char *shape, const char *name)
{
	begin_item(figures, item_width(SWATCH_WIDTH, "", name), "swatch",
		   SWATCH_WIDTH);
	fputs(shape, figures->out);
	end_item(figures, SWATCH_WIDTH, "", name);
}

void legend_text(struct figures *figures, const char *text)
{
	begin_item(figures, item_width(0, "", text), NULL, 0);
	end_item(figures, 0, "", text);
}

void chart_legend(struct figures *figures, const struct report_input *input)
{
	legend_begin(figures);
	for (int i = 0; input->count > 1 && i < input->count; i++)
		legend_line(figures, i, report_label(input, i),
			    input->results[i].path);
	for (int context = 0; input->count == 1 && context < CONTEXTS;
	     context++)
		if (report_any(input, context))
			legend_line(figures, report_style(input, 0, context),
				    "", context_title(context));
	legend_end(figures);
}
