// SPDX-License-Identifier: GPL-2.0
/*
 * Keys: see screen_keys.h.
 */
#include "view/screen_keys.h"
#include "view/screen_state.h"

#define SIDE_STEP	10
#define ESCAPE		27

/*
 * Select the row at a place. Keys come faster than the screen is drawn: if one
 * of them has sorted the rows, it is selected when they are in their new order.
 */
static void select_place(struct screen *screen, int place)
{
	screen->place = screen_limit(place, screen->rows - 1);
	if (screen->resorted)
		screen->selects = true;
	else if (screen->rows)
		screen->selected = screen->row[screen->place];
}

/*
 * Move the selection of a table, or scroll another page, by a number of lines.
 * A page at a time, the lines move, too. The lines of a table that stands still
 * scroll.
 */
static void move_by(struct screen *screen, int lines, bool by_page)
{
	bool selects = screen->page == PAGE_TABLE && !screen->frozen;

	if (!selects || by_page)
		screen->first = screen_limit(screen->first + lines,
					     screen_scrolling(screen));
	if (selects)
		select_place(screen, screen->place + lines);
}

static void move_to_start(struct screen *screen)
{
	screen->first = 0;
	screen->selected = -1;
	screen->selects = false;
	screen->place = 0;
}

/*
 * Sort by a column. Figures begin with the largest, which are of interest; CPUs
 * begin with the lowest number, to be found easily.
 */
static void sort_by(struct screen *screen, int column)
{
	screen->order.column = screen_limit(column, screen->columns - 1);
	screen->order.descending = screen->order.column > 0;
	screen->resorted = true;
	move_to_start(screen);
}

static void sort_by_worst(struct screen *screen)
{
	const struct table *table = screen->table;

	sort_by(screen, table->worst ?: table->order.column);
}

/* Show another page, or if it is shown already, the table again. */
static void turn_to(struct screen *screen, enum page page)
{
	screen->page = screen->page == page ? PAGE_TABLE : page;
	screen->first = 0;
	screen->left = 0;
}

/* From now on, that row is selected, also when others come before it. */
static void open_details(struct screen *screen)
{
	if (!screen->rows)
		return;
	select_place(screen, screen->place);
	turn_to(screen, PAGE_DETAILS);
}

/* The keys that scroll; returns whether it was one of them. */
static bool scroll_key(struct screen *screen, int key)
{
	switch (key) {
	case KEY_UP:
		move_by(screen, -1, false);
		break;
	case KEY_DOWN:
		move_by(screen, 1, false);
		break;
	case KEY_PPAGE:
		move_by(screen, -screen->body, true);
		break;
	case KEY_NPAGE:
		move_by(screen, screen->body, true);
		break;
	case KEY_HOME:
		move_to_start(screen);
		break;
	case KEY_END:
		move_by(screen, screen_scrolling(screen), true);
		break;
	case KEY_LEFT:
		screen->left = screen_limit(screen->left - SIDE_STEP, INT_MAX);
		break;
	case KEY_RIGHT:
		screen->left += SIDE_STEP;
		break;
	default:
		return false;
	}
	return true;
}

/* The keys of a table. */
static void table_key(struct screen *screen, int key)
{
	switch (key) {
	case '<':
	case ',':
		sort_by(screen, screen->order.column - 1);
		break;
	case '>':
	case '.':
		sort_by(screen, screen->order.column + 1);
		break;
	case 'm':
	case 'M':
		sort_by_worst(screen);
		break;
	case 'r':
	case 'R':
		screen->order.descending = !screen->order.descending;
		screen->resorted = true;
		break;
	case 'w':
	case 'W':
		screen->wants_all = !screen->wants_all;
		break;
	}
}

/* The keys that show another page; returns whether it was one of them. */
static bool page_key(struct screen *screen, int key)
{
	switch (key) {
	case 'd':
	case 'D':
	case '\n':
	case '\r':
	case KEY_ENTER:
		open_details(screen);
		break;
	case 'e':
	case 'E':
		if (screen->has_hit)
			turn_to(screen, PAGE_HIT);
		break;
	case '?':
	case 'h':
	case 'H':
		turn_to(screen, PAGE_KEYS);
		break;
	case ESCAPE:
		if (screen->page != PAGE_TABLE)
			turn_to(screen, PAGE_TABLE);
		break;
	default:
		return false;
	}
	return true;
}

/* A screen that stands still only scrolls: there are no other figures to be shown. */
bool screen_key(struct screen *screen, int key)
{
	if (key == 'q' || key == 'Q')
		return true;
	if (key == 'p' || key == 'P' || key == ' ')
		screen->frozen = !screen->frozen;
	else if (scroll_key(screen, key) || screen->frozen)
		return false;
	else if (!page_key(screen, key) && screen->page == PAGE_TABLE)
		table_key(screen, key);
	return false;
}
