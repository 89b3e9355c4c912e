/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A history: a folder with results as they were written, one in each file, in
 * folders that a person can read:
 *
 *	DIR/HOST/TRACER/2026-11-26T18-20-00Z_6.12.57-rt.json
 *
 * What is in the folders is the history; the index beside them (run_index.h)
 * only has what was read of it. The name of a file begins with the time at
 * which its run was started, so that the order of names is that of the runs.
 */
#ifndef RTLA_STORE_H
#define RTLA_STORE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/file_list.h"

struct results;
struct run_index;

/* The longest name of a host, of a kernel, and so on, in bytes with the 0. */
#define STORE_NAME_LEN	96

/* The place of a result in a history. */
struct store_place {
	char host[STORE_NAME_LEN];
	char tracer[STORE_NAME_LEN];
	char file[3 * STORE_NAME_LEN];	/* without ".json" */
};

/*
 * store_place - find the place of a result
 *
 * @host is the name of its machine if the result itself names none; NULL: there
 * is no such name. In names, each character that is no letter or digit, and not
 * one of "._-", becomes a '_'. Prints the reason and returns RESULT_ERROR if
 * the result does not tell its machine or its time.
 */
enum result store_place(struct store_place *place,
			const struct results *results, const char *host);

/* The place of a result in a history. */
struct stored_result {
	char path[PATH_MAX];
	uint64_t size;		/* in bytes */
	bool was_there;		/* the same result had been added before */
};

/*
 * store_save - copy the result in the file @path to the history @folder
 *
 * The file is checked first. Folders are made if they are missing. No file is
 * ever replaced: if another result has the name, the new one gets a number at
 * its end. If the file is refused, or cannot be written, prints the reason. The
 * result is added to @index, which begins as that of no folder, and which the
 * caller saves with run_index_leave().
 */
enum result store_save(const char *folder, const char *path, const char *host,
		       struct run_index *index, struct stored_result *stored);

/*
 * store_add - do the same, and print on standard output where the result is,
 * also if it has been there already, which is noted on standard error
 */
enum result store_add(const char *folder, const char *path, const char *host,
		      struct run_index *index);

/* The runs that store_list() is to list. */
struct store_filter {
	const char *host;	/* a pattern for fnmatch(); NULL: any */
	const char *tracer;	/* a name; NULL: any */
};

/*
 * store_list - add the files of a history to @list, in the order of their paths
 *
 * Prints the reason and returns RESULT_ERROR if @folder cannot be read. The
 * caller frees @list with file_list_free(), also after a failure.
 */
enum result store_list(struct file_list *list, const char *folder,
		       const struct store_filter *filter);

#endif /* RTLA_STORE_H */
