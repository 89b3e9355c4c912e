// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of sessions that measure overheads: see abi_test.c. A process sleeps,
 * or is woken by another one, for a known number of times, and so often at
 * least there has to be each overhead that this takes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "abi.h"
#include "wakeup.h"

#define FIRST	RTLA_OVERHEAD_RELEASE_LATENCY
#define BIT_OF(context)	(1ULL << (context))
#define SECOND	1000000000ULL
#define END	(RTLA_OVERHEAD_WAKE + 1)

static struct rtla_start measuring(unsigned int flags)
{
	struct rtla_start start = of_kind(RTLA_OVERHEADS, flags, &both_cpus);

	start.stats |= RTLA_STATS_DISTRIBUTION;
	return start;
}

static bool kernel_has(const char *event)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s", event);
	return !access(path, F_OK);
}

static void test_refused(void)
{
	struct rtla_start good = measuring(0), bad;

	bad = good;
	bad.stats = 0;
	refused(bad, EINVAL, "overheads without statistics are EINVAL");
	bad = good;
	bad.flags = RTLA_START_NO_NOISE;
	refused(bad, EINVAL, "overheads with a flag of others are EINVAL");
	bad = good;
	bad.overheads.stop_ns[3] = RTLA_THRESHOLD_MAX_NS + 1;
	refused(bad, ERANGE, "a threshold of overheads that is too large is ERANGE");
	bad = config(&cpu1);
	bad.flags |= RTLA_START_ALL_THREADS;
	refused(bad, EINVAL, "a timerlat session with a flag of overheads is EINVAL");
}

static void test_contexts(void)
{
	struct rtla_start start = measuring(0);
	uint64_t all = BIT_OF(END) - BIT_OF(FIRST);
	int fd = watch(&start);

	if (!kernel_has("ipi/ipi_send_cpu"))
		all &= ~BIT_OF(RTLA_OVERHEAD_XCALL);
	printf("# contexts %llx\n", (unsigned long long)start.contexts);
	check(fd >= 0 && start.contexts == all,
	      "a session of overheads tells which of them it measures");
	close(fd);
}

/* Print what there is of each overhead, and keep it. */
static void read_all(int fd, struct rtla_stats *stats)
{
	for (unsigned int i = FIRST; i < END; i++) {
		stats[i] = stats_of(fd, i);
		printf("# context %u: %llu, %llu disturbed, %llu negative, max %llu ns, ours %llu ns\n",
		       i, (unsigned long long)stats[i].count,
		       (unsigned long long)stats[i].disturbed,
		       (unsigned long long)stats[i].negative,
		       (unsigned long long)stats[i].max_ns,
		       (unsigned long long)stats[i].own_ns);
	}
}

static uint64_t seen(const struct rtla_stats *stats, unsigned int context)
{
	return stats[context].count + stats[context].disturbed;
}

static bool each_at_least(const struct rtla_stats *stats, uint64_t count)
{
	for (unsigned int i = FIRST; i <= RTLA_OVERHEAD_SCHED2; i++)
		if (seen(stats, i) < count)
			return false;
	return seen(stats, RTLA_OVERHEAD_WAKE) >= count;
}

static void test_sleeper(int fifo, unsigned int flags, bool counts,
			 const char *name)
{
	struct rtla_start start = measuring(flags);
	struct rtla_stats stats[END];
	struct child child = make_child(fifo, sleep_often);
	int fd = watch(&start);
	struct told told = run_child(&child);
	uint64_t least;

	read_all(fd, stats);
	printf("# %llu switches\n", (unsigned long long)told.switches);
	/*
	 * If a timer expires before the process sleeps, there is no switch; and
	 * under PREEMPT_RT, it may also sleep for a lock.
	 */
	least = told.switches < SLEEPS ? told.switches : SLEEPS;
	check(counts ? told.switches > SLEEPS / 2 &&
		       each_at_least(stats, least - 1) :
		       seen(stats, RTLA_OVERHEAD_RELEASE) < SLEEPS / 4, name);
	if (counts && fifo) {
		check(stats[RTLA_OVERHEAD_RELEASE].count +
		      stats[RTLA_OVERHEAD_RELEASE].disturbed ==
		      stats[RTLA_OVERHEAD_RELEASE_LATENCY].count,
		      "a timer that wakes a thread has both of its overheads");
		check(stats[RTLA_OVERHEAD_TICK].count > 0,
		      "the tick is among the overheads");
		check(stats[RTLA_OVERHEAD_CXS].own_ns >
		      stats[RTLA_OVERHEAD_SCHED].own_ns &&
		      stats[RTLA_OVERHEAD_SCHED].own_ns > 0,
		      "a session of overheads tells what is its own work");
	}
	end_child(&child);
	close(fd);
}

/* The child spins for a second; then a thread of a higher priority runs there. */
static void spin(struct told *told)
{
	uint64_t end = now_ns() + SECOND;

	while (now_ns() < end)
		told->switches = 1;
}

