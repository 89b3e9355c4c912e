// SPDX-License-Identifier: GPL-2.0
/*
 * Reading members of JSON documents: see json_read.h.
 */
#include "base/json_read.h"

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
