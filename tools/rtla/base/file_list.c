// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of files: see file_list.h.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/file_list.h"

/* Add a path, which the list then owns; NULL is no memory. */
static enum result file_list_append(struct file_list *list, char *path)
{
	char **grown = path ? array_grow(list->path, list->count,
					 sizeof(*grown)) : NULL;

	if (!grown) {
		free(path);
		return fail(RESULT_ERROR, "out of memory");
	}
	list->path = grown;
	grown[list->count++] = path;
	return RESULT_OK;
}

static bool ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), last = strlen(ending);

	return *name != '.' && length > last &&
	       !strcmp(name + length - last, ending);
}

static enum result add_from(struct file_list *list, const char *folder,
			    const char *name)
{
	struct stat status;
	char *path;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		path = NULL;
	/* To open a pipe would wait for who writes to it. */
	if (path && !stat(path, &status) && !S_ISREG(status.st_mode)) {
		free(path);
		return RESULT_OK;
	}
	return file_list_append(list, path);
}

static enum result add_folder(struct file_list *list, const char *folder,
			      const char *ending)
{
	int before = list->count, count;
	enum result result = RESULT_OK;
	struct dirent **entry;

	count = scandir(folder, &entry, NULL, alphasort);
	if (count < 0)
		return fail(RESULT_ERROR, "%s: %s", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		if (!result && ends_in(entry[i]->d_name, ending))
			result = add_from(list, folder, entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	if (!result && list->count == before)
		return fail(RESULT_ERROR, "%s: this folder has no file *%s: name another one, or files",
			    folder, ending);
	return result;
}

enum result file_list_add(struct file_list *list, const char *path,
			  const char *ending)
{
	struct stat status;

	if (strcmp(path, "-") && !stat(path, &status) && S_ISDIR(status.st_mode))
		return add_folder(list, path, ending);
	return file_list_append(list, strdup(path));
}

void file_list_free(struct file_list *list)
{
	for (int i = 0; i < list->count; i++)
		free(list->path[i]);
	free(list->path);
	*list = (struct file_list) { .count = 0 };
}
