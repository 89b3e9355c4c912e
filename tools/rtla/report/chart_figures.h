/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Charts with their captions and legends, either as figures of a page or side
 * by side in one picture.
 */
#ifndef RTLA_CHART_FIGURES_H
#define RTLA_CHART_FIGURES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/svg.h"

struct report_input;

/* The size of a picture, in units of SVG: two columns and three margins. */
#define PICTURE_COLUMNS	2
#define PICTURE_MARGIN	24
#define PICTURE_WIDTH	(PICTURE_COLUMNS * (SVG_WIDTH + PICTURE_MARGIN) + PICTURE_MARGIN)

struct figures {
	FILE *out;
	bool picture;		/* the charts go into one picture, not a page */
	bool narrow;		/* in a page, these charts fit a phone */
	/* The rest is for a picture. */
	int top;		/* the upper end of the row */
	int column;		/* of the next figure in the row */
	int height;		/* of the row, without its margin */
	int chart_height;	/* of the figure that has begun */
};

/* figures_begin, figures_end - begin and end rows of figures */
void figures_begin(struct figures *figures);
void figures_end(struct figures *figures);

/*
 * figure_begin, figure_end - begin and end a figure, which has one chart
 *
 * The chart has the width SVG_WIDTH and the height @height. @class is that of
 * the figure in a page, and may be NULL.
 */
void figure_begin(struct figures *figures, const char *class,
		  const char *caption, int height);
void figure_end(struct figures *figures);

/* figure_note - write something below the chart of the figure */
void figure_note(struct figures *figures, const char *note);

/* legend_begin, legend_end - begin and end a legend */
void legend_begin(struct figures *figures);
void legend_end(struct figures *figures);

/*
 * legend_line, legend_swatch, legend_text - add an item to the legend
 *
 * legend_line() shows the style of a line, and writes @label in bold before
 * @name unless it is "". legend_swatch() shows a shape of 12 by 12 units, which
 * is the SVG element @shape. legend_text() is a text only.
 */
void legend_line(struct figures *figures, int style, const char *label,
		 const char *name);
void legend_swatch(struct figures *figures, const char *shape,
		   const char *name);
void legend_text(struct figures *figures, const char *text);

/*
 * charts_of_averages, charts_of_bars, charts_of_distributions,
 * charts_of_heatmaps, charts_of_maxima - draw the charts of a section, with
 * their legend
 */
void charts_of_averages(struct figures *figures,
			const struct report_input *input);
void charts_of_bars(struct figures *figures, const struct report_input *input);
void charts_of_distributions(struct figures *figures,
			     const struct report_input *input);
void charts_of_heatmaps(struct figures *figures,
			const struct report_input *input);
void charts_of_maxima(struct figures *figures,
		      const struct report_input *input);

/*
 * chart_legend - tell which line of a chart belongs to which result
 *
 * If there is only one result, lines belong to contexts.
 */
void chart_legend(struct figures *figures, const struct report_input *input);

#endif /* RTLA_CHART_FIGURES_H */
