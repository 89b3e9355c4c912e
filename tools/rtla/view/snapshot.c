// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots: see snapshot.h.
 */
#include <inttypes.h>

#include "base/parse.h"
#include "view/snapshot.h"

uint64_t snapshot_number(const struct snapshot *snapshot, uint64_t ns)
{
	return snapshot->config->nano ? ns : ns / NS_PER_US;
}

const char *snapshot_unit(const struct snapshot *snapshot)
{
	return snapshot->config->nano ? "ns" : "us";
}

bool snapshot_user(const struct snapshot *snapshot)
{
	return snapshot->config->threads != THREADS_KERNEL;
}

void snapshot_duration(FILE *out, uint64_t ns)
{
	uint64_t seconds = ns / NS_PER_SEC;

	fprintf(out, "%3" PRIu64 " %02d:%02d:%02d", seconds / 86400,
		(int)(seconds / 3600 % 24), (int)(seconds / 60 % 60),
		(int)(seconds % 60));
}
