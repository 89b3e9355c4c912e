// SPDX-License-Identifier: GPL-2.0
/*
 * Results as cyclictest writes them: see exported.h. results/cyclictest_json.c
 * reads such files.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/parse.h"
#include "base/times.h"
#include "results/exported.h"
#include "results/results.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

#define FILE_VERSION	1
#define TIME_LEN	64

/* The file has the node of memory of each thread, which is not recorded here. */
#define NODE_UNKNOWN	(-1)

/* ---- One thread ---------------------------------------------------------- */

/* The histogram of a thread while it is made: its buckets are 1 us wide. */
struct whole_us {
	json_t *buckets;
	uint64_t us;		/* of the bucket that is being filled */
	uint64_t count;		/* in that bucket */
	double sum;		/* of all latencies, in us */
};

static void finish_bucket(struct whole_us *histogram)
{
	char name[24];

	if (!histogram->count)
		return;
	snprintf(name, sizeof(name), "%" PRIu64, histogram->us);
	json_set(&histogram->buckets, name, json_number(histogram->count));
	histogram->count = 0;
}

/* Add latencies that are not shorter than those before. */
static void exported_rt_tests_add(struct whole_us *histogram, uint64_t ns,
				  uint64_t count)
{
	uint64_t us = ns / NS_PER_US;

	if (us != histogram->us)
		finish_bucket(histogram);
	histogram->us = us;
	histogram->count += count;
	histogram->sum += (double)us * count;
}

/*
 * Fill in a histogram with the latencies of a CPU. A bucket of the distribution
 * counts as its upper end, but one latency is known to be the minimum.
 */
static bool exported_rt_tests_fill(struct whole_us *histogram,
				   const struct results *results, int cpu,
				   enum event_context context)
{
	const struct latency *all = stats_get(results->stats, cpu, context);
	struct distribution distribution;
	bool good = record_copy(results->record, cpu, context, RECORD_MEASURED,
				&distribution);
	uint64_t known = 1, left;

	*histogram = (struct whole_us) { .buckets = json_object() };
	/* Latencies beyond the histogram count as the maximum there: leave them out. */
	left = distribution.count - results_beyond(results, cpu, context);
	if (good && left)
		exported_rt_tests_add(histogram, all->min, known);
	for (int bucket = distribution_next(&distribution, 0);
	     good && left && bucket >= 0;
	     bucket = distribution_next(&distribution, bucket + 1)) {
		exported_rt_tests_add(
			histogram,
			time_min(distribution_high(bucket), all->max),
			time_min(distribution_count(&distribution, bucket), left) -
				known);
		left -= time_min(distribution_count(&distribution, bucket), left);
		known = 0;
	}
	finish_bucket(histogram);
	good &= !distribution.count || distribution.count == all->count;
	distribution_free(&distribution);
	return good;
}

static json_t *exported_rt_tests_thread_of(const struct results *results,
					   int cpu, enum event_context context)
{
	const struct latency *all = stats_get(results->stats, cpu, context);
	double average = all->sum / (double)NS_PER_US / all->count;
	json_t *thread = json_object();
	struct whole_us histogram;

	if (!exported_rt_tests_fill(&histogram, results, cpu, context)) {
		json_decref(histogram.buckets);
		json_decref(thread);
		return NULL;
	}
	if (json_object_size(histogram.buckets)) {
		if (!results_beyond(results, cpu, context))
			average = histogram.sum / all->count;
		json_set(&thread, "histogram", histogram.buckets);
	} else {
		json_decref(histogram.buckets);
	}
	json_set(&thread, "cycles", json_number(all->count));
	json_set(&thread, "min", json_number(all->min / NS_PER_US));
	json_set(&thread, "max", json_number(all->max / NS_PER_US));
	json_set(&thread, "avg", json_real(round(average * 100) / 100));
	json_set(&thread, "cpu", json_integer(cpu));
	json_set(&thread, "node", json_integer(NODE_UNKNOWN));
	return thread;
}

static json_t *threads_of(const struct results *results,
			  enum event_context context)
{
	json_t *threads = json_object();
	int cpu, number = 0;
	char name[12];

	cpus_for_each(cpu, &results->cpus) {
		if (!stats_get(results->stats, cpu, context)->count)
			continue;
		snprintf(name, sizeof(name), "%d", number++);
		json_set(&threads, name,
			 exported_rt_tests_thread_of(results, cpu, context));
	}
	return threads;
}

/* ---- The run ------------------------------------------------------ */

static json_t *command_line(const struct results *results)
{
	const json_t *words = json_object_get(results->document, "command"), *word;
	char *line = NULL;
	size_t size, i;
	FILE *out = open_memstream(&line, &size);
	json_t *text;

	if (!out)
		return NULL;
	json_array_foreach(words, i, word)
		fprintf(out, "%s%s", i ? " " : "", json_string_value(word) ?: "");
	text = fclose(out) ? NULL : json_words(line);
	free(line);
	return text;
}

/* Set when the run began, and when it ended, in the form that cyclictest has. */
static void set_times(json_t **file, const struct results *results)
{
	struct tm parts = { .tm_sec = 0 };
	const char *text = json_read_text(results->document, "started_at", "");
	const char *end = strptime(text, "%Y-%m-%dT%TZ", &parts);
	char started[TIME_LEN] = "", ended[TIME_LEN] = "";
	time_t when;

	if (end && !*end) {
		when = timegm(&parts);
		strftime(started, sizeof(started), "%a, %d %b %Y %T +0000", &parts);
		when += results->measured_ns / NS_PER_SEC;
		gmtime_r(&when, &parts);
		strftime(ended, sizeof(ended), "%a, %d %b %Y %T +0000", &parts);
	}
	json_set(file, "start_time", json_string(started));
	json_set(file, "end_time", json_string(ended));
}

static json_t *system_of(const struct results *results)
{
	const char *release = results_check(results, "kernel_release") ?: "";
	const char *version = results_check(results, "kernel_version") ?: "";
	const char *preemption = results_check(results, "preemption") ?: "";
	const char *host = json_string_value(results_at(results, "host.name"));
	const char *machine = strchr(release, ' ');
	char kernel[KERNEL_RELEASE_LEN];

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:i}",
			 "sysname", "Linux", "nodename", json_words(host ?: ""),
			 "release", json_words(results_kernel(results, kernel)),
			 "version", json_words(version),
			 "machine", json_words(machine ? machine + 1 : ""),
			 "realtime", !strncmp(preemption, "PREEMPT_RT",
					      strlen("PREEMPT_RT")));
}

json_t *exported_rt_tests(const struct results *results,
			  enum event_context context)
{
	const json_t *verdict = json_object_get(results->document, "verdict");
	json_t *file = json_object(), *threads = threads_of(results, context);

	json_set(&file, "file_version", json_integer(FILE_VERSION));
	/* cyclictest has the colons in these two names. */
	json_set(&file, "cmdline:", command_line(results));
	json_set(&file, "rt_test_version:", json_words(
		json_read_text(results->document, "generator", "rtla")));
	set_times(&file, results);
	json_set(&file, "return_code", json_number(json_read_ns(verdict, "exit_code")));
	json_set(&file, "sysinfo", system_of(results));
	json_set(&file, "num_threads", json_integer(json_object_size(threads)));
	json_set(&file, "resolution_in_ns", json_integer(0));
	json_set(&file, "thread", threads);
	return file;
}
