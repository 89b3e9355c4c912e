/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The undo list: a file with what a run has changed and has to undo. If the run
 * is killed, its guard (run/guard.h) undoes what is in the list; if the guard
 * is killed as well, the next run does.
 *
 * Each line is one of
 *
 *	value FILE OLD		the file of sysfs has to hold OLD again
 *	setting NAME OLD	this setting of the kernel's own tracers has to hold
 *				OLD again (tracing_settings.h)
 *	file FILE OLD		the file below /proc or /sys has to hold OLD
 *				again, a text
 *	group PID		this process group has to be killed
 *	dying PID		the kernel kills this process when the run
 *				dies; it has to be moved to other CPUs, so that
 *				it can run until it is dead
 *	folder PATH		this temporary folder has to be removed
 *	ended PID		that group or process has ended
 *	boot ID			the list was made in this boot: another one has
 *				undone everything
 *
 * Only a whole line, one with a newline, counts. A line is written before the
 * change is made.
 */
#ifndef RTLA_UNDO_H
#define RTLA_UNDO_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/**
 * struct undo_places - folders of the running system, or others in tests
 * @lists: where lists are files with names, so that the next run finds them
 * @cpus: folder of CPUs in sysfs; only files below it are written back
 * @tracing: where tracefs is mounted; only the settings of tracers are written
 *	back
 * @root: put before /proc and /sys, below which any file may be written back;
 *	"": this machine; NULL: none is
 */
struct undo_places {
	const char *lists;
	const char *cpus;
	const char *tracing;
	const char *root;
};

extern const struct undo_places undo_places;

/*
 * An undo list. The run and its guard share the lock on its file, so the lock
 * ends when both have ended.
 */
struct undo_list {
	const struct undo_places *places;
	int fd;			/* of the list's file; -1: there is no list */
	char path[PATH_MAX];	/* of the list's file; empty: it has no name */
};

/*
 * undo_list_open - create a new list, of the process @run
 *
 * If @named, the list gets a name, by which the next run finds it. Where that
 * is not possible, as on a read-only file system, the list has no name, and
 * only the guard can use it. Returns 0 or an errno. After an errno there is a
 * list without a name if @list->fd is not -1, else there is none.
 */
int undo_list_open(struct undo_list *list, const struct undo_places *places,
		   bool named, pid_t run);

/* undo_list_close - remove the list's file, once everything has been undone */
void undo_list_close(struct undo_list *list);

/*
 * undo_value - note that the file @path held @value before it is changed
 *
 * Returns 0 or an errno.
 */
int undo_value(const struct undo_list *list, const char *path,
	       unsigned long long value);

/*
 * undo_setting - note that the setting @name of tracers held @text before it is
 * changed
 *
 * Returns 0 or an errno.
 */
int undo_setting(const struct undo_list *list, const char *name,
		 const char *text);

/*
 * undo_file - note that the file @path held @text before it is changed
 *
 * Returns 0 or an errno: EINVAL if it is not one that would be written back.
 */
int undo_file(const struct undo_list *list, const char *path,
	      const char *text);

/* undo_group - note that group @pid must be killed if the run is killed */
void undo_group(const struct undo_list *list, pid_t pid);

/*
 * undo_dying - note that the kernel kills process @pid when the run dies
 *
 * To die, the process has to run. It must be moved if it is bound to a CPU on
 * which a thread of a higher priority never sleeps. Its name contains
 * UNDO_WORKER, before the number of the CPU; processes with other names are
 * left alone.
 */
#define UNDO_WORKER	"u/"
void undo_dying(const struct undo_list *list, pid_t pid);

/*
 * undo_folder - note that the temporary folder @path must be removed if the run
 * is killed
 *
 * Only the guard removes it. A path with a newline is not noted.
 */
void undo_folder(const struct undo_list *list, const char *path);

/* undo_ended - note that group or process @pid has ended by itself */
void undo_ended(const struct undo_list *list, pid_t pid);

/*
 * undo_all - kill, move, remove and write back all that is in the list, but
 * settings
 *
 * Processes are moved to the CPUs on which the caller may run. Returns false if
 * there is no list, or if some value could not be written back.
 */
bool undo_all(const struct undo_list *list);

/*
 * undo_settings - write back the settings of tracers that are in the list
 *
 * It is called when no trace instance of the run uses these tracers any more:
 * otherwise they would begin to measure with the settings of others. Returns
 * false if there is no list, or if some setting could not be written back.
 */
bool undo_settings(const struct undo_list *list);

/*
 * undo_left - write back the values of runs that were killed with their guards
 *
 * The caller has removed the trace instances of these runs, see
 * undo_settings(). Messages say what was restored, and what could not be.
 * Processes are left alone, because their numbers may belong to other processes
 * by now.
 */
void undo_left(const struct undo_places *places);

#endif /* RTLA_UNDO_H */
