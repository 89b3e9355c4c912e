// SPDX-License-Identifier: GPL-2.0
/*
 * Makes random calls of /dev/rtla, from several threads and processes at once,
 * in a guest. Prints TAP.
 *
 *	fuzz_device SECONDS [SEED]
 *
 * Threads with and without privileges share descriptors and have some of their
 * own. Structures are valid, nearly valid, or nonsense, and lie at the end of
 * accessible memory. At the same time sessions measure, and user-space
 * workloads attach and are killed. Each error that a call returns has to be one
 * that include/uapi/rtla.h names for the call. In the end, nothing may be left,
 * and a session has to work.
 *
 * The same seed repeats what each thread does, but not the order between
 * threads. No session takes a CPU for itself for long, see tame(); none of them
 * panics.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "uapi/rtla.h"

#define NOBODY		65534
#define SHARED		6	/* descriptors that all threads use */
#define OWN		3	/* descriptors that only one thread uses */
#define WORKERS		6
#define LIMITS		20	/* more than a session may have */
#define ROOM		8192	/* bytes for a structure, up to a page's end */
#define PAGE		4096
#define SIZE_LIMIT	4096	/* bytes; larger structures are refused */
#define MISMATCHES	20	/* at most so many are printed */
#define LONGER		10
#define HANGS_AFTER	60	/* s; a thread that takes longer to end hangs */

/* A thread that makes random calls, and its random number generator. */
struct worker {
	pthread_t thread;
	unsigned int number;
	uint64_t random;
	bool privileged;
	int own[OWN];
	char *memory;		/* ROOM bytes; then a page without access */
	char *read_only;	/* likewise, and as a rule not writable */
	long calls;
};

static struct worker workers[WORKERS];
static atomic_int shared[SHARED];
static atomic_bool stop;
static atomic_int running;
static int cpu_count;
static int tests, failures;
/* Counters that all threads share, also with their children. */
static struct {
	atomic_int mismatches;
	atomic_long sessions, attached, hits;
} *seen;

/*
 * Set if a directed test has already reported that the module looks at the size
 * in an ioctl's number, or has no limit of the size: random calls then avoid
 * this.
 */
static bool numbers_have_sizes, sizes_unlimited;

/* ---- Results ------------------------------------------------------------- */

static void check(bool ok, const char *name)
{
	tests++;
	failures += !ok;
	printf("%sok %d - %s\n", ok ? "" : "not ", tests, name);
	fflush(stdout);
}

static void mismatch(const char *format, ...)
{
	char text[300];
	va_list args;
	int length;

	if (atomic_fetch_add(&seen->mismatches, 1) >= MISMATCHES)
		return;
	va_start(args, format);
	length = vsnprintf(text, sizeof(text) - 1, format, args);
	va_end(args);
	text[length++] = '\n';
	if (write(STDOUT_FILENO, text, length) != length)
		_exit(1);
}

/* The errors of each call; EBADF: another thread closed the descriptor. */
static const int start_errors[] = { EINVAL, ESRCH,	ERANGE, EBUSY,
				    ENODEV, EPERM,	E2BIG,	EFAULT,
				    ENOMEM, EOPNOTSUPP, EBADF,	0 };
static const int arm_errors[] = { EINVAL, ERANGE, E2BIG, EFAULT, EBADF, 0 };
static const int cpu_errors[] = { EINVAL, ENODEV, E2BIG, EFAULT, EBADF, 0 };
static const int attach_errors[] = { EINVAL, ENODEV, EBUSY, EPERM, E2BIG,
				     EFAULT, ENOMEM, EBADF, 0 };
static const int symbol_errors[] = { EINVAL, ENOENT, EPERM, E2BIG,
				     EFAULT, ENOMEM, EBADF, 0 };
static const int count_errors[] = { EINVAL, E2BIG, EFAULT, EBADF, 0 };
static const int stats_errors[] = { EINVAL, ENODEV, E2BIG, EFAULT,
				    ENOMEM, EBADF,  0 };
static const int naming_errors[] = { EINVAL, ENODEV, EPERM, E2BIG,
				     EFAULT, EBADF,  0 };
static const int end_errors[] = { EINVAL, EBADF, 0 };
static const int write_errors[] = { EINVAL, ERANGE, EBUSY, ENODEV, EPERM, E2BIG,
				    EFAULT, ENOMEM, EBADF, 0 };
static const int unknown_errors[] = { ENOTTY, EBADF, 0 };
static const int read_errors[] = { EAGAIN, EINVAL, EFAULT, EINTR, EXDEV, ENODEV,
				   EPERM, EBADF, 0 };
static const int unprivileged_errors[] = { EPERM, EBADF, 0 };

static bool is_one_of(int error, const int *errors)
{
	for (; *errors; errors++)
		if (error == *errors)
			return true;
	return false;
}

static void judge(const struct worker *worker, long result, const int *errors,
		  const char *call, unsigned long detail)
{
	int error = errno;

	if (result < 0 && !is_one_of(error, errors))
		mismatch("# thread %u%s: %s, %#lx: errno %d (%s)", worker->number,
			 worker->privileged ? "" : " (nobody)", call, detail,
			 error, strerror(error));
}

/* ---- Chance -------------------------------------------------------------- */

static uint32_t draw(struct worker *worker)
{
	worker->random ^= worker->random << 13;
	worker->random ^= worker->random >> 7;
	worker->random ^= worker->random << 17;
	return worker->random >> 32;
}

/* Return true once in @times calls, on average. */
static bool chance(struct worker *worker, uint32_t times)
{
	return draw(worker) % times == 0;
}

#define PICK(worker, list) ((list)[draw(worker) % (sizeof(list) / sizeof(*(list)))])

static const uint64_t edges[] = {
	0,
	1,
	2,
	7,
	8,
	999,
	1000,
	99999,
	100000,
	1000000,
	1000000000,
	1000000001,
	10000000000,
	10000000001,
	3600000000000,
	3600000000001,
	INT32_MAX,
	1ULL << 31,
	UINT32_MAX,
	1ULL << 32,
	INT64_MAX,
	1ULL << 63,
	UINT64_MAX,
};

