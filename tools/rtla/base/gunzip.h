/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Unpacking what gzip has packed, in memory.
 */
#ifndef RTLA_GUNZIP_H
#define RTLA_GUNZIP_H

#include <stddef.h>

/*
 * gunzip - unpack the output of gzip
 *
 * Returns it with a byte of 0 after its end, and its length in *@length unless
 * that is NULL. Returns NULL if it is damaged, is longer than @most bytes, or
 * if there is no memory. The caller frees it.
 */
char *gunzip(const char *packed, size_t size, size_t most, size_t *length);

#endif /* RTLA_GUNZIP_H */
