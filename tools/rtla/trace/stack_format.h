/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How stacks are shown.
 */
#ifndef RTLA_STACK_FORMAT_H
#define RTLA_STACK_FORMAT_H

/* Which addresses of a stack are shown. */
enum stack_format {
	STACK_TRUNCATE,		/* up to the first unknown address */
	STACK_SKIP,		/* without unknown addresses */
	STACK_FULL,		/* with unknown addresses */
};

#endif /* RTLA_STACK_FORMAT_H */
