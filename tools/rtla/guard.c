// SPDX-License-Identifier: GPL-2.0
/*
 * The guard: see guard.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guard.h"
#include "instance.h"
#include "message.h"

/* Where the guard has its two descriptors; below it are the standard ones. */
#define LINE_FD		3
#define LIST_FD		4

/*
 * The kernel closes what a killed process had open one after the other, and a
 * session that ends waits for its threads.
 */
#define INSTANCE_TRIES	500
#define INSTANCE_PAUSE_MS	20

/* What the two say to each other. */
#define READY	'r'
#define DONE	'd'

/* ---- In the guard ----------------------------------------------------------- */

/*
 * Have what ps shows, and "pkill -f" looks at, say who we are. The kernel tells
 * where it is: fields 48 and 49, from the name in brackets on, which may have
 * anything in it.
 */
static void change_title(pid_t run)
{
	char text[2048] = "", title[64];
	FILE *file = fopen("/proc/self/stat", "re");
	unsigned long start, end;
	char *at;

	if (!file)
		return;
	at = fgets(text, sizeof(text), file) ? strrchr(text, ')') : NULL;
	fclose(file);
	/* Behind the bracket is the blank before field 3. */
	for (int field = 3; at && field <= 48; field++)
		at = strchr(at + 1, ' ');
	if (!at || sscanf(at, " %lu %lu", &start, &end) != 2 || !start ||
	    end <= start)
		return;
	snprintf(title, sizeof(title), GUARD_NAME " of %d", run);
	memset((char *)start, 0, end - start);
	/* A byte that is not 0 at the end would mean that more follows. */
	snprintf((char *)start, end - start, "%s", title);
}

/* Share nothing with the run, its terminal and its readers. */
static void leave_run(int line, int list)
{
	const struct sched_param none = { .sched_priority = 0 };
	sigset_t all;
	int null;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	prctl(PR_SET_NAME, GUARD_NAME);
	/* Out of the way first: either may be where the other is to be. */
	line = fcntl(line, F_DUPFD, LIST_FD + 1);
	list = fcntl(list, F_DUPFD, LIST_FD + 1);
	dup2(line, LINE_FD);
	dup2(list, LIST_FD);
	null = open(_PATH_DEVNULL, O_RDWR);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	close_range(LIST_FD + 1, ~0U, 0);
	if (chdir("/"))
		return;
	sched_setscheduler(0, SCHED_OTHER, &none);
}

/* False: the run has undone everything itself. */
static bool run_was_killed(void)
{
	char byte;
	ssize_t got;

	do {
		got = read(LINE_FD, &byte, sizeof(byte));
	} while (got < 0 && errno == EINTR);
	return got != sizeof(byte);
}

static void remove_instances(pid_t run)
{
	for (int i = 0; i < INSTANCE_TRIES; i++) {
		if (instances_remove_left(run))
			return;
		poll(NULL, 0, INSTANCE_PAUSE_MS);
	}
}

static void keep_watch(struct undo_list *list, pid_t run)
{
	const char ready = READY;
	bool all;

	list->fd = LIST_FD;
	change_title(run);
	if (write(LINE_FD, &ready, sizeof(ready)) != sizeof(ready))
		return;
	if (!run_was_killed())
		return;
	all = undo_all(list);
	remove_instances(run);
	/* What could not be written back, the next run tries. */
	if (all)
		undo_list_close(list);
}

/* ---- In the run -------------------------------------------------------------- */

/* 0 or an errno. */
static int start(struct guard *guard)
{
	pid_t run = getpid();
	int ends[2];
	char byte;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return errno;
	guard->pid = fork();
	if (!guard->pid) {
		leave_run(ends[0], guard->list.fd);
		keep_watch(&guard->list, run);
		_exit(0);
	}
	close(ends[0]);
	guard->line = ends[1];
	if (guard->pid < 0) {
		guard->pid = 0;
		return errno;
	}
	/* It holds nothing of ours from here on. */
	while (read(guard->line, &byte, sizeof(byte)) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

void guard_start(struct guard *guard, const struct undo_places *places,
		 bool named, bool talk)
{
	int error;

	*guard = GUARD_NONE;
	error = undo_list_open(&guard->list, places, named);
	if (error)
		debug(talk, "%s: %s: what is changed is not restored if the guard of this run is killed, too",
		      places->lists, strerror(error));
	if (guard->list.fd < 0)
		return;
	error = start(guard);
	if (error)
		note("no guard: %s: what this run changes is not undone if it is killed",
		     strerror(error));
}

void guard_end(struct guard *guard)
{
	const char done = DONE;

	if (guard->line >= 0) {
		/*
		 * It may have been killed itself. If it is not told, it takes the end
		 * of the line for that of a run that was killed, and finds that all is
		 * undone.
		 */
		send(guard->line, &done, sizeof(done), MSG_NOSIGNAL);
		close(guard->line);
		if (guard->pid)
			waitpid(guard->pid, NULL, 0);
	}
	undo_list_close(&guard->list);
	*guard = GUARD_NONE;
}
