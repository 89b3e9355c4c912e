/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The list of what a run has changed and has to undo, kept in a file, so that it
 * can be undone by others when the run was killed: by its guard (guard.h), and if
 * that was killed as well, by the next run.
 *
 * Each line is one of
 *
 *	value FILE OLD		the file of sysfs has to hold OLD again
 *	group PID		this process group has to be killed
 *	dying PID		the kernel kills this process when the run dies; it
 *				has to be let run to its end on other CPUs
 *	ended PID		that group or process has ended
 *
 * A line counts if it is whole. Lines are written before the change is made.
 */
#ifndef RTLA_UNDO_H
#define RTLA_UNDO_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/**
 * struct undo_places - folders of the running system; others in tests
 * @lists: where lists have names, so that the next run finds them
 * @cpus: of sysfs: files to be written back are below it only
 */
struct undo_places {
	const char *lists;
	const char *cpus;
};

extern const struct undo_places undo_places;

/* The lock on its file is held by the run and by its guard: it ends with both. */
struct undo_list {
	const struct undo_places *places;
	int fd;			/* -1: there is none */
	char path[PATH_MAX];	/* of its file; empty: it has no name */
};

/*
 * undo_list_open - a new list
 *
 * @named: the next run is to find it. If that cannot be, as in a system that is
 * mounted read-only, its guard still does. 0 or an errno, that of no name: then
 * there is a list without one, if @fd is not -1.
 */
int undo_list_open(struct undo_list *list, const struct undo_places *places,
		   bool named);

/* undo_list_close - there is nothing to be undone any more: remove its file */
void undo_list_close(struct undo_list *list);

/* undo_value - @path held @value; 0 or an errno */
int undo_value(const struct undo_list *list, const char *path,
	       unsigned long long value);

/* undo_group - these processes are not to outlive the run */
void undo_group(const struct undo_list *list, pid_t pid);

/*
 * undo_dying - this process dies with the run by itself
 *
 * But where it is bound to a CPU that a thread of a higher priority has taken, only
 * when it is moved. It is called UNDO_WORKER and something: others are left alone.
 */
#define UNDO_WORKER	"timerlatu/"
void undo_dying(const struct undo_list *list, pid_t pid);

/* undo_ended - that group, or process, has ended by itself */
void undo_ended(const struct undo_list *list, pid_t pid);

/*
 * undo_all - kill, move and write back all that is in the list; false: not all of it
 *
 * What is moved comes where the caller may run.
 */
bool undo_all(const struct undo_list *list);

/*
 * undo_left - write back what is in lists of runs that were killed together with
 * their guards, and say so
 *
 * Processes are left alone: their numbers may be those of others by now.
 */
void undo_left(const struct undo_places *places);

#endif /* RTLA_UNDO_H */
