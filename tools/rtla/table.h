/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables with a row for each CPU: described once, for everybody who shows
 * them, line by line or all of it.
 */
#ifndef RTLA_TABLE_H
#define RTLA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "view.h"

/* In the place of a CPU: the row of all of them. */
#define ALL_CPUS	(-1)

struct cell {
	char text[32];
	uint64_t key;		/* what rows are sorted by */
};

/**
 * struct column - one figure of each CPU
 * @before: what is between it and the column to the left
 * @head: what is over it
 * @width: of head and cells; negative: they begin at the left
 * @name: what it is called where @head does not say enough, or NULL
 * @fill: makes a cell, of a CPU or of ALL_CPUS
 * @context: for @fill
 * @field: for @fill, an offset
 */
struct column {
	const char *before;
	const char *head;
	int width;
	const char *name;
	void (*fill)(struct cell *cell, const struct picture *picture,
		     const struct column *column, int cpu);
	enum event_context context;
	size_t field;
};

/**
 * struct table - a table
 * @title: prints the lines over the heads
 * @column: all that there may be, the CPU first
 * @columns: how many of them there are
 * @fixed: how many stay when the others are scrolled
 * @has_row: is there something to show of a CPU?
 * @end: after each row
 * @foot: prints the lines below the rows, or NULL
 */
struct table {
	void (*title)(FILE *out, const struct picture *picture);
	const struct column *column;
	int (*columns)(const struct picture *picture);
	int fixed;
	bool (*has_row)(const struct picture *picture, int cpu);
	const char *end;
	void (*foot)(FILE *out, const struct picture *picture);
};

/* table_fill_cpu - the first column of each table */
void table_fill_cpu(struct cell *cell, const struct picture *picture,
		    const struct column *column, int cpu);

/* table_head - title and heads; the heads are the last line */
void table_head(FILE *out, const struct table *table,
		const struct picture *picture);

void table_row(FILE *out, const struct table *table,
	       const struct picture *picture, int cpu);

void table_foot(FILE *out, const struct table *table,
		const struct picture *picture);

/* table_print - all of it, by the number of the CPU */
void table_print(FILE *out, const struct table *table,
		 const struct picture *picture);

/* table_name - of a column, for people */
const char *table_name(const struct table *table, int column);

/* table_place - where a column is in its line; returns its width */
int table_place(const struct table *table, int column, int *at);

/* How rows are sorted; equal ones by the number of their CPU. */
struct order {
	int column;
	bool descending;
};

/* table_rows - fill @cpu with the CPUs that have a row; returns how many */
int table_rows(const struct table *table, const struct picture *picture,
	       const struct order *order, int *cpu);

#endif /* RTLA_TABLE_H */
