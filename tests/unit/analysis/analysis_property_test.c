// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the analysis with random activations on a simulated CPU.
 *
 * The simulation steps through nested contexts, and counts for each part how
 * many ns it had the CPU: the true amounts. It writes the events by the rules
 * of the module (kernel/noise/noise.c). The analysis gets only the events, and
 * has to find the true amounts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "test.h"

#define ROUNDS		20000
#define BLOCKING_PID	10
#define URGENT_PID	20
#define WORKLOAD_PID	99
#define WORKLOAD_PRIO	4
#define IRQ_DEPTH	3
#define IRQ_ID		30

struct window {
	uint64_t start;
	uint64_t stolen;
};

/* The simulated CPU. */
struct cpu {
	struct event_list list;
	uint64_t now;
	uint64_t t_w;
	uint64_t stolen;
	struct window thread;
	struct window softirq;
	struct window timer;
	uint64_t nmi_start;
	uint64_t nmi_end;
	bool before_timer;		/* all time counts as delay */
	bool reporting;
	int irq_depth;			/* nesting of the running interrupt */
	uint64_t truth[PARTS];
	uint64_t delay_by_nmi;
	uint64_t delay_by_irq[IRQ_DEPTH];
};

static uint64_t up_to(uint64_t max)
{
	return (uint64_t)rand() % (max + 1);
}

static bool one_in(int n)
{
	return rand() % n == 0;
}

static void run(struct cpu *cpu, enum part_id part, uint64_t ns)
{
	uint64_t from = cpu->now;

	cpu->now += ns;
	if (cpu->now <= cpu->t_w)
		return;
	if (from < cpu->t_w)
		ns = cpu->now - cpu->t_w;
	cpu->truth[cpu->before_timer ? PART_DELAY : part] += ns;
	if (cpu->before_timer && part == PART_NMI)
		cpu->delay_by_nmi += ns;
	else if (cpu->before_timer && part == PART_IRQ)
		cpu->delay_by_irq[cpu->irq_depth] += ns;
}

static struct event *add(struct cpu *cpu, enum event_type type)
{
	struct event *event = event_list_add(&cpu->list);

	assert_non_null(event);
	event->type = type;
	event->time = cpu->now;
	return event;
}

static struct window open_window(const struct cpu *cpu)
{
	return (struct window) { .start = cpu->now, .stolen = cpu->stolen };
}

static void close_window(struct cpu *cpu, const struct window *window,
			 enum event_type type, int id, int prio)
{
	uint64_t net =
		cpu->now - window->start - (cpu->stolen - window->stolen);
	struct event *event;

	if (type != EVENT_THREAD)
		cpu->stolen += net;
	event = add(cpu, type);
	event->noise.start = window->start;
	event->noise.duration = net;
	event->noise.id = id;
	event->noise.prio = prio;
	snprintf(event->noise.name, EVENT_DESC_LEN, "%d", id);
}

static void report_nmi(struct cpu *cpu)
{
	struct event *event;

	if (!cpu->nmi_start)
		return;
	event = add(cpu, EVENT_NMI);
	event->noise.start = cpu->nmi_start;
	event->noise.duration = cpu->nmi_end - cpu->nmi_start;
	cpu->nmi_start = 0;
}

static void nmi(struct cpu *cpu)
{
	uint64_t start = cpu->now;

	report_nmi(cpu);
	run(cpu, PART_NMI, 1 + up_to(3000));
	cpu->nmi_start = start;
	cpu->nmi_end = cpu->now;
	cpu->stolen += cpu->now - start;
}

static void irq(struct cpu *cpu, int depth)
{
	struct window window = open_window(cpu);

	do {
		cpu->irq_depth = depth;
		run(cpu, PART_IRQ, 1 + up_to(4000));
		if (one_in(4))
			nmi(cpu);
		if (depth + 1 < IRQ_DEPTH && one_in(3))
			irq(cpu, depth + 1);
	} while (one_in(3));
	report_nmi(cpu);
	close_window(cpu, &window, EVENT_IRQ, IRQ_ID + depth, 0);
}

/* Run @part for up to @max ns at a time, with NMIs and interrupts between. */
static void stretch(struct cpu *cpu, enum part_id part, uint64_t max)
{
	do {
		run(cpu, part, 1 + up_to(max));
		if (one_in(4))
			nmi(cpu);
		if (one_in(3))
			irq(cpu, 0);
	} while (one_in(2));
}

