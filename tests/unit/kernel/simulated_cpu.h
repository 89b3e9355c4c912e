/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPU that kernel/noise.c runs on in a unit test. The test provides it:
 * each of these calls is a point at which an interrupt may come.
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

/* The clock in ns, once an interrupt had its chance to come before. */
uint64_t cpu_clock(void);

/* What one instruction of the CPU does: nothing comes in between. */
void cpu_add(uint64_t *to, uint64_t amount);
uint64_t cpu_cmpxchg(uint64_t *at, uint64_t old, uint64_t new);

/* Turn interrupts off (NMIs still come); returns whether they were on. */
bool cpu_irqs_off(void);
void cpu_irqs_restore(bool on);

#endif /* SIMULATED_CPU_H */
