// SPDX-License-Identifier: GPL-2.0
/*
 * Verdicts about task sets as tables for people: see schedulability.h.
 */
#include <stdarg.h>

#include "base/grid.h"
#include "base/human.h"
#include "base/wrap.h"
#include "schedulable/schedulability.h"

static void __attribute__((format(printf, 3, 4)))
put(struct grid *grid, enum grid_align align, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	grid_put(grid, align, text);
}

static void put_us(struct grid *grid, uint64_t ns)
{
	char text[QUANTITY_LEN];

	grid_put(grid, GRID_RIGHT, us_text(ns, text));
}

/* ---- Tasks --------------------------------------------------------------- */

static void put_priority(struct grid *grid, const struct task *task)
{
	if (task->priority)
		put(grid, GRID_LEFT, "%s %d", task_policy_name(task->policy),
		    task->priority);
	else
		put(grid, GRID_LEFT, "%s", task_policy_name(task->policy));
}

static void put_slack(struct grid *grid, const struct loading_task *of)
{
	char text[QUANTITY_LEN];

	if (!of->has_slack)
		grid_put(grid, GRID_RIGHT, "-");
	else if (of->slack_ns < 0)
		put(grid, GRID_RIGHT, "-%s",
		    us_text(-(uint64_t)of->slack_ns, text));
	else
		put_us(grid, of->slack_ns);
}

static void put_task(struct grid *grid, const struct loading_task *of)
{
	static const char *const verdicts[] = {
		[TASK_MEETS] = "meets", [TASK_MISSES] = "misses",
		[TASK_UNDECIDED] = "not decided",
	};

	grid_row(grid);
	grid_put(grid, GRID_LEFT, of->task->name);
	put_priority(grid, of->task);
	put_us(grid, of->task->wcet_ns);
	put_us(grid, of->task->period_ns);
	put_us(grid, of->task->deadline_ns);
	if (of->response_ns != UINT64_MAX)
		put_us(grid, of->response_ns);
	else if (of->task->policy != TASK_DEADLINE &&
		 of->verdict == TASK_MISSES)
		grid_put(grid, GRID_RIGHT, "endless");
	else
		grid_put(grid, GRID_RIGHT, "-");
	put_slack(grid, of);
	grid_put(grid, GRID_LEFT, verdicts[of->verdict]);
}

static bool schedulability_print_tasks(FILE *out, const struct cpu_load *load)
{
	static const char *const heads[] = {
		"WCET", "Period", "Deadline", "Response", "Slack",
	};
	struct grid grid = { .cells = 0 };

	grid_row(&grid);
	grid_put(&grid, GRID_LEFT, "Task, us");
	grid_put(&grid, GRID_LEFT, "Policy");
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		grid_put(&grid, GRID_RIGHT, heads[i]);
	grid_put(&grid, GRID_LEFT, "Deadlines");
	for (int i = 0; i < load->tasks; i++)
		put_task(&grid, &load->task[i]);
	return grid_print(out, &grid);
}

/* ---- What the kernel takes ----------------------------------------------- */

static const char *cost_role_text(enum cost_role role)
{
	static const char *const texts[] = {
		[COST_JITTER] = "release jitter",
		[COST_RELEASE] = "an interrupt at each release",
		[COST_SWITCH] = "twice for each job",
		[COST_TICK] = "an interrupt",
		[COST_INTERRUPT] = "an interrupt",
		[COST_BLOCKING] = "blocking",
	};

	return texts[role];
}

static void put_cost(struct grid *grid, const struct kernel_costs *costs,
		     const struct kernel_cost *cost)
{
	char every[QUANTITY_LEN], counts[QUANTITY_LEN + 64];
	bool with_every = cost->every_ns;

	snprintf(counts, sizeof(counts), "%s%s%s%s%s",
		 cost->unknown || kernel_costs_counts(costs, cost) ? "" : "not: ",
		 cost_role_text(cost->role), with_every ? " each " : "",
		 with_every ? time_tick(cost->every_ns, every) : "",
		 cost->observed ? " (observed, no bound)" : "");
	grid_row(grid);
	grid_put(grid, GRID_LEFT, cost->name);
	if (cost->unknown)
		grid_put(grid, GRID_RIGHT, cost->unknown);
	else
		put_us(grid, cost->ns);
	grid_put(grid, GRID_LEFT, counts);
	if (cost->cpu == COST_ALL_CPUS)
		put(grid, GRID_LEFT, "all of %s", cost->path);
	else
		put(grid, GRID_LEFT, "CPU %d of %s", cost->cpu, cost->path);
}

