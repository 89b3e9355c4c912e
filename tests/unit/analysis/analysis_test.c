// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the analysis with events made up by hand: each test is a situation
 * on a CPU, and the amounts that the analysis has to find.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "made_events.h"
#include "test.h"

#define T_W		1000000ULL
#define WORKLOAD_PID	99
#define WORKLOAD_PRIO	4	/* SCHED_FIFO 95 on the kernel's scale */

static const struct analysis_config config = {
	.stop = { 10000, 10000, 10000 },
	.workload_prio = WORKLOAD_PRIO,
};

static void add_noise(struct event_list *list, enum event_type type,
		      uint64_t start, uint64_t duration, uint64_t end, int id,
		      int prio, const char *name)
{
	struct event *event = made_event(list, type, end, 1);

	event->noise.start = start;
	event->noise.duration = duration;
	event->noise.id = id;
	event->noise.prio = prio;
	strncpy(event->noise.name, name, EVENT_DESC_LEN - 1);
}

static void add_irq(struct event_list *list, uint64_t start, uint64_t duration)
{
	add_noise(list, EVENT_IRQ, start, duration, start + duration, 24, 0,
		  "eth0");
}

static void add_timer(struct event_list *list, uint64_t start,
		      uint64_t duration)
{
	add_noise(list, EVENT_IRQ, start, duration, start + duration, 236, 0,
		  "local_timer");
}

static void add_thread(struct event_list *list, uint64_t start,
		       uint64_t duration, uint64_t end, int pid, int prio)
{
	add_noise(list, EVENT_THREAD, start, duration, end, pid, prio,
		  pid ? "worker" : "swapper/0");
}

static void add_sample(struct event_list *list, int context, uint64_t t_w,
		       uint64_t latency, int pid)
{
	struct event *event =
		made_event(list, EVENT_SAMPLE, t_w + latency, pid);

	event_set_defaults(event);
	event->sample.context = context;
	event->sample.latency = latency;
	event->sample.t_w = t_w;
	event->sample.seqnum = t_w / T_W;
}

static void add_stop(struct event_list *list, int context, uint64_t latency,
		     uint64_t irq_start, uint64_t thread_start, int pid)
{
	struct event *event =
		made_event(list, EVENT_STOP, T_W + latency + 10, pid);

	event->stop.context = context;
	event->stop.latency = latency;
	event->stop.threshold = 10000;
	event->stop.t_w = T_W;
	event->stop.irq_start = irq_start;
	event->stop.thread_start = thread_start;
	event->stop.seqnum = 1;
	event->stop.pid = pid;
	strcpy(event->stop.comm, pid ? "worker" : "swapper/0");
}

static struct analysis *analyse_by(struct event_list *list,
				   const struct analysis_config *wanted)
{
	struct analysis *analysis = analysis_new(list, 3, wanted);
	int64_t sum = 0;
	size_t i;

	assert_non_null(analysis);
	for (i = 0; i < PARTS; i++)
		sum += analysis->part[i].ns;
	assert_int_equal(sum + analysis->unexplained, analysis->latency);
	return analysis;
}

static struct analysis *analyse(struct event_list *list)
{
	return analyse_by(list, &config);
}

static const struct analysis_config by_kernel = { .recorder =
							  RECORDED_BY_KERNEL };

static void done(struct analysis *analysis, struct event_list *list)
{
	analysis_free(analysis);
	event_list_clear(list);
}

static void expect_item(const struct part *part, size_t i, const char *name,
			int id, uint64_t ns)
{
	assert_true(i < part->items);
	assert_string_equal(part->item[i].name, name);
	assert_int_equal(part->item[i].id, id);
	assert_int_equal(part->item[i].ns, ns);
}

/* Add a thread that runs on for 50 us after the timer interrupted it. */
static void add_interrupted_thread(struct event_list *list, int prio)
{
	add_sample(list, CONTEXT_IRQ, T_W, 900, 7);
	add_timer(list, T_W + 500, 2000);
	add_thread(list, T_W + 500, 50000, T_W + 52500, 7, prio);
	add_sample(list, CONTEXT_THREAD, T_W, 53000, WORKLOAD_PID);
}

static void add_thread_stop(struct event_list *list)
{
	add_stop(list, CONTEXT_THREAD, 53000, T_W + 500, T_W + 52500,
		 WORKLOAD_PID);
}

