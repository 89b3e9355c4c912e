// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of who blocked whom, and of the sentence about it, from events made by
 * hand. The robot runs on CPU 0, and those that it waits for on CPU 1.
 */
#include <string.h>

#include "cycles/cycle_advice.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"
#include "cycles/home_wait.h"
#include "cycles/replay.h"
#include "made_cycles.h"
#include "test.h"

#define ROBOT		10
#define LOGGER		11
#define DATABASE	12
#define NETWORK		13
#define TELEMETRY	14
#define KTIMERS		15

static struct sched_trace trace;
static struct whereabouts where;
static struct thread_cycles cycles;
static struct explained_cycle explained;
static const struct blocking_chain *chain;

static int set_up(void **state)
{
	(void)state;
	made_prio(&trace, ROBOT, "robot", 49);
	made_prio(&trace, LOGGER, "logger", 89);
	made_prio(&trace, DATABASE, "database", 94);
	made_prio(&trace, NETWORK, "network", 120);
	made_prio(&trace, TELEMETRY, "telemetry", 79);
	made_prio(&trace, 0, "swapper", 120);
	made_home(&trace, 0, 0, ROBOT, 0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	explained_cycle_free(&explained);
	thread_cycles_free(&cycles);
	whereabouts_free(&where);
	made_clean(&trace);
	return 0;
}

/* The robot waits for a mutex from 110 us on. */
static void wait_for(enum made_wait wait)
{
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 109, 0, ROBOT, wait);
	made_switch(&trace, 110, 0, ROBOT, true, 0);
}

/* It waits so that no signal ends that; return the event of the switch. */
static struct sched_event *wait_blocked(enum made_wait wait)
{
	struct sched_event *last;

	wait_for(wait);
	last = &trace.event[trace.events - 1];
	last->is_blocked = true;
	return last;
}

/* It gets that from @pid on CPU 1 at @us. */
static void get_from(int pid, uint64_t us)
{
	made_waking(&trace, us, 1, pid, ROBOT, 0);
	made_switch(&trace, us + 1, 0, 0, false, ROBOT);
	made_return(&trace, us + 1, 0, ROBOT);
}

static void expect(const char *sentence)
{
	const struct thread_choice choice = { .comm = "robot" };
	const struct cycle_item *item;
	char text[CYCLE_SENTENCE_LEN];

	made_home(&trace, 2000, 0, ROBOT, 0);
	sched_trace_settle(&trace);
	assert_true(replay_trace(&where, &trace));
	cycles = (struct thread_cycles) { .where = &where };
	cycles.thread = home_wait_thread(&cycles.home, &where, &choice);
	assert_non_null(cycles.thread);
	assert_true(thread_cycles_find(&cycles));
	assert_int_equal(cycles.count, 1);
	assert_true(explained_cycle_make(&explained, &cycles,
					 thread_cycles_worst(&cycles, 0), 0));
	cycle_advice_find(&explained.advice, &explained, NULL);
	assert_string_equal(explained_sentence(&explained, text), sentence);
	item = explained_item(&explained, CYCLE_BLOCKED);
	chain = item ? explained_chain(&explained, item) : NULL;
}

static bool is_advised(const char *words)
{
	for (int i = 0; i < explained.advice.lines; i++)
		if (strstr(explained.advice.texts[i].text, words))
			return true;
	return false;
}

static void expect_advice(const char *words)
{
	if (!is_advised(words))
		fail_msg("nothing is advised about %s", words);
}

static void expect_no_advice(const char *words)
{
	assert_false(is_advised(words));
}

static void test_held(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	wait_for(MADE_MUTEX);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex) until logger:11 released it, which ran for 1390.00 us of that.");
	assert_int_equal(chain->count, 1);
	assert_false(chain->link[0].inversion);
	assert_int_equal(chain->link[0].ran, 1390000);
	expect_advice("Hold that lock for a shorter time");
	expect_no_advice("PTHREAD_PRIO_INHERIT");
}

