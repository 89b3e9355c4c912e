// SPDX-License-Identifier: GPL-2.0
/*
 * The BPF programs: they take the latencies of timerlat's threads, and record
 * what has run on their CPUs.
 *
 * Each is attached to a tracepoint by its BTF, and reads what it needs of the
 * kernel's structures directly: there is no helper that reads any memory, which
 * a locked-down kernel refuses. The command loads only those that a run needs
 * and the kernel has: see bpf_programs.c.
 *
 * Noise is net time, as in kernel/noise/noise.c: a context remembers when it
 * began, and what nested noises had taken until then. What nests is only of
 * deeper contexts, each of which has a number of its own for that, so that no
 * program has to change a number while another one that it interrupted does.
 */
#include "tracer/bpf/programs/bpf_callbacks.h"
#include "tracer/bpf/programs/bpf_recording.h"

/* When the system last fell asleep or woke up. */
volatile __u64 slept;

/* Return the time that contexts which nest in @level have taken so far. */
static __always_inline __u64 stolen(const struct bpf_cpu *cpu,
				    enum bpf_level level)
{
	__u64 sum = 0;

	if (level > BPF_LEVEL_NMI)
		sum += cpu->stolen[BPF_LEVEL_NMI];
	if (level > BPF_LEVEL_IRQ)
		sum += cpu->stolen[BPF_LEVEL_IRQ];
	if (level > BPF_LEVEL_SOFTIRQ)
		sum += cpu->stolen[BPF_LEVEL_SOFTIRQ];
	return sum;
}

static __always_inline void span_begins(struct bpf_cpu *cpu, enum bpf_level level,
				  __u64 now)
{
	cpu->open[level].stolen = stolen(cpu, level);
	cpu->open[level].start = now;
}

/* Return where the noise is recorded that ends; NULL: its begin was not seen. */
static __always_inline struct bpf_span *ending_span(struct bpf_cpu *cpu,
						    enum bpf_level level)
{
	__u32 count = cpu->count[level];

	return cpu->open[level].start ?
	       &cpu->span[level][count & (BPF_SPANS - 1)] : NULL;
}

/* The noise is complete: let it be seen, and let others that it nests in know. */
static __always_inline void span_ends(struct bpf_cpu *cpu, enum bpf_level level,
				      struct bpf_span *span, __u64 now)
{
	struct bpf_open *open = &cpu->open[level];

	span->start = open->start;
	span->end = now;
	span->duration = now - open->start -
			 (stolen(cpu, level) - open->stolen);
	open->start = 0;
	cpu->count[level] += recorder.records != BPF_RECORDS_ALWAYS ||
			     cpu->recording;
	if (level < BPF_LEVEL_THREAD)
		cpu->stolen[level] += span->duration;
}

/*
 * Return whether the thread was woken and does not run, as it has not run yet,
 * or is kept from user space again, and no good stack was taken of what is in
 * the way.
 */
static __always_inline bool is_late(const struct bpf_cpu *cpu)
{
	return cpu->recording && cpu->irq_t_w == cpu->t_w &&
	       needs_stack(cpu, cpu->t_w) &&
	       (cpu->switch_t_w != cpu->t_w ||
		(__u32)bpf_get_current_pid_tgid() != cpu->pid);
}

/*
 * Any interrupt that comes then interrupts what is in the way: there is a tick,
 * and the measuring thread has a timer for that: see bpf_workload.c. Under
 * PREEMPT_RT that timer itself expires in a thread, which its interrupt wakes.
 */
static __always_inline void take_late_stack(void *context, struct bpf_cpu *cpu,
					    __u64 now)
{
	if (is_late(cpu) && now - cpu->t_w >= cpu->stack_after)
		take_stack(context, cpu, cpu->t_w, now);
}

/* To load a program takes the longer the more it does, so others do less. */
static __always_inline bool may_be_timer(enum bpf_interrupt what)
{
	return what == BPF_DEVICE || what == BPF_LOCAL_TIMER;
}

static __always_inline bool may_be_call(enum bpf_interrupt what)
{
	return what == BPF_CALL_FUNCTION || what == BPF_CALL_FUNCTION_SINGLE ||
	       what == BPF_IPI;
}

/*
 * The clock is read first, and at the end last: what a program does outside of
 * that counts for what the interrupt has interrupted.
 */
static __always_inline void interrupt_begins(void *context,
					     enum bpf_interrupt what)
{
	__u64 now = bpf_ktime_get_ns();
	struct bpf_cpu *cpu = accounting_cpu();

	if (!cpu)
		return;
	span_begins(cpu, BPF_LEVEL_IRQ, now);
	if (may_be_timer(what))
		take_late_stack(context, cpu, now);
}

static __always_inline void interrupt_ends(enum bpf_interrupt what, int number)
{
	struct bpf_cpu *cpu = accounting_cpu();
	struct bpf_span *span = cpu ? ending_span(cpu, BPF_LEVEL_IRQ) : NULL;

	if (!span)
		return;
	if (may_be_timer(what) || may_be_call(what))
		callback_ends(cpu, BPF_IN_IRQ);
	span->id = number;
	span->prio = what;
	span_ends(cpu, BPF_LEVEL_IRQ, span, bpf_ktime_get_ns());
}

