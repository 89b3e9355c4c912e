// SPDX-License-Identifier: GPL-2.0
/*
 * The text format of Prometheus: see prometheus_text.h.
 */
#include <string.h>

#include "results/prometheus_text.h"

#define ENDING	".prom"

bool prometheus_text_is_for(const char *path)
{
	size_t length = strlen(path), ending = strlen(ENDING);

	return length > ending && !strcmp(path + length - ending, ENDING);
}

static bool has_prefix(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/*
 * Print a line of a family's head: "# TYPE NAME TYPE" or "# HELP NAME WORDS",
 * with @ending at the name.
 */
static void print_head_line(FILE *out, const char *line, size_t length,
			    const char *ending, bool is_info)
{
	const size_t name = strcspn(line + strlen("# TYPE "), " ") +
			    strlen("# TYPE ");

	fprintf(out, "%.*s%s", (int)name, line, ending);
	if (is_info)
		fputs(" gauge\n", out);
	else
		fprintf(out, "%.*s\n", (int)(length - name), line + name);
}

/* Return what the samples of the family with this head have behind its name. */
static const char *ending_of(const char *line, size_t length)
{
	const char *type = memrchr(line, ' ', length) + 1;

	if (has_prefix(type, "counter\n"))
		return "_total";
	return has_prefix(type, "info\n") ? "_info" : "";
}

void prometheus_text_print(FILE *out, const char *text)
{
	const char *ending = "";

	for (size_t length; *text; text += length + 1) {
		const bool is_type = has_prefix(text, "# TYPE ");

		length = strcspn(text, "\n");
		if (is_type)
			ending = ending_of(text, length);
		if (is_type || has_prefix(text, "# HELP "))
			print_head_line(out, text, length, ending,
					is_type && !strcmp(ending, "_info"));
		else if (*text != '#')
			fprintf(out, "%.*s\n", (int)length, text);
		if (!text[length])
			return;
	}
}
