/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings are made and undone, by a journal of what was there before: the undo
 * list of the command, which its guard and the next run read if it is killed.
 */
#ifndef RTLA_JOURNAL_H
#define RTLA_JOURNAL_H

#include <limits.h>
#include <stdbool.h>

#include "base/message.h"
#include "host/undo.h"

struct settings;

/* Room for a path of a journal with a root before it. */
struct journal_places {
	struct undo_places undo;
	char lists[PATH_MAX];
};

/* journal_places_of - fill in the places below @root, which outlives them */
void journal_places_of(struct journal_places *places, const char *root);

/*
 * journal_note - note what all files of @settings hold, before anything is
 * changed
 *
 * Prints why it cannot be noted; then nothing may be changed.
 */
enum result journal_note(const struct undo_list *list,
			 const struct settings *settings);

/*
 * journal_set - make a setting, or undo it (!@on)
 *
 * Prints which file does not get its value, and why, and returns RESULT_ERROR;
 * what could be written is then written.
 */
enum result journal_set(const struct undo_list *list,
			const struct settings *settings, int setting, bool on);

#endif /* RTLA_JOURNAL_H */
