// SPDX-License-Identifier: GPL-2.0
/*
 * The boards of a farm as a page: what became worse, each board with its trend,
 * and the worst latency by board and kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "history/boards.h"
#include "history/farm.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/svg.h"
#include "stats/percentiles.h"

/* So many kernels have a column: those that ran last. */
#define KERNELS_MAX	8

#define TREND_WIDTH	200
#define TREND_HEIGHT	30

/* Farms have more kernels, over the years, than anybody looks at. */
struct farm_kernels {
	const struct history_run *last[KERNELS_MAX];	/* the last run of each */
	int count;
	bool more;
};

const char *farm_page_of_board(const char *host, char name[FARM_NAME_LEN])
{
	snprintf(name, FARM_NAME_LEN, "board-%s.html", host);
	return name;
}

/* Print a text that leads to a run in the page of its board. */
static void farm_print_link(FILE *out, const struct board *board,
			    const struct history_run *run, const char *text)
{
	char name[FARM_NAME_LEN];

	fputs("<a class=\"run\" href=\"", out);
	html_url(out, farm_page_of_board(board->run->host, name));
	fprintf(out, "#run-%d-%d\">", board->section, (int)(run - board->run));
	html_text(out, text);
	fputs("</a>", out);
}

static void farm_linked_number(FILE *out, const struct board *board,
			       const struct history_run *run, const char *text)
{
	fputs("<td class=\"n\">", out);
	farm_print_link(out, board, run, text);
	fputs("</td>", out);
}

/* ---- The trend of a board ------------------------------------------------ */

/* Draw the figure of a board over its runs, on a logarithmic scale, and its change. */
static void draw_trend(FILE *out, const struct board *board, int number)
{
	uint64_t min = UINT64_MAX, max = 0;
	struct frame frame;
	bool on = false;
	char id[24];

	for (int i = 0; i < board->count; i++) {
		uint64_t figure = board_figure(board, &board->run[i]);

		min = figure ? time_min(min, figure) : min;
		max = time_max(max, figure);
	}
	if (!max)
		min = max = 1;
	frame = (struct frame) {
		.x = { 0, board->count, 2, TREND_WIDTH - 2, false },
		.y = { min / 1.1, max * 1.1, TREND_HEIGHT - 2, 2, true },
	};
	snprintf(id, sizeof(id), "board-%d", number);
	svg_begin(out, id, TREND_WIDTH, TREND_HEIGHT, board->run->host,
		  "The figure of each run, in the order of time, on a logarithmic scale; a vertical line is where it has changed.");
	if (board->changed)
		fprintf(out, "<path class=\"threshold\" d=\"M%.1f 0V%d\"/>",
			scale_at(&frame.x, board->changed - board->run),
			TREND_HEIGHT);
	fputs("<path class=\"line s0\" d=\"", out);
	for (int i = 0; i < board->count; i++) {
		uint64_t figure = board_figure(board, &board->run[i]);

		if (figure)
			fprintf(out, "%c%.1f %.1f", on ? 'L' : 'M',
				scale_at(&frame.x, i + 0.5),
				scale_at(&frame.y, figure));
		on = figure;
	}
	fputs("\"/>", out);
	svg_end(out);
}

/* ---- All boards ---------------------------------------------------------- */

static const char *badge_of(enum board_state state)
{
	static const char *const badges[] = {
		[BOARD_WORSE] = "bad", [BOARD_FAILED] = "bad",
		[BOARD_HIGHEST] = "warn", [BOARD_SILENT] = "warn",
		[BOARD_FEW] = "none", [BOARD_SAME] = "none",
		[BOARD_BETTER] = "good",
	};

	return badges[state];
}

/* Print the name of a board, which leads to its page. */
static void print_board_name(FILE *out, const struct board *board)
{
	char name[FARM_NAME_LEN];

	fputs("<th scope=\"row\"><a href=\"", out);
	html_url(out, farm_page_of_board(board->run->host, name));
	fprintf(out, "#runs-%d\">", board->section);
	html_text(out, board->run->host);
	fputs("</a>, ", out);
	html_text(out, board->run->tracer);
	fputs("</th>", out);
}

static void print_board(FILE *out, const struct board *board, int number)
{
	const struct history_run *last = board_last(board);
	const struct run_figures *figures = &last->figures[board->context];
	const enum board_state state = board_state(board);
	char text[BOARD_TEXT_LEN], us[QUANTITY_LEN];

	fputs("<tr>", out);
	print_board_name(out, board);
	fputs("<td>", out);
	html_badge(out, badge_of(state), board_state_name(state));
	fputs("</td><td class=\"trend\">", out);
	draw_trend(out, board, number);
	fputs("</td><td>", out);
	html_sentence(out, board_text(board, text));
	if (board->changed) {
		fputc(' ', out);
		farm_print_link(out, board, board->changed, "The first such run");
	}
	fputs("</td><td>", out);
	farm_print_link(out, board, last, last->started);
	fputs("</td>", out);
	html_element(out, "td", "run", *last->kernel ? last->kernel : "–");
	html_cell(out, context_name(board->context));
	farm_linked_number(out, board, last, figures->count ?
			   us_text(figures->max, us) : "–");
	snprintf(text, sizeof(text), "%s%s",
		 figures->supported && figures->at_least ? "≥ " : "",
		 figures->supported ? us_text(figures->percentile, us) : "–");
	farm_linked_number(out, board, last, text);
	farm_linked_number(out, board, board->worst,
			   us_text(board->worst->figures[board->context].max, us));
	fputs("</tr>\n", out);
}

