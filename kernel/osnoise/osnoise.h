/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operating system noise: see osnoise.c.
 */
#ifndef _RTLA_OSNOISE_H
#define _RTLA_OSNOISE_H

#include "session/workload.h"

extern const struct workload rtla_osnoise_threads;
extern const struct workload rtla_osnoise_watch;

#endif /* _RTLA_OSNOISE_H */
