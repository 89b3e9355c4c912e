// SPDX-License-Identifier: GPL-2.0
/*
 * The terminal: see terminal.h.
 */
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "view/terminal.h"

int terminal_columns(void)
{
	struct winsize window;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) ? 0 : window.ws_col;
}

bool terminal_blocks(void)
{
	if (setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8"))
		return true;
	/*
	 * For another character set, ncurses would have the C library load a
	 * plug-in, at which a static command aborts. The table is ASCII then.
	 */
	setlocale(LC_CTYPE, "C");
	return false;
}