static void print_boards(FILE *out, const struct history_view *view,
			 const struct boards *boards)
{
	char percentile[PERCENTILE_NAME_LEN];
	const struct html_column columns[] = {
		{ "Board", false }, { "State", false }, { "Trend", false },
		{ "What has changed", false }, { "Last run", false }, { "Kernel", false }, { "Context", false },
		{ "Max, µs", true },
		{ percentile_name(view->percentile, percentile), true },
		{ "Worst of all, µs", true }, { NULL, false },
	};

	fputs("<section id=\"boards\"><h2>Boards</h2>\n<p class=\"note\">Boards that became worse come first, the last change before the others; then those whose last run failed its gates, or is higher than all before it, and those that have not run when others have. Each number leads to its run, and the name of a board to all of its runs.</p>\n", out);
	html_table(out, "All boards", columns);
	for (int i = 0; i < boards->count; i++)
		print_board(out, &boards->board[i], i);
	html_table_end(out);
	fputs("</section>\n", out);
}

/* ---- By kernel ----------------------------------------------------------- */

/* Put the kernel of a run in its place, by when it ran last. */
static void put_farm_kernel(struct farm_kernels *kernels,
			    const struct history_run *run)
{
	int at = 0;

	while (at < kernels->count &&
	       strcmp(kernels->last[at]->kernel, run->kernel))
		at++;
	if (at == kernels->count && at == KERNELS_MAX) {
		kernels->more = true;
		if (strcmp(run->started, kernels->last[--at]->started) <= 0)
			return;
	} else if (at == kernels->count) {
		kernels->count++;
	} else if (strcmp(run->started, kernels->last[at]->started) <= 0) {
		return;
	}
	for (; at && strcmp(run->started, kernels->last[at - 1]->started) > 0; at--)
		kernels->last[at] = kernels->last[at - 1];
	kernels->last[at] = run;
}

/* Return the run with the largest maximum that had this kernel, or NULL. */
static const struct history_run *worst_with(const struct board *board,
					    const char *kernel)
{
	const struct history_run *worst = NULL;

	for (int i = 0; i < board->count; i++) {
		const struct history_run *run = &board->run[i];

		if (strcmp(run->kernel, kernel) ||
		    !run->figures[board->context].count)
			continue;
		if (!worst || run->figures[board->context].max >
			      worst->figures[board->context].max)
			worst = run;
	}
	return worst;
}

static void print_kernel_row(FILE *out, const struct farm_kernels *kernels,
			     const struct board *board)
{
	char us[QUANTITY_LEN];

	fputs("<tr>", out);
	print_board_name(out, board);
	html_cell(out, context_name(board->context));
	for (int i = 0; i < kernels->count; i++) {
		const struct history_run *worst =
			worst_with(board, kernels->last[i]->kernel);

		if (worst)
			farm_linked_number(out, board, worst,
				us_text(worst->figures[board->context].max, us));
		else
			html_number(out, "–");
	}
	fputs("</tr>\n", out);
}

static void print_kernels(FILE *out, const struct history_view *view,
			  const struct boards *boards)
{
	struct html_column columns[KERNELS_MAX + 3] = {
		{ "Board", false }, { "Context", false },
	};
	struct farm_kernels kernels = { .count = 0 };

	for (int i = 0; i < view->runs->count; i++)
		put_farm_kernel(&kernels, &view->runs->run[i]);
	for (int i = 0; i < kernels.count; i++)
		columns[2 + i] = (struct html_column) {
			*kernels.last[i]->kernel ? kernels.last[i]->kernel : "unknown",
			true
		};
	fprintf(out, "<section id=\"kernels\"><h2>Kernels</h2>\n<p class=\"note\">The largest latency of each board with each kernel, in µs. The kernel that ran last is on the left%s.</p>\n",
		kernels.more ? "; older ones are left out" : "");
	html_table(out, "The worst of each kernel, in µs", columns);
	for (int i = 0; i < boards->count; i++)
		print_kernel_row(out, &kernels, &boards->board[i]);
	html_table_end(out);
	fputs("</section>\n", out);
}

/* ---- The page ------------------------------------------------------------ */

/* Print how many boards there are of each state. */
static void print_farm_states(FILE *out, const struct boards *boards)
{
	int count[BOARD_STATES] = { 0 };

	for (int i = 0; i < boards->count; i++)
		count[board_state(&boards->board[i])]++;
	fputs("<p>", out);
	for (int i = 0; i < BOARD_STATES; i++) {
		char text[32];

		if (!count[i])
			continue;
		snprintf(text, sizeof(text), "%d %s", count[i], board_state_name(i));
		html_badge(out, badge_of(i), text);
		fputc(' ', out);
	}
	fputs("</p>\n", out);
}

char *farm_page(const struct history_view *view, const struct boards *boards,
		size_t *size)
{
	char *page = NULL;
	FILE *out = open_memstream(&page, size);

	if (!out)
		return NULL;
	frame_begin(out);
	fprintf(out, "Farm of %d boards", boards->count);
	frame_body(out);
	fprintf(out, "<header><h1>Farm of %d boards, %d runs</h1>\n",
		boards->count, view->runs->count);
	print_farm_states(out, boards);
	fputs("<nav aria-label=\"Sections\"><ul><li><a href=\"#boards\">Boards</a></li>\n<li><a href=\"#kernels\">Kernels</a></li></ul></nav>\n</header>\n<main>\n", out);
	print_boards(out, view, boards);
	print_kernels(out, view, boards);
	fputs("</main>\n", out);
	frame_end(out);
	return frame_finish(out, &page, true);
}
