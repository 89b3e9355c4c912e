/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording: what a recorder has found and what has happened to it, since its
 * folder was made. It is kept in recording.json, from which the next recorder
 * goes on, and of which "rtla record show" tells.
 */
#ifndef RTLA_RECORDING_H
#define RTLA_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/message.h"
#include "host/boot_id.h"
#include "record/kept_worst.h"

struct record_folder;

/* So many commands measure at once. */
#define RECORD_WATCHES_MAX	2

/* The findings of one command that measures. */
struct record_watch {
	struct kept_worst worst;	/* its tracer is the name of the watch */
	uint64_t next;			/* number of the next segment */
	json_t *running;		/* numbers of segments that have no result yet */
};

/* Figures that only grow; times are in ns. */
struct record_counts {
	uint64_t clock_ns;	/* how long a recorder has run, with sleep */
	uint64_t measured_ns;	/* of the segments, which overlap */
	uint64_t unwatched_ns;	/* while a recorder ran, and nothing measured */
	uint64_t asleep_ns;
	uint64_t starts;	/* of recorders */
	uint64_t segments;	/* with a result */
	uint64_t untrusted;	/* of them */
	uint64_t failed;	/* without one */
	uint64_t lost;		/* cut off with their recorder */
	uint64_t clock_steps;
	uint64_t dropped;	/* results, for their size, their age or the disk */
	uint64_t unwritten;	/* results and files for which there was no room */
};

/**
 * struct count_row - one of these figures
 * @name: in recording.json
 * @metric: in OpenMetrics, after "rtla_record_"
 * @help: its meaning there
 * @is_time: in ns; in OpenMetrics in seconds
 * @field: its offset in struct record_counts
 */
struct count_row {
	const char *name;
	const char *metric;
	const char *help;
	bool is_time;
	size_t field;
};

/* NULL as @name ends it. */
extern const struct count_row record_count_rows[];

uint64_t record_count(const struct record_counts *counts,
		      const struct count_row *row);

struct recording {
	const struct record_folder *folder;
	struct record_watch watch[RECORD_WATCHES_MAX];
	int watches;
	struct record_counts counts;
	json_t *events;		/* what happened, the last one at the end */
	json_t *results;	/* those in the history, the oldest first */
	char started_at[32];
	char kernel[128];
	char boot[BOOT_ID_LEN];
	bool full;		/* the disk was, at the last try to write */
};

/*
 * recording_read - read what is in the folder, or begin a new one
 *
 * One that is damaged is put aside, if @mend, and told. Without @mend it is an
 * error, and so is one that is missing. The caller calls recording_free() in
 * any case.
 */
enum result recording_read(struct recording *recording,
			   const struct record_folder *folder, int keep,
			   bool mend);
void recording_free(struct recording *recording);

/* recording_watch - return the watch of this name, which is made if need be, or NULL */
struct record_watch *recording_watch(struct recording *recording,
				     const char *name, int keep);

/* recording_write - write recording.json; returns 0 or an errno */
int recording_write(struct recording *recording);

/*
 * recording_tell - note on stderr, and in the recording, that something has
 * happened
 *
 * A message that has just been told is not told again, but counted.
 */
void recording_tell(struct recording *recording, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* RTLA_RECORDING_H */
