// SPDX-License-Identifier: GPL-2.0
/*
 * A shared library with a function that is a part of the cycles of marked_loop.
 */
#include "rtla_cycle.h"

void library_step(void (*happens)(void));

void library_step(void (*happens)(void))
{
	RTLA_CYCLE_BEGIN(step);
	happens();
	RTLA_CYCLE_END(step);
}