/* The interrupted thread keeps preemption off. */
static void test_blocking(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_interrupted_thread(&list, 120);
	add_thread_stop(&list);

	analysis = analyse(&list);
	assert_int_equal(analysis->cpu, 3);
	assert_int_equal(analysis->context, CONTEXT_THREAD);
	assert_int_equal(analysis->latency, 53000);
	assert_int_equal(analysis->irq_latency, 900);
	assert_int_equal(analysis->part[PART_DELAY].ns, 500);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 2000);
	expect_item(&analysis->part[PART_BLOCKING], 0, "worker", 7, 50000);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 500);
	assert_int_equal(analysis->part[PART_THREAD].ns, 0);
	assert_int_equal(analysis->unexplained, 0);
	assert_false(analysis->incomplete);
	done(analysis, &list);
}

/* Numbers wrap: an earlier activation of the same number is another one. */
static void test_same_number(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W - 500000, 400, 0);
	add_sample(&list, CONTEXT_THREAD, T_W - 500000, 2000, WORKLOAD_PID);
	add_interrupted_thread(&list, 120);
	add_thread_stop(&list);
	add_sample(&list, CONTEXT_IRQ, T_W + 500000, 300, 0);
	for (size_t i = 0; i < list.count; i++)
		if (list.event[i].type == EVENT_SAMPLE)
			list.event[i].sample.seqnum = 1;

	analysis = analyse(&list);
	assert_int_equal(analysis->latency, 53000);
	assert_int_equal(analysis->irq_latency, 900);
	assert_int_equal(analysis->part[PART_DELAY].ns, 500);
	done(analysis, &list);
}

/* The same thread with a higher priority interferes, but does not block. */
static void test_higher_priority_interferes(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_interrupted_thread(&list, 0);
	add_thread_stop(&list);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 0);
	expect_item(&analysis->part[PART_THREAD], 0, "worker", 7, 50000);
	done(analysis, &list);
}

/*
 * A session that watches wake-ups reports the measuring thread, too, and the
 * time before the timer's interrupt as an event of its own: nothing changes by
 * that.
 */
static void test_watched(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_thread(&list, T_W - 40000, 30000, T_W - 10000, WORKLOAD_PID,
		   WORKLOAD_PRIO);
	add_thread(&list, T_W - 10000, 10500, T_W + 500, 7, 120);
	add_interrupted_thread(&list, 120);
	add_thread(&list, T_W + 52500, 500, T_W + 53000, WORKLOAD_PID,
		   WORKLOAD_PRIO);
	add_thread_stop(&list);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].ns, 500);
	assert_int_equal(analysis->part[PART_DELAY].items, 0);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 2000);
	expect_item(&analysis->part[PART_BLOCKING], 0, "worker", 7, 50000);
	assert_int_equal(analysis->part[PART_THREAD].ns, 0);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 500);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

/* No event explains the delay: the interrupted thread kept interrupts off. */
static void test_irqs_off(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 48500, 7);
	add_stop(&list, CONTEXT_IRQ, 48500, T_W + 48000, 0, 7);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].ns, 48000);
	assert_int_equal(analysis->part[PART_DELAY].item[0].kind, ITEM_THREAD);
	expect_item(&analysis->part[PART_DELAY], 0, "worker", 7, 48000);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 500);
	assert_int_equal(analysis->blocking_pid, 7);
	assert_string_equal(analysis->blocking_comm, "worker");
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

static void test_exit_from_idle(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 40500, 0);
	add_stop(&list, CONTEXT_IRQ, 40500, T_W + 40000, 0, 0);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].item[0].kind, ITEM_IDLE);
	assert_int_equal(analysis->previous_irq, 0);
	done(analysis, &list);
}

/*
 * The idle state that was entered last before t_w counts, unless it was left
 * before t_w. Changes after t_w do not matter.
 */
