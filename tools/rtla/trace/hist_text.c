// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms of the kernel: see hist_text.h. A row and its maximum are two
 * lines:
 *
 *	{ common_cpu: 1, pid: 159, comm: cyclictest    } hitcount: 166  lat: 14970761
 *		max: 570496  pid: 159
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/line_reader.h"
#include "trace/hist_text.h"

#define KEYS_END	" } hitcount:"

/* Return what follows @name in the text, as a number; 0 if it is not there. */
static uint64_t number_after(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	if (!at)
		return 0;
	at += strlen(name);
	return strtoull(at + strspn(at, " ~"), NULL, 10);
}

/* The kernel fills the name up with blanks. */
static void hist_text_copy_name(struct hist_row *row, const char *keys)
{
	const char *at = strstr(keys, "comm: ");
	size_t length;

	if (!at)
		return;
	at += strlen("comm: ");
	snprintf(row->comm, sizeof(row->comm), "%s", at);
	length = strlen(row->comm);
	while (length && row->comm[length - 1] == ' ')
		row->comm[--length] = '\0';
}

/* Return where the keys end: a name may contain anything, so it is the last place. */
static char *hist_text_find_end(char *line)
{
	char *found = NULL;

	for (char *at = line; (at = strstr(at, KEYS_END)); at++)
		found = at;
	return found;
}

/* Add the row of a line, if it is one; return false if there is no memory. */
static bool add_row(struct hist_rows *rows, char *line)
{
	char *end = hist_text_find_end(line);
	struct hist_row *row;

	if (!end)
		return true;
	row = array_grow(rows->row, rows->count, sizeof(*row));
	if (!row)
		return false;
	rows->row = row;
	row += rows->count++;
	*end = '\0';
	*row = (struct hist_row) {
		.cpu = number_after(line, "common_cpu:"),
		.pid = number_after(line, " pid:"),
		.low = number_after(line, " lat:"),
		.count = number_after(end + 1, "hitcount:"),
		.sum = number_after(end + 1, " lat:"),
	};
	hist_text_copy_name(row, line);
	return true;
}

int hist_text_read(struct hist_rows *rows, FILE *in)
{
	struct line_reader reader = { .in = in };
	int error = 0;

	rows->count = 0;
	rows->dropped = 0;
	while (!error && line_read(&reader)) {
		char *line = reader.line;

		if (!strncmp(line, "{ ", 2))
			error = add_row(rows, line) ? 0 : ENOMEM;
		else if (!strncmp(line, "\tmax:", 5) && rows->count)
			rows->row[rows->count - 1].max =
				number_after(line, "max:");
		else if (strstr(line, "    Dropped:") == line)
			rows->dropped = number_after(line, "Dropped:");
	}
	line_reader_free(&reader);
	return error ?: reader.error;
}

void hist_rows_free(struct hist_rows *rows)
{
	free(rows->row);
	*rows = (struct hist_rows) { .count = 0 };
}
