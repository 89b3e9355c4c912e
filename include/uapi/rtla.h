/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The user-space interface of rtla.ko.
 *
 * A session is a file descriptor:
 *
 *	fd = open("/dev/rtla")		a session that does nothing yet
 *	ioctl(fd, RTLA_IOC_START)	configures and starts it, all or nothing
 *	poll(fd) + read(fd)		waits for the threshold hit, tells what hit
 *	ioctl(fd, RTLA_IOC_END)		ends it, and leaves the hit to be read
 *	close(fd)			ends it, also when the holder is killed
 *
 * A user-space workload is one, too, which a session waits for on one CPU:
 *
 *	fd = open("/dev/rtla")
 *	ioctl(fd, RTLA_IOC_ATTACH)	names the CPU, which the caller is bound to
 *	read(fd)			once per period, returns when it is time
 *	close(fd)			leaves the CPU to the next workload
 *
 * The samples and the noise are trace events (system "rtla", see
 * include/trace/events/rtla.h), read from any trace instance.
 *
 * All times are nanoseconds; all points in time are CLOCK_MONOTONIC.
 * Structures start with their own size as the caller knows it. A module that
 * knows a longer one takes the missing tail as zero; a module that knows a
 * shorter one refuses a non-zero tail with E2BIG, and any size over 4096 bytes.
 * Reserved fields are zero.
 *
 * A request is told by the type and the number in its code. The size that the
 * code has in it too is that of the caller's structure and grows with the
 * versions; it is not looked at. So a program that was compiled with any version
 * of this file goes on with every later module.
 *
 * A request that has to wait can be ended by a fatal signal (EINTR).
 */
#ifndef _UAPI_RTLA_H
#define _UAPI_RTLA_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define RTLA_DEVICE_NAME	"rtla"
#define RTLA_DEVICE_PATH	"/dev/" RTLA_DEVICE_NAME

/* Version of this interface; also the parameter "abi" of the module. */
#define RTLA_ABI_VERSION	2

/** enum rtla_workload - what the measuring threads of a session do
 * @RTLA_TIMERLAT: sleep until a timer expires, and take the latencies of it
 * @RTLA_OSNOISE: read the clock in a loop, and take the gaps as noise
 */
enum rtla_workload {
	RTLA_TIMERLAT = 1,
	RTLA_OSNOISE = 2,
};

/** enum rtla_context - where a latency or a noise was taken
 * @RTLA_CONTEXT_IRQ: in the timer's handler (IRQ latency)
 * @RTLA_CONTEXT_THREAD: in the measuring thread (thread latency)
 * @RTLA_CONTEXT_USER: when a user-space workload asks for its next period
 *	(user latency, "return from user")
 * @RTLA_CONTEXT_SINGLE: one gap of an osnoise workload (single noise)
 * @RTLA_CONTEXT_TOTAL: all gaps of one period of it (total noise)
 */
enum rtla_context {
	RTLA_CONTEXT_IRQ = 0,
	RTLA_CONTEXT_THREAD = 1,
	RTLA_CONTEXT_USER = 2,
	RTLA_CONTEXT_SINGLE = 3,
	RTLA_CONTEXT_TOTAL = 4,
};

/* Limits of &rtla_start.period_ns of a timerlat session, inclusive. */
#define RTLA_PERIOD_MIN_NS	100000ULL
#define RTLA_PERIOD_MAX_NS	1000000000ULL
#define RTLA_PERIOD_DEFAULT_NS	1000000ULL

/* Limits of an osnoise session; the runtime is no longer than the period. */
#define RTLA_RUNTIME_MIN_NS		1000ULL
#define RTLA_OSNOISE_PERIOD_MAX_NS	10000000000ULL
#define RTLA_NOISE_DEFAULT_NS		1000ULL

/* Largest threshold and alignment taken, and the largest CPU mask in bytes. */
#define RTLA_THRESHOLD_MAX_NS	3600000000000ULL
#define RTLA_CPUS_MAX_SIZE	8192

/*
 * &rtla_start.flags
 *
 * SCHED	the sched_* fields count; without it, FIFO 95 for timerlat, and
 *		SCHED_OTHER with nice 0 for osnoise
 * NO_THREADS	no measuring threads are made. timerlat: each CPU waits for a
 *		user-space workload (RTLA_IOC_ATTACH). osnoise: nothing is
 *		measured, only the noise events are reported, of every thread
 * ALIGN	timerlat: align_ns counts
 * PANIC	a hit is a panic(), for a crash dump
 * PREEMPT_OFF	osnoise: run with preemption off
 * IRQS_OFF	osnoise: run with interrupts off, so that what remains is noise
 *		of the hardware, and NMIs
 */
