/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replaying the events of a trace: what each changes.
 */
#ifndef RTLA_REPLAY_H
#define RTLA_REPLAY_H

#include <stdbool.h>

struct sched_trace;
struct whereabouts;

/*
 * replay_trace - find out where all threads of a settled trace were
 *
 * @trace has to stay. Returns false without memory. The caller calls
 * whereabouts_free() in any case.
 */
bool replay_trace(struct whereabouts *where, const struct sched_trace *trace);

#endif /* RTLA_REPLAY_H */
