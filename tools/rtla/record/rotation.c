// SPDX-License-Identifier: GPL-2.0
/*
 * The results of a recording, and which of them go: see rotation.h.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "history/run_index.h"
#include "history/store.h"
#include "record/kept_worst.h"
#include "record/record_folder.h"
#include "record/recording.h"
#include "record/rotation.h"

static bool is_needed(const struct recording *recording, const json_t *result)
{
	const char *path = json_read_text(result, "path", "");

	for (int i = 0; i < recording->watches; i++)
		if (kept_worst_in(&recording->watch[i].worst, path))
			return true;
	return false;
}

/* Remove the oldest result that nobody needs; returns false if there is none. */
static bool drop_oldest(struct recording *recording)
{
	const json_t *result;
	size_t i;

	json_array_foreach(recording->results, i, result) {
		if (is_needed(recording, result))
			continue;
		record_folder_drop(recording->folder,
				   json_read_text(result, "path", ""));
		json_array_remove(recording->results, i);
		recording->counts.dropped++;
		return true;
	}
	return false;
}

static bool is_too_much(const struct recording *recording,
			const struct rotation *rotation)
{
	const json_t *oldest = json_array_get(recording->results, 0), *result;
	uint64_t bytes = 0, now = recording->counts.clock_ns;
	size_t i;

	/* Results that the worst need do not count for the age. */
	json_array_foreach(recording->results, i, result) {
		bytes += json_read_ns(result, "bytes");
		if (is_needed(recording, oldest))
			oldest = result;
	}
	if (rotation->bytes && bytes > rotation->bytes)
		return true;
	return rotation->age_ns && oldest && !is_needed(recording, oldest) &&
	       json_read_ns(oldest, "clock_ns") + rotation->age_ns < now;
}

static bool has_room(const struct recording *recording, uint64_t bytes)
{
	return record_folder_free(recording->folder) >= bytes;
}

/* Let so much become free; returns whether it is. */
static bool rotation_make_room(struct recording *recording, uint64_t bytes)
{
	while (!has_room(recording, bytes))
		if (!drop_oldest(recording))
			return false;
	return true;
}

void rotation_trim(struct recording *recording, const struct rotation *rotation)
{
	while (is_too_much(recording, rotation))
		if (!drop_oldest(recording))
			break;
	rotation_make_room(recording, rotation->free_bytes);
}

static uint64_t size_of(const char *path)
{
	struct stat status;

	return stat(path, &status) ? 0 : status.st_size;
}

static const char *note_result(struct recording *recording, const char *path,
			       uint64_t bytes)
{
	const char *inside = path + strlen(recording->folder->path) + 1;
	json_t *result = json_pack("{s:o, s:o, s:o}", "path", json_words(inside),
				   "bytes", json_number(bytes), "clock_ns",
				   json_number(recording->counts.clock_ns));

	json_array_append_new(recording->results, result);
	return json_read_text(result, "path", NULL);
}

/* Tell once that the disk is full, and once that it is not any more. */
static void set_full(struct recording *recording, bool full)
{
	if (full && !recording->full)
		recording_tell(recording, "%s: the disk is full, and nothing old is left to remove: results are not written, the worst are kept in memory: free some room there",
			       recording->folder->path);
	if (!full && recording->full)
		recording_tell(recording, "%s: there is room again",
			       recording->folder->path);
	recording->full = full;
}

const char *rotation_store(struct recording *recording, const char *path,
			   const char *host, const struct rotation *rotation)
{
	uint64_t bytes = size_of(path);
	struct run_index index = { .changed = false };
	struct stored_result stored;
	enum result result;

	rotation_make_room(recording, bytes + rotation->free_bytes);
	/* The failure is told by what follows, once. */
	message_mute(true);
	do
		result = store_save(recording->folder->history, path, host,
				    &index, &stored);
	while (result && drop_oldest(recording));
	run_index_leave(&index);
	message_mute(false);
	set_full(recording, result);
	if (!result)
		return note_result(recording, stored.path, bytes);
	recording->counts.unwritten++;
	return NULL;
}

void rotation_save(struct recording *recording, const struct rotation *rotation)
{
	int error;

	rotation_trim(recording, rotation);
	do
		error = recording_write(recording);
	while ((error == ENOSPC || error == EDQUOT) && drop_oldest(recording));
	set_full(recording, error);
	if (error)
		recording->counts.unwritten++;
}

void rotation_find(struct recording *recording)
{
	const struct store_filter any = { .host = NULL };
	struct file_list files = { .count = 0 };

	if (!json_array_size(recording->results) &&
	    !store_list(&files, recording->folder->history, &any))
		for (int i = 0; i < files.count; i++)
			note_result(recording, files.path[i],
				    size_of(files.path[i]));
	file_list_free(&files);
}
