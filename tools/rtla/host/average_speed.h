/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How fast CPUs are on average, compared with their base frequency: where they
 * are slow, because of heat, power or a governor, all that they do takes
 * longer.
 */
#ifndef RTLA_AVERAGE_SPEED_H
#define RTLA_AVERAGE_SPEED_H

struct average_speeds;
struct cpus;

/*
 * average_speeds_begin - note what @cpus have counted until now
 *
 * @root is that of struct machine. To read the counters, the kernel interrupts
 * the CPUs for a moment, so this is not for CPUs that are being measured.
 * Without the counters or the driver "msr", which shows them, nothing is known.
 * Returns NULL if there is no memory. The functions below accept that. The
 * caller frees the value with average_speeds_free().
 */
struct average_speeds *average_speeds_begin(const char *root,
					    const struct cpus *cpus);

/* average_speeds_end - read the counters again, which interrupts the CPUs, too */
void average_speeds_end(struct average_speeds *speeds);

/*
 * average_speed_of - return the average frequency of @cpu between these two, as
 * a part of its base frequency, like 0.62; 0: not known
 *
 * Idle time does not count. It is not known if the CPU was idle nearly all of
 * the time, or has begun to count anew.
 */
double average_speed_of(const struct average_speeds *speeds, int cpu);

void average_speeds_free(struct average_speeds *speeds);

#endif /* RTLA_AVERAGE_SPEED_H */