#define RTLA_START_SCHED	(1U << 0)
#define RTLA_START_NO_THREADS	(1U << 1)
#define RTLA_START_ALIGN	(1U << 2)
#define RTLA_START_PANIC	(1U << 3)
#define RTLA_START_PREEMPT_OFF	(1U << 4)
#define RTLA_START_IRQS_OFF	(1U << 5)
#define RTLA_START_FLAGS	((1U << 6) - 1)

/**
 * struct rtla_start - configuration of a session
 * @size: in, sizeof(struct rtla_start)
 * @flags: in, RTLA_START_* bits
 * @workload: in, one of &enum rtla_workload
 * @cpus_size: in, bytes at @cpus: a multiple of 8, 8 to RTLA_CPUS_MAX_SIZE
 * @cpus: in, address of the mask of CPUs to measure, CPU 0 in bit 0 of the
 *	first 64-bit word; at least one, all online, none in another session
 * @period_ns: in, timerlat: RTLA_PERIOD_MIN_NS to RTLA_PERIOD_MAX_NS; osnoise:
 *	@runtime_ns to RTLA_OSNOISE_PERIOD_MAX_NS
 * @stop_irq_ns: in, an IRQ latency at or over it is a hit; 0 is never
 * @stop_thread_ns: in, a thread latency at or over it is a hit; 0 is never
 * @stack_ns: in, the stack that the timer interrupted is reported with a
 *	thread latency at or over it, and with a hit of an IRQ latency;
 *	0 is never, and then no stack is taken
 * @sched_policy: in, with RTLA_START_SCHED: SCHED_OTHER (0), SCHED_FIFO (1),
 *	SCHED_RR (2) or SCHED_DEADLINE (6). The sched_* fields that do not belong
 *	to it are 0, as all of them are without RTLA_START_SCHED. As long as there
 *	are threads of SCHED_DEADLINE, no CPU can be taken offline or brought
 *	online, which then fails with EBUSY: the kernel could not cope with it
 * @sched_nice: in, -20 to 19, SCHED_OTHER
 * @sched_priority: in, 1 to 99, SCHED_FIFO and SCHED_RR; otherwise 0
 * @session: out, the number by which the event "stop" names this session
 * @sched_runtime_ns: in, SCHED_DEADLINE
 * @sched_period_ns: in, SCHED_DEADLINE: the period, and the deadline
 * @cpu: out, the CPU that was the reason of EBUSY or ENODEV, else -1
 * @reserved: 0
 * @stop_user_ns: in, timerlat: a user latency at or over it is a hit; 0 is never
 * @align_ns: in, timerlat: the timer of the n-th CPU of the session expires n
 *	times this after that of the first, 0 to RTLA_THRESHOLD_MAX_NS
 * @runtime_ns: in, osnoise: how long of each period the loop runs,
 *	RTLA_RUNTIME_MIN_NS to @period_ns
 * @noise_ns: in, osnoise: a gap of at least this is noise; 0 is
 *	RTLA_NOISE_DEFAULT_NS
 * @stop_single_ns: in, osnoise: a single noise over it is a hit; 0 is never,
 *	as with RTLA_START_NO_THREADS
 * @stop_total_ns: in, osnoise: a period's noise over it is a hit; 0 is never,
 *	as with RTLA_START_NO_THREADS
 *
 * What belongs to the other workload is 0. The first version of this structure
 * ended before @stop_user_ns.
 */
struct rtla_start {
	__u32 size;
	__u32 flags;
	__u32 workload;
	__u32 cpus_size;
	__u64 cpus;
	__u64 period_ns;
	__u64 stop_irq_ns;
	__u64 stop_thread_ns;
	__u64 stack_ns;
	__u32 sched_policy;
	__s32 sched_nice;
	__u32 sched_priority;
	__u32 session;
	__u64 sched_runtime_ns;
	__u64 sched_period_ns;
	__s32 cpu;
	__u32 reserved;
	__u64 stop_user_ns;
	__u64 align_ns;
	__u64 runtime_ns;
	__u64 noise_ns;
	__u64 stop_single_ns;
	__u64 stop_total_ns;
};

