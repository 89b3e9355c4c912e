// SPDX-License-Identifier: GPL-2.0
/*
 * The options of a command as JSON: see options_json.h.
 */
#include "base/json_write.h"
#include "options/options.h"
#include "options/options_json.h"

/* Return the words of a list that NULL ends; @words may be NULL. */
static json_t *word_array(const char *const *words)
{
	json_t *array = json_array();

	for (int i = 0; words && words[i]; i++)
		json_append(&array, json_string(words[i]));
	return array;
}

static json_t *row_json(const struct option_set *set,
			const struct option_row *row)
{
	const char letter[] = { row->letter, '\0' };
	char text[DESCRIPTION_LEN];

	return json_pack("{s:s, s:o, s:o, s:b, s:b, s:s, s:o}",
			 "name", row->name,
			 "letter", json_known(letter),
			 "argument", json_text_or_null(row->arg),
			 "argument_optional", row->optional,
			 "has_no_form", option_can_negate(row),
			 "text", option_describe(text, set, row),
			 "words", word_array(row->choices ?: row->words));
}

/* Make what --help lists under one title: @group, and those without one after it. */
static json_t *title_json(const struct option_set *set,
			  const struct option_group *const *group)
{
	const char *title = (*group)->title;
	json_t *options = json_array();

	do {
		for (const struct option_row *row = (*group)->rows; row->name;
		     row++)
			json_append(&options, row_json(set, row));
	} while (*++group && !(*group)->title);
	return json_pack("{s:o, s:o}", "title", json_text_or_null(title),
			 "options", options);
}

json_t *options_json(const struct option_set *set)
{
	json_t *titles = json_array();

	for (int i = 0; set->groups[i]; i++)
		if (!i || set->groups[i]->title)
			json_append(&titles, title_json(set, &set->groups[i]));
	return titles;
}
