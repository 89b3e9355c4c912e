// SPDX-License-Identifier: GPL-2.0
/*
 * The folders of a history: see store.h.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json_read.h"
#include "base/whole_file.h"
#include "history/run_entry.h"
#include "history/run_index.h"
#include "history/store.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/percentiles.h"

#define ENDING		".json"

/* The form of a time in results. */
#define TIME_LEN	(sizeof("2026-11-21T18:20:00Z") - 1)

/* ---- Places -------------------------------------------------------------- */

/* Copy a name from a result, so that it is one folder or file, and not hidden. */
static void store_clean(char *name, size_t size, const char *from)
{
	size_t length = 0;

	for (; *from && length + 1 < size; from++, length++) {
		bool plain = isalnum((unsigned char)*from) ||
			     strchr("_-", *from) || (*from == '.' && length);

		name[length] = plain ? *from : '_';
	}
	if (!length)
		name[length++] = '_';
	name[length] = '\0';
}

enum result store_place(struct store_place *place,
			const struct results *results, const char *host)
{
	const char *named = json_string_value(results_at(results, "host.name"));
	const char *started = json_read_text(results->document, "started_at", "");
	char kernel[KERNEL_RELEASE_LEN], text[2 * STORE_NAME_LEN];

	if (named && *named)
		host = named;
	if (!host)
		return fail(RESULT_ERROR, "%s: it does not tell the machine that it is of: measure without --no-host, or name the machine with --host",
			    results->path);
	if (strlen(started) != TIME_LEN || started[TIME_LEN - 1] != 'Z' ||
	    strspn(started, "0123456789-T:Z") != TIME_LEN)
		return fail(RESULT_ERROR, "%s: started_at: it does not tell when it was measured: give a file that --json wrote",
			    results->path);
	results_kernel(results, kernel);
	store_clean(place->host, sizeof(place->host), host);
	store_clean(place->tracer, sizeof(place->tracer), results->tracer);
	snprintf(text, sizeof(text), "%s_%s", started,
		 *kernel ? kernel : "unknown-kernel");
	for (char *at = text; at < text + TIME_LEN; at++)
		if (*at == ':')
			*at = '-';
	store_clean(place->file, sizeof(place->file), text);
	return RESULT_OK;
}

/* ---- Adding -------------------------------------------------------------- */

static bool has_bytes(const char *path, const char *bytes, size_t size)
{
	struct stat status;
	bool may = !stat(path, &status) && status.st_size == (off_t)size;
	size_t length;
	char *there = may ? whole_file_read(path, &length) : NULL;
	bool same = there && length == size && !memcmp(there, bytes, size);

	free(there);
	return same;
}

/* Print why @path could not be made, and what to do. */
static enum result store_failed(const char *path, int error, const char *done)
{
	if (error == ENOSPC || error == EDQUOT)
		return fail(RESULT_ERROR, "%s: %s: free some room there", path,
			    strerror(error));
	return fail(RESULT_ERROR, "%s: %s: name a folder that can be %s%s", path,
		    strerror(error), done,
		    error == ENAMETOOLONG ? ", with a shorter path" : "");
}

/* Make a folder unless it is there; returns 0 or an errno. */
static int store_make_folder(const char *path)
{
	return mkdir(path, 0777) && errno != EEXIST ? errno : 0;
}

/* Make the folders of a place, and write the path of the last one to @path. */
static enum result make_folders(const char *folder,
				const struct store_place *place, char *path,
				size_t size)
{
	const char *const names[] = { place->host, place->tracer };
	int used = snprintf(path, size, "%s", folder);
	int error = used < (int)size ? store_make_folder(path) : ENAMETOOLONG;

	for (size_t i = 0; !error && i < sizeof(names) / sizeof(names[0]);
	     i++) {
		used += snprintf(path + used, size - used, "/%s", names[i]);
		error = used < (int)size ? store_make_folder(path) :
					   ENAMETOOLONG;
	}
	if (!error)
		return RESULT_OK;
	return store_failed(path, error, "made and written");
}

/*
 * Write the bytes to the first name that is free, unless they are there
 * already. @stored is set to where they are.
 */
static enum result store_put(const char *folder, const char *name,
			     const char *bytes, size_t size,
			     struct stored_result *stored)
{
	char number[16] = "";
	int error = EEXIST;

