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

#include "base/message.h"
#include "run/guard.h"
#include "trace/instance.h"

/* The guard's descriptors, after the three standard ones: socket, undo list. */
#define LINE_FD		3
#define LIST_FD		4

/*
 * The guard tries for 10 s to remove the run's instances, which are in use at
 * first: the kernel closes the files of a killed process one after the other,
 * and a session that ends waits for its threads.
 */
#define INSTANCE_TRIES	500
#define INSTANCE_PAUSE_MS	20

/*
 * Messages: the guard's process ID, when it is ready; and DONE, when the run has undone
 * everything.
 */
#define DONE	'd'

/* ---- In the guard ----------------------------------------------------------- */

/*
 * Overwrite the command line, which ps shows and "pkill -f" searches, with the
 * name of the guard. Its addresses in memory are fields 48 and 49 (arg_start,
 * arg_end) of /proc/self/stat. Fields are counted from the last ')', because
 * the name in brackets, field 2, may contain anything.
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
	/* Each step goes to the blank before a field; field 3 is the first. */
	for (int field = 3; at && field <= 48; field++)
		at = strchr(at + 1, ' ');
	if (!at || sscanf(at, " %lu %lu", &start, &end) != 2 || !start ||
	    end <= start)
		return;
	snprintf(title, sizeof(title), GUARD_NAME " of %d", run);
	memset((char *)start, 0, end - start);
	/*
	 * The last byte stays 0. Any other value would tell the kernel that the
	 * command line goes on after @end.
	 */
	snprintf((char *)start, end - start, "%s", title);
}

/*
 * Share nothing with the run, its terminal, and the readers of its output.
 * @line and @list are moved to LINE_FD and LIST_FD; all other files are closed.
 */
static void leave_run(int line, int list)
{
	const struct sched_param none = { .sched_priority = 0 };
	sigset_t all;
	int null;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	prctl(PR_SET_NAME, GUARD_NAME);
	/* Move both away first: one may have the number meant for the other. */
	line = fcntl(line, F_DUPFD, LIST_FD + 1);
	list = fcntl(list, F_DUPFD, LIST_FD + 1);
	dup2(line, LINE_FD);
	dup2(list, LIST_FD);
	null = open(_PATH_DEVNULL, O_RDWR);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	close_range(LIST_FD + 1, ~0U, 0);
	sched_setscheduler(0, SCHED_OTHER, &none);
	if (chdir("/"))
		return;		/* It only keeps a file system busy. */
}

/* Wait for a message of @size bytes on @line, or its end; return what read() returns. */
static ssize_t wait_for(int line, void *message, size_t size)
{
	ssize_t got;

	do {
		got = read(line, message, size);
	} while (got < 0 && errno == EINTR);
	return got;
}

/* Wait for the end of the run; return false if it has undone everything. */
static bool run_was_killed(void)
{
	char byte;

	return wait_for(LINE_FD, &byte, sizeof(byte)) != sizeof(byte);
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
	pid_t pid = getpid();
	bool all;

	list->fd = LIST_FD;
	change_title(run);
	if (write(LINE_FD, &pid, sizeof(pid)) != sizeof(pid))
		return;
	if (!run_was_killed()) {
		/* The run may be killed before it gets to do this itself. */
		undo_list_close(list);
		return;
	}
	all = undo_all(list);
	remove_instances(run);
	all &= undo_settings(list);
	/* If a value was not written back, the list is left to the next run. */
	if (all)
		undo_list_close(list);
}

/* ---- In the run -------------------------------------------------------------- */

/*
 * Fork the guard, by a process that ends at once, so that it is no child of the run: scripts
 * that know upstream's command take each child of it for a measuring process. Return 0 or an
 * errno.
 */
static int fork_guard(struct guard *guard, int line)
{
	pid_t run = getpid(), pid = fork();
	int status = 0;

	if (!pid) {
		pid = fork();
		if (pid)
			_exit(pid < 0 ? errno : 0);
		leave_run(line, guard->list.fd);
		keep_watch(&guard->list, run);
		_exit(0);
	}
	if (pid < 0)
		return errno;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

/* Start the guard, and wait until it is ready. Returns 0 or an errno. */
static int start(struct guard *guard)
{
	int ends[2], error;
	ssize_t got;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return errno;
	error = fork_guard(guard, ends[0]);
	close(ends[0]);
	guard->line = ends[1];
	if (error)
		return error;
	/* A guard that is ready has closed the files of the run. */
	got = wait_for(guard->line, &guard->pid, sizeof(guard->pid));
	if (got < 0)
		return errno;
	return got == sizeof(guard->pid) ? 0 : ECHILD;
}

void guard_start(struct guard *guard, const struct undo_places *places,
		 bool named, bool talk)
{
	int error;

	*guard = GUARD_NONE;
	error = undo_list_open(&guard->list, places, named);
	if (error)
		debug(talk, "%s: %s: changes are not undone if both this run and its guard are killed",
		      places->lists, strerror(error));
	if (guard->list.fd >= 0)
		error = start(guard);
	if (error)
		note("no guard process: %s: changes of this run are not undone if it is killed",
		     strerror(error));
}

void guard_end(struct guard *guard)
{
	bool undone = !instances_were_left();
	const char done = DONE;
	char byte;

	if (guard->line >= 0) {
		/*
		 * The guard may have been killed, which must not kill the run
		 * with SIGPIPE. A guard that misses the message believes that
		 * the run was killed, and finds that everything is undone, or
		 * removes the instances that the run could not remove, because
		 * it still uses them, when the run has ended.
		 */
		if (undone) {
			send(guard->line, &done, sizeof(done), MSG_NOSIGNAL);
			shutdown(guard->line, SHUT_WR);
			/* The guard closes its end when it ends. */
			wait_for(guard->line, &byte, sizeof(byte));
		}
		close(guard->line);
	}
	undo_list_close(&guard->list);
	*guard = GUARD_NONE;
}
