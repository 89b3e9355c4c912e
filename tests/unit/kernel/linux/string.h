/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_STRING_H
#define SIMULATED_STRING_H

#include <string.h>

/* Without the length that it returns: nobody uses it. */
static inline void strscpy(char *to, const char *from, size_t size)
{
	size_t length = strnlen(from, size - 1);

	memcpy(to, from, length);
	to[length] = '\0';
}

#endif /* SIMULATED_STRING_H */
