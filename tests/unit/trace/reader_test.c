// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading pages of the ring buffer as events, and of counting lost
 * events. The trace instance is a file with pages in it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>

#include "capture.h"
#include "ring.h"
#include "test.h"
#include "trace/decode.h"
#include "trace/events.h"
#include "trace/instance.h"
#include "trace/reader.h"
#include "trace/waker_kinds.h"

#define SEEN_MAX	128

static FILE *pages;
static struct decoder *decoder;

/* The events that the reader has passed on. */
static struct event seen[SEEN_MAX];
static bool seen_lost[SEEN_MAX];
static int seen_count;

/* The two functions below stand in for those of trace/instance.c. */
int instance_open_raw(struct instance *instance, int cpu)
{
	(void)instance;
	(void)cpu;
	rewind(pages);
	return dup(fileno(pages));
}

size_t instance_page_size(struct instance *instance)
{
	(void)instance;
	return RING_PAGE_SIZE;
}

static void see(void *context, int cpu, const struct event *event, bool lost)
{
	(void)context;
	assert_int_equal(cpu, 3);
	assert_true(seen_count < SEEN_MAX);
	seen[seen_count] = *event;
	seen_lost[seen_count++] = lost;
}

static void put(const struct ring_page *page)
{
	assert_int_equal(fwrite(page->bytes, RING_PAGE_SIZE, 1, pages), 1);
	fflush(pages);
}

static void add_sample(struct ring_page *page, uint64_t time, uint64_t latency)
{
	struct ring_sample sample = {
		.common = { .type = RING_SAMPLE, .pid = 42 },
		.timer_latency = latency,
		.t_w = time - latency,
		.seqnum = 7,
		.context = 1,
	};

	ring_add(page, time, &sample, sizeof(sample));
}

static struct reader_counts read_all(void)
{
	struct cpus cpus = { .word = { 1 << 3 } };
	struct reader_counts counts;
	struct reader *reader;

	seen_count = 0;
	assert_int_equal(reader_open(&reader, NULL, decoder, &cpus), RESULT_OK);
	assert_int_equal(reader_cpus(reader), 1);
	while (reader_drain_rest(reader, 0, see, NULL))
		;
	counts = reader_counts(reader);
	reader_close(reader);
	return counts;
}

static int setup(void **state)
{
	struct tep_handle *tep = ring_formats();

	(void)state;
	pages = tmpfile();
	if (!tep || !pages)
		return -1;
	if (decoder_new(&decoder, tep, "rtla"))
		return -1;
	tep_free(tep);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	decoder_free(decoder);
	fclose(pages);
	return 0;
}

static void test_empty(void **state)
{
	struct reader_counts counts = read_all();

	(void)state;
	assert_int_equal(counts.events, 0);
	assert_int_equal(counts.lost, 0);
}

static void test_samples(void **state)
{
	struct reader_counts counts;
	struct ring_page page;

	(void)state;
	ring_start(&page, 1000000);
	add_sample(&page, 1000000, 500);
	add_sample(&page, 1500000, 3600000000000ULL);
	put(&page);
	ring_start(&page, 2000000);
	add_sample(&page, 2000100, 700);
	put(&page);
	counts = read_all();
	assert_int_equal(counts.events, 3);
	assert_int_equal(counts.lost, 0);
	assert_false(counts.lost_more);
	assert_int_equal(seen[0].type, EVENT_SAMPLE);
	assert_int_equal(seen[0].time, 1000000);
	assert_int_equal(seen[0].pid, 42);
	assert_int_equal(seen[0].sample.latency, 500);
	assert_int_equal(seen[0].sample.t_w, 999500);
	assert_int_equal(seen[0].sample.seqnum, 7);
	assert_int_equal(seen[0].sample.context, CONTEXT_THREAD);
	assert_int_equal(seen[1].time, 1500000);
	assert_true(seen[1].sample.latency == 3600000000000ULL);
	assert_int_equal(seen[2].time, 2000100);
	assert_false(seen_lost[2]);
}

/* Fill a page with samples; returns how many fit. */
static int fill_page(struct ring_page *page, uint64_t time)
{
	int count = 0;

	ring_start(page, time);
	while (page->used + 2 * sizeof(struct ring_sample) < RING_PAGE_SIZE)
		add_sample(page, time + ++count, 0);
	return count;
}

