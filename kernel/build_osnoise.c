// SPDX-License-Identifier: GPL-2.0
/* The workloads osnoise and annotation. Why this is one unit: see build_noise.c. */
#include "osnoise/annotation.c"
#include "osnoise/osnoise.c"
