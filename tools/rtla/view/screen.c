// SPDX-License-Identifier: GPL-2.0
/*
 * The screen of a table, drawn with ncurses: see screen.h.
 *
 * The title and the heads at the top and the row of all CPUs at the bottom do
 * not scroll, the rows between them do. The last line shows the keys.
 */
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <curses.h>

#include "view/screen.h"
#include "view/stderr_hold.h"

#define SIDE_STEP	10

struct screen {
	SCREEN *terminal;
	struct stderr_hold hold;
	const struct table *table;	/* the one that is drawn */
	const struct table *whole;	/* with all columns */
	bool wants_all;		/* even if the window is too narrow for them */
	int columns;		/* number of shown columns */
	struct order order;
	int *row;		/* the rows of the table, as they are shown */
	int rows;		/* their number */
	int first;		/* first row on the screen */
	int body;		/* room for rows on the screen */
	int left;		/* characters scrolled away to the left */
	bool warm_up;
	bool plain;		/* without attributes */
};

/* ---- The terminal ------------------------------------------------------ */

/*
 * Return whether the terminal can move its cursor, which newterm() does not
 * check: it would accept a teletype.
 */
static bool can_address(void)
{
	const char *address = tigetstr("cup");

	return address && address != (char *)-1;
}

static bool wants_plain(void)
{
	const char *no_color = getenv("NO_COLOR");

	return no_color && *no_color;
}

/* Let each key be read at once, without Enter, and do not echo it. */
static void set_up(void)
{
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	intrflush(stdscr, FALSE);
	typeahead(-1);
	set_escdelay(25);
	curs_set(0);
}

static bool take_terminal(struct screen *screen)
{
	const char *name = getenv("TERM");

	if (!name || !strcmp(name, "dumb"))
		return false;
	/* Use the window's size, not LINES and COLUMNS of the environment. */
	use_tioctl(TRUE);
	screen->terminal = newterm(name, stdout, stdin);
	if (!screen->terminal)
		return false;
	if (can_address())
		return true;
	endwin();
	delscreen(screen->terminal);
	return false;
}

struct screen *screen_open(const struct table *table)
{
	struct screen *screen = calloc(1, sizeof(*screen));

	if (!screen)
		return NULL;
	screen->hold = STDERR_HOLD_NONE;
	screen->table = screen->whole = table;
	screen->order = table->order;
	screen->plain = wants_plain();
	if (!take_terminal(screen)) {
		free(screen);
		return NULL;
	}
	set_up();
	return screen;
}

void screen_resize(struct screen *screen)
{
	struct winsize window;

	(void)screen;
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) && window.ws_row &&
	    window.ws_col)
		resizeterm(window.ws_row, window.ws_col);
}

void screen_pause(struct screen *screen)
{
	if (!isendwin())
		endwin();
	stderr_hold_end(&screen->hold);
}

/*
 * The handler of ncurses is not used, because it misses a signal that arrives
 * while ncurses draws. In an orphaned process group, where no shell could
 * continue the process, the kernel does not stop it.
 */
void screen_stop(struct screen *screen)
{
	sigset_t set;

	screen_pause(screen);
	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	signal(SIGTSTP, SIG_DFL);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

void screen_close(struct screen *screen)
{
	if (!screen)
		return;
	screen_pause(screen);
	delscreen(screen->terminal);
	free(screen->row);
	free(screen);
}

/* ---- Drawing ----------------------------------------------------------- */

/* Return how many characters of a line do not scroll sideways. */
static int fixed_width(const struct screen *screen)
{
	int at;
	int width = table_place(screen->table, screen->table->fixed - 1, &at);

	return at + width;
}

static void draw_line(const struct screen *screen, int y, const char *line)
{
	int fixed = fixed_width(screen);
	int length = strlen(line);

	mvaddnstr(y, 0, line, COLS);
	if (!screen->left || COLS <= fixed)
		return;
	move(y, fixed);
	clrtoeol();
	if (length > fixed + screen->left)
		addnstr(line + fixed + screen->left, COLS - fixed);
}

/*
 * Draw the lines of @text, which is modified, from line @y of the screen on,
 * but none at or below @end. Returns the next free line.
 */
static int draw_lines(const struct screen *screen, int y, int end, char *text)
{
	char *line;

	while ((line = strsep(&text, "\n")) && text) {
		if (y >= end)
			break;
		draw_line(screen, y++, line);
	}
	return y;
}

typedef void print_fn(FILE *out, const struct table *table,
		      const struct snapshot *snapshot);

/*
 * Return the text that @print prints, or NULL if there is no memory. The caller
 * frees it.
 */
static char *text_of(const struct screen *screen, print_fn *print,
		     const struct snapshot *snapshot)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	print(out, screen->table, snapshot);
	fclose(out);
	return text;
}

static int count_lines(const char *text)
{
	int lines = 0;

	for (; (text = strchr(text, '\n')); text++)
		lines++;
	return lines;
}

static void emphasise(const struct screen *screen, int y, int x, int width,
		      attr_t how)
{
	if (!screen->plain && x < COLS)
		mvchgat(y, x, width, how, 0, NULL);
}

/* Draw title and heads, and highlight the head of the sorted column. */
static int draw_head(const struct screen *screen, int end, char *text)
{
	int fixed = fixed_width(screen);
	int y = draw_lines(screen, 0, end, text);
	int width, at;

	emphasise(screen, 0, 0, -1, A_REVERSE);
	emphasise(screen, y - 1, 0, -1, A_BOLD);
	width = table_place(screen->table, screen->order.column, &at);
	if (screen->order.column >= screen->table->fixed)
		at -= screen->left;
	if (screen->order.column < screen->table->fixed || at >= fixed)
		emphasise(screen, y - 1, at, width, A_BOLD | A_REVERSE);
	return y;
}

