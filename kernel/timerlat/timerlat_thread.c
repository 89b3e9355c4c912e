// SPDX-License-Identifier: GPL-2.0
/*
 * timerlat with threads of the kernel.
 */
#include <linux/preempt.h>
#include <linux/sched.h>

#include "noise/clock.h"
#include "session/thread.h"
#include "timerlat/timerlat.h"

/*
 * Sleep until the timer has fired. Returns when the thread woke, in ns, with
 * preemption off; or 0, because the thread is to end, with preemption on.
 *
 * The clock is read directly after the scheduler has returned, before it is
 * known why the thread was woken.
 */
static u64 timerlat_wait_for_timer(struct timerlat_cpu *timerlat)
{
	u64 now;

	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (!READ_ONCE(timerlat->fired) &&
		    !rtla_thread_is_ending(PLACE_WORKLOAD))
			schedule();
		preempt_disable();
		now = rtla_clock();
		if (likely(READ_ONCE(timerlat->fired)))
			break;
		preempt_enable();
		if (rtla_thread_is_ending(PLACE_WORKLOAD)) {
			now = 0;
			break;
		}
	}
	__set_current_state(TASK_RUNNING);
	return now;
}

static void timerlat_thread(int cpu, const void *data)
{
	struct timerlat_cpu *timerlat = this_cpu_ptr(rtla_timerlat_cpu);
	u64 now;

	preempt_disable();
	rtla_timerlat_first_period(timerlat, cpu, data);
	rtla_timerlat_start_timer(timerlat);
	preempt_enable();
	while (!rtla_thread_is_ending(PLACE_WORKLOAD)) {
		now = timerlat_wait_for_timer(timerlat);
		if (!now)
			break;
		rtla_timerlat_wake(timerlat, now);
		rtla_timerlat_sample_thread(timerlat);
		rtla_timerlat_report_off(timerlat);
		preempt_enable();
		if (unlikely(rtla_thread_is_wanted_elsewhere())) {
			rtla_timerlat_stop(cpu);
			WRITE_ONCE(timerlat->lost, true);
			rtla_thread_give_way(PLACE_WORKLOAD);
			break;
		}
		preempt_disable();
		rtla_timerlat_next_period(timerlat);
		rtla_timerlat_start_timer(timerlat);
		preempt_enable();
	}
	rtla_timerlat_cancel_timer(timerlat);
}

static int timerlat_threads_create(int cpu,
				   const struct workload_config *config)
{
	int ret;

	ret = rtla_thread_create(PLACE_WORKLOAD, cpu, timerlat_thread, config,
				 "timerlat");
	if (ret)
		return ret;
	rtla_timerlat_init(cpu, config,
			   rtla_thread_of(PLACE_WORKLOAD, cpu)->task);
	return 0;
}

static void timerlat_threads_halt(int cpu)
{
	rtla_timerlat_stop(cpu);
	rtla_timerlat_halt(cpu);
	rtla_thread_halt(PLACE_WORKLOAD, cpu);
}

static void timerlat_threads_status(int cpu, struct workload_status *status)
{
	const struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu,
							  cpu);

	status->state = READ_ONCE(timerlat->lost) ? RTLA_CPU_LOST :
						    RTLA_CPU_MEASURED;
	status->pid = rtla_thread_of(PLACE_WORKLOAD, cpu)->task->pid;
	status->activations = READ_ONCE(timerlat->activations);
	status->skipped = READ_ONCE(timerlat->skipped);
	status->detached = 0;
}

const struct workload rtla_timerlat_threads = {
	.id = RTLA_TIMERLAT,
	.skips = true,
	.names_causes = true,
	.flags = TIMERLAT_FLAGS,
	.measures = BIT(RTLA_CONTEXT_IRQ) | BIT(RTLA_CONTEXT_THREAD),
	.priority = TIMERLAT_PRIORITY,
	.start_size = sizeof(struct rtla_start_timerlat),
	.stops_at = offsetof(struct rtla_start_timerlat, stop_ns),
	.first = RTLA_CONTEXT_IRQ,
	.stops = RTLA_TIMERLAT_COUNT,
	.configure = rtla_timerlat_configure,
	.prepare = rtla_timerlat_prepare,
	.free = rtla_timerlat_free,
	.place = PLACE_WORKLOAD,
	.memory = { &rtla_timerlat_memory },
	.has_threads = true,
	.create = timerlat_threads_create,
	.halt = timerlat_threads_halt,
	.destroy = rtla_timerlat_finish,
	.arm = rtla_timerlat_arm,
	.pending = rtla_timerlat_pending,
	.gap = rtla_timerlat_gap,
	.status = timerlat_threads_status,
};