static uint64_t any_number(struct worker *worker)
{
	if (chance(worker, 4))
		return (uint64_t)draw(worker) << 32 | draw(worker);
	return PICK(worker, edges);
}

/* ---- Memory -------------------------------------------------------------- */

static void prepare_memory(struct worker *worker)
{
	char *area = mmap(NULL, 2 * ROOM + 2 * PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED)
		exit(1);
	worker->memory = area;
	worker->read_only = area + ROOM + PAGE;
	mprotect(area + ROOM, PAGE, PROT_NONE);
	mprotect(area + 2 * ROOM + PAGE, PAGE, PROT_NONE);
}

/*
 * Copy @data, of @length bytes, to the place from which it is passed to the
 * module, and return that address. Its size field says @size. As a rule, its
 * last byte is the last of a page, after which there is no access; sometimes
 * the address is another one, valid or not.
 */
static void *place(struct worker *worker, const void *data, size_t length,
		   uint32_t size)
{
	size_t room = size > length ? size : length;
	char *end = worker->memory + ROOM;

	if (room > ROOM)
		room = ROOM;
	memset(worker->memory, chance(worker, 8) ? 0xa5 : 0, ROOM);
	memcpy(end - room, data, length);
	switch (draw(worker) % 24) {
	case 0: return NULL;
	case 1: return end;
	case 2: return (void *)0xffff888000000000;
	case 3: return (void *)-(uintptr_t)PAGE;
	case 4: return end - length / 2;
	case 5: return memcpy(end - room - 1, data, length);
	case 6:
		mprotect(worker->read_only, ROOM, PROT_READ | PROT_WRITE);
		memcpy(worker->read_only + ROOM - room, end - room, room);
		mprotect(worker->read_only, ROOM, PROT_READ);
		return worker->read_only + ROOM - room;
	default: return end - room;
	}
}

/* Return a value for a structure's size field, which is @current as a rule. */
static uint32_t any_size(struct worker *worker, uint32_t current)
{
	const uint32_t sizes[] = {
		0, 1, 4, current - 1, current + 1, current + 8, SIZE_LIMIT - 1,
		SIZE_LIMIT, SIZE_LIMIT + 1, ROOM, 1u << 31, UINT32_MAX,
	};

	return chance(worker, 3) ? PICK(worker, sizes) : current;
}

/* Overwrite up to two fields with any numbers, but not the size. */
static void spoil(struct worker *worker, void *data, size_t length)
{
	uint64_t number;
	size_t at, count;

	for (count = draw(worker) % 3; count; count--) {
		at = 4 + draw(worker) % (length / 4 - 1) * 4;
		number = any_number(worker);
		memcpy((char *)data + at, &number,
		       at % 8 || at + 8 > length ? 4 : 8);
	}
}

/* ---- The calls ----------------------------------------------------------- */

static int any_descriptor(struct worker *worker)
{
	int fd = -1;

	if (worker->privileged && chance(worker, 2))
		fd = PICK(worker, worker->own);
	return fd >= 0 ? fd : (int)PICK(worker, shared);
}

static int open_device(struct worker *worker)
{
	int flags = chance(worker, 4) ? O_RDONLY : O_RDWR;
	int fd = open(RTLA_DEVICE_PATH, flags | O_CLOEXEC |
		      (chance(worker, 3) ? 0 : O_NONBLOCK));

	if (!worker->privileged && (fd >= 0 || errno != EACCES))
		mismatch("# thread %u: another user opens it: %d, errno %d",
			 worker->number, fd, errno);
	if (worker->privileged && fd < 0)
		mismatch("# thread %u: open: errno %d (%s)", worker->number, errno,
			 strerror(errno));
	return fd;
}

/*
 * Return @command as a rule, otherwise with another size and direction, which
 * the module ignores.
 */
static unsigned long any_command(struct worker *worker, unsigned long command)
{
	if (numbers_have_sizes || !chance(worker, 6))
		return command;
	return _IOC(draw(worker) % 4, RTLA_IOC_MAGIC, _IOC_NR(command),
		    draw(worker) % (1 << _IOC_SIZEBITS));
}

/*
 * Change a configuration, as the module may accept it, so that its session
 * cannot take a CPU for long: if the session is more urgent than the shell, it
 * takes at most half of the CPU's time. A hit does not panic.
 */
static void tame(struct rtla_start *start)
{
	struct rtla_start_timerlat *timerlat = &start->timerlat;
	struct rtla_start_osnoise *osnoise = &start->osnoise;
	bool chosen = start->flags & RTLA_START_SCHED;
	bool urgent = chosen ? start->sched_policy != SCHED_OTHER ||
			       start->sched_nice < 0 :
			       start->workload == RTLA_TIMERLAT;

	start->flags &= ~RTLA_START_PANIC;
	if (start->sched_runtime_ns > start->sched_period_ns / 4 &&
	    start->sched_runtime_ns <= start->sched_period_ns)
		start->sched_runtime_ns = start->sched_period_ns / 4;
	if (start->workload == RTLA_TIMERLAT && urgent &&
	    timerlat->period_ns >= RTLA_PERIOD_MIN_NS &&
	    timerlat->period_ns < 2000000)
		timerlat->period_ns = 2000000;
	if (start->workload != RTLA_OSNOISE ||
	    osnoise->runtime_ns > osnoise->period_ns)
		return;
	if (osnoise->runtime_ns > 20000000)
		osnoise->runtime_ns = 20000000;
	if ((urgent ||
	     start->flags & (RTLA_START_PREEMPT_OFF | RTLA_START_IRQS_OFF)) &&
	    osnoise->runtime_ns > osnoise->period_ns / 2)
		osnoise->period_ns = 2 * osnoise->runtime_ns;
}

static void any_sched(struct worker *worker, struct rtla_start *start)
{
	static const int policies[] = { SCHED_OTHER, SCHED_FIFO, SCHED_RR, 6 };

	start->flags |= RTLA_START_SCHED;
	start->sched_policy = PICK(worker, policies);
	switch (start->sched_policy) {
	case SCHED_OTHER:
		start->sched_nice = (int)(draw(worker) % 40) - 20;
		break;
	case SCHED_FIFO:
	case SCHED_RR:
		start->sched_priority = 1 + draw(worker) % 99;
		break;
	default:
		start->sched_runtime_ns = 100000;
		start->sched_period_ns = 1000000;
	}
}

