// SPDX-License-Identifier: GPL-2.0
/*
 * What the module itself adds to latencies: see own_cost.h.
 */
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "noise/clock.h"
#include "noise/noise.h"
#include "noise/noise_context.h"
#include "noise/on_cpu.h"
#include "session/own_cost.h"

#define OWN_COST_ROUNDS	8

/* The accounting that the hooks are tried on; used by one CPU at a time. */
static struct noise_cpu scratch;
static struct noise_held scratch_holds[NOISE_HELD_MAX];

struct own_cost_request {
	bool noise;
	struct own_cost cost;
};

/* Prepare the accounting as it is when the timer interrupts another thread. */
static void own_cost_prepare(void)
{
	memset(&scratch, 0, sizeof(scratch));
	scratch.workload = current;
	scratch.thread.start = rtla_clock();
	scratch.report.owner = true;
	memset(scratch_holds, 0, sizeof(scratch_holds));
	scratch.holds = scratch_holds;
}

/* Do once what a latency contains of ours, and keep the shortest times. */
static void own_cost_try(struct own_cost *least, bool noise)
{
	static const char desc[RTLA_DESC_LEN] = "local_timer";
	u64 begin, irq, thread;

	begin = rtla_clock();
	if (noise)
		rtla_noise_irq_entry(&scratch);
	irq = rtla_clock();
	if (noise) {
		rtla_noise_irq_exit(&scratch, desc, 0);
		rtla_noise_switch(&scratch, current, current);
	}
	thread = rtla_clock();
	/* Those that watch this CPU must not miss that time. */
	rtla_noise_steal(-scratch_holds[0].duration);
	least->irq = min(least->irq, irq - begin);
	least->thread = min(least->thread, thread - begin);
}

/* Runs on the CPU, interrupts off. Its own accounting has no owner yet. */
static void own_cost_measure(void *data)
{
	struct own_cost_request *request = data;
	int i;

	request->cost = (struct own_cost) { U64_MAX, U64_MAX };
	for (i = 0; i < OWN_COST_ROUNDS; i++) {
		own_cost_prepare();
		own_cost_try(&request->cost, request->noise);
	}
}

struct own_cost rtla_own_cost_measure(int cpu, bool noise)
{
	struct own_cost_request request = { .noise = noise };

	if (rtla_on_cpu(cpu, own_cost_measure, &request))
		request.cost = (struct own_cost) { };
	return request.cost;
}
