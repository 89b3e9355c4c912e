// SPDX-License-Identifier: GPL-2.0
/*
 * timerlat with threads of the kernel.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include "noise.h"
#include "thread.h"
#include "timerlat.h"

static DEFINE_PER_CPU(bool, lost);

/* Sleep until the timer has fired. False: the thread is to end. */
static bool wait_for_timer(struct timerlat_cpu *timerlat)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(timerlat->fired) || kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return READ_ONCE(timerlat->fired);
}

static int timerlat_thread(void *data)
{
	const struct workload_config *config = data;
	struct timerlat_cpu *timerlat;
	struct noise_cpu *noise;
	int cpu;

	thread_begin();
	cpu = smp_processor_id();
	noise = this_cpu_ptr(&noise_cpu);
	timerlat = this_cpu_ptr(&timerlat_cpu);
	timerlat_first_period(timerlat, cpu, config);
	while (!kthread_should_stop()) {
		timerlat_start_timer(timerlat);
		if (!wait_for_timer(timerlat))
			break;
		timerlat_sample_thread(timerlat, noise);
		WRITE_ONCE(noise->report, false);
		if (unlikely(thread_is_wanted_elsewhere())) {
			noise_stop(cpu);
			WRITE_ONCE(per_cpu(lost, cpu), true);
			thread_give_way();
			break;
		}
		timerlat_next_period(timerlat);
	}
	hrtimer_cancel(&timerlat->timer);
	thread_end();
	return 0;
}

static int threads_create(int cpu, const struct workload_config *config)
{
	struct task_struct *thread;

	thread = thread_create(cpu, timerlat_thread, (void *)config, "timerlat",
			       config->sched);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	per_cpu(lost, cpu) = false;
	timerlat_init(cpu, config, thread);
	return 0;
}

static void threads_run(int cpu)
{
	wake_up_process(per_cpu_ptr(&timerlat_cpu, cpu)->thread);
}

static void threads_destroy(int cpu)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(&timerlat_cpu, cpu);

	kthread_stop(timerlat->thread);
	timerlat->thread = NULL;
	noise_stop(cpu);
}

static void threads_status(int cpu, struct workload_status *status)
{
	const struct timerlat_cpu *timerlat = per_cpu_ptr(&timerlat_cpu, cpu);

	status->state = READ_ONCE(per_cpu(lost, cpu)) ? RTLA_CPU_LOST :
							RTLA_CPU_MEASURED;
	status->pid = timerlat->thread->pid;
	status->activations = READ_ONCE(timerlat->activations);
	status->skipped = READ_ONCE(timerlat->skipped);
	status->detached = 0;
}

const struct workload timerlat_threads = {
	.create = threads_create,
	.run = threads_run,
	.destroy = threads_destroy,
	.arm = timerlat_arm,
	.status = threads_status,
};
