// SPDX-License-Identifier: GPL-2.0
/*
 * Pages of a screen: see screen_pages.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/printable.h"
#include "view/details.h"
#include "view/screen_pages.h"
#include "view/screen_state.h"
#include "view/snapshot.h"

#define CAUSE_LINES	3

/* ---- Lines ------------------------------------------------------------- */

static int screen_pages_count_lines(const char *text)
{
	int lines = 0;

	for (; (text = strchr(text, '\n')); text++)
		lines++;
	return lines;
}

/* Replace the lines by those of @text, which is taken over. */
static void set_lines(struct screen *screen, char *printed, int head, int foot)
{
	int count = screen_pages_count_lines(printed);
	char **line = calloc(count + 1, sizeof(*line));
	size_t size = strlen(printed), room = VISIBLE_MAX * size + 1;
	char *text = line ? malloc(room) : NULL;

	if (!text) {
		free(line);
		free(printed);
		return;
	}
	visible_text(text, room, printed, size);
	free(printed);
	screen_pages_free(screen);
	screen->lines = (struct lines) {
		.text = text, .line = line, .count = count, .head = head,
		.foot = foot,
	};
	for (int i = 0; i < count; i++)
		line[i] = strsep(&text, "\n");
}

void screen_pages_free(struct screen *screen)
{
	free(screen->lines.mark);
	free(screen->lines.text);
	free(screen->lines.line);
	screen->lines = (struct lines) { .text = NULL };
}

/* ---- The table --------------------------------------------------------- */

/* Choose the table that fits the window. The rows stay sorted as they were. */
static void choose_table(struct screen *screen, const struct snapshot *snapshot)
{
	const struct table *table = screen->whole;

	if (!screen->wants_all)
		table = table_fitting(table, snapshot, COLS);
	if (table == screen->table)
		return;
	screen->order.column = table_same_column(table, snapshot, screen->table,
						 screen->order.column);
	screen->table = table;
	screen->left = 0;
}

/*
 * Return how many characters at the begin of @text fit into @width; it is
 * broken at a blank if there is one.
 */
static int line_length(const char *text, int width)
{
	int length = strlen(text);

	if (length <= width)
		return length;
	for (int i = width; i > 0; i--)
		if (text[i] == ' ')
			return i;
	return width;
}

/* Print a sentence in a few lines that are not longer than the window. */
static void screen_pages_print_sentence(FILE *out, const char *text)
{
	int width = COLS > 20 ? COLS - 1 : 20;

	for (int i = 0; i < CAUSE_LINES && *text; i++) {
		int length = line_length(text, width);

		fprintf(out, "%.*s\n", length, text);
		text += length;
		text += strspn(text, " ");
	}
}

/* Print the last hit after which the measurement went on. */
static void print_hit(FILE *out, const struct snapshot *snapshot)
{
	const struct shown_hit *hit = snapshot->hit;
	char when[16];
	struct tm local;

	if (!hit)
		return;
	strftime(when, sizeof(when), "%H:%M:%S", localtime_r(&hit->when, &local));
	fprintf(out, "\nHit %" PRIu64 " of %" PRIu64 " so far, at %s: CPU %d, %s %" PRIu64 " %s, threshold %" PRIu64 " %s\n",
		hit->number, hit->all, when, hit->cpu,
		context_title(hit->context),
		snapshot_number(snapshot, hit->latency_ns),
		snapshot_unit(snapshot),
		snapshot_number(snapshot, hit->threshold_ns),
		snapshot_unit(snapshot));
	if (hit->cause)
		screen_pages_print_sentence(out, hit->cause);
}

/* Make the rows in their order. Those before the selected one may be others now. */
static void make_rows(struct screen *screen, const struct snapshot *snapshot)
{
	free(screen->row);
	screen->columns = table_columns(screen->table, snapshot);
	screen->row = table_rows(screen->table, snapshot, &screen->order,
				 &screen->rows);
	screen->place = screen_limit(screen->place, screen->rows - 1);
	if (screen->selects && screen->rows)
		screen->selected = screen->row[screen->place];
	screen->selects = screen->resorted = false;
	screen->place = 0;
	for (int i = 0; i < screen->rows; i++)
		if (screen->row[i] == screen->selected)
			screen->place = i;
}

