/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The workload of a run: threads of the kernel, or processes.
 */
#ifndef RTLA_WORKLOAD_H
#define RTLA_WORKLOAD_H

#include "base/message.h"

struct engine;

/* workload_start - let processes measure, or set up the threads that do */
enum result workload_start(struct engine *engine);

#endif /* RTLA_WORKLOAD_H */
