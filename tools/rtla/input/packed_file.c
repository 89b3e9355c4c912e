// SPDX-License-Identifier: GPL-2.0
/*
 * Files that may be packed: see packed_file.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/process.h"
#include "input/packed_file.h"
#include "input/stream_begin.h"

/**
 * struct packer - a program that packs files
 * @name: its name
 * @options: let it unpack its standard input to its standard output
 * @magic: the first bytes of its files, of which there are @size
 * @warned: its exit status if there was more after the packed file; 0: none
 */
struct packer {
	const char *name;
	const char *options;
	const char *magic;
	size_t size;
	int warned;
};

static const struct packer packers[] = {
	{ "gzip", "-dc", "\x1f\x8b\x08", 3, 2 },
	{ "xz", "-dc", "\xfd\67zXZ\0", 6, 2 },
	/* The older format of the same program. */
	{ "xz", "-dc", "\x5d\0\0", 3, 2 },
	{ "zstd", "-dcq", "\x28\xb5\x2f\xfd", 4, 0 },
	{ "bzip2", "-dc", "BZh", 3, 0 },
	{ "lz4", "-dcq", "\x04\x22\x4d\x18", 4, 0 },
};

/* Return whether the stream begins with the magic of this packer. */
static bool packed_file_is_of(FILE *in, const struct packer *packer)
{
	char begin[STREAM_BEGIN_MAX];

	return stream_peek(in, begin, packer->size) == packer->size &&
	       !memcmp(begin, packer->magic, packer->size);
}

static const struct packer *find_packer(FILE *in)
{
	for (size_t i = 0; i < sizeof(packers) / sizeof(packers[0]); i++)
		if (packed_file_is_of(in, &packers[i]))
			return &packers[i];
	return NULL;
}

const char *stream_packer(FILE *in)
{
	const struct packer *packer = find_packer(in);

	return packer ? packer->name : NULL;
}

/* Become a process that ends with its parent. */
static void packed_file_follow(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	signal(SIGPIPE, SIG_DFL);
}

/* In a child: write all of @from to @to. */
static void packed_file_feed(FILE *from, int to)
{
	char buffer[65536];
	size_t got;

	while ((got = fread(buffer, 1, sizeof(buffer), from)))
		for (size_t put = 0; put < got;) {
			ssize_t done = write(to, buffer + put, got - put);

			if (done <= 0)
				_exit(1);
			put += done;
		}
	_exit(ferror(from) ? 1 : 0);
}

/*
 * Return the descriptor by which another process reads the file from its
 * beginning, or -1 with errno. What cannot be read twice comes by a pipe.
 */
static int packed_file_again(struct packed_file *file)
{
	pid_t parent = getpid();
	int ends[2];

	if (file->begin >= 0 &&
	    lseek(fileno(file->packed), file->begin, SEEK_SET) >= 0)
		return fcntl(fileno(file->packed), F_DUPFD_CLOEXEC, 0);
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	file->feeding = fork();
	if (!file->feeding) {
		packed_file_follow(parent);
		close(ends[0]);
		packed_file_feed(file->packed, ends[1]);
	}
	close(ends[1]);
	if (file->feeding > 0)
		return ends[0];
	file->feeding = 0;
	close(ends[0]);
	return -1;
}

/* In a child: become the program that unpacks @from. */
static void packed_file_become(const struct packed_file *file, int from, int to)
{
	const struct packer *packer = file->packer;

	if (dup2(from, STDIN_FILENO) >= 0 && dup2(to, STDOUT_FILENO) >= 0 &&
	    dup2(file->said, STDERR_FILENO) >= 0)
		execlp(packer->name, packer->name, packer->options, NULL);
	_exit(127);
}

/* Let the program of the packer unpack it. Return 0 or an errno. */
static int packed_file_unpack(struct packed_file *file)
{
	pid_t parent = getpid();
	int ends[2], from, error = 0;

	file->said = memfd_create("said", MFD_CLOEXEC);
	from = file->said < 0 ? -1 : packed_file_again(file);
	if (from < 0)
		return errno;
	if (pipe2(ends, O_CLOEXEC)) {
		error = errno;
		close(from);
		return error;
	}
	file->unpacking = fork();
	if (!file->unpacking) {
		packed_file_follow(parent);
		packed_file_become(file, from, ends[1]);
	}
	if (file->unpacking < 0) {
		error = errno;
		file->unpacking = 0;
	}
	close(from);
	close(ends[1]);
	file->in = error ? NULL : fdopen(ends[0], "r");
	if (!file->in)
		close(ends[0]);
	return error ?: file->in ? 0 : ENOMEM;
}

/* Return the wait status of a process, which is ended first if @early. */
static int packed_file_end(pid_t *process, bool early)
{
	int status = 0;

	if (!*process)
		return 0;
	if (early)
		kill(*process, SIGKILL);
	while (waitpid(*process, &status, 0) < 0 && errno == EINTR)
		;
	*process = 0;
	return status;
}

const char *packed_file_open(struct packed_file *file, const char *path)
{
	bool standard = !strcmp(path, "-");
	const char *why;
	int input, error;

	*file = (struct packed_file) { .said = -1 };
	input = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) :
			   open(path, O_RDONLY | O_CLOEXEC);
	file->in = input < 0 ? NULL : fdopen(input, "r");
	if (!file->in)
		return strerror(errno);
	file->begin = lseek(input, 0, SEEK_CUR);
	file->packer = find_packer(file->in);
	if (!file->packer)
		return NULL;
	file->packed = file->in;
	file->in = NULL;
	if (program_is_there(file->packer->name)) {
		error = packed_file_unpack(file);
		why = error ? strerror(error) : NULL;
	} else {
		snprintf(file->why, sizeof(file->why),
			 "it is packed by %s, which is not found: install that, or unpack the file first",
			 file->packer->name);
		why = file->why;
	}
	if (why)
		packed_file_close(file);
	return why;
}

/* Return why the program failed: the first line that it has said, or its status. */
static const char *packed_file_find_reason(struct packed_file *file, int status)
{
	char said[512], how[32];
	ssize_t size = pread(file->said, said, sizeof(said) - 1, 0);
	char *line = said;

	said[size > 0 ? size : 0] = '\0';
	line += strspn(line, "\n");
	line[strcspn(line, "\n")] = '\0';
	snprintf(file->why, sizeof(file->why),
		 "it cannot be unpacked to its end: %.80s: give the whole file",
		 *line ? line : status_text(status, how, sizeof(how)));
	return file->why;
}

const char *packed_file_close(struct packed_file *file)
{
	bool all = file->in && feof(file->in);
	const char *why = NULL;
	int status;

	if (file->in)
		fclose(file->in);
	if (file->packer) {
		status = packed_file_end(&file->unpacking, !all);
		packed_file_end(&file->feeding, true);
		if (WIFEXITED(status) &&
		    WEXITSTATUS(status) == file->packer->warned)
			status = 0;
		if (all && status)
			why = packed_file_find_reason(file, status);
		fclose(file->packed);
	}
	if (file->said >= 0)
		close(file->said);
	file->in = NULL;
	file->packer = NULL;
	file->said = -1;
	return why;
}
