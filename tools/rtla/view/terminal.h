/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal that tables are shown on.
 */
#ifndef RTLA_TERMINAL_H
#define RTLA_TERMINAL_H

#include <stdbool.h>

/*
 * terminal_columns - return the width of the terminal of stdout; 0: not known,
 * or none
 */
int terminal_columns(void);

/*
 * terminal_blocks - return whether it shows UTF-8, by the locale that the user
 * has set
 */
bool terminal_blocks(void);

#endif /* RTLA_TERMINAL_H */