/* A plain mutex: the logger keeps its priority, and the telemetry preempts it. */
static void test_inversion(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	wait_for(MADE_MUTEX);
	made_switch(&trace, 200, 1, LOGGER, false, TELEMETRY);
	made_switch(&trace, 1400, 1, TELEMETRY, true, LOGGER);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex) until logger:11 released it, which telemetry:14 had preempted for 1200.00 us: a priority inversion.");
	assert_true(chain->link[0].inversion);
	assert_int_equal(chain->link[0].inverted.pid, TELEMETRY);
	assert_int_equal(chain->link[0].inverted.ns, 1200000);
	assert_int_equal(chain->link[0].preempted, 1200000);
	assert_int_equal(chain->link[0].ran, 190000);
	expect_advice("PTHREAD_PRIO_INHERIT");
}

/* With inheritance, the logger has the robot's priority as it is preempted. */
static void test_inheritance(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	wait_for(MADE_PI_MUTEX);
	made_prio(&trace, LOGGER, "logger", 49);
	made_prio(&trace, TELEMETRY, "telemetry", 19);
	made_switch(&trace, 200, 1, LOGGER, false, TELEMETRY);
	made_switch(&trace, 1400, 1, TELEMETRY, true, LOGGER);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex with priority inheritance) until logger:11 released it, which telemetry:14 had preempted for 1200.00 us.");
	assert_false(chain->link[0].inversion);
	expect_no_advice("PTHREAD_PRIO_INHERIT");
}

/* Threads without a real-time priority share the CPU of one that holds the lock. */
static void test_fair_inversion(void **state)
{
	(void)state;
	made_prio(&trace, LOGGER, "logger", 120);
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	wait_for(MADE_MUTEX);
	made_switch(&trace, 200, 1, LOGGER, false, NETWORK);
	made_switch(&trace, 1400, 1, NETWORK, false, LOGGER);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex) until logger:11 released it, which network:13 had preempted for 1200.00 us: a priority inversion.");
}

/* The logger waits for the database, and that one for the network, which computes. */
static void test_three(void **state)
{
	(void)state;
	made_call(&trace, 60, 1, LOGGER, MADE_MUTEX);
	made_switch(&trace, 61, 1, LOGGER, true, DATABASE);
	made_call(&trace, 70, 1, DATABASE, MADE_READ);
	made_switch(&trace, 71, 1, DATABASE, true, NETWORK);
	wait_for(MADE_MUTEX);
	made_waking(&trace, 1400, 1, NETWORK, DATABASE, 1);
	made_switch(&trace, 1401, 1, NETWORK, false, DATABASE);
	made_return(&trace, 1401, 1, DATABASE);
	made_waking(&trace, 1450, 1, DATABASE, LOGGER, 1);
	made_switch(&trace, 1451, 1, DATABASE, true, LOGGER);
	made_return(&trace, 1451, 1, LOGGER);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex) until logger:11 released it, which itself slept 1340.00 us in futex (mutex) until database:12 released it, which itself slept 1290.00 us in read of descriptor 5 until network:13 woke it, which ran for 1290.00 us of that.");
	assert_int_equal(chain->count, 3);
	assert_int_equal(chain->link[2].depth, 2);
	assert_int_equal(chain->link[2].pid, DATABASE);
	assert_int_equal(chain->link[2].waker.pid, NETWORK);
	/* A waker did something in all of the time for which it is waited. */
	for (size_t i = 0; i < chain->count; i++)
		assert_int_equal(chain->link[i].ran + chain->link[i].preempted +
				 chain->link[i].blocked +
				 chain->link[i].unknown, chain->link[i].ns);
}

/* The logger waits for the robot in the same time: that is not followed again. */
static void test_loop(void **state)
{
	(void)state;
	made_call(&trace, 60, 1, LOGGER, MADE_READ);
	made_switch(&trace, 61, 1, LOGGER, true, DATABASE);
	wait_for(MADE_MUTEX);
	made_waking(&trace, 1400, 0, ROBOT, LOGGER, 1);
	made_switch(&trace, 1401, 1, DATABASE, false, LOGGER);
	made_return(&trace, 1402, 1, LOGGER);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex) until logger:11 released it, which itself slept 1290.00 us in read of descriptor 5 until robot:10 woke it.");
	assert_int_equal(chain->count, 2);
	assert_true(chain->link[1].loop);
}

