/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of timerlat share this. Nothing outside of this folder includes it:
 * all else asks the row of the kind.
 */
#ifndef RTLA_TIMERLAT_KIND_H
#define RTLA_TIMERLAT_KIND_H

#include "options/habit.h"

struct command;
struct view;

extern const struct command timerlat_top, timerlat_hist;
/* All of them; NULL after the last one. */
extern const struct command *const timerlat_commands[];

/* The options of cyclictest; one without a hint after the last one. */
extern const struct habit timerlat_habits[];

extern const struct view timerlat_view, timerlat_hist_view;

#endif /* RTLA_TIMERLAT_KIND_H */
