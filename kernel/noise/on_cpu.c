// SPDX-License-Identifier: GPL-2.0
/*
 * Calling a function on another CPU: see on_cpu.h.
 */
#include <linux/completion.h>
#include <linux/smp.h>

#include "noise/on_cpu.h"

/* A call that somebody waits for. */
struct cpu_call {
	call_single_data_t call;
	smp_call_func_t function;
	void *data;
	struct completion done;
};

static void cpu_call_run(void *data)
{
	struct cpu_call *call = data;

	call->function(call->data);
	complete(&call->done);
}

/**
 * rtla_on_cpu - call a function on a CPU, and wait until it is done
 * @cpu: the CPU
 * @function: called with interrupts off
 * @data: for @function
 *
 * The caller sleeps until the function has returned. smp_call_function_single()
 * would spin with preemption off, and so keep the caller's CPU from all others
 * for as long as @cpu has interrupts off, which is long where hwnoise measures.
 *
 * Return: 0, or -ENXIO if the CPU is offline. Context: process, may sleep; the
 * caller sees to it that an online CPU stays online.
 */
int rtla_on_cpu(int cpu, smp_call_func_t function, void *data)
{
	struct cpu_call call = { .function = function, .data = data };
	int ret;

	init_completion(&call.done);
	INIT_CSD(&call.call, cpu_call_run, &call);
	ret = smp_call_function_single_async(cpu, &call.call);
	if (!ret)
		wait_for_completion(&call.done);
	return ret;
}
