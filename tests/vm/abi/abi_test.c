// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the interface of /dev/rtla, for a guest with two CPUs: which calls
 * are accepted, which are refused, and what is left afterwards. Prints TAP.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abi.h"

#define POLICY_DEADLINE	6	/* SCHED_DEADLINE, which libc does not name */

static int tests, failures;
static const char *subject;	/* of the tests, which is a function */
uint64_t cpu0 = 1, cpu1 = 2, both_cpus = 3;

const char *named(const char *format, ...)
{
	static char name[160];
	va_list values;

	va_start(values, format);
	vsnprintf(name, sizeof(name), format, values);
	va_end(values);
	return name;
}

void check_that(bool ok, const char *name, const char *condition,
		const char *file, int line)
{
	int error = errno;

	tests++;
	failures += !ok;
	printf("%sok %d - %s: %s\n", ok ? "" : "not ", tests, subject, name);
	if (!ok)
		printf("# %s:%d: %s\n# errno %d (%s)\n", file, line, condition, error,
		       strerror(error));
	fflush(stdout);
}

struct rtla_start config(uint64_t *cpus)
{
	return (struct rtla_start) {
		.size = sizeof(struct rtla_start),
		.workload = RTLA_TIMERLAT,
		.cpus = (uintptr_t)cpus,
		.cpus_size = sizeof(*cpus),
		.cpu = 77,
		.timerlat.period_ns = RTLA_PERIOD_DEFAULT_NS,
	};
}

struct rtla_start of_kind(unsigned int workload, unsigned int flags,
			  uint64_t *cpus)
{
	static const struct rtla_start kinds[] = {
		[RTLA_TIMERLAT] = { .timerlat.period_ns = RTLA_PERIOD_DEFAULT_NS },
		[RTLA_OSNOISE] = {
			.osnoise = { .period_ns = 20000000, .runtime_ns = 10000000 },
		},
		[RTLA_WAKEUP] = {
			.wakeup = { .watch = RTLA_WATCH_RT, .watched_max = 100 },
		},
		[RTLA_OVERHEADS] = { .size = 0 },
		[RTLA_BOUND] = { .bound.period_ns = RTLA_PERIOD_DEFAULT_NS },
	};
	struct rtla_start start = kinds[workload];

	start.size = sizeof(start);
	start.workload = workload;
	start.flags = flags;
	start.cpus = (uintptr_t)cpus;
	start.cpus_size = sizeof(*cpus);
	start.stats = RTLA_STATS_SUMMARY;
	return start;
}

int session(void)
{
	return open(RTLA_DEVICE_PATH, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

int start_at_once(int fd, struct rtla_start *start)
{
	errno = 0;
	return ioctl(fd, RTLA_IOC_START, start);
}

int start(int fd, struct rtla_start *start)
{
	int ret = start_at_once(fd, start), pauses = 0;

	for (; pauses < 500 && ret && errno == EBUSY; pauses++) {
		usleep(20000);
		ret = start_at_once(fd, start);
	}
	if (pauses)
		printf("# CPUs were busy for %d ms\n", pauses * 20);
	return ret;
}

bool count_all(int fd)
{
	struct rtla_count count = {
		.size = sizeof(count),
		.from_ns = now_ns(),
		.until_ns = UINT64_MAX,
	};

	return !ioctl(fd, RTLA_IOC_COUNT, &count);
}

int end_session(int fd)
{
	errno = 0;
	return ioctl(fd, RTLA_IOC_END);
}

int workloads(const char *prefix, int *pid)
{
	char path[300], comm[32];
	struct dirent *entry;
	DIR *proc = opendir("/proc");
	int count = 0;
	FILE *file;

	while ((entry = readdir(proc))) {
		snprintf(path, sizeof(path), "/proc/%s/comm", entry->d_name);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fgets(comm, sizeof(comm), file) &&
		    !strncmp(comm, prefix, strlen(prefix))) {
			count++;
			*pid = atoi(entry->d_name);
		}
		fclose(file);
	}
	closedir(proc);
	return count;
}

bool set_online(const char *value)
{
	int fd = open("/sys/devices/system/cpu/cpu1/online", O_WRONLY);
	bool ok = fd >= 0 && write(fd, value, 1) == 1;

	close(fd);
	return ok;
}

bool pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return !sched_setaffinity(0, sizeof(set), &set);
}

