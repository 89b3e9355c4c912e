/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The gates of the bound of the scheduling latency:
 *
 *	bound.window<=150us		none, single, each, sporadic, window,
 *					window_owcet: the bound, at most
 *	bound.window.lower>20us		the same, at least
 *	poid<=50us, poid.max<=50us	poid, paie, dst, psd, idle: the longest
 *					window of a variable of the bound, at
 *					most. Other metrics than max are those
 *					of what is sure of each window
 *	poid.lower<=20us		the longest window, at least
 */
#ifndef RTLA_GATE_BOUND_H
#define RTLA_GATE_BOUND_H

struct kind_gates;

extern const struct kind_gates bound_gates;

#endif /* RTLA_GATE_BOUND_H */