/**
 * struct rtla_arm - new thresholds for a running session
 * @size: in, sizeof(struct rtla_arm)
 * @reserved: 0
 * @stop_irq_ns: as in &struct rtla_start
 * @stop_thread_ns: as in &struct rtla_start
 * @stop_user_ns: as in &struct rtla_start
 * @stop_single_ns: as in &struct rtla_start
 * @stop_total_ns: as in &struct rtla_start
 *
 * The first version ended before @stop_user_ns.
 */
struct rtla_arm {
	__u32 size;
	__u32 reserved;
	__u64 stop_irq_ns;
	__u64 stop_thread_ns;
	__u64 stop_user_ns;
	__u64 stop_single_ns;
	__u64 stop_total_ns;
};

/*
 * &rtla_cpu.state
 *
 * MEASURED	its workload is there
 * OFFLINE	the CPU was taken offline; it is measured again when it is back
 * WAITING	for a user-space workload
 * SUSPENDED	the system is about to suspend, or has not fully resumed
 * LOST		its measuring thread was moved to another CPU, or could not be
 *		made again; it is not measured any more
 */
#define RTLA_CPU_MEASURED	1
#define RTLA_CPU_OFFLINE	2
#define RTLA_CPU_WAITING	3
#define RTLA_CPU_SUSPENDED	4
#define RTLA_CPU_LOST		5

/**
 * struct rtla_cpu - how one CPU of a session fares
 * @size: in, sizeof(struct rtla_cpu)
 * @cpu: in, the CPU
 * @state: out, RTLA_CPU_*
 * @pid: out, thread id of the measuring thread, in the initial pid namespace;
 *	0 while there is none
 * @activations: out, timer expiries (timerlat) or periods (osnoise) that were
 *	measured since the start
 * @skipped: out, periods that had passed before the thread could wait for
 *	them, so that nothing was measured in them
 * @offline: out, times the CPU went offline since the start
 * @suspended: out, times the system was suspended since the start
 * @detached: out, times a user-space workload left the CPU since the start
 *
 * The first version ended before @suspended.
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

#define RTLA_SYMBOL_LEN	576	/* the longest names of a symbol and its module */

/**
 * struct rtla_symbol - the name of what is at an address of the kernel
 * @size: in, sizeof(struct rtla_symbol)
 * @reserved: 0
 * @address: in, as in the event "stack"
 * @name: out, the symbol that the address is in, with " [MODULE]" behind it if it
 *	is one of a module's; cut to fit, and terminated
 */
struct rtla_symbol {
	__u32 size;
	__u32 reserved;
	__u64 address;
	char name[RTLA_SYMBOL_LEN];
};

/**
 * struct rtla_hit - what read() returns, once per hit
 * @size: sizeof(struct rtla_hit) as the kernel knows it
 * @cpu: where
 * @context: which latency or noise, one of &enum rtla_context
 * @seqnum: the activation, as in the event "timerlat_sample", or the period, as
 *	in the event "osnoise_sample"
 * @latency_ns: the latency that was at or over @threshold_ns, or the noise that
 *	was over it
 * @threshold_ns: the limit
 * @t_w_ns: when the timer was to expire; or when the noise, or the period of the
 *	total noise, began
 *
 * Only the first hit after a start or RTLA_IOC_ARM is reported, of those with
 * t_w_ns after it.
 */
struct rtla_hit {
	__u32 size;
	__u32 cpu;
	__u32 context;
	__u32 seqnum;
	__u64 latency_ns;
	__u64 threshold_ns;
	__u64 t_w_ns;
};

#define RTLA_IOC_MAGIC	0xb7

/*
 * Each request fails with EFAULT for an address that cannot be read, or written
 * where the structure is an answer, too; with E2BIG, see above; and with ENOMEM.
 */

/*
 * RTLA_IOC_START - configure and start
 *
 * Either all CPUs are measured on return, or nothing has changed.
 * EINVAL  a malformed structure: size, unknown flag or workload, reserved
 *	   field, no CPU in the mask, sched_* values that do not fit together
 * ERANGE  period_ns, a threshold or a priority is out of its range
 * EBUSY   the session is started already, or the system is about to suspend
 *	   (cpu is -1 in both cases); or a CPU belongs to another session, also
 *	   to one that has been closed and whose thread has not been given the
 *	   CPU to end, or SCHED_DEADLINE does not admit the threads (cpu says
 *	   which)
 * ENODEV  a CPU does not exist or is offline (cpu says which)
 * EPERM   the caller has no CAP_SYS_ADMIN; CAP_PERFMON is enough for an osnoise
 *	   session with no flag but RTLA_START_NO_THREADS, which only looks
 * E2BIG, EFAULT, ENOMEM, EINTR as usual; EOPNOTSUPP: the kernel lacks a tracepoint
 *	   that the measurement cannot do without (the kernel log names it)
 */
