// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of a recorder for monitoring: see recorder_metrics.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json_read.h"
#include "base/whole_file.h"
#include "record/own_usage.h"
#include "record/recorder_metrics.h"
#include "record/recording.h"
#include "results/openmetrics.h"
#include "results/prometheus_text.h"

static void print_gauge(FILE *out, const char *name, const char *help,
			uint64_t value)
{
	metrics_family(out, name, "gauge", NULL, help);
	fprintf(out, "%s %" PRIu64 "\n", name, value);
}

static void print_counter(FILE *out, const char *metric, const char *help,
			  bool is_time, uint64_t value)
{
	char name[96];

	snprintf(name, sizeof(name), "rtla_record_%s", metric);
	metrics_family(out, name, "counter", is_time ? "seconds" : NULL, help);
	fprintf(out, "%s_total ", name);
	if (is_time)
		metrics_seconds(out, value);
	else
		fprintf(out, "%" PRIu64, value);
	fputc('\n', out);
}

/* A label of a name that is null is one of "", which is none. */
static void print_name_label(FILE *out, const char *label, const json_t *entry,
			     const char *name)
{
	fputc(',', out);
	metrics_label(out, label, json_read_text(entry, name, ""));
}

static bool same_labels(const json_t *a, const json_t *b)
{
	static const char *const names[] = { "thread", "part", "kind" };

	for (int i = 0; i < 3; i++)
		if (strcmp(json_read_text(a, names[i], ""),
			   json_read_text(b, names[i], "")))
			return false;
	return true;
}

/* The first of several with the same labels is the longest. */
static bool is_first(const json_t *list, size_t place)
{
	for (size_t i = 0; i < place; i++)
		if (same_labels(json_array_get(list, i),
				json_array_get(list, place)))
			return false;
	return true;
}

static void print_worst_metrics(FILE *out, const struct kept_worst *worst)
{
	const json_t *entry;
	size_t i;

	json_array_foreach(worst->list, i, entry) {
		if (!is_first(worst->list, i))
			continue;
		fputs("rtla_record_worst_seconds{", out);
		metrics_label(out, "tracer", worst->tracer);
		print_name_label(out, "thread", entry, "thread");
		print_name_label(out, "part", entry, "part");
		print_name_label(out, "kind", entry, "kind");
		fputs("} ", out);
		metrics_seconds(out, json_read_ns(entry, "latency_ns"));
		fputc('\n', out);
	}
}

static void recorder_metrics_print(FILE *out,
				   const struct recording *recording,
				   int running, const struct own_usage *usage)
{
	const struct count_row *row;

	metrics_family(out, "rtla_record_worst_seconds", "gauge", "seconds",
		       "The worst latencies of the recording: of each thread and cause the longest. The part took most of it, and a thing of this kind most of the part.");
	for (int i = 0; i < recording->watches; i++)
		print_worst_metrics(out, &recording->watch[i].worst);
	for (row = record_count_rows; row->name; row++)
		print_counter(out, row->metric, row->help, row->is_time,
			      record_count(&recording->counts, row));
	print_counter(out, "cpu_seconds", "CPU time of this recorder and its segments.",
		      true, usage->cpu_ns);
	metrics_family(out, "rtla_record_resident_bytes", "gauge", "bytes",
		       "Memory of this recorder and its segments.");
	fprintf(out, "rtla_record_resident_bytes %" PRIu64 "\n",
		usage->resident_bytes);
	print_gauge(out, "rtla_record_running", "How many segments measure now; 0: nothing is recorded.",
		    running);
	print_gauge(out, "rtla_record_disk_full", "1 if the last result or state could not be written.",
		    recording->full);
	metrics_family(out, "rtla_record_updated_timestamp_seconds", "gauge",
		       "seconds", "When these figures were written.");
	fprintf(out, "rtla_record_updated_timestamp_seconds %lld\n",
		(long long)time(NULL));
	fputs("# EOF\n", out);
}

int recorder_metrics_write(const char *path, const struct recording *recording,
			   int running, const struct own_usage *usage)
{
	char *text = NULL, *older = NULL;
	size_t size = 0, older_size = 0;
	FILE *out = open_memstream(&text, &size), *converted = NULL;
	int error = ENOMEM;

	if (out) {
		recorder_metrics_print(out, recording, running, usage);
		error = fclose(out) ? ENOMEM : 0;
	}
	if (!error && prometheus_text_is_for(path)) {
		converted = open_memstream(&older, &older_size);
		error = converted ? 0 : ENOMEM;
	}
	if (converted) {
		prometheus_text_print(converted, text);
		error = fclose(converted) ? ENOMEM : 0;
	}
	if (!error)
		error = whole_file_write(path, older ?: text,
					 older ? older_size : size);
	free(older);
	free(text);
	return error;
}