static void any_stats(struct worker *worker, struct rtla_start *start,
		      struct rtla_limit *limits)
{
	start->stats = RTLA_STATS_SUMMARY |
		       draw(worker) % (RTLA_STATS_FLAGS + 1);
	if (start->stats & RTLA_STATS_HISTOGRAM) {
		start->hist_entries = chance(worker, 4) ?
					      RTLA_HIST_ENTRIES_MAX :
					      1 + draw(worker) % 300;
		start->hist_bucket_ns = 1 + draw(worker) % 10000;
	}
	if (start->stats & RTLA_STATS_BLOCKS)
		start->block_ns = RTLA_BLOCK_MIN_NS * (1 + draw(worker) % 50);
	start->limits = (uintptr_t)limits;
	start->limits_count = draw(worker) % LIMITS;
	for (uint32_t i = 0; i < start->limits_count; i++)
		limits[i] = (struct rtla_limit) {
			.context = start->workload == RTLA_OSNOISE ?
				   RTLA_CONTEXT_SINGLE : RTLA_CONTEXT_IRQ,
			.limit_ns = draw(worker),
		};
	if (chance(worker, 2))
		start->flags |= RTLA_START_HIT_ENDS;
}

/* A session that watches wake-ups: of any threads, or of those of some ids. */
static struct rtla_start any_watching(struct worker *worker,
				      const uint64_t *cpus,
				      struct rtla_limit *limits)
{
	static const int32_t ids[] = { 1, 2, 3, 4, 10, 100, 0x3fffffff, 0, -1 };
	struct rtla_start start = {
		.workload = RTLA_WAKEUP,
		.cpus = (uintptr_t)cpus,
		.cpus_size = sizeof(*cpus),
		.flags = chance(worker, 2) ? RTLA_START_NO_NOISE : 0,
		.wakeup = {
			.watched_max = 1 + draw(worker) % 300,
			.distributions = chance(worker, 2) ? draw(worker) % 20 : 0,
			.watch = draw(worker) % (RTLA_WATCH_ANY + 1),
			.stack_ns = chance(worker, 2) ? draw(worker) % 1000000 : 0,
		},
	};
	struct rtla_start_wakeup *own = &start.wakeup;

	if (own->watch & RTLA_WATCH_COMM)
		strcpy(own->comm, chance(worker, 2) ? "fuzz_device" : "x");
	if (chance(worker, 2)) {
		own->watch |= chance(worker, 2) ? RTLA_WATCH_THREADS :
						   RTLA_WATCH_PROCESSES;
		own->ids_count =
			1 + draw(worker) % (sizeof(ids) / sizeof(*ids));
		own->ids = (uintptr_t)ids;
	}
	if (chance(worker, 2))
		own->watch |= RTLA_WATCH_CHILDREN;
	if (chance(worker, 2))
		own->watch |= RTLA_WATCH_WAKERS;
	any_stats(worker, &start, limits);
	start.stats &= ~(RTLA_STATS_SKIPPED | RTLA_STATS_CAUSES);
	for (uint32_t i = 0; i < start.limits_count; i++)
		limits[i].context =
			RTLA_WAKEUP_TIMER + draw(worker) % RTLA_WAKEUP_PARTS;
	for (int i = 0; i < RTLA_WAKEUP_PARTS; i++)
		own->stop_ns[i] = chance(worker, 4) ? draw(worker) : 0;
	return start;
}

static struct rtla_start any_overheads(struct worker *worker,
				       const uint64_t *cpus,
				       struct rtla_limit *limits)
{
	struct rtla_start start = {
		.workload = RTLA_OVERHEADS,
		.cpus = (uintptr_t)cpus,
		.cpus_size = sizeof(*cpus),
		.flags = (chance(worker, 2) ? RTLA_START_ALL_THREADS : 0) |
			 (chance(worker, 2) ? RTLA_START_DISTURBED : 0),
	};

	any_stats(worker, &start, limits);
	start.stats &= ~(RTLA_STATS_SKIPPED | RTLA_STATS_CAUSES);
	for (uint32_t i = 0; i < start.limits_count; i++)
		limits[i].context = RTLA_OVERHEAD_RELEASE_LATENCY +
				    draw(worker) % RTLA_OVERHEADS_COUNT;
	for (int i = 0; i < RTLA_OVERHEADS_COUNT; i++)
		start.overheads.stop_ns[i] = chance(worker, 4) ? draw(worker) :
								 0;
	return start;
}

static struct rtla_start any_bound(struct worker *worker, const uint64_t *cpus,
				   struct rtla_limit *limits)
{
	static const uint64_t periods[] = { RTLA_PROBE_MIN_NS - 1, 200000,
					    RTLA_PROBE_MAX_NS };
	struct rtla_start start = {
		.workload = RTLA_BOUND,
		.cpus = (uintptr_t)cpus,
		.cpus_size = sizeof(*cpus),
		.bound = {
			.period_ns = PICK(worker, periods),
			.stack_ns = chance(worker, 4) ? 1 : 0,
		},
	};

	any_stats(worker, &start, limits);
	start.stats &= ~(RTLA_STATS_SKIPPED | RTLA_STATS_CAUSES);
	for (uint32_t i = 0; i < start.limits_count; i++)
		limits[i].context =
			RTLA_BOUND_POID + draw(worker) % RTLA_BOUND_COUNT;
	for (int i = 0; i < RTLA_BOUND_COUNT; i++)
		start.bound.stop_ns[i] = chance(worker, 4) ? draw(worker) : 0;
	return start;
}

static struct rtla_start any_start(struct worker *worker, const uint64_t *cpus,
				   struct rtla_limit *limits)
{
	static const uint64_t timerlat_periods[] = { RTLA_PERIOD_MIN_NS,
						     1000000, 3000000,
						     RTLA_PERIOD_MAX_NS };
	struct rtla_start start = {
		.workload = chance(worker, 3) ? RTLA_OSNOISE : RTLA_TIMERLAT,
		.cpus = (uintptr_t)cpus,
		.cpus_size = sizeof(*cpus),
	};

