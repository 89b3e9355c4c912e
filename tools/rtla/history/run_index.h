/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the results in a folder of a history are known to have, so that they are
 * parsed only once. It is kept in a file beside them:
 *
 *	DIR/HOST/TRACER/.rtla-index
 *
 * The file may be missing, old, damaged or of another version of this command,
 * and the folder may be read-only: then results are parsed again. Of each
 * result it has the size and the times at which that was changed; while these
 * are the same, so is the result. Whoever finds other results writes a new
 * index in place of the old one; so if two do that at the same time, one of
 * both stays.
 */
#ifndef RTLA_RUN_INDEX_H
#define RTLA_RUN_INDEX_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include <jansson.h>

/* The index of one folder. A zeroed structure is that of none. */
struct run_index {
	char path[PATH_MAX];	/* of its file; "": there is no index */
	json_t *known;		/* entries of the file, by the names of results */
	json_t *found;		/* entries of results that are there */
	bool changed;
};

/* run_index_is_of - return whether @index is of the folder with the result @path */
bool run_index_is_of(const struct run_index *index, const char *path);

/*
 * run_index_enter - read the index of the folder in which the result @path is
 *
 * That of another folder is left before.
 */
void run_index_enter(struct run_index *index, const char *path);

/*
 * run_index_leave - save and free the index
 *
 * It then has those results that were put into it, and no others. If it cannot
 * be written, it stays as it was.
 */
void run_index_leave(struct run_index *index);

/*
 * run_index_find - return the entry of the result @path in the folder that was
 * entered
 *
 * @status is what stat() says of the result. Returns NULL if there is no entry
 * of a result with that state. The entry belongs to @index.
 */
json_t *run_index_find(const struct run_index *index, const char *path,
		       const struct stat *status);

/*
 * run_index_put - put an entry, an object, into the index
 *
 * @status is what stat() said before the result was read. An entry that
 * run_index_find() has returned is put in again to stay in the index.
 */
void run_index_put(struct run_index *index, const char *path,
		   const struct stat *status, json_t *entry);

/*
 * run_index_add - put the entry of the new result @path, of @size bytes, into
 * the index of its folder, beside those that are known
 *
 * The folder is entered if another one was.
 */
void run_index_add(struct run_index *index, const char *path, off_t size,
		   json_t *entry);

#endif /* RTLA_RUN_INDEX_H */
