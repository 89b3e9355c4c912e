// SPDX-License-Identifier: GPL-2.0
/*
 * The diary of an experiment: see diary.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/whole_file.h"
#include "host/machine.h"
#include "tune/diary.h"

#define DIGITS	17
#define REMEDY	"give the file that 'rtla tune --boot' names"

/* ---- The file ------------------------------------------------------------ */

static enum result diary_save(const struct diary *diary)
{
	char *text = diary->document ?
		     json_dumps(diary->document, JSON_INDENT(1) |
				JSON_REAL_PRECISION(DIGITS)) : NULL;
	int error = text ? whole_file_replace(diary->path, text, strlen(text)) :
			   ENOMEM;

	free(text);
	return error ? whole_file_failed("--state", diary->path, error) :
		       RESULT_OK;
}

static bool is_diary(const json_t *document)
{
	uint64_t version;

	return !strcmp(json_read_text(document, "format", ""), DIARY_FORMAT) &&
	       json_read_number(document, "schema_version", &version) &&
	       version == DIARY_VERSION &&
	       json_is_array(json_object_get(document, "words")) &&
	       json_is_array(json_object_get(document, "settings")) &&
	       json_is_array(json_object_get(document, "blocks")) &&
	       json_is_array(json_object_get(document, "begun"));
}

enum result diary_read(struct diary *diary, const char *path)
{
	*diary = (struct diary) {
		.path = path, .document = json_read_file(path, REMEDY),
	};
	if (!diary->document)
		return RESULT_ERROR;
	if (!is_diary(diary->document))
		return fail(RESULT_ERROR, "%s: no state of an experiment that this version of rtla can read: " REMEDY,
			    path);
	return RESULT_OK;
}

void diary_free(struct diary *diary)
{
	json_decref(diary->document);
	*diary = (struct diary) { .path = NULL };
}

/* Refuse to replace an experiment that could go on. */
static enum result diary_refuse_old(const char *path)
{
	struct diary old;
	enum result result;

	if (access(path, F_OK))
		return RESULT_OK;
	result = diary_read(&old, path);
	if (!result && !json_read_true(old.document, "complete"))
		result = fail(RESULT_ERROR, "--state %s: it has an experiment that has not ended: go on with --resume, or remove the file",
			      path);
	diary_free(&old);
	return result;
}

/* Make the folder of the diary; a missing one above that is an error. */
static void make_folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash && slash != path ? strndup(path, slash - path) :
						NULL;

	if (folder)
		mkdir(folder, 0755);
	free(folder);
}

/* ---- What is asked for --------------------------------------------------- */

static json_t *files_json(const struct finding *finding)
{
	json_t *files = json_array();

	for (int i = 0; i < finding->changes; i++)
		json_append(&files, json_pack("{s:o, s:o, s:o}",
			"file", json_words(finding->change[i].path),
			"value", json_words(finding->change[i].value),
			"found", json_words(finding->change[i].found)));
	return files;
}

static json_t *all_settings_json(const struct settings *settings)
{
	json_t *array = json_array();

	for (int i = 0; i < settings->count; i++) {
		const struct finding *finding = settings->setting[i];

		json_append(&array, json_pack("{s:o, s:s, s:o, s:o, s:o}",
			"name", json_words(finding->check->name),
			"group", finding->group,
			"options", json_text_or_null(setting_options(settings, i)),
			"advice", json_words(finding->remedy),
			"files", files_json(finding)));
	}
	return array;
}

static json_t *words_json(const struct invocation *words)
{
	json_t *array = json_array();

	for (int i = 0; i < words->argc; i++)
		json_append(&array, json_string(words->argv[i]));
	return array;
}

enum result diary_begin(struct diary *diary, const char *path,
			const struct invocation *words,
			const struct settings *settings)
{
	const struct machine *machine = &settings->findings.machine;
	char *folder = getcwd(NULL, 0);
	enum result result = diary_refuse_old(path);

	*diary = (struct diary) { .path = path };
	boot_id_read(machine->root, diary->boot);
	if (!result) {
		make_folder_of(path);
		diary->document = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:[], s:[], s:n, s:b}",
			"format", DIARY_FORMAT,
			"schema_version", DIARY_VERSION,
			"words", words_json(words),
			"folder", json_words(folder ?: "/"),
			"kernel", json_words(machine->release),
			"command_line", json_words(machine->command_line),
			"settings", all_settings_json(settings),
			"blocks", "begun", "next",
			"complete", false);
		result = diary->document ? diary_save(diary) :
			 fail(RESULT_ERROR, "--state %s: a word of the command line is not UTF-8: give others",
			      path);
	}
	free(folder);
	return result;
}

struct invocation diary_words(const struct diary *diary)
{
	const json_t *words = json_object_get(diary->document, "words");
	size_t count = json_array_size(words);
	char **argv = calloc(count + 1, sizeof(*argv));

	for (size_t i = 0; argv && i < count; i++)
		argv[i] = (char *)(json_string_value(json_array_get(words, i)) ?: "");
	return (struct invocation) { argv ? count : 0, argv };
}

