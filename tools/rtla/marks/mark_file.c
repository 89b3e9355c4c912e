// SPDX-License-Identifier: GPL-2.0
/*
 * The file that has marks: see mark_file.h.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_list.h"
#include "host/process.h"
#include "marks/mark_file.h"
#include "tracer/tracer_config.h"

/* The files that say where the loader looks. */
#define CONFIGURATION	"/etc/ld.so.conf.d"

/* Return whether a file is @name, or a version of it: "libx.so.1" of "libx.so". */
static bool is_version_of(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	const char *last = slash ? slash + 1 : path;
	size_t length = strlen(name);

	return !strncmp(last, name, length) &&
	       (!last[length] || last[length] == '.');
}

/* Look into the mappings of a process, whose root may be another one. */
static bool find_in_maps(const char *name, int id, char *path, size_t size)
{
	char maps[32], *line = NULL;
	size_t room = 0;
	bool found = false;
	FILE *in;

	snprintf(maps, sizeof(maps), "/proc/%d/maps", id);
	in = fopen(maps, "re");
	while (in && !found && getline(&line, &room, in) > 0) {
		const char *mapped = strchr(line, '/');

		line[strcspn(line, "\n")] = '\0';
		if (!mapped || !is_version_of(mapped, name))
			continue;
		snprintf(path, size, "/proc/%d/root%s", id, mapped);
		found = !access(path, R_OK);
	}
	free(line);
	if (in)
		fclose(in);
	return found;
}

/* Look into one folder: "libx.so" comes before "libx.so.1". */
static bool find_in_folder(const char *name, const char *folder, char *path,
			   size_t size)
{
	struct dirent **entry;
	int count = scandir(folder, &entry, NULL, alphasort);
	bool found = false;

	for (int i = 0; i < count; i++) {
		if (!found && is_version_of(entry[i]->d_name, name)) {
			snprintf(path, size, "%s/%s", folder,
				 entry[i]->d_name);
			found = !access(path, R_OK);
		}
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return found;
}

static bool find_in_folders(const char *name, const char *folders, char *path,
			    size_t size)
{
	char folder[PATH_MAX];

	while (folders && *folders) {
		size_t length = strcspn(folders, ":\n");

		snprintf(folder, sizeof(folder), "%.*s",
			 length < sizeof(folder) ? (int)length : 0, folders);
		if (*folder == '/' &&
		    find_in_folder(name, folder, path, size))
			return true;
		folders += length;
		folders += *folders != '\0';
	}
	return false;
}

/* Look into the folders that a file of the loader's configuration has. */
static bool find_by_configuration(const char *name, const char *file,
				  char *path, size_t size)
{
	FILE *in = fopen(file, "re");
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (in && !found && getline(&line, &room, in) > 0)
		found = find_in_folders(name, line, path, size);
	free(line);
	if (in)
		fclose(in);
	return found;
}

static bool find_as_loader(const char *name, char *path, size_t size)
{
	bool found = find_in_folders(name, getenv("LD_LIBRARY_PATH"), path,
				     size);
	struct file_list files = { .count = 0 };

	if (!found && !access(CONFIGURATION, R_OK) &&
	    !file_list_add(&files, CONFIGURATION, ".conf"))
		for (int i = 0; i < files.count && !found; i++)
			found = find_by_configuration(name, files.path[i], path,
						      size);
	file_list_free(&files);
	return found || find_in_folders(name, "/lib64:/usr/lib64:/lib:/usr/lib",
					path, size);
}

bool mark_file_find(const char *name, const char *program,
		    const struct tracer_targets *targets, char *path,
		    size_t size)
{
	if (program && !strcmp(name, program))
		return program_find(program, path, size);
	snprintf(path, size, "%s", name);
	if (strchr(name, '/') || !access(name, R_OK))
		return !access(name, R_OK);
	for (int i = 0; i < targets->ids; i++)
		if (find_in_maps(name, targets->id[i], path, size))
			return true;
	return find_as_loader(name, path, size) ||
	       program_find(name, path, size);
}

bool mark_file_of_program(const char *program,
			  const struct tracer_targets *targets, char *path,
			  size_t size)
{
	if (program)
		return program_find(program, path, size);
	if (!targets->ids)
		return false;
	snprintf(path, size, "/proc/%d/exe", targets->id[0]);
	return !access(path, R_OK);
}
