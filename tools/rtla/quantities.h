/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times and counts as people read them, with their units.
 */
#ifndef RTLA_QUANTITIES_H
#define RTLA_QUANTITIES_H

#include <stdint.h>

#define QUANTITY_LEN	48

/* Each fills @text, of QUANTITY_LEN, and returns it. */

/* time_text - of a latency: "850 ns", "79.79 us" (with a micro sign), "12.00 ms" */
const char *time_text(uint64_t ns, char *text);

/* time_tick - without digits that say nothing: "5 us", "20 ms" */
const char *time_tick(double ns, char *text);

/* us_text - a number of microseconds, without the unit */
const char *us_text(uint64_t ns, char *text);

/* duration_text - of a run: "20 s", "5 min 33 s", "3 d 4 h" */
const char *duration_text(uint64_t ns, char *text);

/* count_text - in groups of three digits */
const char *count_text(uint64_t count, char *text);

/* ppb_text - parts in 10^9, as percent */
const char *ppb_text(uint64_t ppb, char *text);

#endif /* RTLA_QUANTITIES_H */
