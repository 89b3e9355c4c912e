// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of osnoise sessions: see abi_test.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "abi.h"

static struct rtla_start noise_config(uint64_t *cpus)
{
	struct rtla_start start = config(cpus);

	start.workload = RTLA_OSNOISE;
	start.osnoise = (struct rtla_start_osnoise) {
		.period_ns = 100000000, .runtime_ns = 50000000,
	};
	return start;
}

/* Test that a valid configuration is refused if one field is changed. */
#define REFUSED(field, value, error) do {				\
	struct rtla_start bad = noise_config(&cpu0);			\
									\
	bad.field = value;						\
	refused(bad, error, "osnoise: " #field " = " #value " is " #error); \
} while (0)

static void test_refused(void)
{
	struct rtla_start bad = noise_config(&cpu0);

	REFUSED(osnoise.runtime_ns, 0, ERANGE);
	REFUSED(osnoise.runtime_ns, RTLA_RUNTIME_MIN_NS - 1, ERANGE);
	REFUSED(osnoise.runtime_ns, 100000001, ERANGE);
	REFUSED(osnoise.period_ns, RTLA_OSNOISE_PERIOD_MAX_NS + 1, ERANGE);
	REFUSED(osnoise.noise_ns, UINT64_MAX, ERANGE);
	REFUSED(osnoise.stop_ns[0], UINT64_MAX, ERANGE);
	REFUSED(osnoise.stop_ns[1], UINT64_MAX, ERANGE);
	REFUSED(flags, RTLA_START_ALIGN, EINVAL);

	bad.flags = RTLA_START_NO_THREADS;
	bad.osnoise.stop_ns[0] = 1;
	refused(bad, EINVAL, "osnoise: a threshold of no threads is EINVAL");
}

static void test_runs(uint32_t flags, const char *name)
{
	struct rtla_start good = noise_config(&cpu1);
	struct rtla_cpu cpu;
	int fd = session(), pid;

	good.flags = flags;
	check(!start(fd, &good) && workloads("osnoise/", &pid) == 1, name);
	usleep(500000);
	cpu = cpu_state(fd);
	check(cpu.state == RTLA_CPU_MEASURED && cpu.pid == pid &&
	      cpu.activations + cpu.skipped >= 2,
	      named("%s: periods are counted", name));
	check(sched_getscheduler(pid) == SCHED_OTHER,
	      named("%s: the policy of the thread is left alone", name));
	close(fd);
	check(nothing_runs(), named("%s: no thread is left at the end", name));
}

static void test_hit(uint64_t single, uint64_t total, uint32_t context,
		     const char *name)
{
	struct rtla_start good = noise_config(&cpu1);
	struct rtla_arm arm = {
		.size = sizeof(arm),
		.stop_ns = { single, total },
	};
	struct pollfd poll_fd = { .fd = session(), .events = POLLIN };
	struct rtla_hit hit = { 0 };
	int fd = poll_fd.fd;

	start(fd, &good);
	check(!poll(&poll_fd, 1, 100) && !ioctl(fd, RTLA_IOC_ARM, &arm) &&
	      poll(&poll_fd, 1, 5000) == 1 &&
	      read(fd, &hit, sizeof(hit)) == sizeof(hit) && hit.cpu == 1 &&
	      hit.context == context && hit.seqnum && hit.t_w_ns &&
	      hit.threshold_ns == 1 && hit.latency_ns > 1, name);
	close(fd);
}

/* Both kinds of session run at once, but not on the same CPU. */
static void test_beside_timerlat(void)
{
	struct rtla_start noise = noise_config(&cpu1), lat = config(&cpu0);
	int fd_a = session(), fd_b = session(), fd_c = session(), pid;

	check(!start(fd_a, &noise) && !start(fd_b, &lat) &&
	      workloads("osnoise/", &pid) == 1 && workloads("timerlat/", &pid) == 1,
	      "osnoise and timerlat run at once");
	check(start_at_once(fd_c, &noise) == -1 && errno == EBUSY &&
	      noise.cpu == 1,
	      "a CPU of osnoise is EBUSY for a second session of osnoise");
	close(fd_c);
	close(fd_a);
	check(!workloads("osnoise/", &pid) && workloads("timerlat/", &pid) == 1,
	      "closing osnoise leaves timerlat on another CPU");
	close(fd_b);
}

static void test_without_threads(void)
{
	struct rtla_start good = noise_config(&cpu1), lat = config(&cpu1);
	int fd = session(), beside = session();
	struct rtla_cpu cpu;

	good.flags = RTLA_START_NO_THREADS;
	check(!start(fd, &good) && nothing_runs(),
	      "osnoise without threads starts no thread");
	cpu = cpu_state(fd);
	check(cpu.state == RTLA_CPU_MEASURED && !cpu.pid && !cpu.activations,
	      "the session of osnoise without threads has its CPU all the same");
	check(!start_at_once(beside, &lat),
	      "osnoise without threads keeps nobody from measuring on its CPU");
	close(beside);
	close(fd);
}

static void test_hotplug(void)
{
	struct rtla_start good = noise_config(&cpu1);
	int fd = session();

	start(fd, &good);
	check(set_online("0") && nothing_runs() &&
	      cpu_state(fd).state == RTLA_CPU_OFFLINE,
	      "osnoise ends on a CPU that goes offline");
	check(set_online("1") && cpu_state(fd).state == RTLA_CPU_MEASURED &&
	      cpu_state(fd).offline == 1,
	      "osnoise is back with a CPU that comes online");
	close(fd);
}

void test_osnoise(void)
{
	test_refused();
	test_runs(0, "osnoise runs");
	test_runs(RTLA_START_PREEMPT_OFF, "osnoise runs with preemption off");
	test_runs(RTLA_START_IRQS_OFF, "osnoise runs with interrupts off");
	test_hit(1, 0, RTLA_CONTEXT_SINGLE, "a single noise hits");
	test_hit(0, 1, RTLA_CONTEXT_TOTAL, "a total noise hits");
	test_beside_timerlat();
	test_without_threads();
	test_hotplug();
}
