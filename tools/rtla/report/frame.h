/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frame of an HTML page: what is before and after that which it tells.
 *
 * The page needs nothing else: no script, no other file, no network.
 */
#ifndef RTLA_FRAME_H
#define RTLA_FRAME_H

#include <stdbool.h>
#include <stdio.h>

/*
 * frame_begin - begin a page; the caller prints its title, escaped for HTML,
 * and then calls frame_body()
 */
void frame_begin(FILE *out);
void frame_body(FILE *out);
void frame_end(FILE *out);

/* frame_verdict_kind - return the kind of badge for the outcome of a result */
const char *frame_verdict_kind(const char *outcome);

/*
 * frame_finish - close the memory stream @out and return what was printed to it
 *
 * @text is that of open_memstream(). Returns NULL, and frees it, if it is not
 * complete: if @complete is false, or if there was no memory. The caller frees
 * the text.
 */
char *frame_finish(FILE *out, char **text, bool complete);

#endif /* RTLA_FRAME_H */