/*
 * Reading ends at a page that is not full yet, although another page has been
 * written after it. The next call reads the rest.
 */
static void test_while_it_goes_on(void **state)
{
	struct cpus cpus = { .word = { 1 << 3 } };
	struct ring_page page, full;
	struct reader *reader;
	int count;

	(void)state;
	count = fill_page(&full, 1000);
	put(&full);
	ring_start(&page, 2000);
	add_sample(&page, 2001, 0);
	put(&page);
	put(&page);
	seen_count = 0;
	assert_int_equal(reader_open(&reader, NULL, decoder, &cpus), RESULT_OK);
	assert_int_equal(reader_drain(reader, 0, 1, see, NULL), 1);
	assert_int_equal(seen_count, count);
	assert_int_equal(reader_drain(reader, 0, 1, see, NULL), 0);
	assert_int_equal(seen_count, count + 1);
	assert_int_equal(reader_drain(reader, 0, 9, see, NULL), 0);
	assert_int_equal(seen_count, count + 2);
	assert_int_equal(reader_drain(reader, 0, 9, see, NULL), 0);
	assert_int_equal(seen_count, count + 2);
	reader_close(reader);
}

static void add_all(struct ring_page *page)
{
	struct ring_softirq nmi = { { RING_NMI, 0, 0, 1 }, 10, 20, 0 };
	struct ring_irq irq = { { RING_IRQ, 0, 0, 1 }, 30, 40,
				"a name of 23 characters", 236 };
	struct ring_softirq softirq = { { RING_SOFTIRQ, 0, 0, 1 }, 50, 60, 7 };
	struct ring_softirq unknown = { { RING_SOFTIRQ, 0, 0, 1 }, 50, 60, 99 };
	struct ring_thread thread = { { RING_THREAD, 0, 0, 1 },
				      "fifteen letters", 70, 80, 1234, -1 };
	struct ring_stack stack = { { RING_STACK, 0, 0, 1 }, 90,
				    24 << 16 | 20, { 1, 2, ~0ULL } };
	struct ring_stop stop = { { RING_STOP, 0, 0, 1 }, 100, 101, 102, 103,
				  104, 105, 106, 1, 108, 109, "comm" };

	ring_add(page, 1, &nmi, sizeof(nmi) - sizeof(nmi.vector) - 4);
	ring_add(page, 2, &irq, sizeof(irq));
	ring_add(page, 3, &softirq, sizeof(softirq));
	ring_add(page, 4, &unknown, sizeof(unknown));
	ring_add(page, 5, &thread, sizeof(thread));
	ring_add(page, 6, &stack, sizeof(stack));
	ring_add(page, 7, &stop, sizeof(stop));
}

static void test_all_events(void **state)
{
	struct ring_page page;

	(void)state;
	ring_start(&page, 0);
	add_all(&page);
	put(&page);
	assert_int_equal(read_all().events, 7);
	assert_int_equal(seen[0].type, EVENT_NMI);
	assert_int_equal(seen[0].noise.start, 10);
	assert_int_equal(seen[0].noise.duration, 20);
	assert_int_equal(seen[1].type, EVENT_IRQ);
	assert_int_equal(seen[1].noise.start, 30);
	assert_int_equal(seen[1].noise.duration, 40);
	assert_int_equal(seen[1].noise.id, 236);
	assert_string_equal(seen[1].noise.name, "a name of 23 characters");
	assert_int_equal(seen[2].type, EVENT_SOFTIRQ);
	assert_int_equal(seen[2].noise.id, 7);
	assert_string_equal(seen[2].noise.name, "SCHED");
	assert_string_equal(seen[3].noise.name, "");
	assert_int_equal(seen[4].type, EVENT_THREAD);
	assert_int_equal(seen[4].noise.start, 70);
	assert_int_equal(seen[4].noise.duration, 80);
	assert_int_equal(seen[4].noise.id, 1234);
	assert_int_equal(seen[4].noise.prio, -1);
	assert_string_equal(seen[4].noise.name, "fifteen letters");
	assert_int_equal(seen[5].type, EVENT_STACK);
	assert_int_equal(seen[5].stack.t_w, 90);
	assert_int_equal(seen[5].stack.count, 3);
	assert_int_equal(seen[6].type, EVENT_STOP);
	assert_int_equal(seen[6].stop.latency, 100);
	assert_int_equal(seen[6].stop.threshold, 101);
	assert_int_equal(seen[6].stop.t_w, 102);
	assert_int_equal(seen[6].stop.irq_start, 103);
	assert_int_equal(seen[6].stop.thread_start, 104);
	assert_int_equal(seen[6].stop.session, 105);
	assert_int_equal(seen[6].stop.seqnum, 106);
	assert_int_equal(seen[6].stop.context, 1);
	assert_int_equal(seen[6].stop.pid, 108);
	assert_int_equal(seen[6].stop.prio, 109);
	assert_string_equal(seen[6].stop.comm, "comm");
}

