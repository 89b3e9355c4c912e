// SPDX-License-Identifier: GPL-2.0
/*
 * The pages of a farm in a folder: one of all boards, and one of each machine.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "history/boards.h"
#include "history/farm.h"
#include "history/run_entry.h"
#include "history/run_links.h"
#include "history/runs.h"
#include "history/show.h"

/* Write a page, which is freed, to a file of the folder. */
static enum result save_page(const char *folder, const char *name, char *page,
			     size_t size)
{
	char path[PATH_MAX];
	enum result result;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= PATH_MAX)
		result = whole_file_failed("--output", folder, ENAMETOOLONG);
	else
		result = whole_file_save("--output", path, page, size);
	free(page);
	return result;
}

/* Write the page of a machine, whose first run is @first; set how many it has. */
static enum result save_machine(const struct history_view *view,
				const char *folder, int first, int *count)
{
	const struct history_runs *all = view->runs;
	struct history_runs runs = { .run = &all->run[first] };
	struct history_view own = *view;
	char name[FARM_NAME_LEN];
	size_t size = 0;
	char *page;

	while (first + runs.count < all->count &&
	       !strcmp(runs.run[runs.count].host, runs.run->host))
		runs.count++;
	*count = runs.count;
	own.runs = &runs;
	page = history_page(&own, &size);
	return save_page(folder, farm_page_of_board(runs.run->host, name), page,
			 size);
}

enum result farm_save(const struct history_view *view,
		      const struct boards *boards, const char *path)
{
	struct history_view linked = *view;
	enum result result = RESULT_OK;
	char *results_at, *page;
	size_t size = 0;

	if (mkdir(path, 0777) && errno != EEXIST)
		return whole_file_failed("--output", path, errno);
	results_at = links_between(path, view->folder);
	if (!results_at)
		return whole_file_failed("--output", path, errno);
	linked.results_at = results_at;
	for (int i = 0, count; !result && i < view->runs->count; i += count)
		result = save_machine(&linked, path, i, &count);
	if (!result) {
		page = farm_page(view, boards, &size);
		result = save_page(path, "index.html", page, size);
	}
	free(results_at);
	return result;
}
