/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The gates of osnoise, besides those of its single noises ("single") and of
 * the total noise of each period ("noise"):
 *
 *	noise.irq.rate<=1/s		interferences by nmi, irq, softirq, thread;
 *	noise.hw.count<=0		hw: hardware noises
 *	avail>=99.99%			the part of the runtime without noise
 */
#ifndef RTLA_GATE_NOISE_H
#define RTLA_GATE_NOISE_H

struct kind_gates;

extern const struct kind_gates osnoise_gates;

#endif /* RTLA_GATE_NOISE_H */
