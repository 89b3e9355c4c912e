// SPDX-License-Identifier: GPL-2.0
/*
 * The boards of a farm: see boards.h.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/human.h"
#include "base/times.h"
#include "history/boards.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "stats/change_point.h"
#include "stats/percentiles.h"
#include "stats/ranks.h"

/* In such a share of pages, chance may call a figure changed. */
#define CHANGE_CHANCE	0.05

/* With fewer runs that can be compared, nothing is said of changes. */
#define COMPARABLE_LEAST	10

/* A change of a median by less than a tenth is not told. */
#define IS_MORE(a, b)	((a) > (b) + (b) / 10)

/* A board is silent after so many times its usual distance of runs, and a day. */
#define SILENT_TIMES	3
#define DAY		(24 * 60 * 60)

/* One figure of a board over its runs. */
struct board_series {
	struct series series;
	uint64_t *value;
	int *place;	/* of each value: the number of its run */
};

const struct history_run *board_last(const struct board *board)
{
	return &board->run[board->count - 1];
}

enum board_state board_state(const struct board *board)
{
	enum board_state state = 0;

	while (state < BOARD_STATES - 1 && !board->is[state])
		state++;
	return state;
}

const char *board_state_name(enum board_state state)
{
	static const char *const names[] = {
		[BOARD_WORSE] = "worse", [BOARD_FAILED] = "failed",
		[BOARD_HIGHEST] = "highest", [BOARD_SILENT] = "silent",
		[BOARD_FEW] = "few runs", [BOARD_SAME] = "unchanged",
		[BOARD_BETTER] = "better",
	};

	return names[state];
}

/* ---- The figures of a board over time ------------------------------------ */

static uint64_t figure_of_run(const struct history_run *run,
			      enum event_context context, uint32_t percentile)
{
	return percentile ? run_entry_percentile(run, context, percentile) :
			    run->figures[context].max;
}

uint64_t board_figure(const struct board *board, const struct history_run *run)
{
	return figure_of_run(run, board->context, board->percentile);
}

/* Return the highest percentile for which the last run has enough samples, or 0. */
static uint32_t supported_percentile(const struct board *board,
				     enum event_context context,
				     uint32_t wanted)
{
	const struct history_run *last = board_last(board);
	uint32_t best = 0;

	if (run_entry_percentile(last, context, wanted))
		return wanted;
	for (const uint32_t *each = percentiles_all; *each; each++)
		if (*each < wanted && *each > best &&
		    run_entry_percentile(last, context, *each))
			best = *each;
	return best;
}

/* Collect the figures of the runs that have the setup of the last one. */
static void collect_figures(const struct board *board, enum event_context context,
		    uint32_t percentile, struct board_series *to)
{
	const struct history_run *last = board_last(board);

	to->series = (struct series) { .value = to->value };
	for (int i = 0; i < board->count; i++) {
		const struct history_run *run = &board->run[i];
		uint64_t figure = figure_of_run(run, context, percentile);

		if (!figure || run->setup != last->setup ||
		    strcmp(run->cpus, last->cpus))
			continue;
		to->place[to->series.count] = i;
		to->value[to->series.count++] = figure;
	}
}

static uint64_t median_between(const struct series *series, int from, int to)
{
	return series_median(&(struct series) { series->value + from,
						to - from });
}

/* Return by how much the board has changed: above 1 it is worse, 0: not at all. */
static double change_of(const struct board *board)
{
	return board->changed ? (double)board->after / board->before : 0;
}

static bool board_is_worse(const struct board *board)
{
	return change_of(board) > 1;
}

/*
 * Take the change of a figure, unless one that is clearer, or for the worse, is
 * known.
 */
static void take_change(struct board *board, const struct board_series *of,
			enum event_context context, uint32_t percentile,
			double chance)
{
	const struct series *series = &of->series;
	struct board found = *board;
	struct change_point change;

	if (!change_point_last(series, chance, &change))
		return;
	found.before = median_between(series, change.from, change.at);
	found.after = median_between(series, change.at, series->count);
	if (!IS_MORE(found.before, found.after) &&
	    !IS_MORE(found.after, found.before))
		return;
	found.changed = &board->run[of->place[change.at]];
	found.context = context;
	found.percentile = percentile;
	found.chance = change.chance;
	if (!board->changed || board_is_worse(&found) > board_is_worse(board) ||
	    (board_is_worse(&found) == board_is_worse(board) && found.chance < board->chance))
		*board = found;
}