#define RTLA_IOC_START	_IOWR(RTLA_IOC_MAGIC, 1, struct rtla_start)

/*
 * RTLA_IOC_ARM - set the thresholds of a running session, forget a hit that
 * was not read, and wait for the next one
 *
 * An activation, a noise or a period that has begun already is no hit any more:
 * who traces what leads to a hit begins to do so before this call. No threshold
 * at all (0 each): wait for none, but leave a hit to be read; from the return on
 * there is no new one.
 *
 * EINVAL  not started, or ended, or a malformed structure
 * ERANGE  a threshold is out of range
 */
#define RTLA_IOC_ARM	_IOW(RTLA_IOC_MAGIC, 2, struct rtla_arm)

/*
 * RTLA_IOC_CPU - read the state of one CPU
 *
 * EINVAL  not started, or ended, or a malformed structure
 * ENODEV  the CPU is not in this session
 */
#define RTLA_IOC_CPU	_IOWR(RTLA_IOC_MAGIC, 3, struct rtla_cpu)

/*
 * RTLA_IOC_ATTACH - make the calling thread the workload of a CPU
 *
 * The descriptor must be fresh: it is a workload from then on, until it is
 * closed, and can be used by this thread only.
 * EINVAL  a malformed structure, or the descriptor is in use already
 * ENODEV  no session waits for a workload on this CPU, or it is offline
 * EBUSY   the CPU has a workload
 * EPERM   the caller may run on other CPUs, too, or is not on this one
 */
#define RTLA_IOC_ATTACH	_IOW(RTLA_IOC_MAGIC, 4, struct rtla_attach)

/*
 * RTLA_IOC_SYMBOL - the name of what is at an address
 *
 * Reading /proc/kallsyms for the few addresses of a stack takes longer than all
 * else after a hit. Only addresses that the event "stack" has told with one of
 * the last 8 hits of this session are named: any other would tell where the
 * kernel is.
 * EINVAL  not started, or a malformed structure
 * ENOENT  it has no name, or was not told
 * EPERM   the caller has neither CAP_PERFMON nor CAP_SYS_ADMIN
 */
#define RTLA_IOC_SYMBOL	_IOWR(RTLA_IOC_MAGIC, 5, struct rtla_symbol)

/*
 * RTLA_IOC_END - end the measurement, and keep what it found
 *
 * Does not wait: each CPU is left as soon as its thread gets to run there. From
 * the return on there is no new hit. One that was can still be read, and
 * addresses can be named; without one, read() returns 0, and poll() says POLLHUP.
 * All that is left to do is closing, which waits for the CPUs to be left, for a
 * second at most. On a session that has ended, this does nothing.
 * EINVAL  not started
 */
#define RTLA_IOC_END	_IO(RTLA_IOC_MAGIC, 6)

/*
 * read(fd, buffer, size) of a workload: takes the user latency of the period
 * that ends with this call, waits for the next one, takes the thread latency,
 * and returns 0. Nothing is written to the buffer.
 * EINTR   or the call is restarted, after a signal; the period goes on
 * EXDEV   the thread was moved to another CPU since the last call; it is
 *	   detached, and this period is not measured
 * ENODEV  the session ended, or the CPU went offline; likewise
 * EPERM   the caller is not the thread that attached
 * EINVAL  not attached
 *
 * The thread leaves the CPU when it closes any copy of the descriptor, one that
 * dup() made included, or dies; copies that others hold do not keep it there.
 */

/*
 * read(fd, &hit, size) of a session: waits for a hit and returns how much of it
 * was copied, which is size at most; EAGAIN with O_NONBLOCK when there is none,
 * EINVAL when not started or size is less than 40, the first version's length.
 * poll(fd): POLLIN when read() would not wait.
 *
 * close(fd) of a session ends it, and returns when nothing is left of it. A
 * measuring thread that other threads keep off its CPU is moved before those; if
 * it has not ended after a second all the same, close() returns, the CPUs of the
 * session stay busy until it has, and the module cannot be unloaded.
 */

#endif /* _UAPI_RTLA_H */
