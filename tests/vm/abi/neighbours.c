// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what a session costs those who measure, or only run, at the same
 * time: see abi_test.c. timerlat measures while other sessions begin, run,
 * answer their largest requests, and end. Where they have interrupts off, or
 * take the CPU as the scheduler lets nobody interrupt them, its latency tells
 * for how long.
 *
 * The guest's clock counts instructions, so that the host's load is not in
 * these figures.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

#define THREADS		6000	/* or half of those that the machine may have */
#define WATCHED		7000	/* these, and all others */
#define ROUNDS		3
#define ROUNDS_IRQS_OFF	12	/* not all of them come while interrupts are off */
#define RUN_US		30000
#define PERIOD_NS	500000

/*
 * The longest latency that a neighbour may cause, where an instruction takes 16
 * ns. The kernel itself frees memory for 2 ms with interrupts off, and the
 * emulator lets an idle CPU wait for up to 1 ms while the other one spins, and
 * longer if that one has interrupts off: for 3.6 ms on 6.1.
 */
#define IRQ_MAX_NS	3000000
#define THREAD_MAX_NS	4000000
#define SPINNING_NS	2000000

/*
 * How much a session makes a thread latency longer on a CPU that it does not
 * watch. The kernel calls its hooks on every CPU.
 */
#define INSTRUCTION_NS	16
#define LOOK_US		50000
#define LOOKS		7
#define OTHERS		15

/* ---- What the other sessions look at ------------------------------------- */

static void *sleep_long(void *unused)
{
	(void)unused;
	pause();
	return NULL;
}

/* Return how many threads the crowd has. The tests and the module need some, too. */
static int crowd_size(void)
{
	FILE *file = fopen("/proc/sys/kernel/threads-max", "r");
	int most = 0;

	if (!file || fscanf(file, "%d", &most) != 1)
		printf("# the limit of threads cannot be read\n");
	if (file)
		fclose(file);
	return most / 2 < THREADS ? most / 2 : THREADS;
}

/* Make a process of many threads, which sleep until it is killed. */
static pid_t crowd(void)
{
	pthread_attr_t small;
	pthread_t thread;
	int ready[2], made = 0, size = crowd_size();
	pid_t child;
	char byte;

	if (pipe(ready))
		return -1;
	child = fork();
	if (child) {
		close(ready[1]);
		if (read(ready[0], &byte, 1) != 1)
			printf("# the crowd does not come\n");
		close(ready[0]);
		return child;
	}
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 16384);
	while (made < size &&
	       !pthread_create(&thread, &small, sleep_long, NULL))
		made++;
	printf("# a crowd of %d threads\n", made);
	fflush(stdout);
	if (write(ready[1], "", 1) != 1)
		_exit(1);
	pause();
	_exit(0);
}

/* ---- The one that is disturbed ------------------------------------------- */

/* Measure timerlat on the CPUs, and count from now on. */
static int measure_timerlat(uint64_t *cpus)
{
	struct rtla_start timerlat = of_kind(RTLA_TIMERLAT, 0, cpus);
	int fd = session();

	timerlat.timerlat.period_ns = PERIOD_NS;
	if (start(fd, &timerlat) || !count_all(fd))
		printf("# timerlat does not measure: %s\n", strerror(errno));
	return fd;
}

/* Return the longest latency on the CPUs in a context; 0: there was none at all. */
static uint64_t longest(int fd, uint64_t cpus, unsigned int context)
{
	uint64_t max = 0;

	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		struct rtla_stats stats = {
			.size = sizeof(stats), .cpu = cpu, .context = context,
		};

		if (!(cpus >> cpu & 1))
			continue;
		if (ioctl(fd, RTLA_IOC_STATS, &stats) || !stats.count)
			return 0;
		if (stats.max_ns > max)
			max = stats.max_ns;
	}
	return max;
}

/* ---- Who waits for the others' requests ---------------------------------- */

