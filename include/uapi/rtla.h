/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The user-space interface of rtla.ko.
 *
 * A session is a file descriptor:
 *
 *	fd = open("/dev/rtla")		a session that does nothing yet
 *	ioctl(fd, RTLA_IOC_START)	configures and starts it, all or nothing
 *	poll(fd) + read(fd)		wait for the hit, and return it
 *	ioctl(fd, RTLA_IOC_END)		ends it; a hit can still be read
 *	close(fd)			ends it, also when the holder is killed
 *
 * A user-space workload is a file descriptor, too. A session that was started
 * with RTLA_START_NO_THREADS waits for one workload on each of its CPUs:
 *
 *	fd = open("/dev/rtla")
 *	ioctl(fd, RTLA_IOC_ATTACH)	names the CPU the caller is bound to
 *	read(fd, &now, 8)		once per period, returns at its start
 *	close(fd)			leaves the CPU to the next workload
 *
 * From a shell, a line of text does the same as RTLA_IOC_START:
 *
 *	exec 9<>/dev/rtla
 *	echo "timerlat cpus=0-3 stop_tracing_total_us=500" >&9
 *	cat <&9				waits for the hit
 *	exec 9<&-			ends the session
 *
 * One write(), or writev(), is one line, which starts one session, all or
 * nothing. The line may have a newline at its end, but no other one. Its first
 * word is timerlat, osnoise or hwnoise, which is osnoise with interrupts off.
 * The other words, in any order and each at most once, have the names of the
 * files and options of the kernel's own tracers; numbers are decimal:
 *
 *	cpus=LIST			the CPUs; default: all that are online
 *	period_us=N			default: timerlat 1000, osnoise 1000000
 *	runtime_us=N			osnoise; default: the period, 1000000 at
 *					most; with interrupts off, 3/4 of the period
 *	tracing_threshold=N		osnoise: us, as noise_ns; default: 1
 *	stop_tracing_us=N		timerlat: stop_irq_ns, osnoise:
 *					stop_single_ns; default: 0, no threshold
 *	stop_tracing_total_us=N		timerlat: stop_thread_ns, osnoise:
 *					stop_total_ns; default: 0, no threshold
 *	print_stack=N			timerlat: us, as stack_ns; default: 0
 *	TIMERLAT_ALIGN_US=N		timerlat: RTLA_START_ALIGN and align_ns
 *	OSNOISE_PREEMPT_DISABLE		osnoise: RTLA_START_PREEMPT_OFF
 *	OSNOISE_IRQ_DISABLE		osnoise: RTLA_START_IRQS_OFF
 *	PANIC_ON_STOP			RTLA_START_PANIC
 *	tracing_off=0			a hit does not stop the trace. Otherwise it
 *					does, with "stop" as its CPU's last event: that
 *					of the whole system, not that of an instance
 *
 * write() returns the length of the line, or an error of RTLA_IOC_START, and
 * then the kernel log says why:
 *
 *	EINVAL	an empty line, a newline or a NUL inside of it, a word that is
 *		unknown, malformed, there twice, or that of the other workload
 *	E2BIG	the line is longer than RTLA_LINE_MAX bytes
 *	EPERM	the caller, or the process that opened the descriptor, has no
 *		CAP_SYS_ADMIN
 *
 * read() of such a session waits for the hit, and returns it as a line of text,
 * in parts if the caller asks for less; then it returns 0, the end of the file:
 *
 *	hit cpu 3 thread 859978 ns threshold 500000 ns #29800 t_w 200201939376
 *
 * The word after the CPU is irq, thread or user for a latency, single or total
 * for a noise; the numbers are those of &struct rtla_hit, #29800 its seqnum. If
 * the session ends without a hit, there is no line. Such a session also ends
 * with the process that opened the descriptor, whoever else has a copy: a shell
 * that is killed may leave a child behind. Otherwise it is like all sessions,
 * for each request.
 *
 * The samples and the noise are trace events (system "rtla", see
 * include/trace/events/rtla.h), read from any trace instance. A session can
 * also keep statistics of the samples, which need no trace instance:
 *
 *	ioctl(fd, RTLA_IOC_COUNT)	counts the samples of a stretch of time
 *	ioctl(fd, RTLA_IOC_STATS)	reads count, least, largest, sums, ...
 *	ioctl(fd, RTLA_IOC_BUCKETS)	reads a distribution or a histogram
 *	ioctl(fd, RTLA_IOC_BLOCKS)	reads what came in each block of time
 *	ioctl(fd, RTLA_IOC_THREADS)	reads what is known of watched threads
 *	ioctl(fd, RTLA_IOC_WAKERS)	reads who woke them
 *	ioctl(fd, RTLA_IOC_BOUND)	reads the variables of the bound
 *	ioctl(fd, RTLA_IOC_CAUSES)	reads what has taken time, by name
 *
 * All times are nanoseconds; all points in time are CLOCK_MONOTONIC.
 * Structures start with their own size as the caller knows it. A module that
 * knows a longer structure takes the missing tail as zero. A module that knows
 * a shorter one refuses a non-zero tail with E2BIG, as it does any size over
 * 4096 bytes. Reserved fields are zero.
 *
 * The module identifies a request by the type and the number in its ioctl code.
 * The code also contains the size of the caller's structure, which grows with
 * the versions; the module ignores that size. So a program that was compiled
 * with any version of this file works with every later module.
 *
 * A fatal signal ends a request that has to wait (EINTR).
 */
#ifndef _UAPI_RTLA_H
#define _UAPI_RTLA_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define RTLA_DEVICE_NAME	"rtla"
#define RTLA_DEVICE_PATH	"/dev/" RTLA_DEVICE_NAME

/* Version of this interface; also the parameter "abi" of the module. */
#define RTLA_ABI_VERSION	1

/**
 * enum rtla_workload - what the measuring threads of a session do
 * @RTLA_TIMERLAT: sleep until a timer expires, and take its latencies
 * @RTLA_OSNOISE: read the clock in a loop, and take gaps between readings as
 *	noise
 * @RTLA_BOUND: they are woken by a timer that expires at random, and so find
 *	out how long, at most, the kernel keeps the thread with the highest
 *	priority from running
 * @RTLA_WAKEUP: there are none; the wake-ups of other threads are watched
 * @RTLA_OVERHEADS: there are none; the time is taken that the kernel itself
 *	needs for timers, wake-ups, the scheduler and interrupts between CPUs
 */
enum rtla_workload {
	RTLA_TIMERLAT = 1,
	RTLA_OSNOISE = 2,
	RTLA_BOUND = 3,
	RTLA_WAKEUP = 4,
	RTLA_OVERHEADS = 5,
};

/**
 * enum rtla_context - where a latency or a noise was taken
 * @RTLA_CONTEXT_IRQ: in the timer's handler (IRQ latency)
 * @RTLA_CONTEXT_THREAD: in the measuring thread (thread latency)
 * @RTLA_CONTEXT_USER: when a user-space workload asks for its next period
 *	(user latency, "return from user")
 * @RTLA_CONTEXT_SINGLE: one gap of an osnoise workload (single noise)
 * @RTLA_CONTEXT_TOTAL: all noises of one period of an osnoise workload (total
 *	noise)
 * @RTLA_WAKEUP_TIMER: of a wake-up by a timer: from when that was to expire
 *	until its interrupt looks for timers that have expired
 * @RTLA_WAKEUP_IRQ: of a wake-up by a timer: from there until the thread is
 *	woken
 * @RTLA_WAKEUP_QUEUE: until the thread is on the queue of a CPU; for a new
 *	thread 0
 * @RTLA_WAKEUP_WAIT: until the scheduler is called that chooses the thread
 * @RTLA_WAKEUP_PICK: until it has chosen the thread
 * @RTLA_WAKEUP_SWITCH: until it has switched to the thread, which goes on
 * @RTLA_WAKEUP_TOTAL: the sum of the six; without a timer, of the last four
 * @RTLA_OVERHEAD_RELEASE_LATENCY: of an hrtimer that wakes a thread: from when
 *	it was to expire until its callback is called
 * @RTLA_OVERHEAD_RELEASE: of such a timer: its callback
 * @RTLA_OVERHEAD_SCHED: from the call of the scheduler until it has chosen the
 *	thread that is to run; on kernels with the tracepoint sched_exit_tp
 *	also, if that is the one that runs already, until the scheduler returns
 * @RTLA_OVERHEAD_CXS: from there until the thread has the CPU: the context
 *	switch
 * @RTLA_OVERHEAD_SCHED2: from there until the scheduler returns to the thread
 * @RTLA_OVERHEAD_TICK: the callback of the scheduler's periodic timer
 * @RTLA_OVERHEAD_IPI: from when a CPU sends the interrupt that asks another one
 *	to call its scheduler until that other CPU, on which it is counted, has
 *	entered it
 * @RTLA_OVERHEAD_XCALL: the same of the interrupt that asks it to call a
 *	function
 * @RTLA_OVERHEAD_WAKE: from the attempt to wake a thread until it is on a
 *	queue, if the CPU that wakes it does that by itself
 * @RTLA_BOUND_POID: from when preemption or interrupts are disabled, but not in
 *	order to schedule, until they are enabled, or until the scheduler is
 *	called, if a thread waits for that: as much of it as the probe can be
 *	sure of
 * @RTLA_BOUND_PAIE: from when the scheduler returns, although a thread waits
 *	for it, until it is called again
 * @RTLA_BOUND_DST: a call of the scheduler that switches to another thread
 * @RTLA_BOUND_PSD: any call of the scheduler; before 6.13, one that switches
 * @RTLA_BOUND_IDLE: of an idle CPU: from when the probe was to expire until the
 *	scheduler is called
 * @RTLA_BOUND_OBSERVED: from when the probe was to expire until its thread
 *	runs, if the probe has to wake that: what the bound is to be compared
 *	with. With interrupts, but without the module's own work
 * @RTLA_CONTEXTS: the number of contexts
 */
