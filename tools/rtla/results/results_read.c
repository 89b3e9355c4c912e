// SPDX-License-Identifier: GPL-2.0
/*
 * Reading results: see results_read.h. No value of a file is used unchecked.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/whole_file.h"
#include "base/wide.h"
#include "input/packed_file.h"
#include "input/stream_begin.h"
#include "results/causes_json.h"
#include "results/foreign/foreign.h"
#include "results/place.h"
#include "results/results.h"
#include "results/results_format.h"
#include "results/results_read.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

/* cyclictest does not escape its command line. */
#define BROKEN	"give a whole file that --json wrote, and cyclictest only with no quote or backslash in its command line"
#define UNKNOWN	"give a whole file that --json wrote, or all that another program printed which rtla-report(1) names"

/*
 * The most samples in a bucket: those of 3000 years at 10 kHz. The sum over all
 * CPUs and buckets cannot overflow.
 */
#define COUNT_MAX	1000000000000000ULL

/* ---- One context of one CPU ---------------------------------------------- */

/* record_put() or record_put_skipped() */
typedef bool record_put_fn(struct sample_record *record, int cpu,
			   enum event_context context, uint64_t high,
			   uint64_t count);

/* The CPU and context to which a latency belongs. */
struct spot {
	struct results *results;
	int cpu;
	enum event_context context;
};

/* Say what is wrong with a bucket, if anything is; @last is the one before it. */
static void check_bucket(struct place *place, const json_t *upper,
			 const json_t *count, size_t i, uint64_t last)
{
	size_t back = place_enter(place, "upper_ns", 0);
	uint64_t high;

	place_enter(place, NULL, i);
	high = place_element_number(place, upper);
	if (i && high <= last)
		place_wrong(place, "not in ascending order");
	place_leave(place, back);
	back = place_enter(place, "count", 0);
	place_enter(place, NULL, i);
	if (place_element_number(place, count) > COUNT_MAX)
		place_wrong(place, "too large");
	place_leave(place, back);
}

static void read_buckets(struct place *place, const json_t *upper,
			 const json_t *counts,
			 struct distribution *distribution)
{
	uint64_t last = 0;
	const json_t *value;
	size_t i;

	if (json_array_size(upper) != json_array_size(counts))
		place_wrong(place, "upper_ns and count differ in length");
	json_array_foreach(upper, i, value) {
		json_int_t high = json_integer_value(value);
		json_int_t count = json_integer_value(json_array_get(counts, i));

		/* A place is not written for each of so many good numbers. */
		if (high <= 0 || count <= 0 || count > (json_int_t)COUNT_MAX ||
		    (i && (uint64_t)high <= last))
			check_bucket(place, value, json_array_get(counts, i), i,
				     last);
		if (place->wrong)
			return;
		last = high;
		if (!distribution_add(distribution, high, count))
			place_wrong(place, "out of memory");
	}
}

/* Return the last bucket that has a value; there is one. */
static int last_bucket(const struct distribution *distribution)
{
	int next = distribution_next(distribution, 0), last;

	do {
		last = next;
		next = distribution_next(distribution, last + 1);
	} while (next >= 0);
	return last;
}

void results_read_histogram(struct place *place, const json_t *json,
			    const struct latency *latency,
			    struct distribution *distribution)
{
	const json_t *histogram = place_member(place, json, "histogram", JSON_OBJECT);
	size_t back = place_enter(place, "histogram", 0);
	const json_t *upper, *counts;

	*distribution = (struct distribution) { .count = 0 };
	upper = histogram ? place_member(place, histogram, "upper_ns", JSON_ARRAY) :
			    NULL;
	counts = upper ? place_member(place, histogram, "count", JSON_ARRAY) : NULL;
	if (counts)
		read_buckets(place, upper, counts, distribution);
	if (!place->wrong && distribution->count != latency->count)
		place_wrong(place, "its counts do not add up to the number of samples");
	if (!place->wrong && latency->count &&
	    last_bucket(distribution) != distribution_bucket(latency->max))
		place_wrong(place, "max_ns is not in its last bucket");
	place_leave(place, back);
}