static void test_osnoise_events(void **state)
{
	struct ring_period period = { { RING_PERIOD, 0, 0, 9 }, 1ULL << 40,
				      1000000007, 70001, 900, 1, 2, 3, 4, 5,
				      6 };
	struct ring_gap gap = { { RING_GAP, 0, 0, 9 }, 1ULL << 41, 12345,
				1ULL << 33 };
	struct ring_page page;

	(void)state;
	ring_start(&page, 0);
	ring_add(&page, 1, &gap, sizeof(gap));
	ring_add(&page, 2, &period, sizeof(period));
	put(&page);
	assert_int_equal(read_all().events, 2);
	assert_int_equal(seen[0].type, EVENT_GAP);
	assert_true(seen[0].gap.start == 1ULL << 41);
	assert_int_equal(seen[0].gap.duration, 12345);
	assert_true(seen[0].gap.interference == 1ULL << 33);
	assert_int_equal(seen[1].type, EVENT_PERIOD);
	assert_int_equal(seen[1].pid, 9);
	assert_true(seen[1].period.start == 1ULL << 40);
	assert_int_equal(seen[1].period.runtime, 1000000007);
	assert_int_equal(seen[1].period.noise, 70001);
	assert_int_equal(seen[1].period.max_single, 900);
	assert_int_equal(seen[1].period.from[NOISE_HARDWARE], 1);
	assert_int_equal(seen[1].period.from[NOISE_IRQ], 2);
	assert_int_equal(seen[1].period.from[NOISE_NMI], 3);
	assert_int_equal(seen[1].period.from[NOISE_SOFTIRQ], 4);
	assert_int_equal(seen[1].period.from[NOISE_THREAD], 5);
	assert_int_equal(seen[1].period.seqnum, 6);
}

static void test_wakeup(void **state)
{
	struct ring_wakeup wakeup = { { RING_WAKEUP, 0, 0, 9 },
				      { 10, 11, 12, 13, 14, 15, 16 }, 17, 18,
				      2, 19 };
	struct ring_page page;

	(void)state;
	ring_start(&page, 0);
	ring_add(&page, 1, &wakeup, sizeof(wakeup));
	put(&page);
	assert_int_equal(read_all().events, 1);
	assert_int_equal(seen[0].type, EVENT_WAKEUP);
	for (int i = 0; i < WAKEUP_POINTS; i++)
		assert_int_equal(seen[0].wakeup.point[i], 10 + i);
	assert_int_equal(seen[0].wakeup.session, 17);
	assert_int_equal(seen[0].wakeup.pid, 18);
	assert_int_equal(seen[0].wakeup.kind, WAKER_SOFTIRQ);
	assert_int_equal(seen[0].wakeup.waker, 19);
}

/* A trace of an earlier module has no wake-ups. */
static void test_earlier_module(void **state)
{
	struct tep_handle *tep = tep_alloc();
	struct decoder *other;

	(void)state;
	for (int id = RING_SAMPLE; id < RING_WAKEUP; id++)
		assert_int_equal(tep_parse_event(tep, ring_format(id),
						 strlen(ring_format(id)),
						 "rtla"), 0);
	assert_int_equal(decoder_new(&other, tep, "rtla"), RESULT_OK);
	decoder_free(other);
	tep_free(tep);
}

