// SPDX-License-Identifier: GPL-2.0
/*
 * Saving a trace.
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

enum result trace_file_save(struct instance *instance, const char *path)
{
	int from = instance_open_text(instance);
	int error = 0;
	int to;

	if (from < 0)
		return RESULT_ERROR;
	to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (to < 0 || !copy(from, to))
		error = errno;
	if (to >= 0 && close(to) && !error)
		error = errno;
	close(from);
	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: %s: the trace is not saved", path,
		    strerror(error));
}
