// SPDX-License-Identifier: GPL-2.0
/*
 * Lost events, skipped periods, and CPUs that were not measured to the end.
 */
#include <inttypes.h>
#include <stdarg.h>

#include "base/human.h"
#include "base/parse.h"
#include "results/cpu_figures.h"
#include "run/losses.h"
#include "stats/figure_row.h"
#include "stats/watched_threads.h"
#include "trace/reader.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"

#define NOT_ACCURATE	"events missed, results might not be accurate"

void losses_add(struct losses *losses, const char *format, ...)
{
	char *text = losses->text[losses->count++];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(losses->text[0]), format, args);
	va_end(args);
}

void losses_events(struct losses *losses, const struct reader_counts *counts)
{
	uint64_t all = counts->lost + counts->events;

	if (counts->lost)
		losses_add(losses, "%" PRIu64 " (%.2f%%) " NOT_ACCURATE,
		    counts->lost, 100.0 * counts->lost / all);
	if (counts->lost_more)
		losses_add(losses, "unknown number of " NOT_ACCURATE);
}

void losses_threads(struct losses *losses,
		    const struct watched_threads *threads, const char *unseen)
{
	if (threads->full)
		losses_add(losses, "there were more than %d threads to watch, the others were not: name fewer",
			   TRACER_WATCHED_MAX);
	if (threads->unseen)
		losses_add(losses, "%" PRIu64 " %s", threads->unseen, unseen);
}

/* Print a line like "7 periods skipped: CPU 1 (4), CPU 5 (3)", if any were. */
static void losses_print_skipped(FILE *out, const struct tracer_cpu *cpu_totals,
				 const struct cpus *cpus)
{
	uint64_t sum = 0;
	const char *comma = "";
	int index = 0;
	int cpu;

	cpus_for_each(cpu, cpus)
		sum += cpu_totals[index++].skipped;
	if (!sum)
		return;
	fprintf(out, "%" PRIu64 " %s skipped:", sum,
		sum == 1 ? "period" : "periods");
	index = 0;
	cpus_for_each(cpu, cpus) {
		uint64_t skipped = cpu_totals[index++].skipped;

		if (!skipped)
			continue;
		fprintf(out, "%s CPU %d (%" PRIu64 ")", comma, cpu, skipped);
		comma = ",";
	}
	fputc('\n', out);
}

/*
 * Print how often the system was suspended. A suspend is no loss: its time is
 * just not measured.
 */
static void print_suspended(FILE *out, const struct tracer_cpu *cpu_totals,
			    const struct cpus *cpus)
{
	uint64_t times = 0;

	for (int i = 0; i < cpus_count(cpus); i++)
		if (cpu_totals[i].suspended > times)
			times = cpu_totals[i].suspended;
	if (times)
		fprintf(out, "system suspended %" PRIu64 " %s, nothing was measured until it resumed\n",
			times, times == 1 ? "time" : "times");
}

static bool went_offline(const struct tracer_cpu *state)
{
	return state->state == TRACER_CPU_OFFLINE || state->offline;
}

static bool was_lost(const struct tracer_cpu *state)
{
	return state->state == TRACER_CPU_LOST;
}

static bool was_left(const struct tracer_cpu *state)
{
	return state->detached && !went_offline(state);
}

static bool has_waited(const struct tracer_cpu *state)
{
	return state->state == TRACER_CPU_WAITING && !state->detached &&
	       !went_offline(state);
}

/* The reasons why a CPU was not measured to the end. */
static const struct cpu_loss {
	bool (*is)(const struct tracer_cpu *state);
	bool of_workload;		/* no loss if workloads are foreign */
	const char *text;	/* follows "CPU 1,3" */
} cpu_losses[] = {
	{ went_offline, false, " went offline, results are incomplete" },
	{ was_lost, false, ": measuring thread lost, results are incomplete: do not change its affinity or cpuset" },
	{ was_left, true, ": user-space workload ended early, results are incomplete: do not kill or move it" },
	{ has_waited, true, ": no user-space workload, nothing was measured: measure with kernel threads, -k" },
};