static bool print_costs(FILE *out, const struct cpu_load *load)
{
	struct grid grid = { .cells = 0 };

	if (!load->costs.count)
		return true;
	grid_row(&grid);
	grid_put(&grid, GRID_LEFT, "Kernel, us");
	grid_put(&grid, GRID_RIGHT, "Longest");
	grid_put(&grid, GRID_LEFT, "Counts as");
	grid_put(&grid, GRID_LEFT, "Measured on");
	for (int i = 0; i < load->costs.count; i++)
		put_cost(&grid, &load->costs, &load->costs.cost[i]);
	return grid_print(out, &grid);
}

static bool any_unknown(const struct kernel_costs *costs)
{
	for (int i = 0; i < costs->count; i++)
		if (costs->cost[i].unknown)
			return true;
	return false;
}

static bool any_observed(const struct kernel_costs *costs)
{
	for (int i = 0; i < costs->count; i++)
		if (costs->cost[i].observed &&
		    kernel_costs_counts(costs, &costs->cost[i]))
			return true;
	return false;
}

/* Return whether the interrupts alone ask for the whole CPU. */
static bool interrupts_overload(const struct cpu_load *load)
{
	struct utilization sum = { .low = 0 };

	for (int i = 0; i < load->interrupts; i++)
		utilization_add(&sum, &load->interrupt[i]);
	return sum.low >= UTILIZATION_ONE;
}

/* Say what makes the verdict better or worse than what will be. */
static void print_doubts(FILE *out, const struct cpu_load *load)
{
	if (any_unknown(&load->costs))
		fputs("Not measured, and so counted as 0: what has no time here. The verdict may be too good.\n",
		      out);
	if (any_observed(&load->costs))
		fputs("A latency that was observed is no bound: a longer one may come. 'rtla bound' finds one.\n",
		      out);
	if (interrupts_overload(load))
		fputs("Interrupts alone would take all the time, if each came as often for ever as it once did: --interrupts window or each counts them as the bound does.\n",
		      out);
}

/* ---- The whole ----------------------------------------------------------- */

static void print_headline(FILE *out, const struct schedulability *of)
{
	int meets = 0, misses = 0;

	for (int i = 0; i < of->loads; i++)
		for (int j = 0; j < of->load[i].tasks; j++) {
			meets += of->load[i].task[j].verdict == TASK_MEETS;
			misses += of->load[i].task[j].verdict == TASK_MISSES;
		}
	fprintf(out, "Verdict%s%s: %s: ", of->set->name ? " of " : "",
		of->set->name ?: "", schedulability_name(of->verdict));
	if (of->verdict == TASK_MEETS)
		fprintf(out, "all deadlines are met, of %d %s\n", meets,
			meets == 1 ? "task" : "tasks");
	else if (of->verdict == TASK_MISSES)
		fprintf(out, "deadlines may be missed, of %d of %d tasks\n",
			misses, of->set->count);
	else
		fprintf(out, "the analysis would take too long for %d of %d tasks\n",
			of->set->count - meets, of->set->count);
}

static double percent(const struct cpu_load *load, bool with_costs)
{
	struct utilization sum = load_utilization(load, with_costs);

	return utilization_ppm(&sum) / 10000.0;
}

void schedulability_print(FILE *to, const struct schedulability *of)
{
	struct wrapped wrapped;
	FILE *out = wrapped_begin(&wrapped, to, TEXT_WIDTH);
	bool good = true;

	print_headline(out, of);
	for (int i = 0; i < of->loads; i++) {
		const struct cpu_load *load = &of->load[i];

		fprintf(out, "\nCPU %d: utilization %.2f %%", load->cpu,
			percent(load, false));
		if (load->costs.count)
			fprintf(out, ", %.2f %% with the kernel",
				percent(load, true));
		fputc('\n', out);
		good = schedulability_print_tasks(out, load) && good;
		good = print_costs(out, load) && good;
		print_doubts(out, load);
	}
	if (!of->load[0].costs.count)
		fputs("\nNothing is counted for the kernel, as no result was given: 'rtla overheads' and 'rtla bound' measure it.\n",
		      out);
	if (!good)
		fail(RESULT_ERROR, "out of memory");
	wrapped_end(&wrapped);
}