	if (chance(worker, 4))
		return any_watching(worker, cpus, limits);
	if (chance(worker, 4))
		return any_overheads(worker, cpus, limits);
	if (chance(worker, 4))
		return any_bound(worker, cpus, limits);
	if (chance(worker, 3))
		any_sched(worker, &start);
	if (chance(worker, 2))
		start.flags |= RTLA_START_NO_THREADS;
	if (start.workload == RTLA_TIMERLAT) {
		start.timerlat = (struct rtla_start_timerlat) {
			.period_ns = PICK(worker, timerlat_periods),
			.stop_ns[RTLA_CONTEXT_THREAD] =
				chance(worker, 2) ? 1 + draw(worker) : 0,
			.stop_ns[RTLA_CONTEXT_USER] = chance(worker, 4) ? 1 : 0,
			.stack_ns = chance(worker, 4) ? 1 : 0,
		};
		if (chance(worker, 4)) {
			start.flags |= RTLA_START_ALIGN;
			start.timerlat.align_ns = draw(worker);
		}
	} else {
		start.osnoise = (struct rtla_start_osnoise) {
			.period_ns = 40000000,
			.runtime_ns =
				RTLA_RUNTIME_MIN_NS + draw(worker) % 10000000,
			.stop_ns[0] = chance(worker, 4) ? 1 : 0,
		};
		if (chance(worker, 4))
			start.flags |= RTLA_START_IRQS_OFF;
		if (chance(worker, 4))
			start.flags |= RTLA_START_PREEMPT_OFF;
	}
	if (chance(worker, 2))
		any_stats(worker, &start, limits);
	return start;
}

static void call_start(struct worker *worker, int fd)
{
	uint64_t cpus[ROOM / sizeof(uint64_t)] = {
		1 + draw(worker) % ((1ULL << cpu_count) - 1)
	};
	struct rtla_limit limits[LIMITS];
	struct rtla_start start = any_start(worker, cpus, limits);
	unsigned long command = any_command(worker, RTLA_IOC_START);
	int result;

	/* That of wake-ups is the longest of a kind: what is beyond has to be 0. */
	if (chance(worker, 2))
		spoil(worker, &start,
		      chance(worker, 8) ? sizeof(start) :
					  offsetof(struct rtla_start, wakeup) +
						  sizeof(start.wakeup));
	if (chance(worker, 16))
		start.cpus =
			(uintptr_t)worker->memory + ROOM - draw(worker) % 16;
	if (chance(worker, 16))
		start.cpus_size = draw(worker) % 2 ? RTLA_CPUS_MAX_SIZE :
						     RTLA_CPUS_MAX_SIZE + 8;
	tame(&start);
	start.size = any_size(worker, sizeof(start));
	if (sizes_unlimited && start.size > ROOM)
		start.size = ROOM;
	result = ioctl(fd, command,
		       place(worker, &start, sizeof(start), start.size));
	judge(worker, result, worker->privileged ? start_errors : unprivileged_errors,
	      "START", start.size);
	if (!result && !worker->privileged)
		mismatch("# thread %u: another user starts a session", worker->number);
	seen->sessions += !result;
}

static void call_arm(struct worker *worker, int fd)
{
	struct rtla_arm arm = { .reserved = 0 };
	int result;

	arm.stop_ns[draw(worker) % 2] = 1;
	if (chance(worker, 3))
		spoil(worker, &arm, sizeof(arm));
	arm.size = any_size(worker, sizeof(arm));
	result = ioctl(fd, any_command(worker, RTLA_IOC_ARM),
		       place(worker, &arm, sizeof(arm), arm.size));
	judge(worker, result, arm_errors, "ARM", arm.size);
}

static uint32_t any_cpu(struct worker *worker)
{
	const uint32_t cpus[] = { cpu_count, cpu_count + 1, 63, 64, 8191, 8192,
				  65536, 1u << 31, INT32_MAX, UINT32_MAX };

	return chance(worker, 4) ? PICK(worker, cpus) :
				   draw(worker) % cpu_count;
}

static void call_cpu(struct worker *worker, int fd)
{
	struct rtla_cpu cpu = { .cpu = any_cpu(worker) };
	int result;

	cpu.size = any_size(worker, sizeof(cpu));
	result = ioctl(fd, any_command(worker, RTLA_IOC_CPU),
		       place(worker, &cpu, sizeof(cpu), cpu.size));
	judge(worker, result, cpu_errors, "CPU", cpu.cpu);
}

static void call_symbol(struct worker *worker, int fd)
{
	struct rtla_symbol symbol = { .address = any_number(worker) };
	int result;

	if (chance(worker, 2))
		symbol.address = 0xffffffff80000000 + draw(worker) % (64 << 20);
	symbol.reserved = chance(worker, 8);
	symbol.size = any_size(worker, sizeof(symbol));
	result = ioctl(fd, any_command(worker, RTLA_IOC_SYMBOL),
		       place(worker, &symbol, sizeof(symbol), symbol.size));
	judge(worker, result, worker->privileged ? symbol_errors : unprivileged_errors,
	      "SYMBOL", symbol.address);
}

static void call_count(struct worker *worker, int fd)
{
	struct rtla_count count = {
		.from_ns = chance(worker, 2) ? 0 : any_number(worker),
		.until_ns = chance(worker, 2) ? UINT64_MAX : any_number(worker),
		.reserved = chance(worker, 8),
	};
	int result;

	count.size = any_size(worker, sizeof(count));
	result = ioctl(fd, any_command(worker, RTLA_IOC_COUNT),
		       place(worker, &count, sizeof(count), count.size));
	judge(worker, result, count_errors, "COUNT", count.size);
}

static void call_stats(struct worker *worker, int fd)
{
	struct rtla_stats stats = {
		.cpu = any_cpu(worker),
		.context = draw(worker) % (RTLA_CONTEXTS + 1),
		.reserved = chance(worker, 8),
	};
	int result;

	stats.size = any_size(worker, sizeof(stats));
	result = ioctl(fd, any_command(worker, RTLA_IOC_STATS),
		       place(worker, &stats, sizeof(stats), stats.size));
	judge(worker, result, stats_errors, "STATS", stats.size);
}

