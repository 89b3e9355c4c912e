// SPDX-License-Identifier: GPL-2.0
/*
 * Saving traces and histograms of triggers.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "base/line_reader.h"
#include "base/whole_file.h"
#include "trace/instance.h"
#include "trace/thread_names.h"
#include "trace/trace_file.h"

#define DAT		".dat"

/* Copy all that can be read from @from to @to; return false with errno set. */
static bool trace_file_copy(int from, int to)
{
	char buffer[65536];
	ssize_t got;

	while ((got = read(from, buffer, sizeof(buffer))) > 0) {
		errno = endable_write(to, buffer, got);
		if (errno)
			return false;
	}
	return !got;
}

/*
 * Copy a trace as text, with the names of threads that the kernel does not
 * know. Return false with errno set.
 */
static bool copy_text(int from, int to, struct thread_names *names)
{
	FILE *in = fdopen(dup(from), "r");
	FILE *out = endable_stream(dup(to));
	struct line_reader reader = { .in = in };
	bool ok = in && out;

	while (ok && line_read(&reader)) {
		thread_names_put(names, reader.line);
		ok = fputs(reader.line, out) >= 0;
	}
	line_reader_free(&reader);
	if (in)
		fclose(in);
	if (out)
		ok = !fclose(out) && ok;
	if (reader.error)
		errno = reader.error;
	return ok && !reader.error;
}

/*
 * Save the file @from to @path, beginning at its current position. Return 0 or
 * an errno. @from is -1 with errno if it could not be opened. With @names, it
 * is a trace as text.
 */
static int trace_file_save(int from, const char *path,
			   struct thread_names *names)
{
	struct whole_file file;
	bool copied;
	int error;

	if (from < 0)
		return errno;
	error = whole_file_begin(&file, path);
	if (error)
		return error;
	errno = 0;
	copied = names ? copy_text(from, file.fd, names) :
			 trace_file_copy(from, file.fd);
	return whole_file_end(&file, copied ? 0 : errno ?: EIO);
}

static int save_and_close(int from, const char *path,
			  struct thread_names *names)
{
	int error = trace_file_save(from, path, names);

	if (from >= 0)
		close(from);
	return error;
}

bool trace_is_dat(const char *path)
{
	size_t length = strlen(path), end = strlen(DAT);

	return length > end && !strcmp(path + length - end, DAT);
}

/*
 * Keep a copy of the trace as text in memory, before its events are taken out.
 * Return 0 or an errno.
 */
static int keep_text(struct trace_saver *saver)
{
	int from = instance_open_text(saver->instance);
	int text, error = 0;

	if (from < 0)
		return errno;
	text = memfd_create("trace", MFD_CLOEXEC);
	if (text < 0 || !copy_text(from, text, &saver->names))
		error = errno;
	close(from);
	if (!error)
		saver->text = text;
	else if (text >= 0)
		close(text);
	return error;
}

/* Let @write print the trace, into memory. Return 0 or an errno. */
static int write_text(struct trace_saver *saver)
{
	int text = memfd_create("trace", MFD_CLOEXEC);
	FILE *out = text < 0 ? NULL : fdopen(dup(text), "w");
	int error = out ? 0 : errno;

	if (out && !saver->write(saver->source, out))
		error = ENOMEM;
	if (out && fclose(out) && !error)
		error = errno;
	if (!error)
		saver->text = text;
	else if (text >= 0)
		close(text);
	return error;
}

static const char *extract(struct trace_saver *saver, const char *path,
			   const struct patience *patience)
{
	int error = saver->text_too && !saver->text ? keep_text(saver) : 0;
	int made = memfd_create("made", MFD_CLOEXEC);
	const char *why = NULL;
	struct whole_file file;

	if (!error && made < 0)
		error = errno;
	/* Before trace-cmd runs: its own message about @path says little. */
	if (!error)
		error = whole_file_begin(&file, path);
	if (!error) {
		why = trace_cmd_make(&saver->maker, saver->instance, made,
				     patience);
		errno = 0;
		if (why)
			error = ECANCELED;
		else if (lseek(made, 0, SEEK_SET) ||
			 !trace_file_copy(made, file.fd))
			error = errno ?: EIO;
		error = whole_file_end(&file, error);
	}
	if (made >= 0)
		close(made);
	if (error)
		return why ?: endable_error(error);
	trace_cmd_forget(&saver->maker);
	snprintf(saver->taken, sizeof(saver->taken), "%s", path);
	return NULL;
}

const char *trace_saver_save(struct trace_saver *saver, const char *path,
			     const struct patience *patience)
{
	int error = 0;

	if (!strcmp(path, saver->taken))
		return NULL;
	if (saver->write && !saver->text)
		error = write_text(saver);
	if (error)
		return endable_error(error);
	if (trace_is_dat(path)) {
		if (!*saver->taken)
			return extract(saver, path, patience);
		error = save_and_close(open(saver->taken, O_RDONLY | O_CLOEXEC),
				       path, NULL);
	} else if (saver->text) {
		lseek(saver->text, 0, SEEK_SET);
		error = trace_file_save(saver->text, path, NULL);
	} else {
		error = save_and_close(instance_open_text(saver->instance),
				       path, &saver->names);
	}
	return error ? endable_error(error) : NULL;
}

void trace_saver_forget(struct trace_saver *saver)
{
	if (saver->text)
		close(saver->text);
	saver->text = 0;
	*saver->taken = '\0';
	trace_cmd_forget(&saver->maker);
}

void trace_saver_free(struct trace_saver *saver)
{
	trace_saver_forget(saver);
	trace_cmd_free(&saver->maker);
}

int hist_save(struct instance *instance, const char *system,
	      const char *event, const char *path)
{
	return save_and_close(instance_open_hist(instance, system, event), path,
			      NULL);
}
