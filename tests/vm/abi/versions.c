// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of callers that know another version of the interface: see abi_test.c.
 * guest/all.sh runs the recorded program of version 1, version1/client.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "abi.h"

#define SIZE_MAX_TAKEN	4096	/* largest size of any structure, in bytes */

/* Make the calls of a program that was compiled with version 1. */
static void test_first_version(void)
{
	struct rtla_start good = config(&cpu0);
	struct rtla_arm arm = { .size = offsetof(struct rtla_arm, stop_user_ns) };
	struct rtla_cpu cpu = { .size = offsetof(struct rtla_cpu, suspended) };
	int fd = session();

	good.size = offsetof(struct rtla_start, stop_user_ns);
	memset(&good.stop_user_ns, 0xff, sizeof(good) - good.size);
	memset(&arm.stop_user_ns, 0xff, sizeof(arm) - arm.size);
	memset(&cpu.suspended, 0xff, sizeof(cpu) - cpu.size);
	check(!ioctl(fd, 0xc060b701, &good),
	      "the first version of rtla_start is taken, by its number");
	check(!ioctl(fd, 0x4018b702, &arm),
	      "the first version of rtla_arm is taken, by its number");
	check(!ioctl(fd, 0xc028b703, &cpu) && cpu.pid &&
	      cpu.suspended == UINT64_MAX && cpu.detached == UINT64_MAX,
	      "the first version of rtla_cpu is taken, and not written beyond");
	close(fd);
}

/* The numbers of version 12 stay: programs were compiled with them. */
static void test_numbers(void)
{
	check(RTLA_IOC_START == 0xc198b701 && RTLA_IOC_ARM == 0x40e0b702 &&
	      RTLA_IOC_CPU == 0xc050b703 && RTLA_IOC_ATTACH == 0x4008b704 &&
	      RTLA_IOC_SYMBOL == 0xc250b705 && RTLA_IOC_COUNT == 0x4018b707 &&
	      RTLA_IOC_STATS == 0xc180b708 && RTLA_IOC_BUCKETS == 0x4020b709 &&
	      RTLA_IOC_BLOCKS == 0xc020b70a && RTLA_IOC_THREADS == 0xc018b70b &&
	      RTLA_IOC_WAKERS == 0xc018b70c && RTLA_IOC_BOUND == 0xc450b70d,
	      "the numbers of version 12 are as they were");
}

/* In version 10, rtla_cpu ended before the number of sessions. */
static void test_tenth_version(void)
{
	struct rtla_cpu old = { .size = offsetof(struct rtla_cpu, sessions) };
	struct rtla_start good = config(&cpu0);
	int fd = session();

	old.sessions = UINT64_MAX;
	check(!start(fd, &good) && !ioctl(fd, 0xc048b703, &old) && old.pid &&
	      old.sessions == UINT64_MAX,
	      "rtla_cpu of version 10 is taken, and not written beyond");
	close(fd);
}

/* In version 8, rtla_start and rtla_arm ended before the bound. */
static void test_eighth_version(void)
{
	struct rtla_arm arm = { .size = offsetof(struct rtla_arm, stop_bound_ns) };
	struct rtla_start good = config(&cpu0);
	int fd = session();

	good.size = offsetof(struct rtla_start, stop_bound_ns);
	memset(&good.stop_bound_ns, 0xff, sizeof(good) - good.size);
	memset(&arm.stop_bound_ns, 0xff, sizeof(arm) - arm.size);
	check(!ioctl(fd, 0xc168b701, &good) && !ioctl(fd, 0x40b0b702, &arm),
	      "rtla_start and rtla_arm of version 8 are taken");
	close(fd);
}

/* In version 6, rtla_start, rtla_arm and rtla_stats ended before overheads. */
static void test_sixth_version(void)
{
	struct rtla_arm arm = { .size = offsetof(struct rtla_arm, stop_overhead_ns) };
	struct rtla_stats old = { .size = offsetof(struct rtla_stats, disturbed) };
	struct rtla_start good = config(&cpu0);
	int fd = session();

	good.size = offsetof(struct rtla_start, stop_overhead_ns);
	good.stats = RTLA_STATS_SUMMARY;
	memset(&good.stop_overhead_ns, 0xff, sizeof(good) - good.size);
	memset(&arm.stop_overhead_ns, 0xff, sizeof(arm) - arm.size);
	memset(&old.disturbed, 0xff, sizeof(old) - old.size);
	check(!ioctl(fd, 0xc118b701, &good) && good.contexts == ~0ULL &&
	      !ioctl(fd, 0x4068b702, &arm) &&
	      !ioctl(fd, 0xc168b708, &old) && old.disturbed == ~0ULL,
	      "the structures of version 6 are taken, and nothing is written behind them");
	close(fd);
}

/* In version 5, rtla_start and rtla_arm ended before what is for wake-ups. */
static void test_fifth_version(void)
{
	struct rtla_arm arm = { .size = offsetof(struct rtla_arm, stop_wakeup_ns) };
	struct rtla_start good = config(&cpu0);
	int fd = session();

	good.size = offsetof(struct rtla_start, watch);
	memset(&good.watch, 0xff, sizeof(good) - good.size);
	memset(&arm.stop_wakeup_ns, 0xff, sizeof(arm) - arm.size);
	check(!ioctl(fd, 0xc0b8b701, &good) && !ioctl(fd, 0x4030b702, &arm),
	      "rtla_start and rtla_arm of version 5 are taken");
	close(fd);
}

