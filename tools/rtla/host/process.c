// SPDX-License-Identifier: GPL-2.0
/*
 * Running other programs: see process.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <paths.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json_write.h"
#include "host/process.h"
#include "host/scheduling.h"
#include "host/undo.h"

/* A pause this short lets no ring buffer overflow before it is read again. */
#define PAUSE_MS	100

/*
 * Prepare the child for its program; @parent is the caller of program_start().
 * Returns 0 or an errno.
 *
 * The child gets a process group of its own. So signals of a terminal reach
 * only the parent, which decides what they mean, and the processes that the
 * program starts can be killed together with it. The undo list names the group.
 * If the parent is killed before that, the kernel kills the child.
 */
static int process_set_up(pid_t parent, const struct program_io *io,
			  const struct undo_list *undo)
{
	int input = io->input;
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	setpgid(0, 0);
	if (undo)
		undo_group(undo, getpid());
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (input < 0)
		input = open(_PATH_DEVNULL, O_RDONLY | O_CLOEXEC);
	if (input < 0 || dup2(input, STDIN_FILENO) < 0 ||
	    (io->output >= 0 && dup2(io->output, STDOUT_FILENO) < 0) ||
	    (io->error >= 0 && dup2(io->error, STDERR_FILENO) < 0))
		return errno;
	return 0;
}

/* A child gets these from its parent, and becomes its program by them. */
struct child {
	pid_t parent;
	char *const *argv;
	const struct program_io *io;
	const struct cpus *cpus;
	const struct undo_list *undo;
};

/*
 * In the child: when the descriptor @go can be read, execute the program. If
 * that fails, write the errno to the descriptor @failed, and exit.
 */
static void become(const struct child *child, int go, int failed)
{
	int error = process_set_up(child->parent, child->io, child->undo);
	uint64_t count;

	if (!error && child->cpus)
		error = scheduling_bind(child->cpus);
	if (read(go, &count, sizeof(count)) != sizeof(count))
		_exit(127);
	if (!error) {
		execvp(child->argv[0], child->argv);
		error = errno;
	}
	if (write(failed, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

int program_hold(struct held_program *held, char *const argv[],
		 const struct program_io *io, const struct cpus *cpus,
		 const struct undo_list *undo)
{
	const struct child child = { getpid(), argv, io, cpus, undo };
	int ends[2], error = 0;

	*held = HELD_NONE;
	if (pipe2(ends, O_CLOEXEC))
		return errno;
	held->undo = undo;
	held->failed = ends[0];
	held->go = eventfd(0, EFD_CLOEXEC);
	held->pid = held->go < 0 ? -1 : fork();
	if (!held->pid)
		become(&child, held->go, ends[1]);
	if (held->pid < 0)
		error = errno;
	close(ends[1]);
	if (error)
		program_drop(held);
	return error;
}

/*
 * A successful exec closes the child's end of the pipe. So the parent reads
 * either the end of file, or the errno that become() has written.
 */
int program_go(struct held_program *held)
{
	int error = eventfd_write(held->go, 1) ? errno : 0;

	while (!error && read(held->failed, &error, sizeof(error)) < 0 &&
	       errno == EINTR)
		;
	if (error) {
		program_drop(held);
		return error;
	}
	close(held->go);
	close(held->failed);
	*held = HELD_NONE;
	return 0;
}

void program_drop(struct held_program *held)
{
	if (held->go >= 0)
		close(held->go);
	if (held->failed >= 0)
		close(held->failed);
	if (held->pid > 0) {
		kill(held->pid, SIGKILL);
		waitpid(held->pid, NULL, 0);
		if (held->undo)
			undo_ended(held->undo, held->pid);
	}
	*held = HELD_NONE;
}

int program_start(pid_t *pid, char *const argv[], int output,
		  const struct undo_list *undo)
{
	const struct program_io io = { -1, output, output };
	struct held_program held;
	int error = program_hold(&held, argv, &io, NULL, undo);

	*pid = held.pid;
	return error ?: program_go(&held);
}

/*
 * Kill the group of process @pid, and the process itself, which may have left
 * its group by now.
 */
static void process_end(pid_t pid)
{
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
}

/*
 * Wait until process @pid has ended, and return its wait status, or -1 with
 * errno set. Where there is no pidfd, the end is noticed after at most one
 * pause.
 */
static int wait_for_exit(pid_t pid, const struct patience *patience)
{
	struct pollfd fds[] = {
		{ .fd = pidfd_open(pid, 0), .events = POLLIN },
		{ .fd = patience->wake, .events = POLLIN },
	};
	bool ended = false;
	int status;
	pid_t got;

	while (!(got = waitpid(pid, &status, WNOHANG))) {
		poll(fds, 2, PAUSE_MS);
		if (!ended && patience->poll &&
		    patience->poll(patience->context)) {
			ended = true;
			process_end(pid);
		}
	}
	if (fds[0].fd >= 0)
		close(fds[0].fd);
	return got < 0 ? -1 : status;
}

int program_run(char *const argv[], int output, const struct patience *patience)
{
	int error, status;
	pid_t pid;

	error = program_start(&pid, argv, output, patience->undo);
	if (error) {
		errno = error;
		return -1;
	}
	status = wait_for_exit(pid, patience);
	error = errno;
	if (patience->undo)
		undo_ended(patience->undo, pid);
	errno = error;
	return status;
}

int shell_run(const char *command, const struct patience *patience)
{
	char *argv[] = { _PATH_BSHELL, "-c", (char *)command, NULL };

	return program_run(argv, -1, patience);
}

bool program_find(const char *name, char *path, size_t size)
{
	const char *folder = getenv("PATH") ?: _PATH_DEFPATH;

	snprintf(path, size, "%s", name);
	if (strchr(name, '/'))
		return !access(name, X_OK);
	while (folder) {
		size_t length = strcspn(folder, ":");

		/* An empty name is the current folder. */
		snprintf(path, size, "%.*s/%s", (int)length ?: 1,
			 length ? folder : ".", name);
		if (!access(path, X_OK))
			return true;
		folder = folder[length] ? folder + length + 1 : NULL;
	}
	return false;
}

bool program_is_there(const char *name)
{
	char path[PATH_MAX];

	return program_find(name, path, sizeof(path));
}

const char *status_text(int status, char *text, size_t size)
{
	if (status < 0)
		snprintf(text, size, "%s", strerror(errno));
	else if (WIFSIGNALED(status))
		snprintf(text, size, "ended by signal %d", WTERMSIG(status));
	else
		snprintf(text, size, "exit status %d", WEXITSTATUS(status));
	return text;
}

/* The kernel appends " (deleted)" if the file is no more. */
void program_self(char *program, size_t size)
{
	static const char self[] = "/proc/self/exe";
	ssize_t length = readlink(self, program, size - 1);

	program[length > 0 ? length : 0] = '\0';
	if (access(program, X_OK))
		snprintf(program, size, "%s", self);
}

void status_set_json(json_t **object, bool known, int status)
{
	json_set(object, "exit_status", known && WIFEXITED(status) ?
		 json_integer(WEXITSTATUS(status)) : json_null());
	json_set(object, "signal", known && WIFSIGNALED(status) ?
		 json_integer(WTERMSIG(status)) : json_null());
}
