/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of wake-ups share this. Nothing outside of this folder includes it:
 * all else asks the row of the kind.
 */
#ifndef RTLA_WAKEUP_KIND_H
#define RTLA_WAKEUP_KIND_H

#include <jansson.h>

struct command;
struct run_summary;
struct view;

extern const struct command wakeup_top, wakeup_hist;
/* All of them; NULL after the last one. */
extern const struct command *const wakeup_commands[];

extern const struct view wakeup_view, wakeup_hist_view;

/* wakeup_set_figures - add "threads" and, if they are counted, "wakers" */
void wakeup_set_figures(json_t **json, const struct run_summary *summary);

#endif /* RTLA_WAKEUP_KIND_H */