static void test_idle_state(void **state)
{
	static const struct {
		uint64_t time;
		uint32_t state;
		bool known;
	} steps[] = {
		{ T_W - 30000, 3, true },
		{ T_W - 20000, IDLE_LEFT, false },
		{ T_W - 10000, 2, true },
		{ T_W + 10000, IDLE_LEFT, true },
		{ T_W + 20000, 1, true },
	};
	struct event_list list = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct analysis *analysis;
		struct event_list copy = { 0 };

		made_event(&list, EVENT_IDLE, steps[i].time, 0)->idle.state =
			steps[i].state;
		for (size_t j = 0; j < list.count; j++)
			event_list_append(&copy, &list.event[j], false);
		add_sample(&copy, CONTEXT_IRQ, T_W, 40500, 0);
		add_stop(&copy, CONTEXT_IRQ, 40500, T_W + 40000, 0, 0);
		analysis = analyse(&copy);
		assert_int_equal(analysis->idle_known, steps[i].known);
		if (steps[i].known)
			assert_int_equal(analysis->idle_state, i < 2 ? 3 : 2);
		done(analysis, &copy);
	}
	event_list_clear(&list);
}

/*
 * The interrupt of a device (eth0) nests in that of a vector (irq_work). Both
 * begin before t_w, and end before the timer's interrupt.
 */
static void test_previous_irq(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_noise(&list, EVENT_IRQ, T_W - 10000, 50000, T_W + 40000, 24, 0,
		  "eth0");
	add_noise(&list, EVENT_IRQ, T_W - 11000, 1500, T_W + 40500, 246, 0,
		  "irq_work");
	add_sample(&list, CONTEXT_IRQ, T_W, 41500, 7);
	add_stop(&list, CONTEXT_IRQ, 41500, T_W + 41000, 0, 7);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].ns, 41000);
	assert_int_equal(analysis->part[PART_DELAY].items, 2);
	expect_item(&analysis->part[PART_DELAY], 0, "eth0", 24, 40000);
	expect_item(&analysis->part[PART_DELAY], 1, "irq_work", 246, 500);
	assert_int_equal(analysis->previous_irq, 40500);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

/*
 * A softirq and a thread come when the measuring thread is about to set its
 * timer, which then is over already, and interrupts that thread itself.
 */
static void test_timer_set_late(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_noise(&list, EVENT_SOFTIRQ, T_W - 5000, 15000, T_W + 10000, 1, 0, "");
	add_thread(&list, T_W + 11000, 9000, T_W + 20000, 7, 1);
	add_sample(&list, CONTEXT_IRQ, T_W, 22000, WORKLOAD_PID);
	add_timer(&list, T_W + 21500, 2000);
	add_stop(&list, CONTEXT_USER, 25000, T_W + 21500, 0, WORKLOAD_PID);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_SOFTIRQ].ns, 10000);
	assert_int_equal(analysis->part[PART_THREAD].ns, 9000);
	assert_int_equal(analysis->part[PART_DELAY].ns, 1000 + 1500);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 2000);
	assert_int_equal(analysis->blocking_pid, -1);
	done(analysis, &list);
}

/*
 * The handler of another timer runs first in the timer's interrupt, which is
 * therefore entered before t_w.
 */
static void test_timer_irq_entered_early(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 30000, 7);
	add_timer(&list, T_W - 5000, 36000);
	add_thread(&list, T_W - 5000, 1000, T_W + 32000, 7, 120);
	add_stop(&list, CONTEXT_THREAD, 33000, T_W - 5000, T_W + 32000,
		 WORKLOAD_PID);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].ns, 0);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 31000);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 1000);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 1000);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

/*
 * The timer interrupts a softirq, after which two threads run. Interrupts come
 * in the softirq, in the blocking thread and in the measuring thread. NMIs come
 * in the delay and in the softirq.
 */
