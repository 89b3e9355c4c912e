// SPDX-License-Identifier: GPL-2.0
/*
 * Reading of ring buffers: pages come from per_cpu/cpuN/trace_pipe_raw, and the
 * kbuffer of libtraceevent finds the records in them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <kbuffer.h>

#include "trace/decode.h"
#include "trace/events.h"
#include "trace/instance.h"
#include "trace/mapped_pages.h"
#include "trace/reader.h"

/* Flags that the kernel sets in the length of a page's data. */
#define PAGE_LOST		(1UL << 31)	/* events lost before a page */
#define PAGE_LOST_COUNTED	(1UL << 30)	/* number follows the data */
#define PAGE_LENGTH		((1UL << 27) - 1)

/*
 * A page with less room than this, in bytes, counts as full: the events of
 * samples are shorter.
 */
#define EVENT_LENGTH		256

/* reader_drain_rest() reads at most this many pages in one call. */
#define DRAIN_PAGES		64

struct source {
	int cpu;
	int fd;
	bool lost;		/* events were lost before the next event */
};

struct reader {
	const struct decoder *decoder;
	struct kbuffer *kbuffer;
	struct reader_counts counts;
	size_t page_size;
	void *page;
	int cpus;
	struct source source[];
};

static enum result open_sources(struct reader *reader,
				struct instance *instance,
				const struct cpus *cpus)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		int fd = instance_open_raw(instance, cpu);

		if (fd < 0)
			return RESULT_CANNOT;
		reader->source[reader->cpus].cpu = cpu;
		reader->source[reader->cpus].fd = fd;
		reader->cpus++;
	}
	return RESULT_OK;
}

enum result reader_open(struct reader **opened, struct instance *instance,
			const struct decoder *decoder, const struct cpus *cpus)
{
	struct reader *reader;
	enum result result;

	*opened = NULL;
	reader = calloc(1, sizeof(*reader) +
			   cpus_count(cpus) * sizeof(reader->source[0]));
	if (!reader)
		return fail(RESULT_ERROR, "out of memory");
	reader->decoder = decoder;
	reader->page_size = instance_page_size(instance);
	reader->page = malloc(reader->page_size);
	reader->kbuffer = kbuffer_alloc(decoder_address(decoder) == 4 ?
					KBUFFER_LSIZE_4 : KBUFFER_LSIZE_8,
					KBUFFER_ENDIAN_SAME_AS_HOST);
	if (reader->page && reader->kbuffer)
		result = open_sources(reader, instance, cpus);
	else
		result = fail(RESULT_ERROR, "out of memory");
	if (result) {
		reader_close(reader);
		return result;
	}
	*opened = reader;
	return RESULT_OK;
}

void reader_close(struct reader *reader)
{
	if (!reader)
		return;
	for (int i = 0; i < reader->cpus; i++)
		close(reader->source[i].fd);
	kbuffer_free(reader->kbuffer);
	free(reader->page);
	free(reader);
}

int reader_cpus(const struct reader *reader)
{
	return reader->cpus;
}

int reader_cpu(const struct reader *reader, int index)
{
	return reader->source[index].cpu;
}

/* Return the number of type long at an offset in the page. */
static uint64_t long_at(const struct reader *reader, size_t at)
{
	const char *from = (const char *)reader->page + at;
	uint64_t number;
	uint32_t half;

	memcpy(&number, from, sizeof(number));
	memcpy(&half, from, sizeof(half));
	return decoder_address(reader->decoder) == sizeof(half) ? half : number;
}

/* Return the length of the page's data, with the kernel's flags. */
static uint64_t page_length(const struct reader *reader)
{
	return long_at(reader, sizeof(uint64_t));
}

/*
 * Count the events that were lost before this page. kbuffer_missed_events() is
 * not used: in older versions of libtraceevent, it forgets the loss if the page
 * starts with a time stamp.
 */
