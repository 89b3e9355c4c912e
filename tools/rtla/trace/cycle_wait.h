/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A wait: the place at which a thread sleeps.
 */
#ifndef RTLA_CYCLE_WAIT_H
#define RTLA_CYCLE_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* It sleeps in no system call: a page fault, and other things. */
#define CYCLE_WAIT_NO_CALL	UINT32_MAX

/* It does not sleep, but passes a mark, which begins or ends a cycle. */
#define CYCLE_WAIT_MARK		(UINT32_MAX - 2)

/**
 * struct cycle_wait - where a thread sleeps
 * @nr: number of the system call; CYCLE_WAIT_NO_CALL: in none;
 *	CYCLE_WAIT_MARK
 * @how: the descriptor, if cycle_wait_has_descriptor(); of clock_nanosleep: its
 *	flags; of futex: its command without flags; otherwise 0
 * @object: of futex: the address without its last three bits, as a condition
 *	variable takes two words in turn; otherwise 0
 */
struct cycle_wait {
	uint32_t nr;
	uint32_t how;
	uint64_t object;
};

/*
 * cycle_wait_find - return the number of a system call, or -1: there is none
 * of this name in which threads wait
 */
int cycle_wait_find(const char *name);

/* cycle_wait_call - return the name of a system call, or NULL if it is not known */
const char *cycle_wait_call(uint32_t nr);

/* cycle_wait_has_descriptor - return whether @how of such a call is a descriptor */
bool cycle_wait_has_descriptor(uint32_t nr);

/* cycle_wait_same - return whether two waits are at one place */
bool cycle_wait_same(const struct cycle_wait *one, const struct cycle_wait *two);

/*
 * cycle_wait_name - print where a thread sleeps, like "read of descriptor 5"
 *
 * CYCLE_WAIT_NAME_LEN bytes are enough. Returns @text.
 */
#define CYCLE_WAIT_NAME_LEN	64
const char *cycle_wait_name(const struct cycle_wait *wait, char *text,
			    size_t size);

#endif /* RTLA_CYCLE_WAIT_H */