static void call_buckets(struct worker *worker, int fd)
{
	struct rtla_buckets buckets = {
		.cpu = any_cpu(worker),
		.context = draw(worker) % (RTLA_CONTEXTS + 1),
		.kind = draw(worker) % 5,
		.count = draw(worker) % 200,
		.buckets = (uintptr_t)worker->memory,
	};
	int result;

	if (chance(worker, 3))
		spoil(worker, &buckets, sizeof(buckets));
	if (buckets.count > ROOM / sizeof(uint64_t))
		buckets.buckets = 1;	/* nothing is written there */
	buckets.size = any_size(worker, sizeof(buckets));
	result = ioctl(fd, any_command(worker, RTLA_IOC_BUCKETS),
		       place(worker, &buckets, sizeof(buckets), buckets.size));
	judge(worker, result, stats_errors, "BUCKETS", buckets.size);
}

static void call_blocks(struct worker *worker, int fd)
{
	struct rtla_blocks blocks = {
		.cpu = any_cpu(worker),
		.context = draw(worker) % (RTLA_CONTEXTS + 1),
		.count = draw(worker) % 30,
		.flags = draw(worker) % 2,
		.blocks = (uintptr_t)worker->memory,
	};
	int result;

	if (chance(worker, 3))
		spoil(worker, &blocks, sizeof(blocks));
	if (blocks.count > ROOM / sizeof(struct rtla_block))
		blocks.blocks = 1;	/* nothing is written there */
	blocks.size = any_size(worker, sizeof(blocks));
	result = ioctl(fd, any_command(worker, RTLA_IOC_BLOCKS),
		       place(worker, &blocks, sizeof(blocks), blocks.size));
	judge(worker, result, stats_errors, "BLOCKS", blocks.size);
}

static void call_threads(struct worker *worker, int fd)
{
	struct rtla_threads threads = {
		.first = draw(worker) % 40, .count = draw(worker) % 10,
		.threads = (uintptr_t)worker->memory,
	};
	int result;

	if (chance(worker, 3))
		spoil(worker, &threads, sizeof(threads));
	if (threads.count > ROOM / sizeof(struct rtla_thread))
		threads.threads = 1;	/* nothing is written there */
	threads.size = any_size(worker, sizeof(threads));
	result = ioctl(fd, any_command(worker, RTLA_IOC_THREADS),
		       place(worker, &threads, sizeof(threads), threads.size));
	judge(worker, result, naming_errors, "THREADS", threads.size);
}

static void call_wakers(struct worker *worker, int fd)
{
	struct rtla_wakers wakers = {
		.cpu = any_cpu(worker), .count = draw(worker) % 10,
		.wakers = (uintptr_t)worker->memory,
	};
	int result;

	if (chance(worker, 3))
		spoil(worker, &wakers, sizeof(wakers));
	if (wakers.count > ROOM / sizeof(struct rtla_woken))
		wakers.wakers = 1;	/* nothing is written there */
	wakers.size = any_size(worker, sizeof(wakers));
	result = ioctl(fd, any_command(worker, RTLA_IOC_WAKERS),
		       place(worker, &wakers, sizeof(wakers), wakers.size));
	judge(worker, result, naming_errors, "WAKERS", wakers.size);
}

static void call_bound(struct worker *worker, int fd)
{
	struct rtla_bound bound = { .cpu = any_cpu(worker) };
	int result;

	bound.size = any_size(worker, sizeof(bound));
	result = ioctl(fd, any_command(worker, RTLA_IOC_BOUND),
		       place(worker, &bound, sizeof(bound), bound.size));
	judge(worker, result, stats_errors, "BOUND", bound.size);
}

static void call_causes(struct worker *worker, int fd)
{
	struct rtla_causes causes = {
		.cpu = any_cpu(worker), .count = draw(worker) % 10,
		.causes = (uintptr_t)worker->memory,
	};
	int result;

	if (chance(worker, 3))
		spoil(worker, &causes, sizeof(causes));
	if (causes.count > ROOM / sizeof(struct rtla_caused))
		causes.causes = 1;	/* nothing is written there */
	causes.size = any_size(worker, sizeof(causes));
	result = ioctl(fd, any_command(worker, RTLA_IOC_CAUSES),
		       place(worker, &causes, sizeof(causes), causes.size));
	judge(worker, result, naming_errors, "CAUSES", causes.size);
}

static bool bind_to(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (cpu < CPU_SETSIZE)
		CPU_SET(cpu, &set);
	return !sched_setaffinity(0, sizeof(set), &set);
}

