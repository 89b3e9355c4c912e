/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_KERNEL_H
#define SIMULATED_KERNEL_H

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/types.h>

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define scnprintf		snprintf

/* As the kernel's: a sign '+' and a newline at the end are allowed. */
static inline int kstrtou64(const char *text, unsigned int base, u64 *result)
{
	char *end;

	if (!isdigit((unsigned char)text[*text == '+']))
		return -EINVAL;
	errno = 0;
	*result = strtoull(text, &end, base);
	end += *end == '\n';
	return *end ? -EINVAL : -errno;
}

#endif /* SIMULATED_KERNEL_H */
