// SPDX-License-Identifier: GPL-2.0
/*
 * The index of a folder of results: see run_index.h.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rtla_version.h>

#include "base/json_read.h"
#include "base/number_map.h"
#include "base/whole_file.h"
#include "history/run_index.h"

#define INDEX_NAME	".rtla-index"

/* Raise this whenever entries change, or what they have of a result. */
#define INDEX_VERSION	4

#define HEAD_LEN	80
#define STATE_LEN	96

/* ---- The file ------------------------------------------------------------ */

/* Write the first line of the file to @head; the entries @text follow. */
static void make_index_head(char head[HEAD_LEN], const char *text)
{
	/* A disk or a merge may damage numbers, and leave good JSON. */
	snprintf(head, HEAD_LEN, "rtla-history-index %d %s %016" PRIx64 "\n",
		 INDEX_VERSION, RTLA_VERSION, number_of_text(text));
}

/* Return the entries in the file, or an empty object if it is not as it was written. */
static json_t *load_index(const char *path)
{
	char head[HEAD_LEN] = "", *text, *entries;
	json_t *known = NULL;
	size_t size;

	text = whole_file_read(path, &size);
	entries = text ? strchr(text, '\n') : NULL;
	if (entries)
		make_index_head(head, ++entries);
	if (entries && !strncmp(text, head, entries - text))
		known = json_loads(entries, 0, NULL);
	free(text);
	if (json_is_object(known))
		return known;
	json_decref(known);
	return json_object();
}

static void save_index(const struct run_index *index)
{
	char *text = index->found ? json_dumps(index->found, JSON_COMPACT) :
				    NULL;
	char head[HEAD_LEN], *whole = NULL;

	if (text) {
		make_index_head(head, text);
		if (asprintf(&whole, "%s%s", head, text) < 0)
			whole = NULL;
	}
	/* Without an index results are only read more slowly. */
	if (whole)
		whole_file_replace(index->path, whole, strlen(whole));
	free(whole);
	free(text);
}

/* ---- Entries ------------------------------------------------------------- */

static const char *result_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Write to @text what changes whenever somebody changes the file. */
static void describe_state(char text[STATE_LEN], const struct stat *status)
{
	/* The second time is one that nobody can set. */
	snprintf(text, STATE_LEN, "%lld %lld.%09ld %lld.%09ld",
		 (long long)status->st_size,
		 (long long)status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
		 (long long)status->st_ctim.tv_sec, status->st_ctim.tv_nsec);
}

/* Write the name of the index of that folder to @file; "": it would be too long. */
static void index_name(char file[PATH_MAX], const char *path)
{
	int folder = result_name(path) - path;

	if (snprintf(file, PATH_MAX, "%.*s" INDEX_NAME, folder, path) >=
	    PATH_MAX)
		*file = '\0';
}

bool run_index_is_of(const struct run_index *index, const char *path)
{
	char file[PATH_MAX];

	index_name(file, path);
	return *file && !strcmp(index->path, file);
}

void run_index_enter(struct run_index *index, const char *path)
{
	char file[PATH_MAX];

	run_index_leave(index);
	index_name(file, path);
	if (!*file)
		return;
	strcpy(index->path, file);
	index->known = load_index(file);
	index->found = json_object();
}

void run_index_leave(struct run_index *index)
{
	/* Some that were known may not be there any more. */
	if (*index->path && (index->changed || json_object_size(index->known) !=
					       json_object_size(index->found)))
		save_index(index);
	json_decref(index->known);
	json_decref(index->found);
	*index = (struct run_index) { .changed = false };
}

json_t *run_index_find(const struct run_index *index, const char *path,
		       const struct stat *status)
{
	json_t *entry = json_object_get(index->known, result_name(path));
	char state[STATE_LEN];

	describe_state(state, status);
	return strcmp(json_read_text(entry, "state", ""), state) ? NULL : entry;
}

void run_index_put(struct run_index *index, const char *path,
		   const struct stat *status, json_t *entry)
{
	bool new = json_object_get(index->known, result_name(path)) != entry;
	char state[STATE_LEN];

	if (new) {
		describe_state(state, status);
		json_object_set_new(entry, "state", json_string(state));
	}
	/* A name that is not UTF-8 is no name in JSON. */
	if (!json_object_set(index->found, result_name(path), entry))
		index->changed |= new;
}

void run_index_add(struct run_index *index, const char *path, off_t size,
		   json_t *entry)
{
	struct stat status;

	/* Results that are gone are dropped when all of the folder are read. */
	if (!run_index_is_of(index, path)) {
		run_index_enter(index, path);
		json_object_update(index->found, index->known);
	}
	if (*index->path && entry && !stat(path, &status) &&
	    status.st_size == size)
		run_index_put(index, path, &status, entry);
}
