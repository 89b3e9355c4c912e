/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading JSON documents from outside, and their members. Any member may be
 * missing or have a wrong type, and @object may be no object, or NULL.
 */
#ifndef RTLA_JSON_READ_H
#define RTLA_JSON_READ_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

/*
 * json_read_file - return the document in the file @path; "-" is standard input
 *
 * If the file cannot be read, has more than 128 MiB, or is no JSON, prints why,
 * where, and @remedy, and returns NULL. The caller frees the document with
 * json_decref().
 */
json_t *json_read_file(const char *path, const char *remedy);

/*
 * json_read_file_or - do the same, but print @broken as the remedy of a file
 * that can be read, and is no JSON
 */
json_t *json_read_file_or(const char *path, const char *remedy,
			  const char *broken);

/*
 * json_parse - return the document in @text, which was read from @path
 *
 * If it is no JSON, prints where, why and @broken, and returns NULL. The caller
 * frees the document with json_decref().
 */
json_t *json_parse(const char *text, size_t size, const char *path,
		   const char *broken);

/*
 * json_read_text - return the string member @name of @object, or @otherwise
 *
 * The string belongs to @object.
 */
const char *json_read_text(const json_t *object, const char *name,
			   const char *otherwise);

/*
 * json_read_number - read the member @name of @object into @number
 *
 * Returns false, and leaves @number alone, if the member is not a whole number,
 * or is negative.
 */
bool json_read_number(const json_t *object, const char *name, uint64_t *number);

/* json_read_ns - return the number that json_read_number() reads, or else 0 */
uint64_t json_read_ns(const json_t *object, const char *name);

/* json_read_true - return whether the member @name exists, and is true */
bool json_read_true(const json_t *object, const char *name);

#endif /* RTLA_JSON_READ_H */
