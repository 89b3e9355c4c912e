/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A figure that only one kind of measurement has, for a gate on it.
 */
#ifndef RTLA_GATE_FIGURE_H
#define RTLA_GATE_FIGURE_H

#include <stdbool.h>

#include "gates/gate.h"

/**
 * struct gate_figure - what was measured for a GATE_OWN
 * @known: it is known; otherwise @why says why it is not
 * @endless: it is known, but larger than any number, and @why says why
 * @value: in the unit of the gate's limit
 * @why: empty if there is nothing to say
 */
struct gate_figure {
	bool known;
	bool endless;
	struct quantity value;
	char why[GATE_WHY_LEN];
};

#endif /* RTLA_GATE_FIGURE_H */
