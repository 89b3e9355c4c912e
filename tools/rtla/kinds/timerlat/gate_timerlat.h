/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words that begin gates on the latencies of timerlat.
 */
#ifndef RTLA_GATE_TIMERLAT_H
#define RTLA_GATE_TIMERLAT_H

struct kind_gates;

extern const struct kind_gates timerlat_gates;

#endif /* RTLA_GATE_TIMERLAT_H */
