// SPDX-License-Identifier: GPL-2.0
/*
 * A periodic program whose cycles contain what its arguments say, each so long
 * in us:
 *
 *	loop [-w WAIT] [-p PERIOD] [-n CYCLES] [-c CPU] [-o CPU] [CAUSE=US]...
 *
 * WAIT, in which it waits for its next period, is nanosleep, timerfd, epoll,
 * condition or poll. CAUSE is
 *
 *	run	it computes
 *	mutex	it takes a mutex, which a thread that is less urgent has for so long
 *	pi	the same of a mutex with priority inheritance
 *	pipe	it reads a pipe, into which that thread writes after so long
 *	sleep	it sleeps for so long
 *	preempt	a more urgent thread takes its CPU for so long
 *
 * The other threads compute on the second CPU, but for the more urgent one.
 * When it has made so many cycles, it prints how long each of these took, by
 * its own clock, in all cycles together: "CAUSE COUNT NS".
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_SEC	1000000000LL

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * NS_PER_SEC + time.tv_nsec;
}

static struct timespec timespec_of(long long ns)
{
	return (struct timespec) { ns / NS_PER_SEC, ns % NS_PER_SEC };
}

static void compute(long long ns)
{
	long long end = now() + ns;

	while (now() < end)
		;
}

static void die(const char *what)
{
	fprintf(stderr, "loop: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* ---- The other threads --------------------------------------------------- */

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, inheriting;
static sem_t asked[3];		/* of the holder, the writer, and the urgent one */
static _Atomic(pthread_mutex_t *) wanted;
static atomic_bool is_held, is_waiting;
static atomic_llong how_long;
static int pipes[2];

static void *hold(void *unused)
{
	pthread_mutex_t *mutex;

	for (;;) {
		sem_wait(&asked[0]);
		mutex = wanted;
		pthread_mutex_lock(mutex);
		is_held = true;
		while (!is_waiting)
			;
		compute(how_long);
		pthread_mutex_unlock(mutex);
	}
	return unused;
}

static void *answer(void *unused)
{
	for (;;) {
		sem_wait(&asked[1]);
		compute(how_long);
		if (write(pipes[1], "", 1) != 1)
			die("pipe");
	}
	return unused;
}

static void *disturb(void *unused)
{
	for (;;) {
		sem_wait(&asked[2]);
		compute(how_long);
	}
	return unused;
}

static void begin_thread(void *(*what)(void *), int priority, int cpu,
			 const char *name)
{
	struct sched_param param = { .sched_priority = priority };
	pthread_attr_t attr;
	pthread_t thread;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	pthread_attr_init(&attr);
	pthread_attr_setaffinity_np(&attr, sizeof(cpus), &cpus);
	pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attr, SCHED_FIFO);
	pthread_attr_setschedparam(&attr, &param);
	errno = pthread_create(&thread, &attr, what, NULL);
	if (errno)
		die("a thread");
	pthread_setname_np(thread, name);
}

/* ---- What is in a cycle -------------------------------------------------- */

static void take(pthread_mutex_t *mutex, long long ns)
{
	is_held = false;
	is_waiting = false;
	wanted = mutex;
	how_long = ns;
	sem_post(&asked[0]);
	while (!is_held)
		;
	is_waiting = true;
	pthread_mutex_lock(mutex);
	pthread_mutex_unlock(mutex);
}

static void take_plain(long long ns)
{
	take(&plain, ns);
}

static void take_inheriting(long long ns)
{
	take(&inheriting, ns);
}

static void read_pipe(long long ns)
{
	char byte;

	how_long = ns;
	sem_post(&asked[1]);
	if (read(pipes[0], &byte, 1) != 1)
		die("pipe");
}

static void sleep_for(long long ns)
{
	struct timespec time = timespec_of(ns);

	nanosleep(&time, NULL);
}

static void be_preempted(long long ns)
{
	how_long = ns;
	sem_post(&asked[2]);
}

static struct cause {
	const char *name;
	void (*happens)(long long ns);
	long long ns;
	long long took;
} causes[] = {
	{ .name = "run", .happens = compute },
	{ .name = "mutex", .happens = take_plain },
	{ .name = "pi", .happens = take_inheriting },
	{ .name = "pipe", .happens = read_pipe },
	{ .name = "sleep", .happens = sleep_for },
	{ .name = "preempt", .happens = be_preempted },
};

#define CAUSES	(sizeof(causes) / sizeof(*causes))

static void add_cause(char *text)
{
	char *value = strchr(text, '=');

	if (value)
		*value++ = '\0';
	for (size_t i = 0; value && i < CAUSES; i++)
		if (!strcmp(causes[i].name, text)) {
			causes[i].ns = atoll(value) * 1000;
			return;
		}
	errno = EINVAL;
	die(text);
}

