// SPDX-License-Identifier: GPL-2.0
/* The wake-ups of any thread. Why this is one unit: see build_noise.c. */
#include "wakeup/wakers.c"
#include "wakeup/wakeup.c"
#include "wakeup/wakeup_requests.c"
#include "wakeup/watched.c"
