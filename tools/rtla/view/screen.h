/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A table on a terminal, fitted to the window. The user can scroll and sort it.
 */
#ifndef RTLA_SCREEN_H
#define RTLA_SCREEN_H

#include <stdbool.h>

#include "options/view_config.h"

struct screen;
struct snapshot;
struct table;

/*
 * screen_open - take over the terminal of stdin and stdout
 *
 * @table: the table, which the caller keeps until screen_close()
 * @color: whether what matters is highlighted
 *
 * Returns NULL if the terminal is unknown or not capable, or if there is no
 * memory; nothing has changed then. The caller frees the screen with
 * screen_close().
 *
 * Output on stderr, if that is a terminal, is kept back from each screen_show()
 * until the next screen_pause(), screen_stop() or screen_close().
 */
struct screen *screen_open(const struct table *table, enum color color);

/* screen_show - draw the table; an elapsed time of 0 means the warm-up */
void screen_show(struct screen *screen, const struct snapshot *snapshot);

/*
 * screen_keys - handle all pressed keys, without drawing
 *
 * Returns true if the command has to end: the user quits, or the terminal was
 * closed.
 */
bool screen_keys(struct screen *screen);

/* screen_resize - use the current size of the window */
void screen_resize(struct screen *screen);

/* screen_pause - give the terminal back until the next screen_show() */
void screen_pause(struct screen *screen);

/* screen_is_paused - return whether the terminal is free, as screen_pause() lets it */
bool screen_is_paused(const struct screen *screen);

/*
 * screen_stop - give the terminal back, and stop the process as SIGTSTP does
 *
 * The caller has SIGTSTP blocked. Returns when the process is continued.
 */
void screen_stop(struct screen *screen);

/* screen_close - give the terminal back, and free @screen, which may be NULL */
void screen_close(struct screen *screen);

#endif /* RTLA_SCREEN_H */
