// SPDX-License-Identifier: GPL-2.0
/*
 * Making JSON: see json_write.h. libjansson takes only UTF-8 strings, and whole
 * numbers up to INT64_MAX.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "base/times.h"

json_t *json_text(const char *text)
{
	char *plain = strdup(text);
	json_t *value;

	if (plain)
		printable_line(plain);
	value = plain ? json_string(plain) : NULL;
	free(plain);
	return value;
}

json_t *json_name(const char *name)
{
	return *name ? json_text(name) : json_null();
}

json_t *json_words(const char *text)
{
	return json_string(text) ?: json_text(text);
}

json_t *json_number(uint64_t number)
{
	return json_integer(time_min(number, INT64_MAX));
}

json_t *json_text_or_null(const char *text)
{
	return text ? json_words(text) : json_null();
}

void json_append(json_t **array, json_t *value)
{
	if (*array && value && !json_array_append_new(*array, value))
		return;
	json_decref(*array);
	*array = NULL;
}

void json_set(json_t **object, const char *name, json_t *value)
{
	if (*object && value && !json_object_set_new(*object, name, value))
		return;
	json_decref(*object);
	*object = NULL;
}

json_t *json_known(const char *text)
{
	return text && *text ? json_words(text) : json_null();
}

json_t *json_number_if(bool is, uint64_t number)
{
	return is ? json_number(number) : json_null();
}

json_t *json_or(json_t *value, json_t *otherwise)
{
	if (!value)
		return otherwise;
	json_decref(otherwise);
	return json_incref(value);
}