/* Put each bucket of @distribution into the record. */
static void put_buckets(struct place *place, const struct spot *spot,
			const struct distribution *distribution,
			record_put_fn *put)
{
	int bucket;

	for (bucket = distribution_next(distribution, 0); bucket >= 0;
	     bucket = distribution_next(distribution, bucket + 1))
		if (!put(spot->results->record, spot->cpu, spot->context,
			 distribution_high(bucket),
			 distribution_count(distribution, bucket)))
			place_wrong(place, "out of memory");
}

/* Return whether each bucket of @whole has at least what that of @part has. */
static bool contains(const struct distribution *whole,
		     const struct distribution *part)
{
	int bucket;

	for (bucket = distribution_next(part, 0); bucket >= 0;
	     bucket = distribution_next(part, bucket + 1))
		if (distribution_count(whole, bucket) <
		    distribution_count(part, bucket))
			return false;
	return true;
}

/*
 * Read what is known of the skipped periods: what the corrected figures have
 * more than the measured ones. An older file has no such figures.
 */
static void read_corrected(struct place *place, const struct spot *spot,
			   const json_t *value, const struct latency *measured,
			   const struct distribution *of_measured)
{
	const json_t *corrected = json_object_get(value, "corrected");
	size_t back = place_enter(place, "corrected", 0);
	struct distribution all, rest = { .count = 0 };
	struct latency skipped;

	if (!corrected || json_is_null(corrected)) {
		place_leave(place, back);
		return;
	}
	skipped = (struct latency) {
		.count = place_number(place, corrected, "count"),
		.sum = place_number(place, corrected, "sum_ns"),
		.max = place_number(place, corrected, "max_ns"),
	};
	results_read_histogram(place, corrected, &skipped, &all);
	if (!place->wrong && (skipped.sum < measured->sum ||
			      skipped.max < measured->max ||
			      !contains(&all, of_measured)))
		place_wrong(place, "less than what was measured");
	if (!place->wrong && !distribution_merge_rest(&rest, &all, of_measured))
		place_wrong(place, "out of memory");
	if (!place->wrong)
		put_buckets(place, spot, &rest, record_put_skipped);
	skipped.count -= measured->count;
	skipped.sum -= measured->sum;
	if (!place->wrong)
		stats_put_skipped(spot->results->stats, spot->cpu,
				  spot->context, &skipped);
	distribution_free(&all);
	distribution_free(&rest);
	place_leave(place, back);
}

/* Say what is wrong with the maximum of a block, if anything is. */
static void check_maximum(struct place *place, const json_t *value, size_t i,
			  uint64_t max)
{
	size_t back = place_enter(place, NULL, i);

	if (place_element_number(place, value) > max)
		place_wrong(place, "larger than max_ns");
	place_leave(place, back);
}

static void read_maxima(struct place *place, const struct spot *spot,
			const json_t *latency, uint64_t max)
{
	const json_t *maxima = place_member(place, latency, "block_max_ns",
					    JSON_ARRAY);
	size_t back = place_enter(place, "block_max_ns", 0);
	const json_t *value;
	size_t i;

	if (json_array_size(maxima) > BLOCKS_MAX)
		place_wrong(place, "more than %d", BLOCKS_MAX);
	json_array_foreach(maxima, i, value) {
		json_int_t maximum = json_integer_value(value);

		if (maximum <= 0 || (uint64_t)maximum > max)
			check_maximum(place, value, i, max);
		if (place->wrong)
			break;
		if (!record_put_maximum(spot->results->record, spot->cpu,
					spot->context, i, maximum))
			place_wrong(place, "out of memory");
	}
	place_leave(place, back);
}