enum rtla_context {
	RTLA_CONTEXT_IRQ = 0,
	RTLA_CONTEXT_THREAD = 1,
	RTLA_CONTEXT_USER = 2,
	RTLA_CONTEXT_SINGLE = 3,
	RTLA_CONTEXT_TOTAL = 4,
	RTLA_WAKEUP_TIMER = 5,
	RTLA_WAKEUP_IRQ = 6,
	RTLA_WAKEUP_QUEUE = 7,
	RTLA_WAKEUP_WAIT = 8,
	RTLA_WAKEUP_PICK = 9,
	RTLA_WAKEUP_SWITCH = 10,
	RTLA_WAKEUP_TOTAL = 11,
	RTLA_OVERHEAD_RELEASE_LATENCY = 12,
	RTLA_OVERHEAD_RELEASE = 13,
	RTLA_OVERHEAD_SCHED = 14,
	RTLA_OVERHEAD_CXS = 15,
	RTLA_OVERHEAD_SCHED2 = 16,
	RTLA_OVERHEAD_TICK = 17,
	RTLA_OVERHEAD_IPI = 18,
	RTLA_OVERHEAD_XCALL = 19,
	RTLA_OVERHEAD_WAKE = 20,
	RTLA_BOUND_POID = 21,
	RTLA_BOUND_PAIE = 22,
	RTLA_BOUND_DST = 23,
	RTLA_BOUND_PSD = 24,
	RTLA_BOUND_IDLE = 25,
	RTLA_BOUND_OBSERVED = 26,
	RTLA_CONTEXTS = 27,
};

/*
 * Number of the contexts of timerlat, which begin with RTLA_CONTEXT_IRQ; of
 * osnoise, which begin with RTLA_CONTEXT_SINGLE; of a wake-up, which begin with
 * RTLA_WAKEUP_TIMER; of the overheads, which begin with
 * RTLA_OVERHEAD_RELEASE_LATENCY; of a bound, which begin with RTLA_BOUND_POID;
 * and of those that are a bound's variables.
 */
#define RTLA_TIMERLAT_COUNT	(RTLA_CONTEXT_USER + 1 - RTLA_CONTEXT_IRQ)
#define RTLA_OSNOISE_COUNT	(RTLA_CONTEXT_TOTAL + 1 - RTLA_CONTEXT_SINGLE)
#define RTLA_WAKEUP_PARTS	(RTLA_WAKEUP_TOTAL + 1 - RTLA_WAKEUP_TIMER)
#define RTLA_OVERHEADS_COUNT	(RTLA_OVERHEAD_WAKE + 1 - RTLA_OVERHEAD_RELEASE_LATENCY)
#define RTLA_BOUND_COUNT	(RTLA_BOUND_OBSERVED + 1 - RTLA_BOUND_POID)
#define RTLA_BOUND_VARIABLES	(RTLA_BOUND_IDLE + 1 - RTLA_BOUND_POID)

/**
 * enum rtla_waker - who woke a thread
 * @RTLA_WAKER_TIMER: the callback of an hrtimer
 * @RTLA_WAKER_IRQ: another interrupt handler
 * @RTLA_WAKER_SOFTIRQ: a softirq
 * @RTLA_WAKER_THREAD: another thread; also one that serves a timer or a softirq
 *	where it releases a lock for which the woken thread has slept, as threads
 *	do under PREEMPT_RT
 * @RTLA_WAKER_NEW: nobody: the thread is new
 * @RTLA_WAKER_OTHERS: several wakers for which there was no place, see
 *	&struct rtla_woken
 */
enum rtla_waker {
	RTLA_WAKER_TIMER = 0,
	RTLA_WAKER_IRQ = 1,
	RTLA_WAKER_SOFTIRQ = 2,
	RTLA_WAKER_THREAD = 3,
	RTLA_WAKER_NEW = 4,
	RTLA_WAKER_OTHERS = 5,
};

/**
 * enum rtla_callback - functions that the kernel runs because somebody has
 * asked for it before
 * @RTLA_CALLBACK_WORK: of a workqueue, or of a kthread_worker; in a thread
 * @RTLA_CALLBACK_CALL: asked for by another CPU; in an interrupt
 * @RTLA_CALLBACK_TIMER: of a timer of low resolution; in a softirq, that is in
 *	a thread with PREEMPT_RT, as all of the following
 * @RTLA_CALLBACK_HRTIMER: of a timer of high resolution; in an interrupt
 * @RTLA_CALLBACK_SOFT_HRTIMER: of such a timer that expires in a softirq
 * @RTLA_CALLBACK_TASKLET: of a tasklet
 * @RTLA_CALLBACK_POLL: of a network device that is polled
 * @RTLA_CALLBACK_HANDLER: of the thread of an interrupt, "irq/NUMBER-NAME", as
 *	long as it ran at once
 */
enum rtla_callback {
	RTLA_CALLBACK_WORK = 0,
	RTLA_CALLBACK_CALL = 1,
	RTLA_CALLBACK_TIMER = 2,
	RTLA_CALLBACK_HRTIMER = 3,
	RTLA_CALLBACK_SOFT_HRTIMER = 4,
	RTLA_CALLBACK_TASKLET = 5,
	RTLA_CALLBACK_POLL = 6,
	RTLA_CALLBACK_HANDLER = 7,
};

/**
 * enum rtla_counter - what is counted from the timer's interrupt to the sample
 * of a hit, with RTLA_START_COUNTERS
 * @RTLA_COUNTER_CYCLES: cycles of the CPU, which does not count while it sleeps
 * @RTLA_COUNTER_INSTRUCTIONS: instructions
 * @RTLA_COUNTER_CACHE_MISSES: misses of the cache that perf means by
 *	"cache-misses"
 * @RTLA_COUNTER_TLB_MISSES: loads that the data TLB missed, for each of which a
 *	page table is walked (perf's "dTLB-load-misses")
 * @RTLA_COUNTER_SWITCHES: switches from one thread to another, that to the
 *	measuring thread included
 * @RTLA_COUNTER_FAULTS: page faults
 * @RTLA_COUNTERS: the number of counters
 *
 * The first four are the hardware's; a virtual machine may have none of them.
 */
enum rtla_counter {
	RTLA_COUNTER_CYCLES = 0,
	RTLA_COUNTER_INSTRUCTIONS = 1,
	RTLA_COUNTER_CACHE_MISSES = 2,
	RTLA_COUNTER_TLB_MISSES = 3,
	RTLA_COUNTER_SWITCHES = 4,
	RTLA_COUNTER_FAULTS = 5,
	RTLA_COUNTERS = 6,
};

/* The value of a counter that the CPU does not have, or has no place for. */
#define RTLA_COUNTER_ABSENT	(~0ULL)

/**
 * enum rtla_cause - what took time from a workload
 * @RTLA_CAUSE_NMI: NMIs
 * @RTLA_CAUSE_IRQ: an interrupt
 * @RTLA_CAUSE_SOFTIRQ: a softirq; with PREEMPT_RT it is a part of a thread
 * @RTLA_CAUSE_THREAD: another thread
 */
enum rtla_cause {
	RTLA_CAUSE_NMI = 0,
	RTLA_CAUSE_IRQ = 1,
	RTLA_CAUSE_SOFTIRQ = 2,
	RTLA_CAUSE_THREAD = 3,
};

/*
 * The most causes that are told apart on each CPU; how many rows there are in
 * all, with the NMIs and with all others of each of the other three kinds; and
 * the lengths of a cause's name, and of that of a function.
 */
#define RTLA_CAUSES_MAX		64
#define RTLA_CAUSES_ROWS	(RTLA_CAUSES_MAX + 4)
#define RTLA_CAUSE_LEN		24
#define RTLA_CAUSE_FUNCTION_LEN	64

/*
 * &rtla_start_wakeup.watch: which threads a wake-up session watches. At least
 * one of ALL, RT, COMM, THREADS and PROCESSES is set; a thread is watched if
 * one of them says so, from when it is known: at the start, at its creation, or
 * when it is woken for the first time. ALL, RT and COMM mean threads that may
 * run on a CPU of the session.
 *
 * ALL		all threads
 * RT		those of SCHED_FIFO, SCHED_RR and SCHED_DEADLINE
 * COMM		those that have the name &rtla_start_wakeup.comm when they are woken
 * THREADS	those whose thread ids are in &rtla_start_wakeup.ids
 * PROCESSES	all threads of the processes in &rtla_start_wakeup.ids, also those that
 *		are created later; not together with THREADS
 * CHILDREN	also all threads and processes that a watched thread creates
 * WITHIN	ALL, RT and COMM mean only threads of the process whose id is the one
 *		in &rtla_start_wakeup.ids, and of those that have it among the
 *		RTLA_WITHIN_MAX processes above them; not together with THREADS,
 *		PROCESSES or CHILDREN
 * WAKERS	the wake-ups are also counted by who woke the thread: see
 *		&struct rtla_woken. Then interrupts, softirqs and timers are hooked, too
 */