struct rtla_cpu cpu_state(int fd)
{
	struct rtla_cpu cpu = { .size = sizeof(cpu), .cpu = 1 };

	if (ioctl(fd, RTLA_IOC_CPU, &cpu))
		cpu.size = 0;
	return cpu;
}

static bool put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);
	bool ok = fd >= 0 && write(fd, text, strlen(text)) > 0;

	if (fd >= 0)
		close(fd);
	return ok;
}

/*
 * Suspend to @state, but only as far as the step @test (see pm_test in the
 * kernel's documentation). The kernel resumes by itself after 1 s, the delay
 * that runner/guest.py sets.
 */
static bool suspend_to(const char *state, const char *test)
{
	bool ok = put("/sys/power/pm_test", test) &&
		  put("/sys/power/state", state);

	put("/sys/power/pm_test", "none");
	return ok;
}

void skip(const char *name, const char *why)
{
	printf("ok %d - %s: %s # SKIP %s\n", ++tests, subject, name, why);
}

bool may_suspend(const char *name)
{
	if (!access("/sys/power/pm_test", F_OK))
		return true;
	skip(name, "the kernel has no CONFIG_PM_DEBUG");
	return false;
}

bool is_slow(void)
{
	return !access("/proc/lockdep_stats", F_OK) || !access("/sys/kernel/debug/kcsan", F_OK);
}

bool keeps_time(const char *name)
{
	if (!is_slow())
		return true;
	skip(name, "a kernel that checks itself is too slow for this time");
	return false;
}

bool suspend(void)
{
	return suspend_to("freeze", "freezer");
}

bool suspend_without_cpu1(void)
{
	bool ok;

	if (system("modprobe rtla_hotplug refuse=1"))
		return false;
	/* This suspend takes all CPUs but one offline, and brings them back. */
	ok = suspend_to("mem", "processors");
	return !system("modprobe -r rtla_hotplug") && ok;
}

/*
 * The file "online" cannot be used: the CPU's device still counts as online.
 * The target is the last of all hotplug states, which is that of a CPU in use.
 */
bool bring_back(void)
{
	FILE *states = fopen("/sys/devices/system/cpu/hotplug/states", "r");
	char line[80], last[16] = "";

	while (states && fgets(line, sizeof(line), states))
		sscanf(line, "%15[0-9]", last);
	if (states)
		fclose(states);
	return put("/sys/devices/system/cpu/cpu1/hotplug/target", last);
}

bool nothing_runs(void)
{
	int pid;

	return !workloads("timerlat/", &pid) && !workloads("osnoise/", &pid) &&
	       !workloads("bound/", &pid);
}

void refused(struct rtla_start bad, int error, const char *name)
{
	int fd = session();
	bool ok = start(fd, &bad) == -1 && errno == error;
	int saved = errno;

	ok = ok && nothing_runs();
	close(fd);
	errno = saved;
	check(ok, name);
}

/* Test that a valid configuration is refused if one field is changed. */
#define REFUSED(field, value, error) do {				\
	struct rtla_start bad = config(&cpu0);				\
									\
	bad.field = value;						\
	refused(bad, error, #field " = " #value " is " #error);		\
} while (0)

