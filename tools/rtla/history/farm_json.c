// SPDX-License-Identifier: GPL-2.0
/*
 * The boards of a farm as JSON.
 */
#include <rtla_version.h>

#include "base/json_write.h"
#include "history/boards.h"
#include "history/farm.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "stats/percentiles.h"

#define FARM_FORMAT	"rtla-history-farm"
#define FARM_VERSION	1

static json_t *farm_run(const struct history_run *run,
			enum event_context context)
{
	const struct run_figures *figures = &run->figures[context];

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}",
			 "path", json_words(run->path),
			 "started_at", json_words(run->started),
			 "kernel", json_known(run->kernel),
			 "outcome", json_words(run->outcome),
			 "max_ns", json_number_if(figures->count, figures->max),
			 "percentile_ns", json_number_if(figures->supported,
							 figures->percentile));
}

static json_t *board_change(const struct board *board)
{
	char name[PERCENTILE_NAME_LEN];

	if (!board->changed)
		return json_null();
	return json_pack("{s:s, s:o, s:o, s:o}",
			 "figure", board->percentile ?
			 percentile_name(board->percentile, name) : "max",
			 "first", farm_run(board->changed, board->context),
			 "before_ns", json_number(board->before),
			 "after_ns", json_number(board->after));
}

static json_t *board_states(const struct board *board)
{
	json_t *states = json_array();

	for (int i = 0; i < BOARD_STATES; i++)
		if (board->is[i])
			json_append(&states, json_string(board_state_name(i)));
	return states;
}

static json_t *board_object(const struct board *board)
{
	char text[BOARD_TEXT_LEN];

	return json_pack("{s:o, s:o, s:i, s:i, s:o, s:s, s:o, s:o, s:o, s:o}",
			 "host", json_words(board->run->host),
			 "tracer", json_words(board->run->tracer),
			 "runs", board->count,
			 "comparable", board->comparable,
			 "states", board_states(board),
			 "context", context_name(board->context),
			 "change", board_change(board),
			 "last", farm_run(board_last(board), board->context),
			 "worst", farm_run(board->worst, board->context),
			 "text", json_words(board_text(board, text)));
}

char *farm_json(const struct history_view *view, const struct boards *boards)
{
	json_t *document = json_object(), *array = json_array();
	char percentile[PERCENTILE_NAME_LEN], *text;

	for (int i = 0; i < boards->count; i++)
		json_append(&array, board_object(&boards->board[i]));
	json_set(&document, "format", json_string(FARM_FORMAT));
	json_set(&document, "schema_version", json_integer(FARM_VERSION));
	json_set(&document, "generator", json_string("rtla " RTLA_VERSION));
	json_set(&document, "folder", json_words(view->folder));
	json_set(&document, "percentile",
		 json_string(percentile_name(view->percentile, percentile) + 1));
	json_set(&document, "unread", json_integer(view->runs->unread));
	json_set(&document, "boards", array);
	text = document ? json_dumps(document, JSON_INDENT(1)) : NULL;
	json_decref(document);
	return text;
}
