// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the statistics that a session keeps: see abi_test.c. The samples of
 * the same session are also recorded in a trace instance, and both have to give
 * the same figures, sample for sample.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "abi.h"

#define ENTRIES		64
#define BUCKET_NS	7919	/* not a power of two */
#define BLOCK_NS	20000000ULL
#define SAMPLES_MAX	100000

static const uint64_t limit_ns[] = { 0, 50000, 200000 };
#define LIMITS	(sizeof(limit_ns) / sizeof(limit_ns[0]))

/* A sample of the trace: when it was taken, and when what it is of began. */
struct sample {
	uint64_t began;
	uint64_t taken;
	uint64_t value;
};

static struct sample samples[SAMPLES_MAX];
static int count;

/* ---- The trace ----------------------------------------------------------- */

static void add(uint64_t began, uint64_t taken, uint64_t value)
{
	if (count < SAMPLES_MAX)
		samples[count++] = (struct sample) { began, taken, value };
}

static void take_line(const char *line, void *data)
{
	static const char *const contexts[] = { "irq", "thread", "user" };
	unsigned int context = *(const unsigned int *)data;
	unsigned long long value, t_w, noise, runtime, start;
	const char *at;
	char of[8];

	at = strstr(line, "timerlat_sample: ");
	if (at && context <= RTLA_CONTEXT_USER &&
	    sscanf(at, "timerlat_sample: #%*u context %7s timer_latency %llu ns t_w=%llu",
		   of, &value, &t_w) == 3 && !strcmp(of, contexts[context]))
		add(t_w, t_w + value, value);
	at = strstr(line, "sample_threshold: start ");
	if (at && context == RTLA_CONTEXT_SINGLE) {
		start = trace_seconds(at + strlen("sample_threshold: start "));
		at = strstr(at, "duration ");
		value = strtoull(at + strlen("duration "), NULL, 10);
		add(start + value, start + value, value);
	}
	at = strstr(line, "osnoise_sample: ");
	if (at && context == RTLA_CONTEXT_TOTAL &&
	    sscanf(at, "osnoise_sample: runtime_ns=%llu noise_ns=%llu",
		   &runtime, &noise) == 2) {
		start = strtoull(strstr(at, " start=") + 7, NULL, 10);
		add(start + runtime, start + runtime, noise);
	}
}

/* Read the samples of a CPU and context in [from, until) from the trace. */
static void read_trace(int cpu, unsigned int context, uint64_t from,
		       uint64_t until)
{
	int kept = 0;

	count = 0;
	trace_read(cpu, take_line, &context);
	for (int i = 0; i < count; i++)
		if (samples[i].began >= from && samples[i].began < until)
			samples[kept++] = samples[i];
	count = kept;
}

/* ---- Both ways ----------------------------------------------------------- */

static int bucket_of(uint64_t value)
{
	int shift = 0;

	while (value >> shift >= 2 * RTLA_DISTRIBUTION_WIDTH)
		shift++;
	return shift * RTLA_DISTRIBUTION_WIDTH + (int)(value >> shift);
}

static bool same_stats(int fd, int cpu, unsigned int context)
{
	struct rtla_stats stats = {
		.size = sizeof(stats), .cpu = cpu, .context = context,
	};
	uint64_t min = UINT64_MAX, max = 0, sum = 0, over[LIMITS] = { 0 };
	__uint128_t squares = 0;

	if (ioctl(fd, RTLA_IOC_STATS, &stats))
		return false;
	for (int i = 0; i < count; i++) {
		uint64_t value = samples[i].value;

		min = value < min ? value : min;
		max = value > max ? value : max;
		sum += value;
		squares += (__uint128_t)value * value;
		for (size_t j = 0; j < LIMITS; j++)
			over[j] += value > limit_ns[j];
	}
	printf("# context %u: %llu counted, %d traced, max %llu and %llu ns\n",
	       context, stats.count, count, stats.max_ns,
	       (unsigned long long)max);
	return count && stats.count == (uint64_t)count &&
	       stats.min_ns == min && stats.max_ns == max &&
	       stats.sum_ns == sum &&
	       stats.last_ns == samples[count - 1].value &&
	       stats.squares_low == (uint64_t)squares &&
	       stats.squares_high == (uint64_t)(squares >> 64) &&
	       !memcmp(stats.over, over, sizeof(over));
}

