/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The characters of a line that others have changed: a mail program, a page of
 * the web, a terminal, another system.
 */
#ifndef RTLA_LINE_CLEANER_H
#define RTLA_LINE_CLEANER_H

#include <stddef.h>

/*
 * line_clean - leave only what a program has written of a line
 *
 * What is around it (line_wrapper.h), its end, other blanks than the usual one,
 * the codes of colours, and entities of HTML are removed or replaced in place,
 * as all of them get shorter. Returns the new length of @text, which had
 * @length bytes, and ends with a NUL byte.
 */
size_t line_clean(char *text, size_t length);

/* line_clean_unwrapped - do the same with a line that has nothing around it */
size_t line_clean_unwrapped(char *text, size_t length);

#endif /* RTLA_LINE_CLEANER_H */
