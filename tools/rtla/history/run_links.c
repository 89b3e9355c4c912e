// SPDX-License-Identifier: GPL-2.0
/*
 * Links to runs: see run_links.h.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "history/run_entry.h"
#include "history/run_links.h"
#include "history/show.h"
#include "report/html.h"

#define ENDING		".json"

/* Return how many bytes the paths of two folders have in common, in whole names. */
static size_t common_folders(const char *a, const char *b)
{
	size_t common = 0, i = 0;

	for (; a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			common = i;
	if ((!a[i] || a[i] == '/') && (!b[i] || b[i] == '/'))
		common = i;
	return common;
}

char *links_between(const char *from, const char *to)
{
	char *start = realpath(from, NULL), *end = realpath(to, NULL);
	char *path = NULL;
	size_t size, common;
	FILE *out = start && end ? open_memstream(&path, &size) : NULL;

	if (out) {
		common = common_folders(start, end);
		/* Each name that only the start has is a folder to leave. */
		for (const char *at = start + common; (at = strchr(at, '/')); at++)
			if (at[1])
				fputs("../", out);
		if (end[common])
			fprintf(out, "%s/", end + common + (end[common] == '/'));
		else if (!strcmp(start, end))
			fputs("./", out);
		if (fclose(out)) {
			free(path);
			path = NULL;
		}
	}
	free(start);
	free(end);
	return path;
}

/* Print a link to the file of a run with another ending, named @name. */
static void print_link(FILE *out, const struct history_view *view,
		       const char *file, const char *name)
{
	fputs("<a href=\"", out);
	html_url(out, view->results_at);
	html_url(out, file + strspn(file, "/"));
	fputs("\">", out);
	html_text(out, name);
	fputs("</a>", out);
}

void links_print(FILE *out, const struct history_view *view,
		 const struct history_run *run)
{
	const size_t folder = strlen(view->folder);
	const size_t length = strlen(run->path) - strlen(ENDING);
	char report[PATH_MAX];

	if (!view->results_at) {
		html_text(out, run->started);
		return;
	}
	print_link(out, view, run->path + folder, run->started);
	snprintf(report, sizeof(report), "%.*s.html", (int)length, run->path);
	if (access(report, R_OK))
		return;
	fputc(' ', out);
	print_link(out, view, report + folder, "report");
}
