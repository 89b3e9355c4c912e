// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of sessions beside threads that never sleep: see abi_test.c. These
 * threads spin on CPU 1. Some have a higher priority than the measuring thread,
 * which then does not get the CPU; others have a lower one.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

#define NS_PER_S	1000000000ull

/* A thread spins this long at most, as all else on CPU 1 waits for it. */
#define SPIN_NS		(6 * NS_PER_S)

/* A close may take the second that the module waits, and half a second more. */
#define END_NS		(3 * NS_PER_S / 2)

/* How often a number is read while a thread spins so long at a time. */
#define READS		20000
#define BURST_NS	1000000

/* Chance skips no more than so many of some hundred periods. */
#define FEW_SKIPPED	50

/*
 * Switch real-time throttling on or off. If it is on, a part of each second is
 * left to threads without real-time priority.
 */
static void throttle(bool on)
{
	const char *text = on ? "950000" : "-1";
	int fd = open("/proc/sys/kernel/sched_rt_runtime_us", O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		check(false, "throttling of real-time threads can be set");
	close(fd);
}

/* Make the calling process, which is a new one, take CPU 1. */
static void take_cpu1(int priority)
{
	struct sched_param param = { .sched_priority = priority };

	/* The child's copy of a descriptor would keep its session alive. */
	close_range(STDERR_FILENO + 1, ~0U, 0);
	pin(1);
	sched_setscheduler(0, SCHED_FIFO, &param);
}

static pid_t spin(int priority)
{
	uint64_t end = now_ns() + SPIN_NS;
	pid_t child = fork();

	if (child) {
		/* After this time, the child has CPU 1. */
		usleep(200000);
		return child;
	}
	take_cpu1(priority);
	while (now_ns() < end)
		;
	_exit(0);
}

static void end_spin(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

/*
 * Return whether a session can be started again soon: a CPU stays busy for an
 * RCU grace period after its measuring thread has gone.
 */
static bool starts_again(uint64_t *cpus)
{
	struct rtla_start again = config(cpus);
	int fd = session();
	bool ok = !start(fd, &again);

	close(fd);
	return ok;
}

/*
 * Print a file of /proc/PID as TAP comments. No other program is used for that,
 * because it might not get a CPU.
 */
static void show(int pid, const char *name)
{
	char path[64], text[2048];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	file = fopen(path, "r");
	while (file && fgets(text, sizeof(text), file))
		printf("# %d %s: %s", pid, name, text);
	if (file)
		fclose(file);
}

/*
 * Print state and kernel stack of one thread of each kind that is still there:
 * the stack shows the function in which it waits.
 */
static void show_threads(void)
{
	static const char *const kinds[] = { "rtla/", "timerlat/", "osnoise/" };
	int pid;

	for (int i = 0; i < 3; i++) {
		if (!workloads(kinds[i], &pid))
			continue;
		show(pid, "stat");
		show(pid, "stack");
	}
}

static bool goes_away(void)
{
	for (int i = 0; i < 100; i++) {
		if (nothing_runs())
			return true;
		usleep(20000);
	}
	show_threads();
	return false;
}

/* How a session on CPU 1 ended beside a thread that never sleeps there. */
struct end {
	bool in_time;
	bool thread_gone;
	bool spun_on;	/* the other thread was still there then */
	bool cpu_free;	/* after the other thread was killed */
};

static struct end end_beside(struct rtla_start wanted, int priority)
{
	int fd = session();
	struct end end;
	uint64_t began;
	pid_t child;

	start(fd, &wanted);
	usleep(50000);
	child = spin(priority);
	began = now_ns();
	close(fd);
	end.in_time = now_ns() - began < END_NS;
	end.thread_gone = goes_away();
	end.spun_on = !waitpid(child, NULL, WNOHANG);
	end_spin(child);
	end.cpu_free = goes_away() && starts_again(&cpu1);
	return end;
}

/*
 * An end may take long because the host stands still. This is unlikely to
 * happen again, so a late end is tried up to three times more.
 */
static void test_close(const struct rtla_start *wanted, int priority,
		       const char *kind)
{
	struct end end = end_beside(*wanted, priority);

	for (int i = 0; i < 3 && !end.in_time; i++) {
		printf("# %s: not in time, once more\n", kind);
		end = end_beside(*wanted, priority);
	}
	check(end.in_time,
	      named("%s ends beside FIFO %d that never sleeps", kind, priority));
	check(end.thread_gone,
	      named("the thread of %s ends while FIFO %d spins on", kind, priority));
	check(end.spun_on,
	      named("FIFO %d spins on when %s has ended", priority, kind));
	check(end.cpu_free, named("the CPU of %s can be measured again", kind));
}

static void test_ends(void)
{
	struct rtla_start timerlat = config(&cpu1), noise = config(&cpu1);

	noise.workload = RTLA_OSNOISE;
	noise.osnoise.period_ns = 100000000;
	noise.osnoise.runtime_ns = 50000000;
	test_close(&noise, 50, "osnoise");
	test_close(&timerlat, 99, "timerlat");
}

static void test_hit(void)
{
	struct rtla_arm arm = { .size = sizeof(arm),
				.stop_ns[RTLA_CONTEXT_THREAD] = 1 };
	struct rtla_start good = config(&cpu1);
	struct pollfd fd = { .fd = session(), .events = POLLIN };
	pid_t child;

	start(fd.fd, &good);
	child = spin(50);
	ioctl(fd.fd, RTLA_IOC_ARM, &arm);
	check(poll(&fd, 1, 1000) == 1,
	      "a hit is told beside FIFO 50 that never sleeps");
	close(fd.fd);
	end_spin(child);
}

/*
 * The timer of the only activation expires while FIFO 99 has the CPU, so that
 * the thread which the hit waits for does not run.
 */
static void test_hit_put_off(void)
{
	struct rtla_arm arm = {
		.size = sizeof(arm),
		.stop_ns = { [RTLA_CONTEXT_IRQ] = 1, [RTLA_CONTEXT_THREAD] = 1 },
	};
	struct rtla_start slow = config(&cpu1);
	struct pollfd fd = { .fd = session(), .events = POLLIN };
	struct rtla_hit hit = { 0 };
	uint64_t waited;
	pid_t child;

	slow.timerlat.period_ns = NS_PER_S;
	start(fd.fd, &slow);
	child = spin(99);
	ioctl(fd.fd, RTLA_IOC_ARM, &arm);
	check(poll(&fd, 1, 4000) == 1 &&
	      read(fd.fd, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_CONTEXT_IRQ && !waitpid(child, NULL, WNOHANG),
	      "an IRQ latency is told beside FIFO 99, although the thread does not run");
	waited = now_ns() - hit.t_w_ns;
	printf("# the hit was told after %llu ns\n", (unsigned long long)waited);
	check(waited > NS_PER_S / 10,
	      "a hit of an IRQ latency beside FIFO 99 waits for the thread");
	close(fd.fd);
	end_spin(child);
}

/* ---- Skipped periods ----------------------------------------------------- */

/* The counts that a session has of its periods on CPU 1, in one context. */
struct periods {
	struct rtla_stats stats;
	uint64_t of_samples;	/* in the buckets of the distribution */
	uint64_t of_skipped;	/* in those of skipped periods */
};

static uint64_t read_buckets(int fd, unsigned int context, unsigned int kind,
			     int number)
{
	static uint64_t bucket[RTLA_DISTRIBUTION_BUCKETS];
	struct rtla_buckets asked = {
		.size = sizeof(asked), .cpu = 1, .context = context,
		.kind = kind, .count = number,
		.buckets = (uintptr_t)bucket,
	};
	uint64_t sum = 0;

	if (ioctl(fd, RTLA_IOC_BUCKETS, &asked))
		return 0;
	for (int i = 0; i < number; i++)
		sum += bucket[i];
	return sum;
}

static struct periods read_periods(int fd, unsigned int context,
				   const char *name)
{
	struct periods read = {
		.stats = { .size = sizeof(read.stats), .cpu = 1,
			   .context = context },
	};

	check(!ioctl(fd, RTLA_IOC_STATS, &read.stats),
	      named("%s: statistics of context %u are read", name, context));
	read.of_samples = read_buckets(fd, context, RTLA_BUCKETS_DISTRIBUTION,
				       RTLA_DISTRIBUTION_BUCKETS);
	read.of_skipped = read_buckets(fd, context, RTLA_BUCKETS_SKIPPED,
				       RTLA_DISTRIBUTION_BUCKETS);
	printf("# context %u: %llu samples, %llu skipped, up to %llu and %llu ns\n",
	       context, read.stats.count, read.stats.skipped, read.stats.max_ns,
	       read.stats.skipped_max_ns);
	return read;
}

static bool buckets_agree(const struct periods *read)
{
	return read->of_samples == read->stats.count &&
	       read->of_skipped == read->stats.skipped;
}

/*
 * Return whether the skipped periods of the interrupt are its own. An interrupt
 * that is late by N periods skips N of them, whoever has the CPU. Kernels that
 * check themselves keep interrupts off so long; others hardly ever skip one.
 * Without samples, it is known only that none of them was late because of the
 * thread.
 */
static bool interrupts_came(const struct periods *irq,
			    const struct periods *thread, uint64_t period)
{
	if (!irq->stats.count && irq->stats.skipped >= FEW_SKIPPED)
		return irq->stats.skipped_max_ns <
		       thread->stats.skipped_max_ns / 2;
	return irq->stats.skipped < FEW_SKIPPED + irq->stats.sum_ns / period;
}

/*
 * Measure for 800 periods on CPU 1. After 300 of them, a thread of FIFO 99
 * takes the CPU, for @spin_ms; it may have it to the end, and beyond. All
 * periods are samples or are skipped; a few may be neither, where the
 * measurement begins and ends.
 */
static void test_skips(unsigned int spin_ms, unsigned int stats,
		       const char *name)
{
	struct rtla_count range = { .size = sizeof(range) };
	struct rtla_start good = config(&cpu1);
	struct periods irq, thread;
	int fd = session();
	uint64_t all, began = now_ns(), lasted;
	pid_t child;

	good.stats = stats;
	if (start(fd, &good))
		check(false, "a session that counts skipped periods starts");
	range.from_ns = now_ns() + 100000000;
	range.until_ns = range.from_ns + 800000000;
	ioctl(fd, RTLA_IOC_COUNT, &range);
	usleep(200000);
	/* After 200 ms, which spin() waits. */
	child = spin(99);
	usleep((spin_ms - 200) * 1000);
	if (spin_ms < 700)
		end_spin(child);
	while (now_ns() < range.until_ns)
		usleep(1000);
	ioctl(fd, RTLA_IOC_END);
	lasted = now_ns() - began;
	printf("# %s: all of it lasted %llu ns\n", name,
	       (unsigned long long)lasted);
	irq = read_periods(fd, RTLA_CONTEXT_IRQ, name);
	thread = read_periods(fd, RTLA_CONTEXT_THREAD, name);
	all = thread.stats.skipped +
	      (stats & RTLA_STATS_SUMMARY ? thread.stats.count : 0);
	check(stats & RTLA_STATS_SUMMARY ? all >= 790 && all <= 801 : all > 100,
	      named("%s: all periods are counted", name));
	check(thread.stats.skipped > spin_ms / 2,
	      named("%s: periods that the other thread took are skipped", name));
	check(!(stats & RTLA_STATS_SUMMARY) ||
	      (buckets_agree(&irq) && buckets_agree(&thread)),
	      named("%s: buckets have as many samples and skipped periods", name));
	check(thread.of_skipped == thread.stats.skipped,
	      named("%s: buckets of skipped periods have all of them", name));
	/* They were late by 1, 2, 3 ... ms: that is what the sum of so many is. */
	check(thread.stats.skipped_sum_ns / spin_ms >
	      thread.stats.skipped_max_ns / 3 &&
	      thread.stats.skipped_max_ns < lasted,
	      named("%s: skipped periods have the times that they were late", name));
	check(interrupts_came(&irq, &thread, good.timerlat.period_ns),
	      named("%s: interrupts, which are not kept off, skip only their own", name));
	close(fd);
	if (spin_ms >= 700)
		end_spin(child);
}

static void test_skipped(void)
{
	unsigned int all = RTLA_STATS_SUMMARY | RTLA_STATS_DISTRIBUTION |
			   RTLA_STATS_SKIPPED;

	test_skips(400, all, "FIFO 99 for a while");
	test_skips(700, all, "FIFO 99 to the end");
	test_skips(400, RTLA_STATS_SKIPPED, "FIFO 99, only skipped periods");
}

/* Take CPU 1 for a millisecond, again and again. */
static pid_t spin_in_bursts(void)
{
	pid_t child = fork();
	uint64_t end;

	if (child)
		return child;
	take_cpu1(99);
	for (;;) {
		for (end = now_ns() + BURST_NS; now_ns() < end; )
			;
		usleep(BURST_NS / 1000 / 2);
	}
}

/*
 * Test that a period which passes while the thread is away is counted once when
 * it is back.
 */
static void test_reads_of_skipped(void)
{
	struct rtla_start often = config(&cpu1);
	uint64_t last = 0, skipped = 0;
	int fd = session(), back = 0;
	pid_t child;

	often.timerlat.period_ns = RTLA_PERIOD_MIN_NS;
	start(fd, &often);
	child = spin_in_bursts();
	for (int i = 0; i < READS; i++, last = skipped) {
		skipped = cpu_state(fd).skipped;
		back += skipped < last;
	}
	end_spin(child);
	close(fd);
	printf("# %llu periods skipped, %d of %d reads went back\n",
	       (unsigned long long)last, back, READS);
	check(last && !back, "the number of skipped periods never goes back");
}

void test_starved(void)
{
	pin(0);
	throttle(false);
	test_skipped();
	test_reads_of_skipped();
	test_hit();
	test_hit_put_off();
	test_ends();
	throttle(true);
}
