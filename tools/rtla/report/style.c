// SPDX-License-Identifier: GPL-2.0
/*
 * The style sheets, which are charts.css and page.css without their comments.
 * The Makefile makes a string of each of them.
 */
#include <string.h>

#include "report/style.h"

const char style_of_charts[] =
#include "report/charts_css.h"
;

const char style_of_page[] =
#include "report/page_css.h"
;

/* Print the value of the variable with the name in @name, like "--fg)". */
static void style_print_value(FILE *out, const char *style, const char *name)
{
	int length = strcspn(name, ")");
	const char *at = style;

	while ((at = strstr(at, "--"))) {
		if (!strncmp(at, name, length) && at[length] == ':') {
			at += length + 1;
			at += strspn(at, " ");
			fprintf(out, "%.*s", (int)strcspn(at, ";\n"), at);
			return;
		}
		at += 2;
	}
}

void style_print_plain(FILE *out, const char *style)
{
	const char *at = style, *variable;

	while ((variable = strstr(at, "var("))) {
		fprintf(out, "%.*s", (int)(variable - at), at);
		style_print_value(out, style, variable + strlen("var("));
		at = variable + strcspn(variable, ")") + 1;
	}
	fputs(at, out);
}
