// SPDX-License-Identifier: GPL-2.0
/*
 * Writing whole files.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "whole_file.h"

/* As if it was created with this by open(): of what is made for itself only. */
#define MODE	0644

static int write_all(int fd, const char *text, size_t size)
{
	ssize_t put;

	for (; size; text += put, size -= put) {
		put = write(fd, text, size);
		if (put < 0)
			return errno;
	}
	return 0;
}

static int write_to(const char *path, const char *text, size_t size)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int error;

	if (fd < 0)
		return errno;
	error = write_all(fd, text, size);
	return close(fd) && !error ? errno : error;
}

static mode_t allowed(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return MODE & ~mask;
}

static int replace(const char *path, const char *text, size_t size)
{
	char name[PATH_MAX];
	int fd, error = ENAMETOOLONG;

	if (snprintf(name, sizeof(name), "%s.XXXXXX", path) >= (int)sizeof(name))
		return error;
	fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0)
		return errno;
	error = write_all(fd, text, size);
	if (!error && fchmod(fd, allowed()))
		error = errno;
	if (close(fd) && !error)
		error = errno;
	if (!error && rename(name, path))
		error = errno;
	if (error)
		unlink(name);
	return error;
}

/* Standard output or error, if @status is of the file they are; or -1. */
static int standard_one(const struct stat *status)
{
	struct stat ours;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &ours) && ours.st_dev == status->st_dev &&
		    ours.st_ino == status->st_ino)
			return fd;
	return -1;
}

/* In the place of what a link leads to, not of the link: that may be /dev/stdout. */
static int replace_target(const char *path, const char *text, size_t size)
{
	char *target = realpath(path, NULL);
	int error = replace(target ?: path, text, size);

	free(target);
	return error;
}

int whole_file_write(const char *path, const char *text, size_t size)
{
	struct stat status;
	int fd;

	if (stat(path, &status))
		return replace(path, text, size);
	fd = standard_one(&status);
	if (fd >= 0) {
		fflush(stdout);
		return write_all(fd, text, size);
	}
	if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return write_to(path, text, size);
	return replace_target(path, text, size);
}

enum result whole_file_failed(const char *option, const char *path, int error)
{
	return fail(RESULT_ERROR, "%s %s: %s: it is not written", option, path,
		    strerror(error));
}

enum result whole_file_save(const char *option, const char *path,
			    const char *text, size_t size)
{
	int error = text ? whole_file_write(path, text, size) : ENOMEM;

	return error ? whole_file_failed(option, path, error) : RESULT_OK;
}

enum result whole_file_or_line(const char *option, const char *path,
			       const char *text)
{
	if (!text || strcmp(path, "-"))
		return whole_file_save(option, path, text,
				       text ? strlen(text) : 0);
	/* main() looks whether it got out. */
	puts(text);
	return RESULT_OK;
}
