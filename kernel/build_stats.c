// SPDX-License-Identifier: GPL-2.0
/*
 * The statistics of samples, and of skipped periods. Why this is one unit: see
 * build_noise.c.
 */
#include "stats/skipped.c"
#include "stats/stats.c"
