// SPDX-License-Identifier: GPL-2.0
/*
 * Response times with fixed priorities: see response_time.h.
 */
#include <stdbool.h>

#include "base/times.h"
#include "schedulable/response_time.h"

/* In place of a release: what all jobs of the busy period take together. */
#define ALL_OF_THEM	UINT64_MAX

/* The place of another task in the queue of the scheduler, seen from a task. */
enum urgency {
	LESS_URGENT,
	EQUALLY_URGENT,		/* the one that was released first goes first */
	MORE_URGENT,
};

/* A task that is woken, as after it has waited for a lock, is last again. */
static bool keeps_its_place(const struct task *task)
{
	return task->policy == TASK_FIFO && !task->blocking_ns;
}

static enum urgency urgency_of(const struct task *other, const struct task *task)
{
	if (other->policy == TASK_DEADLINE || other->priority > task->priority)
		return MORE_URGENT;
	if (other->priority < task->priority)
		return LESS_URGENT;
	return other == task || keeps_its_place(task) ? EQUALLY_URGENT :
							 MORE_URGENT;
}

/* Return how many jobs of a task are released until @release, and at it. */
static uint64_t queued_jobs(const struct loading_task *task, uint64_t release,
			    bool own)
{
	uint64_t jitter = own ? 0 : task->job.jitter_ns;

	return 1 + time_after(release, jitter) / task->job.every_ns;
}

/* Return what goes before the end of the job, or of the busy period. */
static uint64_t level_work(struct cpu_load *load,
			   const struct loading_task *task, uint64_t release,
			   uint64_t window)
{
	uint64_t sum = time_after(task->blocking_ns,
				  interrupts_take(load, window));

	for (int i = 0; i < load->tasks; i++) {
		const struct loading_task *other = &load->task[i];
		enum urgency urgency = urgency_of(other->task, task->task);

		if (urgency == LESS_URGENT)
			continue;
		if (urgency == MORE_URGENT || release == ALL_OF_THEM)
			sum = time_after(sum,
					 arrivals_take(&other->job, window));
		else
			sum = time_after(sum, load_times(queued_jobs(other, release, other == task),
							 other->job.each_ns));
	}
	return sum;
}

/*
 * Return the least window from @window on that is as long as the work in it, or
 * ALL_OF_THEM if it is endless, or not found with the work that is left.
 */
static uint64_t level_window(struct cpu_load *load,
			     const struct loading_task *task, uint64_t release,
			     uint64_t window)
{
	uint64_t work;

	for (;;) {
		if (window > LOAD_ENDLESS_NS || !load_works(load))
			return ALL_OF_THEM;
		work = level_work(load, task, release, window);
		if (work <= window)
			return window;
		window = work;
	}
}

/* Return when the next job that goes before a later one is released. */
static uint64_t next_release(const struct cpu_load *load,
			     const struct loading_task *task, uint64_t release)
{
	uint64_t next = UINT64_MAX;

	for (int i = 0; i < load->tasks; i++) {
		const struct loading_task *other = &load->task[i];
		bool own = other == task;
		uint64_t at;

		if (urgency_of(other->task, task->task) != EQUALLY_URGENT)
			continue;
		at = load_times(queued_jobs(other, release, own),
				other->job.every_ns);
		if (!own && at != UINT64_MAX)
			at -= other->job.jitter_ns;
		next = time_min(next, at);
	}
	return next;
}

/* Return whether what is not less urgent asks for more than the whole CPU. */
static bool is_overloaded(const struct cpu_load *load,
			  const struct loading_task *task)
{
	struct utilization sum = { .low = 0 };

	for (int i = 0; i < load->tasks; i++)
		if (urgency_of(load->task[i].task, task->task) != LESS_URGENT)
			utilization_add(&sum, &load->task[i].job);
	for (int i = 0; i < load->interrupts; i++)
		utilization_add(&sum, &load->interrupt[i]);
	return sum.low > UTILIZATION_ONE;
}

static void response_time_judge(struct loading_task *task, uint64_t longest)
{
	task->response_ns = longest;
	task->has_slack = true;
	task->slack_ns = (int64_t)(task->task->deadline_ns - longest);
	task->verdict = task->slack_ns < 0 ? TASK_MISSES : TASK_MEETS;
}

void response_time_find(struct cpu_load *load, struct loading_task *task)
{
	uint64_t busy, release = 0, window = 1, longest = 0;

	if (is_overloaded(load, task)) {
		task->verdict = TASK_MISSES;
		return;
	}
	load->work = LOAD_WORK_MAX;
	busy = level_window(load, task, ALL_OF_THEM, 1);
	/* Where the busy period is not known, its first jobs may tell a miss. */
	load->work = LOAD_WORK_MAX;
	while (release < busy &&
	       (busy != ALL_OF_THEM || longest <= task->task->deadline_ns)) {
		window = level_window(load, task, release, window);
		if (window == ALL_OF_THEM)
			break;
		/* Without the jitter of its own jobs, it may be idle by then. */
		if (window > release)
			longest = time_max(longest,
					   time_after(window - release,
						      task->job.jitter_ns));
		release = next_release(load, task, release);
	}
	if (busy != ALL_OF_THEM && window != ALL_OF_THEM)
		response_time_judge(task, longest);
	else
		task->verdict = longest > task->task->deadline_ns ?
				TASK_MISSES : TASK_UNDECIDED;
}
