// SPDX-License-Identifier: GPL-2.0
/*
 * A made-up ring buffer: see ring.h.
 */
#include <stdbool.h>
#include <string.h>

#include <event-parse.h>

#include "ring.h"

#define HEADER		16		/* bytes: time and length of the page */
#define LOST		(1ULL << 31)
#define LOST_COUNTED	(1ULL << 30)

#define COMMON \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n" \
	"\n"

#define FORMAT(id, name, fields) \
	"name: " name "\nID: " id "\nformat:\n" COMMON fields \
	"\nprint fmt: \"\"\n"

#define U64(name, offset) \
	"\tfield:u64 " name ";\toffset:" offset ";\tsize:8;\tsigned:0;\n"
#define U32(name, offset) \
	"\tfield:u32 " name ";\toffset:" offset ";\tsize:4;\tsigned:0;\n"
#define INT(name, offset) \
	"\tfield:int " name ";\toffset:" offset ";\tsize:4;\tsigned:1;\n"
#define TEXT(name, size, offset) \
	"\tfield:char " name "[" size "];\toffset:" offset ";\tsize:" size ";\tsigned:0;\n"

static const char *const formats[] = {
	FORMAT("1800", "timerlat_sample",
	       U64("timer_latency", "8") U64("t_w", "16") U32("seqnum", "24")
	       INT("context", "28")),
	FORMAT("1801", "nmi_noise", U64("start", "8") U64("duration", "16")),
	FORMAT("1802", "irq_noise",
	       U64("start", "8") U64("duration", "16") TEXT("desc", "24", "24")
	       INT("vector", "48")),
	FORMAT("1803", "softirq_noise",
	       U64("start", "8") U64("duration", "16") INT("vector", "24")),
	FORMAT("1804", "thread_noise",
	       TEXT("comm", "16", "8") U64("start", "24") U64("duration", "32")
	       INT("pid", "40") INT("prio", "44")),
	FORMAT("1805", "stack",
	       U64("t_w", "8")
	       "\tfield:__data_loc unsigned long[] caller;\toffset:16;\tsize:4;\tsigned:0;\n"),
	FORMAT("1806", "stop",
	       U64("latency", "8") U64("threshold", "16") U64("t_w", "24")
	       U64("irq_start", "32") U64("thread_start", "40")
	       U32("session", "48") U32("seqnum", "52") INT("context", "56")
	       INT("pid", "60") INT("prio", "64") TEXT("comm", "16", "68")),
	FORMAT("1807", "osnoise_sample",
	       U64("start", "8") U64("runtime_ns", "16") U64("noise_ns", "24")
	       U64("max_sample_ns", "32") U32("hw_count", "40")
	       U32("irq_count", "44") U32("nmi_count", "48")
	       U32("softirq_count", "52") U32("thread_count", "56")
	       U32("seqnum", "60")),
	FORMAT("1808", "sample_threshold",
	       U64("start", "8") U64("duration", "16")
	       U64("interference", "24")),
	FORMAT("1809", "wakeup",
	       U64("t_w", "8") U64("irq", "16") U64("waking", "24")
	       U64("queued", "32") U64("sched", "40") U64("switched", "48")
	       U64("run", "56") U32("session", "64") INT("pid", "68")
	       INT("kind", "72") INT("waker", "76")),
};

const char *ring_format(enum ring_id id)
{
	return formats[id - RING_SAMPLE];
}

struct tep_handle *ring_formats(void)
{
	struct tep_handle *tep = tep_alloc();

	for (size_t i = 0; tep && i < sizeof(formats) / sizeof(formats[0]); i++)
		if (tep_parse_event(tep, formats[i], strlen(formats[i]),
				    "rtla")) {
			tep_free(tep);
			return NULL;
		}
	return tep;
}

static void put(struct ring_page *page, size_t at, const void *bytes,
		size_t size)
{
	memcpy((char *)page->bytes + at, bytes, size);
}

static void put_length(struct ring_page *page, uint64_t flags)
{
	uint64_t length = page->used | flags;

	put(page, sizeof(uint64_t), &length, sizeof(length));
}

void ring_start(struct ring_page *page, uint64_t time)
{
	memset(page, 0, sizeof(*page));
	page->time = time;
	put(page, 0, &time, sizeof(time));
	put_length(page, 0);
}

void ring_add(struct ring_page *page, uint64_t time, const void *record,
	      size_t size)
{
	size_t padded = (size + 3) / 4 * 4;
	uint32_t head = (uint32_t)(time - page->time) << 5;
	uint32_t length = padded + sizeof(length);
	bool small = padded <= 28 * 4;

	if (small)
		head |= padded / 4;
	put(page, HEADER + page->used, &head, sizeof(head));
	page->used += sizeof(head);
	if (!small) {
		put(page, HEADER + page->used, &length, sizeof(length));
		page->used += sizeof(length);
	}
	put(page, HEADER + page->used, record, size);
	page->used += padded;
	page->time = time;
	put_length(page, 0);
}

void ring_lost(struct ring_page *page, uint64_t count)
{
	put_length(page, LOST | (count ? LOST_COUNTED : 0));
	put(page, HEADER + page->used, &count, sizeof(count));
}
