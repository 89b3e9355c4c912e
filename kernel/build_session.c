// SPDX-License-Identifier: GPL-2.0
/*
 * The sessions: the device, what user space asks for, the CPUs and threads of a
 * session, its hits, and the reading of its statistics. Why this is one unit:
 * see build_noise.c.
 */
#include "session/cpu_memory.c"
#include "session/device.c"
#include "session/hit.c"
#include "session/hotplug.c"
#include "session/keeper.c"
#include "session/own_cost.c"
#include "session/requests.c"
#include "session/session.c"
#include "session/session_cpu.c"
#include "session/session_stats.c"
#include "session/start.c"
#include "session/text.c"
#include "session/thread.c"
