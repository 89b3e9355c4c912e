// SPDX-License-Identifier: GPL-2.0
/*
 * The load of a CPU: see cpu_load.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "base/wide.h"
#include "schedulable/cpu_load.h"

#define SWITCHES	2	/* of a job: to it, and away from it when it is done */
#define SHARE_MAX	8

uint64_t load_times(uint64_t count, uint64_t ns)
{
	uint64_t product;

	return __builtin_mul_overflow(count, ns, &product) ? UINT64_MAX :
							     product;
}

uint64_t arrivals_take(const struct arrivals *arrivals, uint64_t window_ns)
{
	uint64_t span = time_after(window_ns, arrivals->jitter_ns);
	uint64_t count = span / arrivals->every_ns +
			 !!(span % arrivals->every_ns);

	return load_times(count, arrivals->each_ns);
}

uint64_t interrupts_take(struct cpu_load *load, uint64_t window_ns)
{
	uint64_t sum = 0;

	for (int i = 0; i < load->interrupts; i++)
		sum = time_after(sum, arrivals_take(&load->interrupt[i],
						    window_ns));
	return sum;
}

bool load_works(struct cpu_load *load)
{
	uint64_t step = load->tasks + load->interrupts;

	if (load->work < step)
		return false;
	load->work -= step;
	return true;
}

void utilization_add(struct utilization *sum, const struct arrivals *arrivals)
{
	uint64_t each = arrivals->each_ns, every = arrivals->every_ns, rest;
	uint64_t low;

	if (each / SHARE_MAX >= every) {
		sum->low = sum->high = UINT64_MAX;
		return;
	}
	low = wide_divide(wide_product(each, UTILIZATION_ONE), every, &rest).low;
	sum->low = time_after(sum->low, low);
	sum->high = time_after(sum->high, low + !!rest);
}

uint64_t utilization_ppm(const struct utilization *sum)
{
	return wide_quotient_up(sum->high, 1000000, UTILIZATION_ONE);
}

/* ---- From tasks and costs ------------------------------------------------ */

/*
 * A job that waits for a lock calls the scheduler once to wait, and once more
 * to go on.
 */
static struct loading_task loading_task_of(const struct task *task,
					   const struct kernel_costs *costs)
{
	uint64_t switches = load_times(SWITCHES,
				       kernel_costs_sum(costs, COST_SWITCH));

	return (struct loading_task) {
		.task = task,
		.job = {
			.each_ns = time_after(task->wcet_ns, switches),
			.every_ns = task->period_ns,
			.jitter_ns = time_after(task->jitter_ns,
						kernel_costs_sum(costs, COST_JITTER)),
		},
		.blocking_ns = time_after(time_after(task->blocking_ns,
						     task->blocking_ns ? switches : 0),
					  kernel_costs_sum(costs, COST_BLOCKING)),
		.response_ns = UINT64_MAX,
	};
}

static void add_interrupt(struct cpu_load *load, uint64_t each, uint64_t every,
			  uint64_t jitter)
{
	if (each && every)
		load->interrupt[load->interrupts++] = (struct arrivals) {
			.each_ns = each, .every_ns = every,
			.jitter_ns = jitter,
		};
}

/* An interrupt is as late as what it releases. */
static void load_add_interrupts(struct cpu_load *load)
{
	uint64_t release = kernel_costs_sum(&load->costs, COST_RELEASE);
	uint64_t jitter = kernel_costs_sum(&load->costs, COST_JITTER);

	for (int i = 0; i < load->tasks; i++)
		add_interrupt(load, release, load->task[i].job.every_ns,
			      load->task[i].job.jitter_ns);
	for (int i = 0; i < load->costs.count; i++) {
		const struct kernel_cost *cost = &load->costs.cost[i];

		if (cost->role == COST_INTERRUPT)
			add_interrupt(load, cost->ns, cost->every_ns, 0);
		else if (cost->role == COST_TICK &&
			 kernel_costs_counts(&load->costs, cost))
			add_interrupt(load, cost->ns, cost->every_ns, jitter);
	}
}

bool cpu_load_make(struct cpu_load *load, int cpu, const struct task_set *set,
		   const struct kernel_costs *costs)
{
	*load = (struct cpu_load) {
		.cpu = cpu, .costs = *costs, .work = LOAD_WORK_MAX,
		.task = calloc(set->count, sizeof(*load->task)),
		.interrupt = calloc(set->count + costs->count + 1,
				    sizeof(*load->interrupt)),
	};
	if (!load->task || !load->interrupt)
		return false;
	for (int i = 0; i < set->count; i++)
		if (set->task[i].cpu == cpu)
			load->task[load->tasks++] =
				loading_task_of(&set->task[i], &load->costs);
	load_add_interrupts(load);
	return true;
}

void cpu_load_free(struct cpu_load *load)
{
	kernel_costs_free(&load->costs);
	free(load->task);
	free(load->interrupt);
	*load = (struct cpu_load) { .cpu = 0 };
}
