/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Standard output. All that is printed on it, from any place, is made printable
 * on its way, see printable.h; a signal ends its waiting for a reader, see
 * endable_output.h; and if it cannot be written, that is said, once.
 */
#ifndef RTLA_OUTPUT_H
#define RTLA_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/message.h"

/*
 * output_begin - let all that is printed on stdout become printable from now on
 *
 * A signal ends the waiting for a reader of stdout and of stderr from now on.
 * Returns RESULT_OK, or RESULT_ERROR after printing the reason.
 */
enum result output_begin(void);

/*
 * output_wrap - wrap the lines that are printed on stdout from now on, or not
 *
 * Only a terminal needs that: in a file or a pipe each sentence is a line,
 * which can be searched for.
 */
void output_wrap(bool on);

/* output_columns - return at how many columns stdout is wrapped; 0: it is not */
size_t output_columns(void);

/* output_terminal - return the stream for who draws on the terminal itself */
FILE *output_terminal(void);

/*
 * output_stream - return a stream that writes to @fd what is printable
 *
 * The stream takes the descriptor over. Returns NULL if there is no memory.
 */
FILE *output_stream(int fd);

/*
 * output_check - write what is printed so far, or say that it cannot be written
 *
 * Returns RESULT_OK, or RESULT_ERROR if anything was lost since output_begin().
 */
enum result output_check(void);

/*
 * output_result - return @result, or RESULT_ERROR if the output is lost
 *
 * A result that is an error already stays; that of a hit and of a failed gate
 * is none, and nobody can see what was found. Calls output_check().
 */
enum result output_result(enum result result);

/* output_end - close stdout, and return what output_result() would */
enum result output_end(enum result result);

#endif /* RTLA_OUTPUT_H */