static void softirq_rest(struct cpu *cpu)
{
	stretch(cpu, PART_SOFTIRQ, 5000);
	close_window(cpu, &cpu->softirq, EVENT_SOFTIRQ, 3, 0);
	cpu->softirq.start = 0;
}

static void sample(struct cpu *cpu, int context, int pid)
{
	struct event *event = add(cpu, EVENT_SAMPLE);

	event->pid = pid;
	event->sample.pid = pid;
	event->sample.context = context;
	event->sample.latency = cpu->now - cpu->t_w;
	event->sample.t_w = cpu->t_w;
	event->sample.seqnum = 1;
}

/* Run the timer's interrupt. Returns true if the activation ends in it. */
static bool timer_irq(struct cpu *cpu, bool stop_here)
{
	cpu->timer = open_window(cpu);
	cpu->before_timer = false;
	/* Sometimes handlers of other timers run first: t_w is after the entry. */
	if (one_in(3)) {
		cpu->t_w = cpu->now + up_to(2000);
		memset(cpu->truth, 0, sizeof(cpu->truth));
		memset(cpu->delay_by_irq, 0, sizeof(cpu->delay_by_irq));
		cpu->delay_by_nmi = 0;
	}
	run(cpu, PART_TIMER_IRQ, 2000 + up_to(2000));
	if (one_in(4))
		nmi(cpu);
	sample(cpu, CONTEXT_IRQ, BLOCKING_PID);
	if (stop_here)
		return true;
	if (cpu->softirq.start)
		cpu->softirq = cpu->timer;
	cpu->thread = cpu->timer;
	run(cpu, PART_TIMER_IRQ, 1 + up_to(3000));
	if (one_in(4))
		nmi(cpu);
	report_nmi(cpu);
	close_window(cpu, &cpu->timer, EVENT_IRQ, 236, 0);
	return false;
}

static uint64_t threads(struct cpu *cpu)
{
	stretch(cpu, PART_BLOCKING, 30000);
	if (one_in(3)) {
		cpu->softirq = open_window(cpu);
		softirq_rest(cpu);
	}
	close_window(cpu, &cpu->thread, EVENT_THREAD, BLOCKING_PID, 120);
	while (one_in(3)) {
		cpu->thread = open_window(cpu);
		stretch(cpu, PART_THREAD, 9000);
		close_window(cpu, &cpu->thread, EVENT_THREAD, URGENT_PID, 0);
	}
	return cpu->now;
}

static void stop(struct cpu *cpu, int context, uint64_t thread_start)
{
	uint64_t latency = cpu->now - cpu->t_w;
	struct event *event;

	report_nmi(cpu);
	event = add(cpu, EVENT_STOP);
	event->stop.context = context;
	event->stop.latency = latency;
	event->stop.t_w = cpu->t_w;
	event->stop.irq_start = cpu->timer.start;
	event->stop.thread_start = thread_start;
	event->stop.seqnum = 1;
	event->stop.pid = context == CONTEXT_IRQ ? BLOCKING_PID : WORKLOAD_PID;
}

/* A watched thread runs: all of its wake-up is explained, of which one part hit. */
static void stop_wakeup(struct cpu *cpu, int context, uint64_t irq,
			uint64_t run)
{
	struct event *event;

	stop(cpu, context, run);
	event = &cpu->list.event[cpu->list.count - 1];
	event->stop.irq_start = irq;
	event->stop.latency = up_to(1000000);
	event->stop.prio = WORKLOAD_PRIO;
}

/* The workload runs on in user space, and is preempted now and then. */
static void user_space(struct cpu *cpu)
{
	do {
		stretch(cpu, PART_WORKLOAD, 5000);
		if (one_in(3)) {
			cpu->softirq = open_window(cpu);
			softirq_rest(cpu);
		}
		if (one_in(2)) {
			cpu->thread = open_window(cpu);
			stretch(cpu, PART_THREAD, 9000);
			close_window(cpu, &cpu->thread, EVENT_THREAD,
				     URGENT_PID, 0);
		}
	} while (one_in(2));
	sample(cpu, CONTEXT_USER, WORKLOAD_PID);
}

