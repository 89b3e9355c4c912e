/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A history in its forms: a table for people, a page with charts, and JSON.
 */
#ifndef RTLA_SHOW_H
#define RTLA_SHOW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/contexts.h"

struct history_run;
struct history_runs;

/* The runs, and how they are shown. */
struct history_view {
	const char *folder;
	const struct history_runs *runs;
	uint32_t percentile;
	bool context[CONTEXTS];	/* those that are shown */
	/* The path from the page to @folder, with a slash; NULL: no links. */
	const char *results_at;
};

/*
 * history_print - print a table of each machine and tracer, the oldest run
 * first
 *
 * Returns false if there is no memory.
 */
bool history_print(FILE *out, const struct history_view *view);

/*
 * history_page - return an HTML page with a chart of each context, and its
 * length in *@size
 *
 * Returns NULL if there is no memory. The caller frees the page.
 */
char *history_page(const struct history_view *view, size_t *size);

/*
 * history_json - return all as JSON: see Documentation/history.schema.json
 *
 * Returns NULL if there is no memory. The caller frees the text.
 */
char *history_json(const struct history_view *view);

/* history_labels - write labels as "a=b c=d" to @text, cut to @size; return @text */
const char *history_labels(const struct history_run *run, char *text,
			   size_t size);

/*
 * history_number - write a number that only the kind of @run has to @text, cut
 * to @size; return @text
 *
 * It is @unknown if the result does not tell it.
 */
const char *history_number(const struct history_run *run, int number,
			   const char *unknown, char *text, size_t size);

#endif /* RTLA_SHOW_H */