	for (int i = 1; error == EEXIST; i++) {
		if (i > 1)
			snprintf(number, sizeof(number), "_%d", i);
		if (snprintf(stored->path, sizeof(stored->path),
			     "%s/%s%s" ENDING, folder, name,
			     number) >= (int)sizeof(stored->path))
			error = ENAMETOOLONG;
		else if (!access(stored->path, F_OK))
			error = EEXIST;
		else
			error = whole_file_create(stored->path, bytes, size);
		if (error != EEXIST || !has_bytes(stored->path, bytes, size))
			continue;
		stored->was_there = true;
		return RESULT_OK;
	}
	return error ? store_failed(stored->path, error, "written") : RESULT_OK;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
	       a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/*
 * Copy a file that was checked when it was as @checked says, and add its @entry
 * to the index.
 */
static enum result store_copy(const char *folder, const char *path,
			      const struct store_place *place,
			      const struct stat *checked,
			      struct run_index *index, json_t *entry,
			      struct stored_result *stored)
{
	char target[PATH_MAX];
	struct stat now;
	size_t size;
	char *bytes = whole_file_read(path, &size);
	enum result result;

	if (!bytes)
		return fail(RESULT_ERROR, "%s: %s: give a file that can be read",
			    path, strerror(errno));
	if (stat(path, &now) || !same_file(checked, &now))
		result = fail(RESULT_ERROR, "%s: it was changed while it was read: add it again",
			      path);
	else
		result = make_folders(folder, place, target, sizeof(target)) ?:
			 store_put(target, place->file, bytes, size, stored);
	if (!result)
		run_index_add(index, stored->path, size, entry);
	free(bytes);
	return result;
}

enum result store_save(const char *folder, const char *path, const char *host,
		       struct run_index *index, struct stored_result *stored)
{
	struct store_place place;
	struct results results;
	struct stat checked;
	json_t *entry = NULL;
	enum result result;

	if (!stat(path, &checked) && !S_ISREG(checked.st_mode))
		return fail(RESULT_ERROR, "%s: no regular file: give a file that --json wrote",
			    path);
	result = results_read_any(&results, path);
	if (!result)
		result = store_place(&place, &results, host);
	/* It is parsed now, so that nobody has to parse it for the index. */
	if (!result)
		entry = run_entry_of(&results, *percentiles_all);
	results_free(&results);
	*stored = (struct stored_result) { .size = checked.st_size };
	if (!result)
		result = store_copy(folder, path, &place, &checked, index,
				    entry, stored);
	json_decref(entry);
	return result;
}

enum result store_add(const char *folder, const char *path, const char *host,
		      struct run_index *index)
{
	struct stored_result stored;
	enum result result = store_save(folder, path, host, index, &stored);

	if (result)
		return result;
	puts(stored.path);
	/* A message about the next one follows it where stderr is the same pipe. */
	fflush(stdout);
	if (stored.was_there)
		note("%s: it is there already", stored.path);
	return RESULT_OK;
}

/* ---- Listing ------------------------------------------------------------- */

/* Return whether @path is a folder, or, if @file, one of the files. */
static bool is_kind(const char *path, bool file)
{
	size_t length = strlen(path), ending = strlen(ENDING);
	struct stat status;

	if (file &&
	    (length <= ending || strcmp(path + length - ending, ENDING)))
		return false;
	return !stat(path, &status) &&
	       (file ? S_ISREG(status.st_mode) : S_ISDIR(status.st_mode));
}

/* The levels of folders below that of the history, and what their names have to be. */
#define LEVELS	2

/* Add the files in @folder, which is @level folders below the history. */
static enum result list_folder(struct file_list *list, const char *folder,
			       int level, const char *const pattern[LEVELS])
{
	struct dirent **entry;
	int count = scandir(folder, &entry, NULL, alphasort);
	enum result result = RESULT_OK;

	if (count < 0)
		return fail(RESULT_ERROR, "%s: %s: give the folder to which 'rtla history add' adds results",
			    folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		const char *name = entry[i]->d_name;
		char path[PATH_MAX];

		if (!result && *name != '.' &&
		    snprintf(path, sizeof(path), "%s/%s", folder, name) < PATH_MAX &&
		    is_kind(path, level == LEVELS)) {
			if (level == LEVELS)
				result = file_list_add(list, path, ENDING);
			else if (!pattern[level] ||
				 !fnmatch(pattern[level], name, 0))
				result = list_folder(list, path, level + 1,
						     pattern);
		}
		free(entry[i]);
	}
	free(entry);
	return result;
}

enum result store_list(struct file_list *list, const char *folder,
		       const struct store_filter *filter)
{
	const char *const pattern[LEVELS] = { filter->host, filter->tracer };

	return list_folder(list, folder, 0, pattern);
}