/*
 * Return whether the sum of squares can be that of @sum events in @periods: it
 * is least if each period has as many, and largest if one has all.
 */
static bool can_be(uint64_t squares, uint64_t sum, uint64_t periods)
{
	return squares * periods >= sum * sum && squares <= sum * sum;
}

static bool squares_agree(int fd, int cpu)
{
	struct rtla_stats stats = {
		.size = sizeof(stats), .cpu = cpu,
		.context = RTLA_CONTEXT_TOTAL,
	};
	const struct rtla_squares *squares = &stats.noise_squares;
	const struct rtla_noise *noise = &stats.noise;

	return !ioctl(fd, RTLA_IOC_STATS, &stats) && noise->irq_count &&
	       can_be(squares->hw, noise->hw_count, noise->periods) &&
	       can_be(squares->nmi, noise->nmi_count, noise->periods) &&
	       can_be(squares->irq, noise->irq_count, noise->periods) &&
	       can_be(squares->softirq, noise->softirq_count, noise->periods) &&
	       can_be(squares->thread, noise->thread_count, noise->periods);
}

static bool read_buckets(int fd, int cpu, unsigned int context,
			 unsigned int kind, int number, uint64_t *buckets)
{
	struct rtla_buckets asked = {
		.size = sizeof(asked), .cpu = cpu, .context = context,
		.kind = kind, .count = number,
		.buckets = (uintptr_t)buckets,
	};

	return !ioctl(fd, RTLA_IOC_BUCKETS, &asked);
}

static bool same_buckets(int fd, int cpu, unsigned int context)
{
	static uint64_t fine[RTLA_DISTRIBUTION_BUCKETS];
	uint64_t equal[ENTRIES + 1];
	bool empty = true;

	if (!read_buckets(fd, cpu, context, RTLA_BUCKETS_DISTRIBUTION,
			  RTLA_DISTRIBUTION_BUCKETS, fine) ||
	    !read_buckets(fd, cpu, context, RTLA_BUCKETS_HISTOGRAM,
			  ENTRIES + 1, equal))
		return false;
	for (int i = 0; i < count; i++) {
		uint64_t at = samples[i].value / BUCKET_NS;

		fine[bucket_of(samples[i].value)]--;
		equal[at < ENTRIES ? at : ENTRIES]--;
	}
	for (int i = 0; i < RTLA_DISTRIBUTION_BUCKETS; i++)
		empty = empty && !fine[i];
	for (int i = 0; i <= ENTRIES; i++)
		empty = empty && !equal[i];
	return empty;
}

/* Take the samples that belong to a block out of the trace, one after another. */
static bool same_block(const struct rtla_block *block, int *next, uint64_t from)
{
	uint64_t min = UINT64_MAX, max = 0, sum = 0, number = 0;

	for (; *next < count; ++*next) {
		const struct sample *sample = &samples[*next];

		if ((sample->taken - from) / BLOCK_NS != block->number)
			break;
		min = sample->value < min ? sample->value : min;
		max = sample->value > max ? sample->value : max;
		sum += sample->value;
		number++;
	}
	return number && block->count == number && block->sum_ns == sum &&
	       block->min_ns == min && block->max_ns == max;
}

static bool same_blocks(int fd, int cpu, unsigned int context, uint64_t from)
{
	struct rtla_block blocks[RTLA_BLOCKS_KEPT + 1];
	struct rtla_blocks asked = {
		.size = sizeof(asked), .cpu = cpu, .context = context,
		.count = RTLA_BLOCKS_KEPT + 1, .blocks = (uintptr_t)blocks,
		.flags = RTLA_BLOCKS_LAST,
	};
	int next = 0;
	bool same = !ioctl(fd, RTLA_IOC_BLOCKS, &asked);

	for (uint32_t i = 0; same && i < asked.count; i++)
		same = same_block(&blocks[i], &next, from);
	return same && next == count;
}

