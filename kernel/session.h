/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sessions: the device, and who measures which CPU.
 */
#ifndef _RTLA_SESSION_H
#define _RTLA_SESSION_H

#include <linux/types.h>

struct rtla_hit;
struct session;

u32 session_number(const struct session *session);
bool session_claim_hit(struct session *session);
void session_report_hit(struct session *session, const struct rtla_hit *hit);

int sessions_init(void);
void sessions_exit(void);

#endif /* _RTLA_SESSION_H */
