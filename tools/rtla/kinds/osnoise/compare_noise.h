/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The comparison of the noise of osnoise periods: its share of the runtime, and
 * its sources.
 */
#ifndef RTLA_COMPARE_NOISE_H
#define RTLA_COMPARE_NOISE_H

struct kind_compare;
struct own_figure;

/*
 * The share of noise in the runtime, in parts of 1e9, of struct measured's
 * @count periods; and the events of one source of noise, its number, by time.
 */
extern const struct own_figure figure_noise_share;
extern const struct own_figure figure_noise_rate;

extern const struct kind_compare osnoise_compare;

#endif /* RTLA_COMPARE_NOISE_H */
