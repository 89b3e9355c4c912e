// SPDX-License-Identifier: GPL-2.0
/* The workload osnoise. Why this is one unit: see build_noise.c. */
#include "osnoise/osnoise.c"
#include "osnoise/osnoise_text.c"
