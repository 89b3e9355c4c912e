/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pages of the ring buffer of one CPU, mapped: to read them does not take
 * the events out of it. The kernel can do that from 6.10 on.
 */
#ifndef RTLA_MAPPED_PAGES_H
#define RTLA_MAPPED_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct mapped_pages {
	char *map;
	size_t size;		/* of the whole map */
	size_t first;		/* where the first page begins */
	size_t page_size;
	unsigned int count;	/* number of pages */
	unsigned int next;
	bool lost;		/* events that were overwritten precede the first */
};

/*
 * mapped_pages_are_known - return whether the kernel can map the pages of a
 * ring buffer, @fd, at all; it is not mapped, which takes some milliseconds
 */
bool mapped_pages_are_known(int fd);

/*
 * mapped_pages_open - map the pages of a ring buffer that nothing writes to
 * @pages: set if it succeeds; mapped_pages_close() has to follow
 * @fd: of trace_pipe_raw of the CPU, from which nothing was read
 *
 * As long as they are mapped, the size of the buffer cannot be changed. Returns
 * false if the kernel cannot do it, or @fd is something else.
 */
bool mapped_pages_open(struct mapped_pages *pages, int fd);

/*
 * mapped_pages_next - return the next page, in the order of time, or NULL
 *
 * It begins as a page that read() returns, but may have no data. It is valid
 * until mapped_pages_close().
 */
const void *mapped_pages_next(struct mapped_pages *pages);

void mapped_pages_close(struct mapped_pages *pages);

#endif /* RTLA_MAPPED_PAGES_H */
