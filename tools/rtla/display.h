/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is to be seen while it is measured: a screen on a terminal, else table
 * after table; of what is shown at the end only, its progress.
 */
#ifndef RTLA_DISPLAY_H
#define RTLA_DISPLAY_H

#include <stdbool.h>

#include "command.h"
#include "loop.h"

struct display;

/* display_open - as the configuration and the terminal suggest */
enum result display_open(struct display **display,
			 const struct command *command,
			 const struct config *config, struct loop *loop);

/* display_is_live - is there anything to be updated? */
bool display_is_live(const struct display *display);

/*
 * display_update - show what there is now
 *
 * The elapsed time is 0 as long as it warms up.
 */
void display_update(struct display *display, const struct picture *picture);

/* display_redraw - the same, except where it would be printed once more */
void display_redraw(struct display *display, const struct picture *picture);

/* display_input - SOURCE_KEY, _RESIZE or _STOP; true if we are to end */
bool display_input(struct display *display, enum source source);

/* display_pause - leave the terminal to others, until the next update */
void display_pause(struct display *display);

/* display_close - what is printed from then on is the result; NULL is fine */
void display_close(struct display *display);

#endif /* RTLA_DISPLAY_H */
