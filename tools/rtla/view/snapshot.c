// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots: see snapshot.h.
 */
#include <inttypes.h>

#include "base/parse.h"
#include "base/times.h"
#include "options/view_config.h"
#include "stats/latency.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"

uint64_t snapshot_unit_ns(const struct snapshot *snapshot)
{
	return snapshot->config->nano ? 1 : NS_PER_US;
}

uint64_t snapshot_number(const struct snapshot *snapshot, uint64_t ns)
{
	return ns / snapshot_unit_ns(snapshot);
}

const char *snapshot_unit(const struct snapshot *snapshot)
{
	return snapshot->config->nano ? "ns" : "us";
}

const char *snapshot_time(const struct snapshot *snapshot, uint64_t ns,
			  int digits, char *text, size_t size)
{
	if (snapshot->config->nano)
		snprintf(text, size, "%" PRIu64, ns);
	else
		snprintf(text, size, "%.*f", digits, time_us(ns));
	return text;
}

bool snapshot_over(const struct snapshot *snapshot, enum event_context context,
		   uint64_t ns)
{
	int64_t stop = snapshot->tracer->stop_ns[context];

	return stop > 0 && ns >= (uint64_t)stop;
}

bool snapshot_user(const struct snapshot *snapshot)
{
	return snapshot->tracer->no_threads;
}

enum event_context snapshot_outermost(const struct snapshot *snapshot)
{
	return stats_all(snapshot->stats, CONTEXT_USER).count ? CONTEXT_USER :
								CONTEXT_THREAD;
}

void snapshot_age(uint64_t seconds, char *text, size_t size)
{
	static const struct {
		uint64_t below;
		uint64_t unit;
		char name;
	} steps[] = {
		{ 60, 1, 's' }, { 3600, 60, 'm' }, { 48 * 3600, 3600, 'h' },
		{ UINT64_MAX, 86400, 'd' },
	};
	int i = 0;

	while (seconds >= steps[i].below)
		i++;
	snprintf(text, size, "%" PRIu64 "%c", seconds / steps[i].unit,
		 steps[i].name);
}

void snapshot_duration(FILE *out, uint64_t ns)
{
	uint64_t seconds = ns / NS_PER_SEC;

	fprintf(out, "%3" PRIu64 " %02d:%02d:%02d", seconds / 86400,
		(int)(seconds / 3600 % 24), (int)(seconds / 60 % 60),
		(int)(seconds % 60));
}
