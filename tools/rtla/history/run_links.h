/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Links from pages about many runs to these runs: to the result, and to its
 * report, where somebody has put one beside it.
 */
#ifndef RTLA_RUN_LINKS_H
#define RTLA_RUN_LINKS_H

#include <stdio.h>

struct history_run;
struct history_view;

/*
 * links_between - return the path that leads from the folder @from to the
 * folder @to, with a slash at its end, like "../farm/"
 *
 * Both have to exist. Returns NULL if one does not, or without memory. The
 * caller frees the path.
 */
char *links_between(const char *from, const char *to);

/*
 * links_print - print the time at which a run began, with links to its result,
 * FILE.json, and to FILE.html in the same folder, if that exists
 *
 * If the view does not tell where results are, seen from the page, there is no
 * link.
 */
void links_print(FILE *out, const struct history_view *view,
		 const struct history_run *run);

#endif /* RTLA_RUN_LINKS_H */
