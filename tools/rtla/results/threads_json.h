/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Watched threads as JSON: see Documentation/results.md. They are read again,
 * if they have distributions.
 */
#ifndef RTLA_THREADS_JSON_H
#define RTLA_THREADS_JSON_H

#include <jansson.h>

struct place;
struct results;
struct run_summary;
struct watched_thread;

/* threads_set_targets - add "targets": which threads are watched */
void threads_set_targets(json_t **json, const struct run_summary *summary);

/*
 * threads_json - return the watched threads, and their parts
 *
 * @add: add what else there is of a thread, or NULL. The caller frees the
 * value.
 */
json_t *threads_json(const struct run_summary *summary,
		     void (*add)(json_t **json,
				 const struct watched_thread *thread));

/*
 * threads_json_read - read the watched threads, which an older file does not
 * have
 */
void threads_json_read(struct place *place, struct results *results);

#endif /* RTLA_THREADS_JSON_H */
