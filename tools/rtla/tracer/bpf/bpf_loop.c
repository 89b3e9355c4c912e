// SPDX-License-Identifier: GPL-2.0
/*
 * The loops of the BPF tracer that look for noise: see bpf_loop.h.
 */
#include <errno.h>
#include <sched.h>
#include <sys/eventfd.h>

#include "base/amount.h"
#include "base/times.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_loop.h"

/*
 * A loop that runs all of the period leaves no time to threads of a lower
 * priority: a real-time one sleeps for so long between two periods.
 */
#define OTHERS_NS	NS_PER_MS

/* So many noises have come on the CPU, of each level and together. */
struct bpf_counts {
	uint32_t level[BPF_LEVELS];
	uint32_t all;
};

/* One reading of the clock, and what had come until then. */
struct bpf_reading {
	uint64_t time;
	struct bpf_counts counts;
};

/*
 * Only programs on this CPU write these, which interrupt this process. Each
 * thread that runs in between makes this process stop, which is none.
 */
static struct bpf_counts counts_of(const struct bpf_cpu *cpu)
{
	const volatile uint32_t *count = cpu->count;
	struct bpf_counts counts = { .all = 0 };

	for (int i = 0; i < BPF_LEVELS; i++)
		counts.level[i] = count[i];
	counts.level[BPF_LEVEL_THREAD] -= *(const volatile uint32_t *)&cpu->own;
	for (int i = 0; i < BPF_LEVELS; i++)
		counts.all += counts.level[i];
	return counts;
}

/* An interrupt between both readings of the counts belongs to a later time. */
static struct bpf_reading loop_read_clock(const struct bpf_cpu *cpu)
{
	struct bpf_reading now;
	uint32_t before;

	do {
		before = counts_of(cpu).all;
		now.time = time_now();
		now.counts = counts_of(cpu);
	} while (now.counts.all != before);
	return now;
}

/* ---- What is found ------------------------------------------------------- */

static void loop_write(struct bpf_loop *loop, const struct bpf_found *found)
{
	loop->found[bpf_process_next(&loop->process)] = *found;
	bpf_process_wrote(&loop->process);
}

static void loop_hit(struct bpf_loop *loop, struct bpf_cpu *cpu,
		     const struct bpf_found *found, int wake_fd)
{
	if (!cpu->recording)
		return;
	loop->hit = *found;
	cpu->hit_t_w = found->start;
	cpu->hit = BPF_HIT_USER;
	__atomic_store_n(&cpu->recording, 0, __ATOMIC_RELEASE);
	eventfd_write(wake_fd, 1);
}

static void loop_take_noise(struct bpf_loop *loop, struct bpf_cpu *cpu,
			    struct bpf_found *period,
			    const struct bpf_reading *last,
			    const struct bpf_reading *now, int wake_fd)
{
	const struct bpf_found noise = {
		.start = last->time,
		.length = now->time - last->time,
		.number = now->counts.all - last->counts.all,
	};

	period->noise += noise.length;
	period->max_single = time_max(period->max_single, noise.length);
	/* After a hit, nothing is recorded that would tell what it was. */
	period->from[NOISE_HARDWARE] += !noise.number && cpu->recording;
	loop_write(loop, &noise);
	if (noise.length > loop->stop_single)
		loop_hit(loop, cpu, &noise, wake_fd);
}

/*
 * Return a new reading, as the time for what the loop itself does is no noise;
 * or @last, if something has come since.
 */
static struct bpf_reading loop_forgive(const struct bpf_cpu *cpu,
				       struct bpf_reading last)
{
	struct bpf_reading now = loop_read_clock(cpu);

	return now.counts.all == last.counts.all ? now : last;
}

static void put_sources(struct bpf_found *period,
			const struct bpf_counts *before,
			const struct bpf_counts *after)
{
	static const enum noise_source sources[BPF_LEVELS] = {
		[BPF_LEVEL_NMI] = NOISE_NMI, [BPF_LEVEL_IRQ] = NOISE_IRQ,
		[BPF_LEVEL_SOFTIRQ] = NOISE_SOFTIRQ,
		[BPF_LEVEL_THREAD] = NOISE_THREAD,
	};

	for (int i = 0; i < BPF_LEVELS; i++)
		period->from[sources[i]] = after->level[i] - before->level[i];
}

/* Look for noise for one runtime. */
static void loop_run(struct bpf_loop *loop, struct bpf_cpu *cpu,
		     struct bpf_found *period, int wake_fd)
{
	struct bpf_reading last = loop_read_clock(cpu), now;
	const struct bpf_counts before = last.counts;
	uint64_t end = last.time + loop->runtime_ns;

	period->start = last.time;
	do {
		now.time = time_now();
		now.counts = counts_of(cpu);
		if (now.counts.all != last.counts.all)
			now = loop_read_clock(cpu);
		if (now.time - last.time >= loop->noise_ns) {
			loop_take_noise(loop, cpu, period, &last, &now, wake_fd);
			now = loop_forgive(cpu, now);
		}
		last = now;
	} while (last.time < end);
	period->length = last.time - period->start;
	put_sources(period, &before, &last.counts);
}

/* ---- The process --------------------------------------------------------- */

/* Sleep until the next period, whose begin is returned. */
static uint64_t loop_sleep(struct bpf_loop *loop, uint64_t start)
{
	uint64_t next = start + loop->period_ns, now = time_now();

	if (now < next) {
		bpf_process_sleep(next);
		return next;
	}
	loop->skipped += (now - next) / loop->period_ns;
	if (loop->real_time)
		bpf_process_sleep(now + OTHERS_NS);
	return time_now();
}

int bpf_loop_measure(struct bpf_loop *loop, struct bpf_cpu *cpu, int number,
		     int wake_fd)
{
	uint64_t start = time_now();
	uint32_t periods = 0;

	bpf_process_begin(cpu);
	for (;;) {
		struct bpf_found period = { .is_period = true,
					    .number = ++periods };

		loop_run(loop, cpu, &period, wake_fd);
		if (sched_getcpu() != number)
			break;
		if (!bpf_process_slept(&loop->process, period.start)) {
			loop_write(loop, &period);
			if (period.noise > loop->stop_total)
				loop_hit(loop, cpu, &period, wake_fd);
		}
		start = loop_sleep(loop, start);
		if (sched_getcpu() != number)
			break;
	}
	bpf_process_end(&loop->process, cpu, number);
	return ENODEV;
}
