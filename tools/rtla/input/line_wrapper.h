/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What other programs put around each line of a trace: logs as JSON or YAML,
 * pages of the web, tables of text, comments, scripts.
 */
#ifndef RTLA_LINE_WRAPPER_H
#define RTLA_LINE_WRAPPER_H

#include <stddef.h>

/*
 * line_unwrap - leave only what was wrapped in @text, at its beginning
 *
 * It has @length bytes, and no blanks at its end. Returns the new length; a
 * line that is not wrapped stays as it is.
 */
size_t line_unwrap(char *text, size_t length);

#endif /* RTLA_LINE_WRAPPER_H */
