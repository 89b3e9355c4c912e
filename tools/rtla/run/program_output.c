// SPDX-License-Identifier: GPL-2.0
/*
 * Taking what a program prints: see program_output.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "host/process.h"
#include "run/program_output.h"

/* A program that prints more than this shows it at once: the screen flickers then. */
#define HELD_MAX	(1 << 20)

/* A program that never stops to print must not keep the caller from all else. */
#define TAKE_MAX	(1 << 16)

/* This reads what is left of a program that has ended; others may go on to print. */
#define LEFT_READS	256

/*
 * The program finds the terminal's settings and size. But it is the terminal
 * itself that ends lines with a carriage return, when they are written there.
 */
static void resemble_terminal(int fd)
{
	struct winsize window;
	struct termios modes;

	if (!tcgetattr(STDOUT_FILENO, &modes)) {
		modes.c_oflag &= ~OPOST;
		tcsetattr(fd, TCSANOW, &modes);
	}
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &window))
		ioctl(fd, TIOCSWINSZ, &window);
}

static int open_terminal(struct program_output *output)
{
	char name[64];

	output->from = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (output->from < 0)
		return errno;
	if (!unlockpt(output->from) &&
	    !ptsname_r(output->from, name, sizeof(name)))
		output->to = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (output->to < 0)
		return errno;
	resemble_terminal(output->to);
	return 0;
}

/* A small system may have a terminal, but nothing that makes others. */
static int open_pipe(struct program_output *output)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return errno;
	output->from = ends[0];
	output->to = ends[1];
	return 0;
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int program_output_open(struct program_output *output, struct program_io *io)
{
	int error;

	*output = PROGRAM_OUTPUT_NONE;
	output->held = malloc(HELD_MAX);
	error = output->held ? open_terminal(output) : ENOMEM;
	if (error && output->held) {
		close_end(&output->from);
		error = open_pipe(output);
	}
	if (error)
		return error;
	fcntl(output->from, F_SETFL,
	      fcntl(output->from, F_GETFL) | O_NONBLOCK);
	if (isatty(STDOUT_FILENO))
		io->output = output->to;
	if (isatty(STDERR_FILENO))
		io->error = output->to;
	return 0;
}

void program_output_given(struct program_output *output)
{
	close_end(&output->to);
}

/* Read once; returns whether there was anything. An end of a terminal is EIO. */
static bool read_printed(struct program_output *output)
{
	ssize_t got = read(output->from, output->held + output->size,
			   HELD_MAX - output->size);

	if (got > 0)
		output->size += got;
	else if (!got || (errno != EAGAIN && errno != EINTR))
		close_end(&output->from);
	return got > 0;
}

bool program_output_take(struct program_output *output)
{
	size_t before = output->size;

	while (output->from >= 0 && output->size < HELD_MAX &&
	       output->size - before < TAKE_MAX)
		if (!read_printed(output))
			break;
	return output->from < 0 || output->size < HELD_MAX;
}

/*
 * Write the first bytes of what is held. A failure is ignored: then the
 * terminal is gone, or nobody reads it, and the end of the run tells that.
 */
static void write_held(struct program_output *output, size_t size)
{
	if (!size)
		return;
	endable_write(STDOUT_FILENO, output->held, size);
	output->size -= size;
	memmove(output->held, output->held + size, output->size);
}

void program_output_show(struct program_output *output)
{
	const char *end = NULL;

	if (output->size)
		end = memrchr(output->held, '\n', output->size);
	if (end)
		write_held(output, end + 1 - output->held);
	else if (output->size == HELD_MAX)
		write_held(output, output->size);
}

void program_output_resize(const struct program_output *output)
{
	struct winsize window;

	if (output->from >= 0 && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &window))
		ioctl(output->from, TIOCSWINSZ, &window);
}

void program_output_close(struct program_output *output)
{
	program_output_given(output);
	for (int i = 0; i < LEFT_READS && output->from >= 0; i++) {
		program_output_show(output);
		if (!read_printed(output))
			break;
	}
	program_output_show(output);
	if (output->size) {
		write_held(output, output->size);
		endable_write(STDOUT_FILENO, "\n", 1);
	}
	close_end(&output->from);
	free(output->held);
	*output = PROGRAM_OUTPUT_NONE;
}