static void test_refused_values(void)
{
	struct rtla_start bad = config(&cpu0);
	uint64_t nothing = 0, far = 1ULL << 63;

	REFUSED(size, 0, EINVAL);
	REFUSED(size, sizeof(struct rtla_start) - 1, EINVAL);
	REFUSED(flags, RTLA_START_FLAGS + 1, EINVAL);
	REFUSED(flags, RTLA_START_PREEMPT_OFF, EINVAL);
	REFUSED(flags, RTLA_START_IRQS_OFF, EINVAL);
	REFUSED(workload, 0, EINVAL);
	REFUSED(workload, 99, EINVAL);
	REFUSED(timerlat.period_ns, RTLA_PERIOD_MIN_NS - 1, ERANGE);
	REFUSED(timerlat.period_ns, RTLA_PERIOD_MAX_NS + 1, ERANGE);
	REFUSED(timerlat.period_ns, 0, ERANGE);
	REFUSED(timerlat.period_ns, UINT64_MAX, ERANGE);
	REFUSED(timerlat.stop_ns[RTLA_CONTEXT_IRQ], RTLA_THRESHOLD_MAX_NS + 1,
		ERANGE);
	REFUSED(timerlat.stop_ns[RTLA_CONTEXT_THREAD], UINT64_MAX, ERANGE);
	REFUSED(timerlat.stack_ns, UINT64_MAX, ERANGE);
	REFUSED(timerlat.stop_ns[RTLA_CONTEXT_USER], UINT64_MAX, ERANGE);
	REFUSED(timerlat.align_ns, 1, EINVAL);
	REFUSED(cpus_size, 0, EINVAL);
	REFUSED(cpus_size, 7, EINVAL);
	REFUSED(cpus_size, RTLA_CPUS_MAX_SIZE + 8, EINVAL);
	REFUSED(cpus, 0, EFAULT);

	bad.cpus = (uintptr_t)&nothing;
	refused(bad, EINVAL, "no CPU at all is EINVAL");
	bad.cpus = (uintptr_t)&far;
	refused(bad, ENODEV, "a CPU that does not exist is ENODEV");

	bad = config(&cpu0);
	bad.flags = RTLA_START_ALIGN;
	bad.timerlat.align_ns = RTLA_THRESHOLD_MAX_NS + 1;
	refused(bad, ERANGE, "an alignment of more than an hour is ERANGE");
}

static void refused_sched(int policy, int nice, int priority, uint64_t runtime,
			  uint64_t period, int error, const char *name)
{
	struct rtla_start bad = config(&cpu0);

	bad.flags = RTLA_START_SCHED;
	bad.sched_policy = policy;
	bad.sched_nice = nice;
	bad.sched_priority = priority;
	bad.sched_runtime_ns = runtime;
	bad.sched_period_ns = period;
	refused(bad, error, name);
}

static void test_refused_sched(void)
{
	refused_sched(3, 0, 0, 0, 0, EINVAL, "SCHED_BATCH is EINVAL");
	refused_sched(SCHED_FIFO, 0, 0, 0, 0, ERANGE, "FIFO 0 is ERANGE");
	refused_sched(SCHED_FIFO, 0, 100, 0, 0, ERANGE, "FIFO 100 is ERANGE");
	refused_sched(SCHED_RR, 0, 100, 0, 0, ERANGE, "RR 100 is ERANGE");
	refused_sched(SCHED_OTHER, 20, 0, 0, 0, ERANGE, "nice 20 is ERANGE");
	refused_sched(SCHED_OTHER, -21, 0, 0, 0, ERANGE, "nice -21 is ERANGE");
	refused_sched(SCHED_OTHER, 0, 1, 0, 0, EINVAL,
		      "a priority of SCHED_OTHER is EINVAL");
	refused_sched(POLICY_DEADLINE, 0, 0, 200000, 100000, EINVAL,
		      "a DEADLINE runtime over the period is EINVAL");
	refused_sched(POLICY_DEADLINE, 0, 0, 0, 100000, EINVAL,
		      "a DEADLINE runtime of 0 is EINVAL");
	refused_sched(SCHED_FIFO, 5, 50, 0, 0, EINVAL,
		      "a nice value of SCHED_FIFO is EINVAL");
	refused_sched(SCHED_FIFO, 0, 50, 0, 100000, EINVAL,
		      "a period of SCHED_FIFO is EINVAL");
	refused_sched(SCHED_OTHER, 0, 0, 100000, 200000, EINVAL,
		      "a runtime of SCHED_OTHER is EINVAL");
	REFUSED(sched_priority, 50, EINVAL);
	REFUSED(sched_nice, 5, EINVAL);
	REFUSED(sched_policy, SCHED_FIFO, EINVAL);
	REFUSED(flags, RTLA_START_NO_THREADS | RTLA_START_SCHED, EINVAL);
}

