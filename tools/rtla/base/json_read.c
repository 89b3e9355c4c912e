// SPDX-License-Identifier: GPL-2.0
/*
 * Reading JSON documents and their members: see json_read.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/message.h"
#include "base/whole_file.h"

json_t *json_read_file(const char *path, const char *remedy)
{
	return json_read_file_or(path, remedy, remedy);
}

/* A file that is being read. */
struct source {
	FILE *file;
	size_t used;	/* number of bytes that were read */
	int error;	/* errno, or 0 */
};

/* Read up to @size bytes for libjansson. */
static size_t read_some(void *buffer, size_t size, void *context)
{
	struct source *source = context;
	size_t got;

	errno = 0;
	got = fread(buffer, 1, size, source->file);
	source->used += got;
	if (ferror(source->file))
		source->error = errno ?: EIO;
	else if (source->used > WHOLE_FILE_BYTES_MAX)
		source->error = EFBIG;
	return source->error ? (size_t)-1 : got;
}

json_t *json_read_file_or(const char *path, const char *remedy,
			  const char *broken)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
	struct source source = { .file = file, .error = file ? 0 : errno };
	json_t *document = NULL;
	json_error_t error;

	if (file)
		document = json_load_callback(read_some, &source,
					      JSON_REJECT_DUPLICATES, &error);
	if (source.error) {
		json_decref(document);
		document = NULL;
		fail(RESULT_ERROR, "%s: %s: %s", path, strerror(source.error),
		     remedy);
	} else if (!document) {
		fail(RESULT_ERROR, "%s: line %d, column %d: %s: %s", path,
		     error.line, error.column, error.text, broken);
	}
	if (file && file != stdin)
		fclose(file);
	return document;
}

json_t *json_parse(const char *text, size_t size, const char *path,
		   const char *broken)
{
	json_error_t error;
	json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES,
				      &error);

	if (!document)
		fail(RESULT_ERROR, "%s: line %d, column %d: %s: %s", path,
		     error.line, error.column, error.text, broken);
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
