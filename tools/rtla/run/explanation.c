// SPDX-License-Identifier: GPL-2.0
/*
 * Explaining a hit: see explanation.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/advice.h"
#include "analysis/analysis.h"
#include "analysis/analysis_text.h"
#include "analysis/explained_hit.h"
#include "analysis/idle_latency.h"
#include "analysis/plain_hit.h"
#include "host/average_speed.h"
#include "host/in_guest.h"
#include "host/kernel_symbols.h"
#include "host/machine.h"
#include "host/stalls.h"
#include "host/untraced.h"
#include "options/config.h"
#include "run/cycle_explanation.h"
#include "run/explanation.h"
#include "run/machine_facts.h"
#include "run/measurement.h"
#include "stats/figure_row.h"
#include "trace/callbacks.h"
#include "trace/events.h"
#include "trace/ipis.h"
#include "trace/kernel_events.h"
#include "trace/reader.h"
#include "trace/running_tasks.h"
#include "trace/symbols.h"
#include "trace/thread_names.h"
#include "trace/wakings.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"

/*
 * Set what each latency of a CPU contains of our own work. The user latency
 * contains that of the thread latency; reading the clock again is that of the
 * workload.
 */
static void set_own(uint64_t *own, const struct measurement *measurement,
		    const struct cpus *cpus, int cpu)
{
	int place = cpus_place(cpus, cpu);
	const struct tracer_cpu *state;

	if (place < 0)
		return;
	state = &measurement->baseline[place];
	own[CONTEXT_IRQ] = state->own_irq_ns;
	own[CONTEXT_THREAD] = state->own_thread_ns;
	own[CONTEXT_USER] = state->own_thread_ns;
}

/* Return @count, which is a figure or a number that may be unknown, or 0. */
static uint64_t known_count(uint64_t count)
{
	return count == FIGURE_UNKNOWN ? 0 : count;
}

/*
 * Read what the machine has counted of @cpu. To read SMIs and its frequency
 * interrupts the CPU, and so they are known only when it is not measured any
 * more: see measurement_stop().
 */
static void set_counts(struct machine_counts *counts,
		       const struct measurement *measurement,
		       const struct cpus *cpus, int cpu)
{
	struct machine machine;
	struct tracer_cpu now;

	machine_init(&machine, "", NULL);
	*counts = (struct machine_counts) { .guest = in_guest(&machine) };
	if (!measurement_read_cpu(measurement, cpus, cpu, &now))
		counts->steal_ns = known_count(now.steal_ns);
	if (!measurement->stopped)
		return;
	counts->smis = known_count(stalls_of(measurement->stalls, cpu, STALL_SMI));
	counts->throttled = known_count(stalls_of(measurement->stalls, cpu,
						  STALL_THROTTLED));
	counts->speed = average_speed_of(measurement->speeds, cpu);
}

/* Set what the analysis needs beside the events; @untraced outlives it. */
static void set_wanted(struct analysis_config *wanted,
		       const struct measurement *measurement,
		       const struct config *config, int cpu,
		       char untraced[UNTRACED_LEN])
{
	const struct untraced_cpu *came =
		untraced_of(measurement->untraced, cpu);

	*wanted = (struct analysis_config) {
		.untraced = untraced,
		.workload_prio =
			priority_in_kernel(&config->tracer.priority,
					   measurement->ops->default_prio),
		.recorder = measurement->ops->recorder,
	};
	*untraced = '\0';
	if (came)
		untraced_names(came, untraced);
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		wanted->stop[i] = config->tracer.stop_ns[i];
	set_own(wanted->own, measurement, &config->tracer.cpus, cpu);
	set_counts(&wanted->counts, measurement, &config->tracer.cpus, cpu);
}

/* The calls and wakings that came from other CPUs to the one of the hit. */
struct sent {
	struct event_list ipis;
	struct event_list wakings;
};

