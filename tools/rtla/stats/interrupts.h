/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The arrivals of all interrupts of a measurement, CPU by CPU and vector by
 * vector: what the bound of the scheduling latency needs to know of them.
 *
 * A vector is known by its kind, its number and its name, as numbers of devices
 * and those of the CPU's own vectors may be the same. A softirq that timerlat's
 * timer interrupts is reported in two parts, and so counts as two arrivals.
 */
#ifndef RTLA_INTERRUPTS_H
#define RTLA_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

struct bound_figures;
struct event;
struct interrupts;

/*
 * interrupts_new - make it for CPUs 0 to @cpus - 1, without arrivals
 *
 * Returns NULL if there is no memory. The caller frees it with
 * interrupts_free().
 */
struct interrupts *interrupts_new(int cpus);
void interrupts_free(struct interrupts *interrupts);

/*
 * interrupts_unseen - add @ns to each execution of hard interrupts and NMIs on
 * @cpu
 *
 * That is what each of them takes beyond its event. It holds for vectors that
 * come for the first time after this call; only the first @ns that is not 0
 * counts.
 */
void interrupts_unseen(struct interrupts *interrupts, int cpu, uint64_t ns);

/*
 * interrupts_add - count an event, which is an EVENT_IRQ, EVENT_NMI or
 * EVENT_SOFTIRQ
 *
 * Those of a vector come in the order of their begin. The probe of the bound is
 * none of them. Returns false if there is no memory.
 */
bool interrupts_add(struct interrupts *interrupts, int cpu,
		    const struct event *event);

/*
 * interrupts_refused - return how many arrivals came out of their order, and so
 * were not counted
 */
uint64_t interrupts_refused(const struct interrupts *interrupts);

/*
 * interrupts_bound - list the vectors of @cpu in @figures, and compute the
 * bound
 *
 * The caller has filled in what bound_figures_compute() needs besides. An
 * earlier list is replaced. Returns false, and leaves an empty list, if there
 * is no memory.
 */
bool interrupts_bound(const struct interrupts *interrupts, int cpu,
		      struct bound_figures *figures);

#endif /* RTLA_INTERRUPTS_H */
