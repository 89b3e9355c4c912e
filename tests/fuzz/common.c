// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the fuzzers share.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	fuzz_require(text);
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
	static char path[64];
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("fuzz", 0);
	fuzz_require(fd >= 0 && !ftruncate(fd, 0) &&
		     pwrite(fd, data, size, 0) == (ssize_t)size);
	lseek(fd, 0, SEEK_SET);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return path;
}
