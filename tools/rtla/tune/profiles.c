// SPDX-License-Identifier: GPL-2.0
/*
 * Settings for each boot: see profiles.h.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "doctor/check.h"
#include "doctor/checks.h"
#include "doctor/fix_script.h"
#include "tune/profiles.h"

#define SYSCTL	"/proc/sys/"
#define SYSFS	"/sys/"

#define MADE_BY	"rtla tune"

static bool is_below(const struct change *change, const char *folder)
{
	return !strncmp(change->path, folder, strlen(folder));
}

/* Neither of the plug-ins of tuned for files can write it. */
static bool needs_script(const struct change *change)
{
	return !is_below(change, SYSCTL) && !is_below(change, SYSFS);
}

/* Call @print for each change of @findings. */
static void each_change(FILE *out, const struct findings *findings,
			void (*print)(FILE *out, const struct finding *finding,
				      const struct change *change))
{
	for (size_t i = 0; i < findings->count; i++)
		for (int j = 0; j < findings->finding[i].changes; j++)
			print(out, &findings->finding[i],
			      &findings->finding[i].change[j]);
}

/*
 * A name of sysctl has dots for slashes, or, where a part of it has dots, like
 * the name of a network device, slashes.
 */
static void print_sysctl(FILE *out, const struct finding *finding,
			 const struct change *change)
{
	const char *name = change->path + strlen(SYSCTL);

	(void)finding;
	if (!is_below(change, SYSCTL))
		return;
	for (const char *at = name; *at; at++)
		fputc(*at == '/' && !strchr(name, '.') ? '.' : *at, out);
	fprintf(out, " = %s\n", change->value);
}

static void print_no_sysctl(FILE *out, const struct finding *finding,
			    const struct change *change)
{
	if (!is_below(change, SYSCTL))
		fprintf(out, "# %s is no sysctl: %s has to have '%s'\n",
			finding->check->name, change->path, change->value);
}

/* The options that only the boot loader can set. */
static void print_boot_comments(FILE *out, const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		if (!findings->finding[i].changes)
			fprintf(out, "# %s\n", findings->finding[i].remedy);
}

static void print_sysfs(FILE *out, const struct finding *finding,
			const struct change *change)
{
	(void)finding;
	if (is_below(change, SYSFS))
		fprintf(out, "%s = %s\n", change->path, change->value);
}

static void print_sysctl_file(FILE *out, const void *findings)
{
	fputs("# Made by '" MADE_BY "': what helped on the machine on which that ran.\n", out);
	each_change(out, findings, print_sysctl);
	each_change(out, findings, print_no_sysctl);
	print_boot_comments(out, findings);
}

static void print_tuned(FILE *out, const void *findings)
{
	fputs("# Made by '" MADE_BY "': what helped on the machine on which that ran.\n", out);
	print_boot_comments(out, findings);
	fputs("[main]\n"
	      "summary=Settings that made latencies shorter in an experiment\n"
	      "\n"
	      "[sysctl]\n", out);
	each_change(out, findings, print_sysctl);
	fputs("\n[sysfs]\n", out);
	each_change(out, findings, print_sysfs);
	fputs("\n[script]\n"
	      "script=${i:PROFILE_DIR}/script.sh\n", out);
}

static void print_tune_script(FILE *out, const void *findings)
{
	fix_script_print(out, findings, MADE_BY);
}

/* The same script, as tuned calls it: with start and stop; it verifies by itself. */
static void print_tuned_script(FILE *out, const void *findings)
{
	fputs("#!/bin/sh\n"
	      "# tuned calls this with start or stop.\n"
	      "case ${1-} in\n"
	      "start) set -- ;;\n"
	      "stop) set -- undo ;;\n"
	      "*) exit 0 ;;\n"
	      "esac\n", out);
	print_tune_script(out, findings);
}

enum result profile_script(const char *path, const struct findings *findings)
{
	return whole_file_print("--script", path, print_tune_script, findings);
}

enum result profile_sysctl(const char *path, const struct findings *findings)
{
	return whole_file_print("--sysctl", path, print_sysctl_file, findings);
}

/*
 * Fill in @rest with the findings that have changes which need a script, and
 * these changes; all else is that of @findings. Returns false without memory.
 */
static bool keep_scripted(struct findings *rest,
			  const struct findings *findings)
{
	rest->finding = calloc(findings->count + 1, sizeof(*rest->finding));
	for (size_t i = 0; rest->finding && i < findings->count; i++) {
		const struct finding *from = &findings->finding[i];
		struct finding *to = &rest->finding[rest->count];

		*to = *from;
		to->changes = 0;
		to->change = calloc(from->changes + 1, sizeof(*to->change));
		if (!to->change)
			return false;
		for (int j = 0; j < from->changes; j++)
			if (needs_script(&from->change[j]))
				to->change[to->changes++] = from->change[j];
		rest->count++;
	}
	return rest->finding;
}

static enum result tuned_script(const char *folder,
				const struct findings *findings)
{
	struct findings rest = { .count = 0 };
	enum result result = RESULT_OK;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/script.sh", folder);
	if (!keep_scripted(&rest, findings))
		result = fail(RESULT_ERROR, "out of memory");
	else
		result = whole_file_print("--tuned", path, print_tuned_script,
					  &rest);
	if (!result && chmod(path, 0755))
		result = whole_file_failed("--tuned", path, errno);
	for (size_t i = 0; i < rest.count; i++)
		free(rest.finding[i].change);
	free(rest.finding);
	return result;
}

enum result profile_tuned(const char *folder, const struct findings *findings)
{
	char path[PATH_MAX];
	enum result result;

	if (mkdir(folder, 0755) && errno != EEXIST)
		return whole_file_failed("--tuned", folder, errno);
	snprintf(path, sizeof(path), "%s/tuned.conf", folder);
	result = whole_file_print("--tuned", path, print_tuned, findings);
	return result ?: tuned_script(folder, findings);
}
