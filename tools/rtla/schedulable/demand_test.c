// SPDX-License-Identifier: GPL-2.0
/*
 * The demand test: see demand_test.h.
 */
#include "base/times.h"
#include "schedulable/demand_test.h"

/* The search for the least slack. */
struct search {
	int64_t least_ns;	/* INT64_MAX: no window was looked at */
	uint64_t end;		/* no window is looked at from here on */
};

static bool is_deadline_task(const struct loading_task *task)
{
	return task->task->policy == TASK_DEADLINE;
}

/* Return the least window in which a job has its deadline; 0: there is none. */
static uint64_t least_window(const struct loading_task *task)
{
	uint64_t deadline = task->task->deadline_ns;

	return deadline > task->job.jitter_ns ? deadline - task->job.jitter_ns :
						0;
}

/* Return h(t). */
static uint64_t demand_in(struct cpu_load *load, uint64_t window)
{
	uint64_t sum = interrupts_take(load, window), blocking = 0;

	for (int i = 0; i < load->tasks; i++) {
		const struct loading_task *task = &load->task[i];
		uint64_t least = least_window(task);

		if (!is_deadline_task(task) || least > window)
			continue;
		sum = time_after(sum, load_times(1 + (window - least) / task->job.every_ns,
						 task->job.each_ns));
		blocking = time_max(blocking, task->blocking_ns);
	}
	return time_after(sum, blocking);
}

static int64_t slack_in(struct cpu_load *load, uint64_t window)
{
	uint64_t demand = time_min(demand_in(load, window), INT64_MAX);

	return (int64_t)window - (int64_t)demand;
}

/*
 * Return the end of the first busy period, with @more_ns of blocking;
 * UINT64_MAX if it is endless, or not found with the work that is left.
 */
static uint64_t busy_period(struct cpu_load *load, uint64_t more_ns)
{
	uint64_t window = 1, sum, blocking = 0;

	for (int i = 0; i < load->tasks; i++)
		if (is_deadline_task(&load->task[i]))
			blocking = time_max(blocking,
					    load->task[i].blocking_ns);
	for (;;) {
		if (window > LOAD_ENDLESS_NS || !load_works(load))
			return UINT64_MAX;
		sum = time_after(time_after(more_ns, blocking),
				 interrupts_take(load, window));
		for (int i = 0; i < load->tasks; i++)
			if (is_deadline_task(&load->task[i]))
				sum = time_after(sum, arrivals_take(&load->task[i].job,
								    window));
		if (sum <= window)
			return window;
		window = sum;
	}
}

/* Return the last deadline up to @window; 0: there is none. */
static uint64_t deadline_until(const struct cpu_load *load, uint64_t window)
{
	uint64_t last = 0;

	for (int i = 0; i < load->tasks; i++) {
		const struct loading_task *task = &load->task[i];
		uint64_t least = least_window(task);

		if (is_deadline_task(task) && least <= window)
			last = time_max(last, window - (window - least) %
						       task->job.every_ns);
	}
	return last;
}

/*
 * Give @slack to the tasks whose least window is longer than the deadline that
 * is looked at next: they have met all their own.
 */
static void settle_slack(struct cpu_load *load, uint64_t window, int64_t slack)
{
	for (int i = 0; i < load->tasks; i++) {
		struct loading_task *task = &load->task[i];

		if (!is_deadline_task(task) || task->has_slack ||
		    least_window(task) <= window)
			continue;
		task->has_slack = true;
		task->slack_ns = slack;
	}
}

/*
 * Go back from the end. As demand never falls when the window grows, no window
 * between h(t) + the least slack so far and t has less slack. Return false if
 * the work is used up.
 */
static bool search_back(struct cpu_load *load, struct search *search)
{
	uint64_t window = deadline_until(load, search->end - 1);

	while (window) {
		int64_t slack, back;

		if (!load_works(load))
			return false;
		slack = slack_in(load, window);
		if (slack < search->least_ns)
			search->least_ns = slack;
		back = (int64_t)window - slack + search->least_ns;
		back = back < (int64_t)window ? back : (int64_t)window - 1;
		window = back > 0 ? deadline_until(load, back) : 0;
		settle_slack(load, window, search->least_ns);
	}
	return true;
}

