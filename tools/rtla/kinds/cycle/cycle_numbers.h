/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The numbers of a result of cycles that is read again: misses, deadline and
 * period.
 */
#ifndef RTLA_CYCLE_NUMBERS_H
#define RTLA_CYCLE_NUMBERS_H

#include <stdint.h>

#include <jansson.h>

#include "results/kind_numbers.h"

struct place;
struct results;

extern const struct kind_number cycle_numbers[];

/* struct missed_cycles - the cycles of all threads, and how many were too long */
struct missed_cycles {
	uint64_t misses;
	uint64_t cycles;
	uint64_t deadline_ns;	/* 0: no cycle is a miss */
};

/* missed_cycles - return what a result tells of them */
struct missed_cycles missed_cycles(const struct results *results);

/* thread_cycles_count - return how many cycles a thread of a document has */
uint64_t thread_cycles_count(const json_t *thread);

/* cycle_read_figures - read threads, and check their misses */
void cycle_read_figures(struct place *place, struct results *results);

#endif /* RTLA_CYCLE_NUMBERS_H */
