// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the noise that sessions report which watch wake-ups: see abi_test.c.
 * All that runs on a CPU is an event, so that the times of all events add up to
 * the time that has passed, whatever measures there.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "abi.h"
#include "wakeup.h"

#define NOISES_MAX	100000
#define STACK_NS	1000000
#define NEAR_NS		500000	/* as the parts of a wake-up that has no cause */

struct noise {
	uint64_t start;
	uint64_t net;
	bool thread;
};

struct stop {
	unsigned int session, context;
	uint64_t latency, t_w, irq_start, thread_start;
	char task[32];	/* COMM:PID */
};

/* These events are in the trace of one CPU. */
static struct {
	struct noise noise[NOISES_MAX];
	int noises;
	const char *find;		/* lines with this text are counted */
	int found;
	struct stop stop;		/* the last one */
	uint64_t stack_of;		/* t_w of the last stack before it */
	char stack[4096];
	char last_thread[256];		/* the last thread noise before it */
} trace;

/* ---- The trace ----------------------------------------------------------- */

static void take_noise(const char *line)
{
	const char *at = strstr(line, "_noise: "), *start, *duration;

	start = at ? strstr(at, " start ") : NULL;
	duration = start ? strstr(start, " duration ") : NULL;
	if (!duration || trace.noises == NOISES_MAX)
		return;
	trace.noise[trace.noises++] = (struct noise) {
		.start = trace_seconds(start + strlen(" start ")),
		.net = strtoull(duration + strlen(" duration "), NULL, 10),
		.thread = at - line >= 6 && !strncmp(at - 6, "thread", 6),
	};
	if (trace.noise[trace.noises - 1].thread && !trace.stop.session)
		snprintf(trace.last_thread, sizeof(trace.last_thread), "%s",
			 at + strlen("_noise: "));
}

static void take_stop(const char *line)
{
	unsigned long long latency, t_w, irq_start, thread_start;
	const char *at = strstr(line, " stop: ");
	struct stop stop = { 0 };

	if (!at || sscanf(at, " stop: session %u #%*u context %u latency %llu ns threshold %*u ns t_w %llu irq_start %llu thread_start %llu %31s",
			  &stop.session, &stop.context, &latency, &t_w,
			  &irq_start, &thread_start, stop.task) != 7)
		return;
	stop.latency = latency;
	stop.t_w = t_w;
	stop.irq_start = irq_start;
	stop.thread_start = thread_start;
	trace.stop = stop;
}

static void take_line(const char *line, void *data)
{
	const char *at = strstr(line, " stack: ");
	size_t len = strlen(trace.stack);
	unsigned long long t_w;

	(void)data;
	trace.found += trace.find && strstr(line, trace.find);
	take_noise(line);
	take_stop(line);
	if (trace.stop.session)
		return;
	if (at && sscanf(at, " stack: <stack trace> t_w=%llu", &t_w) == 1) {
		trace.stack_of = t_w;
		len = 0;
	}
	/* The addresses follow, one a line. */
	if (at || !strncmp(line, " => ", 4))
		snprintf(trace.stack + len, sizeof(trace.stack) - len, "%s", line);
}

static void read_cpu(int cpu, const char *find)
{
	trace.noises = trace.found = 0;
	trace.find = find;
	trace.stop = (struct stop) { 0 };
	trace.stack_of = 0;
	trace.stack[0] = trace.last_thread[0] = 0;
	trace_read(cpu, take_line, NULL);
}

/*
 * The time between the begins of the first and of the last stretch of a thread
 * has to be the sum of all noise that began in it, to the ns.
 */
static bool adds_up(int cpu)
{
	uint64_t from = UINT64_MAX, until = 0, sum = 0;

	for (int i = 0; i < trace.noises; i++) {
		if (!trace.noise[i].thread)
			continue;
		if (trace.noise[i].start < from)
			from = trace.noise[i].start;
		if (trace.noise[i].start > until)
			until = trace.noise[i].start;
	}
	for (int i = 0; i < trace.noises; i++)
		if (trace.noise[i].start >= from &&
		    trace.noise[i].start < until)
			sum += trace.noise[i].net;
	printf("# CPU %d: %d noises, %llu ns in all, %llu ns have passed\n", cpu,
	       trace.noises, (unsigned long long)sum,
	       (unsigned long long)(until - from));
	return trace.noises > 50 && sum == until - from;
}

