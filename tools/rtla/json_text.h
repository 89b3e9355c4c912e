/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making JSON: texts of others, and values that are put together.
 */
#ifndef RTLA_JSON_TEXT_H
#define RTLA_JSON_TEXT_H

#include <stdint.h>

#include <jansson.h>

/*
 * json_text - a name that a task or the kernel gave, which may be anything
 *
 * What is not printable ASCII is a '?'. NULL if there is no memory.
 */
json_t *json_text(const char *text);

/* json_words - what people wrote: as it is if it is UTF-8, else likewise */
json_t *json_words(const char *text);

/* json_number - that of a uint64_t; NULL if there is no memory */
json_t *json_number(uint64_t number);

/*
 * json_append, json_set - one more value, which is taken over
 *
 * Where there is no memory, or was none for the value, *@array or *@object is
 * NULL from then on: so that is checked once, in the end.
 */
void json_append(json_t **array, json_t *value);
void json_set(json_t **object, const char *name, json_t *value);

/* json_text_or_null - NULL is JSON's null */
json_t *json_text_or_null(const char *text);

#endif /* RTLA_JSON_TEXT_H */
