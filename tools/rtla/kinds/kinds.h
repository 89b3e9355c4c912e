/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The row of each kind of measurement, which is in the folder of that kind.
 */
#ifndef RTLA_KINDS_H
#define RTLA_KINDS_H

#include "stats/kind.h"

extern const struct kind_row timerlat_kind;
extern const struct kind_row osnoise_kind;
extern const struct kind_row wakeup_kind;
extern const struct kind_row overheads_kind;
extern const struct kind_row bound_kind;
extern const struct kind_row cycle_kind;

#endif /* RTLA_KINDS_H */
