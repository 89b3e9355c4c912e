// SPDX-License-Identifier: GPL-2.0
/*
 * Running rsvg-convert: see png.h.
 *
 * The two pictures and the messages of rsvg-convert are files in memory that it
 * inherits, so that no file has to be removed, whatever happens.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/process.h"
#include "report/png.h"

#define CONVERTER	"rsvg-convert"
#define PATH_LEN	32

struct files {
	int svg;
	int png;
	int said;
};

/* Without memory for one of them, its number is -1. */
static void open_files(struct files *files)
{
	/* Not closed on exec, as the converter inherits these files. */
	files->svg = memfd_create("svg", 0);
	files->png = memfd_create("png", 0);
	files->said = memfd_create("said", 0);
}

static void close_files(const struct files *files)
{
	const int all[] = { files->svg, files->png, files->said };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i] >= 0)
			close(all[i]);
}

/* Write the path by which a program that inherits @fd can open it. */
static void name_of(int fd, char *path)
{
	snprintf(path, PATH_LEN, "/dev/fd/%d", fd);
}

static bool write_file(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t written = write(fd, text, size);

		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0) {
			text += written;
			size -= written;
		}
	}
	return true;
}

/*
 * Return the content of a file with a '\0' after it, which the caller frees.
 * Returns NULL with errno after a failure.
 */
static char *read_file(int fd, size_t *size)
{
	struct stat status;
	ssize_t got;
	char *text;

	if (fstat(fd, &status))
		return NULL;
	text = malloc(status.st_size + 1);
	if (!text)
		return NULL;
	got = pread(fd, text, status.st_size, 0);
	if (got < 0) {
		free(text);
		return NULL;
	}
	text[got] = '\0';
	*size = got;
	return text;
}

static enum result png_tell_failure(const struct files *files, const char *path,
				    int status)
{
	size_t size;
	char ended[128], *said = read_file(files->said, &size);

	status_text(status, ended, sizeof(ended));
	if (said)
		said[strcspn(said, "\n")] = '\0';
	fail(RESULT_ERROR, "--plot %s: " CONVERTER ": %s: %.200s: no picture is written",
	     path, ended, said && *said ? said : "it said nothing");
	free(said);
	return RESULT_ERROR;
}

static enum result png_run(const struct files *files, const char *path,
			   char **picture, size_t *size)
{
	static const struct patience patience = { .wake = -1 };
	char svg[PATH_LEN], png[PATH_LEN];
	char *argv[] = { CONVERTER, "-f", "png", "-o", png, svg, NULL };
	int status;

	name_of(files->svg, svg);
	name_of(files->png, png);
	status = program_run(argv, files->said, &patience);
	if (status < 0 && errno == ENOENT)
		return fail(RESULT_CANNOT, "--plot %s: " CONVERTER ": not found: install it, on Debian with 'apt-get install librsvg2-bin', or give a name that ends in .svg",
			    path);
	if (status)
		return png_tell_failure(files, path, status);
	*picture = read_file(files->png, size);
	if (!*picture)
		return fail(RESULT_ERROR, "--plot %s: %s: no picture is written",
			    path, strerror(errno));
	if (*size)
		return RESULT_OK;
	free(*picture);
	*picture = NULL;
	return png_tell_failure(files, path, 0);
}

enum result png_make(const char *path, const char *svg, size_t svg_size,
		     char **picture, size_t *size)
{
	struct files files;
	enum result result;

	open_files(&files);
	if (files.svg < 0 || files.png < 0 || files.said < 0 ||
	    !write_file(files.svg, svg, svg_size))
		result = fail(RESULT_ERROR, "--plot %s: %s: no picture is written",
			      path, strerror(errno));
	else
		result = png_run(&files, path, picture, size);
	close_files(&files);
	return result;
}