/*
 * The longest time for which a request waits because the module does another
 * one, where an instruction takes 16 ns. To find 6000 threads takes 60 ms, and
 * more beside timerlat.
 */
#define WAIT_MAX_NS	300000000

/**
 * struct asker - who asks for the state of a CPU again and again
 * @fd: of a session of that CPU
 * @cpu: the CPU
 * @ends: stop asking
 * @longest_ns: the longest time that an answer has taken
 */
struct asker {
	int fd;
	unsigned int cpu;
	bool ends;
	uint64_t longest_ns;
};

static void *ask_often(void *context)
{
	const struct sched_param high = { .sched_priority = 50 };
	struct asker *asker = context;
	uint64_t begin, took;

	pthread_setschedparam(pthread_self(), SCHED_FIFO, &high);
	while (!__atomic_load_n(&asker->ends, __ATOMIC_RELAXED)) {
		struct rtla_cpu state = { .size = sizeof(state),
					  .cpu = asker->cpu };

		begin = now_ns();
		if (ioctl(asker->fd, RTLA_IOC_CPU, &state))
			printf("# timerlat does not answer\n");
		took = now_ns() - begin;
		if (took > asker->longest_ns)
			asker->longest_ns = took;
		usleep(1000);
	}
	return NULL;
}

/* Ask a session for all that it has, with the largest requests that it takes. */
static void ask(int fd)
{
	static struct rtla_thread threads[WATCHED];
	struct rtla_threads all = {
		.size = sizeof(all), .count = WATCHED,
		.threads = (uintptr_t)threads,
	};
	static struct rtla_bound bound;
	struct rtla_arm arm = { .size = sizeof(arm) };

	ioctl(fd, RTLA_IOC_THREADS, &all);
	bound = (struct rtla_bound) { .size = sizeof(bound) };
	ioctl(fd, RTLA_IOC_BOUND, &bound);
	for (unsigned int context = 0; context < RTLA_CONTEXTS; context++) {
		struct rtla_stats stats = { .size = sizeof(stats),
					    .context = context };

		ioctl(fd, RTLA_IOC_STATS, &stats);
	}
	ioctl(fd, RTLA_IOC_ARM, &arm);
}

/*
 * Test what timerlat on the CPUs @measured sees of @rounds sessions like
 * @neighbour; @spins: another CPU spins meanwhile.
 */
static void test_sessions(const char *what, uint64_t measured,
			  struct rtla_start neighbour, int rounds, bool spins)
{
	unsigned int more = spins ? SPINNING_NS : 0;
	int fd = measure_timerlat(&measured), begun = 0;
	struct asker asker = { .fd = fd, .cpu = measured & 1 ? 0 : 1 };
	uint64_t irq, thread;
	pthread_t asks;
	char name[160];

	pthread_create(&asks, NULL, ask_often, &asker);
	for (int i = 0; i < rounds; i++) {
		struct rtla_start one = neighbour;
		int beside = session();

		begun += !start(beside, &one);
		usleep(RUN_US);
		ask(beside);
		close(beside);
		/* The rest of its end comes after close(). */
		usleep(RUN_US);
	}
	irq = longest(fd, measured, RTLA_CONTEXT_IRQ);
	thread = longest(fd, measured, RTLA_CONTEXT_THREAD);
	__atomic_store_n(&asker.ends, true, __ATOMIC_RELAXED);
	pthread_join(asks, NULL);
	close(fd);
	printf("# beside %s: IRQ latency %llu ns, thread latency %llu ns, an answer %llu ns at most\n",
	       what, (unsigned long long)irq, (unsigned long long)thread,
	       (unsigned long long)asker.longest_ns);
	snprintf(name, sizeof(name), "timerlat measures while %s begin and end", what);
	check(begun == rounds && irq && thread, name);
	snprintf(name, sizeof(name), "beside %s, timerlat's IRQ latency is below %d us", what,
		 (IRQ_MAX_NS + more) / 1000);
	check_in_time(irq < IRQ_MAX_NS + more, name);
	snprintf(name, sizeof(name), "beside %s, timerlat's thread latency is below %d us", what,
		 (THREAD_MAX_NS + more) / 1000);
	check_in_time(thread < THREAD_MAX_NS + more, name);
	snprintf(name, sizeof(name), "beside %s, timerlat's session answers in %d ms", what,
		 WAIT_MAX_NS / 1000000);
	check_in_time(asker.longest_ns < WAIT_MAX_NS, name);
}

