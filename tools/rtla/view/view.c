// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that several views use: see view.h.
 */
#include <inttypes.h>

#include "base/parse.h"
#include "view/table.h"
#include "view/view.h"

void view_print(FILE *out, const struct view *view,
		const struct snapshot *snapshot)
{
	if (view->table)
		table_print(out, view->table, snapshot);
	else
		view->print(out, snapshot);
}

uint64_t view_number(const struct snapshot *snapshot, uint64_t ns)
{
	return snapshot->config->nano ? ns : ns / NS_PER_US;
}

const char *view_unit(const struct snapshot *snapshot)
{
	return snapshot->config->nano ? "ns" : "us";
}

bool view_user(const struct snapshot *snapshot)
{
	return snapshot->config->threads != THREADS_KERNEL;
}

void view_duration(FILE *out, uint64_t ns)
{
	uint64_t seconds = ns / NS_PER_SEC;

	fprintf(out, "%3" PRIu64 " %02d:%02d:%02d", seconds / 86400,
		(int)(seconds / 3600 % 24), (int)(seconds / 60 % 60),
		(int)(seconds % 60));
}
