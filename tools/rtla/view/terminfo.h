/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptions of terminals that a static command has in it, for machines that
 * have none, like an initial root with busybox alone.
 */
#ifndef RTLA_TERMINFO_H
#define RTLA_TERMINFO_H

#include <stdbool.h>

/*
 * terminfo_set - have ncurses find the description of terminal @name
 *
 * It is in the environment until terminfo_clear(). Returns false if the command
 * has none, as any that is not static.
 */
bool terminfo_set(const char *name);

void terminfo_clear(void);

#endif /* RTLA_TERMINFO_H */
