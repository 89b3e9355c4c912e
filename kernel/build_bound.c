// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of the scheduling latency. Why this is one unit: see build_noise.c.
 */
#include "bound/bound.c"
#include "bound/bound_calibration.c"
#include "bound/bound_place.c"
#include "bound/bound_requests.c"
#include "bound/bound_rules.c"
#include "bound/bound_windows.c"
