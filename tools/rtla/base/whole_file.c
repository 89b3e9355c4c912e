// SPDX-License-Identifier: GPL-2.0
/*
 * Whole files: see whole_file.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "base/whole_file.h"

/*
 * The mode of a finished file, as if open() had created it; the umask applies.
 * Until then only the owner can read it.
 */
#define MODE	0644

/* Try this many names for a file that is to replace another. */
#define NAMES_MAX	100

/* Return the part of MODE that the umask allows. */
static mode_t allowed(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return MODE & ~mask;
}

/*
 * Return the descriptor of standard output or standard error if it is the file
 * that @status is of, else -1.
 */
static int standard_one(const struct stat *status)
{
	struct stat ours;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &ours) && ours.st_dev == status->st_dev &&
		    ours.st_ino == status->st_ino)
			return fd;
	return -1;
}

/*
 * Open a file without a name in the folder of @target, so that the kernel
 * removes it if the command is killed. Not all file systems can do that.
 * Returns a descriptor, or -1 with errno set.
 */
static int open_nameless(const char *target)
{
	const char *slash = strrchr(target, '/');
	char folder[PATH_MAX];

	if (slash)
		snprintf(folder, sizeof(folder), "%.*s",
			 (int)(slash - target) + 1, target);
	return open(slash ? folder : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC,
		    0600);
}

/*
 * Open a file that is to become @file->target: one without a name, or else one
 * with a temporary name beside the target. Returns 0 or an errno.
 */
static int open_temporary(struct whole_file *file)
{
	int length, error = ENAMETOOLONG;

	file->fd = open_nameless(file->target);
	if (file->fd >= 0)
		return 0;
	length = snprintf(file->name, sizeof(file->name), "%s.XXXXXX",
			  file->target);
	if (length >= (int)sizeof(file->name))
		return error;
	file->fd = mkostemp(file->name, O_CLOEXEC);
	return file->fd < 0 ? errno : 0;
}

/* Open a file that is to become @path. Returns 0 or an errno. */
static int open_for(struct whole_file *file, const char *path)
{
	int length = snprintf(file->target, sizeof(file->target), "%s", path);

	*file->name = '\0';
	return length < (int)sizeof(file->target) ? open_temporary(file) :
						    ENAMETOOLONG;
}

int whole_file_begin(struct whole_file *file, const char *path)
{
	struct stat status;
	bool there = !stat(path, &status);
	int standard = there ? standard_one(&status) : -1;
	char *target;
	int error;

	*file->name = '\0';
	*file->target = '\0';
	if (standard >= 0) {
		fflush(stdout);
		file->fd = dup(standard);
		return file->fd < 0 ? errno : 0;
	}
	if (there && !S_ISREG(status.st_mode)) {
		file->fd = endable_open(path, O_WRONLY | O_CLOEXEC);
		return file->fd < 0 ? errno : 0;
	}
	/*
	 * Replace the file to which a link leads, not the link: that may be
	 * one like /dev/fd/3.
	 */
	target = there ? realpath(path, NULL) : NULL;
	error = open_for(file, target ?: path);
	free(target);
	return error;
}

/*
 * Give the file without a name the name of its target. If the target exists
 * already, give it another name beside the target, in @file->name. Returns 0 or
 * an errno.
 */
static int give_name(struct whole_file *file)
{
	char opened[32];

	snprintf(opened, sizeof(opened), "/proc/self/fd/%d", file->fd);
	if (!linkat(AT_FDCWD, opened, AT_FDCWD, file->target,
		    AT_SYMLINK_FOLLOW)) {
		*file->target = '\0';
		return 0;
	}
	for (int i = 0; errno == EEXIST && i < NAMES_MAX; i++) {
		int length = snprintf(file->name, sizeof(file->name), "%s.%d-%d",
				      file->target, getpid(), i);

		if (length >= (int)sizeof(file->name))
			errno = ENAMETOOLONG;
		else if (!linkat(AT_FDCWD, opened, AT_FDCWD, file->name,
				 AT_SYMLINK_FOLLOW))
			return 0;
	}
	*file->name = '\0';
	return errno;
}

/*
 * Give the file its mode, and have it on the disk before it gets its name:
 * after a power cut there is the old file, or the new one, but no empty one.
 * Returns 0 or an errno.
 */
static int put_on_disk(const struct whole_file *file)
{
	return fchmod(file->fd, allowed()) || fsync(file->fd) ? errno : 0;
}

int whole_file_end(struct whole_file *file, int error)
{
	if (*file->target && !error)
		error = put_on_disk(file);
	if (*file->target && !*file->name && !error)
		error = give_name(file);
	if (close(file->fd) && !error)
		error = errno;
	if (!*file->name)
		return error;
	if (!error && rename(file->name, file->target))
		error = errno;
	if (error)
		unlink(file->name);
	return error;
}

/* Remove the file @path, or empty it if it is a link; returns 0 or an errno. */
static int remove_old(const char *path)
{
	struct stat status;

	if (lstat(path, &status))
		return errno == ENOENT ? 0 : errno;
	/* Without the file to which it leads, the link would be replaced. */
	if (S_ISLNK(status.st_mode))
		return truncate(path, 0) && errno != ENOENT ? errno : 0;
	return unlink(path) ? errno : 0;
}

/* Return whether @path is, or leads to, a pipe, a device or the like. */
static bool is_special(const char *path)
{
	struct stat status;

	return !stat(path, &status) && !S_ISREG(status.st_mode) &&
	       !S_ISDIR(status.st_mode);
}

