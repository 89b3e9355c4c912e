// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what has taken time on a CPU, by name: see abi_test.c. The noises of
 * the same session are also recorded in a trace instance, and both have to give
 * the same figures, cause for cause.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"
#include "wakeup.h"

#define COUNTED_NS	400000000
#define ENDS_NS		50000000	/* a request to end the counting takes less */
#define CAUSES_MAX	1024
#define THREADS		200	/* many more than there are places */
#define SLEEPER		"abi-sleeper"

/* ---- The causes of the trace --------------------------------------------- */

static struct rtla_caused traced[CAUSES_MAX];
static int traced_count;
static uint64_t count_from, count_until;

static struct rtla_caused *traced_of(uint32_t kind, int32_t id)
{
	for (int i = 0; i < traced_count; i++)
		if (traced[i].kind == kind && traced[i].id == id)
			return &traced[i];
	if (traced_count == CAUSES_MAX)
		return NULL;
	traced[traced_count] = (struct rtla_caused) { .kind = kind, .id = id };
	return &traced[traced_count++];
}

static void add_noise(struct rtla_caused *of, const char *name, size_t len,
		      uint64_t start, uint64_t duration)
{
	if (len >= sizeof(of->name))
		len = sizeof(of->name) - 1;
	memset(of->name, 0, sizeof(of->name));
	memcpy(of->name, name, len);
	if (!of->count++ || duration > of->max_ns) {
		of->max_ns = duration;
		of->max_at_ns = start;
	}
	of->sum_ns += duration;
}

/* The lines are "nmi_noise: start ...", or "KIND_noise: NAME:ID start ...". */
static void take_line(const char *line, void *data)
{
	static const char *const kinds[] = {
		"nmi_noise: ", "irq_noise: ", "softirq_noise: ", "thread_noise: ",
	};
	const char *at = NULL, *begin, *end, *start, *duration;
	struct rtla_caused *of;
	uint32_t kind = 0;
	uint64_t from;

	(void)data;
	/* From the last one on: "irq_noise" is a part of "softirq_noise". */
	for (int i = RTLA_CAUSE_THREAD; i >= 0 && !at; i--) {
		at = strstr(line, kinds[i]);
		kind = i;
	}
	if (!at)
		return;
	begin = at + strlen(kinds[kind]);
	start = strstr(at, "start ");
	duration = strstr(at, " duration ");
	if (!start || !duration)
		return;
	for (end = start; end > begin && *end != ':'; end--)
		;
	from = trace_seconds(start + strlen("start "));
	of = traced_of(kind, end > begin ? atoi(end + 1) : 0);
	if (!of || from < count_from || from >= count_until)
		return;
	if (kind == RTLA_CAUSE_SOFTIRQ)
		end = begin;
	/* The text pads the name of a thread. */
	begin += strspn(begin, " ");
	if (begin > end)
		begin = end;
	add_noise(of, begin, end - begin, from,
		  strtoull(duration + strlen(" duration "), NULL, 10));
}

static void read_trace(int cpu)
{
	traced_count = 0;
	trace_read(cpu, take_line, NULL);
}

/* ---- The causes of the session ------------------------------------------- */

static struct rtla_caused counted[RTLA_CAUSES_ROWS];

/* Read the rows of CPU 1; returns their number, or -1. */
static int read_causes(int fd)
{
	struct rtla_causes asked = {
		.size = sizeof(asked), .cpu = 1, .count = RTLA_CAUSES_ROWS,
		.causes = (uintptr_t)counted,
	};

	errno = 0;
	return ioctl(fd, RTLA_IOC_CAUSES, &asked) ? -1 : (int)asked.count;
}

static bool is_same(const struct rtla_caused *one,
		    const struct rtla_caused *other)
{
	bool same = one->count == other->count &&
		    one->sum_ns == other->sum_ns &&
		    one->max_ns == other->max_ns &&
		    (one->max_at_ns == other->max_at_ns || !other->count) &&
		    (!strcmp(one->name, other->name) || one->id < 0);

	if (!same)
		printf("# kind %u, id %d, name '%s': %llu of %llu ns, up to %llu at %llu; traced '%s': %llu of %llu ns, up to %llu at %llu\n",
		       one->kind, one->id, one->name, one->count, one->sum_ns,
		       one->max_ns, one->max_at_ns, other->name, other->count,
		       other->sum_ns, other->max_ns, other->max_at_ns);
	return same;
}

