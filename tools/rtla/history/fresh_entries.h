/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Entries of results that no index has. To read one takes some ms, nearly all
 * of it for its JSON, so that several processes share the work.
 */
#ifndef RTLA_FRESH_ENTRIES_H
#define RTLA_FRESH_ENTRIES_H

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <jansson.h>

#define FRESH_READERS_MAX	8

/* A result that is to be read, and what stat() says of it before that. */
struct fresh_result {
	const char *path;
	struct stat status;
};

/**
 * struct fresh_entries - the processes that read results
 * @result: the results
 * @count: how many there are
 * @next: number of the result whose entry is the next one
 * @readers: how many processes there are; 0: none
 * @process: their ids
 * @said: the entries that each of them has read
 */
struct fresh_entries {
	struct fresh_result *result;
	int count;
	int next;
	int readers;
	pid_t process[FRESH_READERS_MAX];
	FILE *said[FRESH_READERS_MAX];
};

/*
 * fresh_entries_begin - begin to read @count results
 *
 * @result is allocated, and belongs to @fresh from now on. If they are few, or
 * there is only one CPU, no process is begun.
 */
void fresh_entries_begin(struct fresh_entries *fresh,
			 struct fresh_result *result, int count,
			 uint32_t percentile);

/*
 * fresh_entries_next - return the entry of @path, if it is the next one of
 * these results, and set @status
 *
 * It belongs to the caller. NULL: it was not read, or could not be, for which
 * nothing was printed: the caller has to read it.
 */
json_t *fresh_entries_next(struct fresh_entries *fresh, const char *path,
			   struct stat *status);

/* fresh_entries_end - end the processes, and free the results */
void fresh_entries_end(struct fresh_entries *fresh);

#endif /* RTLA_FRESH_ENTRIES_H */