static void read_latency(struct place *place, const struct spot *spot,
			 const json_t *value)
{
	static const struct distribution none;
	struct latency latency = {
		.count = place_number(place, value, "count"),
	};
	struct distribution measured;

	if (place->wrong)
		return;
	if (!latency.count) {
		read_corrected(place, spot, value, &latency, &none);
		return;
	}
	latency.min = place_number(place, value, "min_ns");
	latency.max = place_number(place, value, "max_ns");
	latency.sum = place_number(place, value, "sum_ns");
	if (!place->wrong && latency.min > latency.max)
		place_wrong(place, "min_ns is larger than max_ns");
	results_read_histogram(place, value, &latency, &measured);
	if (!place->wrong &&
	    distribution_next(&measured, 0) != distribution_bucket(latency.min))
		place_wrong(place, "min_ns is not in the first bucket of histogram");
	if (!place->wrong &&
	    (wide_compare(wide_product(latency.min, latency.count),
			  wide_number(latency.sum)) > 0 ||
	     wide_compare(wide_product(latency.max, latency.count),
			  wide_number(latency.sum)) < 0))
		place_wrong(place, "sum_ns is not between count times min_ns and count times max_ns");
	if (!place->wrong)
		put_buckets(place, spot, &measured, record_put);
	if (!place->wrong)
		read_corrected(place, spot, value, &latency, &measured);
	distribution_free(&measured);
	read_maxima(place, spot, value, latency.max);
	if (!place->wrong)
		stats_put(spot->results->stats, spot->cpu, spot->context,
			  &latency);
}

/* ---- One CPU ------------------------------------------------------------- */

static void read_latencies(struct place *place, struct results *results,
			   const json_t *cpu, int number_of)
{
	const json_t *latencies = place_member(place, cpu, "latencies", JSON_OBJECT);
	size_t back = place_enter(place, "latencies", 0);

	for (int i = 0; latencies && i < CONTEXTS; i++) {
		const char *name = context_name(i);
		const struct spot spot = { results, number_of, i };
		const json_t *value = json_object_get(latencies, name);
		size_t inner;

		if (!value || !results_is_of(results, i))
			continue;
		inner = place_enter(place, name, 0);
		if (json_is_object(value))
			read_latency(place, &spot, value);
		else
			place_wrong(place, "not an object");
		place_leave(place, inner);
	}
	place_leave(place, back);
}

/*
 * Read the numbers of the CPUs before anything else: the size of the statistics
 * depends on the largest one.
 */
static void results_read_list_cpus(struct place *place, struct results *results,
				   const json_t *cpus)
{
	const json_t *cpu;
	size_t i;

	json_array_foreach(cpus, i, cpu) {
		size_t back = place_enter(place, NULL, i);
		uint64_t number_of = place_number(place, cpu, "cpu");

		if (!place->wrong && number_of >= CPUS_MAX)
			place_wrong(place, "cpu: %" PRIu64 ": there are no more than %d",
				    number_of, CPUS_MAX);
		if (!place->wrong && cpus_has(&results->cpus, number_of))
			place_wrong(place, "cpu: %" PRIu64 " is there twice", number_of);
		if (!place->wrong)
			cpus_add(&results->cpus, number_of);
		place_leave(place, back);
	}
	if (!place->wrong && cpus_empty(&results->cpus))
		place_wrong(place, "nothing was measured");
}

static void results_read_read_cpus(struct place *place, struct results *results)
{
	const json_t *cpus = place_member(place, results->document, "cpus",
					  JSON_ARRAY);
	const struct kind_row *kind = results_kind(results);
	size_t back = place_enter(place, "cpus", 0);
	const json_t *cpu;
	size_t i;

	results_read_list_cpus(place, results, cpus);
	if (!place->wrong) {
		results->stats = stats_new(cpus_last(&results->cpus) + 1);
		results->record = record_new(cpus_last(&results->cpus) + 1);
		if (!results->stats || !results->record)
			place_wrong(place, "out of memory");
	}
	json_array_foreach(cpus, i, cpu) {
		int number_of = json_integer_value(json_object_get(cpu, "cpu"));
		size_t inner = place_enter(place, NULL, i);

		if (!place->wrong)
			read_latencies(place, results, cpu, number_of);
		if (!place->wrong && kind && kind->read_cpu)
			kind->read_cpu(place, results, cpu, number_of);
		if (!place->wrong)
			causes_read(place, results, cpu, number_of);
		place_leave(place, inner);
	}
	place_leave(place, back);
}

/* ---- The whole file ------------------------------------------------------ */