/* Take the last run as the highest one, if it is, and nothing else is known. */
static void take_highest(struct board *board, const struct board_series *of,
			 enum event_context context, uint32_t percentile)
{
	const int count = of->series.count;
	uint64_t before = 0;

	if (board->changed || board->is[BOARD_HIGHEST] ||
	    count < COMPARABLE_LEAST || of->place[count - 1] != board->count - 1)
		return;
	for (int i = 0; i < count - 1; i++)
		before = time_max(before, of->value[i]);
	if (!IS_MORE(of->value[count - 1], before))
		return;
	board->is[BOARD_HIGHEST] = true;
	board->context = context;
	board->percentile = percentile;
	board->before = before;
	board->after = of->value[count - 1];
}

/* ---- One board ----------------------------------------------------------- */

/* Return when a run began, in seconds; 0: its text is not a time. */
static time_t run_time(const struct history_run *run)
{
	struct tm parts = { .tm_sec = 0 };
	const char *end = strptime(run->started, "%Y-%m-%dT%TZ", &parts);

	return end && !*end ? timegm(&parts) : 0;
}

/* Return the usual distance of runs, in seconds; @distance has room for all. */
static uint64_t usual_distance(const struct board *board, uint64_t *distance)
{
	for (int i = 1; i < board->count; i++)
		distance[i - 1] = run_time(&board->run[i]) -
				  run_time(&board->run[i - 1]);
	return series_median(&(struct series) { distance, board->count - 1 });
}

static bool board_is_silent(const struct board *board, time_t newest,
		      uint64_t *distance)
{
	const time_t last = run_time(board_last(board));

	if (!last || board->count < 2)
		return false;
	return newest > last + DAY && (uint64_t)(newest - last) >
	       SILENT_TIMES * usual_distance(board, distance);
}

/* Choose the context with the largest maximum in the last run. */
static void board_choose_context(struct board *board, const struct history_view *view)
{
	const struct run_figures *figures = board_last(board)->figures;
	uint64_t most = 0;

	for (int i = 0; i < CONTEXTS; i++) {
		if (!view->context[i] || figures[i].max < most ||
		    !runs_have(board->run, board->count, i))
			continue;
		board->context = i;
		most = figures[i].max;
	}
}

static void find_worst(struct board *board)
{
	board->worst = board_last(board);
	for (int i = 0; i < board->count; i++)
		if (board->run[i].figures[board->context].max >
		    board->worst->figures[board->context].max)
			board->worst = &board->run[i];
}

/* Look at one figure of a board; in a second @pass, only at its last run. */
static void look_at_figure(struct board *board, enum event_context context,
			   uint32_t percentile, double chance, int pass,
			   struct board_series *series)
{
	collect_figures(board, context, percentile, series);
	if (series->series.count > board->comparable)
		board->comparable = series->series.count;
	if (series->series.count < COMPARABLE_LEAST)
		return;
	if (pass)
		take_highest(board, series, context, percentile);
	else
		take_change(board, series, context, percentile, chance);
}

static void find_changes(struct board *board, const struct history_view *view,
			 double chance, struct board_series *series)
{
	/* A change of any figure is more than that the last run is high. */
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < CONTEXTS; i++) {
			uint32_t percentile;

			if (!view->context[i])
				continue;
			look_at_figure(board, i, 0, chance, pass, series);
			percentile = supported_percentile(board, i,
							  view->percentile);
			if (percentile)
				look_at_figure(board, i, percentile, chance,
					       pass, series);
		}
	}
}

static bool look_at_board(struct board *board, const struct history_view *view,
			  double chance, time_t newest)
{
	struct board_series series = {
		.value = malloc(board->count * sizeof(*series.value)),
		.place = malloc(board->count * sizeof(*series.place)),
	};
	const bool good = series.value && series.place;

	board_choose_context(board, view);
	if (good) {
		find_changes(board, view, chance, &series);
		board->is[BOARD_SILENT] = board_is_silent(board, newest, series.value);
	}
	board->is[BOARD_FAILED] = !strcmp(board_last(board)->outcome, "fail");
	board->is[BOARD_WORSE] = board_is_worse(board);
	board->is[BOARD_BETTER] = board->changed && !board_is_worse(board);
	board->is[BOARD_FEW] = board->comparable < COMPARABLE_LEAST;
	board->is[BOARD_SAME] = !board->changed && !board->is[BOARD_FEW];
	find_worst(board);
	free(series.value);
	free(series.place);
	return good;
}

