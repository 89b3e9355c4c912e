// SPDX-License-Identifier: GPL-2.0
/*
 * The folder of a recording: see record_folder.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "record/record_folder.h"

/* Traces tell what ran on the machine: only its owner may read them. */
#define FOLDER_MODE	0750

#define OWNER_LEN	64

static enum result folder_failed(const char *path, int error)
{
	return fail(RESULT_ERROR, "--output %s: %s: name a folder that can be made and written",
		    path, strerror(error));
}

/* The path becomes absolute, as a child or the guard may be elsewhere. */
static int absolute_path(struct record_folder *folder, const char *path)
{
	char here[PATH_MAX / 2] = "";
	int length;

	if (*path != '/' && !getcwd(here, sizeof(here)))
		return errno;
	length = snprintf(folder->path, sizeof(folder->path), "%s%s%s", here,
			  *path == '/' ? "" : "/", path);
	return length < (int)sizeof(folder->path) ? 0 : ENAMETOOLONG;
}

enum result record_folder_name(struct record_folder *folder, const char *path)
{
	int error;

	*folder = (struct record_folder) { .lock = -1 };
	error = absolute_path(folder, path);
	if (error)
		return folder_failed(path, error);
	snprintf(folder->worst, PATH_MAX, "%s/worst", folder->path);
	snprintf(folder->history, PATH_MAX, "%s/history", folder->path);
	snprintf(folder->state, PATH_MAX, "%s/recording.json", folder->path);
	return RESULT_OK;
}

static enum result make(const char *path)
{
	if (!mkdir(path, FOLDER_MODE) || errno == EEXIST)
		return RESULT_OK;
	return folder_failed(path, errno);
}

/* Copy the name that the file of the lock has. */
static void read_owner(int fd, char *owner, size_t size)
{
	ssize_t got = pread(fd, owner, size - 1, 0);

	owner[got > 0 ? got : 0] = '\0';
	owner[strcspn(owner, "\n")] = '\0';
	if (!*owner)
		snprintf(owner, size, "which has not said its name");
}

bool record_folder_owner(const struct record_folder *folder, char *owner,
			 size_t size)
{
	char path[PATH_MAX];
	bool owned;
	int fd;

	snprintf(path, sizeof(path), "%s/lock", folder->path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	owned = flock(fd, LOCK_SH | LOCK_NB);
	read_owner(fd, owner, size);
	close(fd);
	return owned;
}

static enum result tell_owner(const struct record_folder *folder)
{
	char owner[OWNER_LEN];

	read_owner(folder->lock, owner, sizeof(owner));
	return fail(RESULT_ERROR, "%s: another recorder writes there, %s: end it, or name another folder with --output",
		    folder->path, owner);
}

static enum result lock(struct record_folder *folder)
{
	char path[PATH_MAX], owner[OWNER_LEN];
	struct stat status;
	int length;

	snprintf(path, sizeof(path), "%s/lock", folder->path);
	folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
			    0640);
	if (folder->lock < 0 || fstat(folder->lock, &status))
		return folder_failed(path, errno);
	if (flock(folder->lock, LOCK_EX | LOCK_NB))
		return tell_owner(folder);
	if (status.st_size)
		folder->alive = status.st_mtime;
	length = snprintf(owner, sizeof(owner), "%s (process %d)\n",
			  program_invocation_short_name, (int)getpid());
	/* On a full disk the name is missing, and nothing else. */
	if (ftruncate(folder->lock, 0) ||
	    pwrite(folder->lock, owner, length, 0) != length)
		record_folder_touch(folder);
	return RESULT_OK;
}

enum result record_folder_open(struct record_folder *folder, const char *path)
{
	enum result result = record_folder_name(folder, path);

	if (!result)
		result = make(folder->path) ?: make(folder->worst) ?:
			 make(folder->history) ?: lock(folder);
	return result;
}

void record_folder_close(struct record_folder *folder)
{
	if (folder->lock >= 0)
		close(folder->lock);
	folder->lock = -1;
}

void record_folder_touch(const struct record_folder *folder)
{
	futimens(folder->lock, NULL);
}

uint64_t record_folder_free(const struct record_folder *folder)
{
	struct statvfs space;

	if (statvfs(folder->path, &space))
		return 0;
	return (uint64_t)space.f_bavail * space.f_frsize;
}

void record_folder_drop(const struct record_folder *folder, const char *file)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/%s", folder->path, file) <
	    (int)sizeof(path))
		unlink(path);
}