static void explain_cpu(FILE *out, struct explanation *explanation,
			const struct measurement *measurement,
			const struct config *config,
			const struct event_list *list,
			const struct sent *sent, int cpu,
			const struct symbols *symbols)
{
	struct measured_machine machine;
	const struct explained_forms forms = {
		.text = out, .json = config->output.json,
		.perfetto = config->perfetto_file,
		.periods = config->perfetto_periods, .symbols = symbols,
		.stack = config->stack_format, .machine = &machine,
		.ipis = &sent->ipis, .wakings = &sent->wakings,
		.only_known = true,
	};
	char untraced[UNTRACED_LEN];
	struct analysis_config wanted;
	struct explained_hit hit;

	set_wanted(&wanted, measurement, config, cpu, untraced);
	machine_facts_read(&machine, &config->tracer.cpus);
	if (!explained_hit_make(&hit, list, cpu, &wanted, &forms)) {
		note("CPU %d: %s: the hit is not explained", cpu,
		     errno ? strerror(errno) :
			     "its events are not in the trace");
		return;
	}
	if (!hit.incomplete)
		memcpy(explanation->cause, hit.sentence, sizeof(hit.sentence));
	explanation->json = hit.json;
	explanation->perfetto = hit.perfetto;
}

/*
 * Find the name of an address in a stack, or of a function that a callback ran,
 * which the tracer did not record.
 */
static bool find_symbol(void *source, uint64_t address, char *name, size_t size)
{
	const struct measurement *measurement = source;

	if (measurement->ops->symbol(measurement->tracer, address, name, size))
		return true;
	return measurement->functions &&
	       kernel_symbols_find(measurement->functions, address, name, size);
}

/* The largest IRQ latency from idle so far; cpu is -1 without one. */
struct idle_max {
	uint64_t latency;
	int cpu;
};

static void look_at_idle(struct idle_max *max, const struct event_list *list,
			 int cpu)
{
	uint64_t latency = idle_latency_max(list);

	if (latency > max->latency) {
		max->latency = latency;
		max->cpu = cpu;
	}
}

static bool explanation_find_comm(void *source, int pid, char *comm)
{
	(void)source;
	return thread_name_read(pid, comm);
}

/* Read the events of a CPU, complete as rtla.ko would have recorded them. */
static enum result explanation_read_list(const struct measurement *measurement,
					 int cpu, struct event_list *list)
{
	struct kernel_events events = { .list = list,
					.comm = explanation_find_comm };
	enum result result = measurement->ops->list ?
		measurement->ops->list(measurement->tracer, cpu, list) :
		reader_list(measurement_traces(measurement)->analysis,
			    measurement->decoder, cpu, list);

	if (!result && recorder_is_bare(measurement->ops->recorder))
		kernel_events_complete(&events);
	if (events.impossible)
		note("CPU %d: the kernel's tracer gives impossible times: %zu of them left out",
		     cpu, events.impossible);
	return result;
}

/*
 * Read who has asked @cpu for callbacks. Without that, the explanation says
 * less.
 */
static void read_ipis(const struct measurement *measurement, int cpu,
		      struct event_list *ipis)
{
	struct instance *senders = measurement_traces(measurement)->senders;
	struct event_list list = { .count = 0 };
	struct cpus all;
	int from;

	if (!senders)
		return;
	cpus_present(&all);
	cpus_for_each(from, &all) {
		if (reader_list(senders, measurement->decoder, from, &list) ||
		    !ipis_add(ipis, cpu, &list, from, explanation_find_comm,
			      NULL))
			note("CPU %d: who has sent interrupts from there is not known",
			     from);
		event_list_clear(&list);
	}
	event_list_sort(ipis);
}

/*
 * Read which threads have run on @cpu, into @list, and who woke them, there and
 * from others.
 */
static void read_wakings(const struct measurement *measurement, int cpu,
			 struct event_list *list, struct event_list *wakings)
{
	struct instance *instance = measurement_traces(measurement)->wakings;
	struct event_list others = { .count = 0 };
	struct cpus all;
	int from;