static void check_format(struct place *place, const json_t *document)
{
	const json_t *format = place_member(place, document, "format", JSON_STRING);
	uint64_t version;

	if (format && strcmp(json_string_value(format), RESULTS_FORMAT))
		place_wrong(place, "format: %.40s", json_string_value(format));
	version = place_number(place, document, "schema_version");
	if (!place->wrong && version != RESULTS_VERSION)
		place_wrong(place, "schema_version %" PRIu64 ", this rtla knows %d",
			    version, RESULTS_VERSION);
}

static void results_read_read_document(struct place *place,
				       struct results *results)
{
	const struct kind_row *kind;
	const json_t *tracer;
	uint64_t block;

	check_format(place, results->document);
	if (place->wrong)
		return;
	tracer = place_member(place, results->document, "tracer", JSON_STRING);
	results->tracer = json_string_value(tracer);
	results->measured_ns = place_number(place, results->document, "measured_ns");
	block = place_number(place, results->document, "block_ns");
	if (!place->wrong && !block)
		place_wrong(place, "block_ns: 0");
	if (!place->wrong)
		results_read_read_cpus(place, results);
	if (!place->wrong)
		record_put_block_ns(results->record, block);
	kind = results_kind(results);
	if (kind && kind->read_figures)
		kind->read_figures(place, results);
}

/* Check a document that was read from @path. Take it over, also at a failure. */
static enum result results_parse(struct results *results, json_t *document,
				 const char *path)
{
	struct place place = { .path = path, .text = "$" };

	*results = (struct results) { .path = path, .document = document };
	results_read_read_document(&place, results);
	if (!place.wrong)
		return RESULT_OK;
	results_free(results);
	return RESULT_ERROR;
}

enum result results_read(struct results *results, const char *path)
{
	json_t *document = json_read_file(path, PLACE_REMEDY);

	*results = (struct results) { .path = path };
	return document ? results_parse(results, document, path) : RESULT_ERROR;
}

/* Read a result whose text is known. The caller frees @in. */
static enum result read_any_text(struct results *results,
				 struct foreign_input *in)
{
	const struct foreign_format *format = NULL;
	size_t blank;

	foreign_clean(in);
	blank = strspn(in->text, " \t\r\n");
	if (in->text[blank] == '{')
		in->json = json_parse(in->text, in->size, in->path, BROKEN);
	if (in->json || in->text[blank] != '{')
		format = foreign_format_of(in);
	if (format)
		return foreign_results(results, format, in);
	/* A text of no known format is no JSON, which is the reason to print. */
	if (!in->json && in->text[blank] != '{')
		in->json = json_parse(in->text, in->size, in->path, UNKNOWN);
	if (!in->json)
		return RESULT_ERROR;
	return results_parse(results, json_incref(in->json), in->path);
}

/*
 * Read all of a file that may be packed. Return its text, or NULL after having
 * printed why there is none.
 */
static char *read_text(const char *path, size_t *size)
{
	struct packed_file file;
	const char *why = packed_file_open(&file, path), *cut;
	const char *remedy = why == file.why ? "" : ": " PLACE_REMEDY;
	char *text = NULL;

	if (!why) {
		why = stream_unreadable(file.in);
		if (!why && stream_packer(file.in))
			why = "it is packed twice: unpack it once first";
		remedy = why ? "" : remedy;
		text = why ? NULL : whole_file_of_stream(file.in, size);
		if (!why && !text)
			why = strerror(errno);
	}
	cut = packed_file_close(&file);
	if (text && cut) {
		free(text);
		text = NULL;
		why = cut;
		remedy = "";
	}
	if (!text)
		fail(RESULT_ERROR, "%s: %s%s", path, why, remedy);
	return text;
}

enum result results_read_any(struct results *results, const char *path)
{
	struct foreign_input in = { .path = path };
	enum result failed;

	*results = (struct results) { .path = path };
	in.text = read_text(path, &in.size);
	if (!in.text)
		return RESULT_ERROR;
	failed = read_any_text(results, &in);
	json_decref(in.json);
	free(in.text);
	return failed;
}
