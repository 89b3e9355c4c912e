// SPDX-License-Identifier: GPL-2.0
/*
 * Making and undoing settings: see journal.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "host/kernel_file.h"
#include "tune/journal.h"
#include "tune/settings.h"

void journal_places_of(struct journal_places *places, const char *root)
{
	snprintf(places->lists, sizeof(places->lists), "%s%s", root,
		 undo_places.lists);
	places->undo = undo_places;
	places->undo.lists = places->lists;
	places->undo.root = root;
}

static const char *journal_path(const struct undo_list *list,
				const struct change *change,
				char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s%s", list->places->root, change->path);
	return path;
}

enum result journal_note(const struct undo_list *list,
			 const struct settings *settings)
{
	char path[PATH_MAX];
	int error = 0;

	for (int i = 0; i < settings->count; i++) {
		const struct finding *finding = settings->setting[i];

		for (int j = 0; !error && j < finding->changes; j++)
			error = undo_file(list,
					  journal_path(list, &finding->change[j],
						       path),
					  finding->change[j].found);
	}
	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: %s: what was there before is not noted, so nothing is changed: make room there",
		    path, strerror(error));
}

/*
 * The order is that of the finding both ways, as in the script of the doctor,
 * and all are written twice where one of them is refused: it may only take its
 * value when the next one has its own.
 */
enum result journal_set(const struct undo_list *list,
			const struct settings *settings, int setting, bool on)
{
	const struct finding *finding = settings->setting[setting];
	const struct change *refused = NULL;
	char path[PATH_MAX];
	int error = 0, now;

	for (int pass = 0; !pass || (refused && pass < 2); pass++) {
		refused = NULL;
		for (int i = 0; i < finding->changes; i++) {
			const struct change *change = &finding->change[i];

			now = kernel_file_put(journal_path(list, change, path),
					      on ? change->value : change->found);
			if (now)
				refused = change;
			error = now ?: error;
		}
	}
	if (!refused)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: '%s' cannot be written: %s: %s",
		    refused->path, on ? refused->value : refused->found,
		    error == EINVAL ? "the kernel keeps another value" :
				      strerror(error),
		    error == EACCES || error == EPERM ?
		    "run this as root" : "leave it out by --only");
}
