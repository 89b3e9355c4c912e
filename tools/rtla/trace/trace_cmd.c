// SPDX-License-Identifier: GPL-2.0
/*
 * A trace.dat is made in three steps. The first makes the head, with the
 * formats of all events and the names of all functions. The second joins the
 * head and the pages of each CPU in one file. The third compresses that file to
 * a fifth of its size. Intermediate files are memfds, which have no name, so
 * that nothing is left of them when the command is killed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cpus.h"
#include "host/process.h"
#include "trace/instance.h"
#include "trace/trace_cmd.h"

#define TRACE_CMD	"trace-cmd"

/* Size of a path "/proc/PID/fd/FD", by which other programs open a memfd. */
#define OPENED_LEN	48

/* Fill in @path, of OPENED_LEN bytes, with the path of the memfd @fd. */
static const char *opened(int fd, char *path)
{
	snprintf(path, OPENED_LEN, "/proc/%d/fd/%d", getpid(), fd);
	return path;
}

enum result trace_cmd_check(void)
{
	if (program_is_there(TRACE_CMD))
		return RESULT_OK;
	return fail(RESULT_CANNOT, TRACE_CMD ": not found, but needed for a trace that is called *.dat: install it, or save text under another name");
}

/*
 * Put the reason of a failure into maker->why: the last line of trace-cmd's
 * output, which is in the file @said, or else how trace-cmd ended (@status).
 */
static void trace_find_reason(struct trace_cmd *maker, int said, int status)
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

/* Run trace-cmd. Return NULL, or the reason of a failure. */
static const char *trace_run(struct trace_cmd *maker, char *const argv[],
			     const struct patience *patience)
{
	int said = memfd_create("said", MFD_CLOEXEC);
	int status;

	if (said < 0)
		return strerror(errno);
	status = program_run(argv, said, patience);
	if (status)
		trace_find_reason(maker, said, status);
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
	why = trace_run(maker, argv, patience);
	if (why) {
		close(maker->head);
		maker->head = 0;
	}
	return why;
}

/*
 * Copy all pages that can be read from @from to @to, by way of @page. Return 0
 * or an errno. A read of pages that would block has nothing left to read.
 */
static int copy_pages(int from, int to, char *page, size_t size)
{
	ssize_t got, put;

	for (;;) {
		got = read(from, page, size);
		if (got <= 0)
			return got < 0 && errno != EAGAIN ? errno : 0;
		put = write(to, page, got);
		if (put != got)
			return put < 0 ? errno : ENOSPC;
	}
}

/*
 * Take all pages of one CPU out of @instance. Return the descriptor of a memfd
 * with them, or -1 with errno.
 */
static int take_pages(struct instance *instance, int cpu)
{
	size_t size = instance_page_size(instance);
	int to = memfd_create("pages", MFD_CLOEXEC);
	char *page = malloc(size);
	int from = to >= 0 && page ? instance_open_raw(instance, cpu) : -1;
	int error = from >= 0 ? copy_pages(from, to, page, size) : errno;

	free(page);
	if (from >= 0)
		close(from);
	if (!error)
		return to;
	if (to >= 0)
		close(to);
	errno = error;
	return -1;
}

/* The pages of CPU 0 to the last CPU that is present, which can have events. */
struct pages {
	int cpus;
	int fd[CPUS_MAX];
	char path[CPUS_MAX][OPENED_LEN];
};

static void free_pages(struct pages *pages)
{
	for (int i = 0; pages && i < pages->cpus; i++)
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
			int error = errno;

			free_pages(pages);
			errno = error;
			return NULL;
		}
		opened(fd, pages->path[pages->cpus]);
		pages->fd[pages->cpus++] = fd;
	}
	return pages;
}

/* trace-cmd takes the n-th file of pages as that of CPU n, counted from 0. */
static const char *trace_join(struct trace_cmd *maker, struct pages *pages,
			      int to, const struct patience *patience)
{
	char head[OPENED_LEN], joined[OPENED_LEN];
	char *argv[6 + CPUS_MAX + 1] = {
		TRACE_CMD, "restore", "-i", (char *)opened(maker->head, head),
		"-o", (char *)opened(to, joined),
	};

	for (int i = 0; i < pages->cpus; i++)
		argv[6 + i] = pages->path[i];
	return trace_run(maker, argv, patience);
}

static const char *compress(struct trace_cmd *maker, int from, int to,
			    const struct patience *patience)
{
	char joined[OPENED_LEN], made[OPENED_LEN];
	char *argv[] = {
		TRACE_CMD, "convert", "-i", (char *)opened(from, joined),
		"-o", (char *)opened(to, made), NULL
	};

	return trace_run(maker, argv, patience);
}

/*
 * Take the events out of @instance, unless an earlier trace.dat that failed has
 * done so. Return NULL, or the reason of a failure.
 */
static const char *trace_take(struct trace_cmd *maker,
			      struct instance *instance)
{
	if (maker->spoiled)
		return "the events were lost when an earlier file could not be made";
	if (!maker->pages)
		maker->pages = take_all(instance);
	maker->spoiled = !maker->pages;
	return maker->pages ? NULL : strerror(errno);
}

const char *trace_cmd_make(struct trace_cmd *maker, struct instance *instance,
			   int to, const struct patience *patience)
{
	const char *why = make_head(maker, patience);
	int joined;

	if (why)
		return why;
	joined = memfd_create("joined", MFD_CLOEXEC);
	if (joined < 0)
		return strerror(errno);
	why = trace_take(maker, instance);
	if (!why)
		why = trace_join(maker, maker->pages, joined, patience);
	if (!why)
		why = compress(maker, joined, to, patience);
	close(joined);
	return why;
}

void trace_cmd_forget(struct trace_cmd *maker)
{
	free_pages(maker->pages);
	maker->pages = NULL;
	maker->spoiled = false;
}

void trace_cmd_free(struct trace_cmd *maker)
{
	trace_cmd_forget(maker);
	if (maker->head)
		close(maker->head);
	maker->head = 0;
}
