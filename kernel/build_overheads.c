// SPDX-License-Identifier: GPL-2.0
/* The overheads of the kernel. Why this is one unit: see build_noise.c. */
#include "overheads/overheads.c"
#include "overheads/overheads_ipi.c"
#include "overheads/overheads_own.c"
#include "overheads/overheads_requests.c"
