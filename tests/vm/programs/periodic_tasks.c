// SPDX-License-Identifier: GPL-2.0
/*
 * Periodic tasks on CPU 0, as an analysis of schedulability sees them:
 *
 *	periodic_tasks JOBS NAME:PRIORITY:LOOPS:PERIOD...	(PERIOD in us)
 *
 * Each is a thread of SCHED_FIFO that sleeps until its next period, and
 * computes so many loops. All begin at the same time, and end when the first
 * one has done so many jobs. Then a line for each of them is printed, with its
 * name, the most that a job has used of the CPU, and the longest time from the
 * arrival of a job to its end, both in ns.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define TASKS_MAX	8
#define STACK_SIZE	65536
#define PRIORITY_MAX	98
#define NS_PER_SEC	1000000000LL
#define BEGIN_NS	20000000	/* all threads are there by then */

struct task {
	char name[16];
	int priority;
	long loops;
	int64_t period_ns;
	int64_t used_ns;
	int64_t response_ns;
};

static struct task tasks[TASKS_MAX];
static int64_t begin;
static long jobs;
static atomic_bool over;

static int64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NS_PER_SEC + now.tv_nsec;
}

static void sleep_until(int64_t ns)
{
	struct timespec until = { ns / NS_PER_SEC, ns % NS_PER_SEC };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL))
		;
}

static void *run(void *of)
{
	struct task *task = of;
	int64_t arrival = begin, used, before = 0;

	for (long job = 0; !over; job++) {
		sleep_until(arrival);
		for (long loop = 0; loop < task->loops; loop++)
			asm volatile("" : "+r"(loop));
		used = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		if (job && used - before > task->used_ns)
			task->used_ns = used - before;
		before = used;
		used = clock_ns(CLOCK_MONOTONIC) - arrival;
		if (used > task->response_ns)
			task->response_ns = used;
		arrival += task->period_ns;
		if (task == tasks && job == jobs)
			over = true;
	}
	return NULL;
}

static int start(struct task *task, pthread_t *thread)
{
	struct sched_param priority = { .sched_priority = task->priority };
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	/* All of it is locked in memory, which takes time. */
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
	pthread_attr_setschedparam(&attributes, &priority);
	return pthread_create(thread, &attributes, run, task);
}

int main(int argc, char *argv[])
{
	/* A load must not keep the threads from being made until they are late. */
	struct sched_param first = { .sched_priority = PRIORITY_MAX };
	pthread_t threads[TASKS_MAX];
	long period;
	int count = argc - 2;

	if (count < 1 || count > TASKS_MAX)
		return 1;
	jobs = atol(argv[1]);
	for (int i = 0; i < count; i++) {
		if (sscanf(argv[i + 2], "%15[^:]:%d:%ld:%ld", tasks[i].name,
			   &tasks[i].priority, &tasks[i].loops, &period) != 4)
			return 1;
		tasks[i].period_ns = period * 1000;
	}
	if (sched_setscheduler(0, SCHED_FIFO, &first) ||
	    mlockall(MCL_CURRENT | MCL_FUTURE)) {
		perror("periodic_tasks");
		return 1;
	}
	begin = clock_ns(CLOCK_MONOTONIC) + BEGIN_NS;
	for (int i = 0; i < count; i++)
		if (start(&tasks[i], &threads[i])) {
			perror("periodic_tasks");
			return 1;
		}
	for (int i = 0; i < count; i++) {
		pthread_join(threads[i], NULL);
		printf("%s %lld %lld\n", tasks[i].name,
		       (long long)tasks[i].used_ns,
		       (long long)tasks[i].response_ns);
	}
	return 0;
}
