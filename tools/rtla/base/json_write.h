/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making JSON: from texts that may not be UTF-8, and by adding values to arrays
 * and objects. The functions that return a value return a new reference.
 */
#ifndef RTLA_JSON_WRITE_H
#define RTLA_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

/*
 * json_text - make a string of a name from a task or the kernel, with any bytes
 *
 * It becomes what printable_line() makes of it. Returns NULL if there is no
 * memory.
 */
json_t *json_text(const char *text);

/*
 * json_words - make a string of a text that a person wrote
 *
 * A text in UTF-8 stays as it is; any other becomes what json_text() makes of
 * it. Returns NULL if there is no memory.
 */
json_t *json_words(const char *text);

/*
 * json_number - make a number of @number, or of INT64_MAX if that is less
 *
 * Returns NULL if there is no memory.
 */
json_t *json_number(uint64_t number);

/*
 * json_append, json_set - add @value to *@array or *@object
 *
 * The caller's reference to @value is taken over. If there is no memory, or if
 * @value is NULL because there was none, *@array or *@object is freed, and is
 * NULL from then on. So the caller checks it only once, at the end.
 */
void json_append(json_t **array, json_t *value);
void json_set(json_t **object, const char *name, json_t *value);

/*
 * json_known - make a string with json_words(); NULL or "": JSON's null, as
 * nothing is known
 */
json_t *json_known(const char *text);

/*
 * json_number_if - make a number with json_number() if there is one (@is), else
 * JSON's null
 */
json_t *json_number_if(bool is, uint64_t number);

/*
 * json_or - return one more reference to @value, or @otherwise if @value is
 * NULL
 *
 * @otherwise is taken over.
 */
json_t *json_or(json_t *value, json_t *otherwise);

/* json_name - make a string with json_text(); "": JSON's null */
json_t *json_name(const char *name);

/* json_text_or_null - make a string with json_words(); NULL: JSON's null */
json_t *json_text_or_null(const char *text);

#endif /* RTLA_JSON_WRITE_H */