/* Begin to write @path, and give up; @regular: whether it is a regular file. */
static int whole_file_attempt(const char *path, bool *regular)
{
	struct whole_file file;
	int error;

	*regular = false;
	/* To open a pipe would wait for its reader. */
	if (is_special(path))
		return 0;
	error = whole_file_begin(&file, path);
	if (error)
		return error;
	whole_file_end(&file, ECANCELED);
	*regular = *file.target;
	return 0;
}

int whole_file_clear(const char *path)
{
	bool regular;
	int error = whole_file_attempt(path, &regular);

	return error || !regular ? error : remove_old(path);
}

enum result whole_file_try(const char *option, const char *path)
{
	bool regular;
	int error = whole_file_attempt(path, &regular);

	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s %s: %s: give a file that can be written",
		    option, path, endable_error(error));
}

int whole_file_replace(const char *path, const char *text, size_t size)
{
	struct whole_file file;
	int error = open_for(&file, path);

	return error ?:
		       whole_file_end(&file,
				      endable_write(file.fd, text, size));
}

int whole_file_create(const char *path, const char *text, size_t size)
{
	struct whole_file file;
	int error = open_for(&file, path);
	char opened[32];

	if (error)
		return error;
	error = endable_write(file.fd, text, size);
	if (!error)
		error = put_on_disk(&file);
	/* Unlike a name that is changed, a further name replaces no file. */
	snprintf(opened, sizeof(opened), "/proc/self/fd/%d", file.fd);
	if (!error && (*file.name ? link(file.name, file.target) :
				    linkat(AT_FDCWD, opened, AT_FDCWD,
					   file.target, AT_SYMLINK_FOLLOW)))
		error = errno;
	if (*file.name)
		unlink(file.name);
	if (close(file.fd) && !error)
		error = errno;
	return error;
}

int whole_file_write(const char *path, const char *text, size_t size)
{
	struct whole_file file;
	int error = whole_file_begin(&file, path);

	return error ?:
		       whole_file_end(&file,
				      endable_write(file.fd, text, size));
}

/*
 * Open a regular file, without waiting for who writes to a pipe; NULL with
 * errno set.
 */
static FILE *open_regular(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), error = 0;
	struct stat status;
	FILE *file = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &status))
		error = errno;
	else if (!S_ISREG(status.st_mode))
		error = EINVAL;
	else
		file = fdopen(fd, "r");
	if (file)
		return file;
	error = error ?: errno;
	close(fd);
	errno = error;
	return NULL;
}

/* Return all that is in @file; @text: up to a 0, which no text has. */
static char *read_bytes(FILE *file, size_t *size, bool text)
{
	char *bytes = NULL, buffer[65536];
	size_t got, all = 0;
	int error = 0;
	FILE *out;

	errno = 0;
	out = open_memstream(&bytes, size);
	while (out && all <= WHOLE_FILE_BYTES_MAX &&
	       (got = fread(buffer, 1, sizeof(buffer), file))) {
		all += fwrite(buffer, 1, got, out);
		if (text && memchr(buffer, '\0', got))
			break;
	}
	if (!out || ferror(file) || ferror(out))
		error = errno ?: EIO;
	else if (all > WHOLE_FILE_BYTES_MAX)
		error = EFBIG;
	if (out && fclose(out) && !error)
		error = errno;
	if (!error)
		return bytes;
	free(bytes);
	errno = error;
	return NULL;
}

char *whole_file_read(const char *path, size_t *size)
{
	FILE *file = open_regular(path);
	char *bytes = file ? read_bytes(file, size, false) : NULL;
	int error = errno;

	if (file)
		fclose(file);
	errno = error;
	return bytes;
}

char *whole_file_of_stream(FILE *in, size_t *size)
{
	return read_bytes(in, size, true);
}

enum result whole_file_failed(const char *option, const char *path, int error)
{
	return fail(RESULT_ERROR, "%s %s: %s: it is not written", option, path,
		    endable_error(error));
}

enum result whole_file_forget(const char *option, const char *path)
{
	int error = path && strcmp(path, "-") ? whole_file_clear(path) : 0;

	return error ? whole_file_failed(option, path, error) : RESULT_OK;
}

enum result whole_file_save(const char *option, const char *path,
			    const char *text, size_t size)
{
	int error = text ? whole_file_write(path, text, size) : ENOMEM;

	return error ? whole_file_failed(option, path, error) : RESULT_OK;
}

enum result whole_file_or_output(const char *option, const char *path,
				 const char *text, size_t size)
{
	if (!text || strcmp(path, "-"))
		return whole_file_save(option, path, text, size);
	/* main() checks whether standard output could be written. */
	fwrite(text, 1, size, stdout);
	/* Messages follow it where stderr is the same pipe. */
	fflush(stdout);
	return RESULT_OK;
}

enum result whole_file_print(const char *option, const char *path,
			     void (*print)(FILE *out, const void *context),
			     const void *context)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	enum result result;

	if (!out)
		return fail(RESULT_ERROR, "out of memory");
	print(out, context);
	if (fclose(out)) {
		free(text);
		return fail(RESULT_ERROR, "out of memory");
	}
	result = whole_file_save(option, path, text, size);
	free(text);
	return result;
}

enum result whole_file_or_line(const char *option, const char *path,
			       const char *text)
{
	enum result result;
	char *line = NULL;

	if (text && !strcmp(path, "-")) {
		/* main() checks whether standard output could be written. */
		puts(text);
		return RESULT_OK;
	}
	if (!text || asprintf(&line, "%s\n", text) < 0)
		return whole_file_save(option, path, NULL, 0);
	result = whole_file_save(option, path, line, strlen(line));
	free(line);
	return result;
}