/* ---- Its home wait ------------------------------------------------------- */

static int timer, epoll;
static pthread_cond_t condition;

static void wait_by_nanosleep(long long next)
{
	struct timespec time = timespec_of(next);

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL))
		;
}

static void wait_by_timerfd(long long next)
{
	uint64_t expired;

	(void)next;
	if (read(timer, &expired, sizeof(expired)) != sizeof(expired))
		die("timerfd");
}

static void wait_by_epoll(long long next)
{
	struct epoll_event event;

	while (epoll_wait(epoll, &event, 1, -1) != 1)
		;
	wait_by_timerfd(next);
}

static void wait_by_poll(long long next)
{
	struct pollfd fd = { .fd = timer, .events = POLLIN };

	while (poll(&fd, 1, -1) != 1)
		;
	wait_by_timerfd(next);
}

static void wait_by_condition(long long next)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	struct timespec time = timespec_of(next);

	pthread_mutex_lock(&mutex);
	while (!pthread_cond_timedwait(&condition, &mutex, &time))
		;
	pthread_mutex_unlock(&mutex);
}

static const struct home {
	const char *name;
	void (*wait)(long long next);
} homes[] = {
	{ "nanosleep", wait_by_nanosleep },
	{ "timerfd", wait_by_timerfd },
	{ "epoll", wait_by_epoll },
	{ "poll", wait_by_poll },
	{ "condition", wait_by_condition },
	{ NULL, NULL },
};

static const struct home *find_home(const char *name)
{
	for (const struct home *home = homes; home->name; home++)
		if (!strcmp(home->name, name))
			return home;
	errno = EINVAL;
	die(name);
	return NULL;
}

static void prepare(long long begin, long long period)
{
	const struct itimerspec times = { timespec_of(period),
					  timespec_of(begin + period) };
	struct epoll_event event = { .events = EPOLLIN };
	pthread_condattr_t attr;
	pthread_mutexattr_t mutex;

	timer = timerfd_create(CLOCK_MONOTONIC, 0);
	epoll = epoll_create1(0);
	if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, NULL) ||
	    epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event))
		die("timerfd");
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&condition, &attr);
	pthread_mutexattr_init(&mutex);
	pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&inheriting, &mutex);
}

/* ---- The loop ------------------------------------------------------------ */

static void run_causes(void)
{
	for (size_t i = 0; i < CAUSES; i++) {
		long long begin = now();

		if (!causes[i].ns)
			continue;
		causes[i].happens(causes[i].ns);
		causes[i].took += now() - begin;
	}
}

/* The programs with marks have another one, see marked_loop.cc. */
void pass_cycle(void (*happens)(void));
__attribute__((weak)) void pass_cycle(void (*happens)(void))
{
	happens();
}

/* The values that the arguments have given. */
static struct {
	const struct home *home;
	long long period;
	long cycles;
	int cpu;
	int others;
} given = { .home = homes, .period = 10000000, .cycles = 100, .cpu = 1 };

static bool take_option(int option)
{
	switch (option) {
	case 'w':
		given.home = find_home(optarg);
		return true;
	case 'p':
		given.period = atoll(optarg) * 1000;
		return true;
	case 'n':
		given.cycles = atol(optarg);
		return true;
	case 'c':
		given.cpu = atoi(optarg);
		return true;
	case 'o':
		given.others = atoi(optarg);
		return true;
	default:
		return false;
	}
}

static void take_cpu(void)
{
	struct sched_param param = { .sched_priority = 50 };
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(given.cpu, &cpus);
	if (mlockall(MCL_CURRENT | MCL_FUTURE) || pipe(pipes) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &param))
		die("set up");
}

int main(int argc, char *argv[])
{
	long long next;
	long late = 0;
	int option;

	while ((option = getopt(argc, argv, "w:p:n:c:o:")) != -1)
		if (!take_option(option))
			return 1;
	while (optind < argc)
		add_cause(argv[optind++]);
	take_cpu();
	begin_thread(hold, 10, given.others, "loop_holder");
	begin_thread(answer, 10, given.others, "loop_writer");
	begin_thread(disturb, 60, given.cpu, "loop_urgent");
	next = now();
	prepare(next, given.period);
	for (long i = 0; i < given.cycles; i++) {
		next += given.period;
		late += now() >= next;
		given.home->wait(next);
		pass_cycle(run_causes);
	}
	for (size_t i = 0; i < CAUSES; i++)
		if (causes[i].ns)
			printf("%s %ld %lld\n", causes[i].name, given.cycles,
			       causes[i].took);
	printf("late %ld 0\n", late);
	return 0;
}