static void test_disk(void **state)
{
	(void)state;
	wait_for(MADE_READ);
	made_begin(&trace, 1500, 1, 0, SPAN_IRQ, "nvme0q1:30");
	made_waking(&trace, 1501, 1, 0, ROBOT, 0);
	made_end(&trace, 1502, 1, 0, SPAN_IRQ);
	made_switch(&trace, 1503, 0, 0, false, ROBOT);
	made_return(&trace, 1503, 0, ROBOT);
	expect("73 % of 1901.00 us: blocked in read of descriptor 5 until interrupt nvme0q1:30 woke it.");
	assert_int_equal(chain->count, 1);
	expect_advice("It waited for a device");
}

static void test_own_sleep(void **state)
{
	(void)state;
	wait_for(MADE_READ);
	made_timer(&trace, 1500, 1500, 0, 0, ROBOT);
	made_switch(&trace, 1503, 0, 0, false, ROBOT);
	made_return(&trace, 1503, 0, ROBOT);
	expect("73 % of 1901.00 us: it slept by itself in read of descriptor 5, until its time was over.");
	expect_advice("--wait");
}

static void test_full(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	wait_for(MADE_WRITE);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in write until logger:11 woke it, which ran for 1390.00 us of that.");
	expect_advice("F_SETPIPE_SZ");
}

/* Where the waker was is not in the trace: nothing is said of that. */
static void test_absent(void **state)
{
	(void)state;
	wait_for(MADE_MUTEX);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in futex (mutex) until logger:11 released it.");
	assert_null(whereabouts_thread(&where, LOGGER));
}

static void test_throttled(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 200, 0, ROBOT, false, NETWORK);
	made_switch(&trace, 1700, 0, NETWORK, false, ROBOT);
	expect("79 % of 1901.00 us: it was throttled for 1500.00 us, while network:13 ran: real-time threads had used up the time that they may have.");
	expect_advice("Let real-time threads have all the time");
	expect_no_advice("taskset");
}

static void test_idle_cpu(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 200, 0, ROBOT, false, 0);
	made_switch(&trace, 1700, 0, 0, false, ROBOT);
	expect("79 % of 1901.00 us: it was throttled for 1500.00 us: real-time threads had used up the time that they may have.");
	expect_advice("From Linux 6.12 on");
	expect_no_advice("cpu.max");
}

/* It was woken while the CPU slept: nobody has chosen to let that be idle. */
static void test_slow_wakeup_of_a_cpu(void **state)
{
	(void)state;
	wait_for(MADE_READ);
	made_waking(&trace, 200, 1, LOGGER, ROBOT, 0);
	made_switch(&trace, 1700, 0, 0, false, ROBOT);
	made_return(&trace, 1700, 0, ROBOT);
	expect("79 % of 1901.00 us: it could run, but did not for 1500.00 us while CPU 0 was idle: the wake-up of that CPU took so long.");
	expect_no_advice("throttled");
}

/* A less urgent thread had the CPU before, and keeps it. */
static void test_preemption_off(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 109, 0, ROBOT, MADE_READ);
	made_switch(&trace, 110, 0, ROBOT, true, NETWORK);
	made_waking(&trace, 200, 1, LOGGER, ROBOT, 0);
	made_switch(&trace, 1700, 0, NETWORK, false, ROBOT);
	made_return(&trace, 1700, 0, ROBOT);
	expect("79 % of 1901.00 us: it could run, but network:13 did for 1500.00 us, although its priority is lower: that one kept preemption off.");
	expect_no_advice("real-time threads");
}

/* The priority of a thread tells what kind of time it has used up. */
static void test_quota(void **state)
{
	(void)state;
	made_prio(&trace, ROBOT, "robot", 120);
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 200, 0, ROBOT, false, 0);
	made_switch(&trace, 1700, 0, 0, false, ROBOT);
	expect("79 % of 1901.00 us: it was throttled for 1500.00 us: its control group had used up its time (cpu.max).");
	expect_advice("quota");
}