const char *diary_folder(const struct diary *diary)
{
	return json_read_text(diary->document, "folder", "/");
}

const char *diary_command_line(const struct diary *diary)
{
	return json_read_text(diary->document, "command_line", "");
}

enum result diary_machine(const struct diary *diary,
			  const struct machine *machine)
{
	const char *kernel = json_read_text(diary->document, "kernel", "");

	if (!strcmp(kernel, machine->release))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "%s: it is about the kernel %s, but %s runs: boot that kernel",
		    diary->path, kernel, machine->release);
}

static bool diary_read_setting(struct settings *settings,
			       const json_t *from)
{
	const json_t *files = json_object_get(from, "files"), *file;
	const struct setting_text text = {
		.name = json_read_text(from, "name", ""),
		.group = json_read_text(from, "group", ""),
		.options = json_read_text(from, "options", NULL),
		.advice = json_read_text(from, "advice", ""),
	};
	struct finding *finding = settings_add_text(settings, &text);
	size_t i;

	json_array_foreach(files, i, file) {
		if (finding)
			setting_add_file(settings, finding,
					 json_read_text(file, "file", ""),
					 json_read_text(file, "value", ""),
					 json_read_text(file, "found", ""));
	}
	return finding;
}

enum result diary_settings(struct diary *diary, struct settings *settings,
			   const char *root)
{
	const json_t *all = json_object_get(diary->document, "settings"), *one;
	bool good = true;
	size_t i;

	boot_id_read(root, diary->boot);
	settings_begin(settings, root);
	json_array_foreach(all, i, one)
		good = good && diary_read_setting(settings, one);
	return good ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

/* ---- Blocks -------------------------------------------------------------- */

static json_t *diary_list(const struct diary *diary, const char *name)
{
	return json_object_get(diary->document, name);
}

/* A name stands for the first context that has it: only the name is shown. */
static enum event_context context_called(const char *name)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (!strcmp(context_name(i), name))
			return i;
	return 0;
}

bool diary_recall(struct diary *diary, int tried, bool with,
		  enum course_measured *measured, double *figure,
		  enum event_context *context, enum result *result)
{
	const json_t *block = json_array_get(diary_list(diary, "blocks"),
					     diary->recalled);
	const json_t *value = json_object_get(block, "figure");
	uint64_t setting;

	if (!block)
		return false;
	if (!json_read_number(block, "setting", &setting) ||
	    setting != (uint64_t)tried ||
	    json_read_true(block, "with") != with) {
		*result = fail(RESULT_ERROR, "%s: its blocks come in another order: go on with the version of rtla that has begun it, or remove the file",
			       diary->path);
		return false;
	}
	diary->recalled++;
	*figure = json_number_value(value);
	*measured = *figure > 0 ? COURSE_MEASURED : COURSE_FAILED;
	*context = context_called(json_read_text(block, "context", ""));
	return true;
}

static bool is_this_boot(const struct diary *diary, const json_t *boot)
{
	return json_is_string(boot) &&
	       !strcmp(json_string_value(boot), diary->boot);
}

enum result diary_note_start(struct diary *diary, int *crashes)
{
	json_t *begun = diary_list(diary, "begun"), *boot;
	bool known = false;
	size_t i;

	json_array_foreach(begun, i, boot)
		known |= is_this_boot(diary, boot);
	*crashes = json_array_size(begun) - known;
	if (known)
		return RESULT_OK;
	json_array_append_new(begun, json_string(diary->boot));
	return diary_save(diary);
}

enum result diary_note_block(struct diary *diary, int tried, bool with,
			     enum course_measured measured, double figure,
			     enum event_context context, bool boots)
{
	json_array_append_new(diary_list(diary, "blocks"),
		json_pack("{s:i, s:b, s:o, s:s, s:o}",
			  "setting", tried, "with", with,
			  "figure", measured == COURSE_MEASURED ?
				    json_real(figure) : json_null(),
			  "context", context_name(context),
			  "boot", json_text_or_null(boots ? diary->boot : NULL)));
	json_array_clear(diary_list(diary, "begun"));
	diary->recalled++;
	return diary_save(diary);
}

void diary_note_stop(struct diary *diary)
{
	if (!json_array_size(diary_list(diary, "begun")))
		return;
	json_array_clear(diary_list(diary, "begun"));
	diary_save(diary);
}

bool diary_boot_is_used(const struct diary *diary)
{
	const json_t *blocks = diary_list(diary, "blocks"), *block;
	size_t i;

	json_array_foreach(blocks, i, block) {
		if (is_this_boot(diary, json_object_get(block, "boot")))
			return true;
	}
	return false;
}

enum result diary_note_next(struct diary *diary, const char *options)
{
	json_object_set_new(diary->document, "next",
			    json_text_or_null(options));
	json_object_set_new(diary->document, "complete",
			    json_boolean(!options));
	return diary_save(diary);
}
