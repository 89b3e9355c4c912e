/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The comparison of misses: which part of the cycles took longer than the
 * deadline.
 */
#ifndef RTLA_COMPARE_MISSES_H
#define RTLA_COMPARE_MISSES_H

struct kind_compare;
struct own_figure;

extern const struct own_figure figure_misses;
extern const struct kind_compare cycle_compare;

#endif /* RTLA_COMPARE_MISSES_H */
