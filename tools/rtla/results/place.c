// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a document whose values are not trusted: see place.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "results/place.h"

void place_wrong(struct place *place, const char *format, ...)
{
	char why[128];
	va_list args;

	if (place->wrong)
		return;
	place->wrong = true;
	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	fail(RESULT_ERROR, "%s: %s: %s: " PLACE_REMEDY, place->path, place->text,
	     why);
}

size_t place_enter(struct place *place, const char *name, int index)
{
	size_t length = strlen(place->text);
	char *end = place->text + length;
	size_t room = sizeof(place->text) - length;

	if (name)
		snprintf(end, room, ".%s", name);
	else
		snprintf(end, room, "[%d]", index);
	return length;
}

void place_leave(struct place *place, size_t length)
{
	place->text[length] = '\0';
}

static const char *type_name(json_type type)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object",
		[JSON_ARRAY] = "an array",
		[JSON_STRING] = "a text",
		[JSON_INTEGER] = "a whole number",
	};

	return names[type];
}

const json_t *place_member(struct place *place, const json_t *object,
			   const char *name, json_type type)
{
	const json_t *value = json_object_get(object, name);
	size_t back = place_enter(place, name, 0);

	if (!value)
		place_wrong(place, "missing");
	else if (json_typeof(value) != type)
		place_wrong(place, "not %s", type_name(type));
	place_leave(place, back);
	return place->wrong ? NULL : value;
}

uint64_t place_element_number(struct place *place, const json_t *value)
{
	if (!json_is_integer(value))
		place_wrong(place, "not a whole number");
	else if (json_integer_value(value) < 0)
		place_wrong(place, "negative");
	return place->wrong ? 0 : json_integer_value(value);
}

uint64_t place_number(struct place *place, const json_t *object,
		      const char *name)
{
	const json_t *value = place_member(place, object, name, JSON_INTEGER);
	size_t back = place_enter(place, name, 0);
	uint64_t result = value ? place_element_number(place, value) : 0;

	place_leave(place, back);
	return result;
}
