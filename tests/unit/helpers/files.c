// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "test.h"

char files_root[] = "/tmp/unit_test.XXXXXX";

int files_begin(void **state)
{
	(void)state;
	strcpy(strrchr(files_root, '.'), ".XXXXXX");
	return mkdtemp(files_root) ? 0 : -1;
}

int files_end(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", files_root);
	return system(command);
}

const char *files_path(const char *format, ...)
{
	static char path[256];
	int length = snprintf(path, sizeof(path), "%s/", files_root);
	va_list args;

	va_start(args, format);
	vsnprintf(path + length, sizeof(path) - length, format, args);
	va_end(args);
	return path;
}

void files_put_bytes(const char *name, long offset, const void *bytes,
		     size_t size)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", files_root, name);
	for (char *at = strchr(path + strlen(files_root) + 1, '/'); at;
	     at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0755);
		*at = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fseek(file, offset, SEEK_SET);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

void files_put(const char *name, const char *text)
{
	files_put_bytes(name, 0, text, strlen(text));
}
