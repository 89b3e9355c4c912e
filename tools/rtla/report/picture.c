// SPDX-License-Identifier: GPL-2.0
/*
 * The charts of the report as one picture, in SVG: see picture.h.
 */
#include <stdlib.h>
#include <string.h>

#include "report/chart_figures.h"
#include "report/kind_report.h"
#include "report/picture.h"
#include "report/png.h"
#include "report/report_input.h"
#include "report/style.h"
#include "stats/kind.h"

#define TITLE_HEIGHT	36

static bool is_png(const char *path)
{
	return !strcmp(path + strlen(path) - 4, ".png");
}

bool picture_is_known(const char *path)
{
	size_t length = strlen(path);

	return length > 4 && (is_png(path) ||
			      !strcmp(path + length - 4, ".svg"));
}

/* Return the charts, whose lower end is in *@height; NULL without memory. */
static char *draw_charts(const struct report_input *input, int *height)
{
	struct figures figures = {
		.picture = true,
		.top = PICTURE_MARGIN + TITLE_HEIGHT,
	};
	char *text = NULL;
	size_t size;
	bool failed;

	figures.out = open_memstream(&text, &size);
	if (!figures.out)
		return NULL;
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_report *report = kind_row(kind)->report;

		if (report && report->first_charts)
			report->first_charts(&figures, input);
	}
	charts_of_bars(&figures, input);
	charts_of_averages(&figures, input);
	charts_of_distributions(&figures, input);
	charts_of_heatmaps(&figures, input);
	charts_of_maxima(&figures, input);
	failed = ferror(figures.out);
	if (fclose(figures.out) || failed) {
		free(text);
		return NULL;
	}
	*height = figures.top;
	return text;
}

static void print_picture(FILE *out, const struct report_input *input,
			  const char *charts, int height)
{
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n<title>",
		PICTURE_WIDTH, height, PICTURE_WIDTH, height);
	report_title(out, input);
	fputs("</title>\n<style>\n", out);
	style_print_plain(out, style_of_charts);
	fprintf(out, "</style>\n<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n<text class=\"title\" x=\"%d\" y=\"%d\">",
		PICTURE_WIDTH, height, PICTURE_MARGIN, PICTURE_MARGIN + 16);
	report_title(out, input);
	fputs("</text>\n", out);
	fputs(charts, out);
	fputs("</svg>\n", out);
}

/* Return the picture as SVG, or NULL if there is no memory. */
static char *make_svg(const struct report_input *input, size_t *size)
{
	char *charts, *text = NULL;
	bool failed;
	int height;
	FILE *out;

	charts = draw_charts(input, &height);
	out = charts ? open_memstream(&text, size) : NULL;
	if (!out) {
		free(charts);
		return NULL;
	}
	print_picture(out, input, charts, height);
	free(charts);
	failed = ferror(out);
	if (!fclose(out) && !failed)
		return text;
	free(text);
	return NULL;
}

enum result picture_make(const struct report_input *input, const char *path,
			 char **picture, size_t *size)
{
	enum result result;
	char *svg;

	svg = make_svg(input, size);
	if (!svg)
		return fail(RESULT_ERROR, "--plot %s: out of memory: no picture is written",
			    path);
	if (!is_png(path)) {
		*picture = svg;
		return RESULT_OK;
	}
	result = png_make(path, svg, *size, picture, size);
	free(svg);
	return result;
}
