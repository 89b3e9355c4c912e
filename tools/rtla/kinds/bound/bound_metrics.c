// SPDX-License-Identifier: GPL-2.0
/*
 * The bound as OpenMetrics.
 */
#include <inttypes.h>

#include "kinds/bound/bound_kind.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "stats/bound_figures.h"
#include "tracer/tracer_config.h"

/*
 * Print both ends of a time that lies between them; BOUND_ENDLESS is no number
 * of ns.
 */
static void print_ends(FILE *out, const char *name, int cpu, const char *label,
		       const char *of, uint64_t lower_ns, uint64_t upper_ns)
{
	const uint64_t ends[] = { lower_ns, upper_ns };

	for (int i = 0; i < 2; i++) {
		fprintf(out, "%s{cpu=\"%d\",%s=\"%s\",end=\"%s\"} ", name, cpu,
			label, of, i ? "upper" : "lower");
		if (ends[i] == BOUND_ENDLESS)
			fputs("+Inf", out);
		else
			metrics_seconds(out, ends[i]);
		fputc('\n', out);
	}
}

static void bound_metrics_print_variables(FILE *out, int cpu,
					  const struct bound_figures *figures)
{
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++) {
		const struct bound_windows *of = bound_windows_of(figures, i);

		if (of->method != BOUND_ABSENT)
			print_ends(out, "rtla_bound_variable_seconds", cpu, "context",
				   context_name(i), of->longest.lower_ns,
				   of->longest.upper_ns);
	}
}

static void print_margins(FILE *out, int cpu,
			  const struct bound_figures *figures)
{
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++) {
		const struct bound_windows *of = bound_windows_of(figures, i);

		if (of->method == BOUND_ABSENT)
			continue;
		metrics_begin(out, "rtla_bound_variable_margin_seconds", cpu, i);
		fputs("} ", out);
		metrics_seconds(out, of->margin_ns);
		fputc('\n', out);
	}
}

static void bound_metrics_print_columns(FILE *out, int cpu,
					const struct bound_figures *figures)
{
	for (int i = 0; i < BOUND_COLUMNS; i++)
		print_ends(out, "rtla_bound_seconds", cpu, "column",
			   bound_column_name(i), figures->column[i].lower_ns,
			   figures->column[i].upper_ns);
}

static void print_converged(FILE *out, int cpu,
			    const struct bound_figures *figures)
{
	for (int i = 0; i < BOUND_COLUMNS; i++)
		fprintf(out, "rtla_bound_converged{cpu=\"%d\",column=\"%s\"} %d\n",
			cpu, bound_column_name(i), figures->column[i].converged);
}

static void bound_metrics_print_observed(FILE *out, int cpu,
					 const struct bound_figures *figures)
{
	if (!figures->observed.count)
		return;
	fprintf(out, "rtla_bound_observed_seconds{cpu=\"%d\"} ", cpu);
	metrics_seconds(out, figures->observed.max_ns);
	fputc('\n', out);
}

static void print_holds(FILE *out, int cpu, const struct bound_figures *figures)
{
	fprintf(out, "rtla_bound_holds{cpu=\"%d\"} %d\n", cpu,
		!bound_is_exceeded(figures));
}

void bound_print_metrics(FILE *out, const struct run_summary *summary)
{
	static const struct {
		const char *name;
		const char *unit;
		const char *help;
		void (*print)(FILE *out, int cpu,
			      const struct bound_figures *figures);
	} families[] = {
		{ "rtla_bound_variable_seconds", "seconds",
		  "The longest window of a variable of the bound, at least and at most.",
		  bound_metrics_print_variables },
		{ "rtla_bound_variable_margin_seconds", "seconds",
		  "A window may be longer than measured by up to this.", print_margins },
		{ "rtla_bound_seconds", "seconds",
		  "The bound of the scheduling latency, at least and at most; +Inf if it does not converge.",
		  bound_metrics_print_columns },
		{ "rtla_bound_converged", NULL,
		  "1 if the bound has an upper end, else 0.", print_converged },
		{ "rtla_bound_observed_seconds", "seconds",
		  "The largest latency of the thread of the probe.", bound_metrics_print_observed },
		{ "rtla_bound_holds", NULL,
		  "0 if the observed latency is over the bound, so that the model does not hold, else 1.",
		  print_holds },
	};

	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		int cpu;

		metrics_family(out, families[i].name, "gauge", families[i].unit,
		       families[i].help);
		cpus_for_each(cpu, &summary->tracer->cpus) {
			const struct bound_figures *figures =
				bound_set_at(summary->kind.bounds, cpu);

			if (figures && !bound_is_blind(figures))
				families[i].print(out, cpu, figures);
		}
	}
}
