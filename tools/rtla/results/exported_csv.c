// SPDX-License-Identifier: GPL-2.0
/*
 * Results as CSV: see exported.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/printable.h"
#include "results/exported.h"
#include "results/kind_numbers.h"
#include "results/results.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"

/*
 * Print a text from the result, quoted as RFC 4180 says, and a comma. A
 * spreadsheet would calculate what begins like a formula, and a quote before it
 * says that it is none.
 */
static void print_text(FILE *out, const char *text)
{
	fputc('"', out);
	if (*text && strchr("=+-@", *text))
		fputc('\'', out);
	while (*text) {
		if (*text == '"')
			fputc('"', out);
		/* A line is a line, for programs that do not know quotes either. */
		text += printable_put(out, text);
	}
	fputs("\",", out);
}

static void exported_csv_print_head(FILE *out, const struct kind_number *number)
{
	fputs("started_at,host,kernel,tracer,cpu,context,count,skipped,min_ns,avg_ns,max_ns",
	      out);
	for (const uint32_t *percentile = percentiles_all; *percentile; percentile++)
		fprintf(out, ",p%.10g_ns", percentile_number(*percentile));
	fputs(",percentiles", out);
	for (; number->id; number++)
		fprintf(out, ",%s", number->id);
	fputc('\n', out);
}

/*
 * Print the numbers that only this kind has. They are of the whole result: in
 * other lines, their columns are empty.
 */
static void exported_csv_numbers(FILE *out, const struct results *results,
				 bool whole)
{
	const struct kind_number *number = kind_numbers(results->tracer);
	uint64_t value;

	for (; number->id; number++) {
		fputc(',', out);
		if (whole && number->find(results, &value))
			fprintf(out, "%" PRIu64, value);
	}
}

/*
 * Return why a percentile has no value; "": it has one. The distribution has
 * @count samples.
 */
static const char *exported_csv_why_empty(const struct result_percentile *value,
					  uint32_t percentile, uint64_t count)
{
	if (!count)
		return "no histogram";
	if (count < percentile_needs(percentile))
		return "too few samples";
	return value->at_least ? "beyond the histogram" : "";
}

/* Print the percentiles of a line, and why the first of the empty ones is empty. */
static void exported_csv_percentiles(FILE *out, const struct results *results,
				     int cpu, enum event_context context,
				     const struct distribution *distribution,
				     uint64_t max)
{
	const char *why = "", *first = "";
	struct result_percentile value;

	for (const uint32_t *each = percentiles_all; *each; each++) {
		value = results_percentile(results, cpu, context, distribution,
					   *each, max);
		why = exported_csv_why_empty(&value, *each, distribution->count);
		fputc(',', out);
		if (!*why)
			fprintf(out, "%" PRIu64, value.ns);
		else if (!*first)
			first = why;
	}
	fprintf(out, ",%s", first);
	if (results_beyond(results, cpu, context))
		fprintf(out, "%s%" PRIu64 " samples >= %" PRIu64 " ns",
			*first ? ": " : "", results_beyond(results, cpu, context),
			results->edge_ns);
}

/* Print the line of a CPU; -1: that of all CPUs. */
static bool exported_csv_print_line(FILE *out, const struct results *results,
				    int cpu, enum event_context context)
{
	const struct latency all =
		stats_corrected(results->stats, cpu, context);
	const char *host = json_string_value(results_at(results, "host.name"));
	struct distribution distribution;
	char kernel[KERNEL_RELEASE_LEN];
	bool good = record_copy(results->record, cpu, context, RECORD_ALL,
				&distribution);

	print_text(out, json_read_text(results->document, "started_at", ""));
	print_text(out, host ?: "");
	print_text(out, results_kernel(results, kernel));
	print_text(out, results->tracer);
	if (cpu < 0)
		fputs("all,", out);
	else
		fprintf(out, "%d,", cpu);
	fprintf(out, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
		context_name(context), all.count,
		stats_skips(results->stats, cpu, context), all.min,
		latency_average(&all), all.max);
	exported_csv_percentiles(out, results, cpu, context, &distribution,
				 all.max);
	exported_csv_numbers(out, results, cpu < 0 &&
			     kind_row(context_kind(context))->whole == context);
	fputc('\n', out);
	distribution_free(&distribution);
	return good;
}

bool exported_csv(FILE *out, const struct results *results)
{
	bool good = true;
	int cpu;

	exported_csv_print_head(out, kind_numbers(results->tracer));
	for (int i = 0; i < CONTEXTS; i++) {
		if (!stats_corrected(results->stats, -1, i).count)
			continue;
		good &= exported_csv_print_line(out, results, -1, i);
		cpus_for_each(cpu, &results->cpus)
			if (stats_corrected(results->stats, cpu, i).count)
				good &= exported_csv_print_line(out, results,
								cpu, i);
	}
	return good;
}
