// SPDX-License-Identifier: GPL-2.0
/*
 * Events about threads for tests: see made_cycles.h.
 */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include "made_cycles.h"
#include "test.h"

#define PIDS	1000
#define US	1000ULL

/* The clock of timers is so much later than that of the trace. */
#define OTHER_CLOCK	7000000000ULL

static int prios[PIDS];

struct sched_event *made_sched(struct sched_trace *trace,
			       enum sched_event_type type, uint64_t us, int cpu,
			       int pid)
{
	const struct sched_event event = {
		.type = type, .time = us * US, .cpu = cpu, .pid = pid, .to = -1,
	};

	assert_true(sched_trace_add(trace, &event));
	return &trace->event[trace->events - 1];
}

void made_prio(struct sched_trace *trace, int pid, const char *comm, int prio)
{
	sched_trace_set_comm(trace, pid, comm);
	prios[pid] = prio;
}

void made_switch(struct sched_trace *trace, uint64_t us, int cpu, int pid,
		 bool sleeps, int to)
{
	struct sched_event *event = made_sched(trace, SCHED_SWITCH, us, cpu, pid);

	event->other = to;
	event->prio = prios[pid];
	event->other_prio = prios[to];
	event->sleeps = sleeps;
}

void made_waking(struct sched_trace *trace, uint64_t us, int cpu, int pid,
		 int other, int to)
{
	struct sched_event *event = made_sched(trace, SCHED_WAKING, us, cpu, pid);

	event->other = other;
	event->to = to;
	event = made_sched(trace, SCHED_QUEUED, us, cpu, pid);
	event->other = other;
	event->to = to;
}

void made_call(struct sched_trace *trace, uint64_t us, int cpu, int pid,
	       enum made_wait wait)
{
	static const struct cycle_wait waits[] = {
		[MADE_SLEEP] = { SYS_clock_nanosleep, TIMER_ABSTIME, 0 },
		[MADE_MUTEX] = { SYS_futex, FUTEX_WAIT, 0x1000 },
		[MADE_PI_MUTEX] = { SYS_futex, FUTEX_LOCK_PI, 0x2000 },
		[MADE_READ] = { SYS_read, 5, 0 },
		[MADE_WRITE] = { SYS_write, 0, 0 },
	};

	made_sched(trace, SCHED_CALL, us, cpu, pid)->wait = waits[wait];
}

void made_return(struct sched_trace *trace, uint64_t us, int cpu, int pid)
{
	made_sched(trace, SCHED_RETURN, us, cpu, pid);
}

void made_begin(struct sched_trace *trace, uint64_t us, int cpu, int pid,
		enum span_kind kind, const char *name)
{
	uint32_t number = sched_trace_number(trace, name);
	struct sched_event *event = made_sched(trace, SCHED_BEGIN, us, cpu, pid);

	event->kind = kind;
	event->name = number;
}

void made_end(struct sched_trace *trace, uint64_t us, int cpu, int pid,
	      enum span_kind kind)
{
	made_sched(trace, SCHED_END, us, cpu, pid)->kind = kind;
}

void made_timer(struct sched_trace *trace, uint64_t expiry, uint64_t us,
		int cpu, int pid, int other)
{
	struct sched_event *event;

	event = made_sched(trace, SCHED_TIMER_START, us, cpu, pid);
	event->object = 0xabc0 + other;
	event->expiry = OTHER_CLOCK + expiry * US;
	made_begin(trace, us, cpu, pid, SPAN_IRQ, "local_timer:236");
	made_begin(trace, us, cpu, pid, SPAN_TIMER, "hrtimer_wakeup");
	event = &trace->event[trace->events - 1];
	event->object = 0xabc0 + other;
	event->expiry = OTHER_CLOCK + us * US;
	made_waking(trace, us + 1, cpu, pid, other, cpu);
	made_end(trace, us + 1, cpu, pid, SPAN_TIMER);
	made_end(trace, us + 2, cpu, pid, SPAN_IRQ);
}

void made_home(struct sched_trace *trace, uint64_t us, int cpu, int pid, int to)
{
	made_call(trace, us, cpu, pid, MADE_SLEEP);
	made_switch(trace, us + 1, cpu, pid, true, to);
}

void made_cycle_at_100(struct sched_trace *trace, int pid)
{
	made_timer(trace, 100, 101, 0, 0, pid);
	made_switch(trace, 105, 0, 0, false, pid);
	made_return(trace, 106, 0, pid);
}

void made_clean(struct sched_trace *trace)
{
	for (int i = 0; i < PIDS; i++)
		prios[i] = 0;
	sched_trace_free(trace);
}
