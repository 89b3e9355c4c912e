// SPDX-License-Identifier: GPL-2.0
/*
 * The names of files on a command line: see file_names.h.
 */
#include <string.h>
#include <sys/stat.h>

#include "options/file_names.h"
#include "options/operands.h"

/* Compare existing files by inode; if one does not exist yet, compare names. */
static bool file_names_is_same(const char *a, const char *b)
{
	struct stat first, second;

	if (!strcmp(a, "-") || !strcmp(b, "-"))
		return false;
	if (stat(a, &first) || stat(b, &second))
		return !strcmp(a, b);
	return S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
	       first.st_ino == second.st_ino;
}

static enum options_result settle_inputs(const struct option_set *set,
					 const struct operands *operands,
					 const struct file_name *file)
{
	for (int i = 0; operands && i < operands->count; i++)
		if (file_names_is_same(file->path, operands->word[i]))
			return options_wrong(set, "%s %s: this file is to be read: give another name",
					     file->option, file->path);
	return OPTIONS_OK;
}

static enum options_result settle_outputs(const struct option_set *set,
					  const struct file_name *file,
					  const struct file_name *others)
{
	for (; others < file; others++)
		if (others->path && file_names_is_same(others->path, file->path))
			return options_wrong(set, "%s, %s: both %s: give two names",
					     others->option, file->option,
					     file->path);
	return OPTIONS_OK;
}

enum options_result file_names_settle(const struct option_set *set,
				      const struct operands *operands,
				      const struct file_name *files,
				      size_t count)
{
	enum options_result result = OPTIONS_OK;
	int inputs = 0;

	for (int i = 0; operands && i < operands->count; i++)
		inputs += !strcmp(operands->word[i], "-");
	if (inputs > 1)
		return options_wrong(set, "-: standard input can be read only once: leave one out");
	for (size_t i = 0; i < count && !result; i++) {
		if (!files[i].path)
			continue;
		result = settle_inputs(set, operands, &files[i]);
		if (!result)
			result = settle_outputs(set, &files[i], files);
	}
	return result;
}
