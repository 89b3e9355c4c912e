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
#include "base/times.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_workload.h"

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

/*
 * Let a timer of this CPU expire only to interrupt whatever keeps this thread
 * from running then, whose stack a program takes. Under PREEMPT_RT it expires
 * in a thread, and interrupts nothing: there the tick has to do.
 */
static void expire_at(int timer, uint64_t time)
{
	const struct itimerspec at = {
		.it_value = { .tv_sec = time / NS_PER_SEC,
			      .tv_nsec = time % NS_PER_SEC },
	};

	timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
}

/*
 * Write the sample of an activation, with what the programs have seen of it;
 * the reader sees it when it is whole.
 */
static void write_sample(struct bpf_workload *workload,
			 const struct bpf_cpu *cpu, uint64_t t_w, uint64_t user)
{
	struct bpf_process *process = &workload->process;

	workload->sample[bpf_process_next(process)] = (struct bpf_sample) {
		.t_w = t_w,
		.irq = bpf_cpu_irq(cpu),
		.thread = bpf_cpu_switch(cpu),
		.user = user,
		.seqnum = process->written + 1,
		.irq_pid = cpu->irq_pid,
	};
	bpf_process_wrote(process);
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

int bpf_workload_measure(struct bpf_workload *workload, struct bpf_cpu *cpu,
			 int number, int wake_fd)
{
	int late = workload->stack_ns ? timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) : -1;
	uint64_t t_w = first_period(workload), user;

	/* Threads without a real-time priority may sleep 50 us longer. */
	prctl(PR_SET_TIMERSLACK, 1);
	bpf_process_begin(cpu);
	for (;;) {
		if (late >= 0)
			expire_at(late, t_w + workload->stack_ns);
		__atomic_store_n(&cpu->t_w, t_w, __ATOMIC_RELEASE);
		bpf_process_sleep(t_w);
		user = time_now();
		if (sched_getcpu() != number)
			break;
		if (!bpf_process_slept(&workload->process, t_w)) {
			write_sample(workload, cpu, t_w, user);
			look_for_user_hit(workload, cpu, t_w, user, wake_fd);
		}
		user = time_now();
		if (t_w <= user)
			t_w += ((user - t_w) / workload->period_ns + 1) *
			       workload->period_ns;
	}
	bpf_process_end(&workload->process, cpu, number);
	if (late >= 0)
		close(late);
	return ENODEV;
}