static void count_lost(struct reader *reader, struct source *source)
{
	uint64_t length = page_length(reader);
	size_t data;

	if (!(length & PAGE_LOST))
		return;
	source->lost = true;
	data = sizeof(uint64_t) + decoder_address(reader->decoder) +
	       (length & PAGE_LENGTH);
	if (!(length & PAGE_LOST_COUNTED) ||
	    data + sizeof(uint64_t) > reader->page_size) {
		reader->counts.lost_more = true;
		return;
	}
	reader->counts.lost += long_at(reader, data);
}

/* Read the events of a page; @page is as read() returns it. */
static void read_page(struct reader *reader, struct source *source,
		      const void *page, reader_fn *fn, void *context)
{
	struct kbuffer *kbuffer = reader->kbuffer;
	unsigned long long time;
	struct event event;
	void *record;

	if (kbuffer_load_subbuffer(kbuffer, (void *)page))
		return;
	for (record = kbuffer_read_event(kbuffer, &time); record;
	     record = kbuffer_next_event(kbuffer, &time)) {
		if (!decode(reader->decoder, record,
			    kbuffer_event_size(kbuffer), &event))
			continue;
		event.time = time;
		reader->counts.events++;
		fn(context, source->cpu, &event, source->lost);
		source->lost = false;
	}
}

/* Read one page and its events; return false if there is none. */
static bool take_page(struct reader *reader, int index, reader_fn *fn,
		      void *context)
{
	struct source *source = &reader->source[index];

	if (read(source->fd, reader->page, reader->page_size) <= 0)
		return false;
	count_lost(reader, source);
	read_page(reader, source, reader->page, fn, context);
	return true;
}

static bool page_is_full(const struct reader *reader)
{
	return (page_length(reader) & PAGE_LENGTH) + EVENT_LENGTH >
	       reader->page_size;
}

int reader_drain(struct reader *reader, int index, int most, reader_fn *fn,
		 void *context)
{
	int pages = 0;

	while (pages < most && take_page(reader, index, fn, context) &&
	       page_is_full(reader))
		pages++;
	return pages;
}

bool reader_drain_rest(struct reader *reader, int index, reader_fn *fn,
		       void *context)
{
	for (int pages = 0; pages < DRAIN_PAGES; pages++)
		if (!take_page(reader, index, fn, context))
			return false;
	return true;
}

struct reader_counts reader_counts(const struct reader *reader)
{
	return reader ? reader->counts : (struct reader_counts) { .lost = 0 };
}

struct listing {
	struct event_list *list;
	bool no_memory;
};

static void reader_append(void *context, int cpu, const struct event *event,
			  bool lost)
{
	struct listing *listing = context;

	(void)cpu;
	if (!event_list_append(listing->list, event, lost))
		listing->no_memory = true;
}

bool reader_leaves_events(struct instance *instance, int cpu)
{
	int fd = instance_open_raw(instance, cpu);
	bool can = fd >= 0 && mapped_pages_are_known(fd);

	if (fd >= 0)
		close(fd);
	return can;
}

/* Read all events, and leave them where they are, if the kernel can do that. */
static bool list_mapped(struct reader *reader, struct listing *listing)
{
	struct source *source = &reader->source[0];
	struct mapped_pages pages;
	const void *page;

	if (!mapped_pages_open(&pages, source->fd))
		return false;
	source->lost = pages.lost;
	while ((page = mapped_pages_next(&pages)))
		read_page(reader, source, page, reader_append, listing);
	mapped_pages_close(&pages);
	return true;
}

enum result reader_list(struct instance *instance,
			const struct decoder *decoder, int cpu,
			struct event_list *list)
{
	struct listing listing = { .list = list };
	struct cpus one = { .word = { 0 } };
	struct reader *reader;
	enum result result;

	cpus_add(&one, cpu);
	result = reader_open(&reader, instance, decoder, &one);
	if (result)
		return result;
	if (!list_mapped(reader, &listing))
		while (reader_drain_rest(reader, 0, reader_append, &listing))
			;
	reader_close(reader);
	if (listing.no_memory)
		return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}
