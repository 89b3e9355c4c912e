// SPDX-License-Identifier: GPL-2.0
/*
 * Capturing of stderr in a file without a name: see capture.h.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture.h"

void capture_begin(struct capture *capture)
{
	fflush(stderr);
	capture->file = memfd_create("stderr", MFD_CLOEXEC);
	capture->fd = dup(STDERR_FILENO);
	dup2(capture->file, STDERR_FILENO);
}

const char *capture_end(struct capture *capture)
{
	ssize_t got;

	fflush(stderr);
	dup2(capture->fd, STDERR_FILENO);
	close(capture->fd);
	got = pread(capture->file, capture->text, sizeof(capture->text) - 1, 0);
	capture->text[got < 0 ? 0 : got] = '\0';
	close(capture->file);
	return capture->text;
}
