// SPDX-License-Identifier: GPL-2.0
/*
 * A fuzzer of results, those of cyclictest included: any file is either read,
 * or refused with the place of the error.
 */
#include <string.h>

#include "fuzz.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

static char said[1024];

static void hear(void *context, const char *text)
{
	(void)context;
	snprintf(said, sizeof(said), "%s", text);
}

static void look(const struct results *results)
{
	struct distribution all;
	uint64_t has;
	int cpu;

	fuzz_require(results->tracer && !cpus_empty(&results->cpus));
	for (int i = 0; i < CONTEXTS; i++) {
		fuzz_require(results_has(results, i) ==
			     (stats_all(results->stats, i).count > 0));
		cpus_for_each(cpu, &results->cpus) {
			const struct latency *of =
				stats_get(results->stats, cpu, i);

			fuzz_require(of->min <= of->max);
			has = record_distribution(results->record, cpu, i)
				      ->count;
			/* cyclictest makes a histogram only if it is told to. */
			fuzz_require((!has && results_is_foreign(results)) ||
				     has == stats_corrected(results->stats, cpu, i).count);
		}
		if (record_copy(results->record, -1, i, RECORD_ALL, &all))
			percentile_value(&all, 99900000, UINT64_MAX);
		distribution_free(&all);
	}
	results_at(results, "verdict.outcome");
	results_at(results, "stop.analysis.parts");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct results results;

	message_listen(hear, NULL);
	said[0] = '\0';
	if (!results_read_any(&results, fuzz_file(data, size))) {
		look(&results);
		results_free(&results);
		return 0;
	}
	fuzz_require(strstr(said, ": line ") || strstr(said, ": $"));
	fuzz_require(!results.document && !results.stats && !results.record);
	return 0;
}
