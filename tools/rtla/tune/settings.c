// SPDX-License-Identifier: GPL-2.0
/*
 * Settings to try: see settings.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tune/settings.h"

/* Return whether @name is one of the words of @list, which commas separate. */
static bool is_listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
			return true;
	}
	return false;
}

/* Return whether the finding would change anything. */
static bool changes_something(const struct finding *finding)
{
	for (int i = 0; i < finding->changes; i++)
		if (strcmp(finding->change[i].value, finding->change[i].found))
			return true;
	return false;
}

static bool settings_add(struct settings *settings,
			 const struct finding *finding)
{
	const struct finding **more;

	if (!changes_something(finding))
		return true;
	more = array_grow(settings->setting, settings->count, sizeof(*more));
	if (!more)
		return false;
	settings->setting = more;
	more[settings->count++] = finding;
	return true;
}

/* Compare for qsort(): those that matter most first, then those found first. */
static int by_rank(const void *a, const void *b)
{
	const struct finding *const *first = a, *const *second = b;
	int order = (*second)->check->rank - (*first)->check->rank;

	return order ?: (*first > *second) - (*first < *second);
}

static bool settings_add_checks(struct settings *settings, const char *only)
{
	for (size_t i = 0; i < settings->findings.count; i++) {
		const struct finding *finding = &settings->findings.finding[i];

		if ((!only || is_listed(only, finding->check->name)) &&
		    !settings_add(settings, finding))
			return false;
	}
	if (settings->count)
		qsort(settings->setting, settings->count,
		      sizeof(*settings->setting), by_rank);
	return true;
}

static bool is_kernel_setting(const char *file)
{
	return (!strncmp(file, "/proc/", strlen("/proc/")) ||
		!strncmp(file, "/sys/", strlen("/sys/"))) &&
	       !strstr(file, "..") && !strpbrk(file, " '\n");
}

/* Make the finding of a word FILE=VALUE. */
static enum result name_setting(const struct settings *settings,
				struct named_setting *named, const char *word)
{
	const char *value = strchr(word, '=');
	char *file = value ? strndup(word, value - word) : NULL;

	if (!file || !is_kernel_setting(file)) {
		free(file);
		return fail(RESULT_ERROR, "--try %s: not a file of the kernel with a value: give one like /proc/sys/vm/stat_interval=10",
			    word);
	}
	named->check = (struct check) {
		.name = file, .what = "a setting that the user has named",
	};
	named->finding.check = &named->check;
	named->finding.group = "try";
	finding_change(&settings->findings.machine, &named->finding, value + 1,
		       "%s", file);
	if (!named->finding.changes)
		return fail(RESULT_ERROR, "--try %s: it cannot be read, or needs quotes: see that there is such a file, and run this as root",
			    word);
	finding_set(&named->finding, CHECK_WARNING, NULL, "%s",
		    named->finding.change[0].found);
	finding_command(&named->finding, "echo '%s' >%s", value + 1, file);
	return RESULT_OK;
}

static enum result add_named(struct settings *settings,
			     const struct operands *files)
{
	enum result result = RESULT_OK;

	settings->named = calloc(files->count + 1, sizeof(*settings->named));
	if (!settings->named)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; !result && i < files->count; i++) {
		struct named_setting *named = &settings->named[i];

		settings->names++;
		result = name_setting(settings, named, files->word[i]);
		if (!result && !settings_add(settings, &named->finding))
			result = fail(RESULT_ERROR, "out of memory");
	}
	return result;
}

enum result settings_find(struct settings *settings,
			  const struct settings_wanted *wanted)
{
	*settings = (struct settings) { .count = 0 };
	if (!checks_make(&settings->findings, wanted->cpus, wanted->root) ||
	    !settings_add_checks(settings, wanted->only))
		return fail(RESULT_ERROR, "out of memory");
	return add_named(settings, &wanted->files);
}

void settings_free(struct settings *settings)
{
	for (int i = 0; i < settings->names; i++) {
		finding_free(&settings->named[i].finding);
		free((char *)settings->named[i].check.name);
	}
	free(settings->named);
	free(settings->setting);
	findings_free(&settings->findings);
}

struct findings settings_chosen(const struct settings *settings,
				bool (*chosen)(const void *context, int setting),
				const void *context)
{
	struct findings all = {
		.finding = calloc(settings->count + 1, sizeof(*all.finding)),
	};

	for (int i = 0; all.finding && i < settings->count; i++)
		if (chosen(context, i))
			all.finding[all.count++] = *settings->setting[i];
	return all;
}
