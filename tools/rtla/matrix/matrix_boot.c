// SPDX-License-Identifier: GPL-2.0
/*
 * Booting for a cell: see matrix_boot.h.
 */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "host/machine.h"
#include "host/process.h"
#include "matrix/matrix_boot.h"
#include "matrix/matrix_state.h"

#define LINE_LEN	8192

/* ---- What runs ----------------------------------------------------------- */

/* Return whether each of the words in @options is one of those in @text. */
static bool has_all(const char *text, const char *options)
{
	char words[LINE_LEN], *rest = words, *word;

	snprintf(words, sizeof(words), "%s", options);
	while ((word = strsep(&rest, " ")))
		if (*word && !has_word(text, word))
			return false;
	return true;
}

/* Return whether a word belongs to any isolation of the plan. */
static bool isolates(const struct matrix_plan *plan, const char *word)
{
	for (int i = 0; i < plan->cells; i++)
		if (has_word(plan->cell[i].value[MATRIX_ISOLATION], word))
			return true;
	return false;
}

/*
 * Copy the words of a command line that belong to no isolation of the plan, or
 * are in @options.
 */
static void without_isolation(const struct matrix_plan *plan, const char *line,
			      const char *options, char *copy)
{
	char words[LINE_LEN], *rest = words, *word;
	size_t length = 0;

	snprintf(words, sizeof(words), "%s", line);
	*copy = '\0';
	while ((word = strsep(&rest, " ")))
		if (*word && (!isolates(plan, word) || has_word(options, word)))
			length += snprintf(copy + length, LINE_LEN - length,
					   "%s%s", length ? " " : "", word);
}

bool matrix_fits(const struct matrix_plan *plan, const struct matrix_cell *cell,
		 const struct machine *machine)
{
	const char *options = cell->value[MATRIX_ISOLATION];
	char left[LINE_LEN];

	without_isolation(plan, machine->command_line, options, left);
	return !fnmatch(cell->value[MATRIX_KERNEL], machine->release, 0) &&
	       has_all(machine->command_line, options) &&
	       has_all(left, machine->command_line);
}

static const char *kept_path(const struct matrix_plan *plan,
			     char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/cmdline", plan->results);
	return path;
}

enum result matrix_keep_command_line(const struct matrix_plan *plan,
				     const struct machine *machine)
{
	char path[PATH_MAX], line[LINE_LEN];

	if (!access(kept_path(plan, path), F_OK))
		return RESULT_OK;
	without_isolation(plan, machine->command_line, "", line);
	return matrix_write(path, line);
}

/* ---- Another one --------------------------------------------------------- */

/* Return the newest release with modules that is like @pattern; "": none. */
static const char *newest_release(const char *pattern,
				  char release[NAME_MAX + 1])
{
	static const struct machine this_machine = { .root = "" };
	struct names names;

	*release = '\0';
	if (machine_names(&this_machine, &names, "/lib/modules"))
		return release;
	for (int i = 0; i < names.count; i++) {
		const char *name = names.entry[i]->d_name;

		if (!fnmatch(pattern, name, 0) && strverscmp(name, release) > 0)
			snprintf(release, NAME_MAX + 1, "%s", name);
	}
	names_free(&names);
	return release;
}

enum result matrix_boot(const struct matrix_plan *plan,
			const struct matrix_cell *cell)
{
	const char *options = cell->value[MATRIX_ISOLATION];
	const struct patience patience = { .wake = -1 };
	char path[PATH_MAX], release[NAME_MAX + 1], line[2 * LINE_LEN], text[64];
	char *kept;
	size_t size;
	int status;

	kept = whole_file_read(kept_path(plan, path), &size);
	snprintf(line, sizeof(line), "%s%s%s", kept ?: "", *options ? " " : "",
		 options);
	free(kept);
	setenv("RTLA_KERNEL", cell->name[MATRIX_KERNEL], true);
	setenv("RTLA_ISOLATION", cell->name[MATRIX_ISOLATION], true);
	setenv("RTLA_RELEASE", newest_release(cell->value[MATRIX_KERNEL],
					      release), true);
	setenv("RTLA_OPTIONS", options, true);
	setenv("RTLA_CMDLINE", line, true);
	note("booting %s for %s-%s: 'rtla matrix run %s' goes on there",
	     *release ? release : cell->value[MATRIX_KERNEL],
	     cell->name[MATRIX_KERNEL], cell->name[MATRIX_ISOLATION],
	     plan->path);
	status = shell_run(plan->boot, &patience);
	if (!status)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: boot: %s: install kexec-tools, or give a \"boot\" that lets this machine boot $RTLA_RELEASE with $RTLA_CMDLINE",
		    plan->path, status_text(status, text, sizeof(text)));
}
