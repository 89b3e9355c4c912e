// SPDX-License-Identifier: GPL-2.0
/*
 * Reading JSON documents and their members: see json_read.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/message.h"

json_t *json_read_file(const char *path, const char *remedy)
{
	return json_read_file_or(path, remedy, remedy);
}

json_t *json_read_file_or(const char *path, const char *remedy,
			  const char *broken)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
	json_t *document = NULL;
	json_error_t error;

	if (file)
		document = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
	if (!file || ferror(file))
		fail(RESULT_ERROR, "%s: %s: %s", path, strerror(errno), remedy);
	else if (!document)
		fail(RESULT_ERROR, "%s: line %d, column %d: %s: %s", path,
		     error.line, error.column, error.text, broken);
	if (file && file != stdin)
		fclose(file);
	return document;
}

const char *json_read_text(const json_t *object, const char *name,
			   const char *otherwise)
{
	return json_string_value(json_object_get(object, name)) ?: otherwise;
}

bool json_read_number(const json_t *object, const char *name, uint64_t *number)
{
	const json_t *value = json_object_get(object, name);

	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*number = json_integer_value(value);
	return true;
}

uint64_t json_read_ns(const json_t *object, const char *name)
{
	uint64_t number;

	return json_read_number(object, name, &number) ? number : 0;
}

bool json_read_true(const json_t *object, const char *name)
{
	return json_is_true(json_object_get(object, name));
}
