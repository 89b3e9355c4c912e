// SPDX-License-Identifier: GPL-2.0
/*
 * The boards of a farm as a table for people.
 */
#include <string.h>

#include "base/grid.h"
#include "base/human.h"
#include "history/boards.h"
#include "history/farm.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "stats/percentiles.h"

static void put_farm_head(struct grid *grid, uint32_t percentile)
{
	char name[PERCENTILE_NAME_LEN];

	grid_row(grid);
	grid_put(grid, GRID_LEFT, "board");
	grid_put(grid, GRID_LEFT, "state");
	grid_put(grid, GRID_LEFT, "tracer");
	grid_put(grid, GRID_RIGHT, "runs");
	grid_put(grid, GRID_LEFT, "of the last");
	grid_put(grid, GRID_RIGHT, "max");
	grid_put(grid, GRID_RIGHT, percentile_name(percentile, name));
	grid_put(grid, GRID_RIGHT, "worst");
}

static void put_board(struct grid *grid, const struct board *board)
{
	const struct run_figures *last =
		&board_last(board)->figures[board->context];
	char text[BOARD_TEXT_LEN], number[QUANTITY_LEN];

	grid_row(grid);
	grid_put(grid, GRID_LEFT, board->run->host);
	grid_put(grid, GRID_LEFT, board_state_name(board_state(board)));
	grid_put(grid, GRID_LEFT, board->run->tracer);
	snprintf(number, sizeof(number), "%d", board->count);
	grid_put(grid, GRID_RIGHT, number);
	grid_put(grid, GRID_LEFT, context_name(board->context));
	grid_put(grid, GRID_RIGHT, last->count ? us_text(last->max, number) : "-");
	snprintf(text, sizeof(text), "%s%s",
		 last->supported && last->at_least ? ">= " : "",
		 last->supported ? us_text(last->percentile, number) : "-");
	grid_put(grid, GRID_RIGHT, text);
	grid_put(grid, GRID_RIGHT,
		 us_text(board->worst->figures[board->context].max, number));
	if (*board_text(board, text))
		grid_line(grid, text);
}

bool farm_print(FILE *out, const struct history_view *view,
		const struct boards *boards)
{
	struct grid grid = { .cells = 0 };

	fprintf(out, "%d runs of %d boards, times in us; boards that became worse are first\n",
		view->runs->count, boards->count);
	put_farm_head(&grid, view->percentile);
	for (int i = 0; i < boards->count; i++)
		put_board(&grid, &boards->board[i]);
	return grid_print(out, &grid);
}
