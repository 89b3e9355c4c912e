// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of sessions of the bound: see abi_test.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"
#include "wakeup.h"

#define FIRST	RTLA_BOUND_POID
#define MS	1000000ULL

/* The machine of these tests executes 60 instructions in a us. */
#define PROBE_NS	1000000ULL

/*
 * An interrupt has so many that no event shows, and each margin of a call so
 * many at least.
 */
#define ENTRY_INSTRUCTIONS	291
#define MARGIN_INSTRUCTIONS	100

static struct rtla_start bounding(void)
{
	struct rtla_start start = of_kind(RTLA_BOUND, 0, &both_cpus);

	start.bound.period_ns = PROBE_NS;
	start.stats |= RTLA_STATS_DISTRIBUTION;
	return start;
}

static void test_refused(void)
{
	struct rtla_start good = bounding(), bad;

	bad = good;
	bad.stats = 0;
	refused(bad, EINVAL, "a bound without statistics is EINVAL");
	bad = good;
	bad.bound.period_ns = RTLA_PROBE_MIN_NS - 1;
	refused(bad, ERANGE, "a probe that expires too often is ERANGE");
	bad = good;
	bad.bound.period_ns = RTLA_PROBE_MAX_NS + 1;
	refused(bad, ERANGE, "a probe that expires too seldom is ERANGE");
	bad = good;
	bad.flags = RTLA_START_ALL_THREADS;
	refused(bad, EINVAL, "a bound with a flag of others is EINVAL");
	bad = good;
	bad.bound.stop_ns[1] = RTLA_THRESHOLD_MAX_NS + 1;
	refused(bad, ERANGE, "a threshold of a bound that is too large is ERANGE");
}

static struct rtla_bound bound_of(int fd, unsigned int cpu)
{
	struct rtla_bound bound = { .size = sizeof(bound), .cpu = cpu };

	if (ioctl(fd, RTLA_IOC_BOUND, &bound))
		bound.size = 0;
	return bound;
}

/* Be in the kernel for most of a second, on CPU 1. */
static void call_the_kernel(void)
{
	uint64_t end = now_ns() + 1000 * MS;
	int fd = open("/dev/urandom", O_RDONLY);
	static char bytes[65536];

	pin(1);
	while (now_ns() < end && read(fd, bytes, sizeof(bytes)) > 0)
		;
	close(fd);
}

/* The process that has the session is no part of the bound. */
static void test_own_windows(void)
{
	struct rtla_start wanted = bounding();
	struct rtla_bound_variable *poid;
	struct rtla_bound bound;
	int fd = session();
	pid_t other;

	start(fd, &wanted);
	count_all(fd);
	call_the_kernel();
	bound = bound_of(fd, 1);
	poid = &bound.variable[RTLA_BOUND_POID - FIRST];
	printf("# own: %llu windows, the longest in %s:%d\n",
	       (unsigned long long)poid->count, poid->comm, poid->pid);
	check(bound.size && poid->pid != getpid(),
	      "no window is that of the process that has the session");
	other = fork();
	if (!other) {
		call_the_kernel();
		_exit(0);
	}
	waitpid(other, NULL, 0);
	bound = bound_of(fd, 1);
	printf("# another process: %llu windows, the longest in %s:%d\n",
	       (unsigned long long)poid->count, poid->comm, poid->pid);
	check(poid->count, "windows of another process count");
	close(fd);
}

static void show(const struct rtla_bound *bound)
{
	printf("# CPU %u: %llu probes, gap %llu, unmeasured %llu, %llu entries of %llu in all, max %llu, floor %llu ns\n",
	       bound->cpu, (unsigned long long)bound->probes,
	       (unsigned long long)bound->longest_gap_ns,
	       (unsigned long long)bound->unmeasured,
	       (unsigned long long)bound->irq_entries,
	       (unsigned long long)bound->irq_entry_sum_ns,
	       (unsigned long long)bound->irq_entry_max_ns,
	       (unsigned long long)bound->floor_ns);
	for (int i = 0; i < RTLA_BOUND_VARIABLES; i++) {
		const struct rtla_bound_variable *of = &bound->variable[i];

		printf("# variable %d: method %u, %llu times, %llu to %llu ns, in %s:%d\n",
		       i, of->method, (unsigned long long)of->count,
		       (unsigned long long)of->lower_ns,
		       (unsigned long long)of->upper_ns, of->comm, of->pid);
	}
}

/* Return whether the numbers of all variables are possible. */
static bool plausible(const struct rtla_bound *bound)
{
	const struct rtla_bound_variable *of = bound->variable;
	bool ok = bound->size && bound->probes && bound->irq_entries;
	unsigned int psd = of[RTLA_BOUND_PSD - FIRST].method;

	for (int i = 0; i < RTLA_BOUND_VARIABLES; i++)
		ok = ok && of[i].lower_ns <= of[i].upper_ns &&
		     !of[i].count == !of[i].lower_ns;
	return ok && of[RTLA_BOUND_PSD - FIRST].count &&
	       of[RTLA_BOUND_DST - FIRST].count &&
	       of[RTLA_BOUND_DST - FIRST].lower_ns <=
	       of[RTLA_BOUND_PSD - FIRST].lower_ns &&
	       (psd == RTLA_BOUND_EXACT || psd == RTLA_BOUND_SWITCHES) &&
	       of[RTLA_BOUND_POID - FIRST].method == RTLA_BOUND_BRACKET;
}

