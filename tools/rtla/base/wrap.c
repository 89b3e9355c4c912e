// SPDX-License-Identifier: GPL-2.0
/*
 * Printing text in lines of a given width: see wrap.h.
 */
#include <string.h>

#include "base/wrap.h"

void wrap_print(FILE *out, const char *text, size_t column, size_t width)
{
	size_t at = column;

	while (*text) {
		size_t length = strcspn(text, " ");

		if (length > width - column)
			length = width - column;
		if (at > column && at + 1 + length > width) {
			fprintf(out, "\n%*s", (int)column, "");
			at = column;
		} else if (at > column) {
			fputc(' ', out);
			at++;
		}
		fprintf(out, "%.*s", (int)length, text);
		at += length;
		text += length;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}
