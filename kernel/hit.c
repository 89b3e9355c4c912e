// SPDX-License-Identifier: GPL-2.0
/*
 * The hit: see hit.h.
 *
 * Its state and the generation of the arming share one atomic word. Each arming
 * begins a new generation, so that whoever acts on a state that was read before
 * fails to change it: a latency that began before an arming cannot claim the
 * hit of that arming, and a hit that is replaced while it is read is not taken
 * for a whole one.
 */
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/panic.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "hit.h"
#include "keeper.h"
#include "noise.h"

enum hit_state {
	HIT_DISARMED,	/* no hit is waited for */
	HIT_ARMED,	/* the first one is to be claimed */
	HIT_CLAIMED,	/* it is being written to hit_slot.hit */
	HIT_READY,	/* it is to be read */
};

#define STATE_MASK	3
#define GENERATION	(STATE_MASK + 1)

static enum hit_state state_of(int word)
{
	return word & STATE_MASK;
}

static int with_state(int word, enum hit_state state)
{
	return (word & ~STATE_MASK) | state;
}

/**
 * hit_init - prepare a slot, disarmed
 * @slot: zeroed memory
 * @session: the number by which the event "stop" names the session
 * @panic: a hit is a panic()
 * @keeper: is asked to wake at a hit; it outlives the slot's use
 * @waiters: are woken then, until hit_close()
 */
void hit_init(struct hit_slot *slot, u32 session, bool panic,
	      struct keeper *keeper, wait_queue_head_t *waiters)
{
	slot->session = session;
	slot->panic = panic;
	slot->keeper = keeper;
	slot->waiters = waiters;
	spin_lock_init(&slot->lock);
}

/* hit_wake - wake those who wait for a hit; context: process, may sleep */
void hit_wake(struct hit_slot *slot)
{
	spin_lock(&slot->lock);
	if (slot->waiters)
		wake_up_interruptible(slot->waiters);
	spin_unlock(&slot->lock);
}

/* hit_close - nobody is woken any more; context: process, may sleep */
void hit_close(struct hit_slot *slot)
{
	hit_disarm(slot);
	spin_lock(&slot->lock);
	slot->waiters = NULL;
	spin_unlock(&slot->lock);
}

/**
 * hit_disarm - let no hit be claimed until it is armed again
 * @slot: the slot
 *
 * A hit that is being written is waited for, which is short: its writer has
 * preemption off. It can be read, as can one that was not read yet.
 */
void hit_disarm(struct hit_slot *slot)
{
	int word = atomic_read(&slot->state);

	for (;;) {
		if (state_of(word) == HIT_CLAIMED) {
			cpu_relax();
			word = atomic_read(&slot->state);
			continue;
		}
		if (state_of(word) != HIT_ARMED ||
		    atomic_try_cmpxchg(&slot->state, &word,
				       with_state(word, HIT_DISARMED)))
			return;
	}
}

/**
 * hit_arm - wait for the next hit, and forget one that was not read
 * @slot: a disarmed one
 * @armed_at: what began before this time is no hit; ns
 *
 * Callers of hit_arm() and hit_disarm() exclude each other.
 */
void hit_arm(struct hit_slot *slot, u64 armed_at)
{
	int word = atomic_read(&slot->state);

	WRITE_ONCE(slot->armed_at, armed_at);
	/*
	 * The reader of a hit may make it "read" at the same time. The release
	 * of a fully ordered exchange pairs with the acquire in claim().
	 */
	while (!atomic_try_cmpxchg(&slot->state, &word,
				   with_state(word + GENERATION, HIT_ARMED)))
		;
}

/*
 * True once after each arming; then publish() has to follow. What began before
 * the arming does not count: not all that led to it may have been traced.
 */
static bool claim(struct hit_slot *slot, u64 began)
{
	/* Pairs with the exchange in hit_arm(). */
	int word = atomic_read_acquire(&slot->state);

	if (state_of(word) != HIT_ARMED || began < READ_ONCE(slot->armed_at))
		return false;
	return atomic_cmpxchg(&slot->state, word,
			      with_state(word, HIT_CLAIMED)) == word;
}

/* Let it be read, and wake the holder. Nobody else changes a claimed slot. */
static void publish(struct hit_slot *slot, const struct rtla_hit *hit)
{
	if (unlikely(slot->panic))
		panic("rtla: CPU %u: %llu ns in context %u, threshold %llu ns\n",
		      hit->cpu, hit->latency_ns, hit->context,
		      hit->threshold_ns);
	slot->hit = *hit;
	/* Pairs with the acquire in hit_is_ready() and hit_take(). */
	atomic_set_release(&slot->state,
			   with_state(atomic_read(&slot->state), HIT_READY));
	keeper_ask(slot->keeper, KEEPER_WAKE);
}

static void keep_stack(struct hit_slot *slot, const struct hit_stack *stack)
{
	struct hit_stack *kept;

	kept = &slot->stacks[slot->stacks_taken++ % HIT_STACKS];
	kept->count = stack->count;
	memcpy(kept->entry, stack->entry, stack->count * sizeof(*stack->entry));
}

/**
 * hit_report - a latency, or a noise, reached its threshold
 * @slot: of the session
 * @hit: the hit; its size and CPU are set here
 * @irq_start: as in the event "stop"
 * @thread_start: as in the event "stop"
 * @stack: the stack that was reported with it, or NULL
 *
 * Only the first hit of what began after an arming counts, and only it stops a
 * trace. What led to it has to be reported before; an NMI that was not yet is
 * here.
 *
 * Context: hard interrupt, or thread with preemption off; on the CPU that hit.
 */
void hit_report(struct hit_slot *slot, struct rtla_hit *hit, u64 irq_start,
		u64 thread_start, const struct hit_stack *stack)
{
	unsigned long flags;

	if (!claim(slot, hit->t_w_ns))
		return;
	hit->size = sizeof(*hit);
	hit->cpu = smp_processor_id();
	if (stack)
		keep_stack(slot, stack);
	/*
	 * A trigger on the event switches a trace off after the event's record
	 * has been reserved: an interrupt in between would be traced behind it.
	 */
	local_irq_save(flags);
	noise_report_nmi(this_cpu_ptr(&noise_cpu));
	trace_stop(slot->session, hit->context, hit->seqnum, hit->latency_ns,
		   hit->threshold_ns, hit->t_w_ns, irq_start, thread_start);
	local_irq_restore(flags);
	publish(slot, hit);
}

/* hit_is_ready - is there a hit to be read? Any context. */
bool hit_is_ready(const struct hit_slot *slot)
{
	return state_of(atomic_read_acquire(&slot->state)) == HIT_READY;
}

/**
 * hit_take - copy the hit, once
 * @slot: the slot
 * @hit: set, if there is one
 *
 * Return: false if there is none, or another reader was faster. Context: any.
 */
bool hit_take(struct hit_slot *slot, struct rtla_hit *hit)
{
	int word = atomic_read_acquire(&slot->state);

	if (state_of(word) != HIT_READY)
		return false;
	/* A new hit may be written to it meanwhile: then the exchange fails. */
	*hit = data_race(slot->hit);
	return atomic_cmpxchg(&slot->state, word,
			      with_state(word, HIT_DISARMED)) == word;
}

/**
 * hit_has_address - is it in a stack that was reported with one of the hits?
 * @slot: the slot
 * @address: a number from user space
 *
 * A stack that is replaced at this moment may be overlooked, or answer for the
 * one that replaces it: both were reported. Context: any.
 */
bool hit_has_address(struct hit_slot *slot, unsigned long address)
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
