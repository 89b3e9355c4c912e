// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of callers that know another version of the interface, or set what the
 * session's kind does not have: see abi_test.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "abi.h"

#define SIZE_MAX_TAKEN	4096	/* largest size of any structure, in bytes */

/* The kinds of session, and the bytes of the structure that each has. */
static const struct kind {
	const char *name;
	unsigned int workload;
	size_t size;
} kinds[] = {
	{ "timerlat", RTLA_TIMERLAT, sizeof(struct rtla_start_timerlat) },
	{ "osnoise", RTLA_OSNOISE, sizeof(struct rtla_start_osnoise) },
	{ "wake-ups", RTLA_WAKEUP, sizeof(struct rtla_start_wakeup) },
	{ "overheads", RTLA_OVERHEADS, sizeof(struct rtla_start_overheads) },
	{ "bound", RTLA_BOUND, sizeof(struct rtla_start_bound) },
};

/*
 * Programs were compiled with these numbers, which contain the sizes of the
 * structures.
 */
static void test_numbers(void)
{
	check(RTLA_IOC_START == 0xc168b701 && RTLA_IOC_ARM == 0x4088b702 &&
	      RTLA_IOC_CPU == 0xc058b703 && RTLA_IOC_ATTACH == 0x4008b704 &&
	      RTLA_IOC_SYMBOL == 0xc250b705 && RTLA_IOC_END == 0xb706 &&
	      RTLA_IOC_COUNT == 0x4018b707 && RTLA_IOC_STATS == 0xc180b708 &&
	      RTLA_IOC_BUCKETS == 0x4020b709 && RTLA_IOC_BLOCKS == 0xc020b70a &&
	      RTLA_IOC_THREADS == 0xc018b70b && RTLA_IOC_WAKERS == 0xc018b70c &&
	      RTLA_IOC_BOUND == 0xc530b70d && RTLA_IOC_CAUSES == 0xc018b70e &&
	      sizeof(struct rtla_hit) == 48,
	      "requests and structures of version 1 are as they were");
	check(offsetof(struct rtla_start, room) == 104 && sizeof(struct rtla_start) == 360,
	      "the structures of the kinds of session have the same room as in version 1");
}

/*
 * The structure of a kind may grow within the room for all, as long as that is
 * 0 before.
 */
static void test_room(const struct kind *kind)
{
	struct rtla_start bad = of_kind(kind->workload, 0, &cpu0);
	size_t words = sizeof(bad.room) / sizeof(bad.room[0]);
	size_t own = kind->size / sizeof(bad.room[0]);
	char name[100];

	snprintf(name, sizeof(name), "%s: what is right beyond its own structure is EINVAL",
		 kind->name);
	bad.room[own] = 1ULL << 63;
	refused(bad, EINVAL, name);
	snprintf(name, sizeof(name), "%s: what is at the end of the room for its structure is EINVAL",
		 kind->name);
	bad.room[own] = 0;
	bad.room[words - 1] = 1;
	refused(bad, EINVAL, name);
}

/* Return the error of a request whose structure has nothing but its size. */
static int error_of(int fd, unsigned long request, uint32_t size)
{
	uint32_t words[SIZE_MAX_TAKEN / sizeof(uint32_t)] = { size };

	errno = 0;
	return ioctl(fd, request, words) ? errno : 0;
}

/* A structure that is shorter than in version 1 is none of any version. */
static void test_short(void)
{
	static const struct {
		const char *name;
		unsigned long request;
	} requests[] = {
		{ "RTLA_IOC_ARM", RTLA_IOC_ARM },
		{ "RTLA_IOC_CPU", RTLA_IOC_CPU },
		{ "RTLA_IOC_STATS", RTLA_IOC_STATS },
		{ "RTLA_IOC_BLOCKS", RTLA_IOC_BLOCKS },
	};
	struct rtla_start good = of_kind(RTLA_TIMERLAT, 0, &cpu0);
	int fd = session();
	char name[100];

	good.stats |= RTLA_STATS_BLOCKS;
	good.block_ns = RTLA_BLOCK_MIN_NS;
	start(fd, &good);
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		uint32_t size = _IOC_SIZE(requests[i].request);

		snprintf(name, sizeof(name), "%s: a structure shorter than that of version 1 is EINVAL",
			 requests[i].name);
		check(!error_of(fd, requests[i].request, size) &&
		      error_of(fd, requests[i].request, size - 1) == EINVAL &&
		      error_of(fd, requests[i].request, 0) == EINVAL, name);
		snprintf(name, sizeof(name), "%s: a longer structure with a tail of zeroes is taken",
			 requests[i].name);
		check(!error_of(fd, requests[i].request, size + 8), name);
	}
	close(fd);
}

/* A later version of a structure has more fields, which this module does not write. */
static void test_longer(void)
{
	struct {
		struct rtla_cpu cpu;
		uint64_t tail[8];
	} longer = { .cpu = { .size = sizeof(longer) } }, none = longer;
	struct rtla_start good = config(&cpu0);
	int fd = session();

	start(fd, &good);
	check(!ioctl(fd, _IOWR(RTLA_IOC_MAGIC, 3, longer), &longer) && longer.cpu.pid &&
	      longer.cpu.size == sizeof(longer) &&
	      !memcmp(longer.tail, none.tail, sizeof(none.tail)),
	      "rtla_cpu of a later version is filled in as far as it is known");
	longer.tail[7] = 1;
	check(ioctl(fd, RTLA_IOC_CPU, &longer) == -1 && errno == E2BIG,
	      "rtla_cpu with an unknown tail is E2BIG");
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
	      "a START with an unknown tail is E2BIG");
	longer.tail = 0;
	check(!ioctl(fd, _IOWR(RTLA_IOC_MAGIC, 1, longer), &longer),
	      "a START with a tail of zeroes is taken, by the number of a later version");
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
	      "a structure of 4097 bytes is E2BIG, whatever is in it");
	arm->size = UINT32_MAX;
	check(ioctl(fd, RTLA_IOC_ARM, arm) == -1 && errno == E2BIG,
	      "a structure of the largest size, 4 GB, is E2BIG");
	munmap(arm, 2 * SIZE_MAX_TAKEN);
	close(fd);
}

/* A caller may know a longer struct rtla_hit than the module. */
static void test_read(void)
{
	const size_t first = sizeof(struct rtla_hit);
	struct rtla_arm arm = {
		.size = sizeof(arm), .stop_ns[RTLA_CONTEXT_THREAD] = 1,
	};
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
	      "a hit is read into its first version");
	ioctl(fd.fd, RTLA_IOC_ARM, &arm);
	poll(&fd, 1, 5000);
	check(read(fd.fd, &longer, sizeof(longer)) == sizeof(longer.hit),
	      "a hit is read into a longer structure, as much as there is of it");
	close(fd.fd);
}

void test_versions(void)
{
	test_tails();
	test_numbers();
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		test_room(&kinds[i]);
	test_short();
	test_longer();
	test_huge();
	test_read();
}
