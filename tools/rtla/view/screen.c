// SPDX-License-Identifier: GPL-2.0
/*
 * The screen of a table, drawn with ncurses: see screen.h.
 *
 * The title and the heads at the top and the row of all CPUs at the bottom do
 * not scroll, the rows between them do. The last line shows the keys.
 */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "base/output.h"
#include "view/screen.h"
#include "view/screen_draw.h"
#include "view/screen_keys.h"
#include "view/screen_pages.h"
#include "view/screen_state.h"
#include "view/terminal.h"
#include "view/terminfo.h"

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

static bool wants_plain(enum color color)
{
	const char *no_color = getenv("NO_COLOR");

	return color == COLOR_NEVER ||
	       (color == COLOR_AUTO && no_color && *no_color);
}

/* Red stands for what is over its threshold, on the terminal's own background. */
static bool begin_colors(void)
{
	return has_colors() && start_color() == OK &&
	       use_default_colors() == OK &&
	       init_pair(RED_PAIR, COLOR_RED, -1) == OK;
}

/* Let each key be read at once, without Enter, and do not echo it. */
static void screen_set_up(void)
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
	screen->terminal = newterm(name, output_terminal(), stdin);
	if (!screen->terminal && terminfo_set(name)) {
		screen->terminal = newterm(name, output_terminal(), stdin);
		terminfo_clear();
	}
	if (!screen->terminal)
		return false;
	if (can_address())
		return true;
	endwin();
	delscreen(screen->terminal);
	return false;
}

struct screen *screen_open(const struct table *table, enum color color)
{
	struct screen *screen = calloc(1, sizeof(*screen));
	bool taken;

	if (!screen)
		return NULL;
	screen->hold = STDERR_HOLD_NONE;
	screen->table = screen->whole = table;
	screen->order = table->order;
	screen->selected = -1;
	screen->plain = wants_plain(color);
	screen->blocks = terminal_blocks();
	screen->has_modes = !tcgetattr(STDIN_FILENO, &screen->modes);
	endable_screen_begin();
	taken = take_terminal(screen);
	if (taken) {
		screen_set_up();
		screen->has_red = !screen->plain && begin_colors();
	}
	endable_screen_end();
	if (taken)
		return screen;
	free(screen);
	return NULL;
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
	endable_screen_begin();
	if (!isendwin())
		endwin();
	endable_screen_end();
	stderr_hold_end(&screen->hold);
}

bool screen_is_paused(const struct screen *screen)
{
	(void)screen;
	return isendwin();
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
	/* ncurses cannot restore them if standard output was given up. */
	if (screen->has_modes)
		tcsetattr(STDIN_FILENO, TCSANOW, &screen->modes);
	delscreen(screen->terminal);
	screen_pages_free(screen);
	free(screen->row);
	free(screen);
}

/* ---- Drawing and keys -------------------------------------------------- */

void screen_show(struct screen *screen, const struct snapshot *snapshot)
{
	stderr_hold_begin(&screen->hold);
	if (!screen->frozen || !screen->lines.count)
		screen_pages_make(screen, snapshot);
	endable_screen_begin();
	screen_draw(screen);
	endable_screen_end();
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

	endable_screen_begin();
	while (!end && (key = getch()) != ERR)
		end = screen_key(screen, key);
	endable_screen_end();
	return end;
}
