/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of a screen, which its parts share: see screen.h.
 */
#ifndef RTLA_SCREEN_STATE_H
#define RTLA_SCREEN_STATE_H

#include <limits.h>
#include <stdbool.h>
#include <termios.h>

#include <curses.h>

#include "view/stderr_hold.h"
#include "view/table.h"

#define RED_PAIR	1	/* of colours, as ncurses numbers them */

/* The pages of the screen. */
enum page {
	PAGE_TABLE,
	PAGE_DETAILS,		/* of the selected row */
	PAGE_HIT,		/* the analysis of the last hit */
	PAGE_KEYS,
};

/*
 * The lines of a page. The first and the last ones do not scroll. In a table,
 * each line between them is a row.
 */
struct lines {
	char *text;		/* all of them, with NUL for the ends of lines */
	char **line;
	int count;
	int head;		/* how many do not scroll at the top */
	int foot;		/* and at the bottom */
	struct mark *mark;	/* what is over its threshold, by row; or NULL */
	int marks;
};

struct screen {
	SCREEN *terminal;
	struct termios modes;	/* of the terminal before, if @has_modes */
	bool has_modes;
	struct stderr_hold hold;
	const struct table *table;	/* the one that is drawn */
	const struct table *whole;	/* with all columns */
	enum page page;
	struct lines lines;	/* of the page, as they were made last */
	bool wants_all;		/* even if the window is too narrow for them */
	int columns;		/* number of shown columns */
	struct order order;
	int *row;		/* the rows of the table, as they are shown */
	int rows;		/* their number */
	int selected;		/* row of the table; -1: the one that is first */
	int place;		/* of the selected row among those shown */
	bool resorted;		/* by a key: @row is to be made again */
	bool selects;		/* then the row at @place is selected */
	char selected_name[32];	/* like "CPU 3" */
	int first;		/* first line on the screen of those that scroll */
	int body;		/* room for them on the screen */
	int left;		/* characters scrolled away to the left */
	bool warm_up;
	bool frozen;		/* the lines stay as they are */
	bool has_hit;		/* there is an analysis to be shown */
	bool blocks;		/* the terminal shows UTF-8 */
	bool plain;		/* without attributes */
	bool has_red;		/* the terminal has colours */
};

/* screen_limit - return @value, or @max if that is less, or 0 if @value is */
static inline int screen_limit(int value, int max)
{
	if (value > max)
		value = max;
	return value < 0 ? 0 : value;
}

/* screen_scrolling - return how many lines of the page scroll */
static inline int screen_scrolling(const struct screen *screen)
{
	return screen->lines.count - screen->lines.head - screen->lines.foot;
}

#endif /* RTLA_SCREEN_STATE_H */