static void test_everything(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_noise(&list, EVENT_NMI, T_W - 100, 300, T_W + 600, -1, 0, "");
	add_sample(&list, CONTEXT_IRQ, T_W, 900, 7);
	add_timer(&list, T_W + 500, 2000);
	add_irq(&list, T_W + 5000, 3000);
	add_noise(&list, EVENT_NMI, T_W + 9000, 700, T_W + 30000, -1, 0, "");
	/*
	 * The window of the softirq is moved to the timer's interrupt. From 500
	 * to 20000 it is 19500 long, of which the timer's interrupt took 2000,
	 * the other interrupt 3000 and the NMI 700.
	 */
	add_noise(&list, EVENT_SOFTIRQ, T_W + 500, 13800, T_W + 20000, 3, 0, "");
	add_irq(&list, T_W + 21000, 1000);
	add_thread(&list, T_W + 500, 4000, T_W + 25000, 7, 120);
	add_thread(&list, T_W + 25000, 6000, T_W + 31000, 20, 0);
	add_irq(&list, T_W + 31200, 100);
	add_stop(&list, CONTEXT_THREAD, 31500, T_W + 500, T_W + 31000,
		 WORKLOAD_PID);

	analysis = analyse(&list);
	expect_item(&analysis->part[PART_DELAY], 0, "", -1, 200);
	assert_int_equal(analysis->part[PART_DELAY].ns, 500);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 2000);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 4000);
	assert_int_equal(analysis->part[PART_NMI].ns, 700);
	assert_int_equal(analysis->part[PART_IRQ].ns, 4100);
	assert_int_equal(analysis->part[PART_IRQ].items, 1);
	assert_int_equal(analysis->part[PART_IRQ].item[0].count, 3);
	assert_int_equal(analysis->part[PART_SOFTIRQ].ns, 13800);
	assert_int_equal(analysis->part[PART_THREAD].ns, 6000);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 400);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

/* Time whose event is missing is unexplained, and in no part. */
static void test_missing_event_is_unexplained(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 900, 7);
	add_timer(&list, T_W + 500, 2000);
	add_thread_stop(&list);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 0);
	assert_int_equal(analysis->unexplained, 50000);
	done(analysis, &list);
}

/* The activation before a hit of the IRQ latency does not affect its parts. */
static void test_nothing_stale(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W - 100000, 9000, 5);
	add_timer(&list, T_W - 92000, 2000);
	add_thread(&list, T_W - 92000, 1000, T_W - 89000, 5, 120);
	add_sample(&list, CONTEXT_THREAD, T_W - 100000, 11500, WORKLOAD_PID);
	add_sample(&list, CONTEXT_IRQ, T_W, 20400, 7);
	add_stop(&list, CONTEXT_IRQ, 20400, T_W + 20000, 0, 7);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].ns, 20000);
	expect_item(&analysis->part[PART_DELAY], 0, "worker", 7, 20000);
	assert_int_equal(analysis->blocking_pid, 7);
	done(analysis, &list);
}

/* If the list has only the stop event, the IRQ latency is not made up. */
static void test_empty_window(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_stop(&list, CONTEXT_IRQ, 20400, T_W + 20000, 0, 7);
	analysis = analyse(&list);
	assert_true(analysis->incomplete);
	assert_false(analysis->irq_latency_known);
	assert_int_equal(analysis->part[PART_DELAY].ns, 20000);
	done(analysis, &list);
}

static void test_lost_events(void **state)
{
	struct event_list list = { .lost_before = T_W + 100 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 20400, 7);
	add_stop(&list, CONTEXT_IRQ, 20400, T_W + 20000, 0, 7);
	analysis = analyse(&list);
	assert_true(analysis->incomplete);
	done(analysis, &list);
}

/*
 * The list has no stop event, like that of a CPU that also reached its
 * threshold when another CPU had the hit.
 */
static void test_other_cpu(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_interrupted_thread(&list, 120);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_DELAY].ns, 500);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 50000);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 500);
	done(analysis, &list);
}

static void test_no_hit(void **state)
{
	struct event_list list = { 0 };

	(void)state;
	assert_null(analysis_new(&list, 0, &config));
	add_sample(&list, CONTEXT_IRQ, T_W, 900, 7);
	add_sample(&list, CONTEXT_THREAD, T_W, 9999, WORKLOAD_PID);
	assert_null(analysis_new(&list, 0, &config));
	event_list_clear(&list);
}

/* The timer interrupts the measuring thread itself, which is still busy. */
static void test_workload_interrupted(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 900, WORKLOAD_PID);
	add_timer(&list, T_W + 500, 2000);
	add_stop(&list, CONTEXT_THREAD, 13000, T_W + 500, T_W - 70000,
		 WORKLOAD_PID);
	analysis = analyse(&list);
	assert_int_equal(analysis->blocking_pid, -1);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 0);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 10500);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

static void test_stack(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;
	struct event *event;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 20400, 7);
	event = made_event(&list, EVENT_STACK, T_W + 20450, 7);
	event->stack.t_w = T_W;
	event->stack.caller = calloc(2, sizeof(uint64_t));
	event->stack.caller[1] = 0xffffffff81000000;
	event->stack.count = 2;
	add_stop(&list, CONTEXT_IRQ, 20400, T_W + 20000, 0, 7);
	analysis = analyse(&list);
	assert_int_equal(analysis->stack_count, 2);
	assert_true(analysis->stack[1] == 0xffffffff81000000);
	done(analysis, &list);
}

