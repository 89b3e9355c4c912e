/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The display during a measurement. A table is shown as a screen on a terminal,
 * and elsewhere printed again every second. For a command that shows its
 * figures at the end only, the display is a line with its progress.
 */
#ifndef RTLA_DISPLAY_H
#define RTLA_DISPLAY_H

#include <stdbool.h>

#include "run/loop.h"

struct command;
struct config;
struct display;
struct snapshot;

/*
 * display_shows_bars - return whether a histogram is shown as bars: if it is
 * wanted, and on a terminal unless something else is
 */
bool display_shows_bars(const struct command *command,
			const struct config *config);

/* display_is_screen - return whether display_open() is to open a screen */
bool display_is_screen(const struct command *command,
		       const struct config *config);

/*
 * display_open - open the display that suits the configuration and the terminal
 *
 * A screen adds the keys and signals of the terminal to @loop. Prints an error
 * if it fails. The caller keeps @command and @config until it calls
 * display_close(), which it does in any case.
 */
enum result display_open(struct display **display,
			 const struct command *command,
			 const struct config *config, struct loop *loop);

/* display_is_live - return whether the display changes during a measurement */
bool display_is_live(const struct display *display);

/*
 * display_update - show the figures of @snapshot
 *
 * An elapsed time of 0 means the warm-up, in which no table is printed.
 */
void display_update(struct display *display, const struct snapshot *snapshot);

/* display_redraw - show the figures of @snapshot, but print no further table */
void display_redraw(struct display *display, const struct snapshot *snapshot);

/*
 * display_input - handle LOOP_KEY, LOOP_RESIZE or LOOP_STOP
 *
 * It is called only if the display is a screen: no other display adds these
 * sources to the loop. At LOOP_STOP, the process is stopped, and the function
 * returns when it is continued. Returns true if the command has to end.
 */
bool display_input(struct display *display, enum loop_source source);

/*
 * display_covers - return whether a screen covers the terminal, so that nothing
 * else may be printed there before display_pause()
 */
bool display_covers(const struct display *display);

/* display_pause - free the terminal for other output, until the next update */
void display_pause(struct display *display);

/*
 * display_close - end and free the display, before the figures are printed
 *
 * @display may be NULL.
 */
void display_close(struct display *display);

#endif /* RTLA_DISPLAY_H */