static void test_deadline_runtime(void **state)
{
	(void)state;
	made_prio(&trace, ROBOT, "robot", -1);
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 200, 0, ROBOT, false, NETWORK);
	made_switch(&trace, 1700, 0, NETWORK, false, ROBOT);
	expect("79 % of 1901.00 us: it was throttled for 1500.00 us, while network:13 ran: it had used up its runtime of SCHED_DEADLINE.");
	expect_advice("chrt -d");
}

/* Threads without a real-time priority share a CPU, also if one is nice. */
static void test_fair_threads_share(void **state)
{
	(void)state;
	made_prio(&trace, ROBOT, "robot", 120);
	made_prio(&trace, NETWORK, "network", 139);
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 200, 0, ROBOT, false, NETWORK);
	made_switch(&trace, 1700, 0, NETWORK, false, ROBOT);
	expect("79 % of 1901.00 us: preempted for 1500.00 us by network:13 (no real-time priority).");
	expect_advice("give it a real-time priority");
}

/* No signal could have ended the sleep that a program's thread ends. */
static void test_kernel_lock(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	made_call(&trace, 60, 1, LOGGER, MADE_WRITE);
	wait_blocked(MADE_WRITE);
	get_from(LOGGER, 1500);
	expect("73 % of 1901.00 us: blocked in write (lock of the kernel) until logger:11 (in write) released it, which ran for 1390.00 us of that.");
	expect_advice("same file");
}

/* From 50 us on, CPU 1 runs the thread that serves its timers. */
static void begin_ktimers(void)
{
	made_prio(&trace, KTIMERS, "ktimers/1", 98);
	made_switch(&trace, 50, 1, 0, false, KTIMERS);
}

/* The robot gets a lock from that thread. */
static void expect_lock_of_ktimers(void)
{
	get_from(KTIMERS, 1500);
	expect("73 % of 1901.00 us: blocked in read of descriptor 5 (lock of the kernel) until ktimers/1:15 released it, which ran for 1390.00 us of that.");
	expect_advice("clock_nanosleep()");
}

/*
 * The thread that serves a timer has its lock with PREEMPT_RT, as traces of our
 * own say.
 */
static void test_lock_of_a_timer(void **state)
{
	(void)state;
	begin_ktimers();
	wait_blocked(MADE_READ)->needs_lock = true;
	expect_lock_of_ktimers();
	expect_no_advice("same file");
	expect_no_advice("It waited for a device");
}

/* Without that, the callback that ends the sleep tells the same. */
static void test_lock_of_a_timers_callback(void **state)
{
	(void)state;
	begin_ktimers();
	made_begin(&trace, 51, 1, KTIMERS, SPAN_SOFTIRQ, "HRTIMER:8");
	made_begin(&trace, 52, 1, KTIMERS, SPAN_TIMER, "timerfd_tmrproc");
	wait_blocked(MADE_READ);
	expect_lock_of_ktimers();
}

/* Drivers, and the devices of tests, may end a request by a timer. */
static void test_device_with_timer(void **state)
{
	(void)state;
	wait_blocked(MADE_READ);
	made_timer(&trace, 1500, 1500, 0, 0, ROBOT);
	made_switch(&trace, 1503, 0, 0, false, ROBOT);
	made_return(&trace, 1503, 0, ROBOT);
	expect("73 % of 1901.00 us: blocked in read of descriptor 5 (device) until a timer woke it.");
	expect_advice("It waited for a device");
	expect_no_advice("--wait");
}

static void fault_pages(size_t pages)
{
	made_cycle_at_100(&trace, ROBOT);
	for (size_t i = 0; i < pages; i++)
		made_sched(&trace, SCHED_FAULT, 200 + i, 0, ROBOT);
}

static void test_page_faults(void **state)
{
	(void)state;
	fault_pages(12);
	expect("100 % of 1901.00 us: it ran for 1896.00 us, and nobody kept it off its CPU; it had 12 page faults, as it touched memory that was not there yet.");
	expect_advice("mlockall");
}

