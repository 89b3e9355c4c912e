// SPDX-License-Identifier: GPL-2.0
/*
 * Saving traces and histograms of triggers.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "trace_file.h"

/* Copy all there is to read; false with errno set. */
static bool copy(int from, int to)
{
	char buffer[65536];
	ssize_t got, put;

	while ((got = read(from, buffer, sizeof(buffer))) > 0)
		for (ssize_t done = 0; done < got; done += put) {
			put = write(to, buffer + done, got - done);
			if (put < 0)
				return false;
		}
	return !got;
}

/* Save what @from has, and close it. */
static int save(int from, const char *path)
{
	int error = 0;
	int to;

	if (from < 0)
		return errno;
	to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (to < 0 || !copy(from, to))
		error = errno;
	if (to >= 0 && close(to) && !error)
		error = errno;
	close(from);
	return error;
}

int trace_file_save(struct instance *instance, const char *path)
{
	return save(instance_open_text(instance), path);
}

int trace_file_save_hist(struct instance *instance, const char *system,
			 const char *event, const char *path)
{
	return save(instance_open_hist(instance, system, event), path);
}