/*
 * The kernel's own tracer makes a thread too long below a softirq that the
 * timer interrupted: what ran after it is not its time.
 */
static void test_thread_too_long(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 900, 7);
	add_timer(&list, T_W + 500, 2000);
	add_thread(&list, T_W + 500, 51900, T_W + 52500, 7, PRIO_ABSENT);
	add_sample(&list, CONTEXT_THREAD, T_W, 53000, WORKLOAD_PID);
	add_stop(&list, CONTEXT_THREAD, 53000, 0, 0, WORKLOAD_PID);
	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 50000);
	assert_int_equal(analysis->part[PART_WORKLOAD].ns, 500);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

/*
 * A thread keeps preemption off, and the tracer takes its stack, in an
 * interrupt of its own: that is a part of the latency which nobody else is
 * blamed for.
 */
static void test_stack_cost(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;
	struct event *event;

	(void)state;
	add_sample(&list, CONTEXT_IRQ, T_W, 900, 7);
	add_timer(&list, T_W + 500, 2000);
	add_timer(&list, T_W + 30000, 1000);
	add_thread(&list, T_W + 500, 46000, T_W + 52500, 7, 120);
	add_sample(&list, CONTEXT_THREAD, T_W, 53000, WORKLOAD_PID);
	event = made_event(&list, EVENT_STACK, T_W + 53010, WORKLOAD_PID);
	event->stack.t_w = T_W;
	event->stack.time = T_W + 30400;
	event->stack.cost = 3000;
	event->stack.pid = 7;
	event->stack.caller = calloc(1, sizeof(uint64_t));
	event->stack.count = 1;
	add_thread_stop(&list);
	analysis = analyse(&list);
	assert_int_equal(analysis->stack_at, 30400);
	assert_int_equal(analysis->stack_pid, 7);
	assert_int_equal(analysis->part[PART_STACK].ns, 3000);
	assert_int_equal(analysis->part[PART_IRQ].ns, 1000);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 46000);
	assert_int_equal(analysis->unexplained, 0);
	done(analysis, &list);
}

/* ---- osnoise ------------------------------------------------------------- */

static void add_gap(struct event_list *list, uint64_t start, uint64_t duration,
		    uint64_t interference)
{
	struct event *event = made_event(list, EVENT_GAP, start + duration,
					 WORKLOAD_PID);

	event->gap.start = start;
	event->gap.duration = duration;
	event->gap.interference = interference;
}

static void add_noise_stop(struct event_list *list, int context, uint64_t start,
			   uint64_t noise, uint64_t time)
{
	add_stop(list, context, noise, 0, 0, WORKLOAD_PID);
	list->event[list->count - 1].stop.t_w = start;
	list->event[list->count - 1].time = time;
}

/*
 * Some time of a noise belongs to no event, like that of the hooks and of the
 * CPU's entry code.
 */
static void test_single_noise(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_gap(&list, T_W - 5000, 2000, 0);
	add_irq(&list, T_W + 100, 9000);
	add_thread(&list, T_W + 9200, 3000, T_W + 12200, 7, 120);
	add_gap(&list, T_W, 12500, 2);
	add_noise_stop(&list, CONTEXT_SINGLE, T_W, 12500, T_W + 12600);

	analysis = analyse(&list);
	assert_true(analysis_is_noise(analysis));
	assert_int_equal(analysis->latency, 12500);
	expect_item(&analysis->part[PART_IRQ], 0, "eth0", 24, 9000);
	expect_item(&analysis->part[PART_THREAD], 0, "worker", 7, 3000);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 0);
	assert_int_equal(analysis->part[PART_BLOCKING].ns, 0);
	assert_int_equal(analysis->unexplained, 500);
	assert_int_equal(analysis->segments, 5);
	assert_false(analysis->incomplete);
	done(analysis, &list);
}

static void test_hardware_noise(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_gap(&list, T_W, 33000, 0);
	add_noise_stop(&list, CONTEXT_SINGLE, T_W, 33000, T_W + 33100);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 33000);
	assert_int_equal(analysis->unexplained, 0);
	assert_int_equal(analysis->segments, 1);
	done(analysis, &list);
}

