/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The explanation of one cycle of a thread: its parts with their items, and the
 * chains of those it was blocked by; as a sentence, as text, and as JSON.
 */
#ifndef RTLA_EXPLAINED_CYCLE_H
#define RTLA_EXPLAINED_CYCLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "cycles/blocking_chain.h"
#include "cycles/cycle_items.h"
#include "cycles/thread_cycles.h"
#include "remedies/chosen_remedies.h"

/**
 * struct explained_cycle - the explanation
 * @cycles: all cycles of the thread, which have to stay
 * @figures: what they are together
 * @deadline: in ns; 0: none
 * @cycle: the one that is explained
 * @items: its items
 * @chain: for the item with the same number, if it is an ITEM_WAIT
 * @advice: what to do about it, if that was looked for
 */
struct explained_cycle {
	const struct thread_cycles *cycles;
	struct cycle_figures figures;
	uint64_t deadline;
	const struct thread_cycle *cycle;
	struct cycle_items items;
	struct blocking_chain *chain;
	struct advice advice;
};

/*
 * explained_cycle_make - explain @cycle, one of @cycles
 *
 * There is no advice then: see cycle_advice.h.
 * Returns false without memory. The caller calls
 * explained_cycle_free() in any case.
 */
bool explained_cycle_make(struct explained_cycle *explained,
			  const struct thread_cycles *cycles,
			  const struct thread_cycle *cycle, uint64_t deadline);

void explained_cycle_free(struct explained_cycle *explained);

/* explained_item - return the longest item of a part, or NULL */
const struct cycle_item *explained_item(const struct explained_cycle *explained,
					enum cycle_part part);

/* explained_part - return the longest part, which the sentence is about */
enum cycle_part explained_part(const struct explained_cycle *explained);

/*
 * explained_prio - return the priority of the thread whose cycle it is, on the
 * kernel's scale, when it ran last
 */
int explained_prio(const struct explained_cycle *explained);

/* explained_chain - return the chain of an item, or NULL */
const struct blocking_chain *
explained_chain(const struct explained_cycle *explained,
		const struct cycle_item *item);

/*
 * explained_timer_thread - return the thread of the kernel that serves the
 * timer of the home wait, as with PREEMPT_RT, if an item is a thread that has
 * kept it off its CPU, and could not have done so with the thread of the cycle;
 * else 0
 */
int explained_timer_thread(const struct explained_cycle *explained,
			   const struct cycle_item *item);

/* A part, or an item, of a cycle matters from here on, in percent of it. */
#define CYCLE_MATTERS	10

/* A loop whose memory is there has no page faults; a few come by chance. */
#define CYCLE_FAULTS_MATTER	10

#define CYCLE_SENTENCE_LEN	1024

/* explained_sentence - print why the cycle took so long; returns @text */
const char *explained_sentence(const struct explained_cycle *explained,
			       char text[CYCLE_SENTENCE_LEN]);

/* explained_cycle_print - print all of it */
void explained_cycle_print(FILE *out, const struct explained_cycle *explained);

/* explained_cycle_json - return all of it as JSON; NULL without memory */
json_t *explained_cycle_json(const struct explained_cycle *explained);

#endif /* RTLA_EXPLAINED_CYCLE_H */
