/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times as people read them in a page: three digits, and the unit that fits.
 *
 * Tables whose columns are compared have one unit for each column instead, see
 * us_text().
 */
#ifndef RTLA_READABLE_H
#define RTLA_READABLE_H

#include <stdint.h>

/**
 * readable_text - print a time with three digits
 * @ns: the time, in ns
 * @text: is filled in; it has QUANTITY_LEN bytes
 *
 * "850 ns", "66.6 µs", "29.8 ms". Zeros are only there where they are rounded
 * digits: 50 µs are "50 µs", and 50.01 µs "50.0 µs".
 *
 * Return: @text
 */
const char *readable_text(uint64_t ns, char *text);

/**
 * readable_apart - print a time that is read beside others
 * @ns: the time, in ns
 * @others: the times beside it, in ns; @ns may be one of them
 * @count: how many these are
 * @text: is filled in; it has QUANTITY_LEN bytes
 *
 * This is readable_text() with as many more digits as are needed to tell all
 * of these times apart: a latency of 50.01 µs beside its threshold of 50 µs is
 * "50.01 µs".
 *
 * Return: @text
 */
const char *readable_apart(uint64_t ns, const uint64_t *others, int count,
			   char *text);

#endif /* RTLA_READABLE_H */
