// SPDX-License-Identifier: GPL-2.0
/*
 * The osnoise workload.
 *
 * A thread reads the clock in a loop, for a runtime in each period. A gap
 * between two readings that is at least noise_ns (see &struct rtla_start) is
 * noise. The accounting of interferences (noise.c) says what came in the gap;
 * if nothing came, the hardware caused the gap. See "Operating System Noise in
 * the Linux Kernel", section 3.
 *
 * The loop disturbs all else on the CPU for the runtime, by default with the
 * priority of an ordinary thread. The time for what the loop does besides
 * reading the clock (reporting a quiescent state to RCU, reporting a noise) is
 * not counted as noise.
 */
#include <linux/hrtimer.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/nmi.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <uapi/linux/sched/types.h>

#include <trace/events/rtla.h>

#include "compat.h"
#include "noise/causes.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/noise.h"
#include "osnoise/osnoise.h"
#include "session/cpu_memory.h"
#include "session/hit.h"
#include "session/start.h"
#include "session/thread.h"
#include "session/workload.h"
#include "stats/osnoise_period.h"
#include "stats/stats.h"

/*
 * ns between two pauses of the loop. In a pause, the loop reports a quiescent
 * state to RCU and, with interrupts off, to the watchdogs, because it never
 * sleeps; and it looks whether it is to end.
 */
#define PAUSE_NS	1000000

/**
 * struct osnoise_cpu - the workload of one CPU
 * @config: of the session
 * @stats: where noises and periods are counted; NULL: nowhere
 * @stop_single: ns; a single noise over this is a hit
 * @stop_total: ns; a total noise of a period over this is a hit
 * @seqnum: number of periods begun
 * @periods: number of periods ended
 * @skipped: number of periods in which the loop did not run
 * @lost: the thread was moved to another CPU
 */
struct osnoise_cpu {
	const struct workload_config *config;
	struct stats_cpu *stats;
	u64 stop_single;
	u64 stop_total;
	u32 seqnum;
	u64 periods;
	u64 skipped;
	bool lost;
} ____cacheline_aligned;

/* ns that others may run between two periods which follow without a pause. */
#define OTHERS_NS	1000000

/* One reading of the clock, and the number of interferences until then. */
struct reading {
	u64 time;
	u64 interferences;
};

static struct osnoise_cpu __percpu *osnoise_cpu __read_mostly;
static struct cpu_memory osnoise_memory = CPU_MEMORY(osnoise_cpu);

static __always_inline struct reading
osnoise_read_clock(const struct noise_cpu *noise)
{
	struct reading now;

	now.time = rtla_noise_clock_count(noise, &now.interferences);
	return now;
}

static noinline struct reading osnoise_read_again(const struct noise_cpu *noise)
{
	return osnoise_read_clock(noise);
}

/*
 * Return a new reading that replaces @last: the time that the loop itself has
 * used since @last is no noise. If an interference came in between, return
 * @last, so that the interference is part of the next gap.
 *
 * Readings are passed by value, in registers, and what the loop does seldom is
 * not inlined: so the loop does little else than to read the clock.
 */
static noinline struct reading osnoise_forgive(const struct noise_cpu *noise,
					       struct reading last)
{
	struct reading now = osnoise_read_clock(noise);

	return now.interferences == last.interferences ? now : last;
}

static void osnoise_report_hit(struct osnoise_cpu *osnoise,
			       enum rtla_context context, u64 start, u64 amount,
			       u64 threshold)
{
	struct rtla_hit hit = {
		.context = context,
		.seqnum = osnoise->seqnum,
		.latency_ns = amount,
		.threshold_ns = threshold,
		.t_w_ns = start,
	};

	preempt_disable();
	rtla_hit_report(osnoise->config->hit, &hit, 0, 0, NULL);
	preempt_enable();
}

static void osnoise_count_noise(struct stats_cpu *stats, u64 now, u64 gap)
{
	if (!stats || !rtla_stats_counts(stats, now))
		return;
	preempt_disable();
	rtla_stats_add(stats, RTLA_CONTEXT_SINGLE, now, gap);
	preempt_enable();
}

/* Report the last NMI, which no interrupt may follow that would report it. */
static void osnoise_report_nmi(struct noise_cpu *noise)
{
	if (likely(!READ_ONCE(noise->nmi.start)))
		return;
	preempt_disable();
	rtla_noise_report_nmi(noise);
	preempt_enable();
}

