/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPU that kernel/noise/noise.c runs on in a unit test. The test provides
 * it: each of these calls is a point at which an interrupt may come.
 *
 * The headers in this folder stand in for those of the kernel, for a system
 * with one CPU.
 */
#ifndef SIMULATED_CPU_H
#define SIMULATED_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* An interrupt may come here; nothing else happens. */
void cpu_point(void);

/* Return the clock in ns. An interrupt may come before it is read. */
uint64_t cpu_clock(void);

/* These are single instructions: interrupts come before them, not within. */
void cpu_add(uint64_t *to, uint64_t amount);
uint64_t cpu_cmpxchg(uint64_t *at, uint64_t old, uint64_t new);

/*
 * cpu_irqs_off() turns interrupts off (NMIs still come), and returns whether
 * they were on.
 */
bool cpu_irqs_off(void);
void cpu_irqs_restore(bool on);

/* Return whether an NMI runs. */
bool cpu_in_nmi(void);

#endif /* SIMULATED_CPU_H */