#define RTLA_WATCH_ALL		(1U << 0)
#define RTLA_WATCH_RT		(1U << 1)
#define RTLA_WATCH_COMM		(1U << 2)
#define RTLA_WATCH_THREADS	(1U << 3)
#define RTLA_WATCH_PROCESSES	(1U << 4)
#define RTLA_WATCH_CHILDREN	(1U << 5)
#define RTLA_WATCH_WAKERS	(1U << 6)
#define RTLA_WATCH_WITHIN	(1U << 7)
#define RTLA_WATCH_FLAGS	((1U << 8) - 1)
#define RTLA_WATCH_ANY		(RTLA_WATCH_ALL | RTLA_WATCH_RT | RTLA_WATCH_COMM)
#define RTLA_WATCH_BY_ID	(RTLA_WATCH_THREADS | RTLA_WATCH_PROCESSES)
#define RTLA_WITHIN_MAX		64

/*
 * The most threads that a session can watch, the most ids, and a name's length.
 */
#define RTLA_WATCHED_MAX	65536
#define RTLA_WATCH_IDS_MAX	4096

/* The most sessions that only observe, unless root starts more. */
#define RTLA_WATCHING_MAX	16
#define RTLA_COMM_LEN		16

/*
 * The most wakers that are told apart on each CPU; and the length of a waker's
 * name, which fits the name of most functions.
 */
#define RTLA_WAKERS_MAX		64
#define RTLA_WAKER_LEN		32

/*
 * The most threads of a session whose distributions are kept. Each has a
 * counter of 8 bytes for each bucket of each part of its wake-ups, so that this
 * many take 63 MiB.
 */
#define RTLA_DISTRIBUTIONS_MAX	256

/*
 * &rtla_start_timerlat.period_ns: its limits, inclusive, the value that callers
 * use by default, and the most that CPUs take in turn.
 */
#define RTLA_PERIOD_MIN_NS	100000ULL
#define RTLA_PERIOD_MAX_NS	1000000000ULL
#define RTLA_PERIOD_DEFAULT_NS	1000000ULL
#define RTLA_PERIODS_MAX	1024

/*
 * &rtla_start_bound.period_ns: its limits, inclusive, and the value that
 * callers use by default. The probe expires at random, from half of that to all
 * of it after it was started.
 */
#define RTLA_PROBE_MIN_NS	10000ULL
#define RTLA_PROBE_MAX_NS	1000000ULL
#define RTLA_PROBE_DEFAULT_NS	50000ULL

/*
 * The least &rtla_start_osnoise.runtime_ns, the largest
 * &rtla_start_osnoise.period_ns, and the value that is used for
 * &rtla_start_osnoise.noise_ns 0. The runtime is no longer than the period.
 */
#define RTLA_RUNTIME_MIN_NS		1000ULL
#define RTLA_OSNOISE_PERIOD_MAX_NS	10000000000ULL
#define RTLA_NOISE_DEFAULT_NS		1000ULL

/*
 * The largest value of each threshold, of &rtla_start_osnoise.noise_ns and of
 * &rtla_start_timerlat.align_ns in ns, the most thresholds of a kind of
 * session, and the largest size of the CPU mask in bytes.
 */
#define RTLA_THRESHOLD_MAX_NS	3600000000000ULL
#define RTLA_STOPS_MAX		16
#define RTLA_CPUS_MAX_SIZE	8192

/* The largest size in bytes of a line of text, with its newline. */
#define RTLA_LINE_MAX	4096

/*
 * &rtla_start.flags
 *
 * SCHED	the measuring threads get policy and priority of the sched_*
 *		fields. Without this flag: SCHED_FIFO 95 for timerlat, and
 *		SCHED_OTHER with nice 0 for osnoise
 * NO_THREADS	the module creates no measuring threads; not together with
 *		SCHED. timerlat: each CPU waits for a user-space workload
 *		(RTLA_IOC_ATTACH). osnoise: nothing is measured, only the noise
 *		events are reported, of every thread
 * ALIGN	timerlat: the timers are aligned as align_ns says
 * PANIC	a hit calls panic(), for a crash dump
 * PREEMPT_OFF	osnoise: run the loop with preemption off
 * IRQS_OFF	osnoise: run the loop with interrupts off, so that only noise of
 *		the hardware and of NMIs remains
 * NO_NOISE	timerlat, wake-ups: report no noise (the events nmi_noise,
 *		irq_noise, softirq_noise and thread_noise). Then nothing is hooked
 *		in the kernel for that, and a measurement costs less
 * HIT_ENDS	a hit ends the counting of RTLA_IOC_COUNT: the sample that hit is
 *		counted, but no later sample of its activation, and nothing that
 *		begins later
 * ALL_THREADS	overheads: also those of threads without a real-time priority: see
 *		&struct rtla_start
 * DISTURBED	overheads: count those that an interrupt or an NMI has disturbed, too,
 *		without its time
 * CALLBACKS	timerlat, osnoise: report the callbacks that take 5 us or longer (the
 *		event callback), to tell what an interrupt, a softirq or a kworker
 *		ran; not that of the measuring thread's own timer
 * COUNTERS	timerlat: read counters of each CPU in the timer's interrupt and at
 *		each sample, and report them at a hit of a thread or user latency (the
 *		event counters)
 */
#define RTLA_START_SCHED	(1U << 0)
#define RTLA_START_NO_THREADS	(1U << 1)
#define RTLA_START_ALIGN	(1U << 2)
#define RTLA_START_PANIC	(1U << 3)
#define RTLA_START_PREEMPT_OFF	(1U << 4)
#define RTLA_START_IRQS_OFF	(1U << 5)
#define RTLA_START_NO_NOISE	(1U << 6)
#define RTLA_START_HIT_ENDS	(1U << 7)
#define RTLA_START_ALL_THREADS	(1U << 8)
#define RTLA_START_DISTURBED	(1U << 9)
#define RTLA_START_CALLBACKS	(1U << 10)
#define RTLA_START_COUNTERS	(1U << 11)
#define RTLA_START_FLAGS	((1U << 12) - 1)

/*
 * &rtla_start.stats: which statistics of its samples a session keeps, for each
 * CPU and context. DISTRIBUTION, HISTOGRAM and BLOCKS are only valid together
 * with SUMMARY.
 *
 * SUMMARY	what &struct rtla_stats has
 * DISTRIBUTION	the number of samples in each bucket of a fixed, fine,
 *		logarithmic scale (RTLA_BUCKETS_DISTRIBUTION)
 * HISTOGRAM	the number of samples in buckets of equal width
 *		(RTLA_BUCKETS_HISTOGRAM): see hist_bucket_ns and hist_entries
 * BLOCKS	what came in each block of block_ns: RTLA_IOC_BLOCKS
 * SKIPPED	timerlat: the periods that could not be measured, with the least
 *		latency that each of them has had: see &struct rtla_stats. Without
 *		SUMMARY, they are all that the session keeps, and it costs nothing
 *		as long as no period is skipped
 * CAUSES	timerlat without RTLA_START_NO_NOISE, osnoise with threads: the noises
 *		by what has caused them: RTLA_IOC_CAUSES
 */
#define RTLA_STATS_SUMMARY	(1U << 0)
#define RTLA_STATS_DISTRIBUTION	(1U << 1)
#define RTLA_STATS_HISTOGRAM	(1U << 2)
#define RTLA_STATS_BLOCKS	(1U << 3)
#define RTLA_STATS_SKIPPED	(1U << 4)
#define RTLA_STATS_CAUSES	(1U << 5)
#define RTLA_STATS_FLAGS	((1U << 6) - 1)

/*
 * The buckets of a distribution. The range from each power of two to the next
 * is divided into RTLA_DISTRIBUTION_WIDTH buckets of equal width. Below twice
 * that number each value in ns has its own bucket: the value v has bucket v.
 * From there on, if 2^n is the largest power of two that is not larger than v,
 * and s is n - 7, then v has the bucket s * RTLA_DISTRIBUTION_WIDTH + (v >> s).
 * The last bucket also counts all larger values: those of over an hour.
 */
#define RTLA_DISTRIBUTION_WIDTH		128
#define RTLA_DISTRIBUTION_BUCKETS	(36 * RTLA_DISTRIBUTION_WIDTH)

/*
 * The most buckets of a histogram, the largest width of a bucket in ns, and the
 * most limits for each context. A block is from BLOCK_MIN to BLOCK_MAX ns long.
 */
#define RTLA_HIST_ENTRIES_MAX	65536
#define RTLA_HIST_BUCKET_MAX_NS	1000000000ULL
#define RTLA_LIMITS_MAX		16
#define RTLA_BLOCK_MIN_NS	1000000ULL
#define RTLA_BLOCK_MAX_NS	3600000000000ULL

/**
 * struct rtla_limit - a limit: how many samples exceed it is counted
 * @context: one of &enum rtla_context
 * @reserved: 0
 * @limit_ns: a sample of more ns than this exceeds the limit
 */
struct rtla_limit {
	__u32 context;
	__u32 reserved;
	__u64 limit_ns;
};

