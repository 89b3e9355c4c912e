/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recorder: it runs segments that measure, one after the other, so that they
 * overlap, and keeps the worst of all of them. See recording.h for what it
 * keeps, and record_folder.h for where.
 */
#ifndef RTLA_RECORDER_LOOP_H
#define RTLA_RECORDER_LOOP_H

#include "base/message.h"

struct recorder_plan;

/*
 * recorder_run - record until a signal ends it, or its time has passed
 *
 * A failure on the way is told, and tried again. Prints why it could not
 * begin, and returns that.
 */
enum result recorder_run(const struct recorder_plan *plan);

#endif /* RTLA_RECORDER_LOOP_H */