/* The total noise has all noises of its period, and none of the one before. */
static void test_total_noise(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_irq(&list, T_W - 20000, 9000);
	add_gap(&list, T_W - 20000, 9000, 1);
	add_gap(&list, T_W + 1000, 2000, 0);
	add_irq(&list, T_W + 7000, 4000);
	add_gap(&list, T_W + 7000, 4000, 1);
	add_irq(&list, T_W + 30000, 5000);
	add_gap(&list, T_W + 30000, 5000, 1);
	add_noise_stop(&list, CONTEXT_TOTAL, T_W, 11000, T_W + 90000);

	analysis = analyse(&list);
	assert_int_equal(analysis->latency, 11000);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 2000);
	expect_item(&analysis->part[PART_IRQ], 0, "eth0", 24, 9000);
	assert_int_equal(analysis->part[PART_IRQ].item[0].count, 2);
	assert_int_equal(analysis->unexplained, 0);
	assert_int_equal(analysis->segments, 3);
	assert_int_equal(analysis->segment[2].start, T_W + 30000);
	assert_false(analysis->incomplete);
	done(analysis, &list);
}

/*
 * The kernel's own tracer rounds the total noise down to us, its single noises
 * are exact.
 */
static void test_total_noise_rounded(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_gap(&list, T_W + 1000, 2700, 0);
	add_gap(&list, T_W + 7000, 4200, 0);
	add_noise_stop(&list, CONTEXT_TOTAL, T_W, 6000, T_W + 90000);

	analysis = analyse_by(&list, &by_kernel);
	assert_int_equal(analysis->latency, 6900);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 6900);
	assert_int_equal(analysis->unexplained, 0);
	assert_false(analysis->incomplete);
	/* There are no events as nothing ran, so that they tell all. */
	assert_int_equal(analysis->lacks, 0);
	done(analysis, &list);
}

/* That something ran is known without its event, but not what it was. */
static void test_noise_without_events(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_gap(&list, T_W, 4200, 1);
	add_noise_stop(&list, CONTEXT_SINGLE, T_W, 4200, T_W + 4300);

	analysis = analyse_by(&list, &by_kernel);
	assert_int_equal(analysis->unexplained, 4200);
	assert_int_equal(analysis->lacks, LACK_NOISE);
	done(analysis, &list);
}

/* Noises whose events the ring buffer has lost are unexplained. */
static void test_total_noise_lost(void **state)
{
	struct event_list list = { 0 };
	struct analysis *analysis;

	(void)state;
	add_irq(&list, T_W + 30000, 5000);
	add_gap(&list, T_W + 30000, 5000, 1);
	add_noise_stop(&list, CONTEXT_TOTAL, T_W, 11000, T_W + 90000);

	analysis = analyse(&list);
	assert_int_equal(analysis->part[PART_IRQ].ns, 5000);
	assert_int_equal(analysis->unexplained, 6000);
	assert_true(analysis->incomplete);
	done(analysis, &list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocking),
		cmocka_unit_test(test_same_number),
		cmocka_unit_test(test_higher_priority_interferes),
		cmocka_unit_test(test_watched),
		cmocka_unit_test(test_irqs_off),
		cmocka_unit_test(test_exit_from_idle),
		cmocka_unit_test(test_idle_state),
		cmocka_unit_test(test_previous_irq),
		cmocka_unit_test(test_timer_set_late),
		cmocka_unit_test(test_timer_irq_entered_early),
		cmocka_unit_test(test_everything),
		cmocka_unit_test(test_missing_event_is_unexplained),
		cmocka_unit_test(test_nothing_stale),
		cmocka_unit_test(test_empty_window),
		cmocka_unit_test(test_lost_events),
		cmocka_unit_test(test_other_cpu),
		cmocka_unit_test(test_no_hit),
		cmocka_unit_test(test_workload_interrupted),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_thread_too_long),
		cmocka_unit_test(test_stack_cost),
		cmocka_unit_test(test_single_noise),
		cmocka_unit_test(test_hardware_noise),
		cmocka_unit_test(test_total_noise),
		cmocka_unit_test(test_total_noise_rounded),
		cmocka_unit_test(test_noise_without_events),
		cmocka_unit_test(test_total_noise_lost),
	};

	return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