static void test_malformed(void)
{
	int fd = session();

	check(ioctl(fd, RTLA_IOC_START, NULL) == -1 && errno == EFAULT,
	      "a START with no structure is EFAULT");
	check(ioctl(fd, _IO(RTLA_IOC_MAGIC, 99)) == -1 && errno == ENOTTY,
	      "an unknown ioctl is ENOTTY");
	check(ioctl(fd, _IO(RTLA_IOC_MAGIC + 1, 1)) == -1 && errno == ENOTTY,
	      "an ioctl of another device is ENOTTY");
	close(fd);
}

static void test_not_started(void)
{
	struct rtla_arm arm = { .size = sizeof(arm) };
	struct rtla_cpu cpu = { .size = sizeof(cpu) };
	struct rtla_hit hit;
	int fd = session();

	check(ioctl(fd, RTLA_IOC_ARM, &arm) == -1 && errno == EINVAL,
	      "arming before the start is EINVAL");
	check(ioctl(fd, RTLA_IOC_CPU, &cpu) == -1 && errno == EINVAL,
	      "asking for a CPU before the start is EINVAL");
	check(read(fd, &hit, sizeof(hit)) == -1 && errno == EINVAL,
	      "reading before the start is EINVAL");
	close(fd);
}

static void test_permission(void)
{
	struct rtla_symbol symbol = { .size = sizeof(symbol) };
	struct rtla_start good = config(&cpu0);
	int fd = session(), status = -1;
	pid_t child = fork();

	if (!child) {
		if (setuid(65534))
			_exit(9);
		if (open(RTLA_DEVICE_PATH, O_RDWR) >= 0 || errno != EACCES)
			_exit(8);
		if (start(fd, &good) != -1 || errno != EPERM)
			_exit(7);
		if (ioctl(fd, RTLA_IOC_SYMBOL, &symbol) != -1 || errno != EPERM)
			_exit(6);
		_exit(0);
	}
	waitpid(child, &status, 0);
	check(!status,
	      "another user cannot open the device, nor use an open descriptor of it");
	check(nothing_runs(), "refused calls of another user start nothing");
	close(fd);
}

static void test_ownership(void)
{
	uint64_t both = cpu0 | cpu1;
	struct rtla_start a = config(&cpu0), b = config(&both),
			  c = config(&cpu1);
	int fd_a = session(), fd_b = session(), pid;

	check(!start(fd_a, &a) && a.cpu == -1 && a.session, "a session starts");
	check(start_at_once(fd_a, &a) == -1 && errno == EBUSY && a.cpu == -1,
	      "a second start of a session is EBUSY");
	check(start_at_once(fd_b, &b) == -1 && errno == EBUSY && b.cpu == 0,
	      "a CPU of another session is EBUSY, and is named");
	check(workloads("timerlat/", &pid) == 1,
	      "a session that is refused one CPU measures no other CPU");
	check(!start(fd_b, &c) && c.session != a.session,
	      "a session on another CPU starts, with another number");
	check(workloads("timerlat/", &pid) == 2,
	      "two sessions on two CPUs both measure");
	close(fd_a);
	check(workloads("timerlat/", &pid) == 1,
	      "closing one session leaves the other one measuring");
	close(fd_b);
	check(nothing_runs(), "closing both sessions leaves no thread");
}

uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/*
 * An activation that began before RTLA_IOC_ARM must not hit: its beginning may
 * be missing in the trace.
 */
static void test_late_arming(int fd)
{
	struct rtla_arm arm = { .size = sizeof(arm),
				.stop_ns[RTLA_CONTEXT_THREAD] = 1 };
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	struct rtla_hit hit = { 0 };
	int early = 0, none = 0;

	for (int i = 0; i < 200; i++) {
		uint64_t before = now_ns();

		none += ioctl(fd, RTLA_IOC_ARM, &arm) ||
			poll(&poll_fd, 1, 5000) != 1 ||
			read(fd, &hit, sizeof(hit)) != sizeof(hit);
		early += hit.t_w_ns < before;
		usleep(i);
	}
	check(!none, "each of 200 armings has a hit");
	check(!early, "a hit is of an activation that began after its arming");
}

