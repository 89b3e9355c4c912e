// SPDX-License-Identifier: GPL-2.0
/*
 * The output of views as text: see printed.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "printed.h"

char *printed(const struct view *view, const struct snapshot *snapshot)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	view_print(out, view, snapshot);
	fclose(out);
	assert_non_null(text);
	return text;
}

void expect_printed(const struct view *view, const struct snapshot *snapshot,
		    const char *expected)
{
	char *text = printed(view, snapshot);

	assert_string_equal(text, expected);
	free(text);
}