static void unbind(void)
{
	cpu_set_t set;
	int cpu;

	CPU_ZERO(&set);
	for (cpu = 0; cpu < cpu_count; cpu++)
		CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void call_attach(struct worker *worker, int fd)
{
	struct rtla_attach attach = { .cpu = any_cpu(worker) };
	int result;

	if (!chance(worker, 8))
		bind_to(attach.cpu);
	attach.size = any_size(worker, sizeof(attach));
	result = ioctl(fd, any_command(worker, RTLA_IOC_ATTACH),
		       place(worker, &attach, sizeof(attach), attach.size));
	judge(worker, result, attach_errors, "ATTACH", attach.cpu);
	seen->attached += !result;
}

static void call_end(struct worker *worker, int fd)
{
	int result =
		ioctl(fd, any_command(worker, RTLA_IOC_END), worker->memory);

	judge(worker, result, end_errors, "END", 0);
}

/* The first number of a request that the interface does not have. */
#define FIRST_UNKNOWN	(_IOC_NR(RTLA_IOC_CAUSES) + 1)

static void call_unknown(struct worker *worker, int fd)
{
	unsigned long command = draw(worker);

	/* Avoid what the kernel handles: TCGETS and its like, FIONREAD, FIONBIO. */
	if (chance(worker, 2))
		command = _IOC(draw(worker) % 4, RTLA_IOC_MAGIC,
			       FIRST_UNKNOWN +
				       draw(worker) % (256 - FIRST_UNKNOWN),
			       draw(worker) % 300);
	else
		command = (command & ~0xff00ul) | 0xb600;
	judge(worker, ioctl(fd, command, worker->memory), unknown_errors,
	      "unknown ioctl", command);
}

static void call_read(struct worker *worker, int fd)
{
	static const size_t sizes[] = { 0, 1, 47, 48, 49, 56, 4095, 4096, 4097,
					1u << 31, UINT32_MAX, SIZE_MAX };
	size_t size = chance(worker, 2) ? sizeof(struct rtla_hit) :
					  PICK(worker, sizes);
	void *to = place(worker, "", 1, size > ROOM ? ROOM : size);
	ssize_t got = read(fd, to, size);

	judge(worker, got, read_errors, "read", size);
	if (got > 0)
		seen->hits++;
	/* A session of text returns parts of a line, see call_write(). */
	if (got > 0 && (size_t)got > size)
		mismatch("# thread %u: read of %zu returns %zd", worker->number,
			 size, got);
}

/*
 * Append a word to a line, and return its new length. If @bad, the word may be
 * one that makes the line bad.
 */
static size_t add_word(struct worker *worker, char *line, size_t length,
		       bool bad)
{
	static const char *const good_words[] = {
		"cpus=0", "cpus=0-1", "stop_tracing_us=1", "stop_tracing_total_us=1",
		"stop_tracing_total_us=0", "tracing_off=0", "tracing_off=1",
		"print_stack=1", "TIMERLAT_ALIGN_US=7", "tracing_threshold=3",
		"OSNOISE_PREEMPT_DISABLE", "OSNOISE_IRQ_DISABLE", "",
	};
	static const char *const bad_words[] = {
		"cpus=", "cpus=x", "cpus=0-99999", "cpus=,", "cpus", "=", "nothing",
		"PANIC_ON_STOP=1", "period_us=-1", "period_us=18446744073709551615",
		"stop_tracing_us=99999999999999", "tracing_off=2", "timerlat",
		"\nx", "\377\376", "period_us=1 period_us=1",
	};

	return length + sprintf(line + length, " %s", bad ?
				PICK(worker, bad_words) : PICK(worker, good_words));
}

/*
 * Write a line of text, which starts a session at most if each of its words is
 * good. The period and the runtime come first, and leave time for others.
 */
static void call_write(struct worker *worker, int fd)
{
	static const char *const begins[] = {
		"timerlat period_us=3000", "osnoise period_us=100000 runtime_us=3000",
		"hwnoise period_us=100000 runtime_us=3000",
	};
	bool bad = chance(worker, 2);
	char line[1000];
	size_t length = sprintf(line, "%s", PICK(worker, begins)), i;
	ssize_t got;

	for (i = draw(worker) % 4; i; i--)
		length = add_word(worker, line, length, false);
	if (bad)
		length = add_word(worker, line, length, true);
	for (i = bad ? draw(worker) % 4 : 0; i; i--)
		length = add_word(worker, line, length, chance(worker, 4));
	if (chance(worker, 2))
		line[length++] = '\n';
	got = write(fd, place(worker, line, length, length), length);
	/* The kernel refuses an address of its own before it calls the module. */
	judge(worker, got, worker->privileged ? write_errors :
	      (const int[]) { EPERM, EFAULT, EBADF, 0 }, "write of a line", length);
	seen->sessions += got > 0;
	if (got > 0 && (bad || (size_t)got != length))
		mismatch("# thread %u: write of \"%.*s\" returns %zd", worker->number,
			 (int)length, line, got);
}

static void call_poll(struct worker *worker, int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = draw(worker) };
	int result = poll(&poll_fd, 1, draw(worker) % 20);

	judge(worker, result, (const int[]) { EINTR, 0 }, "poll", poll_fd.events);
}

/* Make a call that the device does not support, or write no text at all. */
static void call_other(struct worker *worker, int fd)
{
	void *map;

	switch (draw(worker) % 4) {
	case 0:
		judge(worker, lseek(fd, draw(worker), draw(worker) % 3),
		      (const int[]) { ESPIPE, EBADF, 0 }, "lseek", 0);
		break;
	case 1:
		memset(worker->memory, draw(worker), ROOM);
		judge(worker, write(fd, worker->memory, draw(worker) % ROOM),
		      write_errors, "write", 0);
		break;
	case 2:
		judge(worker, pread(fd, worker->memory, 40, draw(worker)),
		      (const int[]) { ESPIPE, EBADF, 0 }, "pread", 0);
		break;
	default:
		map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
		if (map != MAP_FAILED) {
			mismatch("# thread %u: mmap succeeds", worker->number);
			munmap(map, PAGE);
		} else {
			judge(worker, -1, (const int[]) { ENODEV, EBADF, 0 }, "mmap", 0);
		}
	}
}

static void random_call(struct worker *worker, int fd)
{
	static void (*const calls[])(struct worker *, int) = {
		call_start,   call_start,   call_start,	  call_arm,
		call_arm,     call_cpu,	    call_attach,  call_attach,
		call_symbol,  call_unknown, call_read,	  call_write,
		call_write,   call_read,    call_read,	  call_poll,
		call_other,   call_end,	    call_count,	  call_stats,
		call_buckets, call_blocks,  call_threads, call_wakers,
		call_bound,   call_causes,
	};

	worker->calls++;
	PICK(worker, calls)(worker, fd);
}

/* ---- Descriptors, and processes ------------------------------------------ */

static void replace_own(struct worker *worker)
{
	int *own = &PICK(worker, worker->own);

	if (*own >= 0)
		close(*own);
	*own = open_device(worker);
}

/* Other threads may use the closed descriptor, or wait in a call of it. */
static void replace_shared(struct worker *worker)
{
	int fd = open_device(worker);

	if (fd >= 0)
		close(atomic_exchange(&PICK(worker, shared), fd));
}

static void copy_one(struct worker *worker)
{
	int copy = dup(any_descriptor(worker));

	if (copy < 0)
		return;
	random_call(worker, copy);
	close(copy);
}