static void test_hit(void)
{
	struct rtla_start good = config(&cpu1);
	struct rtla_arm arm = { .size = sizeof(arm),
				.stop_ns[RTLA_CONTEXT_THREAD] = 1 };
	struct pollfd poll_fd = { .fd = session(), .events = POLLIN };
	struct rtla_hit hit = { 0 };
	int fd = poll_fd.fd;

	check(!start(fd, &good), "a session without thresholds starts");
	check(read(fd, &hit, sizeof(hit)) == -1 && errno == EAGAIN,
	      "a read before any hit is EAGAIN");
	check(read(fd, &hit, offsetof(struct rtla_hit, t_w_ns)) == -1 &&
	      errno == EINVAL, "a read that is shorter than a hit is EINVAL");
	check(!poll(&poll_fd, 1, 100),
	      "poll() finds nothing without thresholds");
	check(!ioctl(fd, RTLA_IOC_ARM, &arm),
	      "thresholds can be set after the start");
	check(poll(&poll_fd, 1, 5000) == 1 && poll_fd.revents & POLLIN,
	      "a hit wakes the poller");
	check(read(fd, &hit, sizeof(hit)) == sizeof(hit), "the hit can be read");
	check(hit.size == sizeof(hit) && hit.cpu == 1 && hit.seqnum &&
	      hit.context == RTLA_CONTEXT_THREAD && hit.threshold_ns == 1 &&
	      hit.latency_ns >= 1 && hit.t_w_ns, "a hit says what hit");
	usleep(20000);
	check(read(fd, &hit, sizeof(hit)) == -1 && errno == EAGAIN,
	      "an arming has one hit only");
	arm.stop_ns[RTLA_CONTEXT_THREAD] = 0;
	arm.stop_ns[RTLA_CONTEXT_IRQ] = 1;
	check(!ioctl(fd, RTLA_IOC_ARM, &arm),
	      "a session can be armed again after its hit");
	check(poll(&poll_fd, 1, 5000) == 1 &&
	      read(fd, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_CONTEXT_IRQ,
	      "a session that is armed again hits, in the other context");
	check(!ioctl(fd, RTLA_IOC_ARM, &arm) && poll(&poll_fd, 1, 5000) == 1,
	      "a session that is armed a third time hits");
	arm.stop_ns[RTLA_CONTEXT_IRQ] = 0;
	check(!ioctl(fd, RTLA_IOC_ARM, &arm) &&
	      read(fd, &hit, sizeof(hit)) == sizeof(hit),
	      "arming with no threshold leaves the hit to be read");
	check(!poll(&poll_fd, 1, 100),
	      "a session that is armed with no threshold has no further hit");
	test_late_arming(fd);
	arm.stop_ns[RTLA_CONTEXT_IRQ] = UINT64_MAX;
	check(ioctl(fd, RTLA_IOC_ARM, &arm) == -1 && errno == ERANGE,
	      "arming with a threshold out of range is ERANGE");
	close(fd);
}

static void test_cpu(void)
{
	struct rtla_start good = config(&cpu1);
	struct rtla_cpu cpu = { .size = sizeof(cpu), .cpu = 1 };
	uint64_t before;
	int fd = session();
	cpu_set_t set;

	start(fd, &good);
	usleep(300000);
	check(!ioctl(fd, RTLA_IOC_CPU, &cpu) && cpu.state == RTLA_CPU_MEASURED &&
	      cpu.pid && !cpu.offline,
	      "RTLA_IOC_CPU tells that a CPU is measured, and by which thread");
	before = cpu.activations + cpu.skipped;
	check(before > 100,
	      "activations and skipped periods of a CPU are counted");
	check(cpu.own_irq_ns && cpu.own_thread_ns > cpu.own_irq_ns && cpu.own_thread_ns < 100000,
	      "our own work in an IRQ latency is a part of that in a thread latency");
	check(!sched_getaffinity(cpu.pid, sizeof(set), &set) &&
	      CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set),
	      "the thread of a CPU runs there and nowhere else");
	check(sched_getscheduler(cpu.pid) == SCHED_FIFO,
	      "the thread of a CPU runs with SCHED_FIFO");
	cpu.cpu = 0;
	check(ioctl(fd, RTLA_IOC_CPU, &cpu) == -1 && errno == ENODEV,
	      "RTLA_IOC_CPU of a CPU that the session does not have is ENODEV");
	cpu.cpu = 1 << 30;
	check(ioctl(fd, RTLA_IOC_CPU, &cpu) == -1 && errno == ENODEV,
	      "a CPU that does not exist is ENODEV");
	close(fd);
}

