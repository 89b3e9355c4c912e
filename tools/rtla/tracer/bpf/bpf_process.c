// SPDX-License-Identifier: GPL-2.0
/*
 * The part that all measuring processes share: see bpf_process.h.
 */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/cpus.h"
#include "base/times.h"
#include "host/pid_space.h"
#include "host/scheduling.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_process.h"

#define KEPT_NS		(4ULL * NS_PER_SEC)
#define PLACES_LEAST	1024
#define PLACES_MOST	65536

uint64_t bpf_process_places(uint64_t ns)
{
	uint64_t places = PLACES_LEAST;

	while (places < PLACES_MOST && places * ns < KEPT_NS)
		places *= 2;
	return places;
}

/* The programs see threads by the ids that the kernel has for them. */
void bpf_process_begin(struct bpf_cpu *cpu)
{
	uint64_t dev = 0, ino = 0;
	bool is_inner = pid_space_is_inner(&dev, &ino);

	cpu->space_dev = dev;
	cpu->space_ino = ino;
	cpu->pid = is_inner ? 0 : gettid();
	cpu->thread = gettid();
}

void bpf_process_sleep(uint64_t time)
{
	const struct timespec until = {
		.tv_sec = time / NS_PER_SEC, .tv_nsec = time % NS_PER_SEC
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) ==
	       EINTR)
		;
}

/*
 * Return when this process noticed last that the system has slept, or 0. One of
 * the two clocks stands still then. They are not compared if something has come
 * between their readings.
 */
static uint64_t notice_sleep(void)
{
	static int64_t asleep = -1;
	static uint64_t noticed;
	uint64_t before = time_now();
	int64_t ahead = time_of_clock(CLOCK_BOOTTIME) - before;
	uint64_t now = time_now();

	if (now - before > NS_PER_MS)
		return noticed;
	if (asleep >= 0 && ahead - asleep > NS_PER_MS)
		noticed = now;
	asleep = ahead;
	return noticed;
}

bool bpf_process_slept(struct bpf_process *process, uint64_t time)
{
	static uint64_t counted;
	uint64_t slept = process->slept ?
			 *(volatile const uint64_t *)process->slept :
			 notice_sleep();

	if (slept < time)
		return false;
	process->suspended += time > counted;
	counted = slept;
	return true;
}

/* A CPU that goes offline accepts no thread; one that was left does. */
void bpf_process_end(struct bpf_process *process, struct bpf_cpu *cpu,
		     int number)
{
	struct cpus left = { .word = { 0 } };

	cpu->thread = 0;
	cpu->pid = 0;
	cpus_add(&left, number);
	if (scheduling_bind(&left))
		process->offline++;
	else
		process->detached++;
}