/* In version 4, rtla_stats ended before the skipped periods. */
static void test_fourth_version(void)
{
	struct rtla_stats old = { .size = offsetof(struct rtla_stats, skipped) };
	struct rtla_start good = config(&cpu0);
	int fd = session();

	good.stats = RTLA_STATS_SUMMARY;
	memset(&old.skipped, 0xff, sizeof(old) - old.size);
	check(!ioctl(fd, RTLA_IOC_START, &good) &&
	      !ioctl(fd, 0xc118b708, &old) && old.skipped == UINT64_MAX &&
	      old.skipped_squares_high == UINT64_MAX,
	      "rtla_stats of version 4 is taken, and not written beyond");
	close(fd);
}

/* In version 3, rtla_cpu ended before our own work in each latency. */
static void test_third_version(void)
{
	struct rtla_cpu old = { .size = offsetof(struct rtla_cpu, own_irq_ns) };
	struct rtla_cpu cpu = { .size = sizeof(cpu) };
	struct rtla_start good = config(&cpu0);
	int fd = session();

	memset(&old.own_irq_ns, 0xff, sizeof(old) - old.size);
	check(!ioctl(fd, RTLA_IOC_START, &good) &&
	      !ioctl(fd, 0xc038b703, &old) && old.pid &&
	      old.own_irq_ns == UINT64_MAX && old.own_thread_ns == UINT64_MAX,
	      "rtla_cpu of version 3 is taken, and not written beyond");
	check(!ioctl(fd, RTLA_IOC_CPU, &cpu) && cpu.own_irq_ns &&
	      cpu.own_thread_ns > cpu.own_irq_ns &&
	      cpu.own_thread_ns < 100000,
	      "our own work in an IRQ latency is a part of that in a thread latency");
	close(fd);
}

/* In version 2, rtla_start ended before the statistics. */
static void test_second_version(void)
{
	struct rtla_start good = config(&cpu0);
	int fd = session();

	good.size = offsetof(struct rtla_start, stats);
	memset(&good.stats, 0xff, sizeof(good) - good.size);
	check(!ioctl(fd, 0xc090b701, &good),
	      "the second version of rtla_start is taken, by its number");
	close(fd);
}

static void test_tails(void)
{
	struct {
		struct rtla_start start;
		uint64_t tail;
	} longer = { .start = config(&cpu0) };
	int fd = session();

	longer.start.size = sizeof(longer);
	longer.tail = 1;
	check(start(fd, &longer.start) == -1 && errno == E2BIG,
	      "an unknown tail is E2BIG");
	longer.tail = 0;
	check(!ioctl(fd, _IOWR(RTLA_IOC_MAGIC, 1, longer), &longer),
	      "a tail of zeroes is taken, by the number of a later version");
	close(fd);
}

/*
 * Without a limit of the size, any caller with a descriptor could make the
 * kernel look through 4 GB for a byte that is not zero.
 */
static void test_huge(void)
{
	struct rtla_arm *arm = mmap(NULL, 2 * SIZE_MAX_TAKEN,
				    PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct rtla_start good = config(&cpu0);
	int fd = session();

	start(fd, &good);
	arm->size = SIZE_MAX_TAKEN;
	check(!ioctl(fd, RTLA_IOC_ARM, arm), "a structure of 4096 bytes is taken");
	arm->size = SIZE_MAX_TAKEN + 1;
	check(ioctl(fd, RTLA_IOC_ARM, arm) == -1 && errno == E2BIG,
	      "a longer one is E2BIG, whatever is in it");
	arm->size = UINT32_MAX;
	check(ioctl(fd, RTLA_IOC_ARM, arm) == -1 && errno == E2BIG,
	      "so is the longest");
	munmap(arm, 2 * SIZE_MAX_TAKEN);
	close(fd);
}

/* A caller may know a shorter or a longer struct rtla_hit than the module. */
static void test_read(void)
{
	const size_t first = offsetof(struct rtla_hit, t_w_ns) + sizeof(uint64_t);
	struct rtla_arm arm = { .size = sizeof(arm), .stop_thread_ns = 1 };
	struct rtla_start good = config(&cpu0);
	struct pollfd fd = { .fd = session(), .events = POLLIN };
	struct {
		struct rtla_hit hit;
		char tail[256];
	} longer;

	start(fd.fd, &good);
	ioctl(fd.fd, RTLA_IOC_ARM, &arm);
	poll(&fd, 1, 5000);
	check(read(fd.fd, &longer, first - 1) == -1 && errno == EINVAL,
	      "a hit is not read into less than its first version");
	check(read(fd.fd, &longer, first) == (ssize_t)first && longer.hit.cpu == 0,
	      "it is read into its first version");
	ioctl(fd.fd, RTLA_IOC_ARM, &arm);
	poll(&fd, 1, 5000);
	check(read(fd.fd, &longer, sizeof(longer)) == sizeof(longer.hit),
	      "and into more, as much as there is of it");
	close(fd.fd);
}

void test_versions(void)
{
	test_tails();
	test_first_version();
	test_numbers();
	test_second_version();
	test_third_version();
	test_fourth_version();
	test_tenth_version();
	test_eighth_version();
	test_sixth_version();
	test_fifth_version();
	test_huge();
	test_read();
}