static void runs_with(int policy, int nice, int priority, uint64_t runtime,
		      uint64_t period, const char *name)
{
	struct rtla_start good = config(&cpu1);
	struct rtla_cpu cpu = { .size = sizeof(cpu), .cpu = 1 };
	struct {
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t runtime, deadline, period;
	} attr = { 0 };
	int fd = session();
	bool ok;

	good.flags = RTLA_START_SCHED;
	good.sched_policy = policy;
	good.sched_nice = nice;
	good.sched_priority = priority;
	good.sched_runtime_ns = runtime;
	good.sched_period_ns = period;
	ok = !start(fd, &good);
	for (int i = 0; i < 500 && ok && !cpu.activations; i++) {
		usleep(10000);
		ok = !ioctl(fd, RTLA_IOC_CPU, &cpu);
	}
	ok = ok && cpu.activations &&
	     !syscall(SYS_sched_getattr, cpu.pid, &attr, sizeof(attr), 0) &&
	     attr.policy == (uint32_t)policy && attr.nice == nice &&
	     attr.priority == (uint32_t)priority;
	/* Other policies have no runtime: the kernel may return a time slice. */
	if (policy == POLICY_DEADLINE)
		ok = ok && attr.runtime == runtime && attr.period == period;
	check(ok, name);
	close(fd);
}

static void test_sched(void)
{
	runs_with(SCHED_FIFO, 0, 50, 0, 0, "the thread runs as FIFO 50");
	runs_with(SCHED_RR, 0, 99, 0, 0, "the thread runs as RR 99");
	runs_with(SCHED_OTHER, -5, 0, 0, 0, "the thread runs at nice -5");
	runs_with(POLICY_DEADLINE, 0, 0, 100000, 1000000, "the thread runs as DEADLINE");
}

/* Another process moves the measuring thread to another CPU. */
static void test_lost(void)
{
	struct rtla_start good = config(&cpu1);
	struct rtla_cpu cpu;
	int fd = session();
	cpu_set_t set;

	start(fd, &good);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	/* The thread's affinity cannot be changed before it first runs. */
	do {
		cpu = cpu_state(fd);
	} while (!cpu.activations);
	check(!sched_setaffinity(cpu.pid, sizeof(set), &set),
	      "a measuring thread can be moved away");
	usleep(50000);
	check(cpu_state(fd).state == RTLA_CPU_LOST,
	      "a CPU whose thread is moved away is not measured, and the session tells");
	close(fd);
	check(nothing_runs(),
	      "a thread that was moved away ends with its session");
}

static void test_killed(void)
{
	struct rtla_start good = config(&cpu1);
	int pipe_fd[2], pid;
	pid_t child;
	char byte;

	if (pipe(pipe_fd))
		exit(1);
	child = fork();
	if (!child) {
		start(session(), &good);
		if (write(pipe_fd[1], "", 1) != 1)
			_exit(1);
		pause();
	}
	check(read(pipe_fd[0], &byte, 1) == 1 && workloads("timerlat/", &pid) == 1,
	      "a child process measures");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	check(nothing_runs(),
	      "a measuring kernel thread ends with its process, by SIGKILL");
}

/* A function of the kernel or the module, and its address in kallsyms. */
struct function {
	const char *name;
	uint64_t address;
};