/*
 * Return whether margins allow for what an instruction takes here, as the
 * calibration says.
 */
static bool has_margins(const struct rtla_bound *bound)
{
	const struct rtla_bound_variable *of = bound->variable;
	double factor = (double)bound->irq_entry_sum_ns / bound->irq_entries /
			ENTRY_INSTRUCTIONS;
	double least = MARGIN_INSTRUCTIONS * (factor > 1 ? factor : 1);

	printf("# CPU %u: margins of psd %llu and dst %llu ns, %.0f at least\n",
	       bound->cpu, (unsigned long long)of[RTLA_BOUND_PSD - FIRST].margin_ns,
	       (unsigned long long)of[RTLA_BOUND_DST - FIRST].margin_ns, least);
	return of[RTLA_BOUND_PSD - FIRST].margin_ns >=
		       (unsigned long long)least &&
	       of[RTLA_BOUND_DST - FIRST].margin_ns >=
		       (unsigned long long)least;
}

static void test_measures(void)
{
	struct rtla_start start = bounding(), other = config(&cpu1);
	struct child child = make_child(FIFO, sleep_often);
	int fd = watch(&start), second = session(), timerlat = session(), pid;
	struct rtla_bound bound[2], again;
	struct rtla_stats stats;

	check(fd >= 0 && start.contexts == ((1ULL << RTLA_CONTEXTS) - (1ULL << FIRST)) &&
	      workloads("bound/", &pid) == 2, "a session of a bound has a thread on each CPU");
	start = bounding();
	check(start_at_once(second, &start) == -1 && errno == EBUSY && start.cpu == 0,
	      "a second session of a bound on the same CPUs is EBUSY");
	check(!start_at_once(timerlat, &other),
	      "timerlat starts beside a session of a bound");
	run_child(&child);
	close(timerlat);
	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		bound[cpu] = bound_of(fd, cpu);
		show(&bound[cpu]);
	}
	check(plausible(&bound[0]) && plausible(&bound[1]),
	      "a session of a bound knows the variables of both CPUs");
	check(has_margins(&bound[0]) && has_margins(&bound[1]),
	      "margins of instructions are as long as these take");
	stats = stats_of(fd, RTLA_BOUND_OBSERVED);
	printf("# observed %llu times, at most %llu ns\n",
	       (unsigned long long)stats.count, (unsigned long long)stats.max_ns);
	check(stats.count > 0, "the probe's thread has run");
	ioctl(fd, RTLA_IOC_END);
	usleep(100000);
	again = bound_of(fd, 1);
	check(again.size && again.probes >= bound[1].probes,
	      "windows of a bound can be read after the end");
	stats = stats_of(fd, RTLA_BOUND_PSD);
	check(stats.count == again.variable[RTLA_BOUND_PSD - FIRST].count +
	      bound_of(fd, 0).variable[RTLA_BOUND_PSD - FIRST].count,
	      "the statistics of a bound have as many windows as its variables");
	check(ioctl(second, RTLA_IOC_BOUND, &again) == -1 && errno == EINVAL,
	      "RTLA_IOC_BOUND of another descriptor is EINVAL");
	again.cpu = 2;
	check(ioctl(fd, RTLA_IOC_BOUND, &again) == -1 && errno == ENODEV,
	      "RTLA_IOC_BOUND of another CPU is ENODEV");
	close(second);
	close(fd);
	check(!workloads("bound/", &pid),
	      "nothing is left of a session of a bound");
	end_child(&child);
}

/*
 * Programs that were compiled before have as many variables again after those
 * of today.
 */
static void test_longer_structure(void)
{
	struct {
		struct rtla_bound bound;
		struct rtla_bound_variable sampled[RTLA_BOUND_VARIABLES];
	} old = { .bound = { .size = sizeof(old), .cpu = 1 } };
	static const struct rtla_bound_variable nothing[RTLA_BOUND_VARIABLES];
	struct rtla_start start = bounding();
	int fd = watch(&start);

	check(!ioctl(fd, 0xc860b70d, &old) &&
	      old.bound.variable[0].method != RTLA_BOUND_ABSENT &&
	      !memcmp(old.sampled, nothing, sizeof(nothing)),
	      "the longer rtla_bound of version 11 is taken, and what it has more stays 0");
	close(fd);
}

/*
 * Return whether the kernel preempts its own code. Only one that can be told to
 * has that file, and some versions with PREEMPT_RT have none, either.
 */
static bool preempts_itself(void)
{
	FILE *file = fopen("/sys/kernel/debug/sched/preempt", "r");
	struct utsname kernel = { .version = "" };
	char text[80] = "";

	if (!file)
		return !uname(&kernel) && strstr(kernel.version, "PREEMPT");
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	return !strstr(text, "(none)") && !strstr(text, "(voluntary)");
}

