/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The requests of user space: see requests.c.
 */
#ifndef _RTLA_REQUESTS_H
#define _RTLA_REQUESTS_H

#include <linux/types.h>

#include <uapi/rtla.h>

struct descriptor;
struct text_request;

long rtla_request(struct descriptor *of, unsigned int number, void __user *arg);
int rtla_request_start(struct descriptor *of, struct rtla_start *start,
		       struct rtla_start __user *arg,
		       struct text_request *text);
int rtla_request_get_struct(void *dst, size_t size, size_t size_min,
			    const void __user *src);

#endif /* _RTLA_REQUESTS_H */
