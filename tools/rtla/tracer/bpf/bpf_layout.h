/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that the BPF programs share with the command and with its
 * measuring threads: one struct bpf_cpu for each CPU, in a map that all of them
 * have mapped. Both compilers read this header.
 *
 * Times are ns of CLOCK_MONOTONIC. What one of them writes, the others only
 * read; a program writes only what is of the CPU that it runs on, but for
 * requests.
 */
#ifndef RTLA_BPF_LAYOUT_H
#define RTLA_BPF_LAYOUT_H

#include <linux/types.h>

#ifndef __always_inline
#define __always_inline	inline __attribute__((always_inline))
#endif

#define BPF_COMM_LEN	16
#define BPF_FRAMES_MAX	64

/*
 * The contexts that noises come from. Each has a ring of its own, so that a
 * program which interrupts another one never writes where that writes.
 */
enum bpf_level {
	BPF_LEVEL_NMI,
	BPF_LEVEL_IRQ,
	BPF_LEVEL_SOFTIRQ,
	BPF_LEVEL_THREAD,
	BPF_LEVELS
};

/* The last so many noises of a context are kept; a power of two. */
#define BPF_SPANS	256

/*
 * The purpose of a program, in the object file. The others count the time
 * of interrupts.
 */
#define BPF_TAKES_LATENCIES	"latencies"	/* of measuring threads */
#define BPF_RECORDS_CARRIED	"carried"	/* what kworkers and the like carry */
#define BPF_COUNTS_WAKERS	"wakers"	/* who woke a thread */
#define BPF_AT_MARKS		"marks"		/* of programs that users give */
#define BPF_RECORDS_LOCKS	"locks"		/* that threads contend for */

/* Whether noises are recorded: until a hit; or their sums also after that. */
#define BPF_RECORDS_NOT		0
#define BPF_RECORDS		1
#define BPF_RECORDS_ALWAYS	2

/* Handlers that begin so soon after another one, in ns, are of the same NMI. */
#define BPF_NMI_GAP	2000

/* Interrupts have these kinds: a device's, or one of the CPU's vectors. */
enum bpf_interrupt {
	BPF_DEVICE,
	BPF_LOCAL_TIMER,
	BPF_RESCHEDULE,
	BPF_CALL_FUNCTION,
	BPF_CALL_FUNCTION_SINGLE,
	BPF_IRQ_WORK,
	BPF_PLATFORM_IPI,
	BPF_THERMAL,
	BPF_THRESHOLD,
	BPF_DEFERRED_ERROR,
	BPF_ERROR,
	BPF_SPURIOUS,
	BPF_IPI,		/* arm64: any that another CPU has sent */
	BPF_INTERRUPTS
};

/*
 * Where callbacks run, which interrupts, softirqs and threads carry: see
 * trace/callback_kinds.h. What begins in one of these places ends what ran
 * there before; a work may sleep while another thread runs another one.
 */
enum bpf_place_of_callbacks {
	BPF_IN_IRQ,
	BPF_IN_TIMERS,		/* in a softirq of timers */
	BPF_IN_SOFTIRQ,		/* in another one */
	BPF_IN_WORK,		/* the first place of works */
};

#define BPF_WORKS	4	/* by the thread's id; a power of two */
#define BPF_CALLBACK_PLACES	(BPF_IN_WORK + BPF_WORKS)

/* The last so many callbacks of a place are kept; a power of two. */
#define BPF_CALLBACKS	32

/* Shorter ones are not worth the time of recording them, in ns. */
#define BPF_CALLBACK_MIN	5000

/* Requests that a CPU remembers, by the last bits of the CPU that has asked. */
#define BPF_ASKED	16

/* Interrupts whose threads' handlers are known, by their number's last bits. */
#define BPF_HANDLERS	8

/* Which latency was a hit. */
enum bpf_hit {
	BPF_HIT_NONE,
	BPF_HIT_IRQ,
	BPF_HIT_THREAD,
	BPF_HIT_USER,		/* the measuring thread has found it */
};

/**
 * struct bpf_span - one noise
 * @start, @end: when it began and ended
 * @duration: the time between both, without noises that nested in it
 * @id: number of the interrupt, the vector or the softirq, or the thread's id
 * @prio: of a thread, on the kernel's scale; of an interrupt, enum
 *	bpf_interrupt
 * @comm: name of a thread
 */
struct bpf_span {
	__u64 start;
	__u64 end;
	__u64 duration;
	__u32 id;
	__s32 prio;
	char comm[BPF_COMM_LEN];
};

/**
 * struct bpf_open - a context that has begun
 * @start: when; 0: none has
 * @stolen: what noises that nest in it had taken before
 */
struct bpf_open {
	__u64 start;
	__u64 stolen;
};

/**
 * struct bpf_asked - another CPU's request for a callback, which is a call
 * @object: what was asked for; it is only compared
 * @time: when
 * @pid, @cpu, @comm: the thread that has asked, and its CPU
 */
struct bpf_asked {
	__u64 object;
	__u64 time;
	__u32 pid;
	__u32 cpu;
	char comm[BPF_COMM_LEN];
};

/**
 * struct bpf_callback - a callback
 * @start: when it was called; 0: none was
 * @end: when it ended; 0: it has not
 * @function: its address; 0: it is not known
 * @thread: the thread in which, or above which, it runs
 * @kind: see trace/callback_kinds.h
 * @by: who has asked for it; all of it 0: this is not known
 */
struct bpf_callback {
	__u64 start;
	__u64 end;
	__u64 function;
	__u32 thread;
	__u32 kind;
	struct bpf_asked by;
};

/* Under PREEMPT_RT an interrupt may have a second thread: "irq/N-s-". */
enum bpf_which_handler {
	BPF_PRIMARY,
	BPF_SECONDARY,
	BPF_HANDLERS_OF_IRQ
};

