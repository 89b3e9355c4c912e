/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The first bytes of a file, which tell what it is. They are read again
 * afterwards; nothing may have been read before.
 */
#ifndef RTLA_STREAM_BEGIN_H
#define RTLA_STREAM_BEGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define STREAM_BEGIN_MAX	16

/*
 * stream_peek - get the first @size bytes of @in, at most STREAM_BEGIN_MAX
 *
 * Returns how many there are.
 */
size_t stream_peek(FILE *in, void *bytes, size_t size);

/* stream_is_dat - return whether @in is a trace.dat; its name may be any */
bool stream_is_dat(FILE *in);

/*
 * stream_unreadable - return why @in is nothing that has lines of text, with
 * the command that makes some of it; or NULL
 */
const char *stream_unreadable(FILE *in);

#endif /* RTLA_STREAM_BEGIN_H */