static void test_few_page_faults(void **state)
{
	(void)state;
	fault_pages(2);
	expect("100 % of 1901.00 us: it ran for 1896.00 us, and nobody kept it off its CPU: its own work took so long.");
	assert_int_equal(explained.cycle->faults, 2);
	expect_no_advice("mlockall");
}

/* A trace of our own has their number, and only the calls of sleeps. */
static void test_recorded_page_faults(void **state)
{
	(void)state;
	trace.cycle.tid = ROBOT;
	for (size_t i = 0; i < trace.events; i++)
		if (trace.event[i].type == SCHED_SWITCH)
			trace.event[i].has_faults = true;
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 200, 0, ROBOT, false, NETWORK);
	trace.event[trace.events - 1].has_faults = true;
	trace.event[trace.events - 1].faults = 30;
	made_switch(&trace, 210, 0, NETWORK, false, ROBOT);
	expect("99 % of 1901.00 us: it ran for 1886.00 us, and nobody kept it off its CPU; it had 30 page faults, as it touched memory that was not there yet.");
	assert_null(explained_item(&explained, CYCLE_RUN));
}

/* Until 1490 us, a thread of @prio has the CPU, and not the one that serves timers. */
static void serve_late(int prio)
{
	made_prio(&trace, NETWORK, "network", prio);
	made_prio(&trace, KTIMERS, "ktimers/0", 98);
	made_switch(&trace, 50, 0, 0, false, NETWORK);
	made_switch(&trace, 1490, 0, NETWORK, true, KTIMERS);
	made_timer(&trace, 100, 1500, 0, KTIMERS, ROBOT);
	made_switch(&trace, 1505, 0, KTIMERS, false, ROBOT);
	made_return(&trace, 1506, 0, ROBOT);
}

/* PREEMPT_RT has a thread with the real-time priority 1 for the timers of timerfd. */
static void test_timer_is_served_late(void **state)
{
	(void)state;
	serve_late(59);
	expect("74 % of 1901.00 us: it started late: ktimers/0:15, which serves its timer, had to wait for 1390.00 us while network:13 (real-time priority 40) ran.");
	expect_advice("clock_nanosleep()");
}

/* Others would have made way: interrupts were off. And the robot itself makes way. */
static void test_timer_is_not_served_late(void **state)
{
	(void)state;
	serve_late(120);
	expect("74 % of 1901.00 us: it started late: the interrupt of its timer was 1390.00 us late, while network:13 ran.");
	expect_no_advice("clock_nanosleep()");
	tear_down(NULL);
	set_up(NULL);
	serve_late(9);
	expect("74 % of 1901.00 us: it started late: the interrupt of its timer was 1390.00 us late, while network:13 ran.");
	expect_no_advice("clock_nanosleep()");
}

/* From @from to @to us, the robot wants a lock that @owner has. */
static void contend(uint64_t from, uint64_t to, int owner)
{
	made_sched(&trace, SCHED_CONTENDS, from, 0, ROBOT)->other = owner;
	made_sched(&trace, SCHED_HAS_LOCK, to, 0, ROBOT);
}

static void test_spins_for_a_kernel_lock(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 200, 0, ROBOT, MADE_WRITE);
	contend(300, 1800, LOGGER);
	made_return(&trace, 1850, 0, ROBOT);
	expect("100 % of 1901.00 us: it spun for 1500.00 us for a lock of the kernel in write, which logger:11 had.");
	expect_advice("same file");
	expect_no_advice("perf record");
}

/* Not of every lock it is known who has it; and some are wanted in no system call. */
static void test_spins_for_a_lock_of_others(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	contend(300, 1800, 0);
	expect("100 % of 1901.00 us: it spun for 1500.00 us for a lock of the kernel, which others had.");
}

/* Its own work has taken longer, and nothing keeps it off its CPU. */
static void test_spins_for_a_short_time(void **state)
{
	const struct cycle_item *item;

	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	contend(300, 500, LOGGER);
	expect("100 % of 1901.00 us: it ran for 1896.00 us, and nobody kept it off its CPU: its own work took so long.");
	item = explained_item(&explained, CYCLE_RUN) + 1;
	assert_int_equal(item->kind, ITEM_SPIN);
	assert_int_equal(item->ns, 200000);
}

