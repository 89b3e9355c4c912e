// SPDX-License-Identifier: GPL-2.0
/*
 * The runs of a history: see runs.h.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/amount.h"
#include "base/array.h"
#include "base/json_read.h"
#include "base/message.h"
#include "base/times.h"
#include "history/fresh_entries.h"
#include "history/run_entry.h"
#include "history/run_index.h"
#include "history/runs.h"

/* ---- One run ------------------------------------------------------------- */

bool run_is_meant(const char *kernel, const json_t *labels,
		  const struct run_filter *filter)
{
	if (filter->kernel && fnmatch(filter->kernel, kernel, 0))
		return false;
	for (int i = 0; i < filter->labels->count; i++) {
		const struct label *label = &filter->labels->label[i];
		const char *value = json_read_text(labels, label->key, NULL);

		if (!value || strcmp(value, label->value))
			return false;
	}
	return true;
}

/* Return the name of the folder that is @levels above the file @path, as a copy. */
static char *folder_above(const char *path, int levels)
{
	const char *end = strrchr(path, '/'), *begin;

	for (; end && levels > 1; levels--)
		end = memrchr(path, '/', end - path);
	if (!end)
		return strdup("");
	begin = memrchr(path, '/', end - path);
	begin = begin ? begin + 1 : path;
	return strndup(begin, end - begin);
}

/* Return the entry that the index has of a result, or NULL. */
static json_t *known_entry(const struct run_index *index, const char *path,
			   uint32_t percentile, struct stat *status)
{
	json_t *entry = stat(path, status) ? NULL :
		       run_index_find(index, path, status);

	return run_entry_has(entry, percentile) ? entry : NULL;
}

/*
 * Return the entry of the result @path: from the index, or else from the result
 * itself. It belongs to the caller. Prints the reason and returns NULL if that
 * cannot be read.
 */
static json_t *find_entry(struct run_index *index, struct fresh_entries *fresh,
			  const char *path, uint32_t percentile)
{
	struct stat status = { .st_size = 0 };
	json_t *entry = json_incref(known_entry(index, path, percentile,
						&status));

	if (!entry)
		entry = fresh_entries_next(fresh, path, &status) ?:
			run_entry_read(path, percentile);
	if (entry && status.st_nlink)
		run_index_put(index, path, &status, entry);
	return entry;
}

/* Begin to read those results of a folder, the first of @count, that are new. */
static void begin_folder(const struct run_index *index,
			 struct fresh_entries *fresh, char *const *path,
			 int count, uint32_t percentile)
{
	struct fresh_result *result;
	int all = 0, found = 0;

	fresh_entries_end(fresh);
	while (all < count && run_index_is_of(index, path[all]))
		all++;
	result = calloc(all + 1, sizeof(*result));
	for (int i = 0; result && i < all; i++) {
		result[found].path = path[i];
		found += !known_entry(index, path[i], percentile,
				      &result[found].status);
	}
	fresh_entries_begin(fresh, result, found, percentile);
}

/* ---- All of them --------------------------------------------------------- */

/* Add @run, whose entry the list then owns. */
static enum result runs_add(struct history_runs *runs, struct history_run run,
			    const char *path)
{
	struct history_run *grown = array_grow(runs->run, runs->count,
					       sizeof(*grown));

	if (!grown) {
		json_decref(run.entry);
		return fail(RESULT_ERROR, "out of memory");
	}
	run.path = strdup(path);
	run.host = folder_above(path, 2);
	runs->run = grown;
	grown[runs->count++] = run;
	if (!run.path || !run.host)
		return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}

static enum result add_if_meant(struct history_runs *runs, const char *path,
				struct run_index *index,
				struct fresh_entries *fresh,
				const struct run_filter *filter)
{
	json_t *entry = find_entry(index, fresh, path, filter->percentile);
	enum result result = RESULT_OK;
	struct history_run run;

	if (!entry) {
		runs->unread++;
		return RESULT_OK;
	}
	run = run_entry_take(entry, filter->percentile);
	json_decref(entry);
	if (run_is_meant(run.kernel, run.labels, filter))
		result = runs_add(runs, run, path);
	else
		json_decref(run.entry);
	return result;
}

/*
 * Show from time to time, to somebody who waits at a terminal, how many results
 * are read: without an index, each takes some ms. @shown is when that was shown
 * last.
 */
static void show_reading(uint64_t *shown, int read, int count)
{
	char line[96];

	if (time_now() < time_after(*shown, NS_PER_SEC) ||
	    !message_line_is_seen())
		return;
	*shown = time_now();
	snprintf(line, sizeof(line), "rtla: %d of %d results are read, the next time is faster",
		 read, count);
	message_line(line);
}

/* Sort by machine, tracer and time; by name, where these are the same. */
static int by_time(const void *a, const void *b)
{
	const struct history_run *x = a, *y = b;

	return strcmp(x->host, y->host) ?: strcmp(x->tracer, y->tracer) ?:
	       strcmp(x->started, y->started) ?: strverscmp(x->path, y->path);
}

enum result runs_read(struct history_runs *runs, const char *folder,
		      const struct run_filter *filter)
{
	struct file_list list = { .count = 0 };
	enum result result = store_list(&list, folder, &filter->store);
	struct run_index index = { .changed = false };
	struct fresh_entries fresh = { .readers = 0 };
	uint64_t shown = time_now();

	*runs = (struct history_runs) { .count = 0 };
	for (int i = 0; !result && i < list.count; i++) {
		if (!run_index_is_of(&index, list.path[i])) {
			run_index_enter(&index, list.path[i]);
			begin_folder(&index, &fresh, list.path + i,
				     list.count - i, filter->percentile);
		}
		result = add_if_meant(runs, list.path[i], &index, &fresh,
				      filter);
		show_reading(&shown, i + 1, list.count);
	}
	message_line(NULL);
	fresh_entries_end(&fresh);
	run_index_leave(&index);
	file_list_free(&list);
	if (runs->count)
		qsort(runs->run, runs->count, sizeof(*runs->run), by_time);
	return result;
}

void runs_free(struct history_runs *runs)
{
	for (int i = 0; i < runs->count; i++) {
		free(runs->run[i].path);
		free(runs->run[i].host);
		json_decref(runs->run[i].entry);
	}
	free(runs->run);
	*runs = (struct history_runs) { .count = 0 };
}

int runs_alike(const struct history_runs *runs, int first)
{
	const struct history_run *run = &runs->run[first];
	int count = 1;

	while (first + count < runs->count &&
	       !strcmp(run[count].host, run->host) &&
	       !strcmp(run[count].tracer, run->tracer))
		count++;
	return count;
}

bool runs_have(const struct history_run *run, int count,
	       enum event_context context)
{
	for (int i = 0; i < count; i++)
		if (run[i].figures[context].count)
			return true;
	return false;
}

bool runs_have_number(const struct history_run *run, int count, int number)
{
	for (int i = 0; i < count; i++)
		if (run[i].has_value[number])
			return true;
	return false;
}