/* Keep what is known of a hit, and record no more. */
static __always_inline void hit(void *context, struct bpf_cpu *cpu,
				enum bpf_hit what, __u64 now)
{
	if (recorder.records && cpu->stack_t_w != cpu->t_w &&
	    now - cpu->t_w >= cpu->stack_after)
		take_stack(context, cpu, cpu->t_w, now);
	bpf_get_current_comm(cpu->hit_comm, sizeof(cpu->hit_comm));
	bpf_cpu_hit(cpu, what);
	cpu->recording = 0;
}

/* ---- Latencies ----------------------------------------------------------- */

/* Another timer of the same interrupt has nothing else to show. */
static __always_inline bool has_stack_of_interrupt(const struct bpf_cpu *cpu)
{
	return is_in_interrupt(cpu) &&
	       cpu->stack_time >= cpu->open[BPF_LEVEL_IRQ].start;
}

/*
 * Note that a timer expires, which may be that of the measuring thread, if that
 * is not noted yet.
 */
static __always_inline void note_expiry(void *context, struct hrtimer *timer)
{
	struct bpf_cpu *cpu = this_cpu();
	__u64 now;

	if (!cpu)
		return;
	if (recorder.records && cpu->recording)
		timer_runs(cpu, timer, timer->_softexpires == (__s64)cpu->t_w);
	if (!cpu->pid)
		return;
	if (timer->_softexpires != (__s64)cpu->t_w) {
		if (recorder.records && !has_stack_of_interrupt(cpu))
			take_late_stack(context, cpu, bpf_ktime_get_ns());
		return;
	}
	if (cpu->irq_t_w == cpu->t_w)
		return;
	now = bpf_ktime_get_ns();
	cpu->irq_time = now;
	cpu->irq_pid = bpf_get_current_pid_tgid();
	cpu->irq_t_w = cpu->t_w;
	if (cpu->recording && now - cpu->t_w >= cpu->stop_irq &&
	    cpu->t_w > slept)
		hit(context, cpu, BPF_HIT_IRQ, now);
}

TAKES_LATENCIES SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_expires, struct hrtimer *timer)
{
	note_expiry(ctx, timer);
	return 0;
}

/*
 * Under PREEMPT_RT the callbacks of many timers are called with interrupts on.
 * If the program is called for such a one just then, the kernel leaves it out
 * for a hard timer in an interrupt. This one is not running then.
 */
TAKES_LATENCIES SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(rt_hard_timer_expires, struct hrtimer *timer)
{
	if (!timer->is_soft)
		note_expiry(ctx, timer);
	return 0;
}

static __always_inline void record_thread(struct bpf_cpu *cpu,
					  struct task_struct *thread, __u64 now)
{
	struct bpf_span *span = ending_span(cpu, BPF_LEVEL_THREAD);

	if (span) {
		span->id = thread->pid;
		span->prio = thread->prio;
		__builtin_memcpy(span->comm, thread->comm, BPF_COMM_LEN);
		cpu->own += thread->pid == (int)cpu->pid;
		span_ends(cpu, BPF_LEVEL_THREAD, span, now);
	}
	span_begins(cpu, BPF_LEVEL_THREAD, now);
}

/*
 * Return whether this is the first switch to the measuring thread since its
 * timer was to expire. That may have been the timer of another CPU.
 */
static __always_inline bool is_woken(const struct bpf_cpu *cpu,
				     const struct task_struct *thread,
				     __u64 now)
{
	return thread->pid == (int)cpu->pid && cpu->switch_t_w != cpu->t_w &&
	       now >= cpu->t_w;
}

/*
 * Find the measuring thread, which goes to sleep, where only its id in another
 * namespace of processes is known, as in a container.
 */
static __always_inline void find_thread(struct bpf_cpu *cpu,
					const struct task_struct *thread)
{
	struct bpf_pidns_info inside;

	if (!bpf_get_ns_current_pid_tgid(cpu->space_dev, cpu->space_ino,
					 &inside, sizeof(inside)) &&
	    inside.pid == cpu->thread)
		cpu->pid = thread->pid;
}

TAKES_LATENCIES SEC("tp_btf/sched_switch")
int BPF_PROG(switch_threads, bool preempted, struct task_struct *from,
	     struct task_struct *to)
{
	struct bpf_cpu *cpu = this_cpu();
	__u64 now;

	if (!cpu || (!cpu->thread && !cpu->recording))
		return 0;
	if (cpu->thread && !cpu->pid)
		find_thread(cpu, from);
	now = bpf_ktime_get_ns();
	if (recorder.records && cpu->recording)
		record_thread(cpu, from, now);
	if (!cpu->pid || !is_woken(cpu, to, now))
		return 0;
	cpu->switch_time = now;
	cpu->switch_t_w = cpu->t_w;
	if (cpu->recording && now - cpu->t_w >= cpu->stop_thread &&
	    cpu->t_w > slept)
		hit(ctx, cpu, BPF_HIT_THREAD, now);
	return 0;
}

