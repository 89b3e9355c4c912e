// SPDX-License-Identifier: GPL-2.0
/*
 * The average frequency of CPUs: see average_speed.h.
 */
#include <stdint.h>
#include <stdlib.h>

#include "host/average_speed.h"
#include "host/machine.h"

/*
 * While a CPU is not idle, MPERF counts at its base frequency, and APERF at
 * that which it has: Intel 64 and IA-32 Architectures Software Developer's
 * Manual, volume 3, "Hardware Feedback", and AMD64 Architecture Programmer's
 * Manual, volume 2, "Effective Frequency". Both are read one after the other,
 * which is nothing beside the least time.
 */
#define MSR_MPERF	0xe7
#define MSR_APERF	0xe8

#define MSR_FILE	"/dev/cpu/%d/msr"

/* Ticks of MPERF: some 10 ms, in which a CPU has to be busy at least. */
#define LEAST_TICKS	20000000

/* A frequency beyond these parts of the base is none: a counter began anew. */
#define SPEED_LEAST	0.01
#define SPEED_MOST	10

struct counted {
	uint64_t base;		/* MPERF */
	uint64_t real;		/* APERF */
};

struct average_speeds {
	struct machine machine;
	struct cpus cpus;	/* whose first counts are known */
	struct counted first[CPUS_MAX];
	double speed[CPUS_MAX];
};

static bool read_frequencies(const struct machine *machine, int cpu,
			     struct counted *counted)
{
	return !machine_read_bytes(machine, &counted->base,
				   sizeof(counted->base), MSR_MPERF, MSR_FILE,
				   cpu) &&
	       !machine_read_bytes(machine, &counted->real,
				   sizeof(counted->real), MSR_APERF, MSR_FILE,
				   cpu);
}

/* On CPUs without these counters, the numbers may be those of any register. */
static bool has_counters(const struct machine *machine)
{
	char flags[CPUINFO_SIZE];

	return machine_cpuinfo(machine, "flags", flags, sizeof(flags)) &&
	       has_word(flags, "aperfmperf");
}

struct average_speeds *average_speeds_begin(const char *root,
					    const struct cpus *cpus)
{
	struct average_speeds *speeds = calloc(1, sizeof(*speeds));
	int cpu;

	if (!speeds)
		return NULL;
	machine_init(&speeds->machine, root, cpus);
	if (machine_access(&speeds->machine, R_OK, MSR_FILE,
			   cpus_next(cpus, 0)) ||
	    !has_counters(&speeds->machine))
		return speeds;
	cpus_for_each(cpu, cpus)
		if (read_frequencies(&speeds->machine, cpu, &speeds->first[cpu]))
			cpus_add(&speeds->cpus, cpu);
	return speeds;
}

void average_speeds_end(struct average_speeds *speeds)
{
	struct counted now;
	int cpu;

	if (!speeds)
		return;
	cpus_for_each(cpu, &speeds->cpus) {
		const struct counted *first = &speeds->first[cpu];
		double speed;

		if (!read_frequencies(&speeds->machine, cpu, &now) ||
		    now.base < first->base || now.real < first->real ||
		    now.base - first->base < LEAST_TICKS)
			continue;
		speed = (double)(now.real - first->real) /
			(now.base - first->base);
		if (speed >= SPEED_LEAST && speed <= SPEED_MOST)
			speeds->speed[cpu] = speed;
	}
}

double average_speed_of(const struct average_speeds *speeds, int cpu)
{
	return speeds && cpus_has(&speeds->cpus, cpu) ? speeds->speed[cpu] : 0;
}

void average_speeds_free(struct average_speeds *speeds)
{
	free(speeds);
}
