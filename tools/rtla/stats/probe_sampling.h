/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How much a timer that expires from time to time sees of sections of code that
 * keep the scheduler from running: what a measurement by samples may claim.
 *
 * The distances between expiries of the probe are independent, and uniform
 * between T/2 and T, where T is its period. They are 0.75 T on the average. A
 * section is met if the probe expires within it; sections begin at times that
 * do not depend on the probe.
 */
#ifndef RTLA_PROBE_SAMPLING_H
#define RTLA_PROBE_SAMPLING_H

#include <stdint.h>

/*
 * probe_meets - return the chance that a section of @section_ns is met
 *
 * The time from any moment to the next expiry has the density (1 - F(t)) /
 * mean, where F is the distribution of distances, as D. R. Cox, "Renewal
 * Theory", 1962, says of forward recurrence times. So the chance is x / (0.75
 * T) up to x = T/2, then (4 T x - 2 x^2 - T^2 / 2) / (1.5 T^2) up to x = T, and
 * 1 beyond.
 */
double probe_meets(uint64_t section_ns, uint64_t period_ns);

/*
 * probe_runs_needed - return how many times a section has to run to be met at
 * least once with a chance of 95 %
 *
 * This is 3 T / x, rounded up, for a section of x ns, @section_ns > 0;
 * UINT64_MAX if that does not fit. If each run is met with the chance p,
 * log(0.05) / log(1 - p) runs are needed, fewer than 3 / p. With the p of
 * probe_meets(), 2.25 T / x would do. The rest is for a probe that comes later
 * than it should: distances may be T on the average.
 */
uint64_t probe_runs_needed(uint64_t section_ns, uint64_t period_ns);

/*
 * probe_part_seen - return which part of a section's length was seen, at least,
 * after the probe met it @hits times, with a chance of 95 %
 *
 * The time from the probe's first expiry in a section to the section's end is
 * seen of it, and the longest such time counts. All runs of the section have to
 * be equally long. If they are no longer than T/2, the probe is equally likely
 * to come at any moment of a section that it meets. So no hit sees more than
 * the part q with the chance q ^ hits, and for the result, 0.05 ^ (1 / hits),
 * that is 0.05. In longer sections the first expiry comes sooner, and more is
 * seen. Returns 0 without hits.
 */
double probe_part_seen(uint64_t hits);

#endif /* RTLA_PROBE_SAMPLING_H */
