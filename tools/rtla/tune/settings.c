// SPDX-License-Identifier: GPL-2.0
/*
 * Settings to try: see settings.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "host/machine.h"
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

/* Add an empty setting of the user; the others stay where they are. */
static struct named_setting *settings_add_named(struct settings *settings)
{
	struct named_setting **more =
		array_grow(settings->named, settings->names, sizeof(*more));

	if (!more)
		return NULL;
	settings->named = more;
	more[settings->names] = calloc(1, sizeof(**more));
	return more[settings->names] ? more[settings->names++] : NULL;
}

struct finding *settings_add_text(struct settings *settings,
				  const struct setting_text *text)
{
	struct named_setting *named = settings_add_named(settings);
	const struct finding **more;

	if (!named)
		return NULL;
	named->check = (struct check) {
		.name = strdup(text->name),
		.what = "a setting that the user has named",
	};
	named->group = strdup(text->group);
	named->finding.check = &named->check;
	named->finding.group = named->group;
	more = array_grow(settings->setting, settings->count, sizeof(*more));
	if (more)
		settings->setting = more;
	if (!more || !named->check.name || !named->group)
		return NULL;
	more[settings->count++] = &named->finding;
	finding_set(&named->finding, CHECK_WARNING, NULL, "%s",
		    text->options ? "not on the kernel's command line" : "");
	finding_remedy(&named->finding, "%s", text->advice);
	if (text->options)
		finding_option(&named->finding, "%s", text->options);
	return &named->finding;
}

void setting_add_file(const struct settings *settings, struct finding *finding,
		      const char *file, const char *value, const char *found)
{
	struct change *grown;
	int before = finding->changes;

	finding_change(&settings->findings.machine, finding, value, "%s", file);
	if (finding->changes > before)
		return;
	grown = array_grow(finding->change, finding->changes, sizeof(*grown));
	if (!grown)
		return;
	finding->change = grown;
	grown[finding->changes++] = (struct change) {
		strdup(file), strdup(value), strdup(found)
	};
}

/* Add the setting of a word FILE=VALUE. */
static enum result add_named(struct settings *settings, const char *word)
{
	const char *value = strchr(word, '=');
	char *file = value ? strndup(word, value - word) : NULL;
	struct finding *finding;

	if (!file || !is_kernel_setting(file)) {
		free(file);
		return fail(RESULT_ERROR, "--try %s: not a file of the kernel with a value: give one like /proc/sys/vm/stat_interval=10",
			    word);
	}
	finding = settings_add_text(settings, &(struct setting_text) {
		.name = file, .group = "try", .advice = "",
	});
	if (finding)
		finding_change(&settings->findings.machine, finding, value + 1,
			       "%s", file);
	free(file);
	if (!finding)
		return fail(RESULT_ERROR, "out of memory");
	if (!finding->changes)
		return fail(RESULT_ERROR, "--try %s: it cannot be read, or needs quotes: see that there is such a file, and run this as root",
			    word);
	finding_set(finding, CHECK_WARNING, NULL, "%s",
		    finding->change[0].found);
	finding_command(finding, "echo '%s' >%s", value + 1,
			finding->check->name);
	if (!changes_something(finding))
		settings->count--;
	return RESULT_OK;
}

const char *setting_options(const struct settings *settings, int setting)
{
	const struct finding *finding = settings->setting[setting];

	return finding->changes || !finding->options ? NULL :
						       finding->option[0];
}

bool settings_boot(const struct settings *settings)
{
	for (int i = 0; i < settings->count; i++)
		if (setting_options(settings, i))
			return true;
	return false;
}

void settings_begin(struct settings *settings, const char *root)
{
	*settings = (struct settings) { .count = 0 };
	machine_init(&settings->findings.machine, root, NULL);
}

enum result settings_find(struct settings *settings,
			  const struct settings_wanted *wanted)
{
	enum result result = RESULT_OK;

	*settings = (struct settings) { .count = 0 };
	if (!checks_make(&settings->findings, wanted->cpus, wanted->root) ||
	    !settings_add_checks(settings, wanted->only))
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; !result && i < wanted->files.count; i++)
		result = add_named(settings, wanted->files.word[i]);
	return result;
}

void settings_free(struct settings *settings)
{
	for (int i = 0; i < settings->names; i++) {
		finding_free(&settings->named[i]->finding);
		free((char *)settings->named[i]->check.name);
		free(settings->named[i]->group);
		free(settings->named[i]);
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