/* A name that has no '\0' in its record is terminated. */
static void test_unterminated(void **state)
{
	struct ring_irq irq = { .common = { .type = RING_IRQ } };
	struct ring_page page;

	(void)state;
	memset(irq.desc, 'x', sizeof(irq.desc));
	ring_start(&page, 0);
	ring_add(&page, 1, &irq, sizeof(irq));
	put(&page);
	read_all();
	assert_string_equal(seen[0].noise.name, "xxxxxxxxxxxxxxxxxxxxxxx");
}

/* Records of other events, and records that are too short, are skipped. */
static void test_not_ours(void **state)
{
	struct ring_stack stack = { .common = { .type = RING_STACK },
				    .caller = 800 << 16 | 20 };
	struct ring_sample other = { .common = { .type = 5 } };
	struct ring_sample far = { .common = { .type = 65535 } };
	struct ring_sample sample = { .common = { .type = RING_SAMPLE } };
	struct ring_page page;

	(void)state;
	ring_start(&page, 0);
	ring_add(&page, 1, &other, sizeof(other));
	ring_add(&page, 2, &far, sizeof(far));
	ring_add(&page, 3, &sample, sizeof(sample) - 4);
	ring_add(&page, 4, &stack, sizeof(stack));
	ring_add(&page, 5, &sample, sizeof(sample));
	put(&page);
	assert_int_equal(read_all().events, 1);
	assert_int_equal(seen[0].time, 5);
}

static void test_lost(void **state)
{
	struct reader_counts counts;
	struct ring_page page;

	(void)state;
	ring_start(&page, 100);
	add_sample(&page, 100, 1);
	put(&page);
	ring_start(&page, 200);
	add_sample(&page, 200, 1);
	add_sample(&page, 201, 1);
	ring_lost(&page, 1234);
	put(&page);
	ring_start(&page, 300);
	add_sample(&page, 300, 1);
	ring_lost(&page, 66);
	put(&page);
	counts = read_all();
	assert_int_equal(counts.events, 4);
	assert_int_equal(counts.lost, 1300);
	assert_false(counts.lost_more);
	assert_false(seen_lost[0]);
	assert_true(seen_lost[1]);
	assert_false(seen_lost[2]);
	assert_true(seen_lost[3]);
}

static void test_lost_uncounted(void **state)
{
	struct reader_counts counts;
	struct ring_page page;

	(void)state;
	ring_start(&page, 200);
	add_sample(&page, 200, 1);
	ring_lost(&page, 0);
	put(&page);
	counts = read_all();
	assert_int_equal(counts.lost, 0);
	assert_true(counts.lost_more);
	assert_true(seen_lost[0]);
}

/* The page begins with a time stamp, which is not an event. */
static void test_lost_before_time_stamp(void **state)
{
	struct reader_counts counts;
	struct ring_page page;
	uint32_t extend[2] = { 5 << 5 | 30, 0 };

	(void)state;
	ring_start(&page, 200);
	memcpy((char *)page.bytes + 16, extend, sizeof(extend));
	page.used = sizeof(extend);
	add_sample(&page, 200, 1);
	ring_lost(&page, 9);
	put(&page);
	counts = read_all();
	assert_int_equal(counts.lost, 9);
	assert_int_equal(counts.events, 1);
	assert_int_equal(seen[0].time, 205);
}

/*
 * An event list has its own copies of stacks, and the time from which on it is
 * complete.
 */
static void test_list(void **state)
{
	struct event_list list = { .count = 0 };
	struct ring_page page;

	(void)state;
	ring_start(&page, 0);
	add_all(&page);
	put(&page);
	ring_start(&page, 500);
	add_sample(&page, 510, 1);
	ring_lost(&page, 3);
	put(&page);
	assert_int_equal(reader_list(NULL, decoder, 3, &list), RESULT_OK);
	assert_int_equal(list.count, 8);
	assert_int_equal(list.lost_before, 510);
	assert_int_equal(list.event[5].stack.count, 3);
	assert_int_equal(list.event[5].stack.caller[0], 1);
	assert_true(list.event[5].stack.caller[2] == ~0ULL);
	event_list_clear(&list);
	assert_int_equal(list.count, 0);
}

