// SPDX-License-Identifier: GPL-2.0
/*
 * The title of a table on a terminal: see live_title.h.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/parse.h"
#include "stats/kind.h"
#include "tracer/tracer_config.h"
#include "view/live_title.h"
#include "view/snapshot.h"

#define TITLE_LEN	256

/* Append a fact to a line if it fits into the window. */
static void __attribute__((format(printf, 3, 4)))
add_to_title(char *line, const struct snapshot *snapshot, const char *format, ...)
{
	size_t room = snapshot->live->columns, length = strlen(line);
	char fact[TITLE_LEN];
	va_list args;

	va_start(args, format);
	vsnprintf(fact, sizeof(fact), format, args);
	va_end(args);
	if (length + strlen(fact) <= room && length + strlen(fact) < TITLE_LEN)
		strcpy(line + length, fact);
}

/* Return whether the threshold of a context is in use. */
static bool has_threshold(const struct snapshot *snapshot, enum event_context context)
{
	return snapshot->tracer->stop_ns[context] > 0 &&
	       (context != CONTEXT_USER || snapshot_user(snapshot));
}

static void add_thresholds(char *line, const struct snapshot *snapshot)
{
	const char *before = ", threshold";

	for (int i = 0; i < CONTEXTS; i++) {
		if (!has_threshold(snapshot, i))
			continue;
		add_to_title(line, snapshot, "%s %s %" PRIu64, before,
			 context_name(i),
			 snapshot_number(snapshot,
					 snapshot->tracer->stop_ns[i]));
		before = ",";
	}
	if (*before == ',' && !before[1])
		add_to_title(line, snapshot, " %s", snapshot_unit(snapshot));
}

static void add_time(char *line, const struct snapshot *snapshot,
		     const char *name, uint64_t ns)
{
	add_to_title(line, snapshot, ", %s %" PRIu64 " %s", name,
		 snapshot_number(snapshot, ns), snapshot_unit(snapshot));
}

void live_title_print(FILE *out, const struct snapshot *snapshot, const char *title)
{
	const struct tracer_config *tracer = snapshot->tracer;
	const struct kind_row *kind = kind_row(tracer->kind);
	char line[TITLE_LEN] = "", priority[PRIORITY_LEN];

	add_to_title(line, snapshot, "%s", title);
	add_thresholds(line, snapshot);
	if (kind->priority) {
		add_time(line, snapshot, tracer->periods > 1 ?
			 "periods up to" : "period", tracer->period_ns);
		add_to_title(line, snapshot, ", priority %s",
			 priority_print(&tracer->priority, kind->priority,
					priority));
	}
	if (kind->has_noise && tracer->runtime_ns)
		add_time(line, snapshot, "runtime", tracer->runtime_ns);
	fprintf(out, "%s\n", line);
}
