/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Drawing the page of a screen with ncurses.
 */
#ifndef RTLA_SCREEN_DRAW_H
#define RTLA_SCREEN_DRAW_H

struct screen;

/* screen_draw - draw the lines of the page, and the keys in the last line */
void screen_draw(struct screen *screen);

#endif /* RTLA_SCREEN_DRAW_H */