static void reap(pid_t child)
{
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Fork a child that holds copies of all descriptors, and ends or is killed. */
static void fork_holder(struct worker *worker)
{
	pid_t child = fork();
	int i;

	if (!child) {
		for (i = draw(worker) % 8; i; i--)
			random_call(worker, any_descriptor(worker));
		if (chance(worker, 2))
			_exit(0);
		for (;;)
			pause();
	}
	if (child < 0)
		return;
	usleep(draw(worker) % 20000);
	kill(child, SIGKILL);
	reap(child);
}

static void be_workload(struct worker *worker)
{
	struct rtla_attach attach = {
		.size = sizeof(attach), .cpu = draw(worker) % cpu_count,
	};
	int fd, try;
	char byte;

	bind_to(attach.cpu);
	fd = open_device(worker);
	for (try = 0; try < 20 && ioctl(fd, RTLA_IOC_ATTACH, &attach); try++)
		usleep(5000);
	seen->attached += try < 20;
	while (!read(fd, &byte, 1))
		;
	judge(worker, -1, read_errors, "read of a workload", attach.cpu);
	close(fd);
	_exit(0);
}

static void fork_workload(struct worker *worker)
{
	pid_t child = fork();

	if (!child)
		be_workload(worker);
	if (child < 0)
		return;
	usleep(draw(worker) % 100000);
	kill(child, chance(worker, 2) ? SIGKILL : SIGTERM);
	reap(child);
}

/*
 * Measure with a session that only this thread uses. Other threads can disturb
 * it only by having its CPU.
 */
static void measure(struct worker *worker)
{
	uint64_t cpus = 1ULL << draw(worker) % cpu_count;
	struct rtla_limit limits[LIMITS];
	struct rtla_start start = any_start(worker, &cpus, limits);
	struct rtla_arm arm = { .size = sizeof(arm) };
	struct rtla_hit hit;
	int fd = open_device(worker), i;

	tame(&start);
	start.size = sizeof(start);
	seen->sessions += !ioctl(fd, RTLA_IOC_START, &start);
	for (i = draw(worker) % 4; i; i--) {
		arm.stop_ns[start.workload != RTLA_TIMERLAT] = 1;
		ioctl(fd, RTLA_IOC_ARM, &arm);
		poll(&(struct pollfd) { .fd = fd, .events = POLLIN }, 1, 30);
		if (fcntl(fd, F_GETFL) & O_NONBLOCK)
			seen->hits += read(fd, &hit, sizeof(hit)) > 0;
	}
	close(fd);
}

/*
 * Drop the privileges of this thread only. The system calls do that, but the
 * functions of libc change all threads.
 */
static bool drop_privileges(struct worker *worker)
{
	worker->privileged = false;
	return !syscall(SYS_setresgid, NOBODY, NOBODY, NOBODY) &&
	       !syscall(SYS_setresuid, NOBODY, NOBODY, NOBODY);
}

static void *work(void *data)
{
	struct worker *worker = data;

	if (worker->number == WORKERS - 1 && !drop_privileges(worker))
		mismatch("# privileges cannot be dropped");
	while (!stop) {
		uint32_t number = draw(worker) % 64;

		if (number == 0)
			fork_holder(worker);
		else if (number < 4 && worker->privileged)
			fork_workload(worker);
		else if (number < 8 && worker->privileged)
			measure(worker);
		else if (number < 14 && worker->privileged)
			replace_own(worker);
		else if (number < 16 && worker->privileged)
			replace_shared(worker);
		else if (number < 18)
			copy_one(worker);
		else if (number < 20)
			unbind();
		else if (number == 20)
			judge(worker, open_device(worker), (const int[]) { EACCES, 0 },
			      "open", 0);
		else
			random_call(worker, any_descriptor(worker));
	}
	atomic_fetch_sub(&running, 1);
	return NULL;
}

/* ---- What is left -------------------------------------------------------- */

static int threads_left(void)
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
		    (!strncmp(comm, "timerlat/", 9) || !strncmp(comm, "osnoise/", 8)))
			count++;
		fclose(file);
	}
	closedir(proc);
	return count;
}

static bool is_unused(void)
{
	FILE *file = fopen("/sys/module/rtla/refcnt", "r");
	int users = -1;

	if (file && fscanf(file, "%d", &users) != 1)
		users = -1;
	if (file)
		fclose(file);
	if (users)
		printf("# the module has %d users\n", users);
	return !users;
}

static bool measures(int fd, int cpu)
{
	struct rtla_cpu info = { .size = sizeof(info), .cpu = cpu };
	int try;

	for (try = 0; try < 100 && info.activations < 10; try++) {
		usleep(50000);
		if (ioctl(fd, RTLA_IOC_CPU, &info))
			return false;
	}
	return info.activations >= 10 && info.state == RTLA_CPU_MEASURED;
}

static void check_end(void)
{
	uint64_t cpus = (1ULL << cpu_count) - 1;
	struct rtla_start start = {
		.size = sizeof(start), .workload = RTLA_TIMERLAT,
		.cpus = (uintptr_t)&cpus, .cpus_size = sizeof(cpus),
		.timerlat.period_ns = 5000000,
	};
	bool ok = true;
	int fd, cpu;

	check(!threads_left(), "no thread is left");
	check(is_unused(), "nobody uses the module any more");
	fd = open(RTLA_DEVICE_PATH, O_RDWR);
	check(!ioctl(fd, RTLA_IOC_START, &start), "a session on all CPUs starts");
	for (cpu = 0; cpu < cpu_count; cpu++)
		ok = ok && measures(fd, cpu);
	check(ok, "a session on all CPUs measures each of them");
	close(fd);
	check(!threads_left(), "the end of a session on all CPUs leaves nothing");
}

/* ---- Directed tests: what the random ones rely on ------------------------ */

static int call_with_size(unsigned long command, uint32_t size)
{
	int fd = open(RTLA_DEVICE_PATH, O_RDWR | O_NONBLOCK);
	static char data[2 * ROOM];
	int result, error;

	memset(data, 0, sizeof(data));
	memcpy(data, &size, sizeof(size));
	errno = 0;
	result = ioctl(fd, command, data);
	error = errno;
	close(fd);
	return result ? error : 0;
}

