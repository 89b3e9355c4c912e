// SPDX-License-Identifier: GPL-2.0
/* The workload timerlat. Why this is one unit: see build_noise.c. */
#include "timerlat/timerlat.c"
#include "timerlat/timerlat_counters.c"
#include "timerlat/timerlat_text.c"
#include "timerlat/timerlat_thread.c"
#include "timerlat/timerlat_user.c"
