// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of sessions that watch wake-ups: see abi_test.c. A process that sleeps
 * for a known number of times is watched, and what the kernel itself says of it
 * has to be what the session says.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abi.h"
#include "wakeup.h"

#define PERIOD_NS	1000000
#define THREADS_MAX	64
#define NAME		"abi-sleeper"
#define TIMER		0
#define WAIT		(RTLA_WAKEUP_WAIT - RTLA_WAKEUP_TIMER)

#define INJECT		"/sys/kernel/debug/rtla_inject"
#define NEAR_NS		500000	/* what a wake-up takes in a slow guest, with the tick that was late, too */

/* ---- The processes that are watched -------------------------------------- */

/* Return how often a process has gone to sleep; 0: the calling one. */
static uint64_t switches(pid_t pid)
{
	unsigned long long count = 0;
	char line[128];
	FILE *status;

	snprintf(line, sizeof(line), "/proc/%d/status", pid ?: getpid());
	status = fopen(line, "r");
	while (status && fgets(line, sizeof(line), status))
		if (sscanf(line, "voluntary_ctxt_switches: %llu", &count) == 1)
			break;
	if (status)
		fclose(status);
	return count;
}

void sleep_often(struct told *told)
{
	uint64_t at = now_ns() + PERIOD_NS, before = switches(0);
	struct timespec until;

	for (int i = 0; i < SLEEPS; i++, at += PERIOD_NS) {
		until.tv_sec = at / 1000000000;
		until.tv_nsec = at % 1000000000;
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
		told->latency_sum += now_ns() - at;
	}
	told->switches = switches(0) - before;
}

uint64_t injected_at;