/**
 * struct rtla_start_timerlat - what only a timerlat session is told
 * @period_ns: in, RTLA_PERIOD_MIN_NS to RTLA_PERIOD_MAX_NS
 * @align_ns: in, with RTLA_START_ALIGN: the timer of the session's CPU number
 *	n, counted from 0, expires n times this after the timer of its first
 *	CPU; 0 to RTLA_THRESHOLD_MAX_NS; else 0
 * @stack_ns: in, a stack is reported with a thread latency at or over this, and
 *	with a hit of an IRQ or user latency: that of what runs when the
 *	activation is late by so much, see the event "stack"; 0: no stack is
 *	taken
 * @stop_ns: in, an IRQ, thread or user latency at or over this is a hit; 0: no
 *	threshold. In the order of the contexts, from RTLA_CONTEXT_IRQ on. An IRQ
 *	latency that is at or over the threshold of the thread latency as well is
 *	not reported itself, but the thread latency of its activation, or the user
 *	latency if that has a threshold, too; unless it does not come in 0.1 s, or
 *	with RTLA_START_PANIC
 * @periods: in, address of an array of periods, 64 bits each, in ns; the CPUs
 *	of the session take them in turn instead of @period_ns
 * @periods_count: in, their number, at most RTLA_PERIODS_MAX; 0: all CPUs have
 *	@period_ns
 */
struct rtla_start_timerlat {
	__u64 period_ns;
	__u64 align_ns;
	__u64 stack_ns;
	__u64 stop_ns[RTLA_TIMERLAT_COUNT];
	__u64 periods;
	__u64 periods_count;
};

/**
 * struct rtla_start_osnoise - what only an osnoise session is told
 * @period_ns: in, @runtime_ns to RTLA_OSNOISE_PERIOD_MAX_NS
 * @runtime_ns: in, how long the loop runs in each period, RTLA_RUNTIME_MIN_NS
 *	to @period_ns
 * @noise_ns: in, a gap of at least this is noise; 0 means RTLA_NOISE_DEFAULT_NS
 * @stop_ns: in, a single noise, or a total noise of one period, over this is a
 *	hit; 0: no threshold, the only value with RTLA_START_NO_THREADS. In the
 *	order of the contexts, from RTLA_CONTEXT_SINGLE on
 */
struct rtla_start_osnoise {
	__u64 period_ns;
	__u64 runtime_ns;
	__u64 noise_ns;
	__u64 stop_ns[RTLA_OSNOISE_COUNT];
};

/**
 * struct rtla_start_wakeup - what only a wake-up session is told
 * @watch: in, RTLA_WATCH_* bits
 * @watched_max: in, how many threads are watched at most: 1 to RTLA_WATCHED_MAX
 * @ids: in, address of an array of ids, 32 bits each, as the caller knows them
 * @ids_count: in, number of @ids, at most RTLA_WATCH_IDS_MAX
 * @distributions: in, of how many threads the distributions are kept: of those
 *	that are found first. 0 to RTLA_DISTRIBUTIONS_MAX, and no more than
 *	@watched_max; 0 without RTLA_STATS_DISTRIBUTION
 * @comm: in, with RTLA_WATCH_COMM the name of the threads, padded with zeros;
 *	else zeros
 * @stack_ns: in, a stack is reported with each wake-up that takes at least this
 *	in all, and with each hit: that of the thread that the woken thread has
 *	taken the CPU from; 0: no stack is taken
 * @stop_ns: in, a part at or over this is a hit; 0: no threshold. In the order
 *	of the contexts, from RTLA_WAKEUP_TIMER on
 */
struct rtla_start_wakeup {
	__u32 watch;
	__u32 watched_max;
	__u64 ids;
	__u32 ids_count;
	__u32 distributions;
	char comm[RTLA_COMM_LEN];
	__u64 stack_ns;
	__u64 stop_ns[RTLA_WAKEUP_PARTS];
};

/**
 * struct rtla_start_overheads - what only a session of overheads is told
 * @stop_ns: in, an overhead at or over this is a hit; 0: no threshold. In the
 *	order of the contexts, from RTLA_OVERHEAD_RELEASE_LATENCY on
 */
struct rtla_start_overheads {
	__u64 stop_ns[RTLA_OVERHEADS_COUNT];
};

/**
 * struct rtla_start_bound - what only a bound session is told
 * @period_ns: in, RTLA_PROBE_MIN_NS to RTLA_PROBE_MAX_NS
 * @stack_ns: in, the probe takes a stack of what it interrupts if preemption or
 *	interrupts have been disabled for at least so long by then; 0: no stack
 *	is taken
 * @stop_ns: in, a window of at least this is a hit; 0: no threshold. In the
 *	order of the contexts, from RTLA_BOUND_POID on
 */
struct rtla_start_bound {
	__u64 period_ns;
	__u64 stack_ns;
	__u64 stop_ns[RTLA_BOUND_COUNT];
};

/**
 * struct rtla_start - configuration of a session
 * @size: in, sizeof(struct rtla_start)
 * @flags: in, RTLA_START_* bits
 * @workload: in, one of &enum rtla_workload
 * @cpus_size: in, bytes at @cpus: a multiple of 8, 8 to RTLA_CPUS_MAX_SIZE
 * @cpus: in, address of the mask of CPUs to measure, CPU 0 in bit 0 of the
 *	first 64-bit word; at least one CPU, all online, none in another session
 * @sched_policy: in, with RTLA_START_SCHED: SCHED_OTHER (0), SCHED_FIFO (1),
 *	SCHED_RR (2) or SCHED_DEADLINE (6). The sched_* fields that do not
 *	belong to the policy are 0, as all of them are without RTLA_START_SCHED.
 *	As long as the session has threads of SCHED_DEADLINE, taking any CPU
 *	offline or online fails with EBUSY, because the kernel could not cope
 *	with it
 * @sched_nice: in, SCHED_OTHER: -20 to 19
 * @sched_priority: in, SCHED_FIFO and SCHED_RR: 1 to 99; otherwise 0
 * @stats: in, RTLA_STATS_* bits; 0: no statistics, the only value for osnoise
 *	with RTLA_START_NO_THREADS
 * @sched_runtime_ns: in, SCHED_DEADLINE: the runtime
 * @sched_period_ns: in, SCHED_DEADLINE: the period, and the deadline
 * @hist_bucket_ns: in, with RTLA_STATS_HISTOGRAM: the width of a bucket, 1 to
 *	RTLA_HIST_BUCKET_MAX_NS; else 0
 * @hist_entries: in, with RTLA_STATS_HISTOGRAM: the number of buckets, 1 to
 *	RTLA_HIST_ENTRIES_MAX; else 0
 * @limits_count: in, the number of limits; 0 without RTLA_STATS_SUMMARY
 * @limits: in, address of an array of &struct rtla_limit, at most
 *	RTLA_LIMITS_MAX for each context
 * @block_ns: in, with RTLA_STATS_BLOCKS: the length of a block,
 *	RTLA_BLOCK_MIN_NS to RTLA_BLOCK_MAX_NS; else 0
 * @session: out, the number by which the event "stop" names this session
 * @cpu: out, the CPU that is the reason of EBUSY or ENODEV, or whose measuring
 *	thread could not be created or scheduled; else -1
 * @contexts: out, bits: the contexts that the session measures. Of the
 *	overheads, those are missing for which this kernel has no tracepoint,
 *	nor a function on which a kprobe can be put
 * @timerlat: in, of RTLA_TIMERLAT
 * @osnoise: in, of RTLA_OSNOISE
 * @wakeup: in, of RTLA_WAKEUP
 * @overheads: in, of RTLA_OVERHEADS
 * @bound: in, of RTLA_BOUND
 * @room: for later versions of these structures. All of it that the one of
 *	@workload does not take is 0
 *
 * A wake-up session owns no CPU: any number of them can run, beside others.
 * @cpus are those on which wake-ups are counted and, without
 * RTLA_START_NO_NOISE, all noise is reported, also that of the measuring
 * threads of other sessions. Those measure what they would measure otherwise,
 * but their noise events are recorded at once, and so take a part of a latency.
 * RTLA_STATS_SUMMARY is set, and no flag but RTLA_START_HIT_ENDS,
 * RTLA_START_NO_NOISE and RTLA_START_PANIC.
 *
 * A session of overheads owns no CPU, either. @cpus are those on which
 * overheads are counted. A release, a release latency and a wake are counted if
 * a thread with a real-time priority is woken; sched, cxs and sched2 if it is
 * such a thread to which the scheduler switches, or returns. With
 * RTLA_START_ALL_THREADS every thread counts. What an interrupt or an NMI
 * disturbs is only counted in &rtla_stats.disturbed, except a release latency,
 * an ipi or an xcall. RTLA_STATS_SUMMARY is set, and no flag but
 * RTLA_START_ALL_THREADS, RTLA_START_DISTURBED, RTLA_START_HIT_ENDS and
 * RTLA_START_PANIC.
 *
 * A bound session has a probe, which is a timer, and a thread of SCHED_FIFO 99
 * on each of its CPUs. No other bound session can have these CPUs, but any
 * other session can: it measures what goes on beside the probe.
 * RTLA_STATS_SUMMARY is set, and no flag but RTLA_START_HIT_ENDS and
 * RTLA_START_PANIC. RTLA_IOC_BOUND reads what it has found out.
 */
struct rtla_start {
	__u32 size;
	__u32 flags;
	__u32 workload;
	__u32 cpus_size;
	__u64 cpus;
	__u32 sched_policy;
	__s32 sched_nice;
	__u32 sched_priority;
	__u32 stats;
	__u64 sched_runtime_ns;
	__u64 sched_period_ns;
	__u64 hist_bucket_ns;
	__u32 hist_entries;
	__u32 limits_count;
	__u64 limits;
	__u64 block_ns;
	__u32 session;
	__s32 cpu;
	__u64 contexts;
	union {
		struct rtla_start_timerlat timerlat;
		struct rtla_start_osnoise osnoise;
		struct rtla_start_wakeup wakeup;
		struct rtla_start_overheads overheads;
		struct rtla_start_bound bound;
		__u64 room[32];
	};
};