/* Return the largest slack that a task has in its least window. */
static uint64_t first_slack(struct cpu_load *load)
{
	int64_t most = 0;

	for (int i = 0; i < load->tasks; i++)
		if (is_deadline_task(&load->task[i])) {
			int64_t slack = slack_in(load,
						 least_window(&load->task[i]));

			most = slack > most ? slack : most;
		}
	return most;
}

/* Return the slack of a job that is late before it is released, or INT64_MAX. */
static int64_t slack_of_late(const struct cpu_load *load)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < load->tasks; i++) {
		const struct loading_task *task = &load->task[i];
		int64_t slack;

		if (!is_deadline_task(task) || least_window(task))
			continue;
		slack = task->task->deadline_ns -
			time_min(time_after(task->job.jitter_ns,
					    task->job.each_ns), INT64_MAX);
		least = slack < least ? slack : least;
	}
	return least;
}

static void judge_deadline_tasks(struct cpu_load *load,
				 enum verdict_of_task verdict,
				 const int64_t *slack_ns)
{
	for (int i = 0; i < load->tasks; i++) {
		struct loading_task *task = &load->task[i];

		if (!is_deadline_task(task))
			continue;
		task->verdict = verdict;
		if (!slack_ns && verdict == TASK_MEETS)
			continue;
		task->has_slack = slack_ns;
		task->slack_ns = slack_ns ? *slack_ns : 0;
	}
}

static struct utilization deadline_tasks_utilization(const struct cpu_load *load)
{
	struct utilization sum = { .low = 0 };

	for (int i = 0; i < load->tasks; i++)
		if (is_deadline_task(&load->task[i]))
			utilization_add(&sum, &load->task[i].job);
	for (int i = 0; i < load->interrupts; i++)
		utilization_add(&sum, &load->interrupt[i]);
	return sum;
}

/* Return a time after the first deadline of each task, and not before @end. */
static uint64_t after_first_deadlines(const struct cpu_load *load, uint64_t end)
{
	for (int i = 0; i < load->tasks; i++)
		if (is_deadline_task(&load->task[i]))
			end = time_max(end, 1 + least_window(&load->task[i]));
	return end;
}

static void judge_until(struct cpu_load *load, uint64_t end)
{
	struct search search = {
		.least_ns = INT64_MAX, .end = after_first_deadlines(load, end),
	};

	if (!search_back(load, &search))
		judge_deadline_tasks(load, TASK_UNDECIDED, NULL);
	else if (search.least_ns < 0)
		judge_deadline_tasks(load, TASK_MISSES, &search.least_ns);
	else
		judge_deadline_tasks(load, TASK_MEETS, NULL);
}

/* Judge with the busy period as it is: it has no windows that tell the slack. */
static void judge_without_slack(struct cpu_load *load)
{
	uint64_t end;

	load->work = LOAD_WORK_MAX;
	end = busy_period(load, 0);
	if (end == UINT64_MAX)
		judge_deadline_tasks(load, TASK_UNDECIDED, NULL);
	else
		judge_until(load, end);
	for (int i = 0; i < load->tasks; i++)
		if (is_deadline_task(&load->task[i]) &&
		    load->task[i].verdict == TASK_MEETS)
			load->task[i].slack_ns = 0;
}

/*
 * A busy period that begins with so much more blocking has all windows whose
 * slack is less than that. It has an end only if the CPU is not full; if it is,
 * no slack is left.
 */
void demand_test_judge(struct cpu_load *load)
{
	struct utilization sum = deadline_tasks_utilization(load);
	int64_t late = slack_of_late(load);
	uint64_t end = UINT64_MAX;

	load->work = LOAD_WORK_MAX;
	if (sum.low > UTILIZATION_ONE)
		judge_deadline_tasks(load, TASK_MISSES, NULL);
	else if (late != INT64_MAX)
		judge_deadline_tasks(load, TASK_MISSES, &late);
	else if (sum.high < UTILIZATION_ONE)
		end = busy_period(load, first_slack(load));
	if (end != UINT64_MAX)
		judge_until(load, end);
	else if (sum.low <= UTILIZATION_ONE && late == INT64_MAX)
		judge_without_slack(load);
}
