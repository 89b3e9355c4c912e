/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of CPUs, and their written form: "0-3,5".
 */
#ifndef RTLA_CPUS_H
#define RTLA_CPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No kernel is built for more. */
#define CPUS_MAX	8192

/* CPU 0 is bit 0 of word 0, as in the ABI of the module. */
struct cpus {
	uint64_t word[CPUS_MAX / 64];
};

/* cpus_next - the first CPU of the set at or after @from, -1 if there is none */
int cpus_next(const struct cpus *cpus, int from);

#define cpus_for_each(cpu, cpus) \
	for ((cpu) = cpus_next(cpus, 0); (cpu) >= 0; \
	     (cpu) = cpus_next(cpus, (cpu) + 1))

void cpus_add(struct cpus *cpus, int cpu);
bool cpus_has(const struct cpus *cpus, int cpu);
bool cpus_empty(const struct cpus *cpus);
int cpus_count(const struct cpus *cpus);
int cpus_last(const struct cpus *cpus);	/* -1 if the set is empty */

/* cpus_without - the CPUs of @from that are not in @less */
struct cpus cpus_without(const struct cpus *from, const struct cpus *less);

/* cpus_parse - true if @text was a list of CPUs below CPUS_MAX, now in @cpus */
bool cpus_parse(struct cpus *cpus, const char *text);

/* cpus_wrong - at which character, from 1 on, @text is no list; 0: it is one */
size_t cpus_wrong(const char *text);

/* cpus_format - write the set as a list, cut to @size; returns @text */
const char *cpus_format(const struct cpus *cpus, char *text, size_t size);

/*
 * cpus_present, cpus_online - what the kernel says of this machine
 *
 * Where it does not (no /sys), CPU 0 and up as many as there are.
 */
void cpus_present(struct cpus *cpus);
void cpus_online(struct cpus *cpus);

#endif /* RTLA_CPUS_H */