static void test_beside(const char *what, uint64_t measured,
			struct rtla_start neighbour)
{
	test_sessions(what, measured, neighbour, ROUNDS, false);
}

/* Return the least thread latency on CPU 1, which is where nothing came in between. */
static uint64_t least(void)
{
	struct rtla_stats stats = {
		.size = sizeof(stats), .cpu = 1, .context = RTLA_CONTEXT_THREAD,
	};
	int fd = measure_timerlat(&cpu1);

	usleep(LOOK_US);
	if (ioctl(fd, RTLA_IOC_STATS, &stats) || !stats.count)
		stats.min_ns = 0;
	close(fd);
	return stats.min_ns;
}

/*
 * Return the largest of several: with PREEMPT_RT, a single latency may be far
 * below all.
 */
static uint64_t usual_least(void)
{
	uint64_t usual = 0;

	for (int i = 0; i < LOOKS; i++) {
		uint64_t one = least();

		usual = one > usual ? one : usual;
	}
	return usual;
}

/*
 * Return how many instructions longer a latency on CPU 1 is while a session
 * watches CPU 0; INT_MAX: not all of that runs. @alone is set to the latency
 * without it.
 */
static int longer_beside_one(struct rtla_start *neighbour, uint64_t *alone)
{
	int fd = session();
	uint64_t beside;
	bool runs;

	*alone = usual_least();
	runs = !start(fd, neighbour);
	beside = usual_least();
	close(fd);
	return runs && *alone && beside ?
	       ((int64_t)beside - (int64_t)*alone) / INSTRUCTION_NS : INT_MAX;
}

/*
 * Test that this is at most @most instructions. A latency without the session
 * may be shorter by chance; what that costs is there each time.
 */
static void test_more(const char *what, struct rtla_start neighbour, int most)
{
	char name[120];
	uint64_t alone;
	int more;

	for (int i = 0; i < LOOKS; i++) {
		more = longer_beside_one(&neighbour, &alone);
		printf("# %s on another CPU: %d instructions more in a thread latency of %llu\n", what,
		       more, (unsigned long long)alone / INSTRUCTION_NS);
		if (more <= most)
			break;
	}
	snprintf(name, sizeof(name), "timerlat measures beside %s on another CPU", what);
	check(more != INT_MAX, name);
	snprintf(name, sizeof(name), "%s on another CPU makes a latency at most %d instructions longer",
		 what, most);
	check_in_time(more <= most, name);
}

/*
 * Return how many instructions longer a latency is where one session watches
 * CPU 1 while many more of its kind watch CPU 0; INT_MAX: not all of that runs.
 * @few is set to the latency without them.
 */
static int longer_beside_many(unsigned int kind, uint64_t *few)
{
	struct rtla_start here = of_kind(kind, 0, &cpu1);
	int one = session(), others[OTHERS], run;
	uint64_t many;

	run = !start(one, &here);
	*few = usual_least();
	for (int i = 0; i < OTHERS; i++) {
		struct rtla_start there = of_kind(kind, 0, &cpu0);

		others[i] = session();
		run += !start(others[i], &there);
	}
	many = usual_least();
	for (int i = 0; i < OTHERS; i++)
		close(others[i]);
	close(one);
	return run == 1 + OTHERS && *few && many ?
	       ((int64_t)many - (int64_t)*few) / INSTRUCTION_NS : INT_MAX;
}

