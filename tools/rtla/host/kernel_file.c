// SPDX-License-Identifier: GPL-2.0
/*
 * Settings in files of the kernel: see kernel_file.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cpus.h"
#include "host/kernel_file.h"
#include "host/machine.h"

int kernel_file_read(const struct machine *machine, char *text, size_t size,
		     const char *path)
{
	char chosen[CPUS_TEXT_SIZE];
	int error = machine_read(machine, text, size, "%s", path);

	for (char *at = text; *at; at++)
		*at = *at == '\t' ? ' ' : *at;
	if (!error && chosen_word(text, "[]", chosen, sizeof(chosen)))
		snprintf(text, size, "%s", chosen);
	return error;
}

/* Return whether the file has this value; if it cannot be read, nobody knows. */
static bool kernel_file_has(const char *path, const char *value)
{
	const struct machine machine = { .root = "" };
	char text[CPUS_TEXT_SIZE];

	return !kernel_file_read(&machine, text, sizeof(text), path) &&
	       !strcmp(text, value);
}

static int kernel_file_write(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
	int error;

	if (fd < 0)
		return errno;
	errno = 0;
	error = dprintf(fd, "%s\n", value) < 0 ? errno ?: EIO : 0;
	close(fd);
	return error;
}

int kernel_file_put(const char *path, const char *value)
{
	int error;

	if (kernel_file_has(path, value))
		return 0;
	error = kernel_file_write(path, value);
	/* Linux 6.12 refuses sched_rt_runtime_us once after a change of fair_server. */
	if (error)
		error = kernel_file_write(path, value);
	if (!error && !kernel_file_has(path, value))
		error = EINVAL;
	return error;
}