static noinline void osnoise_take_noise(struct osnoise_cpu *osnoise,
					struct noise_cpu *noise,
					struct osnoise_period *period,
					struct reading last, struct reading now)
{
	u64 interferences = now.interferences - last.interferences;
	u64 stop = READ_ONCE(osnoise->stop_single);
	u64 gap = now.time - last.time;

	period->noise += gap;
	if (gap > period->max_single)
		period->max_single = gap;
	if (!interferences)
		period->hardware++;
	osnoise_count_noise(osnoise->stats, now.time, gap);
	osnoise_report_nmi(noise);
	trace_sample_threshold(last.time, gap, interferences);
	if (unlikely(gap > stop))
		osnoise_report_hit(osnoise, RTLA_CONTEXT_SINGLE, last.time, gap,
				   stop);
}

/*
 * Report a quiescent state to RCU, because the loop may run for hours without a
 * context switch. rcu_momentary_eqs() needs interrupts off, and works in any
 * preemption model.
 */
static noinline void osnoise_report_quiet(const struct workload_config *config)
{
	if (config->osnoise.irqs_off) {
		lockdep_assert_irqs_disabled();
		rcu_momentary_eqs();
		touch_nmi_watchdog();
		return;
	}
	local_irq_disable();
	rcu_momentary_eqs();
	local_irq_enable();
	rcu_tasks_qs(current, false);
}

/*
 * Set @count to the counts at the reading @now. Returns false if an
 * interference has come since, so that @count does not belong to @now.
 */
static bool osnoise_count_at(const struct noise_cpu *noise,
			     const struct reading *now,
			     struct noise_count *count)
{
	*count = noise->count;
	barrier();
	return READ_ONCE(noise->count.all) == now->interferences;
}

static void osnoise_run_loop(struct osnoise_cpu *osnoise,
			     struct noise_cpu *noise,
			     struct osnoise_period *period)
{
	const struct workload_config *config = osnoise->config;
	bool may_switch = !config->osnoise.irqs_off &&
			  !config->osnoise.preempt_off;
	struct noise_count before, after;
	struct reading last, now;
	s64 threshold = config->osnoise.noise;
	u64 end, pause;

	do
		last = osnoise_read_clock(noise);
	while (!osnoise_count_at(noise, &last, &before));
	after = before;
	period->start = last.time;
	end = last.time + config->osnoise.runtime;
	pause = min(end, last.time + PAUSE_NS);
	for (;;) {
		/*
		 * As long as the number of interferences is that of the last
		 * reading, it belongs to the time, too.
		 */
		now.time = rtla_clock();
		now.interferences = last.interferences;
		if (unlikely(READ_ONCE(noise->count.all) != last.interferences))
			now = osnoise_read_again(noise);
		/* The clock may step back by a few ns, which is no noise. */
		if (unlikely((s64)(now.time - last.time) >= threshold)) {
			osnoise_take_noise(osnoise, noise, period, last,
					   now);
			now = osnoise_forgive(noise, now);
		}
		/*
		 * Only an interrupt can have decided that another thread is to
		 * run. If there is none, the scheduler goes on with this one,
		 * and its time is no noise.
		 */
		if (unlikely(now.interferences != last.interferences) &&
		    may_switch && need_resched()) {
			cond_resched();
			now = osnoise_forgive(noise, now);
		}
		last = now;
		if (likely(now.time < pause))
			continue;
		/*
		 * The loop goes on after its end until the counts belong to its
		 * last reading: an interference after that would be in the
		 * counts, but in no gap.
		 */
		if ((now.time >= end &&
		     osnoise_count_at(noise, &now, &after)) ||
		    rtla_thread_is_ending(PLACE_WORKLOAD))
			break;
		if (now.time < end) {
			osnoise_report_quiet(config);
			last = osnoise_forgive(noise, last);
			pause = min(end, now.time + PAUSE_NS);
		}
	}
	period->runtime = now.time - period->start;
	period->nmi_count = after.nmi - before.nmi;
	period->irq_count = after.irq - before.irq;
	period->softirq_count = after.softirq - before.softirq;
	period->thread_count = after.thread - before.thread;
}

static void osnoise_run_period(struct osnoise_cpu *osnoise,
			       struct noise_cpu *noise,
			       struct osnoise_period *period)
{
	const struct workload_config *config = osnoise->config;
	u64 stop;