/*
 * A thread that this CPU wakes on the other one, where another thread runs,
 * needs an interrupt: the scheduler is to be called there.
 */
static void test_ipi(void)
{
	struct rtla_start start = measuring(0);
	struct rtla_stats stats[END];
	struct child busy = make_child(0, spin), woken[20];
	int fd;

	pin(0);
	for (int i = 0; i < 20; i++)
		woken[i] = make_child(FIFO, sleep_under);
	fd = watch(&start);
	if (write(busy.begin, "", 1) != 1)
		printf("# nothing spins\n");
	usleep(100000);
	for (int i = 0; i < 20; i++) {
		if (write(woken[i].begin, "", 1) != 1)
			printf("# nothing is woken\n");
		usleep(20000);
	}
	read_all(fd, stats);
	check(stats[RTLA_OVERHEAD_IPI].count >= 10 &&
	      !stats[RTLA_OVERHEAD_IPI].negative &&
	      !stats[RTLA_OVERHEAD_XCALL].negative,
	      "interrupts are sent to the other CPU, and none before its time");
	for (int i = 0; i < 20; i++)
		end_child(&woken[i]);
	end_child(&busy);
	close(fd);
}

static void test_hit(void)
{
	struct child child = make_child(FIFO, sleep_often);
	struct rtla_start start = measuring(0);
	struct pollfd fd = { .events = POLLIN };
	struct rtla_hit hit = { 0 };

	start.overheads.stop_ns[RTLA_OVERHEAD_CXS - FIRST] = 1;
	fd.fd = watch(&start);
	run_child(&child);
	check(poll(&fd, 1, 1000) == 1 &&
	      read(fd.fd, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_OVERHEAD_CXS && hit.pid && hit.latency_ns &&
	      hit.threshold_ns == 1,
	      "an overhead over its threshold is the hit");
	close(fd.fd);
	end_child(&child);
}

/* The number and the sum of the samples that the session's events report. */
struct traced {
	uint64_t count;
	uint64_t sum;
};

static void take_overhead(const char *line, void *data)
{
	struct traced *traced = data;
	const char *event = strstr(line, "overhead: session=");
	const char *duration = strstr(line, "duration=");

	if (!event || !duration || !strstr(event, " cxs "))
		return;
	traced->count++;
	traced->sum += strtoull(duration + strlen("duration="), NULL, 10);
}

static void test_events(void)
{
	struct rtla_start start = measuring(RTLA_START_ALL_THREADS);
	struct child child = make_child(FIFO, sleep_often);
	struct traced traced = { 0 };
	struct rtla_stats stats;
	bool begun = trace_begin();
	int fd = watch(&start);

	run_child(&child);
	ioctl(fd, RTLA_IOC_END);
	usleep(100000);
	stats = stats_of(fd, RTLA_OVERHEAD_CXS);
	for (int cpu = 0; cpu < 2; cpu++)
		trace_read(cpu, take_overhead, &traced);
	printf("# %llu events, %llu ns; %llu samples, %llu ns\n",
	       (unsigned long long)traced.count, (unsigned long long)traced.sum,
	       (unsigned long long)stats.count, (unsigned long long)stats.sum_ns);
	check(begun && stats.count >= SLEEPS && traced.count == stats.count &&
	      traced.sum == stats.sum_ns,
	      "each sample of an overhead has its event");
	end_child(&child);
	close(fd);
	trace_end();
}

/* An interrupt that was sent before its CPU went offline is not taken for the next. */
static void test_hotplug(void)
{
	struct rtla_start start = measuring(RTLA_START_ALL_THREADS);
	int fd = watch(&start);
	struct rtla_stats stats[END];
	bool ok = true;

	for (int i = 0; i < 3; i++) {
		ok = ok && set_online("0") &&
		     cpu_state(fd).state == RTLA_CPU_OFFLINE;
		sleep(3);
		ok = ok && set_online("1") &&
		     cpu_state(fd).state == RTLA_CPU_MEASURED;
	}
	check(ok, "a CPU whose overheads are measured goes and comes");
	read_all(fd, stats);
	for (unsigned int i = FIRST; i < END; i++)
		ok = ok && stats[i].max_ns < 2 * SECOND;
	check(ok, "the time that a CPU is offline is no overhead");
	close(fd);
}

static void test_killed(void)
{
	struct rtla_start start = measuring(RTLA_START_ALL_THREADS);

	check(ends_when_killed(&start), "sessions of overheads of killed processes end");
}

void test_overheads(void)
{
	test_refused();
	test_contexts();
	test_sleeper(FIFO, 0, true, "a real-time thread that sleeps has each overhead");
	test_sleeper(0, 0, false,
		     "overheads of a thread that is not real-time do not count");
	test_sleeper(0, RTLA_START_ALL_THREADS, true,
		     "overheads of a thread that is not real-time count if all are to");
	test_ipi();
	test_hit();
	test_events();
	test_hotplug();
	test_killed();
}
