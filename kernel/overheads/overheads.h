/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Overheads: what the kernel itself needs. See overheads.c.
 */
#ifndef _RTLA_OVERHEADS_H
#define _RTLA_OVERHEADS_H

void rtla_overheads_forget(int cpu);

#endif /* _RTLA_OVERHEADS_H */