/*
 * Test that this is at most @most instructions. A latency without the others
 * may be shorter by chance; what they cost is there each time.
 */
static void test_many(const char *what, unsigned int kind, int most)
{
	char name[120];
	uint64_t few;
	int more;

	for (int i = 0; i < LOOKS; i++) {
		more = longer_beside_many(kind, &few);
		printf("# %d sessions of %s on another CPU: %d instructions more in a thread latency of %llu\n",
		       OTHERS, what, more, (unsigned long long)few / INSTRUCTION_NS);
		if (more <= most)
			break;
	}
	snprintf(name, sizeof(name), "timerlat measures beside many sessions of %s", what);
	check(more != INT_MAX, name);
	snprintf(name, sizeof(name), "many sessions of %s on another CPU make a latency at most %d instructions longer",
		 what, most);
	check_in_time(more <= most, name);
}

/* Return how many sessions have run since this one was started, as a CPU tells. */
static uint64_t sessions_of(int fd, unsigned int cpu)
{
	struct rtla_cpu state = { .size = sizeof(state), .cpu = cpu };

	return ioctl(fd, RTLA_IOC_CPU, &state) ? 0 : state.sessions;
}

/* Start a session like @kind on another CPU. */
static int start_other(struct rtla_start kind)
{
	int fd = session();

	if (start(fd, &kind))
		printf("# a session does not start\n");
	return fd;
}

/* Test that a session is told how many others have run beside it. */
void test_other_sessions(void)
{
	int before, fd, other, watching, late;

	before = start_other(of_kind(RTLA_OVERHEADS, 0, &cpu0));
	close(start_other(of_kind(RTLA_OSNOISE, 0, &cpu1)));
	fd = start_other(of_kind(RTLA_TIMERLAT, 0, &cpu1));
	check(sessions_of(fd, 1) == 2, "a session that runs before is counted, one that has ended is not");
	other = start_other(of_kind(RTLA_OSNOISE, 0, &cpu0));
	watching = start_other(of_kind(RTLA_WAKEUP, 0, &both_cpus));
	check(sessions_of(fd, 1) == 4,
	      "sessions that start after it are counted");
	check(sessions_of(before, 0) == 5 && sessions_of(other, 0) == 4 &&
	      sessions_of(watching, 0) == 4 && sessions_of(watching, 1) == 4,
	      "a session of each kind knows how many ran beside it");
	close(before);
	close(other);
	close(watching);
	check(sessions_of(fd, 1) == 4,
	      "sessions that have run beside still count when they have ended");
	late = session();
	check(start_at_once(late, &(struct rtla_start) { .size = 0 }) == -1 &&
	      sessions_of(fd, 1) == 4,
	      "a start that is refused is not counted as a session");
	close(late);
	close(fd);
	fd = start_other(of_kind(RTLA_TIMERLAT, 0, &cpu1));
	check(sessions_of(fd, 1) == 1,
	      "a session that starts after all others have ended has run alone");
	close(fd);
}

static void test_watching(pid_t process)
{
	struct rtla_start beside =
		of_kind(RTLA_OVERHEADS,
			RTLA_START_ALL_THREADS | RTLA_START_DISTURBED,
			&both_cpus);
	static int32_t same[RTLA_WATCH_IDS_MAX];

	test_beside("overheads of all threads", both_cpus, beside);
	beside = of_kind(RTLA_WAKEUP, 0, &both_cpus);
	beside.wakeup.watch = RTLA_WATCH_ALL;
	beside.wakeup.watched_max = WATCHED;
	test_beside("wake-ups of all threads", both_cpus, beside);
	for (int i = 0; i < RTLA_WATCH_IDS_MAX; i++)
		same[i] = process;
	beside.wakeup.watch = RTLA_WATCH_PROCESSES;
	beside.wakeup.ids = (uintptr_t)same;
	beside.wakeup.ids_count = RTLA_WATCH_IDS_MAX;
	test_beside("wake-ups of a process that is named 4096 times", both_cpus, beside);
}