/* Count for a while from 50 ms from now on; return from and until. */
static bool count_for(int fd, uint64_t ns, uint64_t *from, uint64_t *until)
{
	struct rtla_count range = { .size = sizeof(range) };

	*from = now_ns() + 50000000;
	*until = *from + ns;
	range.from_ns = *from;
	range.until_ns = *until;
	if (ioctl(fd, RTLA_IOC_COUNT, &range))
		return false;
	usleep(ns / 1000 + 350000);
	return true;
}

static void want_all(struct rtla_start *start, struct rtla_limit *limits,
		     const unsigned int *contexts)
{
	start->stats = RTLA_STATS_FLAGS;
	if (start->workload == RTLA_OSNOISE)
		start->stats &= ~RTLA_STATS_SKIPPED;
	start->hist_entries = ENTRIES;
	start->hist_bucket_ns = BUCKET_NS;
	start->block_ns = BLOCK_NS;
	start->limits = (uintptr_t)limits;
	for (int i = 0; i < 2; i++)
		for (size_t j = 0; j < LIMITS; j++)
			limits[start->limits_count++] = (struct rtla_limit) {
				.context = contexts[i], .limit_ns = limit_ns[j],
			};
}

static void test_same(struct rtla_start good, const unsigned int *contexts,
		      const char *name)
{
	struct rtla_limit limits[2 * LIMITS];
	uint64_t from = 0, until = 0;
	char text[128];
	int fd = session();
	bool ran;

	want_all(&good, limits, contexts);
	ran = trace_begin() && !start(fd, &good) &&
	      count_for(fd, 600000000, &from, &until);
	trace_put("tracing_on", "0");
	snprintf(text, sizeof(text), "%s: samples are counted and traced", name);
	check(ran, text);
	for (int i = 0; i < 2; i++) {
		read_trace(1, contexts[i], from, until);
		snprintf(text, sizeof(text),
			 "%s, context %u: figures are those of the trace", name, contexts[i]);
		check(same_stats(fd, 1, contexts[i]), text);
		snprintf(text, sizeof(text),
			 "%s, context %u: buckets are those of the trace", name, contexts[i]);
		check(same_buckets(fd, 1, contexts[i]), text);
		snprintf(text, sizeof(text),
			 "%s, context %u: blocks are those of the trace", name, contexts[i]);
		check(same_blocks(fd, 1, contexts[i], from), text);
	}
	ioctl(fd, RTLA_IOC_END);
	check(same_stats(fd, 1, contexts[1]),
	      named("%s: figures stay after the end", name));
	if (good.workload == RTLA_OSNOISE)
		check(squares_agree(fd, 1), "the squares of events agree with their sums");
	close(fd);
	trace_end();
}

/* ---- Requests ------------------------------------------------------------ */

#define REFUSED(change, error) do {					\
	struct rtla_start bad = config(&cpu0);				\
	struct rtla_limit limit = { .context = RTLA_CONTEXT_IRQ };	\
									\
	bad.stats = RTLA_STATS_SUMMARY;					\
	bad.limits = (uintptr_t)&limit;					\
	change;								\
	refused(bad, error, "stats: " #change " is " #error);		\
} while (0)

