/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The diary of an experiment that goes on across boots: what was asked for, and
 * each block that was measured, in a file that a crash does not damage.
 *
 * After a boot the course is run from its beginning, with the figures of the
 * diary for the blocks that it has; so it comes to where it was.
 */
#ifndef RTLA_DIARY_H
#define RTLA_DIARY_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/message.h"
#include "host/boot_id.h"
#include "options/invocation.h"
#include "trace/contexts.h"
#include "tune/course.h"
#include "tune/settings.h"

#define DIARY_FORMAT	"rtla-tuning-diary"
#define DIARY_VERSION	1

struct diary {
	const char *path;
	json_t *document;
	size_t recalled;	/* so many blocks were taken from it */
	char boot[BOOT_ID_LEN];	/* that runs now */
};

/**
 * diary_begin - begin the diary of an experiment, in a new file
 * @path: it outlives the diary; the folder may be missing
 * @words: of the command line, after the name of the command
 * @settings: that are tried
 *
 * Refuses to replace the diary of an experiment that has not ended. Prints what
 * goes wrong. The caller calls diary_free() in any case.
 */
enum result diary_begin(struct diary *diary, const char *path,
			const struct invocation *words,
			const struct settings *settings);

/*
 * diary_read - read the diary in the file @path
 *
 * Prints what goes wrong. The caller calls diary_free() in any case.
 */
enum result diary_read(struct diary *diary, const char *path);
void diary_free(struct diary *diary);

/* diary_words - return the words of the command line; they belong to the caller */
struct invocation diary_words(const struct diary *diary);

/* diary_folder - return the folder in which the experiment was begun */
const char *diary_folder(const struct diary *diary);

/*
 * diary_settings - fill in the settings that are tried, on a machine below
 * @root
 *
 * Prints what goes wrong. The caller calls settings_free() in any case.
 */
enum result diary_settings(struct diary *diary, struct settings *settings,
			   const char *root);

/*
 * diary_machine - refuse a machine that runs another kernel than that on which
 * it was begun
 */
enum result diary_machine(const struct diary *diary,
			  const struct machine *machine);

/* diary_command_line - return the command line with which it was begun */
const char *diary_command_line(const struct diary *diary);

/*
 * diary_recall - take the next block from the diary
 *
 * @tried and @with are the setting that is looked at in it, and whether it is
 * on. Returns false if the diary has no more, or if its next one is another
 * one, which has then been told, and *@result set.
 */
bool diary_recall(struct diary *diary, int tried, bool with,
		  enum course_measured *measured, double *figure,
		  enum event_context *context, enum result *result);

/*
 * diary_note_start - note that a block begins in this boot; sets *@crashes to
 * how many earlier boots have ended in it
 */
enum result diary_note_start(struct diary *diary, int *crashes);

/* diary_note_block - note what came of it; @boots: it has taken a boot of its own */
enum result diary_note_block(struct diary *diary, int tried, bool with,
			     enum course_measured measured, double figure,
			     enum event_context context, bool boots);

/* diary_note_stop - note that it has ended without a figure, and without a crash */
void diary_note_stop(struct diary *diary);

/* diary_boot_is_used - return whether a block has had this boot to itself */
bool diary_boot_is_used(const struct diary *diary);

/*
 * diary_note_next - note with which options of the kernel's command line the
 * next boot has to be, for programs; NULL: the experiment has ended
 */
enum result diary_note_next(struct diary *diary, const char *options);

#endif /* RTLA_DIARY_H */
