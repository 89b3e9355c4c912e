// SPDX-License-Identifier: GPL-2.0
/*
 * Running gnuplot: see plot.h.
 *
 * The script, the picture and the messages of gnuplot are files in memory that
 * gnuplot inherits, so that no file has to be removed, whatever happens.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/process.h"
#include "report/plot.h"

#define GNUPLOT		"gnuplot"
#define PATH_LEN	32

bool plot_is_known(const char *path)
{
	size_t length = strlen(path);
	const char *end = path + length - 4;

	return length > 4 && (!strcmp(end, ".svg") || !strcmp(end, ".png"));
}

struct files {
	int script;
	int picture;
	int said;
};

static void open_files(struct files *files)
{
	/* Not closed on exec, as gnuplot inherits these files. */
	files->script = memfd_create("script", 0);
	files->picture = memfd_create("picture", 0);
	files->said = memfd_create("said", 0);
}

static void close_file(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* Write the path by which a program that inherits @fd can open it. */
static void name_of(int fd, char *path)
{
	snprintf(path, PATH_LEN, "/dev/fd/%d", fd);
}

static bool write_script(const struct files *files,
			 const struct report_input *input, bool svg)
{
	char to[PATH_LEN];
	int fd = dup(files->script);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	bool bad;

	if (!out) {
		close_file(fd);
		return false;
	}
	name_of(files->picture, to);
	plot_script(out, input, svg, to);
	bad = ferror(out);
	return !fclose(out) && !bad;
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

/*
 * Keep only the last line of @text that is not blank. gnuplot prints the line
 * of the script with the error, a mark below the error, and then a line with
 * the name of the file and what is wrong. Only that last line is wanted.
 */
static void last_line(char *text)
{
	size_t length = strlen(text);
	char *line;

	while (length && strchr(" \t\n", text[length - 1]))
		text[--length] = '\0';
	line = strrchr(text, '\n');
	if (line)
		memmove(text, line + 1, strlen(line));
}

static enum result tell_failure(const struct files *files, const char *path,
				int status)
{
	size_t size;
	char ended[128], *said = read_file(files->said, &size);

	status_text(status, ended, sizeof(ended));
	if (said)
		last_line(said);
	fail(RESULT_ERROR, "--plot %s: " GNUPLOT ": %s: %.200s: no picture is written",
	     path, ended, said && *said ? said : "it said nothing");
	free(said);
	return RESULT_ERROR;
}

static bool never(void *context)
{
	(void)context;
	return false;
}

static enum result run(const struct files *files, const char *path,
		       char **picture, size_t *size)
{
	static const struct patience patience = { .wake = -1, .meanwhile = never };
	char script[PATH_LEN];
	char *argv[] = { GNUPLOT, "-d", script, NULL };
	int status;

	name_of(files->script, script);
	status = program_run(argv, files->said, &patience);
	if (status < 0 && errno == ENOENT)
		return fail(RESULT_CANNOT, "--plot %s: " GNUPLOT ": not found: install it, on Debian with 'apt-get install gnuplot-nox'",
			    path);
	if (status)
		return tell_failure(files, path, status);
	*picture = read_file(files->picture, size);
	if (!*picture)
		return fail(RESULT_ERROR, "--plot %s: %s: no picture is written",
			    path, strerror(errno));
	if (*size)
		return RESULT_OK;
	free(*picture);
	*picture = NULL;
	return tell_failure(files, path, 0);
}

enum result plot_make(const struct report_input *input, const char *path,
		      char **picture, size_t *size)
{
	bool svg = !strcmp(path + strlen(path) - 4, ".svg");
	struct files files;
	enum result result;

	open_files(&files);
	if (files.script < 0 || files.picture < 0 || files.said < 0 ||
	    !write_script(&files, input, svg))
		result = fail(RESULT_ERROR, "--plot %s: %s: no picture is written",
			      path, strerror(errno));
	else
		result = run(&files, path, picture, size);
	close_file(files.script);
	close_file(files.picture);
	close_file(files.said);
	return result;
}
