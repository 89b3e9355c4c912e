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

/* The guard's descriptor after the three standard ones: the socket. */
#define LINE_FD		3

/*
 * The guard tries for 10 s to remove the run's instances, which are in use at
 * first: the kernel closes the files of a killed process one after the other,
 * and a session that ends waits for its threads.
 */
#define INSTANCE_TRIES	500
#define INSTANCE_PAUSE_MS	20

/* The run's message to the guard: it has undone everything. */
#define DONE	'd'

/**
 * struct ready - the guard's message to the run, with the descriptor of the
 * undo list
 * @pid: of the guard
 * @error: the errno of undo_list_open(), or 0
 * @path: of the list's file
 */
struct ready {
	pid_t pid;
	int error;
	char path[PATH_MAX];
};

/* The part of a message that has the descriptor. */
union passed_fd {
	struct cmsghdr header;
	char space[CMSG_SPACE(sizeof(int))];
};

/* ---- In the guard -------------------------------------------------------- */

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
 * @line is moved to LINE_FD; all other files are closed.
 */
static void leave_run(int line)
{
	const struct sched_param none = { .sched_priority = 0 };
	sigset_t all;
	int null;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	prctl(PR_SET_NAME, GUARD_NAME);
	dup2(line, LINE_FD);
	null = open(_PATH_DEVNULL, O_RDWR);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	close_range(LINE_FD + 1, ~0U, 0);
	sched_setscheduler(0, SCHED_OTHER, &none);
	if (chdir("/"))
		return;		/* It only keeps a file system busy. */
}

/* Wait for DONE on @line, or its end; return whether it was DONE. */
static bool wait_done(int line)
{
	ssize_t got;
	char byte;

	do {
		got = read(line, &byte, sizeof(byte));
	} while (got < 0 && errno == EINTR);
	return got == sizeof(byte);
}

static void remove_instances(pid_t run)
{
	for (int i = 0; i < INSTANCE_TRIES; i++) {
		if (instances_remove_left(run))
			return;
		poll(NULL, 0, INSTANCE_PAUSE_MS);
	}
}

/* Tell the run that the guard is ready, and pass the list to it. */
static bool tell_ready(const struct ready *ready, const struct undo_list *list)
{
	struct iovec data = { (void *)ready, sizeof(*ready) };
	union passed_fd passed;
	struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1 };

	if (list->fd >= 0) {
		passed.header = (struct cmsghdr) {
			.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS,
			.cmsg_len = CMSG_LEN(sizeof(int)),
		};
		memcpy(CMSG_DATA(&passed.header), &list->fd, sizeof(int));
		message.msg_control = &passed;
		message.msg_controllen = sizeof(passed);
	}
	return sendmsg(LINE_FD, &message, MSG_NOSIGNAL) == sizeof(*ready);
}

/*
 * The guard makes the list, not the run: a run that is killed before it has a
 * guard leaves nothing then.
 */
static void keep_watch(const struct undo_places *places, bool named, pid_t run)
{
	struct ready ready = { .pid = getpid() };
	struct undo_list list;
	bool all;

	change_title(run);
	ready.error = undo_list_open(&list, places, named, run);
	memcpy(ready.path, list.path, sizeof(ready.path));
	if (!tell_ready(&ready, &list)) {
		undo_list_close(&list);
		return;
	}
	if (wait_done(LINE_FD)) {
		/* The run may be killed before it gets to do this itself. */
		undo_list_close(&list);
		return;
	}
	all = undo_all(&list);
	remove_instances(run);
	all &= undo_settings(&list);
	/* If a value was not written back, the list is left to the next run. */
	if (all)
		undo_list_close(&list);
}

/* ---- In the run ---------------------------------------------------------- */

/*
 * Fork the guard, by a process that ends at once, so that it is no child of the
 * run: scripts that know upstream's command take each child of it for a
 * measuring process. Return 0 or an errno.
 */
static int fork_guard(const struct undo_places *places, bool named, int line)
{
	pid_t run = getpid(), pid = fork();
	int status = 0;

	if (!pid) {
		pid = fork();
		if (pid)
			_exit(pid < 0 ? errno : 0);
		leave_run(line);
		keep_watch(places, named, run);
		_exit(0);
	}
	if (pid < 0)
		return errno;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

/*
 * Wait until the guard is ready, which has closed the files of the run then,
 * and take over the list. Returns 0 or an errno: ECHILD if the guard has ended.
 */
static int wait_ready(struct guard *guard, struct ready *ready)
{
	struct iovec data = { ready, sizeof(*ready) };
	union passed_fd passed;
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1,
		.msg_control = &passed, .msg_controllen = sizeof(passed),
	};
	struct cmsghdr *header;
	ssize_t got;
	int error;

	do {
		got = recvmsg(guard->line, &message,
			      MSG_CMSG_CLOEXEC | MSG_WAITALL);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return errno;
	header = CMSG_FIRSTHDR(&message);
	if (header && header->cmsg_type == SCM_RIGHTS)
		memcpy(&guard->list.fd, CMSG_DATA(header), sizeof(int));
	error = got == sizeof(*ready) ? 0 : ECHILD;
	if (!error) {
		guard->pid = ready->pid;
		memcpy(guard->list.path, ready->path, sizeof(ready->path));
	}
	return error;
}

/*
 * Start the guard. Returns 0 or an errno; @list_error is set to the errno of
 * the list that the guard has made.
 */
static int guard_fork(struct guard *guard, bool named, int *list_error)
{
	struct ready ready = { .error = 0 };
	int ends[2], error;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return errno;
	error = fork_guard(guard->list.places, named, ends[0]);
	close(ends[0]);
	guard->line = ends[1];
	if (!error)
		error = wait_ready(guard, &ready);
	*list_error = ready.error;
	return error;
}

void guard_start(struct guard *guard, const struct undo_places *places,
		 bool named, bool talk)
{
	int error, list_error = 0;

	*guard = GUARD_NONE;
	guard->list.places = places;
	error = guard_fork(guard, named, &list_error);
	/* Without a guard, the next run can undo what is in a list with a name. */
	if (error && guard->list.fd < 0)
		list_error =
			undo_list_open(&guard->list, places, named, getpid());
	if (list_error)
		debug(talk, "%s: %s: changes are not undone if both this run and its guard are killed",
		      places->lists, strerror(list_error));
	if (error)
		note("no guard process: %s: changes of this run are not undone if it is killed",
		     strerror(error));
}

void guard_end(struct guard *guard)
{
	bool undone = !instances_were_left();
	const char done = DONE;

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
			wait_done(guard->line);
		}
		close(guard->line);
	}
	undo_list_close(&guard->list);
	*guard = GUARD_NONE;
}
