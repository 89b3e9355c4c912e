// SPDX-License-Identifier: GPL-2.0
/*
 * The measuring processes of the BPF tracer: see bpf_workload.h.
 */
#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/cpus.h"
#include "base/times.h"
#include "host/pid_space.h"
#include "host/scheduling.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_workload.h"

#define KEPT_NS		(4ULL * NS_PER_SEC)
#define PLACES_LEAST	1024
#define PLACES_MOST	65536

uint64_t bpf_workload_places(uint64_t period_ns)
{
	uint64_t places = PLACES_LEAST;

	while (places < PLACES_MOST && places * period_ns < KEPT_NS)
		places *= 2;
	return places;
}

/* Return when the first period begins that has not begun yet. */
static uint64_t first_period(const struct bpf_workload *workload)
{
	uint64_t now = time_now(), first = workload->first_ns;

	if (!workload->aligned)
		return time_max(first, now + workload->period_ns);
	if (first <= now)
		first += (now - first) / workload->period_ns *
				 workload->period_ns + workload->period_ns;
	return first;
}

static struct timespec time_at(uint64_t time)
{
	return (struct timespec) { .tv_sec = time / NS_PER_SEC,
				   .tv_nsec = time % NS_PER_SEC };
}

/*
 * Let a timer of this CPU expire only to interrupt whatever keeps this thread
 * from running then, whose stack a program takes. Under PREEMPT_RT it expires
 * in a thread, and interrupts nothing: there the tick has to do.
 */
static void expire_at(int timer, uint64_t time)
{
	const struct itimerspec at = { .it_value = time_at(time) };

	timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
}

static void sleep_until(uint64_t time)
{
	const struct timespec until = time_at(time);

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) ==
	       EINTR)
		;
}

/*
 * Write the sample of an activation, with what the programs have seen of it;
 * the reader sees it when it is whole.
 */
static void write_sample(struct bpf_workload *workload,
			 const struct bpf_cpu *cpu, uint64_t t_w, uint64_t user)
{
	uint64_t written = workload->written;

	workload->sample[written & (workload->places - 1)] =
		(struct bpf_sample) {
			.t_w = t_w,
			.irq = bpf_cpu_irq(cpu),
			.thread = bpf_cpu_switch(cpu),
			.user = user,
			.seqnum = written + 1,
			.irq_pid = cpu->irq_pid,
		};
	__atomic_store_n(&workload->written, written + 1, __ATOMIC_RELEASE);
}

/* A program has found a hit, or it is found here: wake the command. */
static void look_for_user_hit(const struct bpf_workload *workload,
			      struct bpf_cpu *cpu, uint64_t t_w, uint64_t user,
			      int wake_fd)
{
	if (cpu->recording && user - t_w >= workload->stop_user) {
		bpf_cpu_hit(cpu, BPF_HIT_USER);
		__atomic_store_n(&cpu->recording, 0, __ATOMIC_RELEASE);
	}
	if (cpu->hit_t_w == t_w)
		eventfd_write(wake_fd, 1);
}

/* The programs see threads by the ids that the kernel has for them. */
static void be_measured(struct bpf_cpu *cpu)
{
	uint64_t dev = 0, ino = 0;
	bool is_inner = pid_space_is_inner(&dev, &ino);

	cpu->space_dev = dev;
	cpu->space_ino = ino;
	cpu->pid = is_inner ? 0 : gettid();
	cpu->thread = gettid();
}

/*
 * Return whether the system has slept since an activation began, which is no
 * latency; if so, count that once.
 */
static bool has_slept(struct bpf_workload *workload, uint64_t t_w)
{
	static uint64_t counted;
	uint64_t slept = *(volatile const uint64_t *)workload->slept;

	if (slept < t_w)
		return false;
	workload->suspended += t_w > counted;
	counted = slept;
	return true;
}

/* A CPU that goes offline accepts no thread; one that was left does. */
static void count_leave(struct bpf_workload *workload, int number)
{
	struct cpus left = { .word = { 0 } };

	cpus_add(&left, number);
	if (scheduling_bind(&left))
		workload->offline++;
	else
		workload->detached++;
}

int bpf_workload_measure(struct bpf_workload *workload, struct bpf_cpu *cpu,
			 int number, int wake_fd)
{
	int late = workload->stack_ns ? timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) : -1;
	uint64_t t_w = first_period(workload), user;

	/* Threads without a real-time priority may sleep 50 us longer. */
	prctl(PR_SET_TIMERSLACK, 1);
	be_measured(cpu);
	for (;;) {
		if (late >= 0)
			expire_at(late, t_w + workload->stack_ns);
		__atomic_store_n(&cpu->t_w, t_w, __ATOMIC_RELEASE);
		sleep_until(t_w);
		user = time_now();
		if (sched_getcpu() != number)
			break;
		if (!has_slept(workload, t_w)) {
			write_sample(workload, cpu, t_w, user);
			look_for_user_hit(workload, cpu, t_w, user, wake_fd);
		}
		user = time_now();
		if (t_w <= user)
			t_w += ((user - t_w) / workload->period_ns + 1) *
			       workload->period_ns;
	}
	cpu->thread = 0;
	cpu->pid = 0;
	count_leave(workload, number);
	if (late >= 0)
		close(late);
	return ENODEV;
}
