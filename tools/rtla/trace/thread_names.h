/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names of threads in a trace as text, where the kernel does not know them:
 * see instance_spare_names().
 */
#ifndef RTLA_THREAD_NAMES_H
#define RTLA_THREAD_NAMES_H

#include <stdbool.h>

#define THREAD_NAMES	256	/* names that are remembered; a power of two */

/* The names that were looked up. A zeroed structure has none. */
struct thread_names {
	struct {
		int pid;
		char name[16];	/* "": there is no such thread any more */
	} known[THREAD_NAMES];
};

/*
 * thread_name_read - look up the name of the thread @pid; false, and "": there
 * is none
 *
 * The name of a thread in another pid namespace than that of the trace is not
 * known.
 */
bool thread_name_read(int pid, char name[16]);

/* thread_names_know - look up the name of the thread @pid, which may end soon */
void thread_names_know(struct thread_names *names, int pid);

/*
 * thread_names_put - put the name of the thread into a line of a trace
 *
 * @line is as the kernel prints it. Its length does not change. Nothing is done
 * if it has a name, or if the thread has ended.
 */
void thread_names_put(struct thread_names *names, char *line);

#endif /* RTLA_THREAD_NAMES_H */
