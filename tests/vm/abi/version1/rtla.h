/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The user-space interface of rtla.ko.
 *
 * A session is a file descriptor:
 *
 *	fd = open("/dev/rtla")		a session that does nothing yet
 *	ioctl(fd, RTLA_IOC_START)	configures and starts it, all or nothing
 *	poll(fd) + read(fd)		waits for the threshold hit, tells what hit
 *	close(fd)			ends it, also when the holder is killed
 *
 * The samples and the noise are trace events (system "rtla", see
 * include/trace/events/rtla.h), read from any trace instance.
 *
 * All times are nanoseconds; all points in time are CLOCK_MONOTONIC.
 * Structures start with their own size as the caller knows it. A kernel that
 * knows a longer one takes the missing tail as zero; a kernel that knows a
 * shorter one refuses a non-zero tail with E2BIG. Reserved fields are zero.
 */
#ifndef _UAPI_RTLA_H
#define _UAPI_RTLA_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define RTLA_DEVICE_NAME	"rtla"
#define RTLA_DEVICE_PATH	"/dev/" RTLA_DEVICE_NAME

/* Version of this interface; also the parameter "abi" of the module. */
#define RTLA_ABI_VERSION	1

/** enum rtla_workload - what the measuring threads of a session do
 * @RTLA_TIMERLAT: sleep until a timer expires, and take the latencies of it
 */
enum rtla_workload {
	RTLA_TIMERLAT = 1,
};

/** enum rtla_context - where a latency was taken
 * @RTLA_CONTEXT_IRQ: in the timer's handler (IRQ latency)
 * @RTLA_CONTEXT_THREAD: in the measuring thread (thread latency)
 */
enum rtla_context {
	RTLA_CONTEXT_IRQ = 0,
	RTLA_CONTEXT_THREAD = 1,
};

/* Limits of &rtla_start.period_ns, inclusive. */
#define RTLA_PERIOD_MIN_NS	100000ULL
#define RTLA_PERIOD_MAX_NS	1000000000ULL
#define RTLA_PERIOD_DEFAULT_NS	1000000ULL

/* Largest threshold taken, and the largest CPU mask in bytes. */
#define RTLA_THRESHOLD_MAX_NS	3600000000000ULL
#define RTLA_CPUS_MAX_SIZE	8192

/* &rtla_start.flags: the sched_* fields count; without it, FIFO 95. */
#define RTLA_START_SCHED	(1U << 0)
#define RTLA_START_FLAGS	(RTLA_START_SCHED)

/**
 * struct rtla_start - configuration of a session
 * @size: in, sizeof(struct rtla_start)
 * @flags: in, RTLA_START_* bits
 * @workload: in, one of &enum rtla_workload
 * @cpus_size: in, bytes at @cpus: a multiple of 8, 8 to RTLA_CPUS_MAX_SIZE
 * @cpus: in, address of the mask of CPUs to measure, CPU 0 in bit 0 of the
 *	first 64-bit word; at least one, all online, none in another session
 * @period_ns: in, RTLA_PERIOD_MIN_NS to RTLA_PERIOD_MAX_NS
 * @stop_irq_ns: in, an IRQ latency at or over it is a hit; 0 is never
 * @stop_thread_ns: in, a thread latency at or over it is a hit; 0 is never
 * @stack_ns: in, the stack that the timer interrupted is reported with a
 *	thread latency at or over it, and with a hit of an IRQ latency;
 *	0 is never, and then no stack is taken
 * @sched_policy: in, SCHED_OTHER (0), SCHED_FIFO (1), SCHED_RR (2) or
 *	SCHED_DEADLINE (6)
 * @sched_nice: in, -20 to 19, SCHED_OTHER
 * @sched_priority: in, 1 to 99, SCHED_FIFO and SCHED_RR; otherwise 0
 * @session: out, the number by which the event "stop" names this session
 * @sched_runtime_ns: in, SCHED_DEADLINE
 * @sched_period_ns: in, SCHED_DEADLINE: the period, and the deadline
 * @cpu: out, the CPU that was the reason of EBUSY or ENODEV, else -1
 * @reserved: 0
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
};

/**
 * struct rtla_arm - new thresholds for a running session
 * @size: in, sizeof(struct rtla_arm)
 * @reserved: 0
 * @stop_irq_ns: as in &struct rtla_start
 * @stop_thread_ns: as in &struct rtla_start
 */