/* Return the last sample's moment: then the timer's handler has run. */
static uint64_t last_sampled(const struct cpu *cpu)
{
	const struct event *event = &cpu->list.event[cpu->list.count - 1];

	while (event->type != EVENT_SAMPLE)
		event--;
	return cpu->t_w + event->sample.latency;
}

static void activation(struct cpu *cpu, int context)
{
	uint64_t thread_start;

	cpu->now = 1000000;
	cpu->t_w = cpu->now + up_to(20000);
	cpu->before_timer = true;
	if (one_in(3))		/* the timer interrupts a softirq */
		cpu->softirq = open_window(cpu);
	do
		stretch(cpu, PART_DELAY, 8000);
	while (cpu->now < cpu->t_w);
	if (timer_irq(cpu, context == CONTEXT_IRQ)) {
		stop(cpu, CONTEXT_IRQ, 0);
		return;
	}
	if (cpu->softirq.start)
		softirq_rest(cpu);
	thread_start = threads(cpu);
	if (context_is_wakeup(context)) {
		stretch(cpu, PART_SWITCH, 1000);
		stop_wakeup(cpu, context, last_sampled(cpu), cpu->now);
		return;
	}
	stretch(cpu, PART_WORKLOAD, 1000);
	sample(cpu, CONTEXT_THREAD, WORKLOAD_PID);
	if (context == CONTEXT_USER)
		user_space(cpu);
	stop(cpu, context, thread_start);
}

static uint64_t item_sum(const struct part *part, enum event_type type, int id)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < part->items; i++) {
		if (part->item[i].kind == ITEM_NOISE &&
		    part->item[i].type == type && part->item[i].id == id)
			sum += part->item[i].ns;
	}
	return sum;
}

static void check_delay(const struct part *delay, const struct cpu *cpu)
{
	int i;

	assert_int_equal(item_sum(delay, EVENT_NMI, -1), cpu->delay_by_nmi);
	for (i = 0; i < IRQ_DEPTH; i++)
		assert_int_equal(item_sum(delay, EVENT_IRQ, IRQ_ID + i),
				 cpu->delay_by_irq[i]);
}

static void check_items(const struct part *part, enum part_id id,
			uint64_t latency)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < part->items; i++)
		sum += part->item[i].ns;
	if (id == PART_DELAY)
		assert_in_range(part->ns - sum, 0, 1000 + latency / 100);
	else if (part->items)
		assert_int_equal(part->ns, sum);
}

/*
 * Check that segments follow one another without a gap or an overlap, from the
 * start of the latency to its end, and that those of each part add up to it.
 */
static void check_segments(const struct analysis *analysis)
{
	uint64_t at = analysis->t_w, unexplained = 0;
	uint64_t sum[PARTS] = { 0 };
	size_t i;

	for (i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		assert_int_equal(segment->start, at);
		assert_true(segment->ns > 0);
		at += segment->ns;
		if (segment->part == PART_UNEXPLAINED)
			unexplained += segment->ns;
		else
			sum[segment->part] += segment->ns;
		if (segment->item != NO_ITEM)
			assert_true((size_t)segment->item <
				    analysis->part[segment->part].items);
	}
	assert_int_equal(at, analysis->t_w + analysis->latency);
	assert_int_equal(unexplained, analysis->unexplained);
	for (i = 0; i < PARTS; i++)
		assert_int_equal(sum[i], analysis->part[i].ns);
}

static void check(unsigned int seed, int context)
{
	static const struct analysis_config config = {
		.stop = { 1, 1, 1 }, .workload_prio = WORKLOAD_PRIO,
	};
	struct cpu cpu = { 0 };
	struct analysis *analysis;
	int id;

	srand(seed);
	activation(&cpu, context);
	analysis = analysis_new(&cpu.list, 0, &config);
	assert_non_null(analysis);
	for (id = 0; id < PARTS; id++) {
		if (analysis->part[id].ns != cpu.truth[id])
			print_error("seed %u, context %d, part %d\n", seed,
				    context, id);
		assert_int_equal(analysis->part[id].ns, cpu.truth[id]);
		check_items(&analysis->part[id], id, analysis->latency);
	}
	check_delay(&analysis->part[PART_DELAY], &cpu);
	check_segments(analysis);
	assert_int_equal(analysis->unexplained, 0);
	analysis_free(analysis);
	event_list_clear(&cpu.list);
}