static void test_refused_stats(void)
{
	REFUSED(bad.stats = RTLA_STATS_FLAGS + 1, EINVAL);
	REFUSED(bad.stats = RTLA_STATS_DISTRIBUTION, EINVAL);
	REFUSED(bad.hist_entries = 1, EINVAL);
	REFUSED(bad.hist_bucket_ns = 1, EINVAL);
	REFUSED(bad.block_ns = RTLA_BLOCK_MIN_NS, EINVAL);
	REFUSED(bad.stats |= RTLA_STATS_HISTOGRAM, ERANGE);
	REFUSED(bad.stats |= RTLA_STATS_HISTOGRAM;
		bad.hist_entries = 1, ERANGE);
	REFUSED(bad.stats |= RTLA_STATS_HISTOGRAM; bad.hist_bucket_ns = 1;
		bad.hist_entries = RTLA_HIST_ENTRIES_MAX + 1, ERANGE);
	REFUSED(bad.stats |= RTLA_STATS_HISTOGRAM; bad.hist_entries = 1;
		bad.hist_bucket_ns = RTLA_HIST_BUCKET_MAX_NS + 1, ERANGE);
	REFUSED(bad.stats |= RTLA_STATS_BLOCKS;
		bad.block_ns = RTLA_BLOCK_MIN_NS - 1, ERANGE);
	REFUSED(bad.stats |= RTLA_STATS_BLOCKS;
		bad.block_ns = RTLA_BLOCK_MAX_NS + 1, ERANGE);
	REFUSED(bad.stats = 0; bad.limits_count = 1, EINVAL);
	REFUSED(bad.stats = 0; bad.flags = RTLA_START_HIT_ENDS, EINVAL);
	REFUSED(bad.limits_count = 1; limit.reserved = 1, EINVAL);
	REFUSED(bad.limits_count = 1;
		limit.context = RTLA_CONTEXT_USER, EINVAL);
	REFUSED(bad.limits_count = 1; limit.context = 7, EINVAL);
	REFUSED(bad.limits_count = UINT32_MAX, EINVAL);
	REFUSED(bad.limits_count = 1; bad.limits = 1, EFAULT);
	REFUSED(bad.workload = RTLA_OSNOISE;
		bad.osnoise.runtime_ns = bad.osnoise.period_ns;
		bad.flags = RTLA_START_NO_THREADS, EINVAL);
	REFUSED(bad.workload = RTLA_OSNOISE;
		bad.osnoise.runtime_ns = bad.osnoise.period_ns;
		bad.flags = RTLA_START_NO_NOISE, EINVAL);
	REFUSED(bad.workload = RTLA_OSNOISE;
		bad.osnoise.runtime_ns = bad.osnoise.period_ns;
		bad.stats |= RTLA_STATS_SKIPPED, EINVAL);
}

static bool stats_fail(int fd, int cpu, unsigned int context, int error)
{
	struct rtla_stats stats = {
		.size = sizeof(stats), .cpu = cpu, .context = context,
	};

	errno = 0;
	return ioctl(fd, RTLA_IOC_STATS, &stats) && errno == error;
}

static bool count_fails(int fd, uint64_t from, uint64_t until)
{
	struct rtla_count range = {
		.size = sizeof(range), .from_ns = from, .until_ns = until,
	};

	errno = 0;
	return ioctl(fd, RTLA_IOC_COUNT, &range) && errno == EINVAL;
}

static void test_requests(void)
{
	struct rtla_start good = config(&cpu1);
	uint64_t buckets[4];
	int fd = session();

	check(stats_fail(fd, 1, 0, EINVAL),
	      "statistics before the start are EINVAL");
	check(count_fails(fd, 1, 2), "counting before the start is EINVAL");
	good.stats = RTLA_STATS_SUMMARY;
	start(fd, &good);
	check(stats_fail(fd, 0, 0, ENODEV),
	      "statistics of another CPU are ENODEV");
	check(stats_fail(fd, 1 << 30, 0, ENODEV),
	      "statistics of a CPU that does not exist are ENODEV");
	check(stats_fail(fd, 1, RTLA_CONTEXT_USER, EINVAL),
	      "statistics of a context that is not measured are EINVAL");
	check(!read_buckets(fd, 1, 0, RTLA_BUCKETS_DISTRIBUTION, 4, buckets),
	      "there is no distribution that was not asked for");
	check(count_fails(fd, 2, 1),
	      "counting with an end before its begin is EINVAL");
	check(!count_fails(fd, now_ns(), UINT64_MAX), "counting begins now");
	check(count_fails(fd, 1, UINT64_MAX),
	      "the begin of counting cannot be moved");
	close(fd);

	fd = session();
	good.stats = 0;
	start(fd, &good);
	check(stats_fail(fd, 1, 0, EINVAL) && count_fails(fd, 1, 2),
	      "statistics and counting of a session without them are EINVAL");
	close(fd);
}

static struct rtla_stats stats_on_cpu1(int fd, unsigned int context)
{
	struct rtla_stats stats = {
		.size = sizeof(stats), .cpu = 1, .context = context,
	};

	ioctl(fd, RTLA_IOC_STATS, &stats);
	return stats;
}

static uint64_t counted(int fd, unsigned int context)
{
	return stats_on_cpu1(fd, context).count;
}

