/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs that measure one after the other, under one load: each is started,
 * waited for, and ended; a signal, or the end of the load, ends all of them.
 */
#ifndef RTLA_PROGRAM_RUNS_H
#define RTLA_PROGRAM_RUNS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/message.h"
#include "host/process_group.h"
#include "run/guard.h"
#include "run/load.h"

/* All that runs, and has to be ended. */
struct program_runs {
	struct guard guard;
	struct load load;
	struct process_group group;	/* of the program */
	int signals;		/* a signalfd, or -1 */
	bool debug;		/* print command lines */
	bool ended;		/* by a signal, or because the load has ended */
	char folder[PATH_MAX];	/* for results */
	char said[PATH_MAX + 16];	/* file with what a program prints */
};

/* Nothing runs: program_runs_end() does nothing then. */
#define PROGRAM_RUNS_NONE	((struct program_runs) { \
	.guard = GUARD_NONE, .signals = -1, .group = PROCESS_GROUP_NONE, \
	.load.group = PROCESS_GROUP_NONE })

/**
 * program_runs_begin - start a guard and the load, and make the folder
 * @runs: PROGRAM_RUNS_NONE, and with debug as the user wants it
 * @places: see guard_start()
 * @named: files of the kernel will be changed, see guard_start()
 * @load: a shell command; NULL: none
 * @name: of the folder, see temporary_folder_make()
 *
 * After an error, which has been printed, program_runs_end() is called, too.
 */
enum result program_runs_begin(struct program_runs *runs,
			       const struct undo_places *places, bool named,
			       const char *load, const char *name);

/**
 * program_runs_one - run a program to its end
 * @runs: from program_runs_begin(); if @runs->ended is set on return, nothing
 *	more is to be run, and the program may have been ended early
 * @name: of the program, for messages
 * @argv: its command line
 * @seconds: how long it measures; 60 s later it is taken for dead
 *
 * Returns RESULT_OK if it has ended well, or if @runs->ended is set. Otherwise
 * the reason has been printed, after what the program has printed itself.
 */
enum result program_runs_one(struct program_runs *runs, const char *name,
			     char *const argv[], int seconds);

/*
 * program_runs_end - end and remove everything
 *
 * Returns @result, or if that is none, the error of the load. @load is set to
 * what load_json() returns.
 */
enum result program_runs_end(struct program_runs *runs, json_t **load,
			     enum result result);

#endif /* RTLA_PROGRAM_RUNS_H */
