// SPDX-License-Identifier: GPL-2.0
/*
 * Explaining a cycle: see cycle_explanation.h. The trace is read as if it had
 * been saved, so that it says the same when it is read from a file.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/advice.h"
#include "cycles/cycle_advice.h"
#include "cycles/explained_cycle.h"
#include "cycles/replay.h"
#include "cycles/sched_text.h"
#include "cycles/sched_trace.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"
#include "host/task_info.h"
#include "options/config.h"
#include "run/cycle_explanation.h"
#include "run/machine_facts.h"
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

/* ---- What is known of this machine --------------------------------------- */

#define CGROUP_ROOT	"/sys/fs/cgroup"

/* Return whether the control group @path has a quota. */
static bool has_quota(const struct facts *facts, const char *path)
{
	char *quota, *file;
	bool has;

	if (asprintf(&file, CGROUP_ROOT "%s/cpu.max", path) < 0)
		return false;
	quota = facts->read(file);
	has = quota && strncmp(quota, "max", 3);
	free(quota);
	free(file);
	return has;
}

/* Find the innermost control group of a thread that has a quota. */
static void set_group(struct facts *facts,
		      const struct measured_machine *machine, int pid)
{
	struct task_info info = { };
	char *slash;

	if (!machine->find_task || !machine->find_task(pid, &info))
		return;
	fact_set(facts, FACT_DELAYED, "%d", pid);
	while (*info.cgroup == '/' && info.cgroup[1]) {
		if (has_quota(facts, info.cgroup)) {
			fact_set(facts, FACT_GROUP, "%s", info.cgroup);
			return;
		}
		slash = strrchr(info.cgroup, '/');
		*slash = '\0';
	}
}

static void look_at_suspect(void *context, struct facts *facts,
			    const struct cycle_suspect *suspect)
{
	const struct measured_machine *machine = context;

	advice_set_machine(facts, machine, suspect->cpu);
	set_group(facts, machine, suspect->delayed);
	if (suspect->pid)
		advice_set_task(facts, machine, suspect->pid, suspect->name,
				suspect->delayed_prio);
	if (suspect->irq >= 0)
		advice_set_irq(facts, machine, suspect->irq, suspect->name);
}

/* ---- The cycle ----------------------------------------------------------- */

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
	struct measured_machine machine;
	const struct cycle_machine here = { look_at_suspect, &machine };
	const char *reason = NULL;

	if (!cycle)
		return "not all of its events were kept, as they were too many: measure it again, or with fewer other threads";
	machine_facts_read(&machine, &config->tracer.cpus);
	if (explained_cycle_make(&explained, cycles, cycle,
				 config->tracer.cycle.deadline_ns)) {
		cycle_advice_find(&explained.advice, &explained, &here);
		advice_find_checks(&explained.advice, &machine);
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