/**
 * struct rtla_arm - new thresholds for a running session
 * @size: in, sizeof(struct rtla_arm)
 * @reserved: 0
 * @stop_ns: in, as in the structure of the session's kind in
 *	&struct rtla_start, and in the same order; those that this kind does not
 *	have are 0
 */
struct rtla_arm {
	__u32 size;
	__u32 reserved;
	__u64 stop_ns[RTLA_STOPS_MAX];
};

/*
 * &rtla_cpu.state
 *
 * MEASURED	the CPU has its workload
 * OFFLINE	the CPU was taken offline; it is measured again when it is back
 * WAITING	the CPU waits for a user-space workload
 * SUSPENDED	the system is about to suspend, or has not fully resumed, so the
 *		CPU has no workload
 * LOST		the measuring thread was moved to another CPU, or could not be
 *		created again; the CPU is not measured any more
 */
#define RTLA_CPU_MEASURED	1
#define RTLA_CPU_OFFLINE	2
#define RTLA_CPU_WAITING	3
#define RTLA_CPU_SUSPENDED	4
#define RTLA_CPU_LOST		5

/**
 * struct rtla_cpu - state and counts of one CPU of a session
 * @size: in, sizeof(struct rtla_cpu)
 * @cpu: in, the CPU
 * @state: out, RTLA_CPU_*
 * @pid: out, thread id of the measuring thread, in the initial pid namespace;
 *	0 while there is none
 * @activations: out, timer expiries (timerlat) or periods (osnoise) that were
 *	measured since the start
 * @skipped: out, periods that had passed before the thread could wait for
 *	them, so that nothing was measured in them; those that pass so at
 *	present are included
 * @offline: out, how many times the CPU went offline since the start
 * @suspended: out, how many times the system was suspended since the start
 * @detached: out, how many times a user-space workload left the CPU since the
 *	start
 * @own_irq_ns: out, timerlat: how much of each IRQ latency of the CPU is the
 *	module's own work, at least: measured when the session began, or when
 *	the CPU came online; else 0
 * @own_thread_ns: out, timerlat: the same of each thread latency, @own_irq_ns
 *	included; else 0
 * @sessions: out, how many sessions of any kind and of any CPUs have run at
 *	some time since this one began to start, itself included: each may make
 *	what the others measure longer. A session that has failed to start after
 *	it began to is one of them. The same for each CPU
 * @steal_ns: out, how long a hypervisor has run something else on the CPU of
 *	this guest since the system was booted, as the kernel accounts it with
 *	each of its ticks; 0 without a hypervisor, or if that does not tell
 */
struct rtla_cpu {
	__u32 size;
	__u32 cpu;
	__u32 state;
	__s32 pid;
	__u64 activations;
	__u64 skipped;
	__u64 offline;
	__u64 suspended;
	__u64 detached;
	__u64 own_irq_ns;
	__u64 own_thread_ns;
	__u64 sessions;
	__u64 steal_ns;
};

/**
 * struct rtla_attach - the CPU that a user-space workload runs on
 * @size: in, sizeof(struct rtla_attach)
 * @cpu: in, the CPU
 */
struct rtla_attach {
	__u32 size;
	__u32 cpu;
};

/**
 * struct rtla_count - which samples the statistics count
 * @size: in, sizeof(struct rtla_count)
 * @reserved: 0
 * @from_ns: in, when the counting begins
 * @until_ns: in, when it ends: @from_ns or later; ~0: it goes on
 *
 * timerlat: an activation is counted, with all of its samples, if its timer was
 * to expire at @from_ns or later, and before @until_ns. osnoise: a single noise
 * or a period is counted if it ended in that time.
 */
struct rtla_count {
	__u32 size;
	__u32 reserved;
	__u64 from_ns;
	__u64 until_ns;
};

/**
 * struct rtla_noise - the sums and maxima over the periods of an osnoise CPU
 * @periods: number of periods
 * @runtime_ns: how long the loop ran in all
 * @noise_ns: sum of all noises
 * @max_noise_ns: the most noise of one period
 * @max_single_ns: the longest single noise
 * @hw_count: noises without any interference
 * @nmi_count: NMIs while the loop ran
 * @irq_count: interrupts while the loop ran
 * @softirq_count: softirqs while the loop ran
 * @thread_count: other threads while the loop ran
 */
struct rtla_noise {
	__u64 periods;
	__u64 runtime_ns;
	__u64 noise_ns;
	__u64 max_noise_ns;
	__u64 max_single_ns;
	__u64 hw_count;
	__u64 nmi_count;
	__u64 irq_count;
	__u64 softirq_count;
	__u64 thread_count;
};

/**
 * struct rtla_squares - sums over the periods of an osnoise CPU: of the squares
 *	of how many there were in each period
 * @hw: noises without any interference
 * @nmi: NMIs
 * @irq: interrupts
 * @softirq: softirqs
 * @thread: other threads
 *
 * With the sums in &struct rtla_noise, they give the variance of these numbers.
 */
struct rtla_squares {
	__u64 hw;
	__u64 nmi;
	__u64 irq;
	__u64 softirq;
	__u64 thread;
};

/**
 * struct rtla_stats - statistics of the samples of one CPU in one context
 * @size: in, sizeof(struct rtla_stats)
 * @cpu: in, the CPU
 * @context: in, one of &enum rtla_context that belongs to the workload
 * @reserved: 0
 * @count: out, number of samples
 * @min_ns: out, the least; 0 without a sample
 * @max_ns: out, the largest
 * @sum_ns: out, their sum
 * @squares_low: out, the sum of their squares, its lower 64 bits
 * @squares_high: out, and its higher 64 bits
 * @last_ns: out, the last sample
 * @over: out, how many samples exceeded the limits of this context, in the
 *	order of &rtla_start.limits
 * @noise: out, osnoise: of all counted periods; the same for both contexts
 * @skipped: out, with RTLA_STATS_SKIPPED: number of periods of which the
 *	latency is not known, only that it was longer than a certain time; these
 *	times are in the buckets RTLA_BUCKETS_SKIPPED
 * @skipped_max_ns: out, the longest of these times
 * @skipped_sum_ns: out, their sum, or ~0 if it is larger
 * @skipped_squares_low: out, the sum of their squares, its lower 64 bits
 * @skipped_squares_high: out, and its higher 64 bits
 * @noise_squares: out, osnoise: to @noise
 * @disturbed: out, overheads: how many an interrupt or an NMI has disturbed;
 *	they are not in @count, unless RTLA_START_DISTURBED is set
 * @negative: out, overheads: how many interrupts between CPUs were received
 *	before they were sent, as the clocks of both CPUs say; they are not in
 *	@count
 * @own_ns: out, overheads: how much of each sample is the module's own work, at
 *	least: measured when the session began, and not subtracted
 *
 * All of them but @over and @noise are of one moment, as are those of skipped
 * periods. Once nothing is counted any more, that holds for all of them, and
 * for the buckets.
 *
 * A period is skipped if its timer was to expire while the measuring thread had
 * not come back from an earlier activation: its timer is never started. Had it
 * been, the thread would have run no sooner than it asked for its next period,
 * so that the latency of the thread, and of a user-space workload, is the time
 * from the period's t_w until then, or more. Of its interrupt is known only
 * what the interrupt of the earlier activation tells: a latency until that, if
 * the period's t_w was before it. Other IRQ latencies of skipped periods are
 * not counted.
 *
 * If the thread has not come back for a period or longer when the statistics
 * are read, the activation for which it waits, and those that have followed,
 * are skipped as well, with the time until then, or until the end of the
 * counting if that is over.
 */
struct rtla_stats {
	__u32 size;
	__u32 cpu;
	__u32 context;
	__u32 reserved;
	__u64 count;
	__u64 min_ns;
	__u64 max_ns;
	__u64 sum_ns;
	__u64 squares_low;
	__u64 squares_high;
	__u64 last_ns;
	__u64 over[RTLA_LIMITS_MAX];
	struct rtla_noise noise;
	__u64 skipped;
	__u64 skipped_max_ns;
	__u64 skipped_sum_ns;
	__u64 skipped_squares_low;
	__u64 skipped_squares_high;
	struct rtla_squares noise_squares;
	__u64 disturbed;
	__u64 negative;
	__u64 own_ns;
};

/* &rtla_buckets.kind */
#define RTLA_BUCKETS_DISTRIBUTION	1
#define RTLA_BUCKETS_HISTOGRAM		2
#define RTLA_BUCKETS_SKIPPED		3	/* as a distribution */
#define RTLA_BUCKETS_THREAD		4	/* of a watched thread, likewise */

/**
 * struct rtla_buckets - a part of a distribution or a histogram
 * @size: in, sizeof(struct rtla_buckets)
 * @cpu: in, the CPU; with RTLA_BUCKETS_THREAD the number of the thread, as
 *	RTLA_IOC_THREADS counts them
 * @context: in, one of &enum rtla_context that belongs to the workload
 * @kind: in, RTLA_BUCKETS_*
 * @first: in, the number of the first bucket to be read
 * @count: in, how many buckets are to be read; @first + @count is at most
 *	RTLA_DISTRIBUTION_BUCKETS, or &rtla_start.hist_entries + 1: the last
 *	bucket of a histogram counts all samples that are too large for the
 *	others
 * @buckets: in, address of an array of @count 64-bit numbers, which is written
 */