	if (!instance)
		return;
	if (reader_list(instance, measurement->decoder, cpu, &others) ||
	    !wakings_merge(list, &others))
		note("CPU %d: which threads have run is not known", cpu);
	event_list_clear(&others);
	cpus_present(&all);
	cpus_for_each(from, &all) {
		if (from == cpu)
			continue;
		if (reader_list(instance, measurement->decoder, from, &others) ||
		    !wakings_add(wakings, list, &others, from,
				 explanation_find_comm, NULL))
			note("CPU %d: who has woken threads from there is not known",
			     from);
		event_list_clear(&others);
	}
	event_list_sort(wakings);
}

/* If the tracer records no event of the hit, make it. */
static bool explanation_put_stop(const struct measurement *measurement,
				 const struct tracer_hit *hit,
				 struct event_list *list)
{
	struct kernel_events events = { .list = list,
					.comm = explanation_find_comm };

	if (measurement->ops->hit_event || measurement->ops->list ||
	    kernel_events_stop(&events, hit->context, hit->latency_ns,
			       hit->threshold_ns))
		return true;
	note("out of memory: the hit is not explained");
	return false;
}

/*
 * Return whether functions that callbacks ran have to be named by the list of
 * the kernel. The tracers of the kernel itself have it if they record stacks.
 */
static bool needs_functions(const struct measurement *measurement,
			    const struct config *config)
{
	return callbacks_wanted(&config->events) &&
	       !(recorder_is_bare(measurement->ops->recorder) &&
		 config->tracer.stack_ns);
}

void explain_hit(struct explanation *explanation,
		 struct measurement *measurement, const struct config *config,
		 const struct tracer_hit *hit)
{
	FILE *out = open_memstream(&explanation->report, &explanation->size);
	const struct hit_traces *traces = measurement_traces(measurement);
	const struct symbols symbols = { find_symbol, measurement };
	struct event_list list = { .count = 0 };
	struct sent sent = { .ipis = { .count = 0 } };
	struct cycle_cause cause = {
		explanation->cause, sizeof(explanation->cause), NULL,
	};
	struct idle_max max = { .cpu = -1 };
	int cpu;

	if (!out) {
		note("out of memory: the hit is not explained");
		return;
	}
	if (measurement->ops->print) {
		explain_cycle(out, &cause, measurement, config, hit);
		explanation->json = cause.json;
		fclose(out);
		return;
	}
	if (!measurement->functions && needs_functions(measurement, config))
		measurement->functions = kernel_symbols_load("");
	/* If measurement_stop() was called, it has updated the counts. */
	if (!measurement->stopped)
		untraced_update(measurement->untraced);
	if (!explanation_read_list(measurement, hit->cpu, &list) &&
	    explanation_put_stop(measurement, hit, &list)) {
		read_ipis(measurement, hit->cpu, &sent.ipis);
		read_wakings(measurement, hit->cpu, &list, &sent.wakings);
		explain_cpu(out, explanation, measurement, config, &list,
			    &sent, hit->cpu, &symbols);
		look_at_idle(&max, &list, hit->cpu);
	}
	event_list_clear(&list);
	event_list_clear(&sent.ipis);
	event_list_clear(&sent.wakings);
	cpus_for_each(cpu, &config->tracer.cpus) {
		if (cpu == hit->cpu)
			continue;
		if (!explanation_read_list(measurement, cpu, &list))
			look_at_idle(&max, &list, cpu);
		event_list_clear(&list);
	}
	if (max.cpu >= 0)
		analysis_text_idle_max(out, max.latency, max.cpu);
	if (config->dump_tasks)
		tasks_print(out, traces->tasks, measurement->ops->system,
			    &symbols);
	fclose(out);
}

void explanation_free(struct explanation *explanation)
{
	free(explanation->report);
	free(explanation->perfetto);
	json_decref(explanation->json);
	*explanation = (struct explanation) { .report = NULL };
}

void explain_plain_hit(FILE *out, const struct tracer_hit *hit)
{
	plain_hit_print(out, &(struct plain_hit) {
		.cpu = hit->cpu, .context = hit->context,
		.latency = hit->latency_ns, .limit = hit->threshold_ns,
		.comm = "", .pid = hit->pid,
	});
}
