// SPDX-License-Identifier: GPL-2.0
/*
 * The verdict about a task set: see schedulability.h.
 */
#include <stdlib.h>

#include "base/cpus.h"
#include "results/results.h"
#include "schedulable/demand_test.h"
#include "schedulable/response_time.h"
#include "schedulable/schedulability.h"

enum verdict_of_task schedulability_worst(enum verdict_of_task a,
					  enum verdict_of_task b)
{
	if (a == TASK_MISSES || b == TASK_MISSES)
		return TASK_MISSES;
	return a == TASK_MEETS ? b : a;
}

const char *schedulability_name(enum verdict_of_task verdict)
{
	static const char *const names[] = {
		[TASK_MEETS] = "schedulable",
		[TASK_MISSES] = "not schedulable",
		[TASK_UNDECIDED] = "not decided",
	};

	return names[verdict];
}

enum result schedulability_exit(enum verdict_of_task verdict)
{
	static const enum result codes[] = {
		[TASK_MEETS] = RESULT_OK,
		[TASK_MISSES] = RESULT_HIT,
		[TASK_UNDECIDED] = RESULT_ERROR,
	};

	return codes[verdict];
}

struct utilization load_utilization(const struct cpu_load *load,
				    bool with_costs)
{
	struct utilization sum = { .low = 0 };

	for (int i = 0; i < load->tasks; i++) {
		struct arrivals job = load->task[i].job;

		if (!with_costs)
			job.each_ns = load->task[i].task->wcet_ns;
		utilization_add(&sum, &job);
	}
	for (int i = 0; with_costs && i < load->interrupts; i++)
		utilization_add(&sum, &load->interrupt[i]);
	return sum;
}

static enum verdict_of_task load_judge(struct cpu_load *load)
{
	enum verdict_of_task worst = TASK_MEETS;

	demand_test_judge(load);
	for (int i = 0; i < load->tasks; i++) {
		if (load->task[i].task->policy != TASK_DEADLINE)
			response_time_find(load, &load->task[i]);
		worst = schedulability_worst(worst, load->task[i].verdict);
	}
	return worst;
}

static enum result find_cpu(struct schedulability *of, int cpu,
			    const struct results *results, int count,
			    enum bound_column interrupts)
{
	struct kernel_costs costs = { .interrupts = interrupts };
	struct cpu_load *load = &of->load[of->loads++];

	for (int i = 0; !costs.failed && i < count; i++)
		kernel_costs_read(&costs, &results[i], cpu);
	if (!cpu_load_make(load, cpu, of->set, &costs))
		return fail(RESULT_ERROR, "out of memory");
	if (costs.failed)
		return RESULT_ERROR;
	of->verdict = schedulability_worst(of->verdict, load_judge(load));
	return RESULT_OK;
}

enum result schedulability_find(struct schedulability *of,
				const struct task_set *set,
				const struct results *results, int count,
				enum bound_column interrupts)
{
	enum result result = RESULT_OK;
	struct cpus cpus = { .word = { 0 } };
	int cpu;

	*of = (struct schedulability) {
		.set = set, .load = calloc(set->count, sizeof(*of->load)),
	};
	if (!of->load)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; i < set->count; i++)
		cpus_add(&cpus, set->task[i].cpu);
	cpus_for_each(cpu, &cpus)
		result = result ?: find_cpu(of, cpu, results, count, interrupts);
	return result;
}

void schedulability_free(struct schedulability *of)
{
	for (int i = 0; of->load && i < of->loads; i++)
		cpu_load_free(&of->load[i]);
	free(of->load);
	*of = (struct schedulability) { .loads = 0 };
}