static void add_cpus(struct losses *losses, const struct cpu_loss *loss,
		     const struct tracer_cpu *cpu_totals,
		     const struct cpus *cpus)
{
	struct cpus gone = { .word = { 0 } };
	char list[256];
	int cpu;

	cpus_for_each(cpu, cpus)
		if (loss->is(cpu_totals++))
			cpus_add(&gone, cpu);
	if (!cpus_empty(&gone))
		losses_add(losses, "CPU %s%s", cpus_format(&gone, list, sizeof(list)),
		    loss->text);
}

void losses_cpus(struct losses *losses, const struct tracer_cpu *cpu_totals,
		 const struct cpus *cpus, bool foreign)
{
	for (size_t i = 0; i < sizeof(cpu_losses) / sizeof(cpu_losses[0]); i++)
		if (!foreign || !cpu_losses[i].of_workload)
			add_cpus(losses, &cpu_losses[i], cpu_totals, cpus);
}

/* Return whether a CPU that nothing else explains has measured nothing. */
static bool is_silent(const struct tracer_cpu *state)
{
	return !state->measured && !went_offline(state) && !was_lost(state) &&
	       !was_left(state) && !has_waited(state);
}

void losses_silent(struct losses *losses, const struct tracer_cpu *cpu_totals,
		   const struct cpus *cpus, bool cut)
{
	static const struct cpu_loss silent = {
		is_silent, false,
		": nothing was measured: measure for longer, or keep other threads from having the CPU all the time",
	};
	bool any = false;

	for (int i = 0; i < cpus_count(cpus); i++)
		any |= cpu_totals[i].measured > 0;
	if (!any || !cut)
		add_cpus(losses, &silent, cpu_totals, cpus);
}

/* Print the CPUs of which a figure is not 0, and its largest value. */
static void print_figure_note(FILE *out, const struct figure_row *figure,
			      const struct tracer_cpu *cpu_totals,
			      const struct cpus *cpus)
{
	char text[CPUS_TEXT_SIZE], time[QUANTITY_LEN];
	struct cpus those = { .word = { 0 } };
	uint64_t most = 0;
	int cpu;

	cpus_for_each(cpu, cpus) {
		const struct tracer_cpu *of = cpu_totals++;

		if (!figure_is_known(figure, of) || !figure_value(figure, of))
			continue;
		cpus_add(&those, cpu);
		if (figure_value(figure, of) > most)
			most = figure_value(figure, of);
	}
	if (most)
		fprintf(out, "CPU %s: %s%s %s\n",
			cpus_format(&those, text, sizeof(text)),
			cpus_count(&those) > 1 ? "up to " : "",
			time_text(most, time), figure->note);
}

/* Print how many sessions ran beside this one. */
static void print_sessions(FILE *out, const struct tracer_cpu *cpu_totals,
			   const struct cpus *cpus)
{
	uint64_t sessions = tracer_sessions(cpu_totals, cpus_count(cpus));

	if (sessions > 1)
		fprintf(out, "%" PRIu64 " other %s of rtla.ko ran beside this one; a session adds up to some hundred instructions to each latency or noise of the others: see Documentation/performance.md\n",
			sessions - 1, sessions == 2 ? "session" : "sessions");
}

void losses_notes(FILE *out, const struct tracer_cpu *cpu_totals,
		  const struct cpus *cpus, uint64_t unwatched_ns)
{
	losses_print_skipped(out, cpu_totals, cpus);
	print_suspended(out, cpu_totals, cpus);
	print_sessions(out, cpu_totals, cpus);
	for (const struct figure_row *figure = cpu_figures; figure->id;
	     figure++)
		if (figure->note)
			print_figure_note(out, figure, cpu_totals, cpus);
	/* The figures have the samples of that time; none of them could hit. */
	if (unwatched_ns)
		fprintf(out, "threshold detection paused for %.6f s in all, after earlier hits\n",
			(double)unwatched_ns / NS_PER_SEC);
}