	*period = (struct osnoise_period) { .seqnum = ++osnoise->seqnum };
	noise->report.owner = true;
	if (config->osnoise.irqs_off)
		local_irq_disable();
	else if (config->osnoise.preempt_off)
		preempt_disable();
	osnoise_run_loop(osnoise, noise, period);
	if (config->osnoise.irqs_off)
		local_irq_enable();
	else if (config->osnoise.preempt_off)
		preempt_enable();
	WRITE_ONCE(noise->report.owner, false);
	if (unlikely(rtla_thread_is_ending(PLACE_WORKLOAD)))
		return;
	preempt_disable();
	rtla_stats_add_period(osnoise->stats, period->start + period->runtime,
			      period);
	preempt_enable();
	trace_osnoise_sample(period);
	WRITE_ONCE(osnoise->periods, osnoise->periods + 1);
	stop = READ_ONCE(osnoise->stop_total);
	if (unlikely(period->noise > stop))
		osnoise_report_hit(osnoise, RTLA_CONTEXT_TOTAL, period->start,
				   period->noise, stop);
}

/*
 * A loop whose runtime is the whole period leaves no time to threads of lower
 * priority, nor to those of the same priority if it is a real-time one. One of
 * them may have been preempted in a read-side critical section of RCU. Then no
 * grace period would end any more, even if RCU boosts the thread, because it
 * boosts to FIFO 1. So a real-time thread sleeps for OTHERS_NS.
 */
static void osnoise_let_others_run(const struct workload_config *config)
{
	ktime_t timeout = OTHERS_NS;

	if (!config->sched || config->sched->sched_policy == SCHED_NORMAL) {
		cond_resched_tasks_rcu_qs();
		return;
	}
	set_current_state(TASK_INTERRUPTIBLE);
	if (!rtla_thread_is_ending(PLACE_WORKLOAD))
		schedule_hrtimeout(&timeout, HRTIMER_MODE_REL);
	__set_current_state(TASK_RUNNING);
}

/*
 * Sleep until @next, a time in ns; if that has passed already, count the whole
 * periods since then as skipped, and let others run.
 *
 * Return: the time in ns when the following period begins.
 */
static u64 osnoise_wait_for_period(struct osnoise_cpu *osnoise, u64 next)
{
	u64 now = rtla_clock();
	ktime_t expires;

	if (now >= next) {
		WRITE_ONCE(osnoise->skipped, osnoise->skipped +
			   div64_u64(now - next, osnoise->config->period));
		osnoise_let_others_run(osnoise->config);
		return rtla_clock();
	}
	while (rtla_clock() < next) {
		expires = ns_to_ktime(next);
		set_current_state(TASK_INTERRUPTIBLE);
		if (rtla_thread_is_ending(PLACE_WORKLOAD))
			break;
		schedule_hrtimeout(&expires, HRTIMER_MODE_ABS);
	}
	__set_current_state(TASK_RUNNING);
	return next;
}

static void osnoise_thread(int cpu, const void *unused)
{
	struct osnoise_cpu *osnoise = this_cpu_ptr(osnoise_cpu);
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	struct osnoise_period period;
	u64 next = rtla_clock();

	while (!rtla_thread_is_ending(PLACE_WORKLOAD)) {
		osnoise_run_period(osnoise, noise, &period);
		if (unlikely(rtla_thread_is_wanted_elsewhere())) {
			rtla_noise_stop(cpu);
			WRITE_ONCE(osnoise->lost, true);
			rtla_thread_give_way(PLACE_WORKLOAD);
			break;
		}
		next = osnoise_wait_for_period(osnoise,
					       next + osnoise->config->period);
	}
}

static void osnoise_arm(int cpu, const u64 *stop)
{
	struct osnoise_cpu *osnoise = per_cpu_ptr(osnoise_cpu, cpu);

	WRITE_ONCE(osnoise->stop_single, stop[RTLA_CONTEXT_SINGLE]);
	WRITE_ONCE(osnoise->stop_total, stop[RTLA_CONTEXT_TOTAL]);
}

static int osnoise_create(int cpu, const struct workload_config *config)
{
	struct osnoise_cpu *osnoise = per_cpu_ptr(osnoise_cpu, cpu);
	int ret;

	ret = rtla_thread_create(PLACE_WORKLOAD, cpu, osnoise_thread, NULL,
				 "osnoise");
	if (ret)
		return ret;
	memset(osnoise, 0, sizeof(*osnoise));
	osnoise->config = config;
	osnoise->stats = rtla_stats_of(config->stats, cpu);
	osnoise_arm(cpu, config->stop);
	rtla_noise_start(cpu, rtla_thread_of(PLACE_WORKLOAD, cpu)->task,
			 rtla_causes_of(config->causes, cpu));
	return 0;
}

