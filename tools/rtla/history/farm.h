/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Many boards at once, in the forms of a farm: a table for people, a folder of
 * pages, and JSON. Boards that became worse come first.
 */
#ifndef RTLA_FARM_H
#define RTLA_FARM_H

#include <stdbool.h>
#include <stdio.h>

#include "base/message.h"

struct boards;
struct history_view;

/* farm_print - print a table of the boards; false: there is no memory */
bool farm_print(FILE *out, const struct history_view *view,
		const struct boards *boards);

/*
 * farm_page - return the HTML page of all boards, and its length in *@size
 *
 * Each number in it leads to its run in the page of its board, which has the
 * name that farm_page_of_board() prints. Returns NULL if there is no memory.
 * The caller frees the page.
 */
char *farm_page(const struct history_view *view, const struct boards *boards,
		size_t *size);

/* The names of pages: the path of a folder history has room for more. */
#define FARM_NAME_LEN	512

/* farm_page_of_board - write the name of the page of a machine to @name */
const char *farm_page_of_board(const char *host, char name[FARM_NAME_LEN]);

/*
 * farm_save - write the page of all boards as index.html, and a page of the
 * runs of each machine, to the folder @path, which is made if it does not exist
 *
 * Prints the reason of a failure.
 */
enum result farm_save(const struct history_view *view,
		      const struct boards *boards, const char *path);

/*
 * farm_json - return the boards as JSON: $defs.farm of history.schema.json
 *
 * Returns NULL if there is no memory. The caller frees the text.
 */
char *farm_json(const struct history_view *view, const struct boards *boards);

#endif /* RTLA_FARM_H */