/* ---- All of them --------------------------------------------------------- */

/*
 * Sort by state; by the time of the change, the last one first, and then by how
 * much it is; by name, where nothing else tells.
 */
static int by_need(const void *a, const void *b)
{
	const struct board *x = a, *y = b;
	const double change = change_of(y) - change_of(x);
	int order = board_state(x) - board_state(y);

	if (!order && x->changed && y->changed)
		order = strcmp(y->changed->started, x->changed->started);
	if (!order && change != 0)
		order = change > 0 ? 1 : -1;
	return order ?: strcmp(x->run->host, y->run->host) ?:
	       x->section - y->section;
}

/* Make the boards, with their runs only; return how many figures they have. */
static int separate_boards(struct boards *boards,
			   const struct history_view *view)
{
	const struct history_runs *runs = view->runs;
	int figures = 0;

	for (int i = 0, alike; i < runs->count; i += alike) {
		struct board *board = &boards->board[boards->count++];

		alike = runs_alike(runs, i);
		*board = (struct board) { .run = &runs->run[i], .count = alike };
		if (i && !strcmp(board[-1].run->host, board->run->host))
			board->section = board[-1].section + 1;
		for (int context = 0; context < CONTEXTS; context++)
			figures += 2 * (view->context[context] &&
					runs_have(board->run, alike, context));
	}
	return figures;
}

bool boards_make(struct boards *boards, const struct history_view *view)
{
	time_t newest = 0;
	bool good = true;
	int figures;

	*boards = (struct boards) { .count = 0 };
	boards->board = calloc(view->runs->count, sizeof(*boards->board));
	if (!boards->board)
		return false;
	figures = separate_boards(boards, view);
	for (int i = 0; i < boards->count; i++) {
		const time_t last = run_time(board_last(&boards->board[i]));

		newest = last > newest ? last : newest;
	}
	for (int i = 0; good && i < boards->count; i++)
		good = look_at_board(&boards->board[i], view,
				     CHANGE_CHANCE / (figures + !figures),
				     newest);
	qsort(boards->board, boards->count, sizeof(*boards->board), by_need);
	return good;
}

void boards_free(struct boards *boards)
{
	free(boards->board);
	*boards = (struct boards) { .count = 0 };
}

/* ---- What is said of a board --------------------------------------------- */

static const char *known_kernel(const struct history_run *run)
{
	return *run->kernel ? run->kernel : "an unknown kernel";
}

static int tell_change(const struct board *board, const char *figure,
		       char *text, size_t size)
{
	const struct history_run *run = board->changed, *last = run - 1;
	char before[QUANTITY_LEN], after[QUANTITY_LEN], kernels[256] = "";

	if (strcmp(run->kernel, last->kernel))
		snprintf(kernels, sizeof(kernels), ", with %.100s after %.100s",
			 known_kernel(run), known_kernel(last));
	return snprintf(text, size, "%s %s: %s us since %.24s%s, %s us before. ",
			context_name(board->context), figure,
			us_text(board->after, after), run->started, kernels,
			us_text(board->before, before));
}

static int tell_highest(const struct board *board, const char *figure,
			char *text, size_t size)
{
	char before[QUANTITY_LEN], after[QUANTITY_LEN];

	return snprintf(text, size, "%s %s: %s us in the last run, at most %s us in the %d runs before it. ",
			context_name(board->context), figure,
			us_text(board->after, after),
			us_text(board->before, before), board->comparable - 1);
}

const char *board_text(const struct board *board, char *text)
{
	const struct history_run *last = board_last(board);
	char name[PERCENTILE_NAME_LEN];
	const char *figure = board->percentile ?
			     percentile_name(board->percentile, name) : "max";
	const size_t size = BOARD_TEXT_LEN;
	size_t used = 0;

	*text = '\0';
	if (board->changed)
		used += tell_change(board, figure, text, size);
	if (board->is[BOARD_HIGHEST])
		used += tell_highest(board, figure, text + used, size - used);
	if (board->is[BOARD_FAILED])
		used += snprintf(text + used, size - used, "The gates of the last run failed. ");
	if (board->is[BOARD_SILENT])
		used += snprintf(text + used, size - used, "No run since %.24s. ",
				 last->started);
	if (board->is[BOARD_FEW])
		used += snprintf(text + used, size - used, "To see changes takes %d comparable runs: there are %d. ",
				 COMPARABLE_LEAST, board->comparable);
	if (used)
		text[used - 1] = '\0';
	return text;
}