/* Find all in one pass: an emulated machine reads the file for seconds. */
static void find_functions(struct function *functions, int n)
{
	FILE *file = fopen("/proc/kallsyms", "r");
	unsigned long long address = 0;
	char name[512];

	while (fscanf(file, "%llx %*c %511[^\n]", &address, name) == 2) {
		for (int i = 0; i < n; i++) {
			if (!strcmp(name, functions[i].name))
				functions[i].address = address;
		}
	}
	fclose(file);
}

static bool is_called(int fd, uint64_t address, const char *name)
{
	struct rtla_symbol symbol = {
		.size = sizeof(symbol), .address = address,
	};

	errno = 0;
	return !ioctl(fd, RTLA_IOC_SYMBOL, &symbol) &&
	       !strcmp(symbol.name, name);
}

/* Return whether some, but under 8, addresses in @function are named @name. */
static bool is_reported(int fd, const struct function *function,
			const char *name)
{
	uint64_t address = function->address;
	int found = 0;

	for (uint64_t at = address; address && at < address + 1024; at++)
		found += is_called(fd, at, name);
	return found && found < 8;
}

/* Start a child that reads on CPU 0, and so is in vfs_read() most of the time. */
static pid_t start_reader(void)
{
	static char zeros[1 << 20];
	pid_t child = fork();
	int fd;

	if (child)
		return child;
	fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	pin(0);
	while (read(fd, zeros, sizeof(zeros)) > 0)
		;
	_exit(1);
}

/* Have some hits, one after the other; return whether all of them came. */
static bool have_hits(struct pollfd *fd, int hits)
{
	struct rtla_arm arm = { .size = sizeof(arm),
				.stop_ns[RTLA_CONTEXT_THREAD] = 1 };
	struct rtla_hit hit;

	while (hits--)
		if (ioctl(fd->fd, RTLA_IOC_ARM, &arm) ||
		    poll(fd, 1, 5000) != 1 ||
		    read(fd->fd, &hit, sizeof(hit)) != sizeof(hit))
			return false;
	return true;
}

/*
 * The module names only addresses that were reported with a hit: the name of
 * any other address would reveal where the kernel is in memory.
 */
static void test_symbol(void)
{
	enum { OTHER, READ, FUNCTIONS };
	struct function functions[FUNCTIONS] = {
		[OTHER] = { "schedule" }, [READ] = { "vfs_read" },
	};
	struct rtla_symbol bad = { .size = sizeof(bad) - 1 };
	struct rtla_start good = config(&cpu0);
	struct pollfd fd = { .fd = session(), .events = POLLIN };
	pid_t reader;

	find_functions(functions, FUNCTIONS);
	check(!is_called(fd.fd, 4096, "") && errno == EINVAL,
	      "RTLA_IOC_SYMBOL before the start is EINVAL");
	good.timerlat.stack_ns = 1;
	start(fd.fd, &good);
	check(!is_called(fd.fd, functions[OTHER].address + 1, "schedule") &&
	      errno == ENOENT, "an address that was not reported is ENOENT");
	close(fd.fd);

	fd.fd = session();
	start(fd.fd, &good);
	reader = start_reader();
	check(have_hits(&fd, 32), "32 hits come while stacks are reported");
	kill(reader, SIGKILL);
	waitpid(reader, NULL, 0);
	check(is_reported(fd.fd, &functions[READ], "vfs_read"),
	      "addresses in the stacks of hits have their names");
	check(!is_called(fd.fd, 4096, "") && errno == ENOENT,
	      "an address that is in no stack is ENOENT");
	check(ioctl(fd.fd, RTLA_IOC_SYMBOL, &bad) && errno == EINVAL,
	      "a struct rtla_symbol of another size is EINVAL");
	bad = (struct rtla_symbol) { .size = sizeof(bad), .reserved = 1 };
	check(ioctl(fd.fd, RTLA_IOC_SYMBOL, &bad) && errno == EINVAL,
	      "a struct rtla_symbol with a reserved field is EINVAL");
	close(fd.fd);
}

static void test_unload(void)
{
	struct rtla_start good = config(&cpu1);
	int fd = session();

	start(fd, &good);
	check(syscall(SYS_delete_module, "rtla", O_NONBLOCK) == -1 &&
	      (errno == EWOULDBLOCK || errno == EBUSY),
	      "the module cannot be unloaded while a session runs");
	close(fd);
}

