// SPDX-License-Identifier: GPL-2.0
/*
 * Settings of the kernel's own tracers: see tracing_settings.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/tracing_settings.h"

#define FOLDER	"osnoise/"
#define OPTIONS	FOLDER "options"
#define THRESH	"tracing_thresh"

/* A list of CPUs is the longest of these texts. */
#define TEXT_MAX	65536
#define PATH_LEN	256

bool tracing_setting_is(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
	const char *rest = name + strlen(FOLDER);

	if (!strcmp(name, THRESH))
		return true;
	return !strncmp(name, FOLDER, strlen(FOLDER)) && *rest &&
	       !rest[strspn(rest, letters)] &&
	       strlen(rest) < PATH_LEN / 4;
}

static int open_setting(const char *root, const char *name, int flags)
{
	char path[PATH_LEN];

	if (snprintf(path, sizeof(path), "%s/%s", root, name) >= PATH_LEN) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(path, flags | O_NOFOLLOW | O_CLOEXEC);
}

char *tracing_setting_read(const char *root, const char *name)
{
	int fd = open_setting(root, name, O_RDONLY), error;
	char *text = fd < 0 ? NULL : calloc(1, TEXT_MAX);
	ssize_t got, used = 0;

	if (fd < 0)
		return NULL;
	do {
		got = text ? read(fd, text + used, TEXT_MAX - 1 - used) : -1;
		used += got > 0 ? got : 0;
	} while (got > 0);
	error = errno;
	close(fd);
	if (got < 0) {
		free(text);
		errno = error;
		return NULL;
	}
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/*
 * Write @length bytes of @text, and a newline, with one write(). Returns 0 or
 * an errno.
 */
static int tracing_settings_write_text(const char *root, const char *name,
				       const char *text, int length)
{
	int fd = open_setting(root, name, O_WRONLY | O_TRUNC), error = 0;
	char *line;

	if (fd < 0)
		return errno;
	if (asprintf(&line, "%.*s\n", length, text) < 0) {
		line = NULL;
		error = ENOMEM;
	} else if (write(fd, line, length + 1) != length + 1) {
		error = errno ?: EIO;
	}
	free(line);
	close(fd);
	return error;
}

/* The file of the options begins with this if not all of them are as by default. */
#define NOT_DEFAULTS	"NO_DEFAULTS"

/*
 * The file of the options takes one of them at a time. It is written with what
 * it shows, which names each of them, but for a word that is not taken.
 */
static int write_words(const char *root, const char *name, const char *text)
{
	int error = 0;

	while (*text && !error) {
		int length = strcspn(text, " ");

		if (length && strncmp(text, NOT_DEFAULTS, strlen(NOT_DEFAULTS)))
			error = tracing_settings_write_text(root, name, text,
							    length);
		text += length + (text[length] == ' ');
	}
	return error;
}

static int write_setting(const char *root,
			 const struct tracing_setting *setting)
{
	int error = strcmp(setting->name, OPTIONS) ?
			    tracing_settings_write_text(root, setting->name,
							setting->text,
							strlen(setting->text)) :
			    write_words(root, setting->name, setting->text);

	return error == ENOENT ? 0 : error;
}

int tracing_settings_write(const char *root,
			   const struct tracing_setting *settings, int count,
			   int *failed)
{
	int error = 0;

	for (int tries = 0; tries < 2; tries++) {
		error = 0;
		for (int i = 0; i < count; i++) {
			int one = write_setting(root, &settings[i]);

			if (!one)
				continue;
			error = one;
			*failed = i;
		}
		if (!error)
			return 0;
	}
	return error;
}
