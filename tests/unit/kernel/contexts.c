// SPDX-License-Identifier: GPL-2.0
/*
 * See contexts.h.
 */
#include "contexts.h"
#include "noise/noise_context.h"
#include "noise/on_cpu.h"

int cpu_preemption_off;

/* No session wants to know what interrupts run. */
struct static_key_false rtla_callbacks_kept;
struct callback *rtla_callbacks_irq;

void rtla_callbacks_end(struct callback *callback, u64 now)
{
	(void)callback;
	(void)now;
}

void rtla_callbacks_end_thread(struct task_struct *task, u64 start, u64 now)
{
	(void)task;
	(void)start;
	(void)now;
}

void rtla_callbacks_tell_preempted(int pid, u64 since, u64 until)
{
	(void)pid;
	(void)since;
	(void)until;
}

/* There is one CPU: the function is called there, with interrupts off. */
int rtla_on_cpu(int cpu, smp_call_func_t function, void *data)
{
	(void)cpu;
	function(data);
	return 0;
}

u64 call_open_workload(struct noise_cpu *noise)
{
	static struct noise_held holds[NOISE_HELD_MAX];

	return rtla_noise_open_workload(noise, holds);
}

void call_irq_entry(struct noise_cpu *noise)
{
	rtla_noise_irq_entry(noise);
}

void call_irq_exit(struct noise_cpu *noise, const char *desc, int vector)
{
	rtla_noise_irq_exit(noise, desc, vector);
}

void call_softirq_entry(struct noise_cpu *noise, unsigned int vector)
{
	rtla_noise_softirq_entry(noise, vector);
}

void call_softirq_exit(struct noise_cpu *noise, int vector)
{
	rtla_noise_softirq_exit(noise, vector);
}

void call_switch(struct noise_cpu *noise, struct task_struct *prev,
		 struct task_struct *next)
{
	rtla_noise_switch(noise, prev, next);
}
