/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The IRQ latencies of an idle CPU, which show how long it takes to leave its
 * idle state.
 */
#ifndef RTLA_IDLE_LATENCY_H
#define RTLA_IDLE_LATENCY_H

#include <stdint.h>

struct event_list;

/*
 * idle_latency_max - return the largest IRQ latency of @list from idle, in ns
 *
 * Only latencies count whose timer interrupted the idle thread, and in which no
 * NMI and no interrupt took part but the timer's own. Returns 0 if there is no
 * such latency.
 */
uint64_t idle_latency_max(const struct event_list *list);

#endif /* RTLA_IDLE_LATENCY_H */
