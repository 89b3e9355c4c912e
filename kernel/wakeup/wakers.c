// SPDX-License-Identifier: GPL-2.0
/*
 * Who woke the watched threads.
 *
 * When a thread is to be woken, it is noted who does that: the thread that
 * runs, or what has interrupted it. Hooks of their own, which are attached only
 * while a session wants to know it, tell which interrupt, softirq or timer that
 * is.
 *
 * When the thread goes on, its CPU counts the wake-up for the waker, in a table
 * with a row for each. So only the CPU itself writes to its table, which needs
 * no lock. A row is found by its hash, or is one of those that follow, as no
 * row is ever removed. The memory for all rows is there from the begin; when
 * they are used up, the last one counts all wakers that are new.
 */
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <asm/irq_regs.h>

#include <trace/events/irq.h>
#include <trace/events/timer.h>

#include "compat.h"
#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/symbol.h"
#include "wakeup/wakers.h"
#include "wakeup/wakeup_parts.h"

DEFINE_STATIC_KEY_FALSE(rtla_wakers_kept);

/* ---- Who wakes ----------------------------------------------------------- */

/**
 * struct wakers_here - what may wake a thread on a CPU, besides the thread that
 * runs
 * @handles: the handler of an interrupt runs
 * @irq: the number of the interrupt whose handler was the last one, plus 1; 0:
 *	there was none
 * @name: the name of that handler, as in &struct waker
 * @softirq: the softirq that began last
 * @hard: the callback of the timer that expired last in a hard interrupt
 * @soft: likewise, in a softirq or in its thread
 */
struct wakers_here {
	bool handles;
	int irq;
	u64 name[2];
	unsigned int softirq;
	unsigned long hard;
	unsigned long soft;
};

static DEFINE_PER_CPU(struct wakers_here, wakers_here);

/*
 * Return whether the interrupt that runs is the one whose handler was the last
 * one: or else, it is one of those that have no number. The thread of a handler
 * is woken when that has returned; then only the registers, which others do not
 * set, tell. But an interrupt that runs softirqs at its end keeps its registers
 * until they are over.
 */
static bool has_number(const struct wakers_here *here)
{
	return here->handles ||
	       (get_irq_regs() &&
		(IS_ENABLED(CONFIG_PREEMPT_RT) || !in_serving_softirq()));
}

static void note_interrupting(struct waker *waker,
			      const struct wakers_here *here)
{
	waker->id = -1;
	if (!has_number(here))
		return;
	waker->id = here->irq - 1;
	memcpy(waker->name, here->name, sizeof(waker->name));
}

/**
 * rtla_waker_note - note who wakes a thread
 * @waker: set to it
 * @kind: what is known of it already
 *
 * Context: any but NMI, on the CPU that wakes the thread, interrupts off.
 */
void rtla_waker_note(struct waker *waker, enum rtla_waker kind)
{
	const struct wakers_here *here = this_cpu_ptr(&wakers_here);

	BUILD_BUG_ON(sizeof(waker->name) != TASK_COMM_LEN);
	BUILD_BUG_ON(sizeof(waker->name) != RTLA_COMM_LEN);
	/*
	 * The idle thread wakes nobody by itself: that is the end of an
	 * interrupt, which counts as a thread to the kernel, or a function that
	 * another CPU calls.
	 */
	if (kind == RTLA_WAKER_THREAD && is_idle_task(current))
		kind = RTLA_WAKER_IRQ;
	*waker = (struct waker) { .kind = kind };
	switch (kind) {
	case RTLA_WAKER_TIMER:
		waker->name[0] = in_hardirq() ? here->hard : here->soft;
		break;
	case RTLA_WAKER_IRQ:
		note_interrupting(waker, here);
		break;
	case RTLA_WAKER_SOFTIRQ:
		waker->id = here->softirq;
		break;
	case RTLA_WAKER_THREAD:
		waker->id = current->pid;
		memcpy(waker->name, current->comm, sizeof(waker->name));
		break;
	default:
		break;
	}
}

static void wakers_hook_irq_entry(void *data, int irq, struct irqaction *action)
{
	struct wakers_here *here = this_cpu_ptr(&wakers_here);

	if (rtla_hooks_arch_in_nmi())
		return;
	here->irq = irq + 1;
	strscpy_pad((char *)here->name, action->name ?: "", sizeof(here->name));
	here->handles = true;
}

