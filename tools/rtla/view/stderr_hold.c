// SPDX-License-Identifier: GPL-2.0
/*
 * Redirecting stderr to an unnamed file: see stderr_hold.h.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "view/stderr_hold.h"

static void give_up(struct stderr_hold *hold)
{
	if (hold->terminal >= 0)
		close(hold->terminal);
	if (hold->kept >= 0)
		close(hold->kept);
	*hold = STDERR_HOLD_NONE;
}

/*
 * A failure is ignored: the screen overwrites messages then, which is no reason
 * to end the run.
 */
void stderr_hold_begin(struct stderr_hold *hold)
{
	if (hold->terminal >= 0 || !isatty(STDERR_FILENO))
		return;
	hold->terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	hold->kept = memfd_create("stderr", MFD_CLOEXEC);
	if (hold->terminal < 0 || hold->kept < 0 ||
	    dup2(hold->kept, STDERR_FILENO) < 0)
		give_up(hold);
}

void stderr_hold_end(struct stderr_hold *hold)
{
	char text[4096];
	ssize_t got;

	if (hold->terminal < 0)
		return;
	fflush(stderr);
	dup2(hold->terminal, STDERR_FILENO);
	lseek(hold->kept, 0, SEEK_SET);
	while ((got = read(hold->kept, text, sizeof(text))) > 0)
		if (endable_write(STDERR_FILENO, text, got))
			break;
	give_up(hold);
}
