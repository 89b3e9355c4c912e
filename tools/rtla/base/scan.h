/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading values out of a text by a pattern, as sscanf() does, but at a tenth
 * of its time: saved traces have millions of lines.
 */
#ifndef RTLA_SCAN_H
#define RTLA_SCAN_H

#include <stdint.h>

/* Room for a word, with its end. */
#define SCAN_WORD_LEN	16

/*
 * scan_seconds - read seconds, with any number of digits after the dot, as ns
 *
 * Returns where the number ends, or NULL if it is none.
 */
const char *scan_seconds(const char *text, uint64_t *ns);

/*
 * scan - read values out of @text by @pattern
 *
 * A blank of the pattern stands for any number of blanks, also for none, and a
 * character for itself but for these:
 *
 *	%u	uint64_t *	a decimal number
 *	%n	uint32_t *	the same
 *	%d	int *		the same, maybe below 0
 *	%t	uint64_t *	a time, see scan_seconds()
 *	%w	char *		a word of less than SCAN_WORD_LEN bytes
 *	%_			a number that is passed over, maybe with a dot
 *	%$			nothing but blanks until the end of the text
 *
 * There may be blanks before a value. Returns where the pattern ends in the
 * text, or NULL if the text has another form; then some of the values may have
 * been written.
 */
const char *scan(const char *text, const char *pattern, ...);

#endif /* RTLA_SCAN_H */
