// SPDX-License-Identifier: GPL-2.0
/*
 * A trace.dat is made in three steps: its head, with the formats of all events
 * and the names of all functions; that and the pages of each CPU in one file; and
 * the same compressed, which is a fifth of it. What lies between is in files
 * without a name, so that nothing is left whatever ends us.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <paths.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpus.h"
#include "trace_cmd.h"

#define TRACE_CMD	"trace-cmd"

/* "/proc/PID/fd/FD": how others open a file without a name. */
#define OPENED_LEN	48

static const char *opened(int fd, char *path)
{
	snprintf(path, OPENED_LEN, "/proc/%d/fd/%d", getpid(), fd);
	return path;
}

static bool is_in_path(const char *program)
{
	const char *dir = getenv("PATH") ?: _PATH_DEFPATH;
	char file[PATH_MAX];
	int length;

	for (; *dir; dir += length + (dir[length] == ':')) {
		length = strcspn(dir, ":");
		snprintf(file, sizeof(file), "%.*s/%s", length, dir, program);
		if (!access(file, X_OK))
			return true;
	}
	return false;
}

enum result trace_cmd_check(void)
{
	if (is_in_path(TRACE_CMD))
		return RESULT_OK;
	return fail(RESULT_CANNOT, TRACE_CMD ": not found, but needed for a trace that is called *.dat: install it, or save text under another name");
}

/* The last line that it said, or else how it ended. */
static void find_reason(struct trace_cmd *maker, int said, int status)
{
	char text[4096], how[32];
	ssize_t size = pread(said, text, sizeof(text) - 1, 0);
	const char *line;

	while (size > 0 && text[size - 1] == '\n')
		size--;
	text[size > 0 ? size : 0] = '\0';
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	line += strspn(line, " \t");
	snprintf(maker->why, sizeof(maker->why), TRACE_CMD ": %.100s",
		 *line ? line : status_text(status, how, sizeof(how)));
}

static const char *run(struct trace_cmd *maker, char *const argv[],
		       const struct patience *patience)
{
	int said = memfd_create("said", MFD_CLOEXEC);
	int status;

	if (said < 0)
		return strerror(errno);
	status = program_run(argv, said, patience);
	if (status)
		find_reason(maker, said, status);
	close(said);
	return status ? maker->why : NULL;
}

static const char *make_head(struct trace_cmd *maker,
			     const struct patience *patience)
{
	char path[OPENED_LEN];
	char *argv[] = { TRACE_CMD, "restore", "-c", "-o", path, NULL };
	const char *why;

	if (maker->head)
		return NULL;
	maker->head = memfd_create("head", MFD_CLOEXEC);
	if (maker->head < 0) {
		maker->head = 0;
		return strerror(errno);
	}
	opened(maker->head, path);
	why = run(maker, argv, patience);
	if (why)
		trace_cmd_free(maker);
	return why;
}

/* All pages of one CPU; -1 with errno. */
static int take_pages(struct instance *instance, int cpu)
{
	int from, to = memfd_create("pages", MFD_CLOEXEC);
	size_t size = instance_page_size(instance);
	char *page = malloc(size);
	ssize_t got = 0;

	from = to >= 0 && page ? instance_open_raw(instance, cpu) : -1;
	while (from >= 0 && (got = read(from, page, size)) > 0) {
		if (write(to, page, got) != got)
			break;
	}
	free(page);
	if (from >= 0)
		close(from);
	if (from >= 0 && got <= 0)
		return to;
	if (to >= 0)
		close(to);
	return -1;
}

/* The pages of all CPUs that there can be events of. */
struct pages {
	int cpus;
	int fd[CPUS_MAX];
	char path[CPUS_MAX][OPENED_LEN];
};

static void free_pages(struct pages *pages)
{
	for (int i = 0; i < pages->cpus; i++)
		close(pages->fd[i]);
	free(pages);
}

static struct pages *take_all(struct instance *instance)
{
	struct pages *pages = calloc(1, sizeof(*pages));
	struct cpus present;
	int cpus;

	if (!pages)
		return NULL;
	cpus_present(&present);
	cpus = cpus_last(&present) + 1;
	while (pages->cpus < cpus) {
		int fd = take_pages(instance, pages->cpus);

		if (fd < 0) {
			free_pages(pages);
			return NULL;
		}
		opened(fd, pages->path[pages->cpus]);
		pages->fd[pages->cpus++] = fd;
	}
	return pages;
}

/* The files are given by the number of their CPU, from 0 on. */
static const char *join(struct trace_cmd *maker, struct pages *pages, int to,
			const struct patience *patience)
{
	char head[OPENED_LEN], joined[OPENED_LEN];
	char *argv[6 + CPUS_MAX + 1] = {
		TRACE_CMD, "restore", "-i", (char *)opened(maker->head, head),
		"-o", (char *)opened(to, joined),
	};

	for (int i = 0; i < pages->cpus; i++)
		argv[6 + i] = pages->path[i];
	return run(maker, argv, patience);
}

static const char *compress(struct trace_cmd *maker, int from, const char *path,
			    const struct patience *patience)
{
	char joined[OPENED_LEN];
	char *argv[] = {
		TRACE_CMD, "convert", "-i", (char *)opened(from, joined),
		"-o", (char *)path, NULL
	};

	return run(maker, argv, patience);
}

const char *trace_cmd_make(struct trace_cmd *maker, struct instance *instance,
			   const char *path, const struct patience *patience)
{
	const char *why = make_head(maker, patience);
	struct pages *pages;
	int joined;

	if (why)
		return why;
	joined = memfd_create("joined", MFD_CLOEXEC);
	pages = joined >= 0 ? take_all(instance) : NULL;
	if (!pages) {
		why = strerror(errno);
	} else {
		why = join(maker, pages, joined, patience);
		free_pages(pages);
	}
	if (!why)
		why = compress(maker, joined, path, patience);
	if (joined >= 0)
		close(joined);
	return why;
}

void trace_cmd_free(struct trace_cmd *maker)
{
	if (maker->head)
		close(maker->head);
	maker->head = 0;
}
