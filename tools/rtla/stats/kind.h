/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the rest of the command has to know of a kind of measurement. Each kind
 * has a folder in kinds/ with its row; kinds/kinds.c is the table of them.
 * Nothing outside that folder asks which kind a measurement is: it asks its
 * row.
 */
#ifndef RTLA_KIND_H
#define RTLA_KIND_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "trace/contexts.h"

struct collector;
struct command;
struct cpus;
struct cyclictest_result;
struct figure_table;
struct kind_compare;
struct kind_gates;
struct kind_number;
struct kernel_costs;
struct kind_report;
struct losses;
struct module_kind;
struct place;
struct reader_counts;
struct results;
struct run_summary;
struct tracer_config;

/**
 * struct kind_row - a kind of measurement
 * @name: in commands and results, like "timerlat"
 * @commands: those that measure it; NULL after the last one
 * @where: for a gate on it in a run of another kind: "latencies are measured by
 *	timerlat"
 * @threshold: a context whose threshold is given by name, for an example; NULL:
 *	its thresholds have options of their own
 * @kernel_tracer: the kernel's own tracer that measures this as well; NULL:
 *	there is none
 * @kernel_option: the option that a kernel with that tracer is built with
 * @priority: that of its measuring threads, if none is given, as --priority
 *	takes it; NULL: no thread measures
 * @nothing: what is said of a run without any sample, with a remedy; NULL: its
 *	table tells it
 * @watches: no thread measures, and no CPU is owned: the samples are those of
 *	others, and may be missing on a CPU
 * @watches_threads: the figures are also kept for each watched thread
 * @has_cycles: they are those of cycles: see struct watched_cycles
 * @whole, @samples: if it @watches_threads: the context of the whole, of which
 *	the others are parts; and a title for what has these parts: "Wake-ups"
 * @only_counted: only the tracer can count the samples
 * @has_parts: a hit has parts, which an analysis of the trace explains;
 *	otherwise the hit itself says what took long
 * @has_noise: it has the noise of periods, struct noise
 * @has_distributions: its table shows what needs the distribution of the
 *	samples
 * @screen_has_distributions: so does its table on a screen
 * @is_made_of_noise: its figures need the events of noise and, if asked for, of
 *	stacks, also without a trace
 * @needs_events: events are always read, also if the tracer counts the samples;
 *	@add_losses says what it means if some are lost
 * @grows: its figures are also read while nobody sees them, so that the result
 *	can tell when they came
 * @skips_periods: an activation that comes too late skips periods
 * @has_user_threads: processes of user space can measure
 * @numbers_vary: how many samples there are depends on what the threads do, so
 *	that a comparison has to be of equally many
 * @prepare: let the collector get ready for what only this kind has, for CPUs 0
 *	to @cpus - 1; @tracer says what is measured. Returns false if there is
 *	no memory; NULL: there is nothing
 * @add_losses: add what else spoils the figures of @cpus: @counts is of all
 *	events that were read, @needed whether it is a loss if there is no
 *	sample. NULL: it is a loss that a CPU has none
 * @take_cyclictest: take the latencies of cyclictest, which was the program
 *	behind "--", to compare them; it has one thread at least. NULL: that
 *	program is only watched, or is the load
 * @figures: the tables of figures that only it has; NULL: none
 * @set_configuration, @set_context, @set_cpu, @set_figures: add to a result
 *	what only this kind has: to its "configuration"; to the figures of a
 *	context, and of all contexts, of a CPU, or of all CPUs together if @cpu
 *	is -1; and to the result itself. NULL: nothing
 * @read_cpu, @read_figures: read this again: of a CPU, whose object in the
 *	document is @json, and of the result itself. The statistics and the
 *	record of @results are there. NULL: there is nothing to read
 * @numbers: numbers of a whole result that only it has, see
 *	results/kind_numbers.h; NULL: none
 * @report: the parts of the report that only this kind has; NULL: none
 * @print_metrics: print what only this kind has as OpenMetrics; NULL: nothing
 * @print_csv: print the figures as CSV; returns false if there is no memory.
 *	NULL: this kind has no CSV
 * @gates: the words of gates on it, and what such a gate judges: see
 *	gates/kind_gates.h. NULL: it has no gates
 * @compare: the figures of a comparison that only it has: see
 *	compare/kind_compare.h. NULL: there are none
 * @add_costs: add what a result tells of how much the kernel takes from tasks
 *	of @cpu, or of any CPU if that is COST_ALL_CPUS: see
 *	schedulable/kernel_costs.h. NULL: it tells nothing of that
 * @module: how rtla.ko measures it: see tracer/module_kind.h. NULL: it does not
 */
struct kind_row {
	const char *name;
	const struct command *const *commands;
	const char *where;
	const char *threshold;
	const char *kernel_tracer;
	const char *kernel_option;
	const char *priority;
	const char *nothing;
	bool watches;
	bool watches_threads;
	bool has_cycles;
	enum event_context whole;
	const char *samples;
	bool only_counted;
	bool has_parts;
	bool has_noise;
	bool has_distributions;
	bool screen_has_distributions;
	bool is_made_of_noise;
	bool needs_events;
	bool grows;
	bool skips_periods;
	bool has_user_threads;
	bool numbers_vary;
	bool (*prepare)(struct collector *collector,
			const struct tracer_config *tracer, int cpus);
	void (*add_losses)(struct losses *losses,
			   const struct collector *collector,
			   const struct cpus *cpus,
			   const struct reader_counts *counts, bool needed);
	void (*take_cyclictest)(struct collector *collector,
				const struct cyclictest_result *result);
	const struct figure_table *figures;
	void (*set_configuration)(json_t **json,
				  const struct run_summary *summary);
	void (*set_context)(json_t **json, const struct run_summary *summary,
			    int cpu, enum event_context context);
	void (*set_cpu)(json_t **json, const struct run_summary *summary,
			int cpu);
	void (*set_figures)(json_t **json, const struct run_summary *summary);
	void (*read_cpu)(struct place *place, struct results *results,
			 const json_t *json, int cpu);
	void (*read_figures)(struct place *place, struct results *results);
	const struct kind_number *numbers;
	const struct kind_report *report;
	void (*print_metrics)(FILE *out, const struct run_summary *summary);
	bool (*print_csv)(FILE *out, const struct run_summary *summary);
	const struct kind_gates *gates;
	const struct kind_compare *compare;
	void (*add_costs)(struct kernel_costs *costs,
			  const struct results *results, int cpu);
	const struct module_kind *module;
};

/* The rows of all kinds. */
extern const struct kind_row *const kind_rows[KINDS];

/* kind_row - return the row of a kind */
static inline const struct kind_row *kind_row(enum kind kind)
{
	return kind_rows[kind];
}

/* context_has_no_parts - return whether an analysis of such a latency finds nothing */
static inline bool context_has_no_parts(int context)
{
	return context >= 0 && context < CONTEXTS &&
	       !kind_row(context_kind(context))->has_parts;
}

#endif /* RTLA_KIND_H */
