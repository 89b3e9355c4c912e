/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A table on a terminal, for people: it fits the window, scrolls, sorts.
 */
#ifndef RTLA_SCREEN_H
#define RTLA_SCREEN_H

#include <stdbool.h>

#include "table.h"

struct screen;

/*
 * screen_open - take the terminal of stdin and stdout, for up to @rows rows
 *
 * NULL if the terminal cannot do it, or is not known; nothing has changed then.
 * Until screen_close() what is said on stderr is kept back, if that is a
 * terminal.
 */
struct screen *screen_open(const struct table *table, int rows);

/* screen_show - an elapsed time of 0 is the warm-up */
void screen_show(struct screen *screen, const struct picture *picture);

/* screen_keys - take what was pressed; true if it is time to end */
bool screen_keys(struct screen *screen);

/* screen_resize - the window may have another size now */
void screen_resize(struct screen *screen);

/* screen_pause - have the terminal as it was, until the next screen_show() */
void screen_pause(struct screen *screen);

/* screen_stop - the same, and do what SIGTSTP, which is blocked, does */
void screen_stop(struct screen *screen);

/* screen_close - and for ever; NULL is fine */
void screen_close(struct screen *screen);

#endif /* RTLA_SCREEN_H */