static void wakers_hook_irq_exit(void *data, int irq, struct irqaction *action,
				 int ret)
{
	if (!rtla_hooks_arch_in_nmi())
		this_cpu_write(wakers_here.handles, false);
}

/* Context: softirq, on PREEMPT_RT with preemption on. */
static void wakers_hook_softirq_entry(void *data, unsigned int vector)
{
	this_cpu_write(wakers_here.softirq, vector);
}

static void wakers_hook_expire_entry(void *data, struct hrtimer *timer,
				     RTLA_HRTIMER_NOW now)
{
	unsigned long callback =
		(unsigned long)ACCESS_PRIVATE(timer, function);

	if (in_hardirq())
		this_cpu_write(wakers_here.hard, callback);
	else
		this_cpu_write(wakers_here.soft, callback);
}

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints.
 */
static void __maybe_unused wakers_check_hooks(void)
{
	check_trace_callback_type_irq_handler_entry(wakers_hook_irq_entry);
	check_trace_callback_type_irq_handler_exit(wakers_hook_irq_exit);
	check_trace_callback_type_softirq_entry(wakers_hook_softirq_entry);
	check_trace_callback_type_hrtimer_expire_entry(wakers_hook_expire_entry);
}

/* No handler runs whose exit is not seen: exits are attached first. */
static struct hook wakers_hooks[] = {
	{ .name = "irq_handler", .suffix = "_exit",
	  .probe = wakers_hook_irq_exit },
	{ .name = "irq_handler", .suffix = "_entry",
	  .probe = wakers_hook_irq_entry },
	{ .name = "softirq", .suffix = "_entry",
	  .probe = wakers_hook_softirq_entry },
	{ .name = "hrtimer", .suffix = "_expire_entry",
	  .probe = wakers_hook_expire_entry },
};

/* Forget what interrupts the CPUs: nobody sees any more when that changes. */
static void wakers_forget(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&wakers_here, cpu), 0,
		       sizeof(struct wakers_here));
}

struct hook_set rtla_wakers_hooks = {
	.hook = wakers_hooks,
	.count = ARRAY_SIZE(wakers_hooks),
	.key = &rtla_wakers_kept,
	.detached = wakers_forget,
};

/* ---- The tables ---------------------------------------------------------- */

/*
 * The row after those of single wakers: of all wakers that they have no place
 * for.
 */
#define WAKERS_OTHERS	RTLA_WAKERS_MAX

/**
 * struct waker_row - the wake-ups by one waker
 * @waker: the waker, which does not change once the counting of a wake-up has
 *	begun
 * @figures: of its wake-ups; if none has begun, the row is free
 */
struct waker_row {
	struct waker waker;
	struct wakeup_figures figures;
} ____cacheline_aligned;

/**
 * struct wakers - the wakers of a session
 * @cpus: length of @rows
 * @rows: by CPU: RTLA_WAKERS_MAX rows, and that of all others; NULL: it does
 *	not count
 */
struct wakers {
	unsigned int cpus;
	struct waker_row *rows[];
};

static struct waker_row *create_rows(void)
{
	struct waker_row *rows = kvcalloc(WAKERS_OTHERS + 1, sizeof(*rows),
					  GFP_KERNEL_ACCOUNT);
	unsigned int i;

	if (!rows)
		return NULL;
	for (i = 0; i <= WAKERS_OTHERS; i++)
		rtla_figures_init(&rows[i].figures);
	rows[WAKERS_OTHERS].waker.kind = RTLA_WAKER_OTHERS;
	return rows;
}

/**
 * rtla_wakers_create - get the memory for the wakers of a session
 * @cpus: those on which wake-ups are counted
 *
 * Return: the wakers, to be freed by rtla_wakers_destroy(); or NULL. Context:
 * process, may sleep.
 */
struct wakers *rtla_wakers_create(const struct cpumask *cpus)
{
	struct wakers *wakers = kzalloc(struct_size(wakers, rows, nr_cpu_ids),
					GFP_KERNEL_ACCOUNT);
	int cpu;

