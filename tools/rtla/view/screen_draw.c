// SPDX-License-Identifier: GPL-2.0
/*
 * Drawing: see screen_draw.h.
 */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "view/screen_draw.h"
#include "view/screen_state.h"

#define LINE_MAX_LEN	1024

static void emphasise(const struct screen *screen, int y, int x, int width,
		      attr_t how)
{
	if (!screen->plain && x < COLS)
		mvchgat(y, x, width, how, 0, NULL);
}

/* Return how many characters of a line do not scroll sideways. */
static int fixed_width(const struct screen *screen)
{
	int at;
	int width = table_place(screen->table, screen->table->fixed - 1, &at);

	return screen->page == PAGE_TABLE ? at + width : 0;
}

/* Convert a line to wide characters; returns their number. Other bytes become '?'. */
static int widen(const char *line, wchar_t *wide)
{
	mbstate_t state = { 0 };
	size_t left = strlen(line);
	int length = 0;

	while (left && length < LINE_MAX_LEN - 1) {
		size_t used = mbrtowc(&wide[length], line, left, &state);

		if (used > left) {
			wide[length] = L'?';
			memset(&state, 0, sizeof(state));
			used = 1;
		}
		length++;
		line += used;
		left -= used;
	}
	return length;
}

static void screen_draw_draw_line(const struct screen *screen, int y,
				  const char *line)
{
	int fixed = fixed_width(screen);
	wchar_t wide[LINE_MAX_LEN];
	int length = widen(line, wide);

	mvaddnwstr(y, 0, wide, length < COLS ? length : COLS);
	if (!screen->left || COLS <= fixed)
		return;
	move(y, fixed);
	clrtoeol();
	length -= fixed + screen->left;
	if (length > COLS - fixed)
		length = COLS - fixed;
	if (length > 0)
		addnwstr(wide + fixed + screen->left, length);
}

/* Highlight the title, the heads, and among them that of the sorted column. */
static void emphasise_head(const struct screen *screen)
{
	int fixed = fixed_width(screen);
	int y = screen->lines.head - 1;
	int width, at;

	emphasise(screen, 0, 0, -1, A_REVERSE);
	if (screen->page != PAGE_TABLE)
		return;
	emphasise(screen, y, 0, -1, A_BOLD);
	width = table_place(screen->table, screen->order.column, &at);
	if (screen->order.column >= screen->table->fixed)
		at -= screen->left;
	if (screen->order.column < screen->table->fixed || at >= fixed)
		emphasise(screen, y, at, width, A_BOLD | A_REVERSE);
}

/* Return the width of the longest line. */
static int longest(const struct lines *lines)
{
	wchar_t wide[LINE_MAX_LEN];
	int most = 0;

	for (int i = 0; i < lines->count; i++) {
		int length = widen(lines->line[i], wide);

		if (length > most)
			most = length;
	}
	return most;
}

/*
 * Divide the lines of the window between head, body and foot, and return how
 * many the foot has. It is left out if it would leave no room for any other.
 * The head always stays.
 */
static int screen_draw_lay_out(struct screen *screen)
{
	int room = LINES - 1 - screen->lines.head;
	int foot = room > screen->lines.foot ? screen->lines.foot : 0;
	int place = screen->place;

	screen->body = screen_limit(room - foot, INT_MAX);
	if (screen->page == PAGE_TABLE && screen->selected >= 0) {
		if (screen->first > place)
			screen->first = place;
		if (screen->first < place - screen->body + 1)
			screen->first = place - screen->body + 1;
	}
	screen->first = screen_limit(screen->first,
				     screen_scrolling(screen) - screen->body);
	if (screen->left)
		screen->left = screen_limit(screen->left,
					    longest(&screen->lines) - COLS);
	return foot;
}

static int last_shown(const struct screen *screen)
{
	return screen_limit(screen->first + screen->body,
			    screen_scrolling(screen));
}

/* In all pages, these keys come first, which are needed most. */
static void print_keys(const struct screen *screen, FILE *out)
{
	int lines = screen_scrolling(screen);

	if (screen->frozen)
		fputs("PAUSED, measuring goes on  p resume  ", out);
	else if (screen->warm_up)
		fputs("warming up  ", out);
	fputs("q quit  ", out);
	if (screen->page != PAGE_TABLE) {
		if (!screen->frozen)
			fputs("Esc back  p pause  ", out);
		fprintf(out, "lines %d-%d/%d", lines ? screen->first + 1 : 0,
			last_shown(screen), lines);
		return;
	}
	if (!screen->frozen)
		fputs("? keys  p pause  ", out);
	fprintf(out, "rows %d-%d/%d  by %s, %s first",
		lines ? screen->first + 1 : 0, last_shown(screen), lines,
		table_name(screen->table, screen->order.column),
		screen->order.descending ? "largest" : "smallest");
	if (screen->frozen)
		return;
	if (*screen->selected_name)
		fprintf(out, "  d %s", screen->selected_name);
	if (screen->has_hit)
		fputs("  e hit", out);
	if (screen->table != screen->whole)
		fputs("  w all", out);
	else if (screen->wants_all)
		fputs("  w few", out);
}

static void draw_keys(const struct screen *screen)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	print_keys(screen, out);
	fclose(out);
	if (text)
		mvaddnstr(LINES - 1, 0, text, COLS);
	free(text);
	emphasise(screen, LINES - 1, 0, -1, A_REVERSE);
}

/* Show in red what is over its threshold; the part that has scrolled away is not. */
static void draw_mark(const struct screen *screen, int y,
		      const struct mark *mark, bool selected)
{
	attr_t how = A_BOLD | (selected ? A_REVERSE : 0);
	int fixed = fixed_width(screen);
	int at = mark->at, width = mark->width;

	if (at >= fixed && at - screen->left < fixed) {
		width -= fixed - (at - screen->left);
		at = fixed;
	} else if (at >= fixed) {
		at -= screen->left;
	}
	if (!screen->plain && width > 0 && at < COLS)
		mvchgat(y, at, width, how, screen->has_red ? RED_PAIR : 0,
			NULL);
}

static void draw_body(const struct screen *screen, int y)
{
	const struct lines *lines = &screen->lines;
	bool is_table = screen->page == PAGE_TABLE;

	for (int i = screen->first; i < last_shown(screen); i++, y++) {
		bool selected = is_table && screen->selected >= 0 &&
				i == screen->place;

		screen_draw_draw_line(screen, y, lines->line[lines->head + i]);
		if (selected)
			emphasise(screen, y, 0, -1, A_REVERSE);
		for (int m = 0; m < lines->marks; m++)
			if (lines->mark[m].row == i)
				draw_mark(screen, y, &lines->mark[m], selected);
	}
}

void screen_draw(struct screen *screen)
{
	const struct lines *lines = &screen->lines;
	int foot = screen_draw_lay_out(screen), y;

	erase();
	for (y = 0; y < lines->head && y < LINES - 1; y++)
		screen_draw_draw_line(screen, y, lines->line[y]);
	if (y)
		emphasise_head(screen);
	draw_body(screen, y);
	y += last_shown(screen) - screen->first;
	for (int i = lines->count - foot; i < lines->count; i++, y++)
		screen_draw_draw_line(screen, y, lines->line[i]);
	draw_keys(screen);
	refresh();
}