static void osnoise_halt(int cpu)
{
	rtla_noise_stop(cpu);
	rtla_thread_halt(PLACE_WORKLOAD, cpu);
}

static void osnoise_status(int cpu, struct workload_status *status)
{
	const struct osnoise_cpu *osnoise = per_cpu_ptr(osnoise_cpu, cpu);

	*status = (struct workload_status) {
		.state = READ_ONCE(osnoise->lost) ? RTLA_CPU_LOST :
						    RTLA_CPU_MEASURED,
		.pid = rtla_thread_of(PLACE_WORKLOAD, cpu)->task->pid,
		.activations = READ_ONCE(osnoise->periods),
		.skipped = READ_ONCE(osnoise->skipped),
	};
}

/* ---- Sessions without threads -------------------------------------------- */

/*
 * They measure nothing, but the noise events report all that runs on the CPUs,
 * every thread included.
 */
static void osnoise_watch(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus)
		rtla_noise_watch(cpu, true);
}

static void osnoise_unwatch(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus)
		rtla_noise_unwatch(cpu, true);
}

/* ---- The start ----------------------------------------------------------- */

#define OSNOISE_FLAGS	(RTLA_START_SCHED | RTLA_START_NO_THREADS |		\
			 RTLA_START_PANIC | RTLA_START_PREEMPT_OFF |		\
			 RTLA_START_IRQS_OFF | RTLA_START_HIT_ENDS |		\
			 RTLA_START_CALLBACKS)

static int osnoise_configure(struct workload_config *config,
			     const struct rtla_start *start)
{
	const struct rtla_start_osnoise *own = &start->osnoise;

	if (own->runtime_ns < RTLA_RUNTIME_MIN_NS ||
	    own->runtime_ns > own->period_ns ||
	    own->period_ns > RTLA_OSNOISE_PERIOD_MAX_NS ||
	    own->noise_ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	/* With interrupts off, nothing but NMIs can interrupt the loop. */
	config->hooks = start->flags & RTLA_START_IRQS_OFF ?
			HOOKS_NMI : HOOKS_NMI | HOOKS_NOISE;
	if (start->flags & RTLA_START_CALLBACKS)
		config->hooks |= HOOKS_CALLBACKS;
	config->period = own->period_ns;
	config->osnoise.runtime = own->runtime_ns;
	config->osnoise.noise = own->noise_ns ?: RTLA_NOISE_DEFAULT_NS;
	config->osnoise.preempt_off = start->flags & RTLA_START_PREEMPT_OFF;
	config->osnoise.irqs_off = start->flags & RTLA_START_IRQS_OFF;
	return 0;
}

static int osnoise_configure_watch(struct workload_config *config,
				   const struct rtla_start *start)
{
	const struct rtla_start_osnoise *own = &start->osnoise;
	int ret = osnoise_configure(config, start);

	/* Without measuring threads nothing could reach these thresholds. */
	if (!ret && memchr_inv(own->stop_ns, 0, sizeof(own->stop_ns)))
		return -EINVAL;
	config->hooks |= HOOKS_WATCHED;
	return ret;
}

const struct workload rtla_osnoise_threads = {
	.id = RTLA_OSNOISE,
	.flags = OSNOISE_FLAGS,
	.measures = BIT(RTLA_CONTEXT_SINGLE) | BIT(RTLA_CONTEXT_TOTAL),
	.start_size = sizeof(struct rtla_start_osnoise),
	.stops_at = offsetof(struct rtla_start_osnoise, stop_ns),
	.first = RTLA_CONTEXT_SINGLE,
	.stops = RTLA_OSNOISE_COUNT,
	.names_causes = true,
	.configure = osnoise_configure,
	.place = PLACE_WORKLOAD,
	.memory = { &osnoise_memory },
	.has_threads = true,
	.create = osnoise_create,
	.halt = osnoise_halt,
	.arm = osnoise_arm,
	.status = osnoise_status,
};

const struct workload rtla_osnoise_watch = {
	.id = RTLA_OSNOISE,
	.no_threads = true,
	.flags = OSNOISE_FLAGS,
	.observes = RTLA_START_NO_THREADS,
	.start_size = sizeof(struct rtla_start_osnoise),
	.stops_at = offsetof(struct rtla_start_osnoise, stop_ns),
	.first = RTLA_CONTEXT_SINGLE,
	.stops = RTLA_OSNOISE_COUNT,
	.configure = osnoise_configure_watch,
	.watch = osnoise_watch,
	.finish = osnoise_unwatch,
};
