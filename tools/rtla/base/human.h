/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times and counts as people read them, with their units.
 */
#ifndef RTLA_HUMAN_H
#define RTLA_HUMAN_H

#include <stdint.h>

#define QUANTITY_LEN	48

/* Each function fills @text, which has QUANTITY_LEN bytes, and returns it. */

/*
 * time_text - print a latency: "850 ns", "79.79 us", "120.00 ms", "120.00 s"
 *
 * The unit is ns for times below 1 us, us (with a micro sign) below 100 ms, ms
 * below 100 s, and s for longer times.
 */
const char *time_text(uint64_t ns, char *text);

/* time_tick - print a time without trailing zeros: "5 us", "20 ms" */
const char *time_tick(double ns, char *text);

/* us_text - print a time in us with two decimals, without the unit */
const char *us_text(uint64_t ns, char *text);

/* duration_text - print a duration: "20 s", "5 min 33 s", "3 d 4 h" */
const char *duration_text(uint64_t ns, char *text);

/* tenths_text - print the same, below a minute with tenths: "0.3 s", "5 min 33 s" */
const char *tenths_text(uint64_t ns, char *text);

/*
 * needed_text - print a duration that a run must not fall short of
 *
 * It is printed like any duration, and rounded up.
 */
const char *needed_text(uint64_t ns, char *text);

/* count_text - print a number in groups of three digits */
const char *count_text(uint64_t count, char *text);

/* ppb_text - print @ppb, parts in 10^9, as percent */
const char *ppb_text(uint64_t ppb, char *text);

#endif /* RTLA_HUMAN_H */