/* ---- The tests ----------------------------------------------------------- */

/* Watch real-time threads and report all noise. */
static int watch_all_noise(void)
{
	struct rtla_start start = watching(RTLA_WATCH_RT, NULL);

	start.flags = 0;
	return watch(&start);
}

/* Measure on CPU 1, which is watched, with what comes and goes there. */
static bool measure_beside(struct rtla_start measuring)
{
	bool ok = true;

	for (int i = 0; i < 3 && ok; i++) {
		int fd = session();

		ok = !start(fd, &measuring);
		usleep(100000);
		close(fd);
	}
	return ok;
}

static void test_all_noise_beside(struct rtla_start measuring,
				  const char *thread, const char *name)
{
	char text[128];
	bool ok;
	int fd;

	fd = trace_begin() ? watch_all_noise() : -1;
	ok = fd >= 0 && measure_beside(measuring);
	trace_put("tracing_on", "0");
	close(fd);
	read_cpu(1, thread);
	snprintf(text, sizeof(text), "all times add up beside %s", name);
	check(ok && adds_up(1), text);
	if (thread) {
		snprintf(text, sizeof(text), "threads of %s are noise", name);
		check(trace.found, text);
	}
	read_cpu(0, NULL);
	snprintf(text, sizeof(text), "all times add up on the other CPU beside %s", name);
	check(adds_up(0), text);
	trace_end();
}

/* Its thread is taken away in the middle, and with it what the CPU is measured for. */
static void test_hotplug_beside(void)
{
	struct rtla_start measuring = config(&cpu1);
	int fd, own = session();
	bool ok;

	fd = trace_begin() ? watch_all_noise() : -1;
	ok = fd >= 0 && !start(own, &measuring);
	usleep(100000);
	ok = ok && set_online("0");
	usleep(100000);
	ok = ok && set_online("1");
	usleep(100000);
	trace_put("tracing_on", "0");
	close(fd);
	close(own);
	read_cpu(1, "timerlat/1:");
	check(ok && adds_up(1) && trace.found > 10,
	      "all times add up when a CPU goes and comes");
	trace_end();
}

/* Watchers come and go while timerlat measures, which knows its own times. */
static void test_watchers_come_and_go(void)
{
	struct rtla_start measuring = config(&cpu1);
	struct pollfd own = { .events = POLLIN };
	struct rtla_hit hit = { 0 };
	int bad = 0, hits = 0;
	bool ok = true;

	for (int i = 0; i < 24 && ok; i++) {
		struct rtla_arm arm = { .size = sizeof(arm),
					.stop_ns[RTLA_CONTEXT_THREAD] = 1 };
		int fd[2] = { -1, -1 };

		own.fd = session();
		ok = trace_begin() && !start(own.fd, &measuring);
		for (int j = 0; j < i % 3; j++)
			fd[j] = watch_all_noise();
		close(fd[0]);
		usleep(i * 100);
		ioctl(own.fd, RTLA_IOC_ARM, &arm);
		if (poll(&own, 1, 5000) == 1 &&
		    read(own.fd, &hit, sizeof(hit)) == sizeof(hit))
			hits++;
		trace_put("tracing_on", "0");
		close(fd[1]);
		close(own.fd);
		read_cpu(1, NULL);
		bad += trace.stop.t_w != hit.t_w_ns ||
		       trace.stop.irq_start + NEAR_NS < hit.t_w_ns ||
		       trace.stop.thread_start < trace.stop.irq_start ||
		       trace.stop.thread_start > hit.t_w_ns + hit.latency_ns;
		trace_end();
	}
	printf("# %d hits, %d of them wrong\n", hits, bad);
	check(ok && hits == 24 && !bad, "timerlat's hits are right while watchers come and go");
}

/*
 * Return the address of a function of the injector, or 0. The kernel's symbols
 * take seconds to read, so this is done once.
 */