/**
 * struct bpf_handler - what an interrupt's thread runs
 * @function: its address; 0: it is not known
 * @irq: the interrupt
 */
struct bpf_handler {
	__u64 function;
	__u32 irq;
	__u32 unused;
};

/**
 * struct bpf_callbacks - what runs on a CPU by the request of others
 * @count: so many of each place were recorded; the next one may run
 * @callback: the last of them
 * @asked: requests of other CPUs, which write them
 * @handler: of threads of interrupts that came on this CPU
 */
struct bpf_callbacks {
	__u32 count[BPF_CALLBACK_PLACES];
	__u32 unused;
	struct bpf_callback callback[BPF_CALLBACK_PLACES][BPF_CALLBACKS];
	struct bpf_asked asked[BPF_ASKED];
	struct bpf_handler handler[BPF_HANDLERS][BPF_HANDLERS_OF_IRQ];
};

/**
 * struct bpf_cpu - a CPU
 *
 * Written by its measuring thread:
 * @t_w: when the timer is to expire for which that waits
 * @thread: its id; 0: there is none
 * @space_dev, @space_ino: the namespace that @thread is of, if it is not the
 *	first one; else 0
 * @pid: its id in the first namespace; 0: not known, and a program finds it
 *	when the thread goes to sleep
 *
 * Written by the command, but @recording by a hit, too:
 * @recording: noises are recorded, until a hit
 * @stop_irq, @stop_thread: latencies that are a hit; all bits set: none is
 * @stack_after: an interrupt after this time of a latency takes the stack of
 *	what is in the way, or else the hit does; all bits set: none does
 *
 * Written by the programs, about the activation whose @t_w stands before each:
 * @irq_t_w, @irq_time: when the timer's interrupt looked for timers
 * @irq_pid: the thread that it interrupted
 * @switch_t_w, @switch_time: when the scheduler switched to the thread
 * @hit_t_w, @hit: the activation that was the hit, by which latency
 * @hit_irq, @hit_switch: its @irq_time and @switch_time; 0: not known
 * @hit_pid: the thread that its interrupt has interrupted
 * @hit_comm: the thread that ran when the hit was found
 * @stack_t_w, @stack_time: when a stack was taken
 * @stack_cost: how long that took, of all @stack_takes of this activation
 * @stack_pid: whose it is
 * @stack_bytes: how long it is; below 0 there is none
 *
 * The accounting of noise, of which a hit leaves one place of @span in use if
 * sums go on:
 * @stolen: what noises of each context have taken since the beginning
 * @open: what has begun of each
 * @count: so many noises of each were recorded
 * @own: so many of those of threads were the measuring thread itself
 * @span: the last of them
 *
 * @callbacks: what the noises carried
 */
struct bpf_cpu {
	__u64 t_w;
	__u32 pid;
	__u32 thread;
	__u64 space_dev;
	__u64 space_ino;
	__u32 unused[8];	/* the rest of a line that programs only read */

	__u64 stop_irq;
	__u64 stop_thread;
	__u64 stack_after;
	__u32 recording;
	__u32 hit;

	__u64 irq_t_w;
	__u64 irq_time;
	__u64 switch_t_w;
	__u64 switch_time;
	__u32 irq_pid;
	__u32 hit_pid;
	__u64 hit_t_w;
	__u64 hit_irq;
	__u64 hit_switch;
	char hit_comm[BPF_COMM_LEN];

	__u64 stolen[BPF_LEVEL_THREAD];
	struct bpf_open open[BPF_LEVELS];
	__u32 count[BPF_LEVELS];

	__u64 stack_t_w;
	__u64 stack_time;
	__u64 stack_cost;
	__s64 stack_bytes;
	__u32 stack_takes;
	__u32 unused_too;
	__u32 stack_pid;
	__u32 own;
	__u64 stack[BPF_FRAMES_MAX];
	struct bpf_span span[BPF_LEVELS][BPF_SPANS];
	struct bpf_callbacks callbacks;
};

/* The kernel's structures name these functions. */
enum bpf_function {
	BPF_TIMER_FUNCTION,
	BPF_WORK_FUNCTION,
	BPF_POLL_FUNCTION,
	BPF_CALL_TARGET,
	BPF_THREAD_FUNCTION,	/* of an interrupt */
	BPF_FUNCTIONS
};

/**
 * struct bpf_recorder - what the programs that record are told
 * @function: where in its structure each of the functions is
 * @records: whether they record noise
 */
struct bpf_recorder {
	__u32 function[BPF_FUNCTIONS];
	__u32 records;
};

/*
 * bpf_cpu_irq, bpf_cpu_switch - return @irq_time or @switch_time if it is that
 * of the present activation, or 0
 */
static __always_inline __u64 bpf_cpu_irq(const struct bpf_cpu *cpu)
{
	return cpu->irq_t_w == cpu->t_w ? cpu->irq_time : 0;
}

static __always_inline __u64 bpf_cpu_switch(const struct bpf_cpu *cpu)
{
	return cpu->switch_t_w == cpu->t_w ? cpu->switch_time : 0;
}

/*
 * bpf_cpu_hit - note that a latency of the present activation is a hit
 *
 * The caller then ends the recording.
 */
static __always_inline void bpf_cpu_hit(struct bpf_cpu *cpu, enum bpf_hit what)
{
	cpu->hit_pid = cpu->irq_pid;
	cpu->hit_irq = bpf_cpu_irq(cpu);
	cpu->hit_switch = bpf_cpu_switch(cpu);
	cpu->hit_t_w = cpu->t_w;
	cpu->hit = what;
}

#endif /* RTLA_BPF_LAYOUT_H */