void sleep_under(struct told *told)
{
	uint64_t at = injected_at + AHEAD_NS;
	struct timespec until = {
		.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000,
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
	told->switches = 1;
}

void sleep_in_child(struct told *told)
{
	pid_t pid = fork();

	if (!pid) {
		struct told unused = { 0 };

		sleep_often(&unused);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	told->switches = pid;
}

static void be_child(int begin, int done, int fifo, void (*what)(struct told *))
{
	struct sched_param param = { .sched_priority = fifo };
	struct told told = { 0 };
	char byte;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, NAME);
	if (fifo)
		sched_setscheduler(0, SCHED_FIFO, &param);
	pin(1);
	if (read(begin, &byte, 1) != 1)
		_exit(1);
	what(&told);
	if (write(done, &told, sizeof(told)) != sizeof(told))
		_exit(1);
	/* It waits, without a timer, to be killed. */
	read(begin, &byte, 1);
	_exit(0);
}

struct child make_child(int fifo, void (*what)(struct told *))
{
	int begin[2], done[2];
	struct child child;

	if (pipe(begin) || pipe(done))
		exit(1);
	child = (struct child) { fork(), begin[1], done[0] };
	if (!child.pid) {
		close(begin[1]);
		close(done[0]);
		be_child(begin[0], done[1], fifo, what);
	}
	close(begin[0]);
	close(done[1]);
	usleep(50000);
	return child;
}

struct told run_child(const struct child *child)
{
	uint64_t before = switches(child->pid);
	struct told told = { 0 };

	if (write(child->begin, "", 1) != 1 ||
	    read(child->done, &told, sizeof(told)) != sizeof(told))
		told.switches = 0;
	usleep(50000);
	told.all_switches = switches(child->pid) - before;
	return told;
}

void end_child(const struct child *child)
{
	kill(child->pid, SIGKILL);
	waitpid(child->pid, NULL, 0);
	close(child->begin);
	close(child->done);
}

/* ---- The session --------------------------------------------------------- */

struct rtla_start watching(uint32_t watch, const int32_t *id)
{
	struct rtla_start start =
		of_kind(RTLA_WAKEUP, RTLA_START_NO_NOISE, &both_cpus);

	start.stats |= RTLA_STATS_DISTRIBUTION;
	start.wakeup.watch = watch;
	start.wakeup.watched_max = THREADS_MAX;
	start.wakeup.ids = (uintptr_t)id;
	start.wakeup.ids_count = id ? 1 : 0;
	return start;
}

int watch(struct rtla_start *start)
{
	int fd = session();

	if (start_at_once(fd, start) || !count_all(fd)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Read all threads that are watched, or were; returns their number. */
static int read_threads(int fd, struct rtla_thread *threads)
{
	struct rtla_threads asked = {
		.size = sizeof(asked), .count = THREADS_MAX,
		.threads = (uintptr_t)threads,
	};

	return ioctl(fd, RTLA_IOC_THREADS, &asked) ? -1 : (int)asked.count;
}

static const struct rtla_thread *find(const struct rtla_thread *threads,
				      int count, pid_t pid)
{
	for (int i = 0; i < count; i++)
		if (threads[i].pid == pid)
			return &threads[i];
	return NULL;
}

struct rtla_thread thread_of(int fd, pid_t pid)
{
	struct rtla_thread threads[THREADS_MAX];
	const struct rtla_thread *found =
		find(threads, read_threads(fd, threads), pid);

	return found ? *found : (struct rtla_thread) { 0 };
}

struct rtla_stats stats_of(int fd, unsigned int context)
{
	struct rtla_stats sum = { 0 };

	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		struct rtla_stats one = {
			.size = sizeof(one), .cpu = cpu, .context = context,
		};

		if (ioctl(fd, RTLA_IOC_STATS, &one))
			return (struct rtla_stats) { 0 };
		sum.count += one.count;
		sum.sum_ns += one.sum_ns;
		sum.disturbed += one.disturbed;
		sum.negative += one.negative;
		if (one.max_ns > sum.max_ns)
			sum.max_ns = one.max_ns;
		if (one.own_ns > sum.own_ns)
			sum.own_ns = one.own_ns;
	}
	return sum;
}

/* ---- The tests ----------------------------------------------------------- */

static void test_refused_watching(void)
{
	int32_t self = getpid(), none = 0x3fffffff;
	struct rtla_start good = watching(RTLA_WATCH_THREADS, &self), bad;

	bad = good;
	bad.wakeup.watch = 0;
	refused(bad, EINVAL, "a session that watches nothing is EINVAL");
	bad = good;
	bad.wakeup.watch |= RTLA_WATCH_PROCESSES;
	refused(bad, EINVAL, "ids of threads and processes at once are EINVAL");
	bad = good;
	bad.wakeup.watch = RTLA_WATCH_FLAGS + 1;
	refused(bad, EINVAL, "an unknown bit of what to watch is EINVAL");
	bad = good;
	bad.wakeup.ids_count = 0;
	refused(bad, EINVAL,
		"a session that watches threads of no id is EINVAL");
	bad = good;
	bad.wakeup.ids_count = RTLA_WATCH_IDS_MAX + 1;
	refused(bad, ERANGE, "too many ids are ERANGE");
	bad = good;
	bad.wakeup.watch = RTLA_WATCH_WITHIN;
	refused(bad, EINVAL,
		"a session that looks for no threads within a process is EINVAL");
	bad.wakeup.watch = RTLA_WATCH_RT | RTLA_WATCH_THREADS | RTLA_WATCH_WITHIN;
	refused(bad, EINVAL,
		"an id of a thread, and threads within a process, at once are EINVAL");
	bad.wakeup.watch = RTLA_WATCH_RT | RTLA_WATCH_WITHIN;
	bad.wakeup.ids_count = 2;
	refused(bad, EINVAL, "threads within two processes are EINVAL");
	bad.wakeup.ids = (uintptr_t)&none;
	bad.wakeup.ids_count = 1;
	refused(bad, ESRCH, "threads within a process that is not there are ESRCH");
	bad = good;
	bad.wakeup.ids = 1;
	refused(bad, EFAULT, "ids that cannot be read are EFAULT");
	bad = good;
	bad.wakeup.watched_max = RTLA_WATCHED_MAX + 1;
	refused(bad, ERANGE, "watching too many threads is ERANGE");
	bad = good;
	bad.wakeup.watched_max = RTLA_WATCHED_MAX;
	bad.wakeup.distributions = RTLA_DISTRIBUTIONS_MAX + 1;
	refused(bad, ERANGE, "too many threads with distributions are ERANGE");
	bad = good;
	bad.wakeup.distributions = bad.wakeup.watched_max + 1;
	refused(bad, ERANGE, "distributions of more threads than are watched are ERANGE");
	bad = good;
	bad.stats = RTLA_STATS_SUMMARY;
	bad.wakeup.distributions = 1;
	refused(bad, EINVAL,
		"distributions of threads without those of CPUs are EINVAL");
	bad = good;
	bad.stats = 0;
	refused(bad, EINVAL, "wake-ups without statistics are EINVAL");
	bad = good;
	bad.flags |= RTLA_START_NO_THREADS;
	refused(bad, EINVAL,
		"wake-ups with a flag of other workloads are EINVAL");
	bad = good;
	bad.wakeup.stack_ns = RTLA_THRESHOLD_MAX_NS + 1;
	refused(bad, ERANGE, "a limit of stacks that is too large is ERANGE");
	bad = good;
	bad.wakeup.comm[0] = 'x';
	refused(bad, EINVAL, "a name that is not asked for is EINVAL");
	bad = good;
	bad.wakeup.ids = (uintptr_t)&none;
	refused(bad, ESRCH, "an id that no thread has is ESRCH");
}

static void test_parts(int fd, const struct child *child,
		       const struct told *told)
{
	struct rtla_thread seen = thread_of(fd, child->pid);
	struct rtla_stats all = stats_of(fd, RTLA_WAKEUP_TOTAL);
	uint64_t sum = 0, timer_sum;

	printf("# %llu wake-ups, %llu by a timer, %llu switches; average %llu ns, of its own view %llu ns\n",
	       (unsigned long long)seen.count, (unsigned long long)seen.by_timer,
	       (unsigned long long)told->switches,
	       (unsigned long long)(seen.count ? seen.part[TOTAL].sum_ns / seen.count : 0),
	       (unsigned long long)told->latency_sum / SLEEPS);
	for (int i = 0; i < TOTAL; i++) {
		sum += seen.part[i].sum_ns;
		printf("# part %d: min %llu, max %llu, sum %llu ns\n", i,
		       (unsigned long long)seen.part[i].min_ns,
		       (unsigned long long)seen.part[i].max_ns,
		       (unsigned long long)seen.part[i].sum_ns);
	}
	timer_sum = stats_of(fd, RTLA_WAKEUP_TIMER).count;
	/* A sleep that was over before it began is no switch. */
	printf("# %llu of a timer are counted\n", (unsigned long long)timer_sum);
	check(told->switches > SLEEPS / 2 && seen.by_timer == told->switches &&
	      timer_sum == told->switches,
	      "each sleep of a watched thread was ended by a timer");
	check(seen.count == told->all_switches,
	      "a watched thread woke as often as the kernel says");
	check(!strcmp(seen.comm, NAME) && seen.policy == SCHED_FIFO &&
	      seen.priority == 99 - FIFO && seen.tgid == child->pid,
	      "name, policy and priority of a watched thread are right");
	check(sum == seen.part[TOTAL].sum_ns,
	      "the parts of wake-ups are the whole, to the ns");
	check(all.count == seen.count && all.sum_ns == seen.part[TOTAL].sum_ns,
	      "the statistics of the CPUs are those of the thread");
	check(seen.part[TOTAL].sum_ns > SLEEPS * 1000 &&
	      told->latency_sum > seen.part[TOTAL].sum_ns / 2,
	      "latencies are as the watched thread itself sees them");
}

static void test_one_thread(void)
{
	struct child child = make_child(FIFO, sleep_often);
	int32_t id = child.pid;
	struct rtla_start start = watching(RTLA_WATCH_THREADS, &id);
	int fd = watch(&start);
	struct rtla_thread seen;
	struct told told;

	check(fd >= 0, "a thread is watched");
	told = run_child(&child);
	test_parts(fd, &child, &told);
	end_child(&child);
	/* The kernel frees a thread after a grace period of RCU. */
	for (int i = 0; i < 50 && !thread_of(fd, id).ended; i++)
		usleep(20000);
	seen = thread_of(fd, id);
	check(seen.ended && seen.by_timer == told.switches,
	      "what is known of a thread can be read after its end");
	close(fd);
}

/* ---- Distributions of threads -------------------------------------------- */

/* Read all buckets of a CPU or a thread in a context; false: with errno. */
static bool read_all(int fd, uint32_t kind, uint32_t of, uint32_t context,
		     uint64_t *buckets)
{
	struct rtla_buckets asked = {
		.size = sizeof(asked),
		.cpu = of,
		.context = context,
		.kind = kind,
		.count = RTLA_DISTRIBUTION_BUCKETS,
		.buckets = (uintptr_t)buckets,
	};

	return !ioctl(fd, RTLA_IOC_BUCKETS, &asked);
}

/*
 * Return whether the distribution of the first thread in a context has as many
 * samples as the thread, and in each bucket those of the CPUs, on which no
 * other was woken.
 */
static bool is_that_of_cpus(int fd, const struct rtla_thread *thread, int part)
{
	static uint64_t own[RTLA_DISTRIBUTION_BUCKETS];
	static uint64_t cpu[2][RTLA_DISTRIBUTION_BUCKETS];
	uint32_t context = RTLA_WAKEUP_TIMER + part;
	uint64_t sum = 0;
	bool same;

	same = read_all(fd, RTLA_BUCKETS_THREAD, 0, context, own);
	for (int i = 0; i < 2; i++)
		same = same && read_all(fd, RTLA_BUCKETS_DISTRIBUTION, i,
					context, cpu[i]);
	for (int i = 0; i < RTLA_DISTRIBUTION_BUCKETS; i++) {
		same = same && own[i] == cpu[0][i] + cpu[1][i];
		sum += own[i];
	}
	printf("# part %d: %llu in the distribution, %s those of the CPUs; %llu wake-ups, %llu by a timer\n",
	       part, (unsigned long long)sum, same ? "like" : "unlike",
	       (unsigned long long)thread->count, (unsigned long long)thread->by_timer);
	return same && sum == (part < 2 ? thread->by_timer : thread->count);
}

static bool no_buckets(int fd, uint32_t thread, uint32_t context,
		       uint32_t first, uint32_t count)
{
	static uint64_t buckets[RTLA_DISTRIBUTION_BUCKETS + 1];
	struct rtla_buckets asked = {
		.size = sizeof(asked), .cpu = thread, .context = context,
		.kind = RTLA_BUCKETS_THREAD, .first = first, .count = count,
		.buckets = (uintptr_t)buckets,
	};

	errno = 0;
	return ioctl(fd, RTLA_IOC_BUCKETS, &asked) && errno == EINVAL;
}

static void test_no_buckets(int fd)
{
	struct rtla_start start = watching(RTLA_WATCH_RT, NULL);
	int other;

	check(no_buckets(fd, 1, RTLA_WAKEUP_TOTAL, 0, 1),
	      "buckets of a thread without distributions are EINVAL");
	check(no_buckets(fd, 2, RTLA_WAKEUP_TOTAL, 0, 1) &&
	      no_buckets(fd, ~0U, RTLA_WAKEUP_TOTAL, 0, 1),
	      "buckets of a thread that does not exist are EINVAL");
	check(no_buckets(fd, 0, RTLA_WAKEUP_TIMER - 1, 0, 1) &&
	      no_buckets(fd, 0, RTLA_WAKEUP_TOTAL + 1, 0, 1) &&
	      no_buckets(fd, 0, ~0U, 0, 1),
	      "buckets of a thread in a context of another kind are EINVAL");
	check(no_buckets(fd, 0, RTLA_WAKEUP_TOTAL, 0,
			 RTLA_DISTRIBUTION_BUCKETS + 1) &&
	      no_buckets(fd, 0, RTLA_WAKEUP_TOTAL, 1, RTLA_DISTRIBUTION_BUCKETS) &&
	      no_buckets(fd, 0, RTLA_WAKEUP_TOTAL, ~0U, 2),
	      "buckets of a thread after the last one are EINVAL");
	other = watch(&start);
	check(other >= 0 && no_buckets(other, 0, RTLA_WAKEUP_TOTAL, 0, 1),
	      "a session keeps no distributions of threads unless it is asked to");
	close(other);
	start = config(&cpu1);
	other = session();
	check(!start_at_once(other, &start) &&
	      no_buckets(other, 0, RTLA_WAKEUP_TOTAL, 0, 1),
	      "a timerlat session has no distributions of threads");
	close(other);
}

static void test_distributions(void)
{
	struct child first = make_child(FIFO, sleep_often);
	struct child second = make_child(FIFO, sleep_often);
	int32_t ids[2] = { first.pid, second.pid };
	struct rtla_start start = watching(RTLA_WATCH_THREADS, ids);
	struct rtla_thread seen;
	bool same = true;
	int fd;

	start.wakeup.ids_count = 2;
	start.wakeup.distributions = 1;
	fd = watch(&start);
	run_child(&first);
	seen = thread_of(fd, first.pid);
	check(seen.distributions == 1 && !thread_of(fd, second.pid).distributions,
	      "the first thread has distributions, the second one has none");
	end_child(&first);
	check(!ioctl(fd, RTLA_IOC_END),
	      "a session with distributions of threads ends");
	/* Its death has woken it once more. */
	seen = thread_of(fd, first.pid);
	for (int i = 0; i <= TOTAL; i++)
		same = is_that_of_cpus(fd, &seen, i) && same;
	check(seen.count > SLEEPS / 2 && same,
	      "each distribution has all wake-ups, where those of the CPUs have them");
	test_no_buckets(fd);
	close(fd);
	end_child(&second);
	start = watching(RTLA_WATCH_ALL, NULL);
	start.wakeup.watched_max = RTLA_DISTRIBUTIONS_MAX;
	start.wakeup.distributions = RTLA_DISTRIBUTIONS_MAX;
	fd = watch(&start);
	check(fd >= 0,
	      "a session may have distributions of as many threads as there can be");
	close(fd);
}

/* Several sessions at once, beside timerlat on the same CPU. */
static void test_several(void)
{
	struct child child = make_child(FIFO, sleep_often);
	static const char *const watched[] = {
		"a name", "a policy", "all threads",
	};
	struct rtla_start by_name = watching(RTLA_WATCH_COMM, NULL);
	struct rtla_start by_policy = watching(RTLA_WATCH_RT, NULL);
	struct rtla_start all = watching(RTLA_WATCH_ALL, NULL);
	struct rtla_start timerlat = config(&cpu1);
	struct rtla_thread seen;
	struct told told;
	int fd[3], own, pid;

	strcpy(by_name.wakeup.comm, NAME);
	fd[0] = watch(&by_name);
	fd[1] = watch(&by_policy);
	fd[2] = watch(&all);
	own = session();
	check(fd[0] >= 0 && fd[1] >= 0 && fd[2] >= 0 && !start(own, &timerlat),
	      "several sessions watch, beside timerlat on the same CPU");
	told = run_child(&child);
	for (int i = 0; i < 3; i++) {
		seen = thread_of(fd[i], child.pid);
		check(seen.by_timer == told.switches,
		      named("a session that watches %s counts each wake-up", watched[i]));
	}
	workloads("timerlat/", &pid);
	seen = thread_of(fd[1], pid);
	check(seen.by_timer > SLEEPS / 2 && seen.priority == 99 - 95,
	      "a session that watches a policy counts timerlat's own thread");
	close(own);
	for (int i = 0; i < 3; i++)
		close(fd[i]);
	end_child(&child);
}

static void test_children(void)
{
	struct child child = make_child(0, sleep_in_child);
	int32_t id = child.pid;
	struct rtla_start start = watching(RTLA_WATCH_PROCESSES |
					   RTLA_WATCH_CHILDREN, &id);
	int fd = watch(&start);
	struct told told = run_child(&child);
	struct rtla_thread seen = thread_of(fd, told.switches);

	check(seen.by_timer > SLEEPS / 2, "a new process of a watched one is watched");
	close(fd);
	start = watching(RTLA_WATCH_PROCESSES, &id);
	fd = watch(&start);
	end_child(&child);
	child = make_child(0, sleep_in_child);
	id = child.pid;
	close(fd);
	fd = watch(&start);
	told = run_child(&child);
	check(fd >= 0 && !thread_of(fd, told.switches).pid,
	      "a new process is not watched without RTLA_WATCH_CHILDREN");
	end_child(&child);
	close(fd);
}

/* Within a process, only what the other bits ask for is watched. */
static void test_within(void)
{
	struct child outside = make_child(FIFO, sleep_often);
	struct child inside = make_child(FIFO, sleep_in_child);
	int32_t id = inside.pid;
	struct rtla_start start = watching(RTLA_WATCH_RT | RTLA_WATCH_WITHIN,
					   &id);
	int fd = watch(&start);
	struct told told = run_child(&inside);
	struct rtla_thread seen = thread_of(fd, told.switches);

	run_child(&outside);
	check(seen.by_timer > SLEEPS / 2,
	      "a real-time thread that a process creates is within it");
	check(thread_of(fd, inside.pid).pid == inside.pid,
	      "a real-time thread of a process itself is within it");
	check(fd >= 0 && !thread_of(fd, outside.pid).pid,
	      "a real-time thread of another process is not within one");
	end_child(&inside);
	end_child(&outside);
	close(fd);
	inside = make_child(0, sleep_in_child);
	id = inside.pid;
	fd = watch(&start);
	told = run_child(&inside);
	check(fd >= 0 && !thread_of(fd, told.switches).pid,
	      "a thread within a process that is not a real-time one is not watched");
	end_child(&inside);
	close(fd);
}

uint64_t inject(const char *kind)
{
	unsigned long long begin, end = 0;
	FILE *file = fopen(INJECT, "w");

	if (!file)
		return 0;
	fprintf(file, "%s 1 %llu %d", kind, (unsigned long long)injected_at,
		INJECTED_NS);
	if (fclose(file))
		return 0;
	file = fopen(INJECT, "r");
	if (file && fscanf(file, "%*s %*u %*d %llu %llu", &begin, &end) != 2)
		end = 0;
	if (file)
		fclose(file);
	return end;
}

static bool is_near(uint64_t value, uint64_t expected)
{
	/*
	 * The parts before it are in that time, too, and the cause's end is a
	 * switch.
	 */
	return value + NEAR_NS > expected && value < expected + NEAR_NS;
}

/*
 * Delay a thread by a known cause: the part of its wake-up that the cause
 * delays has the time from the expiry of the timer to the end of the cause, and
 * no other part has more than it has without a cause.
 */
static void test_injected(const char *kind, int part, const char *name)
{
	struct rtla_start start;
	struct rtla_thread seen;
	struct child child;
	bool ok = true;
	uint64_t end, delay;
	int32_t id;
	int fd;

	injected_at = now_ns() + 300000000;
	child = make_child(FIFO, sleep_under);
	id = child.pid;
	start = watching(RTLA_WATCH_THREADS, &id);
	if (write(child.begin, "", 1) != 1)
		ok = false;
	usleep(20000);
	/* From here on it sleeps: the wake-up that is watched is the next one. */
	fd = watch(&start);
	end = inject(kind);
	delay = end - injected_at - AHEAD_NS;
	usleep(50000);
	seen = thread_of(fd, id);
	for (int i = 0; i < TOTAL; i++) {
		if (i == part)
			ok = ok && end && is_near(seen.part[i].max_ns, delay);
		else
			ok = ok && seen.part[i].max_ns < NEAR_NS;
		printf("# %s, part %d: %llu ns\n", kind, i,
		       (unsigned long long)seen.part[i].max_ns);
	}
	printf("# from the expiry to the end of the cause: %llu ns\n",
	       (unsigned long long)delay);
	check(ok && seen.by_timer >= 1, name);
	end_child(&child);
	close(fd);
}

static void test_wakeup_hit(void)
{
	struct child child = make_child(FIFO, sleep_often);
	int32_t id = child.pid;
	struct rtla_start start = watching(RTLA_WATCH_THREADS, &id);
	struct pollfd fd = { .events = POLLIN };
	struct rtla_hit hit = { 0 };

	start.wakeup.stop_ns[TOTAL] = 1;
	fd.fd = watch(&start);
	run_child(&child);
	check(poll(&fd, 1, 1000) == 1 &&
	      read(fd.fd, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_WAKEUP_TOTAL && hit.pid == child.pid &&
	      hit.cpu == 1 && hit.latency_ns && hit.threshold_ns == 1,
	      "a wake-up over the threshold is the hit");
	close(fd.fd);
	end_child(&child);
}

static void test_hotplug_watching(void)
{
	struct child child = make_child(FIFO, sleep_often);
	int32_t id = child.pid;
	struct rtla_start start = watching(RTLA_WATCH_THREADS, &id);
	int fd = watch(&start);
	struct told told;

	check(cpu_state(fd).state == RTLA_CPU_MEASURED && set_online("0") &&
	      cpu_state(fd).state == RTLA_CPU_OFFLINE,
	      "a CPU on which threads are watched goes offline");
	told = run_child(&child);
	check(told.switches && thread_of(fd, id).count == told.all_switches,
	      "threads of a CPU that went offline are watched on other CPUs");
	check(set_online("1") && cpu_state(fd).state == RTLA_CPU_MEASURED,
	      "a CPU on which threads were watched comes back");
	end_child(&child);
	close(fd);
	child = make_child(FIFO, sleep_often);
	id = child.pid;
	fd = watch(&start);
	told = run_child(&child);
	check(told.switches && thread_of(fd, id).count == told.all_switches,
	      "threads are watched on a CPU that came back");
	end_child(&child);
	check(suspend() && cpu_state(fd).state == RTLA_CPU_MEASURED,
	      "a suspend does not end the watching");
	close(fd);
}

bool ends_when_killed(struct rtla_start *start)
{
	bool ok = true;

	for (int i = 0; i < 20 && ok; i++) {
		pid_t pid = fork();

		if (!pid) {
			watch(start);
			pause();
			_exit(0);
		}
		usleep(20000);
		kill(pid, SIGKILL);
		ok = waitpid(pid, NULL, 0) == pid;
	}
	return ok;
}

static void test_killed_watching(void)
{
	struct rtla_start start = watching(RTLA_WATCH_ALL, NULL);

	check(ends_when_killed(&start),
	      "sessions of wake-ups of killed processes end");
}

static void test_few_places(void)
{
	struct rtla_start start = watching(RTLA_WATCH_ALL, NULL);
	struct rtla_thread threads[THREADS_MAX];
	struct rtla_threads asked = {
		.size = sizeof(asked), .threads = (uintptr_t)threads,
	};
	int fd;

	start.wakeup.watched_max = 1;
	fd = watch(&start);
	for (int i = 0; i < 50 && !asked.full; i++) {
		usleep(100000);
		asked.count = THREADS_MAX;
		if (ioctl(fd, RTLA_IOC_THREADS, &asked))
			break;
	}
	check(asked.count == 1 && asked.full == 1,
	      "threads without a place are not watched, and the session tells");
	close(fd);
}

void test_wakeups(void)
{
	test_refused_watching();
	test_one_thread();
	test_distributions();
	test_several();
	test_children();
	test_within();
	test_injected("irqs_off", TIMER, "interrupts that are off delay the timer");
	test_injected("preempt_off", WAIT, "preemption that is off lets a thread wait");
	test_injected("fifo", WAIT,
		      "a thread of a higher priority lets a thread wait");
	test_wakeup_hit();
	test_few_places();
	test_hotplug_watching();
	test_killed_watching();
}
