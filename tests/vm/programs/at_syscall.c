// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a command, and disturbs it at one of its system calls:
 *
 *	at_syscall count FILE COMMAND...	writes the number of calls
 *						to FILE, and does nothing else
 *	at_syscall NUMBER SIGNAL COMMAND...	sends a signal as the call
 *						begins
 *	at_syscall NUMBER -ERRNO COMMAND...	lets the call fail without
 *						making it
 *
 * It counts the calls of the command's own process, from 1 on. Its status is
 * that of the command, or 128 plus the signal that ended the command; 126 if
 * the command ended before that call; 125 if at_syscall failed; and 0 after
 * "count". If at_syscall is killed, so is the command.
 */
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_SO_MANY	126

static void die(const char *what)
{
	perror(what);
	exit(125);
}

static int status_of(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	       WEXITSTATUS(status);
}

static int wait_for(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	return status;
}

/* Wait for the command's next stop; if the command ends, exit as it did. */
static int next_stop(pid_t pid)
{
	int status = wait_for(pid);

	if (!WIFSTOPPED(status))
		exit(status_of(status));
	return status;
}

/*
 * The command has ended: write the number of its calls to the file @count. If
 * that is NULL, the command did not make the call at which it was to be
 * disturbed.
 */
static void report(long calls, const char *count)
{
	FILE *file;

	if (!count)
		exit(NOT_SO_MANY);
	file = fopen(count, "w");
	if (!file || fprintf(file, "%ld\n", calls) < 0 || fclose(file))
		die(count);
	exit(0);
}

static void registers_of(pid_t pid, struct user_regs_struct *registers)
{
	struct iovec all = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &all))
		die("PTRACE_GETREGSET");
}

static void set_registers(pid_t pid, struct user_regs_struct *registers)
{
	struct iovec all = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &all))
		die("PTRACE_SETREGSET");
}

/* Let a call that has stopped at its beginning be none. */
static void skip_call(pid_t pid)
{
#ifdef __aarch64__
	int none = -1;
	struct iovec number = { &none, sizeof(none) };

	if (ptrace(PTRACE_SETREGSET, pid, NT_ARM_SYSTEM_CALL, &number))
		die("PTRACE_SETREGSET");
#else
	struct user_regs_struct registers;

	registers_of(pid, &registers);
	registers.orig_rax = -1;
	set_registers(pid, &registers);
#endif
}

static void set_result(pid_t pid, int result)
{
	struct user_regs_struct registers;

	registers_of(pid, &registers);
#ifdef __aarch64__
	registers.regs[0] = result;
#else
	registers.rax = result;
#endif
	set_registers(pid, &registers);
}

/* Let a call that has stopped at its beginning fail; @error is negative. */
static void fail_call(pid_t pid, int error)
{
	skip_call(pid);
	if (ptrace(PTRACE_SYSCALL, pid, 0, 0))
		die("PTRACE_SYSCALL");
	next_stop(pid);
	set_result(pid, error);
}

static void happen(pid_t pid, int what)
{
	if (what < 0)
		fail_call(pid, what);
	else
		kill(pid, what);
	/* A command that was killed may be gone already. */
	if (ptrace(PTRACE_DETACH, pid, 0, 0) && errno != ESRCH)
		die("PTRACE_DETACH");
}

static void trace(pid_t pid, long wanted, int what, const char *count)
{
	int status, signal = 0;
	bool begins = false;
	long calls = 0;

	next_stop(pid);
	if (ptrace(PTRACE_SETOPTIONS, pid, 0,
		   PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL))
		die("PTRACE_SETOPTIONS");
	for (;;) {
		if (ptrace(PTRACE_SYSCALL, pid, 0, signal))
			die("PTRACE_SYSCALL");
		status = wait_for(pid);
		if (!WIFSTOPPED(status))
			report(calls, count);
		signal = WSTOPSIG(status);
		if (signal != (SIGTRAP | 0x80))
			continue;
		signal = 0;
		begins = !begins;
		if (begins && ++calls == wanted)
			break;
	}
	happen(pid, what);
	next_stop(pid);
}

int main(int argc, char *argv[])
{
	bool count;
	pid_t pid;

	if (argc < 4) {
		fprintf(stderr, "at_syscall: count FILE COMMAND... or NUMBER SIGNAL|-ERRNO COMMAND...\n");
		return 125;
	}
	count = !strcmp(argv[1], "count");
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		execvp(argv[3], argv + 3);
		die(argv[3]);
	}
	if (pid < 0)
		die("fork");
	trace(pid, count ? 0 : atol(argv[1]), count ? 0 : atoi(argv[2]),
	      count ? argv[2] : NULL);
	return 0;
}
