/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sources of noise: all that takes time from a loop that only computes, as
 * osnoise tells it.
 */
#ifndef RTLA_NOISE_SOURCE_H
#define RTLA_NOISE_SOURCE_H

enum noise_source {
	NOISE_HARDWARE,		/* a gap that nothing of the kernel explains */
	NOISE_NMI,
	NOISE_IRQ,
	NOISE_SOFTIRQ,
	NOISE_THREAD,
	NOISE_SOURCES
};

/*
 * noise_source_name - return the name that all output for machines uses:
 * "hardware", "nmi"
 */
const char *noise_source_name(enum noise_source source);

#endif /* RTLA_NOISE_SOURCE_H */
