/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables with a row for each CPU, or for whatever else a table is about. One
 * description of a table is used to print it as a whole, and to draw it row by
 * row on a screen.
 */
#ifndef RTLA_TABLE_H
#define RTLA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/contexts.h"
#include "view/bars.h"

struct live;
struct snapshot;
struct tracer_config;

/*
 * A row is the number of a CPU, or one of the numbers that the table gives its
 * rows. This stands for the row of all of them together.
 */
#define ALL_CPUS	(-1)

struct cell {
	char text[BARS_LEN];
	uint64_t key;		/* the value by which rows are sorted */
	bool over;		/* it is over its threshold; false unless set */
};

/* The place of a cell in the lines of a table that is to be seen at once. */
struct mark {
	int row;		/* counted from the first one shown */
	int at;
	int width;
};

/**
 * struct column - one figure of each row
 * @before: text between the column and its left neighbour
 * @head: text above the cells
 * @width: width of head and cells; negative: they are aligned to the left
 * @name: name of the column on its own, if @head is not clear enough; or NULL
 * @fill: fills in the cell of a row, or of ALL_CPUS
 * @context: the context that @fill uses, if any
 * @field: offset in struct noise, or in what else @fill uses, if any
 */
struct column {
	const char *before;
	const char *head;
	int width;
	const char *name;
	void (*fill)(struct cell *cell, const struct snapshot *snapshot,
		     const struct column *column, int row);
	enum event_context context;
	size_t field;
};

/* TABLE_LIST - what several tables have in common, as one value for a #define */
#define TABLE_LIST(...)	__VA_ARGS__

/* TABLE_LENGTH - return the number of columns of an array of them */
#define TABLE_LENGTH(array)	((int)(sizeof(array) / sizeof((array)[0])))

/**
 * struct order - how rows are sorted; those with equal keys by their numbers
 * @column: number of the column
 * @descending: the largest key comes first
 */
struct order {
	int column;
	bool descending;
};

/**
 * struct table - a table
 * @title: prints the lines above the heads
 * @column: all possible columns; the first one names the row
 * @length: how many of them are shown, counted from the first
 * @columns: returns that, if it is not always the same; else NULL
 * @fixed: number of columns that do not scroll sideways
 * @rows: returns how many rows there may be, which are numbered from 0 on;
 *	NULL: rows are CPUs
 * @order: how its rows are sorted, unless the user changes that
 * @has_row: returns whether there is anything to show for a row
 * @end: text after each row
 * @foot: prints the lines below the rows of the table, or NULL
 * @details: prints what the page of one row has besides its columns, or NULL
 * @details_alone: that page has nothing but @details
 * @narrow: what a window shows that is too narrow for this table: one with
 *	fewer of its columns; or NULL
 * @live: returns what a terminal shows in place of this table, which scripts
 *	read; or NULL
 * @worst: number of the column with the figure that is to be small; 0: that of
 *	@order
 * @stretches: the last column takes the rest of a window; its width is the
 *	least
 * @axis: sets the ends of the distributions in the cells; or NULL
 */
struct table {
	void (*title)(FILE *out, const struct snapshot *snapshot);
	const struct column *column;
	int length;
	int (*columns)(const struct snapshot *snapshot);
	int fixed;
	int (*rows)(const struct snapshot *snapshot);
	struct order order;
	bool (*has_row)(const struct snapshot *snapshot, int row);
	const char *end;
	void (*foot)(FILE *out, const struct table *table,
		     const struct snapshot *snapshot);
	void (*details)(FILE *out, const struct snapshot *snapshot, int row);
	bool details_alone;
	const struct table *narrow;
	const struct table *(*live)(const struct tracer_config *tracer);
	int worst;
	bool stretches;
	void (*axis)(const struct snapshot *snapshot, struct axis *axis);
};

/* table_fill_cpu - fill in the number of the CPU; for the first column */
void table_fill_cpu(struct cell *cell, const struct snapshot *snapshot,
		    const struct column *column, int cpu);

/* table_columns - return how many columns are shown */
int table_columns(const struct table *table, const struct snapshot *snapshot);

/* table_head - print the title, and the heads as the last line */
void table_head(FILE *out, const struct table *table,
		const struct snapshot *snapshot);

void table_row(FILE *out, const struct table *table,
	       const struct snapshot *snapshot, int row);

void table_foot(FILE *out, const struct table *table,
		const struct snapshot *snapshot);

/* table_print - print the whole table, sorted by its own order */
void table_print(FILE *out, const struct table *table,
		 const struct snapshot *snapshot);

/*
 * table_mark - return whether a cell of a row is over its threshold, and set
 * where it is in the row
 */
bool table_mark(const struct table *table, const struct snapshot *snapshot,
		int row, int column, struct mark *mark);

/* table_name - return the name of a column, to be shown on its own */
const char *table_name(const struct table *table, int column);

/* table_place - set @at to where a column begins in a row; return its width */
int table_place(const struct table *table, int column, int *at);

/* table_width - return the width of its rows */
int table_width(const struct table *table, const struct snapshot *snapshot);

/*
 * table_fitting - return the table that a window of @columns shows instead of
 * @table
 *
 * It is that with all columns if they fit.
 */
const struct table *table_fitting(const struct table *table,
				  const struct snapshot *snapshot, int columns);

/* table_live - fill in @live for a window of @columns */
void table_live(const struct table *table, const struct snapshot *snapshot,
		int columns, bool blocks, struct live *live);

/*
 * table_same_column - return which column of @table shows what @column of
 * @other shows, or 0 if none does
 */
int table_same_column(const struct table *table,
		      const struct snapshot *snapshot,
		      const struct table *other, int column);

/*
 * table_rows - return the rows that have anything to show, sorted by @order
 *
 * @count is set to their number. The caller frees them. Returns NULL, with 0,
 * if there is no memory; if there is little, the rows are sorted by their
 * numbers.
 */
int *table_rows(const struct table *table, const struct snapshot *snapshot,
		const struct order *order, int *count);

#endif /* RTLA_TABLE_H */