static int draw_rows(const struct screen *screen, int y,
		     const struct snapshot *snapshot)
{
	for (int i = screen->first;
	     i < screen->rows && i < screen->first + screen->body; i++) {
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		if (!out)
			break;
		table_row(out, screen->table, snapshot, screen->row[i]);
		fclose(out);
		if (text)
			y = draw_lines(screen, y, LINES, text);
		free(text);
	}
	return y;
}

static void draw_help(const struct screen *screen)
{
	int last = screen->first + screen->body;
	char text[256];

	if (last > screen->rows)
		last = screen->rows;
	snprintf(text, sizeof(text),
		 "%sq quit  rows %d-%d/%d  < > by %s, %s first  r reverse%s  arrows scroll",
		 screen->warm_up ? "warming up  " : "",
		 screen->rows ? screen->first + 1 : 0, last, screen->rows,
		 table_name(screen->table, screen->order.column),
		 screen->order.descending ? "largest" : "smallest",
		 screen->table != screen->whole ? "  w all columns" :
		 screen->wants_all ? "  w few columns" : "");
	mvaddnstr(LINES - 1, 0, text, COLS);
	emphasise(screen, LINES - 1, 0, -1, A_REVERSE);
}

static int limit(int value, int max)
{
	if (value > max)
		value = max;
	return value < 0 ? 0 : value;
}

/*
 * Divide the lines between heads, rows and foot. The foot is left out if it
 * would leave no room for any row. The heads always stay.
 */
static void lay_out(struct screen *screen, const struct snapshot *snapshot,
		    const char *head, const char **foot)
{
	int room = LINES - 1 - count_lines(head);
	int below = count_lines(*foot);

	if (room <= below) {
		*foot = "";
		below = 0;
	}
	screen->body = limit(room - below, INT_MAX);
	screen->first = limit(screen->first, screen->rows - screen->body);
	screen->left = limit(screen->left,
			     table_width(screen->table, snapshot) - COLS);
}

static void draw(struct screen *screen, const struct snapshot *snapshot,
		 char *head, char *foot)
{
	const char *shown = foot;
	int y;

	lay_out(screen, snapshot, head, &shown);
	erase();
	y = draw_head(screen, LINES - 1, head);
	y = draw_rows(screen, y, snapshot);
	if (shown == foot)
		draw_lines(screen, y, LINES - 1, foot);
	draw_help(screen);
	refresh();
}

/* Choose the table that fits the window. The rows stay sorted as they were. */
static void choose_table(struct screen *screen, const struct snapshot *snapshot)
{
	const struct table *table = screen->whole;

	if (table->narrow && !screen->wants_all &&
	    table_width(table, snapshot) > COLS)
		table = table->narrow;
	if (table == screen->table)
		return;
	screen->order.column = table_same_column(table, snapshot, screen->table,
						 screen->order.column);
	screen->table = table;
	screen->left = 0;
}

void screen_show(struct screen *screen, const struct snapshot *snapshot)
{
	const struct table *table;
	char *head, *foot;

	stderr_hold_begin(&screen->hold);
	choose_table(screen, snapshot);
	table = screen->table;
	screen->warm_up = !snapshot->elapsed_ns;
	screen->columns = table_columns(table, snapshot);
	free(screen->row);
	screen->row = table_rows(table, snapshot, &screen->order, &screen->rows);
	head = text_of(screen, table_head, snapshot);
	foot = text_of(screen, table_foot, snapshot);
	if (head && foot)
		draw(screen, snapshot, head, foot);
	free(foot);
	free(head);
}

/* ---- Keys -------------------------------------------------------------- */

static void scroll_by(struct screen *screen, int rows)
{
	screen->first = limit(screen->first + rows, screen->rows);
}

/*
 * Sort by a column. Figures begin with the largest, which are of interest; CPUs
 * begin with the lowest number, to be found easily.
 */
static void sort_by(struct screen *screen, int column)
{
	screen->order.column = limit(column, screen->columns - 1);
	screen->order.descending = screen->order.column > 0;
	screen->first = 0;
}

static bool take_key(struct screen *screen, int key)
{
	switch (key) {
	case 'q':
	case 'Q':
		return true;
	case KEY_UP:
		scroll_by(screen, -1);
		break;
	case KEY_DOWN:
		scroll_by(screen, 1);
		break;
	case KEY_PPAGE:
		scroll_by(screen, -screen->body);
		break;
	case KEY_NPAGE:
		scroll_by(screen, screen->body);
		break;
	case KEY_HOME:
		screen->first = 0;
		break;
	case KEY_END:
		screen->first = screen->rows;
		break;
	case KEY_LEFT:
		screen->left = limit(screen->left - SIDE_STEP, INT_MAX);
		break;
	case KEY_RIGHT:
		screen->left += SIDE_STEP;
		break;
	case '<':
	case ',':
		sort_by(screen, screen->order.column - 1);
		break;
	case '>':
	case '.':
		sort_by(screen, screen->order.column + 1);
		break;
	case 'w':
	case 'W':
		screen->wants_all = !screen->wants_all;
		break;
	case 'r':
	case 'R':
		screen->order.descending = !screen->order.descending;
		break;
	}
	return false;
}

/*
 * Return whether the terminal was closed. A closed terminal is always ready to
 * be read, but never has a key.
 */
static bool is_gone(void)
{
	struct pollfd terminal = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&terminal, 1, 0) > 0 &&
	       terminal.revents & (POLLHUP | POLLERR);
}

bool screen_keys(struct screen *screen)
{
	bool end = is_gone();
	int key;

	while (!end && (key = getch()) != ERR)
		end = take_key(screen, key);
	return end;
}
