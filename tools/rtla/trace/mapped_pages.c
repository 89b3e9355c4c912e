// SPDX-License-Identifier: GPL-2.0
/*
 * Mapped pages of a ring buffer: see mapped_pages.h.
 *
 * The map is one of trace_pipe_raw: see Documentation/trace/ring-buffer-map.rst
 * of the kernel. It begins with a page of figures. The pages of events follow,
 * as they were ordered when they were mapped: first the one that a reader would
 * read next, which has no events before anything was read, and then all others,
 * the oldest first.
 */
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "trace/mapped_pages.h"

#define TRACEFS_NUMBER	0x74726163	/* magic number of the file system */

/* The beginning of the page of figures, struct trace_buffer_meta of 6.10. */
struct figures {
	uint32_t page_size;	/* of this page */
	uint32_t struct_size;
	uint32_t subbuf_size;	/* of each page of events */
	uint32_t subbufs;	/* their number */
	uint64_t reader_lost;
	uint32_t reader_id;
	uint32_t reader_read;
	uint64_t flags;
	uint64_t entries;
	uint64_t overrun;	/* events that were overwritten */
};

/* Another file would be mapped, too, but its end could be inside the map. */
static bool is_of_tracefs(int fd)
{
	struct statfs type;

	return !fstatfs(fd, &type) && type.f_type == TRACEFS_NUMBER;
}

static void *map(int fd, size_t size)
{
	void *mapped = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

	return mapped == MAP_FAILED ? NULL : mapped;
}

bool mapped_pages_are_known(int fd)
{
	/*
	 * No file can have a map that grows. The kernel says so after it has
	 * looked whether the file can have any, but before it waits for a grace
	 * period of RCU, as it does to map a ring buffer.
	 */
	return is_of_tracefs(fd) &&
	       mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ,
		    MAP_SHARED | MAP_GROWSDOWN, fd, 0) == MAP_FAILED &&
	       errno == EINVAL;
}

bool mapped_pages_open(struct mapped_pages *pages, int fd)
{
	size_t page = sysconf(_SC_PAGESIZE);
	const struct figures *figures = is_of_tracefs(fd) ? map(fd, page) :
							    NULL;

	if (!figures)
		return false;
	*pages = (struct mapped_pages) {
		.first = figures->page_size,
		.page_size = figures->subbuf_size,
		.count = figures->subbufs,
		.lost = figures->overrun > 0,
		.size = figures->page_size +
			(size_t)figures->subbufs * figures->subbuf_size,
	};
	if (figures->struct_size >= sizeof(*figures) && !figures->reader_id &&
	    !figures->reader_read)
		pages->map = map(fd, pages->size);
	munmap((void *)figures, page);
	return pages->map;
}

const void *mapped_pages_next(struct mapped_pages *pages)
{
	if (pages->next == pages->count)
		return NULL;
	return pages->map + pages->first + pages->page_size * pages->next++;
}

void mapped_pages_close(struct mapped_pages *pages)
{
	munmap(pages->map, pages->size);
}
