// SPDX-License-Identifier: GPL-2.0
/*
 * The document of "rtla help --json": see commands_json.h.
 */
#include <stdlib.h>

#include <rtla_version.h>

#include "base/json_write.h"
#include "cmd/commands.h"
#include "cmd/commands_json.h"
#include "options/options_json.h"
#include "results/cpu_figures.h"
#include "results/measured_by.h"
#include "results/not_seen.h"
#include "stats/causes.h"
#include "stats/kind.h"
#include "stats/kind_name.h"

#define FORMAT	"rtla-commands"
#define VERSION	1

static json_t *operand_words(const struct command *command)
{
	json_t *words = json_array();

	for (int i = 0; command->operand_word && command->operand_word(i); i++)
		json_append(&words, json_string(command->operand_word(i)));
	return words;
}

static json_t *commands_command_json(const struct command *command)
{
	void *defaults = command_defaults(command);
	const struct option_set set = {
		.groups = command->groups, .defaults = defaults,
	};
	json_t *options = defaults ? options_json(&set) : NULL;

	free(defaults);
	return json_pack("{s:s, s:o, s:b, s:s, s:o, s:o, s:b, s:o}",
			 "tool", command->tool,
			 "mode", json_text_or_null(command->mode),
			 "mode_is_default",
			 command == command_by_default(command->tool),
			 "summary", command->summary,
			 "operand", json_text_or_null(command->operand),
			 "operand_words", operand_words(command),
			 "runs_program", command->program_field != 0,
			 "titles", options);
}

/* Add a table; @kind is the only one that has it, or NULL. */
static void add_figures(json_t **figures, const char *kind, const char *place,
			const struct figure_row *figure)
{
	for (; figure->id; figure++)
		json_append(figures, json_pack("{s:o, s:s, s:s, s:o, s:s, s:b, s:b, s:b, s:b, s:o}",
			"kind", json_text_or_null(kind), "place", place,
			"id", figure->id,
			"title", json_text_or_null(figure->title),
			"meaning", figure->meaning, "is_loss", figure->is_loss,
			"may_be_unknown", figure->may_be_unknown,
			"may_be_absent", figure->may_be_absent,
			"is_positive", figure->is_positive,
			"metric", json_text_or_null(figure->metric)));
}

static json_t *commands_figures_json(void)
{
	const struct figure_table *table;
	json_t *figures = json_array();

	add_figures(&figures, NULL, "cpus", cpu_figures);
	add_figures(&figures, NULL, "causes", cause_figures);
	for (int i = 0; i < KINDS; i++)
		for (table = kind_row(i)->figures; table && table->place;
		     table++)
			add_figures(&figures, kind_name(i), table->place,
				    table->figures);
	return figures;
}

static json_t *contexts_json(void)
{
	json_t *contexts = json_array();

	for (int i = 0; i < CONTEXTS; i++)
		json_append(&contexts, json_pack("{s:s, s:s}",
			"kind", kind_name(context_kind(i)),
			"name", context_name(i)));
	return contexts;
}

char *commands_json(const struct command *(*at)(size_t place))
{
	const struct command *command;
	json_t *array = json_array();
	json_t *document;
	char *text;

	for (size_t i = 0; (command = at(i)); i++)
		json_append(&array, commands_command_json(command));
	document = json_pack("{s:s, s:i, s:s, s:o, s:o, s:o, s:o, s:o}", "format", FORMAT,
			     "schema_version", VERSION, "version", RTLA_VERSION,
			     "commands", array, "figures", commands_figures_json(),
			     "contexts", contexts_json(),
			     "tracers", measured_by_json(),
			     "capabilities", not_seen_table());
	text = document ? json_dumps(document, JSON_INDENT(1)) : NULL;
	json_decref(document);
	return text;
}