static uint64_t address_of(const char *name)
{
	static struct symbol {
		unsigned long long address;
		char name[64];
	} symbol[256];
	static int symbols;
	FILE *all = symbols ? NULL : fopen("/proc/kallsyms", "r");
	char line[256];

	while (all && symbols < 256 && fgets(line, sizeof(line), all))
		if (strstr(line, "[rtla_inject]") &&
		    sscanf(line, "%llx %*c %63s", &symbol[symbols].address,
			   symbol[symbols].name) == 2)
			symbols++;
	if (all)
		fclose(all);
	for (int i = 0; i < symbols; i++)
		if (!strcmp(symbol[i].name, name))
			return symbol[i].address;
	return 0;
}

/*
 * The stack has a function of the injector, in which exactly one address was
 * reported, and so has a name.
 */
static bool names_module(int fd)
{
	struct rtla_symbol symbol = { .size = sizeof(symbol) };
	char *end = strstr(trace.stack, " [rtla_inject]"), *name = end;
	uint64_t address;
	int named = 0;

	if (!end)
		return false;
	while (name[-1] != ' ')
		name--;
	*end = 0;
	address = address_of(name);
	for (int i = 1; address && i < 1024; i++) {
		symbol.address = address + i;
		if (ioctl(fd, RTLA_IOC_SYMBOL, &symbol))
			continue;
		named += !strncmp(symbol.name, name, strlen(name)) &&
			 strstr(symbol.name, "[rtla_inject]");
	}
	printf("# %d named addresses in %s\n", named, name);
	return named == 1;
}

/* Return how long other noise has kept the CPU from this noise, until @end. */
static uint64_t interrupted_for(const struct noise *of, uint64_t end)
{
	uint64_t sum = 0;

	for (int i = 0; i < trace.noises; i++)
		if (!trace.noise[i].thread &&
		    trace.noise[i].start >= of->start &&
		    trace.noise[i].start < end)
			sum += trace.noise[i].net;
	return sum;
}

/*
 * Delay a thread by a known cause, which has to be in the trace before the hit,
 * with its time, and its stack. The hit is of the whole, or of the part
 * @hit_of.
 */
static void test_cause(const char *kind, unsigned int hit_of, const char *name)
{
	char comm[32], stopped[32];
	struct rtla_hit hit = { 0 };
	struct rtla_start start;
	struct pollfd fd = { .events = POLLIN };
	uint64_t end, run, net = 0;
	struct child child;
	int32_t id;
	bool ok;

	ok = trace_begin();
	injected_at = now_ns() + 300000000;
	child = make_child(FIFO, sleep_under);
	id = child.pid;
	ok = ok && write(child.begin, "", 1) == 1;
	usleep(20000);
	start = watching(RTLA_WATCH_THREADS, &id);
	start.flags = 0;
	start.wakeup.stack_ns = STACK_NS;
	start.wakeup.stop_ns[hit_of - RTLA_WAKEUP_TIMER] = STACK_NS;
	fd.fd = watch(&start);
	end = inject(kind);
	ok = ok && end && poll(&fd, 1, 1000) == 1 &&
	     read(fd.fd, &hit, sizeof(hit)) == sizeof(hit);
	trace_put("tracing_on", "0");
	read_cpu(1, NULL);
	run = trace.stop.thread_start;
	for (int i = 0; i < trace.noises; i++)
		if (trace.noise[i].thread &&
		    trace.noise[i].start <= injected_at + AHEAD_NS &&
		    trace.noise[i].start + trace.noise[i].net >
			    injected_at + AHEAD_NS &&
		    trace.noise[i].net > INJECTED_NS / 2)
			net = trace.noise[i].net +
			      interrupted_for(&trace.noise[i], run);
	printf("# %s: hit %u of %llu ns, run %lld ns after the end, thread %s# stack%s", kind,
	       hit.context, (unsigned long long)hit.latency_ns, (long long)(run - end),
	       trace.last_thread, trace.stack);
	snprintf(comm, sizeof(comm), "inject/1:");
	snprintf(stopped, sizeof(stopped), "abi-sleeper:%d", id);
	check(ok && hit.context == hit_of &&
		      hit.t_w_ns == injected_at + AHEAD_NS &&
		      trace.stop.t_w == hit.t_w_ns &&
		      trace.stop.context == hit_of &&
		      !strcmp(trace.stop.task, stopped) &&
		      run >= end - NEAR_NS && run <= end + NEAR_NS &&
		      trace.stop.irq_start >= hit.t_w_ns &&
		      trace.stop.irq_start <= run,
	      name);
	check(strstr(trace.last_thread, comm) && net >= INJECTED_NS - NEAR_NS,
	      named("%s, context %u: the causing thread is noise, and the last before the hit",
		    kind, hit_of));
	check(trace.stack_of == hit.t_w_ns && strstr(trace.stack, "[rtla_inject]"),
	      named("%s, context %u: the hit has the stack of the injector", kind, hit_of));
	check(names_module(fd.fd),
	      named("%s, context %u: an address of the injector has a name", kind, hit_of));
	end_child(&child);
	close(fd.fd);
	trace_end();
}