static void test_irq_stops(void **state)
{
	unsigned int seed;

	(void)state;
	for (seed = 0; seed < ROUNDS; seed++)
		check(seed, CONTEXT_IRQ);
}

static void test_thread_stops(void **state)
{
	unsigned int seed;

	(void)state;
	for (seed = 0; seed < ROUNDS; seed++)
		check(seed, CONTEXT_THREAD);
}

static void test_user_stops(void **state)
{
	unsigned int seed;

	(void)state;
	for (seed = 0; seed < ROUNDS; seed++)
		check(seed, CONTEXT_USER);
}

static void test_wakeup_stops(void **state)
{
	unsigned int seed;

	(void)state;
	for (seed = 0; seed < ROUNDS; seed++)
		check(seed, WAKEUP_FIRST + seed % WAKEUP_CONTEXTS);
}

/*
 * If any one event is missing, still no part exceeds the latency, and the parts
 * and the unexplained time add up to the latency.
 */
static void test_missing_events(void **state)
{
	static const struct analysis_config config = {
		.stop = { 1, 1, 1 }, .workload_prio = WORKLOAD_PRIO,
	};
	struct analysis *analysis;
	unsigned int seed;
	int64_t sum;
	size_t i;

	(void)state;
	for (seed = 0; seed < ROUNDS; seed++) {
		struct cpu cpu = { 0 };

		srand(seed);
		activation(&cpu, seed % 3 ? 1 + seed % 2 : CONTEXT_WAKE_TOTAL);
		for (i = rand() % cpu.list.count; i + 1 < cpu.list.count; i++)
			cpu.list.event[i] = cpu.list.event[i + 1];
		cpu.list.count--;
		analysis = analysis_new(&cpu.list, 0, &config);
		if (!analysis) {
			event_list_clear(&cpu.list);
			continue;
		}
		for (i = 0, sum = 0; i < PARTS; i++) {
			assert_true(analysis->part[i].ns <= analysis->latency);
			sum += analysis->part[i].ns;
		}
		assert_int_equal(sum + analysis->unexplained,
				 analysis->latency);
		assert_true(sum <= (int64_t)analysis->latency);
		check_segments(analysis);
		analysis_free(analysis);
		event_list_clear(&cpu.list);
	}
}

/*
 * Even if no CPU could have written the events, the segments fill the latency
 * and add up to the parts.
 */
static void test_impossible_events(void **state)
{
	static const struct analysis_config config = {
		.stop = { 1, 1, 1 }, .workload_prio = WORKLOAD_PRIO,
	};
	struct analysis *analysis;
	unsigned int seed, i;

	(void)state;
	for (seed = 0; seed < ROUNDS; seed++) {
		struct cpu cpu = { .now = 1000000, .t_w = 1010000 };

		srand(seed);
		for (i = up_to(40); i; i--) {
			struct event *event = add(&cpu, EVENT_NMI + up_to(3));

			event->noise.start = cpu.now - 15000 + up_to(30000);
			event->noise.duration = up_to(20000);
			event->noise.id = up_to(30);
			event->noise.prio = up_to(140);
			cpu.now += up_to(2000);
		}
		cpu.now = cpu.now > cpu.t_w ? cpu.now : cpu.t_w + 1;
		cpu.timer.start = cpu.now - up_to(20000);
		sample(&cpu, CONTEXT_IRQ, up_to(30));
		if (one_in(2))
			stop(&cpu, up_to(2),
			     one_in(3) ? 0 : cpu.now - up_to(20000));
		else
			stop_wakeup(&cpu, CONTEXT_WAKE_WAIT,
				    cpu.now - up_to(20000),
				    cpu.now - up_to(20000));
		analysis = analysis_new(&cpu.list, 0, &config);
		assert_non_null(analysis);
		check_segments(analysis);
		analysis_free(analysis);
		event_list_clear(&cpu.list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_irq_stops),
		cmocka_unit_test(test_thread_stops),
		cmocka_unit_test(test_user_stops),
		cmocka_unit_test(test_wakeup_stops),
		cmocka_unit_test(test_missing_events),
		cmocka_unit_test(test_impossible_events),
	};

	return cmocka_run_group_tests_name("analysis on a simulated CPU", tests,
					   NULL, NULL);
}