/* A session that measures by threads needs a CPU for itself. */
static void test_measuring(void)
{
	struct rtla_start beside = of_kind(RTLA_TIMERLAT, 0, &cpu0);

	test_beside("timerlat on another CPU", cpu1, beside);
	test_more("timerlat", beside, 10);
	beside = of_kind(RTLA_OSNOISE, 0, &cpu0);
	test_beside("osnoise on another CPU", cpu1, beside);
	test_more("osnoise", beside, 10);
	beside = of_kind(RTLA_BOUND, 0, &cpu0);
	test_beside("the bound of another CPU", cpu1, beside);
	test_more("the bound", beside, 100);
	test_more("overheads", of_kind(RTLA_OVERHEADS, 0, &cpu0), 310);
	test_more("wake-ups", of_kind(RTLA_WAKEUP, 0, &cpu0), 215);
	test_many("overheads", RTLA_OVERHEADS, 20);
	test_many("wake-ups", RTLA_WAKEUP, 300);
}

/*
 * Whoever has to do something on a CPU that has interrupts off for long sleeps
 * until then. A session that has begun before has the hooks put in place: to
 * patch its code, the kernel itself waits for all CPUs, and does not sleep.
 */
static void test_interrupts_off(const char *what, unsigned int kind)
{
	struct rtla_start hwnoise =
		of_kind(RTLA_OSNOISE, RTLA_START_IRQS_OFF, &cpu1);
	struct rtla_start before = of_kind(kind, 0, &cpu0);
	int has_hooks = session(), measures = session();
	cpu_set_t all, first;
	char name[120];

	sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&first);
	CPU_SET(0, &first);
	sched_setaffinity(0, sizeof(first), &first);
	/* As the command has it by default. */
	hwnoise.osnoise.period_ns = 1000000000;
	hwnoise.osnoise.runtime_ns = 750000000;
	snprintf(name, sizeof(name), "hwnoise measures, for %s", what);
	check(!start(has_hooks, &before) && !start(measures, &hwnoise), name);
	test_sessions(what, cpu0, of_kind(kind, 0, &cpu1), ROUNDS_IRQS_OFF,
		      true);
	close(measures);
	close(has_hooks);
	sched_setaffinity(0, sizeof(all), &all);
}

static void set_kernel(const char *path, const char *value)
{
	FILE *file = fopen(path, "w");

	if (file && (fputs(value, file) < 0 || fclose(file)))
		printf("# %s cannot be set to %s\n", path, value);
}

/*
 * Let the scheduler take the CPU from system calls, too, as those do who want
 * low latencies. With PREEMPT_RT it does so anyway, and there is no such file,
 * nor one of huge pages: to look for some among the stacks of a crowd, the
 * kernel keeps a lock for 19 ms.
 */
static void prepare_kernel(void)
{
	set_kernel("/sys/kernel/debug/sched/preempt", "full");
	set_kernel("/sys/kernel/mm/transparent_hugepage/enabled", "never");
}

void test_neighbours(void)
{
	uint64_t irq, thread;
	pid_t process;
	int fd;

	prepare_kernel();
	process = crowd();
	fd = measure_timerlat(&both_cpus);
	usleep(10 * RUN_US);
	irq = longest(fd, both_cpus, RTLA_CONTEXT_IRQ);
	thread = longest(fd, both_cpus, RTLA_CONTEXT_THREAD);
	close(fd);
	printf("# alone: IRQ latency %llu ns, thread latency %llu ns at most\n",
	       (unsigned long long)irq, (unsigned long long)thread);
	test_watching(process);
	test_measuring();
	test_interrupts_off("overheads of a CPU with interrupts off",
			    RTLA_OVERHEADS);
	test_interrupts_off("the bound of a CPU with interrupts off",
			    RTLA_BOUND);
	kill(process, SIGKILL);
	waitpid(process, NULL, 0);
}