/* A thread that spins is woken, too, but has not passed its home wait by that. */
static void test_spins_in_its_home_wait(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 200, 0, ROBOT, MADE_SLEEP);
	made_sched(&trace, SCHED_CONTENDS, 300, 0, ROBOT)->other = LOGGER;
	made_waking(&trace, 1700, 1, LOGGER, ROBOT, 0);
	made_sched(&trace, SCHED_HAS_LOCK, 1800, 0, ROBOT);
	made_return(&trace, 1850, 0, ROBOT);
	expect("100 % of 1901.00 us: it spun for 1500.00 us for a lock of the kernel in clock_nanosleep, which logger:11 had.");
}

/* A thread that sleeps while it wants a lock needs that one, whoever wakes it. */
static void test_sleeps_as_it_contends(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, LOGGER);
	made_cycle_at_100(&trace, ROBOT);
	made_sched(&trace, SCHED_CONTENDS, 108, 0, ROBOT)->other = LOGGER;
	made_switch(&trace, 110, 0, ROBOT, true, 0);
	trace.event[trace.events - 1].is_blocked = true;
	get_from(LOGGER, 1500);
	made_sched(&trace, SCHED_HAS_LOCK, 1502, 0, ROBOT);
	expect("73 % of 1901.00 us: blocked in page fault or kernel (lock of the kernel) until logger:11 released it, which ran for 1390.00 us of that.");
}

static void test_own_work(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	expect("100 % of 1901.00 us: it ran for 1896.00 us, and nobody kept it off its CPU: its own work took so long.");
	expect_advice("perf record");
}

/* A lock with inheritance is waited for by spinning while its owner runs. */
static void test_spins(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 200, 0, ROBOT, MADE_PI_MUTEX);
	made_return(&trace, 900, 0, ROBOT);
	expect("100 % of 1901.00 us: it ran for 1896.00 us, and nobody kept it off its CPU: 700.00 us of that in futex (mutex with priority inheritance).");
}

static void test_interrupted(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_begin(&trace, 200, 0, ROBOT, SPAN_IRQ, "eth0:24");
	made_begin(&trace, 210, 0, ROBOT, SPAN_SOFTIRQ, "NET_RX:3");
	made_end(&trace, 1700, 0, ROBOT, SPAN_SOFTIRQ);
	made_end(&trace, 1710, 0, ROBOT, SPAN_IRQ);
	expect("79 % of 1901.00 us: interrupted by NET_RX:3 for 1490.00 us.");
	expect_advice("smp_affinity");
}

#define TEST(function) \
	cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_held),
		TEST(test_inversion),
		TEST(test_inheritance),
		TEST(test_fair_inversion),
		TEST(test_three),
		TEST(test_loop),
		TEST(test_disk),
		TEST(test_own_sleep),
		TEST(test_full),
		TEST(test_absent),
		TEST(test_throttled),
		TEST(test_idle_cpu),
		TEST(test_slow_wakeup_of_a_cpu),
		TEST(test_preemption_off),
		TEST(test_quota),
		TEST(test_deadline_runtime),
		TEST(test_fair_threads_share),
		TEST(test_kernel_lock),
		TEST(test_lock_of_a_timer),
		TEST(test_lock_of_a_timers_callback),
		TEST(test_device_with_timer),
		TEST(test_timer_is_served_late),
		TEST(test_timer_is_not_served_late),
		TEST(test_spins_for_a_kernel_lock),
		TEST(test_spins_for_a_lock_of_others),
		TEST(test_spins_for_a_short_time),
		TEST(test_spins_in_its_home_wait),
		TEST(test_sleeps_as_it_contends),
		TEST(test_page_faults),
		TEST(test_few_page_faults),
		TEST(test_recorded_page_faults),
		TEST(test_own_work),
		TEST(test_spins),
		TEST(test_interrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