struct rtla_buckets {
	__u32 size;
	__u32 cpu;
	__u32 context;
	__u32 kind;
	__u32 first;
	__u32 count;
	__u64 buckets;
};

/**
 * struct rtla_block - the samples of one block of time
 * @number: number of the block; block 0 begins at &rtla_count.from_ns
 * @min_ns: the least sample
 * @max_ns: the largest one
 * @count: number of samples
 * @sum_ns: their sum
 * @squares_low: the sum of their squares, its lower 64 bits
 * @squares_high: and its higher 64 bits
 *
 * A sample belongs to the block in which it was taken: an IRQ or thread latency
 * at its t_w plus its latency, a noise or period at its end.
 */
struct rtla_block {
	__u64 number;
	__u64 min_ns;
	__u64 max_ns;
	__u64 count;
	__u64 sum_ns;
	__u64 squares_low;
	__u64 squares_high;
};

/* How many blocks of a CPU and context are kept until they are read. */
#define RTLA_BLOCKS_KEPT	64

/**
 * struct rtla_blocks - the blocks that were not read before
 * @size: in, sizeof(struct rtla_blocks)
 * @cpu: in, the CPU
 * @context: in, one of &enum rtla_context that belongs to the workload
 * @count: in, room at @blocks; out, how many were written there
 * @blocks: in, address of an array of &struct rtla_block
 * @flags: in, RTLA_BLOCKS_LAST or 0
 * @reserved: 0
 *
 * Each block is read once, in the order of time; blocks without samples do not
 * appear. A block can be read when a sample of a later block came; with
 * RTLA_BLOCKS_LAST also the last one, which is for the end of a measurement:
 * more samples of that block would appear as one more block of its number.
 *
 * If RTLA_BLOCKS_KEPT blocks wait to be read, the samples that follow belong to
 * the last of them, so that no sample is lost, only the time at which it came.
 */
struct rtla_blocks {
	__u32 size;
	__u32 cpu;
	__u32 context;
	__u32 count;
	__u64 blocks;
	__u32 flags;
	__u32 reserved;
};

#define RTLA_BLOCKS_LAST	(1U << 0)

#define RTLA_SYMBOL_LEN	576	/* fits the longest symbol and module names */

/**
 * struct rtla_symbol - the name of the symbol at an address of the kernel
 * @size: in, sizeof(struct rtla_symbol)
 * @reserved: 0
 * @address: in, a return address of the event "stack", the function of an event
 *	"callback", or a number of RTLA_IOC_BOUND
 * @name: out, the symbol that contains the address, followed by " [MODULE]" if
 *	the symbol belongs to a module; cut to fit, and terminated
 */
struct rtla_symbol {
	__u32 size;
	__u32 reserved;
	__u64 address;
	char name[RTLA_SYMBOL_LEN];
};

/**
 * struct rtla_hit - the hit, which read() returns once
 * @size: sizeof(struct rtla_hit) as the module knows it
 * @cpu: the CPU of the hit
 * @context: which latency or noise, one of &enum rtla_context
 * @seqnum: the activation, as in the event "timerlat_sample", or the period, as
 *	in the event "osnoise_sample"; else how many of them the CPU, or the
 *	thread that was woken, has had. It wraps: what identifies a latency or a
 *	noise is @t_w_ns
 * @latency_ns: the latency that was at or over @threshold_ns, or the noise that
 *	was over @threshold_ns
 * @threshold_ns: the threshold
 * @t_w_ns: when the timer was to expire; or when the noise, or the period of
 *	the total noise, began; or when the thread was woken, if no timer did
 *	that; or when the overhead began
 * @pid: wake-ups: the thread; overheads: the thread that was woken, or to which
 *	the scheduler returns; else 0
 * @reserved: 0
 *
 * Only the first hit after a start or RTLA_IOC_ARM is reported. A latency or a
 * noise whose @t_w_ns is before RTLA_IOC_ARM is no hit.
 */
struct rtla_hit {
	__u32 size;
	__u32 cpu;
	__u32 context;
	__u32 seqnum;
	__u64 latency_ns;
	__u64 threshold_ns;
	__u64 t_w_ns;
	__s32 pid;
	__u32 reserved;
};

/**
 * struct rtla_part - one part of the wake-ups of a thread
 * @min_ns: the shortest; 0 if there was none
 * @max_ns: the longest
 * @sum_ns: their sum
 */
struct rtla_part {
	__u64 min_ns;
	__u64 max_ns;
	__u64 sum_ns;
};

/**
 * struct rtla_thread - a watched thread
 * @pid: its id, in the initial pid namespace
 * @tgid: the id of its process, likewise
 * @policy: SCHED_*, as of now, or of its end
 * @priority: its priority for the kernel, where 0 is the highest, likewise
 * @ended: 1: it has ended, or is not watched any more
 * @distributions: 1: the distributions of its parts are kept, and can be read
 *	as RTLA_BUCKETS_THREAD; else 0
 * @comm: its name, likewise
 * @count: number of wake-ups
 * @by_timer: of these, those by a timer, which have the first two parts
 * @preempted: how often it was taken off its CPU although it could run on
 * @preempted_ns: how long it waited then, in all, to run again
 * @part: the parts of its wake-ups, from RTLA_WAKEUP_TIMER on
 *
 * All of them are of one moment. Only what is counted is in @count and @part.
 */
struct rtla_thread {
	__s32 pid;
	__s32 tgid;
	__u32 policy;
	__s32 priority;
	__u32 ended;
	__u32 distributions;
	char comm[RTLA_COMM_LEN];
	__u64 count;
	__u64 by_timer;
	__u64 preempted;
	__u64 preempted_ns;
	struct rtla_part part[RTLA_WAKEUP_PARTS];
};

/**
 * struct rtla_threads - threads that a wake-up session watches, or has watched
 * @size: in, sizeof(struct rtla_threads)
 * @first: in, number of the first to be read; they are in the order in which
 *	they were found
 * @count: in, room at @threads; out, how many were written there
 * @full: out, 1: there were more threads than &rtla_start_wakeup.watched_max,
 *	and those are not watched
 * @threads: in, address of an array of &struct rtla_thread
 */
struct rtla_threads {
	__u32 size;
	__u32 first;
	__u32 count;
	__u32 full;
	__u64 threads;
};

/**
 * struct rtla_woken - the wake-ups by one waker, of those that a CPU has
 * counted
 * @kind: one of &enum rtla_waker
 * @id: of a thread: its id, in the initial pid namespace; of an interrupt: its
 *	number, as in /proc/interrupts, or -1 for one that has none, like those
 *	between CPUs; of a softirq: its number, as in the order of
 *	/proc/softirqs; else 0
 * @name: of a thread: its name at that time; of an interrupt: that of its
 *	handler, cut to 15 bytes; of a timer: its callback, a function of the
 *	kernel; terminated, and empty if there is none
 * @count: number of wake-ups
 * @by_timer: of these, those by a timer, which have the first two parts: all or
 *	none, except of RTLA_WAKER_OTHERS
 * @part: the parts of these wake-ups, from RTLA_WAKEUP_TIMER on
 *
 * Wakers that differ in any of @kind, @id and @name are told apart, the first
 * RTLA_WAKERS_MAX of them on each CPU. All further ones are counted together,
 * as RTLA_WAKER_OTHERS. All numbers are of one moment.
 *
 * A callback named hrtimer_wakeup ends a sleep, or a waiting with a timeout, of
 * the woken thread itself. What an interrupt wakes at its very end, like the
 * thread that handles softirqs, is woken by the thread that it has interrupted,
 * as it is to the kernel; if that is the idle thread, it is woken by an
 * interrupt without a number.
 */
struct rtla_woken {
	__u32 kind;
	__s32 id;
	char name[RTLA_WAKER_LEN];
	__u64 count;
	__u64 by_timer;
	struct rtla_part part[RTLA_WAKEUP_PARTS];
};

/**
 * struct rtla_wakers - the wakers of the wake-ups that a CPU has counted
 * @size: in, sizeof(struct rtla_wakers)
 * @cpu: in, the CPU
 * @count: in, room at @wakers; out, how many were written there: at most
 *	RTLA_WAKERS_MAX + 1
 * @reserved: 0
 * @wakers: in, address of an array of &struct rtla_woken; those that are
 *	counted together come last
 */
struct rtla_wakers {
	__u32 size;
	__u32 cpu;
	__u32 count;
	__u32 reserved;
	__u64 wakers;
};

/**
 * struct rtla_caused - the noises of a CPU that have one cause
 * @kind: one of &enum rtla_cause
 * @id: of an interrupt or a softirq: its number; of a thread: its id, in the
 *	initial pid namespace; 0 for NMIs; -1: all others of this kind, for
 *	which there was no place
 * @name: the last name that the interrupt or the thread had; else empty
 * @count: number of noises
 * @sum_ns: their sum, net
 * @max_ns: the longest, net
 * @max_at_ns: when that began
 * @function_ns: the longest time for which one of them ran a callback, of those
 *	that took 5 us or longer, with what has interrupted it, but not longer
 *	than the noise; 0: none is known
 * @function: its name, as in &rtla_symbol.name, but cut; else empty
 *
 * Callbacks are known while any session has RTLA_START_CALLBACKS. A noise is
 * what the session reports by one of the events nmi_noise, irq_noise,
 * softirq_noise and thread_noise, with the duration and the start of that
 * event, whether that is recorded or not; but not what is reported only because
 * other sessions watch the CPU. A noise is counted if it began in the time of
 * RTLA_IOC_COUNT.
 */
