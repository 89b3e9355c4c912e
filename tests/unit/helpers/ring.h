/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A made-up ring buffer: event formats, records and pages in the form in which
 * the kernel gives them.
 */
#ifndef TEST_RING_H
#define TEST_RING_H

#include <stddef.h>
#include <stdint.h>

#define RING_PAGE_SIZE	4096

/* The ids of the events in their formats. */
enum ring_id {
	RING_SAMPLE = 1800,
	RING_NMI,
	RING_IRQ,
	RING_SOFTIRQ,
	RING_THREAD,
	RING_STACK,
	RING_STOP,
	RING_PERIOD,
	RING_GAP,
	RING_WAKEUP,
};

/* The fields that every record begins with. */
struct ring_common {
	uint16_t type;
	uint8_t flags;
	uint8_t preempt_count;
	int32_t pid;
};

struct ring_sample {
	struct ring_common common;
	uint64_t timer_latency;
	uint64_t t_w;
	uint32_t seqnum;
	int32_t context;
};

struct ring_irq {
	struct ring_common common;
	uint64_t start;
	uint64_t duration;
	char desc[24];
	int32_t vector;
};

/* The record of an NMI is the same, but without @vector. */
struct ring_softirq {
	struct ring_common common;
	uint64_t start;
	uint64_t duration;
	int32_t vector;
};

struct ring_thread {
	struct ring_common common;
	char comm[16];
	uint64_t start;
	uint64_t duration;
	int32_t pid;
	int32_t prio;
};

struct ring_stack {
	struct ring_common common;
	uint64_t t_w;
	uint32_t caller;	/* __data_loc: length and offset of @addr */
	uint64_t addr[3];
} __attribute__((packed));

struct ring_stop {
	struct ring_common common;
	uint64_t latency;
	uint64_t threshold;
	uint64_t t_w;
	uint64_t irq_start;
	uint64_t thread_start;
	uint32_t session;
	uint32_t seqnum;
	int32_t context;
	int32_t pid;
	int32_t prio;
	char comm[16];
};

struct ring_period {
	struct ring_common common;
	uint64_t start;
	uint64_t runtime;
	uint64_t noise;
	uint64_t max_single;
	uint32_t hardware;
	uint32_t irq;
	uint32_t nmi;
	uint32_t softirq;
	uint32_t thread;
	uint32_t seqnum;
};

struct ring_gap {
	struct ring_common common;
	uint64_t start;
	uint64_t duration;
	uint64_t interference;
};

struct ring_wakeup {
	struct ring_common common;
	uint64_t point[7];
	uint32_t session;
	int32_t pid;
	int32_t kind;
	int32_t waker;
};

struct ring_page {
	size_t used;		/* bytes of records */
	uint64_t time;		/* when the last record was written */
	uint64_t bytes[RING_PAGE_SIZE / sizeof(uint64_t)];
};

struct tep_handle;

/*
 * ring_formats - parse the formats of all events of the system "rtla"
 *
 * The caller frees them with tep_free(). Returns NULL if they do not parse.
 */
struct tep_handle *ring_formats(void);

/* ring_format - return the text of one event's format */
const char *ring_format(enum ring_id id);

/* ring_start - make @page an empty page that begins at @time */
void ring_start(struct ring_page *page, uint64_t time);

/* ring_add - append a record that was written at @time; it has to fit */
void ring_add(struct ring_page *page, uint64_t time, const void *record,
	      size_t size);

/*
 * ring_lost - mark in the page that @count events before it were lost
 *
 * A @count of 0 means that their number is unknown. Called after the last
 * ring_add(), which would remove the mark.
 */
void ring_lost(struct ring_page *page, uint64_t count);

#endif /* TEST_RING_H */
