/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The folder of a recording:
 *
 *	recording.json	what happened, and the worst: see recording.h
 *	worst/		a trace of each of the worst
 *	history/	the results of all segments, a history: history/store.h
 *	lock		the recorder that runs has locked it; its time tells when
 *			a recorder was last alive
 *
 * Names of traces have numbers that only grow, so no step of a clock lets two
 * of them have the same name.
 */
#ifndef RTLA_RECORD_FOLDER_H
#define RTLA_RECORD_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/message.h"

#define RECORD_DEFAULT_FOLDER	"/var/lib/rtla"

struct record_folder {
	char path[PATH_MAX / 2];	/* absolute */
	char worst[PATH_MAX];
	char history[PATH_MAX];
	char state[PATH_MAX];
	int lock;			/* descriptor, or -1 */
	time_t alive;			/* when the recorder before was; 0: none */
};

/* record_folder_name - fill in the paths; nothing is opened, @lock is -1 */
enum result record_folder_name(struct record_folder *folder, const char *path);

/*
 * record_folder_open - name the folder, make what is missing in it, and lock it
 *
 * If another recorder has it, prints who, and returns RESULT_ERROR.
 * record_folder_close() is called also after an error.
 */
enum result record_folder_open(struct record_folder *folder, const char *path);
void record_folder_close(struct record_folder *folder);

/*
 * record_folder_owner - print who has the folder's lock, like "rtla (process
 * 12)"; returns whether anybody has
 */
bool record_folder_owner(const struct record_folder *folder, char *owner,
			 size_t size);

/* record_folder_touch - note that the recorder is alive, also on a full disk */
void record_folder_touch(const struct record_folder *folder);

/* record_folder_free - return the bytes that are free there; 0: not known */
uint64_t record_folder_free(const struct record_folder *folder);

/* record_folder_drop - remove a file whose path begins in the folder, if it is there */
void record_folder_drop(const struct record_folder *folder, const char *file);

#endif /* RTLA_RECORD_FOLDER_H */
