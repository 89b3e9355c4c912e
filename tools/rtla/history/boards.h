/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The boards of a farm: of each machine and tracer, whether its runs have
 * become worse, and when.
 */
#ifndef RTLA_BOARDS_H
#define RTLA_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "history/show.h"

/* In the order in which boards are shown: those that need somebody come first. */
enum board_state {
	BOARD_WORSE,	/* its last change is for the worse */
	BOARD_FAILED,	/* the gates of its last run have failed */
	BOARD_HIGHEST,	/* its last run is higher than all before */
	BOARD_SILENT,	/* it has not run when others have */
	BOARD_FEW,	/* there are too few runs to see a change */
	BOARD_SAME,
	BOARD_BETTER,	/* its last change is for the better */
	BOARD_STATES
};

/**
 * struct board - the runs of one machine and tracer
 * @run: the oldest one; @count of them belong to the board
 * @section: how many other tracers of the same machine come before it
 * @is: whether it is in this state; the first one is what it is called
 * @context: the one whose figures are told: that of the change; if there is
 *	none, the one with the largest maximum in the last run
 * @percentile: the figure that is told: this percentile, in parts of
 *	PERCENTILE_WHOLE; 0: the maximum
 * @comparable: how many runs have the setup of the last one
 * @changed: the first run of the last level; NULL: there is no change
 * @chance: p value of the change
 * @before: median of the figure on the level before the change, in ns; if the
 *	last run is the highest one: the highest figure before it
 * @after: and on the last level, or that of the last run
 * @worst: the run with the largest maximum of @context
 */
struct board {
	const struct history_run *run;
	int count;
	int section;
	bool is[BOARD_STATES];
	enum event_context context;
	uint32_t percentile;
	int comparable;
	const struct history_run *changed;
	double chance;
	uint64_t before;
	uint64_t after;
	const struct history_run *worst;
};

struct boards {
	struct board *board;	/* in the order in which they are shown */
	int count;
};

/*
 * boards_make - look at the runs of @view, which has one at least
 *
 * The figures are the maximum and the percentile of the view; where the last
 * run has too few samples for that, the highest one below it for which it has
 * enough. A figure has changed where chance explains that in less than 5 % of
 * all such pages (Bonferroni's correction for as many figures as there are),
 * and by a tenth at least: see change_point.h. Only runs with the setup of the
 * last one are compared. Returns false if there is no memory. The caller frees
 * @boards with boards_free(), also then.
 */
bool boards_make(struct boards *boards, const struct history_view *view);
void boards_free(struct boards *boards);

/* board_last - return the last run of a board */
const struct history_run *board_last(const struct board *board);

/* board_state - return what a board is called */
enum board_state board_state(const struct board *board);

/*
 * board_figure - return the figure that is told, of one run, in ns
 *
 * Returns 0 if the run has none.
 */
uint64_t board_figure(const struct board *board, const struct history_run *run);

/* board_state_name - return the name of a state, like "worse" */
const char *board_state_name(enum board_state state);

#define BOARD_TEXT_LEN	512

/*
 * board_text - write to @text, of BOARD_TEXT_LEN bytes, what is to be said of a
 * board; "": nothing
 */
const char *board_text(const struct board *board, char *text);

#endif /* RTLA_BOARDS_H */
