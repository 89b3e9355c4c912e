// SPDX-License-Identifier: GPL-2.0
/*
 * Standard output: see output.h. The C library lets a program replace the
 * stream that "stdout" is, so that printf() and all others that print are
 * covered.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "base/output.h"
#include "base/printable.h"
#include "base/wrap.h"

/* A stream that writes printable text to a descriptor. */
struct output {
	int fd;
	bool data;	/* of a program: what is not printable is a '?' */
	int error;	/* the first errno; 0: all could be written */
	size_t width;	/* longer lines are wrapped; 0: they are not */
	char begun[4];	/* the beginning of a character whose rest is to come */
	size_t size;	/* number of its bytes */
};

static struct output standard = { .fd = STDOUT_FILENO };

/* The stream that stdout was. */
static FILE *terminal;

static bool lost, said;

/* Return how many bytes at the end are a character that is not whole yet. */
static size_t unfinished(const char *text, size_t size)
{
	for (size_t last = 1; last < 4 && last <= size; last++) {
		unsigned char byte = text[size - last];
		size_t bytes = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;

		if (byte >= 0xc0)
			return bytes > last ? last : 0;
		if (byte < 0x80)
			return 0;
	}
	return 0;
}

/*
 * Write a text, with its lines wrapped: a stream for a terminal has whole
 * lines, unless somebody does not wait for their end. Returns 0 or an errno.
 */
static int put_wrapped(const struct output *output, char *text)
{
	char *wrapped = NULL;
	size_t size;
	FILE *out = open_memstream(&wrapped, &size);
	int error = ENOMEM;

	if (!out)
		return error;
	fputs(wrap_lines(out, text, output->width), out);
	if (!fclose(out))
		error = endable_write(output->fd, wrapped, size);
	free(wrapped);
	return error;
}

/* Write a text and what was begun before; return 0 or an errno. */
static int put_printable(struct output *output, const char *text, size_t size)
{
	/* Nobody waits again for a reader that has taken nothing. */
	bool given_up = output->error == EINTR;
	size_t whole = output->size + size;
	size_t room = VISIBLE_MAX * whole + 1;
	char *copy = given_up ? NULL : malloc(whole + 1 + room);
	char *shown = copy + whole + 1;
	int error = given_up ? EINTR : ENOMEM;

	if (!copy)
		return error;
	memcpy(copy, output->begun, output->size);
	memcpy(copy + output->size, text, size);
	/* Only the end of all output may leave a character unfinished. */
	output->size = size ? unfinished(copy, whole) : 0;
	whole -= output->size;
	memcpy(output->begun, copy + whole, output->size);
	copy[whole] = '\0';
	if (output->data) {
		printable_text(copy, whole);
		error = endable_write(output->fd, copy, whole);
	} else {
		whole = visible_text(shown, room, copy, whole);
		error = output->width ? put_wrapped(output, shown) :
					endable_write(output->fd, shown, whole);
	}
	free(copy);
	return error;
}

static ssize_t write_printable(void *cookie, const char *text, size_t size)
{
	struct output *output = cookie;
	int error = put_printable(output, text, size);

	if (!error)
		return size;
	output->error = output->error ?: error;
	errno = error;
	return 0;
}

static int close_output(void *cookie)
{
	struct output *output = cookie;
	int error = put_printable(output, "", 0);

	if (close(output->fd) && !error)
		error = errno;
	output->error = output->error ?: error;
	error = output->error;
	if (output != &standard)
		free(output);
	errno = error;
	return error ? -1 : 0;
}

static FILE *open_output(struct output *output)
{
	FILE *stream = fopencookie(output, "w", (cookie_io_functions_t) {
		.write = write_printable, .close = close_output,
	});

	if (stream && isatty(output->fd))
		setvbuf(stream, NULL, _IOLBF, 0);
	return stream;
}

FILE *output_stream(int fd)
{
	struct output *output = calloc(1, sizeof(*output));
	FILE *stream = NULL;

	if (output) {
		output->fd = fd;
		output->data = true;
		stream = open_output(output);
	}
	if (!stream)
		free(output);
	return stream;
}

enum result output_begin(void)
{
	FILE *stream = open_output(&standard);

	if (!stream)
		return fail(RESULT_ERROR, "out of memory");
	terminal = stdout;
	stdout = stream;
	stderr = endable_stream(STDERR_FILENO) ?: stderr;
	return RESULT_OK;
}

void output_wrap(bool on)
{
	fflush(stdout);
	standard.width = on ? wrap_columns(STDOUT_FILENO) : 0;
}

size_t output_columns(void)
{
	return standard.width;
}

FILE *output_terminal(void)
{
	return terminal ?: stdout;
}

/* Say that something was lost, if it was. */
static enum result output_tell(void)
{
	if (lost && !said) {
		said = true;
		fail(RESULT_ERROR, "standard output: %s: the results are lost: send them where they can be written",
		     endable_error(standard.error ?: EIO));
	}
	return lost ? RESULT_ERROR : RESULT_OK;
}

enum result output_check(void)
{
	if (fflush(stdout) || ferror(stdout))
		lost = true;
	return output_tell();
}

/* Return what @result becomes if something was lost. */
static enum result worse(enum result result, enum result output)
{
	bool good = !result || result == RESULT_HIT || result == RESULT_NAMES;

	return good && output ? output : result;
}

enum result output_result(enum result result)
{
	return worse(result, output_check());
}

enum result output_end(enum result result)
{
	FILE *stream = stdout;

	output_check();
	stdout = output_terminal();
	if (fclose(stream))
		lost = true;
	return worse(result, output_tell());
}