/* Know how the selected row is called. */
static void name_selected(struct screen *screen,
			  const struct snapshot *snapshot)
{
	const struct column *column = screen->table->column;
	struct cell cell;

	*screen->selected_name = '\0';
	if (!screen->rows)
		return;
	column->fill(&cell, snapshot, column, screen->row[screen->place]);
	snprintf(screen->selected_name, sizeof(screen->selected_name),
		 "%.10s %.20s", column->head, cell.text);
}

/* Note which cells of the rows are over their threshold. */
static void mark_cells(struct screen *screen, const struct snapshot *snapshot)
{
	struct lines *lines = &screen->lines;

	for (int i = 0; i < screen->rows * screen->columns; i++) {
		struct mark mark = { .row = i / screen->columns };
		struct mark *grown;

		if (!table_mark(screen->table, snapshot, screen->row[mark.row],
				i % screen->columns, &mark))
			continue;
		grown = array_grow(lines->mark, lines->marks, sizeof(mark));
		if (!grown)
			return;
		lines->mark = grown;
		lines->mark[lines->marks++] = mark;
	}
}

static void make_table(struct screen *screen, const struct snapshot *snapshot)
{
	const struct table *table = screen->table;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int head;

	if (!out)
		return;
	table_head(out, table, snapshot);
	fflush(out);
	head = text ? screen_pages_count_lines(text) : 0;
	for (int i = 0; i < screen->rows; i++)
		table_row(out, table, snapshot, screen->row[i]);
	table_foot(out, table, snapshot);
	print_hit(out, snapshot);
	fclose(out);
	if (!text)
		return;
	set_lines(screen, text, head,
		  screen_pages_count_lines(text) - head - screen->rows);
	mark_cells(screen, snapshot);
}

/* ---- Other pages ------------------------------------------------------- */

static const char keys[] =
	"Keys\n"
	"\n"
	"q              end the measurement\n"
	"p or space     stop the screen, and let it go on; measuring never stops\n"
	"d or Enter     details of the selected row; Esc or d goes back\n"
	"e              the analysis of the last hit, if the measurement goes on after hits\n"
	"? or h         this page; Esc goes back\n"
	"\n"
	"up, down       select a row, or scroll a page\n"
	"PgUp, PgDn     a page up or down\n"
	"Home, End      to the first or last row\n"
	"< and >        sort by the column to the left or right\n"
	"m              sort by the largest maximum\n"
	"r              reverse the order\n"
	"w              show all columns, or those that fit the window\n"
	"left, right    scroll columns that do not fit\n";

static void screen_pages_print_page(FILE *out, const struct screen *screen,
				    const struct snapshot *snapshot)
{
	if (screen->page == PAGE_DETAILS)
		details_print(out, screen->whole, snapshot,
			      screen->row[screen->place]);
	else if (screen->page == PAGE_HIT && snapshot->hit)
		fprintf(out, "The last hit that was analysed\n%s",
			snapshot->hit->report ?: "");
	else
		fputs(keys, out);
}

/* The first line of each of these pages is its title. */
static void make_page(struct screen *screen, const struct snapshot *snapshot)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	screen_pages_print_page(out, screen, snapshot);
	fclose(out);
	if (text)
		set_lines(screen, text, 1, 0);
}

void screen_pages_make(struct screen *screen, const struct snapshot *snapshot)
{
	struct snapshot shown = *snapshot;
	struct live live;

	choose_table(screen, snapshot);
	table_live(screen->table, snapshot, COLS, screen->blocks, &live);
	shown.live = &live;
	make_rows(screen, snapshot);
	name_selected(screen, snapshot);
	screen->warm_up = !snapshot->elapsed_ns;
	screen->has_hit = snapshot->hit && snapshot->hit->report;
	if (screen->page == PAGE_TABLE || !screen->rows)
		make_table(screen, &shown);
	else
		make_page(screen, &shown);
}
