/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kinds of measurement: see kinds.c.
 */
#ifndef _RTLA_KINDS_H
#define _RTLA_KINDS_H

void rtla_kinds_add_hooks(void);
void rtla_kinds_init(void);
void rtla_kinds_exit(void);

#endif /* _RTLA_KINDS_H */