static void test_numbers(void)
{
	static const unsigned long commands[] = {
		RTLA_IOC_START, RTLA_IOC_ARM, RTLA_IOC_CPU, RTLA_IOC_ATTACH,
		RTLA_IOC_SYMBOL, RTLA_IOC_COUNT, RTLA_IOC_STATS,
		RTLA_IOC_BUCKETS, RTLA_IOC_BLOCKS, RTLA_IOC_THREADS,
		RTLA_IOC_WAKERS, RTLA_IOC_CAUSES,
	};
	bool any = true, small = true, large = true;
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		unsigned int nr = _IOC_NR(commands[i]);

		any = any &&
		      call_with_size(_IOC(_IOC_NONE, RTLA_IOC_MAGIC, nr, 0),
				     0) == EINVAL &&
		      call_with_size(_IOC(_IOC_READ, RTLA_IOC_MAGIC, nr, 8191),
				     0) == EINVAL;
		small = small && call_with_size(commands[i], 7) == EINVAL;
		large = large &&
			call_with_size(commands[i], SIZE_LIMIT + 8) == E2BIG &&
			call_with_size(commands[i], UINT32_MAX) == E2BIG;
	}
	check(any, "size and direction in an ioctl's number mean nothing");
	check(small, "a structure that is too short for any version is EINVAL");
	check(large, "a structure of more than 4096 bytes is E2BIG");
	numbers_have_sizes = !any;
	sizes_unlimited = !large;
}

static void test_read_sizes(void)
{
	uint64_t cpus = 1;
	struct rtla_start start = {
		.size = sizeof(start), .workload = RTLA_TIMERLAT,
		.cpus = (uintptr_t)&cpus, .cpus_size = sizeof(cpus),
		.timerlat = {
			.period_ns = 5000000, .stop_ns[RTLA_CONTEXT_THREAD] = 1,
		},
	};
	struct rtla_arm arm = {
		.size = sizeof(arm), .stop_ns[RTLA_CONTEXT_THREAD] = 1,
	};
	struct pollfd poll_fd = { .events = POLLIN };
	static char data[SIZE_LIMIT + 1];
	static const size_t sizes[] = { 48, 49, sizeof(data) };
	bool ok, refused;
	size_t i;

	poll_fd.fd = open(RTLA_DEVICE_PATH, O_RDWR | O_NONBLOCK);
	ok = !ioctl(poll_fd.fd, RTLA_IOC_START, &start);
	refused = read(poll_fd.fd, data, 47) == -1 && errno == EINVAL;
	for (i = 0; ok && i < sizeof(sizes) / sizeof(*sizes); i++) {
		ssize_t got;

		ok = poll(&poll_fd, 1, 5000) == 1;
		got = read(poll_fd.fd, data, sizes[i]);
		ok = ok && got >= 48 && (size_t)got <= sizes[i] &&
		     !ioctl(poll_fd.fd, RTLA_IOC_ARM, &arm);
	}
	close(poll_fd.fd);
	check(refused, "a read of less than the first version's 48 bytes is EINVAL");
	check(ok, "a read of 48 bytes or more is a hit");
}

/* ---- The run ------------------------------------------------------------- */

static void on_signal(int signal)
{
	(void)signal;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static void begin_workers(uint64_t seed)
{
	unsigned int i, j;

	for (i = 0; i < SHARED; i++)
		shared[i] = open(RTLA_DEVICE_PATH, O_RDWR | O_CLOEXEC |
				 (i % 2 ? O_NONBLOCK : 0));
	running = WORKERS;
	for (i = 0; i < WORKERS; i++) {
		struct worker *worker = &workers[i];

		worker->number = i;
		worker->random = (seed + i + 1) * 0x9e3779b97f4a7c15 | 1;
		worker->privileged = true;
		for (j = 0; j < OWN; j++)
			worker->own[j] = -1;
		prepare_memory(worker);
		draw(worker);
		if (pthread_create(&worker->thread, NULL, work, worker))
			exit(1);
	}
}

static bool all_seen(void)
{
	return seen->sessions && seen->attached && seen->hits;
}

/*
 * Let the workers work for @length seconds, or up to LONGER times as long if
 * something is not seen until then: on a kernel that checks itself, calls take
 * long. Then wait for them to end. Signals interrupt calls that wait, so that
 * each thread reaches its end. Return false if a thread hangs.
 */
static bool wait_for_workers(double length)
{
	double begin = seconds(), end = begin + LONGER * length;
	unsigned int i = 0;

	while (running && seconds() < end + HANGS_AFTER) {
		if (!stop && seconds() >= (all_seen() ? begin + length : end)) {
			stop = true;
			end = seconds();
		}
		usleep(10000);
		pthread_kill(workers[i++ % WORKERS].thread, SIGUSR1);
	}
	return !running;
}

int main(int argc, char *argv[])
{
	double length = argc > 1 ? atof(argv[1]) : 10;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) :
				   (uint64_t)time(NULL);
	struct sigaction action = { .sa_handler = on_signal };
	long calls = 0;
	int i;

	seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (seen == MAP_FAILED)
		return 1;
	cpu_count = sysconf(_SC_NPROCESSORS_ONLN);
	sigaction(SIGUSR1, &action, NULL);
	test_numbers();
	test_read_sizes();
	printf("# again: fuzz_device %g %llu\n", length, (unsigned long long)seed);
	fflush(stdout);
	begin_workers(seed);
	if (!wait_for_workers(length)) {
		check(false, "each call comes back");
		fflush(stdout);
		if (system("grep -s . /proc/$PPID/task/*/stack | sed 's/^/# /'") < 0)
			perror("fuzz_device: sh");
		_exit(1);
	}
	check(true, "each call comes back");
	for (i = 0; i < WORKERS; i++) {
		pthread_join(workers[i].thread, NULL);
		calls += workers[i].calls;
	}
	if (close_range(3, ~0U, 0))
		perror("fuzz_device: close_range");
	printf("# %ld calls, %ld sessions, %ld attached, %ld hits, %d mismatches\n", calls,
	       (long)seen->sessions, (long)seen->attached, (long)seen->hits,
	       (int)seen->mismatches);
	check(!seen->mismatches, "each error is one that the interface names for its call");
	check(all_seen(), "sessions, workloads and hits were among them");
	check_end();
	printf("1..%d\n", tests);
	return failures != 0;
}