static void test_hotplug(void)
{
	struct rtla_start good = config(&cpu1);
	struct rtla_cpu cpu = { .size = sizeof(cpu), .cpu = 1 };
	int fd = session();
	uint64_t before;

	start(fd, &good);
	check(set_online("0") && nothing_runs(),
	      "a CPU goes offline, and its thread with it");
	check(!ioctl(fd, RTLA_IOC_CPU, &cpu) && cpu.state == RTLA_CPU_OFFLINE &&
	      !cpu.pid && cpu.offline == 1,
	      "the session tells that its CPU is offline");
	before = cpu.activations;
	refused(good, ENODEV, "an offline CPU is ENODEV");
	check(set_online("1"), "a CPU comes back online");
	usleep(200000);
	check(!ioctl(fd, RTLA_IOC_CPU, &cpu) && cpu.state == RTLA_CPU_MEASURED &&
	      cpu.activations > before,
	      "a CPU that comes back online is measured again");
	close(fd);
	check(nothing_runs(),
	      "nothing is left of a session whose CPU went and came");
}

static void test_suspend(void)
{
	struct rtla_start good = config(&cpu1);
	struct rtla_cpu before, after;
	int fd;

	if (!may_suspend("the system suspends and resumes"))
		return;
	fd = session();
	start(fd, &good);
	usleep(50000);
	before = cpu_state(fd);
	check(suspend(), "the system suspends and resumes");
	usleep(100000);
	after = cpu_state(fd);
	check(after.state == RTLA_CPU_MEASURED && after.suspended == 1 &&
	      !after.offline && after.activations > before.activations,
	      "the CPU is measured after a suspend, and the session tells of it");
	check(after.pid != before.pid && after.skipped < before.skipped + 800,
	      "the time of a suspend is no skipped periods");
	close(fd);
	check(nothing_runs(), "nothing is left of a suspended session");
}

static void run(const char *name, void (*test)(void))
{
	subject = name;
	test();
}

/* RUN - run the tests of a function test_*, whose subject is the rest of its name */
#define RUN(name) run(#name, test_##name)

/*
 *	abi_test		runs all tests but the following one
 *	abi_test interface	leaves out those beside threads that never sleep,
 *				whose times QEMU 7.2 does not always keep
 *	abi_test wakeup		only tests sessions that can run beside others:
 *				wake-ups, overheads, the bound and thresholds
 *	abi_test neighbours	tests what sessions cost others; the clock of the
 *				guest has to count instructions
 *	abi_test resume		tests a CPU that fails to come back from a
 *				suspend; after that, the kernel takes no CPU
 *				offline any more
 */
int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "resume")) {
		RUN(suspended_user);
		printf("1..%d\n", tests);
		return failures != 0;
	}
	if (argc == 2 && !strcmp(argv[1], "wakeup")) {
		RUN(wakeups);
		RUN(wakers);
		RUN(watched_noise);
		RUN(overheads);
		RUN(bound);
		RUN(thresholds);
		RUN(injected_causes);
		printf("1..%d\n", tests);
		return failures != 0;
	}
	if (argc == 2 && !strcmp(argv[1], "neighbours")) {
		RUN(neighbours);
		printf("1..%d\n", tests);
		return failures != 0;
	}
	RUN(refused_values);
	RUN(refused_sched);
	RUN(malformed);
	RUN(versions);
	RUN(not_started);
	RUN(permission);
	RUN(rights);
	RUN(text);
	RUN(ownership);
	RUN(other_sessions);
	RUN(hit);
	RUN(end);
	RUN(cpu);
	RUN(periods);
	RUN(sched);
	RUN(killed);
	RUN(symbol);
	RUN(unload);
	RUN(lost);
	RUN(hotplug);
	RUN(suspend);
	RUN(osnoise);
	RUN(stats);
	RUN(causes);
	RUN(users);
	if (argc == 1)
		RUN(starved);
	printf("1..%d\n", tests);
	return failures != 0;
}