/* Without a threshold, long wake-ups have a stack all the same, and no other has. */
static void test_stacks_without_hit(void)
{
	struct rtla_start start;
	struct child child;
	int32_t id;
	int fd;

	trace_begin();
	injected_at = now_ns() + 300000000;
	child = make_child(FIFO, sleep_under);
	id = child.pid;
	if (write(child.begin, "", 1) != 1)
		printf("# the child cannot be told to begin\n");
	usleep(20000);
	start = watching(RTLA_WATCH_THREADS, &id);
	start.flags = RTLA_START_NO_NOISE;
	start.wakeup.stack_ns = STACK_NS;
	fd = watch(&start);
	inject("preempt_off");
	usleep(50000);
	end_child(&child);
	trace_put("tracing_on", "0");
	close(fd);
	read_cpu(1, " stack: ");
	check(trace.found == 1 && trace.stack_of == injected_at + AHEAD_NS &&
	      !trace.stop.session, "the one long wake-up has a stack without a hit");
	check(!trace.noises, "a session without noise reports none");
	trace_end();
}

/*
 * With a limit of 1 ns, each switch from another thread has a stack, also a
 * dead one's.
 */
static void test_many_stacks(void)
{
	struct rtla_start start = watching(RTLA_WATCH_ALL, NULL);
	int fd;

	trace_begin();
	start.wakeup.stack_ns = 1;
	start.flags = 0;
	fd = watch(&start);
	for (int i = 0; i < 25; i++)
		if (system("true & true & true & wait"))
			break;
	trace_put("tracing_on", "0");
	close(fd);
	read_cpu(1, " stack: ");
	printf("# %d stacks\n", trace.found);
	check(trace.found > 50, "every wake-up that takes the CPU from a thread can have a stack");
	trace_end();
}

void test_watched_noise(void)
{
	struct rtla_start osnoise = config(&cpu1), timerlat = config(&cpu1);

	osnoise.workload = RTLA_OSNOISE;
	osnoise.osnoise.period_ns = 20000000;
	osnoise.osnoise.runtime_ns = 10000000;
	test_all_noise_beside(timerlat, "timerlat/1:", "timerlat");
	timerlat.flags = RTLA_START_NO_NOISE;
	test_all_noise_beside(timerlat, "timerlat/1:", "timerlat without noise");
	test_all_noise_beside(osnoise, "osnoise/1:", "osnoise");
	osnoise.flags = RTLA_START_NO_THREADS;
	test_all_noise_beside(osnoise, NULL, "osnoise without threads");
	osnoise.flags = RTLA_START_IRQS_OFF;
	test_all_noise_beside(osnoise, "osnoise/1:", "osnoise with interrupts off");
	test_hotplug_beside();
	test_watchers_come_and_go();
	test_cause("preempt_off", RTLA_WAKEUP_TOTAL, "a thread with preemption off delays a watched one");
	test_cause("preempt_off", RTLA_WAKEUP_WAIT, "the hit of a part has the end of the whole");
	test_cause("fifo", RTLA_WAKEUP_TOTAL, "a thread of a higher priority delays a watched one");
	test_stacks_without_hit();
	test_many_stacks();
}