/* The module's description of each field has to fit. */
static void test_misfit(void **state)
{
	static const char *const changes[][2] = {
		{ "u64 timer_latency;\toffset:8;\tsize:8",
		  "u32 timer_latency;\toffset:8;\tsize:4" },
		{ "u64 t_w", "u64 t_v" },
		{ "name: timerlat_sample", "name: timerlat_simple" },
	};
	static const char *const said[] = {
		"rtla: event rtla:timerlat_sample: no usable field timer_latency: load the module that belongs to this tool\n",
		"rtla: event rtla:timerlat_sample: no usable field t_w: load the module that belongs to this tool\n",
		"rtla: event rtla:timerlat_sample: not found: load the module that belongs to this tool\n",
	};
	struct decoder *other;
	char text[2048], changed[2048];
	struct capture capture;

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct tep_handle *tep = tep_alloc();
		char *at;

		snprintf(text, sizeof(text), "%s", ring_format(RING_SAMPLE));
		at = strstr(text, changes[i][0]);
		assert_non_null(at);
		*at = '\0';
		snprintf(changed, sizeof(changed), "%s%s%s", text,
			 changes[i][1], at + strlen(changes[i][0]));
		assert_int_equal(tep_parse_event(tep, changed, strlen(changed),
						 "rtla"), 0);
		for (int id = RING_NMI; id <= RING_GAP; id++)
			tep_parse_event(tep, ring_format(id),
					strlen(ring_format(id)), "rtla");
		capture_begin(&capture);
		assert_int_equal(decoder_new(&other, tep, "rtla"),
				 RESULT_CANNOT);
		assert_string_equal(capture_end(&capture), said[i]);
		assert_null(other);
		tep_free(tep);
	}
}

/* The same page as a kernel of 32 bits writes it: its length has 4 bytes. */
static void narrow(struct ring_page *page, uint32_t flags, uint32_t lost)
{
	char *bytes = (char *)page->bytes;
	uint32_t length = page->used | flags;

	memmove(bytes + 12, bytes + 16, page->used);
	memcpy(bytes + 8, &length, sizeof(length));
	memcpy(bytes + 12 + page->used, &lost, sizeof(lost));
	put(page);
}

/* Addresses of 32 bits, too, and the number of lost events. */
static void test_32_bits(void **state)
{
	struct {
		struct ring_common common;
		uint64_t t_w;
		uint32_t caller;
		uint32_t addr[3];
	} __attribute__((packed)) stack = {
		{ RING_STACK, 0, 0, 1 }, 90, 12 << 16 | 20, { 1, 2, ~0U },
	};
	struct decoder *wide = decoder;
	struct tep_handle *tep = ring_formats();
	struct reader_counts counts;
	struct ring_page page;
	struct event event;

	(void)state;
	tep_set_long_size(tep, 4);
	assert_int_equal(decoder_new(&decoder, tep, "rtla"), RESULT_OK);
	tep_free(tep);
	assert_true(decode(decoder, &stack, sizeof(stack), &event));
	assert_int_equal(event.stack.t_w, 90);
	assert_int_equal(event.stack.count, 3);
	assert_true(event.stack.caller[0] == 1 && event.stack.caller[1] == 2 &&
		    event.stack.caller[2] == 0xffffffff);
	ring_start(&page, 1000000);
	add_sample(&page, 1000000, 500);
	add_sample(&page, 1500000, 700);
	narrow(&page, 3U << 30, 5);
	counts = read_all();
	decoder_free(decoder);
	decoder = wide;
	assert_int_equal(counts.events, 2);
	assert_int_equal(counts.lost, 5);
	assert_false(counts.lost_more);
	assert_int_equal(seen[1].sample.latency, 700);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_empty),
		TEST(test_samples),
		TEST(test_while_it_goes_on),
		TEST(test_all_events),
		TEST(test_osnoise_events),
		TEST(test_wakeup),
		TEST(test_earlier_module),
		TEST(test_unterminated),
		TEST(test_not_ours),
		TEST(test_lost),
		TEST(test_lost_uncounted),
		TEST(test_lost_before_time_stamp),
		TEST(test_list),
		TEST(test_32_bits),
		TEST(test_misfit),
	};

	return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