struct rtla_caused {
	__u32 kind;
	__s32 id;
	char name[RTLA_CAUSE_LEN];
	__u64 count;
	__u64 sum_ns;
	__u64 max_ns;
	__u64 max_at_ns;
	__u64 function_ns;
	char function[RTLA_CAUSE_FUNCTION_LEN];
};

/**
 * struct rtla_causes - what has taken time on a CPU, by name
 * @size: in, sizeof(struct rtla_causes)
 * @cpu: in, the CPU
 * @count: in, room at @causes; out, how many were written there: at most
 *	RTLA_CAUSES_ROWS
 * @reserved: 0
 * @causes: in, address of an array of &struct rtla_caused, each of which is of
 *	one moment
 */
struct rtla_causes {
	__u32 size;
	__u32 cpu;
	__u32 count;
	__u32 reserved;
	__u64 causes;
};

/**
 * enum rtla_bound_method - how a variable of the bound is measured
 * @RTLA_BOUND_ABSENT: this kernel has nothing to measure it with
 * @RTLA_BOUND_BRACKET: the longest window lies between two numbers
 * @RTLA_BOUND_EXACT: each window is measured, and both numbers are the same
 * @RTLA_BOUND_SWITCHES: so is each that ends with a switch to another thread;
 *	the kernel does not tell where others end, and a longer one may be among
 *	them
 */
enum rtla_bound_method {
	RTLA_BOUND_ABSENT = 0,
	RTLA_BOUND_BRACKET = 1,
	RTLA_BOUND_EXACT = 2,
	RTLA_BOUND_SWITCHES = 3,
};

/* The most return addresses that are kept of a window's stack. */
#define RTLA_BOUND_STACK_MAX	16

/**
 * enum rtla_bound_case - what a thread meets that the probe's interrupt makes
 * ready, as section 4.2 of the paper has it
 * @RTLA_BOUND_CASE_UNKNOWN: nothing, or the probe did not come
 * @RTLA_BOUND_CASE_II_A: only disabled interrupts could delay it, or the CPU
 *	was idle
 * @RTLA_BOUND_CASE_II_B: preemption was disabled, or this kernel does not
 *	preempt its own code; or it was on the way into the scheduler, case i-a
 *	or i-b, which looks the same
 */
enum rtla_bound_case {
	RTLA_BOUND_CASE_UNKNOWN	= 0,
	RTLA_BOUND_CASE_II_A	= 1,
	RTLA_BOUND_CASE_II_B	= 2,
};

/**
 * struct rtla_bound_variable - the longest windows of one variable of the bound
 * @method: one of &enum rtla_bound_method
 * @pid: the thread that was running in the window of @lower_ns, in the initial
 *	pid namespace; 0: the idle thread, or there was no window
 * @comm: its name at that time
 * @count: number of windows; of a bracket: of those that the probe has met
 * @lower_ns: the longest window, as much of it as is sure
 * @upper_ns: no window was longer. 0 if nothing is known
 * @margin_ns: a window may be longer than measured by up to this, because its
 *	edges are not where the tracepoints are: by the time of at most so many
 *	instructions, if each takes 1 ns. Without the tracepoint sched_exit_tp,
 *	the scheduler also frees threads after the last place
 *	that is known of its call
 * @at_ns: when the window of @lower_ns began
 * @address: a number for where the probe has interrupted that, of which
 *	RTLA_IOC_SYMBOL tells the name, but nobody the address; 0: in user
 *	space, or it did not
 * @stack_count: number of addresses in @stack
 * @seen: which case of the model the window of @lower_ns was, one of &enum
 *	rtla_bound_case
 * @stack: such numbers for return addresses, innermost first: of the window of
 *	@lower_ns, if a stack was taken there
 *
 * A window is without the time of interrupts, NMIs and, where they are
 * reported, softirqs, and without the module's own time.
 */
struct rtla_bound_variable {
	__u32 method;
	__s32 pid;
	char comm[RTLA_COMM_LEN];
	__u64 count;
	__u64 lower_ns;
	__u64 upper_ns;
	__u64 margin_ns;
	__u64 at_ns;
	__u64 address;
	__u32 stack_count;
	__u32 seen;
	__u64 stack[RTLA_BOUND_STACK_MAX];
};

/* The number of rules that the model rests on, R1 to R14. */
#define RTLA_BOUND_RULES	14

/**
 * struct rtla_bound_rule - whether a rule of the model holds on one CPU
 * @checks: how often it was checked since the session began; 0: it was not, or
 *	nothing shows it here
 * @broken: how often it was broken; each time is an event "bound_rule"
 */
struct rtla_bound_rule {
	__u64 checks;
	__u64 broken;
};

/**
 * struct rtla_bound - what is known of the bound of one CPU
 * @size: in, sizeof(struct rtla_bound)
 * @cpu: in, the CPU
 * @probes: out, how many times the probe has expired
 * @longest_gap_ns: out, the longest time from when the CPU was seen with
 *	preemption and interrupts enabled until the next expiry of the probe,
 *	net: a window in between that has met no probe was shorter
 * @unmeasured: out, calls of the scheduler whose end this kernel does not tell,
 *	as nothing was switched
 * @irq_entries: out, of how many interrupts the unseen time was taken; those
 *	with more than four times the least of it are left out, as they have met
 *	something else
 * @irq_entry_sum_ns: out, its sum: how long interrupts keep the CPU beyond the
 *	events irq_noise, in the processor's and the kernel's code before and
 *	after
 * @irq_entry_max_ns: out, the longest
 * @floor_ns: out, the least time from when the probe was to expire until its
 *	interrupt; taken off the lower ends
 * @variable: out, in the order of the contexts, from RTLA_BOUND_POID on
 * @rule: out, the rules of the model: R1 first
 *
 * Only windows that began within the stretch of RTLA_IOC_COUNT are in @variable
 * and @longest_gap_ns. The distributions of RTLA_IOC_BUCKETS are those of the
 * lower ends. All of it is of what has happened, as are all figures of this
 * kind.
 *
 * The model, and its variables: D. B. de Oliveira et al., "Demystifying the
 * Real-Time Linux Scheduling Latency", ECRTS 2020. Its POID ends where
 * preemption and interrupts are enabled, and a PAIE follows up to the call of
 * the scheduler. Here both are one window, RTLA_BOUND_POID; RTLA_BOUND_PAIE is
 * that which follows a call of the scheduler.
 */
struct rtla_bound {
	__u32 size;
	__u32 cpu;
	__u64 probes;
	__u64 longest_gap_ns;
	__u64 unmeasured;
	__u64 irq_entries;
	__u64 irq_entry_sum_ns;
	__u64 irq_entry_max_ns;
	__u64 floor_ns;
	struct rtla_bound_variable variable[RTLA_BOUND_VARIABLES];
	struct rtla_bound_rule rule[RTLA_BOUND_RULES];
};

#define RTLA_IOC_MAGIC	0xb7

/*
 * Each request fails with EFAULT if its structure cannot be read, or cannot be
 * written where it has out fields; with E2BIG, see above; and with ENOMEM.
 */

/*
 * RTLA_IOC_START - configure and start
 *
 * Either all CPUs are measured on return, or nothing has changed.
 * EINVAL  a malformed structure: size, unknown flag or workload, flag of another
 *	   workload, anything but 0 beyond the structure of the workload, no CPU
 *	   in the mask, sched_* values that do not fit together
 * ERANGE  period_ns, runtime_ns, noise_ns, align_ns, distributions, a threshold, a
 *	   nice value or a priority is out of its range
 * EBUSY   the descriptor is a session or a workload already, or the system is
 *	   about to suspend (cpu is -1 in both cases); or a CPU belongs to
 *	   another session, also to one that has been closed and whose thread
 *	   has not got the CPU yet in order to end, or SCHED_DEADLINE does not
 *	   admit the threads (cpu says which)
 * ENODEV  a CPU does not exist or is offline (cpu says which)
 * EPERM   the caller has no CAP_SYS_ADMIN; CAP_PERFMON is enough for an osnoise
 *	   session with no flag but RTLA_START_NO_THREADS, and for a session of
 *	   wake-ups or overheads without RTLA_START_PANIC, which only observe
 * EUSERS  RTLA_WATCHING_MAX sessions that only observe run already; more need
 *	   CAP_SYS_ADMIN
 * ESRCH   wake-ups: no thread has one of the ids
 * EOPNOTSUPP  wake-ups, overheads, bound: the kernel was built without
 *	   CONFIG_PREEMPT_NOTIFIERS, which KVM selects; RTLA_START_COUNTERS:
 *	   without CONFIG_PERF_EVENTS
 * E2BIG, EFAULT, ENOMEM, EINTR as above
 *
 * A kernel that lacks a tracepoint which the measurement cannot do without
 * refuses to load the module, with EOPNOTSUPP; the kernel log names the
 * tracepoint.
 */
#define RTLA_IOC_START	_IOWR(RTLA_IOC_MAGIC, 1, struct rtla_start)