struct rtla_arm {
	__u32 size;
	__u32 reserved;
	__u64 stop_irq_ns;
	__u64 stop_thread_ns;
};

/* &rtla_cpu.state */
#define RTLA_CPU_MEASURED	1	/* its thread is running */
#define RTLA_CPU_OFFLINE	2	/* in the session, but taken offline */

/**
 * struct rtla_cpu - how one CPU of a session fares
 * @size: in, sizeof(struct rtla_cpu)
 * @cpu: in, the CPU
 * @state: out, RTLA_CPU_*
 * @pid: out, thread id of the measuring thread, in the initial pid namespace;
 *	0 while there is none
 * @activations: out, timer expiries that were measured since the start
 * @skipped: out, periods that had passed before the thread could wait for
 *	them, so that nothing was measured in them
 * @offline: out, times the CPU went offline since the start
 */
struct rtla_cpu {
	__u32 size;
	__u32 cpu;
	__u32 state;
	__s32 pid;
	__u64 activations;
	__u64 skipped;
	__u64 offline;
};

/**
 * struct rtla_hit - what read() returns, once per hit
 * @size: sizeof(struct rtla_hit) as the kernel knows it
 * @cpu: where
 * @context: which latency, one of &enum rtla_context
 * @seqnum: the activation, as in the event "timerlat_sample"
 * @latency_ns: the latency that was at or over @threshold_ns
 * @threshold_ns: the limit
 * @t_w_ns: when the timer was to expire
 *
 * Only the first hit after a start or RTLA_IOC_ARM is reported.
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
 * RTLA_IOC_START - configure and start
 *
 * Either all CPUs are measured on return, or nothing has changed.
 * EINVAL  a malformed structure: size, unknown flag or workload, reserved
 *	   field, no CPU in the mask, sched_* values that do not fit together
 * ERANGE  period_ns, a threshold or a priority is out of its range
 * EBUSY   the session is started already (cpu is -1), a CPU belongs to another
 *	   session (cpu says which), or SCHED_DEADLINE does not admit the
 *	   threads (cpu says where)
 * ENODEV  a CPU does not exist or is offline (cpu says which)
 * EPERM   the caller has no CAP_SYS_ADMIN
 * E2BIG, EFAULT, ENOMEM as usual; EOPNOTSUPP: the kernel lacks a tracepoint
 *	   that the measurement cannot do without (the kernel log names it)
 */
#define RTLA_IOC_START	_IOWR(RTLA_IOC_MAGIC, 1, struct rtla_start)

/*
 * RTLA_IOC_ARM - set the thresholds of a running session, forget a hit that
 * was not read, and wait for the next one
 *
 * EINVAL  not started, or a malformed structure
 * ERANGE  a threshold is out of range
 */
#define RTLA_IOC_ARM	_IOW(RTLA_IOC_MAGIC, 2, struct rtla_arm)

/*
 * RTLA_IOC_CPU - read the state of one CPU
 *
 * EINVAL  not started, or a malformed structure
 * ENODEV  the CPU is not in this session
 */
#define RTLA_IOC_CPU	_IOWR(RTLA_IOC_MAGIC, 3, struct rtla_cpu)

/*
 * read(fd, &hit, size): waits for a hit; EAGAIN with O_NONBLOCK when there is
 * none, EINVAL when not started or size is less than sizeof(struct rtla_hit).
 * poll(fd): POLLIN when read() would not wait.
 */

#endif /* _UAPI_RTLA_H */