/* Take the figures of @from into those of all others of its kind. */
static void add_other(struct rtla_caused *to, const struct rtla_caused *from)
{
	if (from->max_ns > to->max_ns || !to->count) {
		to->max_ns = from->max_ns;
		to->max_at_ns = from->max_at_ns;
	}
	to->count += from->count;
	to->sum_ns += from->sum_ns;
}

/*
 * Return whether all rows are what the trace says, cause for cause; and those
 * of the trace without a row are what is counted as others.
 */
static bool are_those_of_trace(int rows)
{
	struct rtla_caused others[RTLA_CAUSE_THREAD + 1] = { 0 };
	bool same = rows > 0;

	for (int i = 0; i < rows; i++) {
		struct rtla_caused *of;

		if (counted[i].id < 0)
			continue;
		of = traced_of(counted[i].kind, counted[i].id);
		same = of && is_same(&counted[i], of) && same;
		if (of)
			of->kind = RTLA_CAUSE_THREAD + 1;
	}
	for (int i = 0; i < traced_count; i++)
		if (traced[i].kind <= RTLA_CAUSE_THREAD)
			add_other(&others[traced[i].kind], &traced[i]);
	for (int i = 0; i < rows; i++) {
		if (counted[i].id >= 0)
			continue;
		same = is_same(&counted[i], &others[counted[i].kind]) && same;
		others[counted[i].kind].count = 0;
	}
	for (int i = 0; i <= RTLA_CAUSE_THREAD; i++) {
		if (others[i].count)
			printf("# kind %d: %llu noises are in no row\n", i,
			       others[i].count);
		same = same && !others[i].count;
	}
	return same;
}

static const struct rtla_caused *find(int rows, uint32_t kind, int32_t id)
{
	for (int i = 0; i < rows; i++)
		if (counted[i].kind == kind && counted[i].id == id)
			return &counted[i];
	return NULL;
}

/* ---- What runs on the CPU ------------------------------------------------ */

/* A process on CPU 1 that sleeps, and computes, in turn. */
static pid_t begin_sleeper(void)
{
	struct sched_param fifo = { .sched_priority = 10 };
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_NAME, SLEEPER);
	pin(1);
	sched_setscheduler(0, SCHED_FIFO, &fifo);
	for (;;) {
		uint64_t until = now_ns() + 100000;

		while (now_ns() < until)
			;
		usleep(3000);
	}
}

