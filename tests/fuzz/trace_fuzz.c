// SPDX-License-Identifier: GPL-2.0
/*
 * A fuzzer of saved traces: any file is either a trace that can be analysed, or
 * is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/analysis_text.h"
#include "analysis/perfetto.h"
#include "analysis/sentence.h"
#include "fuzz.h"
#include "trace/saved_trace.h"
#include "trace/trace_formats.h"
#include "trace/wakings.h"

static void analyse(struct saved_trace *trace, int cpu, FILE *out)
{
	const struct analysis_config config = {
		.workload_prio =
			trace->recorder == RECORDED_BY_KERNEL ? PRIO_ABSENT : 4,
		.recorder = trace->recorder,
	};
	struct event_list wakings = { .count = 0 };
	struct analysis *analysis =
		analysis_new(&trace->list[cpu], cpu, &config);
	char sentence[SENTENCE_LEN];
	uint64_t sum = 0;

	if (!analysis)
		return;
	sentence_make(sentence, analysis, &trace->symbols);
	analysis_text_print(out, analysis, sentence, &trace->symbols,
			    STACK_FULL, NULL);
	fuzz_require(wakings_find(trace, cpu, &wakings));
	for (unsigned int periods = 0; periods < 3; periods++)
		free(perfetto_text(analysis, &trace->list[cpu], sentence,
				   &(struct perfetto_config) {
			.symbols = &trace->symbols, .periods = periods,
			.wakings = &wakings,
		}));
	event_list_clear(&wakings);
	/* The parts and the unexplained rest always add up to the latency. */
	for (int i = 0; i < PARTS; i++)
		sum += analysis->part[i].ns;
	fuzz_require(analysis->unexplained < 0 ||
		     sum + analysis->unexplained == analysis->latency);
	analysis_free(analysis);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct saved_trace trace = { .cpus = 0 };
	static FILE *out;
	const char *why;

	if (!out)
		out = fopen("/dev/null", "w");
	why = trace_formats_read(&trace, fuzz_file(data, size));
	if (why && trace.odd_line)
		fuzz_require(strstr(why, "line ") || trace.events);
	if (!why)
		for (int cpu = 0; cpu < trace.cpus; cpu++)
			analyse(&trace, cpu, out);
	saved_trace_free(&trace);
	return 0;
}
