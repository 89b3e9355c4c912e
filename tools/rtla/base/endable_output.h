/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Outputs that a signal can end.
 *
 * A command that measures blocks the signals which end it, and takes them when
 * it waits for events. It would never get there while write() waits for a
 * reader that takes nothing, or open() for somebody who reads a FIFO. The
 * functions here wait for these as well, but not for longer than a second once
 * INT, TERM, HUP or QUIT is pending, or was taken. Then the output is given up,
 * with EINTR, and the command goes on to its end. A reader that is slow, but
 * takes something each second, gets everything.
 *
 * The first real-time signal is theirs. Where these signals are not blocked,
 * they have their usual effect.
 */
#ifndef RTLA_ENDABLE_OUTPUT_H
#define RTLA_ENDABLE_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

/*
 * endable_hurry - a signal that ends the command was taken, and is not pending
 * any more
 */
void endable_hurry(void);

/*
 * endable_open - open the file @path as open() does, with the mode 0666
 *
 * Returns a descriptor, or -1 with errno, which is EINTR if it was given up.
 */
int endable_open(const char *path, int flags);

/*
 * endable_write - write all of @text; returns 0 or an errno, EINTR if it was
 * given up
 */
int endable_write(int fd, const char *text, size_t size);

/*
 * endable_stream - return a stream that writes to @fd, and closes it when it is
 * closed
 *
 * It has no buffer if @fd is standard error. After it was given up, each
 * further write fails at once. Returns NULL with errno if there is no memory,
 * or if @fd is -1.
 */
FILE *endable_stream(int fd);

/*
 * endable_screen_begin, endable_screen_end - around calls of ncurses, which
 * writes to standard output by itself, and never gives up
 *
 * If such a call does not end, standard output becomes /dev/null, so that it
 * does, and endable_write() has given it up from then on.
 */
void endable_screen_begin(void);
void endable_screen_end(void);

/* endable_error - return the text of @error, an errno of the functions above */
const char *endable_error(int error);

#endif /* RTLA_ENDABLE_OUTPUT_H */