/*
 * RTLA_IOC_ARM - set the thresholds of a running session, forget a hit that
 * was not read, and wait for the next one
 *
 * An activation, a noise or a period that began before this call cannot become
 * a hit any more. So a caller that traces what leads to a hit switches the
 * trace on before this call. If all thresholds are 0, there is no new hit once
 * the call has returned, but an older hit can still be read.
 *
 * EINVAL  the session is not started, or has ended, or a malformed structure
 * ERANGE  a threshold is out of range
 * EPERM   a hit of the session panics, and the caller has no CAP_SYS_ADMIN
 */
#define RTLA_IOC_ARM	_IOW(RTLA_IOC_MAGIC, 2, struct rtla_arm)

/*
 * RTLA_IOC_CPU - read the state of one CPU
 *
 * EINVAL  the session is not started, or has ended, or a malformed structure
 * ENODEV  the CPU is not in this session
 */
#define RTLA_IOC_CPU	_IOWR(RTLA_IOC_MAGIC, 3, struct rtla_cpu)

/*
 * RTLA_IOC_ATTACH - make the calling thread the workload of a CPU
 *
 * The descriptor must be fresh. From then on it is a workload, until it is
 * closed, and only this thread can use it.
 * EINVAL  a malformed structure, or the descriptor is in use already
 * ENODEV  no session waits for a workload on this CPU, or it is offline
 * EBUSY   the CPU has a workload already
 * EPERM   the caller may also run on other CPUs, or does not run on this one
 */
#define RTLA_IOC_ATTACH	_IOW(RTLA_IOC_MAGIC, 4, struct rtla_attach)

/*
 * RTLA_IOC_SYMBOL - get the name of the symbol at an address
 *
 * This request exists because reading /proc/kallsyms for the few addresses of a
 * stack takes longer than all else after a hit. It names only addresses that
 * the event "stack" reported with one of the last 8 hits of this session, the
 * functions of the last events "callback" (of up to 256 functions), and those
 * that RTLA_IOC_BOUND has numbers for: the name of any other address would
 * reveal where the kernel is in memory.
 * EINVAL  the session is not started, or a malformed structure
 * ENOENT  the address has no name, or was not reported like that
 * EPERM   the caller has neither CAP_PERFMON nor CAP_SYS_ADMIN
 */
#define RTLA_IOC_SYMBOL	_IOWR(RTLA_IOC_MAGIC, 5, struct rtla_symbol)

/*
 * RTLA_IOC_END - end the measurement, and keep its hit
 *
 * The request does not wait: each CPU becomes free as soon as its measuring
 * thread gets to run there. Once the request has returned, there is no new hit.
 * An earlier hit can still be read, and its addresses can be named; without
 * one, read() returns 0. poll() reports POLLHUP from now on. The only thing
 * left to do is close(), which waits for the CPUs to become free, for a second
 * at most. On a session that has ended, this request does nothing.
 * EINVAL  the session is not started
 */
#define RTLA_IOC_END	_IO(RTLA_IOC_MAGIC, 6)

/*
 * RTLA_IOC_COUNT - count the samples of a stretch of time
 *
 * Before the first such request nothing is counted. A later request can only
 * bring the end forward: its from_ns is that of the first, and if its until_ns
 * is later than the present end, it has no effect.
 *
 * EINVAL  the session is not started, has ended, or keeps no statistics; a
 *	   malformed structure; until_ns is before from_ns; or from_ns is not
 *	   that of the first request
 */
#define RTLA_IOC_COUNT	_IOW(RTLA_IOC_MAGIC, 7, struct rtla_count)

/*
 * RTLA_IOC_STATS - read the statistics of a CPU in one context
 *
 * This and the following requests work also after RTLA_IOC_END. What is read
 * includes the time before a CPU went offline, or the system was suspended. If
 * something of the CPU waits to be counted when the session has ended, because
 * others keep the measuring thread off it, they wait until the thread has left,
 * for a second after RTLA_IOC_END at most.
 * EINTR   as above
 * EINVAL  the session is not started, or does not keep these statistics; a
 *	   malformed structure; or the workload has no such context
 * ENODEV  the CPU is not in this session
 */
#define RTLA_IOC_STATS	_IOWR(RTLA_IOC_MAGIC, 8, struct rtla_stats)

/*
 * RTLA_IOC_BUCKETS - read a part of a distribution or a histogram
 *
 * EINVAL  as for RTLA_IOC_STATS; or there are no such buckets, no such thread, or
 *	   its distributions are not kept
 * ENODEV  as for RTLA_IOC_STATS
 */
#define RTLA_IOC_BUCKETS	_IOW(RTLA_IOC_MAGIC, 9, struct rtla_buckets)

/*
 * RTLA_IOC_BLOCKS - read the blocks of a CPU in one context
 *
 * EINVAL  as for RTLA_IOC_STATS
 * ENODEV  as for RTLA_IOC_STATS
 */
#define RTLA_IOC_BLOCKS	_IOWR(RTLA_IOC_MAGIC, 10, struct rtla_blocks)

/*
 * /proc/PID/fdinfo/FD of a session shows who measures a CPU:
 * rtla-session	the number of the session
 * rtla-cpus	its CPUs, as a list
 * rtla-place	which place it has on these CPUs, so that no other session can
 *	have it: "workload" if it measures latencies or noise, "probe" if it
 *	measures a bound, "none" if it only watches, or has ended
 * rtla-counts	1 if RTLA_IOC_COUNT has set which samples are counted, else 0
 */

/*
 * read(fd, buffer, size) of a workload: takes the user latency of the period
 * that ends with this call, waits for the next expiry of the timer, takes the
 * thread latency, and returns 0. Nothing is written to the buffer.
 *
 * The user latency ends when the workload returned to user space. Only the
 * workload can measure that: it reads CLOCK_MONOTONIC when read() has returned,
 * and hands it over, as a 64-bit number of ns, at the start of the buffer of
 * its next read(). The number is used if size is 8 or more, and if it lies
 * between the thread's own timestamp and the call of read(). Otherwise the user
 * latency ends with that call, and so includes what the workload did in the
 * period.
 * EINTR   a signal came; or the call is restarted instead. The period goes on
 * EXDEV   the thread was moved to another CPU since the last call; it is
 *	   detached, and this period is not measured
 * ENODEV  the session ended, or the CPU went offline; the thread is detached,
 *	   and this period is not measured
 * EPERM   the caller is not the thread that attached
 * EINVAL  no thread has attached with this descriptor
 *
 * The thread leaves the CPU when it closes any copy of the descriptor, one that
 * dup() made included, or when it dies. Copies that other processes hold do not
 * keep it on the CPU.
 */

/*
 * read(fd, &hit, size) of a session: waits for a hit, copies it, and returns
 * the number of bytes copied, at most size; returns 0 when the session has
 * ended without a hit.
 * EAGAIN  with O_NONBLOCK: there is no hit yet
 * EINTR   a signal came; or the call is restarted instead
 * EINVAL  the session is not started, or size is less than 48, the length of
 *	   the first version
 * poll(fd): POLLIN when read() would not wait.
 *
 * close(fd) of a session ends it, and returns when nothing is left of it. If
 * other threads keep a measuring thread off its CPU, the module raises the
 * measuring thread above them. If it still has not ended after a second,
 * close() returns; until it has ended, the CPUs of the session stay busy, and
 * the module cannot be unloaded.
 */

/*
 * RTLA_IOC_THREADS - read what is known of the threads that are watched
 *
 * EINTR   as above
 * EINVAL  the descriptor is no wake-up session, or a malformed structure
 * EPERM   the caller has neither CAP_PERFMON nor CAP_SYS_ADMIN: threads of all users
 *	   are named
 */
#define RTLA_IOC_THREADS	_IOWR(RTLA_IOC_MAGIC, 11, struct rtla_threads)

/*
 * RTLA_IOC_WAKERS - read the wakers of the wake-ups that a CPU has counted
 *
 * EINVAL  the descriptor is no wake-up session with RTLA_WATCH_WAKERS, or a
 *	   malformed structure
 * ENODEV  the CPU is not in this session
 * EPERM   the caller has neither CAP_PERFMON nor CAP_SYS_ADMIN: functions of the
 *	   kernel are named
 */
#define RTLA_IOC_WAKERS	_IOWR(RTLA_IOC_MAGIC, 12, struct rtla_wakers)

/*
 * RTLA_IOC_BOUND - read what is known of the bound of a CPU
 *
 * Each variable is of one moment. The threads and the numbers of addresses are
 * 0, and their names empty, to a caller without CAP_PERFMON or CAP_SYS_ADMIN.
 * RTLA_IOC_SYMBOL names the addresses.
 * EINVAL  the descriptor is no bound session, or a malformed structure
 * ENODEV  the CPU is not in this session
 */
#define RTLA_IOC_BOUND	_IOWR(RTLA_IOC_MAGIC, 13, struct rtla_bound)

/*
 * RTLA_IOC_CAUSES - read what has taken time on a CPU, by name
 *
 * It works also after RTLA_IOC_END.
 * EINVAL  the session is not started, or does not keep RTLA_STATS_CAUSES; or a
 *	   malformed structure
 * ENODEV  the CPU is not in this session
 * EPERM   the caller has neither CAP_PERFMON nor CAP_SYS_ADMIN: threads of all
 *	   users are named
 */
#define RTLA_IOC_CAUSES	_IOWR(RTLA_IOC_MAGIC, 14, struct rtla_causes)

#endif /* _UAPI_RTLA_H */