/* A known window: a section of 5 ms with interrupts or preemption off on CPU 1. */
/* Addresses of the kernel begin with ones. */
static bool is_kernel_address(uint64_t number)
{
	return number >> 40 == 0xffffff;
}

static void test_window(const char *cause, uint64_t least, const char *off,
			enum rtla_bound_case seen)
{
	struct rtla_start start = bounding();
	const struct rtla_bound_variable *poid;
	struct rtla_symbol symbol = { .size = sizeof(symbol) };
	struct rtla_bound bound;
	int fd;

	start.bound.stack_ns = 2 * MS;
	fd = watch(&start);
	usleep(50000);
	inject(cause);
	usleep(50000);
	bound = bound_of(fd, 1);
	show(&bound);
	poid = &bound.variable[RTLA_BOUND_POID - FIRST];
	/*
	 * The interrupts that come in between take some of the 5 ms, on a slow
	 * machine over 1.
	 */
	check(poid->lower_ns >= least && poid->upper_ns >= poid->lower_ns &&
	      poid->upper_ns < INJECTED_NS + 10 * MS,
	      named("a section with %s is a window of POID", off));
	check(poid->seen == seen, named("the case of a section with %s is known", off));
	symbol.address = poid->address;
	check(poid->address && !ioctl(fd, RTLA_IOC_SYMBOL, &symbol),
	      named("the place of a section with %s has a name", off));
	printf("# in %s:%d, %s, %u addresses\n", poid->comm, poid->pid, symbol.name,
	       poid->stack_count);
	check(!is_kernel_address(poid->address) && !is_kernel_address(poid->stack[0]),
	      named("no number of a section with %s is an address of the kernel", off));
	symbol.address++;
	check(ioctl(fd, RTLA_IOC_SYMBOL, &symbol) == -1 && errno == ENOENT,
	      named("an address beside a section with %s has no name", off));
	close(fd);
}

static void test_hit(void)
{
	struct rtla_start start = bounding();
	struct pollfd fd = { .events = POLLIN };
	struct rtla_hit hit = { 0 };
	struct rtla_bound bound;
	bool hits;

	/* A slow CPU 0 may have such a window of its own. */
	start.cpus_size = sizeof(cpu1);
	start.cpus = (uintptr_t)&cpu1;
	start.bound.stop_ns[RTLA_BOUND_POID - FIRST] = 2 * MS;
	fd.fd = watch(&start);
	usleep(50000);
	inject("preempt_off");
	hits = poll(&fd, 1, 1000) == 1 &&
	       read(fd.fd, &hit, sizeof(hit)) == sizeof(hit);
	bound = bound_of(fd.fd, 1);
	show(&bound);
	printf("# hit %d: context %u of CPU %d, %llu ns, threshold %llu ns\n", hits, hit.context,
	       hit.cpu, (unsigned long long)hit.latency_ns, (unsigned long long)hit.threshold_ns);
	check(hits && hit.context == RTLA_BOUND_POID && hit.cpu == 1 &&
	      hit.latency_ns >= 2 * MS && hit.threshold_ns == 2 * MS,
	      "a window over its threshold is the hit");
	close(fd.fd);
}

static void test_hotplug(void)
{
	struct rtla_start start = bounding();
	int fd = watch(&start), pid;
	struct rtla_bound before, after;
	bool ok = true;

	for (int i = 0; i < 3; i++) {
		before = bound_of(fd, 1);
		ok = ok && set_online("0") && cpu_state(fd).state == RTLA_CPU_OFFLINE &&
		     workloads("bound/", &pid) == 1;
		ok = ok && set_online("1") && cpu_state(fd).state == RTLA_CPU_MEASURED;
		usleep(50000);
		after = bound_of(fd, 1);
		ok = ok && after.probes > before.probes;
	}
	check(ok, "a CPU that has a probe goes and comes");
	check(suspend() && cpu_state(fd).state == RTLA_CPU_MEASURED,
	      "the system suspends and resumes");
	after = bound_of(fd, 1);
	show(&after);
	check(after.variable[RTLA_BOUND_POID - FIRST].upper_ns < 800 * MS,
	      "the time of a suspend is no window");
	close(fd);
}

static void test_killed(void)
{
	struct rtla_start start = bounding();
	int pid;

	check(ends_when_killed(&start) && !workloads("bound/", &pid),
	      "sessions of a bound of killed processes end");
}

void test_bound(void)
{
	test_refused();
	test_measures();
	test_own_windows();
	test_longer_structure();
	test_window("irqs_off", 3 * MS, "interrupts off",
		    preempts_itself() ? RTLA_BOUND_CASE_II_A :
					RTLA_BOUND_CASE_II_B);
	test_window("preempt_off", 3 * MS, "preemption off", RTLA_BOUND_CASE_II_B);
	test_hit();
	test_hotplug();
	test_killed();
}
