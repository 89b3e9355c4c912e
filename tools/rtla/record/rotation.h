/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The results of a recording: each segment adds one, and the oldest go, but not
 * those of the worst.
 */
#ifndef RTLA_ROTATION_H
#define RTLA_ROTATION_H

#include <stdint.h>

#include "base/message.h"

struct recording;

/**
 * struct rotation - how much is kept
 * @bytes: of all results together; 0: any number
 * @age_ns: results of so much time of recording; 0: of all
 * @free_bytes: what stays free on the disk
 */
struct rotation {
	uint64_t bytes;
	uint64_t age_ns;
	uint64_t free_bytes;
};

/* Room for the traces of a few hits, of up to 2 MB each, and for recording.json. */
#define ROTATION_FREE	(8 << 20)

/*
 * rotation_store - put the result at @path into the history
 *
 * If the disk is full, old results make room. Returns the path of the result in
 * the folder of the recording, which belongs to @recording, or NULL if there is
 * no room for it; then that is told.
 */
const char *rotation_store(struct recording *recording, const char *path,
			   const char *host, const struct rotation *rotation);

/* rotation_trim - remove the oldest results as long as there is more than @rotation */
void rotation_trim(struct recording *recording,
		   const struct rotation *rotation);

/* rotation_save - write recording.json, also if results have to go for that */
void rotation_save(struct recording *recording,
		   const struct rotation *rotation);

/*
 * rotation_find - take up the results that are in the history, if the recording
 * knows of none
 */
void rotation_find(struct recording *recording);

#endif /* RTLA_ROTATION_H */