	if (!wakers)
		return NULL;
	wakers->cpus = nr_cpu_ids;
	for_each_cpu(cpu, cpus) {
		wakers->rows[cpu] = create_rows();
		if (wakers->rows[cpu])
			continue;
		rtla_wakers_destroy(wakers);
		return NULL;
	}
	return wakers;
}

/*
 * rtla_wakers_destroy - free the memory: no hook uses it any more; NULL:
 * nothing
 */
void rtla_wakers_destroy(struct wakers *wakers)
{
	unsigned int cpu;

	if (!wakers)
		return;
	for (cpu = 0; cpu < wakers->cpus; cpu++)
		kvfree(wakers->rows[cpu]);
	kfree(wakers);
}

static bool is_same(const struct waker *one, const struct waker *other)
{
	return one->kind == other->kind && one->id == other->id &&
	       one->name[0] == other->name[0] &&
	       one->name[1] == other->name[1];
}

/* Return the row of a waker, which may be a new one, or that of all others. */
static struct waker_row *row_of(struct waker_row *rows,
				const struct waker *waker)
{
	u64 key = waker->kind ^ (u64)waker->id << 8 ^ waker->name[0] ^
		  waker->name[1] << 1;
	unsigned int at = hash_64(key, ilog2(RTLA_WAKERS_MAX)), i;
	struct waker_row *row;

	BUILD_BUG_ON_NOT_POWER_OF_2(RTLA_WAKERS_MAX);
	for (i = 0; i < RTLA_WAKERS_MAX; i++, at++) {
		row = &rows[at % RTLA_WAKERS_MAX];
		if (!row->figures.begun)
			row->waker = *waker;
		if (is_same(&row->waker, waker))
			return row;
	}
	return &rows[WAKERS_OTHERS];
}

/**
 * rtla_wakers_count - count a wake-up for its waker
 * @wakers: of the session
 * @waker: who woke the thread
 * @point: see rtla_parts_length()
 * @first: likewise
 *
 * Context: any but NMI, on one of the CPUs of rtla_wakers_create(), with
 * preemption off. Calls on one CPU must not interrupt each other.
 */
void rtla_wakers_count(struct wakers *wakers, const struct waker *waker,
		       const u64 *point, unsigned int first)
{
	struct waker_row *row = row_of(wakers->rows[smp_processor_id()],
				       waker);
	struct wakeup_figures *figures = &row->figures;
	unsigned int i;

	WRITE_ONCE(figures->begun, figures->begun + 1);
	/* Pairs with the read barrier in rtla_figures_read(). */
	smp_wmb();
	for (i = first; i < RTLA_WAKEUP_PARTS; i++)
		rtla_parts_add(&figures->part[i],
			       rtla_parts_length(point, first, i));
	figures->by_timer += !first;
	/*
	 * Pairs with the acquires in rtla_wakers_read(), which sees the waker,
	 * too.
	 */
	smp_store_release(&figures->count, figures->begun);
}

/* Set the name of a waker; RTLA_WAKER_LEN bytes, which are zeros. */
static void read_name(const struct waker *waker, char *name)
{
	if (waker->kind != RTLA_WAKER_TIMER)
		strscpy(name, (const char *)waker->name, RTLA_COMM_LEN);
	else
		rtla_symbol_copy(name, RTLA_WAKER_LEN, waker->name[0]);
}

/**
 * rtla_wakers_read - read a row of the table of a CPU
 * @wakers: of the session
 * @cpu: one of the CPUs of the session
 * @number: the row: 0 to RTLA_WAKERS_MAX
 * @read: set to it
 *
 * Return: whether the row is used. Context: process, may sleep.
 */
bool rtla_wakers_read(const struct wakers *wakers, int cpu, unsigned int number,
		      struct rtla_woken *read)
{
	const struct waker_row *row = &wakers->rows[cpu][number];

	/* Pairs with the release in rtla_wakers_count(). */
	if (!smp_load_acquire(&row->figures.count))
		return false;
	memset(read, 0, sizeof(*read));
	read->count = rtla_figures_read(&row->figures, &read->by_timer,
					read->part);
	read->kind = row->waker.kind;
	read->id = row->waker.id;
	read_name(&row->waker, read->name);
	return true;
}
