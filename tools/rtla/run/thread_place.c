// SPDX-License-Identifier: GPL-2.0
/*
 * The place of a thread: see thread_place.h.
 */
#include "host/threads.h"
#include "run/thread_place.h"

int thread_place(int pid, int id)
{
	return thread_last_cpu(pid, id);
}
