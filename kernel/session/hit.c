// SPDX-License-Identifier: GPL-2.0
/*
 * The hit: see hit.h.
 *
 * The state of the hit and the generation of the arming share one atomic word.
 * Each arming begins a new generation, so that an exchange which is based on a
 * word from before the arming fails: a latency that began before an arming
 * cannot claim the hit of that arming, and a hit that is replaced while it is
 * read is not returned as if it were whole.
 */
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/panic.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "noise/callbacks.h"
#include "noise/noise.h"
#include "session/hit.h"
#include "session/keeper.h"
#include "stats/stats.h"

enum hit_state {
	HIT_DISARMED,	/* no hit is accepted */
	HIT_ARMED,	/* the first hit is to be claimed */
	HIT_CLAIMED,	/* the hit is being written to hit_slot.hit */
	HIT_READY,	/* the hit is to be read */
};

#define HIT_STATE_MASK	3
#define HIT_GENERATION	(HIT_STATE_MASK + 1)

static enum hit_state hit_state_of(int word)
{
	return word & HIT_STATE_MASK;
}

static int hit_with_state(int word, enum hit_state state)
{
	return (word & ~HIT_STATE_MASK) | state;
}

/**
 * rtla_hit_init - prepare a slot, disarmed
 * @slot: zeroed memory, except tracing_off
 * @session: the number by which the event "stop" names the session
 * @panic: a hit calls panic()
 * @keeper: is asked to wake @waiters at a hit; it must exist as long as hits
 *	can be reported
 * @ends: the statistics whose counting a hit ends, or NULL
 * @waiters: readers and pollers, woken until rtla_hit_close()
 */
void rtla_hit_init(struct hit_slot *slot, u32 session, bool panic,
		   struct keeper *keeper, struct stats *ends,
		   wait_queue_head_t *waiters)
{
	slot->session = session;
	slot->panic = panic;
	slot->keeper = keeper;
	slot->ends = ends;
	slot->waiters = waiters;
	spin_lock_init(&slot->lock);
}

/* rtla_hit_wake - wake all that wait for a hit; context: process, may sleep */
void rtla_hit_wake(struct hit_slot *slot)
{
	spin_lock(&slot->lock);
	if (slot->waiters)
		wake_up_interruptible(slot->waiters);
	spin_unlock(&slot->lock);
}

/*
 * rtla_hit_close - disarm, and wake nothing any more
 *
 * Context: process, may sleep.
 */
void rtla_hit_close(struct hit_slot *slot)
{
	rtla_hit_disarm(slot);
	spin_lock(&slot->lock);
	slot->waiters = NULL;
	spin_unlock(&slot->lock);
}

/**
 * rtla_hit_disarm - let no hit be claimed until the next rtla_hit_arm()
 * @slot: the slot
 *
 * If a hit is just being written, the function waits for it, which is short:
 * the writer has preemption off. That hit, or an older one that was not read
 * yet, can still be read.
 */
void rtla_hit_disarm(struct hit_slot *slot)
{
	int word = atomic_read(&slot->state);

	for (;;) {
		if (hit_state_of(word) == HIT_CLAIMED) {
			cpu_relax();
			word = atomic_read(&slot->state);
			continue;
		}
		if (hit_state_of(word) != HIT_ARMED ||
		    atomic_try_cmpxchg(&slot->state, &word,
				       hit_with_state(word, HIT_DISARMED)))
			return;
	}
}

/**
 * rtla_hit_arm - accept the next hit, and forget one that was not read
 * @slot: a slot after rtla_hit_init() or rtla_hit_disarm()
 * @armed_at: a latency or noise that began before this time is no hit; ns
 *
 * Callers of rtla_hit_arm() and rtla_hit_disarm() exclude each other.
 */
void rtla_hit_arm(struct hit_slot *slot, u64 armed_at)
{
	int word = atomic_read(&slot->state);

	WRITE_ONCE(slot->armed_at, armed_at);
	/*
	 * A reader in rtla_hit_take() may change the state from HIT_READY to
	 * HIT_DISARMED at the same time. The exchange is fully ordered; its
	 * release pairs with the acquire in hit_claim().
	 */
	while (!atomic_try_cmpxchg(&slot->state, &word,
				   hit_with_state(word + HIT_GENERATION,
						  HIT_ARMED)))
		;
}

/*
 * Claim the hit for a latency or noise that began at @began, in ns. Returns
 * true once after each arming; then hit_publish() has to follow. A latency or
 * noise that began before the arming does not count, because a part of what led
 * to it may not have been traced.
 */
static bool hit_claim(struct hit_slot *slot, u64 began)
{
	/* Pairs with the exchange in rtla_hit_arm(). */
	int word = atomic_read_acquire(&slot->state);

	if (hit_state_of(word) != HIT_ARMED ||
	    began < READ_ONCE(slot->armed_at))
		return false;
	return atomic_cmpxchg(&slot->state, word,
			      hit_with_state(word, HIT_CLAIMED)) == word;
}

