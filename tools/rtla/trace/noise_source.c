// SPDX-License-Identifier: GPL-2.0
/*
 * The names of the sources of noise: see noise_source.h.
 */
#include "trace/noise_source.h"

const char *noise_source_name(enum noise_source source)
{
	static const char *const names[NOISE_SOURCES] = {
		[NOISE_HARDWARE] = "hardware",
		[NOISE_NMI] = "nmi",
		[NOISE_IRQ] = "irq",
		[NOISE_SOFTIRQ] = "softirq",
		[NOISE_THREAD] = "thread",
	};

	return names[source];
}
