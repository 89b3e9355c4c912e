// SPDX-License-Identifier: GPL-2.0
/*
 * For LD_PRELOAD: lets one of the process's requests for memory fail, the one
 * with the number FAIL_MALLOC; with a '+' after the number, all later ones
 * fail, too. When the process ends, the number of its requests is written to
 * the file FAIL_MALLOC_COUNT. No request of a child fails, and none of
 * libtraceevent and libtracefs, which do not check whether they got memory:
 * then the next request of another caller fails instead.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The C library's own functions, by the other names that it has for them. */
__typeof__(malloc) __libc_malloc;
__typeof__(calloc) __libc_calloc;
__typeof__(realloc) __libc_realloc;

#define CALLERS	32

static long requests;
static long first;		/* number of the request to fail; 0: none */
static bool all;
static pid_t process;

static bool is_trusting(void)
{
	void *caller[CALLERS];
	int count = backtrace(caller, CALLERS);
	Dl_info from;

	for (int i = 0; i < count; i++)
		if (dladdr(caller[i], &from) && from.dli_fname &&
		    (strstr(from.dli_fname, "libtraceevent") ||
		     strstr(from.dli_fname, "libtracefs")))
			return true;
	return false;
}

static bool is_refused(void)
{
	if (!process || getpid() != process)
		return false;
	if (++requests < first || !first || is_trusting())
		return false;
	if (!all)
		first = 0;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	return is_refused() ? NULL : __libc_realloc(memory, size);
}

/* Print where the process crashed, and let it die of the signal. */
static void crashed(int signal)
{
	void *caller[CALLERS];

	process = 0;
	backtrace_symbols_fd(caller, backtrace(caller, CALLERS), 2);
	raise(signal);
}

static void __attribute__((constructor)) begin(void)
{
	const struct sigaction action = {
		.sa_handler = crashed,
		.sa_flags = SA_RESETHAND,
	};
	const char *number = getenv("FAIL_MALLOC");
	void *caller[1];

	/* The first call of backtrace() needs memory itself. */
	backtrace(caller, 1);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGABRT, &action, NULL);
	first = number ? atol(number) : 0;
	all = number && strchr(number, '+');
	process = getpid();
}

static void __attribute__((destructor)) end(void)
{
	const char *path = getenv("FAIL_MALLOC_COUNT");
	FILE *file;

	if (!path || getpid() != process)
		return;
	process = 0;
	file = fopen(path, "w");
	if (file) {
		fprintf(file, "%ld\n", requests);
		fclose(file);
	}
}
