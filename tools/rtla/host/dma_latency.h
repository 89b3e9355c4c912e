/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The limit of how long CPUs may take to leave an idle state, which counts as
 * long as a descriptor of its device is open.
 */
#ifndef RTLA_DMA_LATENCY_H
#define RTLA_DMA_LATENCY_H

#include <stdint.h>

#define DMA_LATENCY	"/dev/cpu_dma_latency"

/*
 * dma_latency_hold - let no CPU take longer than @latency_us us to leave an
 * idle state
 *
 * Return: a descriptor, with which the limit ends when it is closed, or a
 * negative errno.
 */
int dma_latency_hold(int32_t latency_us);

#endif /* RTLA_DMA_LATENCY_H */