/* Publish @hit, and wake the holder. Nothing else changes a claimed slot. */
static void hit_publish(struct hit_slot *slot, const struct rtla_hit *hit)
{
	if (unlikely(slot->panic))
		panic("rtla: CPU %u: %llu ns in context %u, threshold %llu ns\n",
		      hit->cpu, hit->latency_ns, hit->context,
		      hit->threshold_ns);
	slot->hit = *hit;
	if (slot->ends)
		rtla_stats_end(slot->ends, hit->t_w_ns);
	/* Pairs with the acquire in rtla_hit_is_ready() and rtla_hit_take(). */
	atomic_set_release(&slot->state,
			   hit_with_state(atomic_read(&slot->state),
					  HIT_READY));
	rtla_keeper_wake(slot->keeper);
}

static void hit_keep_stack(struct hit_slot *slot, const struct hit_stack *stack)
{
	struct hit_stack *kept;

	kept = &slot->stacks[slot->stacks_taken++ % HIT_STACKS];
	kept->count = stack->count;
	memcpy(kept->entry, stack->entry, stack->count * sizeof(*stack->entry));
}

/**
 * rtla_hit_report - report that a latency or a noise reached its threshold
 * @slot: of the session
 * @hit: the hit; this function sets its size and CPU
 * @irq_start: as in the event "stop"
 * @thread_start: as in the event "stop"
 * @stack: the stack that was reported with the latency, or NULL
 *
 * Only the first latency or noise that began after an arming is the hit, and
 * only the hit writes the event "stop", which stops a trace. The caller has
 * reported all that led to it before; only an NMI that is not reported yet is
 * reported here.
 *
 * Context: hard interrupt, or thread with preemption off, on the CPU that hit;
 * with locks of the scheduler held only if the keeper knows: see
 * keeper.in_scheduler.
 */
void rtla_hit_report(struct hit_slot *slot, struct rtla_hit *hit, u64 irq_start,
		     u64 thread_start, const struct hit_stack *stack)
{
	unsigned long flags;

	lockdep_assert_preemption_disabled();
	if (!hit_claim(slot, hit->t_w_ns))
		return;
	hit->size = sizeof(*hit);
	hit->cpu = smp_processor_id();
	if (stack)
		hit_keep_stack(slot, stack);
	/*
	 * A trigger on the event "stop" switches a trace off after the record
	 * of the event has been reserved. An interrupt in between would still
	 * be traced, after the event. So interrupts are off.
	 */
	local_irq_save(flags);
	if (static_branch_unlikely(&rtla_callbacks_kept))
		rtla_callbacks_release();
	rtla_noise_release(this_cpu_ptr(&rtla_noise_cpu));
	rtla_noise_report_nmi(this_cpu_ptr(&rtla_noise_cpu));
	trace_stop(slot->session, hit->context, hit->seqnum, hit->latency_ns,
		   hit->threshold_ns, hit->t_w_ns, irq_start, thread_start);
	/*
	 * The event "stop" is the last one of this CPU. This only sets flags.
	 */
	if (unlikely(slot->tracing_off))
		tracing_off();
	local_irq_restore(flags);
	hit_publish(slot, hit);
}

/* rtla_hit_is_ready - return whether there is a hit to be read; context: any */
bool rtla_hit_is_ready(const struct hit_slot *slot)
{
	return hit_state_of(atomic_read_acquire(&slot->state)) == HIT_READY;
}

/**
 * rtla_hit_take - copy the hit, once
 * @slot: the slot
 * @hit: set to the hit; undefined if the function returns false
 *
 * Return: false if there is no hit, or another reader was faster. Context: any.
 */
bool rtla_hit_take(struct hit_slot *slot, struct rtla_hit *hit)
{
	int word = atomic_read_acquire(&slot->state);

	if (hit_state_of(word) != HIT_READY)
		return false;
	/* If a new hit has been written since, the exchange below fails. */
	*hit = data_race(slot->hit);
	return atomic_cmpxchg(&slot->state, word,
			      hit_with_state(word, HIT_DISARMED)) == word;
}

/**
 * rtla_hit_has_address - return whether an address is in the stack of a hit
 * @slot: the slot
 * @address: a number from user space
 *
 * While a new hit replaces the oldest stack, addresses of that stack and of the
 * new one may or may not be found. All of them were reported, so none of them
 * is a secret. Context: any.
 */
bool rtla_hit_has_address(struct hit_slot *slot, unsigned long address)
{
	unsigned int i, j, count;

	for (i = 0; i < HIT_STACKS; i++) {
		count = READ_ONCE(slot->stacks[i].count);
		for (j = 0; j < min(count, HIT_STACK_DEPTH); j++) {
			if (READ_ONCE(slot->stacks[i].entry[j]) == address)
				return true;
		}
	}
	return false;
}