/* Count 100 periods: each of them is a sample, or is skipped on a slow machine. */
static bool counts_exactly(int fd, uint64_t period)
{
	struct rtla_stats irq, thread;
	uint64_t from, until;

	if (!count_for(fd, 100 * period, &from, &until))
		return false;
	irq = stats_on_cpu1(fd, RTLA_CONTEXT_IRQ);
	thread = stats_on_cpu1(fd, RTLA_CONTEXT_THREAD);
	printf("# %llu and %llu samples, %llu skipped\n", irq.count,
	       thread.count, thread.skipped);
	return thread.count && irq.count == thread.count &&
	       thread.count + thread.skipped <= 100 &&
	       thread.count + thread.skipped >= 90;
}

static void test_window(void)
{
	struct rtla_start good = config(&cpu1);
	struct pollfd fd = { .fd = session(), .events = POLLIN };
	uint64_t before;

	good.stats = RTLA_STATS_SUMMARY | RTLA_STATS_SKIPPED;
	good.flags = RTLA_START_NO_NOISE | RTLA_START_HIT_ENDS;
	start(fd.fd, &good);
	usleep(100000);
	check(!counted(fd.fd, 0), "nothing is counted before the request");
	check(counts_exactly(fd.fd, good.timerlat.period_ns),
	      "exactly the periods of the time that was asked for are counted");
	close(fd.fd);

	fd.fd = session();
	good.stats = RTLA_STATS_SUMMARY;
	good.timerlat.stop_ns[RTLA_CONTEXT_THREAD] = 1;
	start(fd.fd, &good);
	check(poll(&fd, 1, 5000) == 1,
	      "a session that does not count yet hits");
	close(fd.fd);
	fd.fd = session();
	good.timerlat.stop_ns[RTLA_CONTEXT_THREAD] = 0;
	start(fd.fd, &good);
	check(!count_fails(fd.fd, now_ns(), UINT64_MAX),
	      "counting begins in a session without thresholds");
	check(!ioctl(fd.fd, RTLA_IOC_ARM, &(struct rtla_arm) {
			.size = sizeof(struct rtla_arm), .stop_ns[RTLA_CONTEXT_THREAD] = 1 }) &&
	      poll(&fd, 1, 5000) == 1,
	      "a thread latency hits while samples are counted");
	usleep(20000);
	before = counted(fd.fd, RTLA_CONTEXT_THREAD);
	usleep(200000);
	check(before && counted(fd.fd, RTLA_CONTEXT_THREAD) == before,
	      "a hit of a thread latency ends the counting");
	check(counted(fd.fd, RTLA_CONTEXT_IRQ) == before,
	      "each activation up to a hit has both latencies");
	close(fd.fd);

	fd.fd = session();
	start(fd.fd, &good);
	check(!count_fails(fd.fd, now_ns(), UINT64_MAX),
	      "counting begins in a session whose interrupt is to hit");
	check(!ioctl(fd.fd, RTLA_IOC_ARM, &(struct rtla_arm) {
			.size = sizeof(struct rtla_arm), .stop_ns[RTLA_CONTEXT_IRQ] = 1 }) &&
	      poll(&fd, 1, 5000) == 1,
	      "an IRQ latency hits while samples are counted");
	usleep(200000);
	check(counted(fd.fd, RTLA_CONTEXT_IRQ) ==
	      counted(fd.fd, RTLA_CONTEXT_THREAD) + 1,
	      "an IRQ latency that hits is the last sample: the thread latency has its cost");
	close(fd.fd);
}

void test_stats(void)
{
	static const unsigned int latencies[] = {
		RTLA_CONTEXT_IRQ, RTLA_CONTEXT_THREAD,
	};
	static const unsigned int noises[] = {
		RTLA_CONTEXT_SINGLE, RTLA_CONTEXT_TOTAL,
	};
	struct rtla_start timerlat = config(&cpu1), osnoise = config(&cpu1);

	test_refused_stats();
	test_requests();
	test_window();
	test_same(timerlat, latencies, "timerlat");
	osnoise.workload = RTLA_OSNOISE;
	osnoise.osnoise.period_ns = 50000000;
	osnoise.osnoise.runtime_ns = 30000000;
	test_same(osnoise, noises, "osnoise");
}