/* Processes are frozen before the system sleeps, and thawed after it. */
TAKES_LATENCIES SEC("tp_btf/suspend_resume")
int BPF_PROG(system_sleeps)
{
	slept = bpf_ktime_get_ns();
	return 0;
}

/* ---- Noise --------------------------------------------------------------- */

SEC("tp_btf/irq_handler_entry")
int BPF_PROG(device_begins, int irq, struct irqaction *action)
{
	struct bpf_cpu *cpu = recording_cpu();

	interrupt_begins(ctx, BPF_DEVICE);
	if (cpu)
		note_handler(handlers_of(cpu, irq), irq,
			     function_of(action, BPF_THREAD_FUNCTION));
	return 0;
}

SEC("tp_btf/irq_handler_exit")
int BPF_PROG(device_ends, int irq)
{
	interrupt_ends(BPF_DEVICE, irq);
	return 0;
}

/* The interrupts of a CPU that are no device's: on x86 its vectors. */
#define INTERRUPT(name, what)					\
	SEC("tp_btf/" #name "_entry")				\
	int BPF_PROG(name##_begins)				\
	{							\
		interrupt_begins(ctx, what);			\
		return 0;					\
	}							\
	SEC("tp_btf/" #name "_exit")				\
	int BPF_PROG(name##_ends, int vector)			\
	{							\
		interrupt_ends(what, vector);			\
		return 0;					\
	}

INTERRUPT(local_timer, BPF_LOCAL_TIMER)
INTERRUPT(reschedule, BPF_RESCHEDULE)
INTERRUPT(call_function, BPF_CALL_FUNCTION)
INTERRUPT(call_function_single, BPF_CALL_FUNCTION_SINGLE)
INTERRUPT(irq_work, BPF_IRQ_WORK)
INTERRUPT(x86_platform_ipi, BPF_PLATFORM_IPI)
INTERRUPT(thermal_apic, BPF_THERMAL)
INTERRUPT(threshold_apic, BPF_THRESHOLD)
INTERRUPT(deferred_error_apic, BPF_DEFERRED_ERROR)
INTERRUPT(error_apic, BPF_ERROR)
INTERRUPT(spurious_apic, BPF_SPURIOUS)

SEC("tp_btf/ipi_entry")
int BPF_PROG(ipi_begins)
{
	interrupt_begins(ctx, BPF_IPI);
	return 0;
}

SEC("tp_btf/ipi_exit")
int BPF_PROG(ipi_ends)
{
	interrupt_ends(BPF_IPI, 0);
	return 0;
}

SEC("tp_btf/softirq_entry")
int BPF_PROG(softirq_begins, unsigned int vector)
{
	__u64 now = bpf_ktime_get_ns();
	struct bpf_cpu *cpu = accounting_cpu();

	if (!cpu)
		return 0;
	span_begins(cpu, BPF_LEVEL_SOFTIRQ, now);
	softirq_carries(cpu, vector);
	return 0;
}

SEC("tp_btf/softirq_exit")
int BPF_PROG(softirq_ends, unsigned int vector)
{
	struct bpf_cpu *cpu = accounting_cpu();
	struct bpf_span *span = cpu ? ending_span(cpu, BPF_LEVEL_SOFTIRQ) : NULL;

	if (!span)
		return 0;
	softirq_carried(cpu, vector);
	span->id = vector;
	span_ends(cpu, BPF_LEVEL_SOFTIRQ, span, bpf_ktime_get_ns());
	return 0;
}

/*
 * Return whether an NMI that was recorded goes on: its handlers follow each
 * other, each with an event.
 */
static __always_inline bool nmi_goes_on(struct bpf_cpu *cpu, __u64 start,
					__u64 now)
{
	__u32 count = cpu->count[BPF_LEVEL_NMI];
	struct bpf_span *last =
		&cpu->span[BPF_LEVEL_NMI][(count - 1) & (BPF_SPANS - 1)];

	if (!count || (__s64)(start - last->end) > BPF_NMI_GAP)
		return false;
	cpu->stolen[BPF_LEVEL_NMI] += now - last->end;
	last->duration += now - last->end;
	last->end = now;
	return true;
}

/* The tracepoint comes when a handler has returned, and tells how long it took. */
SEC("tp_btf/nmi_handler")
int BPF_PROG(nmi_ends, void *handler, __s64 took)
{
	struct bpf_cpu *cpu = accounting_cpu();
	__u64 now = bpf_ktime_get_ns();
	struct bpf_span *span;

	if (!cpu || nmi_goes_on(cpu, now - took, now))
		return 0;
	span_begins(cpu, BPF_LEVEL_NMI, now - took);
	span = ending_span(cpu, BPF_LEVEL_NMI);
	if (span)
		span_ends(cpu, BPF_LEVEL_NMI, span, bpf_ktime_get_ns());
	return 0;
}