static void end_sleeper(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Many processes, one after another, each of which only begins and ends. */
static void run_many(void)
{
	for (int i = 0; i < THREADS; i++) {
		pid_t pid = fork();

		if (!pid) {
			pin(1);
			usleep(500);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

/* ---- The tests ----------------------------------------------------------- */

#define REFUSED(workload, flags, field, value) do {			\
	struct rtla_start bad = of_kind(workload, flags, &cpu0);	\
									\
	bad.field = value;						\
	refused(bad, EINVAL, #workload ", " #flags ", " #field " = " #value " is EINVAL"); \
} while (0)

static void test_refused_causes(void)
{
	struct rtla_causes asked = {
		.size = sizeof(asked), .cpu = 1, .count = RTLA_CAUSES_ROWS,
		.causes = (uintptr_t)counted,
	}, bad;
	struct rtla_start good = of_kind(RTLA_OSNOISE, 0, &cpu1);
	int fd = session();

	REFUSED(RTLA_TIMERLAT, RTLA_START_NO_NOISE, stats,
		RTLA_STATS_SUMMARY | RTLA_STATS_CAUSES);
	REFUSED(RTLA_OSNOISE, RTLA_START_NO_THREADS, stats,
		RTLA_STATS_SUMMARY | RTLA_STATS_CAUSES);
	REFUSED(RTLA_WAKEUP, 0, stats, RTLA_STATS_SUMMARY | RTLA_STATS_CAUSES);
	REFUSED(RTLA_OVERHEADS, 0, stats,
		RTLA_STATS_SUMMARY | RTLA_STATS_CAUSES);
	REFUSED(RTLA_BOUND, 0, stats, RTLA_STATS_SUMMARY | RTLA_STATS_CAUSES);
	check(read_causes(fd) < 0 && errno == EINVAL,
	      "causes before the start are EINVAL");
	start(fd, &good);
	check(read_causes(fd) < 0 && errno == EINVAL,
	      "causes that were not asked for are EINVAL");
	close(fd);

	fd = session();
	good.stats = RTLA_STATS_CAUSES;
	check(!start(fd, &good), "causes need no other statistics");
	usleep(100000);
	check(!read_causes(fd),
	      "no cause is counted before the request to count");
	check(count_all(fd) && !usleep(100000) && read_causes(fd) > 0,
	      "causes are counted from the request on");
	bad = asked;
	bad.count = 1;
	check(!ioctl(fd, RTLA_IOC_CAUSES, &bad) && bad.count == 1,
	      "no more causes are read than there is room for");
	bad = asked;
	bad.reserved = 1;
	check(ioctl(fd, RTLA_IOC_CAUSES, &bad) == -1 && errno == EINVAL,
	      "a struct rtla_causes with a reserved field is EINVAL");
	bad = asked;
	bad.cpu = 0;
	check(ioctl(fd, RTLA_IOC_CAUSES, &bad) == -1 && errno == ENODEV,
	      "causes on a CPU of no session are ENODEV");
	bad = asked;
	bad.causes = 1;
	check(ioctl(fd, RTLA_IOC_CAUSES, &bad) == -1 && errno == EFAULT,
	      "causes that cannot be written are EFAULT");
	close(fd);
}

/* Start a session that counts the causes on CPU 1, in a stretch of time. */
static int count_causes(struct rtla_start good, uint64_t ns)
{
	struct rtla_count range = { .size = sizeof(range) };
	int fd = session();

	good.stats |= RTLA_STATS_CAUSES;
	if (start(fd, &good))
		return -1;
	count_from = range.from_ns = now_ns() + 50000000;
	count_until = range.until_ns = count_from + ns;
	return ioctl(fd, RTLA_IOC_COUNT, &range) ? -1 : fd;
}

/*
 * All that is counted is what the events say, and some of it is known: a thread
 * that takes the CPU for @least ns.
 */
static void test_same(struct rtla_start good, uint64_t least, const char *name)
{
	const struct rtla_caused *sleeper;
	pid_t pid = begin_sleeper();
	bool ran = trace_begin();
	int fd = count_causes(good, COUNTED_NS), rows, after;

	usleep(COUNTED_NS / 1000 + 100000);
	trace_put("tracing_on", "0");
	rows = read_causes(fd);
	read_trace(1);
	check(ran && are_those_of_trace(rows),
	      named("%s: each cause has the figures of its events", name));
	sleeper = find(rows, RTLA_CAUSE_THREAD, pid);
	check(sleeper && !strcmp(sleeper->name, SLEEPER) &&
	      sleeper->max_ns >= least && sleeper->max_at_ns >= count_from,
	      named("%s: a thread has its name, its id and its time", name));
	ioctl(fd, RTLA_IOC_END);
	usleep(100000);
	after = read_causes(fd);
	check(after == rows && find(after, RTLA_CAUSE_THREAD, pid),
	      named("%s: causes stay after the end", name));
	close(fd);
	trace_end();
	end_sleeper(pid);
}

/* More threads than there are places: the sums of all stay right. */
static void test_others(void)
{
	struct rtla_start good = of_kind(RTLA_OSNOISE, 0, &cpu1);
	bool ran = trace_begin(), in_time;
	int fd, rows;

	good.osnoise.runtime_ns = good.osnoise.period_ns;
	fd = count_causes(good, UINT64_MAX / 2);
	usleep(60000);
	run_many();
	/* A cause after the end, but before the request, would be counted. */
	count_until = now_ns() + ENDS_NS;
	ioctl(fd, RTLA_IOC_COUNT, &(struct rtla_count) {
		.size = sizeof(struct rtla_count), .from_ns = count_from,
		.until_ns = count_until });
	in_time = now_ns() < count_until;
	usleep(ENDS_NS / 1000 + 25000);
	trace_put("tracing_on", "0");
	rows = read_causes(fd);
	read_trace(1);
	printf("# %d rows, %d causes in the trace\n", rows, traced_count);
	check(ran && in_time && find(rows, RTLA_CAUSE_THREAD, -1) &&
	      traced_count > RTLA_CAUSES_MAX,
	      "threads that have no place are counted as others");
	check(rows > RTLA_CAUSES_MAX / 2 && rows <= RTLA_CAUSES_ROWS,
	      "a full table has rows for most of its places");
	check(are_those_of_trace(rows),
	      "no noise of a thread without a place is lost");
	close(fd);
	trace_end();
}

/* To a session that watches, the measuring thread is noise, too. */
static void test_beside_watchers(void)
{
	struct rtla_start good = of_kind(RTLA_OSNOISE, 0, &cpu1);
	struct rtla_start watching_all = watching(RTLA_WATCH_RT, NULL);
	int watcher, fd, rows, pid;
	pid_t sleeper = begin_sleeper();

	watching_all.flags = 0;
	watcher = watch(&watching_all);
	fd = count_causes(good, COUNTED_NS);
	workloads("osnoise/", &pid);
	usleep(COUNTED_NS / 1000 + 100000);
	rows = read_causes(fd);
	check(watcher >= 0 && find(rows, RTLA_CAUSE_THREAD, sleeper) &&
	      !find(rows, RTLA_CAUSE_THREAD, pid),
	      "beside a session that watches, the measuring thread is no cause");
	/* It pauses half of the time, in which the idle thread runs. */
	check(!find(rows, RTLA_CAUSE_THREAD, 0),
	      "beside a session that watches, a pause has no cause");
	close(fd);
	close(watcher);
	end_sleeper(sleeper);
}

void test_causes(void)
{
	struct rtla_start osnoise = of_kind(RTLA_OSNOISE, 0, &cpu1);

	test_refused_causes();
	test_same(osnoise, 50000, "osnoise");
	osnoise.osnoise.runtime_ns = osnoise.osnoise.period_ns;
	test_same(osnoise, 50000, "osnoise without a pause");
	/* The measuring thread preempts the other one as soon as it is woken. */
	test_same(of_kind(RTLA_TIMERLAT, 0, &cpu1), 1, "timerlat");
	test_others();
	test_beside_watchers();
}

/* ---- Known causes -------------------------------------------------------- */

static void test_injected(const char *kind, uint32_t of, const char *name)
{
	struct rtla_start good = of_kind(RTLA_OSNOISE, 0, &cpu1);
	uint64_t longest = 0, at = 0;
	bool ran, refused = false;
	int fd, rows;

	good.osnoise.runtime_ns = good.osnoise.period_ns;
	ran = trace_begin();
	fd = count_causes(good, 2 * COUNTED_NS);
	injected_at = now_ns() + COUNTED_NS / 2;
	if (ran && !inject(kind)) {
		refused = errno == EOPNOTSUPP;
		ran = false;
	}
	usleep(2 * COUNTED_NS / 1000);
	trace_put("tracing_on", "0");
	rows = read_causes(fd);
	read_trace(1);
	for (int i = 0; i < rows; i++)
		if (counted[i].kind == of && counted[i].max_ns > longest) {
			longest = counted[i].max_ns;
			at = counted[i].max_at_ns;
		}
	printf("# %s: %llu ns, %lld ns after it was to begin\n", kind,
	       (unsigned long long)longest, (long long)(at - injected_at));
	if (refused)
		skip(name, "this machine cannot be told to do that");
	else
		check(ran && longest >= INJECTED_NS - 500000 &&
		      at + 1000000 >= injected_at &&
		      at < injected_at + INJECTED_NS, name);
	check(are_those_of_trace(rows),
	      named("%s: each cause has the figures of its events", kind));
	close(fd);
	trace_end();
}

void test_injected_causes(void)
{
	test_injected("nmi", RTLA_CAUSE_NMI, "a long NMI is a cause, with its time");
	test_injected("irq", RTLA_CAUSE_IRQ, "a long interrupt is a cause, with its time");
	test_injected("fifo", RTLA_CAUSE_THREAD, "a long thread is a cause, with its time");
}
