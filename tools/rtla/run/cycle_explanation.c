// SPDX-License-Identifier: GPL-2.0
/*
 * Explaining a cycle: see cycle_explanation.h. The trace is read as if it had
 * been saved, so that it says the same when it is read from a file.
 */
#include <stdlib.h>

#include "cycles/explained_cycle.h"
#include "cycles/replay.h"
#include "cycles/sched_text.h"
#include "cycles/sched_trace.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"
#include "options/config.h"
#include "run/cycle_explanation.h"
#include "run/measurement.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"

/* Read what the tracer prints. */
static const char *read_own_trace(struct sched_trace *trace,
				const struct measurement *measurement)
{
	const char *reason = "out of memory";
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	bool printed = file &&
		       measurement->ops->print(measurement->tracer, file);

	if (file)
		fclose(file);
	file = printed ? fmemopen(text, size, "r") : NULL;
	if (file) {
		reason = sched_text_read(trace, file);
		fclose(file);
	}
	free(text);
	if (!reason)
		sched_trace_settle(trace);
	return reason;
}

/* Explain the cycle that began when the hit did. */
static const char *explain_thread_cycle(FILE *out,
					struct cycle_cause *cause,
					const struct thread_cycles *cycles,
					const struct config *config,
					const struct tracer_hit *hit)
{
	const struct thread_cycle *cycle =
		thread_cycles_at(cycles, hit->t_w_ns);
	char sentence[CYCLE_SENTENCE_LEN];
	struct explained_cycle explained;
	const char *reason = NULL;

	if (!cycle)
		return "not all of its events were kept, as they were too many: measure it again, or with fewer other threads";
	if (explained_cycle_make(&explained, cycles, cycle,
				 config->tracer.cycle.deadline_ns)) {
		explained_cycle_print(out, &explained);
		snprintf(cause->sentence, cause->size, "%s",
			 explained_sentence(&explained, sentence));
		if (config->output.json)
			cause->json = explained_cycle_json(&explained);
	} else {
		reason = "out of memory";
	}
	explained_cycle_free(&explained);
	return reason;
}

static const char *explain_trace(FILE *out, struct cycle_cause *cause,
				 const struct sched_trace *trace,
				 const struct config *config,
				 const struct tracer_hit *hit)
{
	struct whereabouts where = { .threads = 0 };
	struct thread_cycles cycles = {
		.where = &where,
		.home = { .wait = hit->home, .any = config->tracer.cycle.any },
	};
	const char *reason = "out of memory";

	if (replay_trace(&where, trace)) {
		cycles.thread = whereabouts_thread(&where, hit->pid);
		if (!cycles.thread)
			reason = "its thread is not in the trace";
		else if (thread_cycles_find(&cycles))
			reason = explain_thread_cycle(out, cause, &cycles,
						      config, hit);
	}
	thread_cycles_free(&cycles);
	whereabouts_free(&where);
	return reason;
}

void explain_cycle(FILE *out, struct cycle_cause *cause,
		   const struct measurement *measurement,
		   const struct config *config, const struct tracer_hit *hit)
{
	struct sched_trace trace = { .events = 0 };
	const char *reason = read_own_trace(&trace, measurement);

	reason = reason ?: explain_trace(out, cause, &trace, config, hit);
	if (reason)
		note("the cycle is not explained: %s", reason);
	sched_trace_free(&trace);
}
