// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of decoding and completing the events of the kernel's own tracers. The
 * same traces were recorded twice, as pages of the ring buffer and as text: see
 * tests/traces/README.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>

#include "test.h"
#include "trace/decode.h"
#include "trace/event_shapes.h"
#include "trace/instance.h"
#include "trace/kernel_events.h"
#include "trace/reader.h"
#include "trace/saved_trace.h"
#include "trace/text_line.h"
#include "trace/trace_formats.h"
#include "trace/trace_text.h"

#define PAGE_SIZE	4096

static const char *const kernels[] = { "6.1-rt", "6.12-rt", "7.2-rt" };
#define KERNELS	(sizeof(kernels) / sizeof(kernels[0]))

static FILE *pages;

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
	return PAGE_SIZE;
}

static FILE *open_recorded(const char *kernel, const char *end)
{
	char path[512];
	FILE *in;

	snprintf(path, sizeof(path), TRACES "/%s.%s", kernel, end);
	in = fopen(path, "re");
	assert_non_null(in);
	return in;
}

/* Only these are not in the system osnoise. */
static const char *system_of(const char *format)
{
	static const char *const entries[] = {
		"timerlat\n", "osnoise\n", "kernel_stack\n", "print\n", "bprint\n",
		"bputs\n",
	};

	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (!strncmp(format + strlen("name: "), entries[i], strlen(entries[i])))
			return "ftrace";
	return KERNEL_SYSTEM;
}

/* Parse the formats of a kernel, which are in one file, each with its name first. */
static struct tep_handle *parse_formats(const char *kernel)
{
	struct tep_handle *tep = tep_alloc();
	static char text[65536];
	FILE *in = open_recorded(kernel, "formats");
	size_t length = fread(text, 1, sizeof(text) - 1, in);
	char *format, *next;

	fclose(in);
	text[length] = '\0';
	assert_non_null(tep);
	for (format = text; format; format = next) {
		next = strstr(format + 1, "name: ");
		while (next && next[-1] != '\n')
			next = strstr(next + 1, "name: ");
		assert_int_equal(tep_parse_event(tep, format,
						 next ? (size_t)(next - format) :
							strlen(format),
						 system_of(format)),
				 0);
	}
	return tep;
}

static void put_pages(const char *kernel)
{
	FILE *in = open_recorded(kernel, "pages");
	unsigned int byte;

	while (fscanf(in, "%2x", &byte) == 1)
		putc(byte, pages);
	fflush(pages);
	fclose(in);
}

/* Read the pages of @kernel into @list. */
static void read_records(struct event_list *list, const char *kernel)
{
	struct tep_handle *tep = parse_formats(kernel);
	struct decoder *decoder;

	pages = tmpfile();
	assert_non_null(pages);
	put_pages(kernel);
	assert_int_equal(decoder_new(&decoder, tep, KERNEL_SYSTEM), RESULT_OK);
	tep_free(tep);
	*list = (struct event_list) { .count = 0 };
	assert_int_equal(reader_list(NULL, decoder, 0, list), RESULT_OK);
	decoder_free(decoder);
	fclose(pages);
}

/* Read the text of @kernel into @trace, as it was recorded. */
static void read_text(struct saved_trace *trace, const char *kernel)
{
	FILE *in = open_recorded(kernel, "txt");

	*trace = (struct saved_trace) { .cpus = 0 };
	assert_null(trace_text_read(trace, in));
	fclose(in);
	assert_int_equal(trace->cpus, 1);
	assert_int_equal(trace->damaged_lines, 0);
}

static void assert_same_sample(const struct event *a, const struct event *b)
{
	assert_true(a->sample.latency == b->sample.latency);
	assert_int_equal(a->sample.seqnum, b->sample.seqnum);
	assert_int_equal(a->sample.context, b->sample.context);
	assert_int_equal(a->sample.pid, b->sample.pid);
	assert_true(a->sample.t_w == TIME_ABSENT &&
		    b->sample.t_w == TIME_ABSENT);
}

static void assert_same_noise(const struct event *a, const struct event *b)
{
	assert_true(a->noise.start == b->noise.start);
	assert_true(a->noise.duration == b->noise.duration);
	assert_int_equal(a->noise.id, b->noise.id);
	assert_string_equal(a->noise.name, b->noise.name);
	assert_int_equal(a->noise.prio, b->noise.prio);
	if (a->type == EVENT_THREAD)
		assert_int_equal(a->noise.prio, PRIO_ABSENT);
}

static void assert_same(const struct event *a, const struct event *b)
{
	assert_int_equal(a->type, b->type);
	assert_int_equal(a->pid, b->pid);
	assert_true(a->time <= b->time &&
		    b->time - a->time <= TEXT_RESOLUTION_NS);
	assert_int_equal(event_is_bare(a), event_is_bare(b));
	if (a->type == EVENT_SAMPLE)
		assert_same_sample(a, b);
	else if (event_is_noise(a))
		assert_same_noise(a, b);
	else if (a->type == EVENT_STACK)
		assert_int_equal(a->stack.count, b->stack.count);
}

/* The last page and the text end with the same events. */
static void test_records_and_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < KERNELS; i++) {
		struct saved_trace text;
		struct event_list list;
		size_t seen[EVENT_TYPES] = { 0 };

		read_records(&list, kernels[i]);
		read_text(&text, kernels[i]);
		assert_in_range(list.count, 50, 1000);
		for (size_t back = 1;
		     back <= list.count && back <= text.list[0].count; back++) {
			const struct event *event =
				&list.event[list.count - back];

			assert_same(event,
				    &text.list[0]
					     .event[text.list[0].count - back]);
			seen[event->type]++;
		}
		assert_true(seen[EVENT_SAMPLE] > 10 && seen[EVENT_IRQ] > 5 &&
			    seen[EVENT_THREAD] > 5);
		assert_int_equal(seen[EVENT_STACK], 1);
		/* Earlier kernels only remark the stop if trace_printk() is used. */
		assert_int_equal(seen[EVENT_STOP], !strcmp(kernels[i], "7.2-rt"));
		event_list_clear(&list);
		saved_trace_free(&text);
	}
}

/* Return the only stop of a list. */
static const struct event *stop_of(const struct event_list *list)
{
	const struct event *stop = NULL;

	for (size_t i = 0; i < list->count; i++) {
		if (list->event[i].type != EVENT_STOP)
			continue;
		assert_null(stop);
		stop = &list->event[i];
	}
	return stop;
}

static void complete(struct event_list *list)
{
	struct kernel_events events = { .list = list };

	kernel_events_complete(&events);
	assert_false(events.other_clock);
	assert_int_equal(events.impossible, 0);
	assert_true(events.noises);
	assert_true(kernel_events_choose(&events, 1));
}

/* The completed events of an activation fit together. */
static void test_complete(void **state)
{
	static const uint64_t latencies[] = { 91708, 92972, 93073 };

	(void)state;
	for (size_t i = 0; i < KERNELS; i++) {
		struct event_list list;
		const struct event *stop, *irq = NULL;

		read_records(&list, kernels[i]);
		complete(&list);
		stop = stop_of(&list);
		assert_non_null(stop);
		assert_int_equal(stop->stop.latency, latencies[i]);
		assert_int_equal(stop->stop.context, CONTEXT_THREAD);
		assert_false(stop->stop.longest);
		assert_int_equal(stop->stop.prio, PRIO_ABSENT);
		for (size_t j = 0; j < list.count; j++) {
			const struct event *event = &list.event[j];

			if (event->type == EVENT_SAMPLE &&
			    event->sample.seqnum == stop->stop.seqnum) {
				assert_true(event->sample.t_w ==
					    stop->stop.t_w);
				irq = irq ?: event;
			}
			if (event->type == EVENT_STACK) {
				assert_true(event->stack.t_w == stop->stop.t_w);
				assert_int_equal(event->stack.pid, irq->pid);
			}
		}
		assert_non_null(irq);
		assert_int_equal(irq->sample.context, CONTEXT_IRQ);
		event_list_clear(&list);
	}
}

/*
 * Return by how much the expiries of a list are away from a period of 1 ms, in
 * ns. It is set to each of them exactly.
 */
static uint64_t spread(const struct event_list *list)
{
	uint64_t first = 0, least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];
		uint64_t rest;

		if (event->type != EVENT_SAMPLE)
			continue;
		first = first ?: event->sample.t_w;
		rest = (event->sample.t_w - first + 500000) % 1000000;
		least = rest < least ? rest : least;
		most = rest > most ? rest : most;
	}
	return most - least;
}

/* The moment when the timer was to expire is computed, but not by guessing. */
static void test_expiry(void **state)
{
	(void)state;
	for (size_t i = 0; i < KERNELS; i++) {
		struct saved_trace text;
		struct event_list list;
		const struct event *stop;

		read_records(&list, kernels[i]);
		complete(&list);
		stop = stop_of(&list);
		read_text(&text, kernels[i]);
		assert_null(saved_trace_settle(&text));
		assert_int_equal(text.recorder, RECORDED_BY_KERNEL);
		assert_true(spread(&list) <= 500);
		assert_true(spread(&text.list[0]) <= 500);
		assert_non_null(stop_of(&text.list[0]));
		assert_in_range(stop_of(&text.list[0])->stop.t_w,
				stop->stop.t_w - 1000, stop->stop.t_w + 1000);
		event_list_clear(&list);
		saved_trace_free(&text);
	}
}

/* Samples that were recorded by an event, too, remain once. */
static void test_twins(void **state)
{
	struct event_list list;
	size_t samples = 0, before = 0;

	(void)state;
	read_records(&list, "7.2-rt");
	for (size_t i = 0; i < list.count; i++)
		before += list.event[i].type == EVENT_SAMPLE;
	complete(&list);
	for (size_t i = 0; i < list.count; i++)
		samples += list.event[i].type == EVENT_SAMPLE;
	assert_in_range(before, 2 * samples - 1, 2 * samples);
	event_list_clear(&list);
}

static void add_bare_sample(struct event_list *list, int context, uint64_t t_w,
			    uint64_t latency)
{
	struct event *event = event_list_add(list);

	assert_non_null(event);
	*event = (struct event) { .type = EVENT_SAMPLE, .time = t_w + latency };
	event_set_defaults(event);
	event->sample.context = context;
	event->sample.latency = latency;
	event->sample.seqnum = 1;
}

/* Activations that follow on each other with the same number remain two. */
static void test_same_number(void **state)
{
	static const uint64_t t_w[] = { 5000000, 5000000, 90005000000,
					90005000000 };
	struct event_list list = { .count = 0 };
	struct kernel_events events = { .list = &list };

	(void)state;
	for (int i = 0; i < 4; i++)
		add_bare_sample(&list, i % 2, t_w[i], 700 + i);
	kernel_events_complete(&events);
	assert_int_equal(list.count, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(list.event[i].sample.t_w, t_w[i]);
	event_list_clear(&list);
}

/* They do so as well if both have only one sample, with the same latency. */
static void test_same_sample(void **state)
{
	struct event_list list = { .count = 0 };
	struct kernel_events events = { .list = &list };

	(void)state;
	add_bare_sample(&list, CONTEXT_IRQ, 5000000, 700);
	add_bare_sample(&list, CONTEXT_IRQ, 5000040, 700);
	add_bare_sample(&list, CONTEXT_IRQ, 90005000000, 700);
	kernel_events_complete(&events);
	assert_int_equal(list.count, 2);
	assert_int_equal(list.event[0].sample.t_w, 5000000);
	assert_int_equal(list.event[1].sample.t_w, 90005000000);
	event_list_clear(&list);
}

static struct event *find_type(struct event_list *list, enum event_type type)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == type)
			return &list->event[i];
	fail_msg("no event of type %d", type);
	return NULL;
}

/* The noise that a tracer reports whose beginning it has missed. */
static void test_impossible(void **state)
{
	struct event_list list;
	struct kernel_events events = { .list = &list };
	struct event *event;
	size_t count, place;

	(void)state;
	read_records(&list, "6.12-rt");
	count = list.count;
	event = find_type(&list, EVENT_IRQ);
	place = event - list.event;
	event->noise.start = 0;
	event->noise.duration = event->time;
	kernel_events_complete(&events);
	assert_int_equal(events.impossible, 1);
	assert_int_equal(list.count, count - 1);
	for (size_t i = 0; i < list.count; i++)
		assert_int_equal(list.event[i].after_left_out, i == place);
	event_list_clear(&list);
}

/* A thread that the tracer makes too long ends with its record. */
static void test_too_long(void **state)
{
	struct event_list list;
	struct kernel_events events = { .list = &list };
	struct event *event;

	(void)state;
	read_records(&list, "6.12-rt");
	event = find_type(&list, EVENT_THREAD);
	event->noise.duration = event->time - event->noise.start + 1000;
	kernel_events_complete(&events);
	assert_int_equal(events.impossible, 0);
	event = find_type(&list, EVENT_THREAD);
	assert_true(event->noise.start + event->noise.duration <= event->time);
	event_list_clear(&list);
}

static void test_other_clock(void **state)
{
	struct event_list list;
	struct kernel_events events = { .list = &list };

	(void)state;
	read_records(&list, "6.12-rt");
	for (size_t i = 0; i < list.count; i++)
		list.event[i].time += 188000000;
	kernel_events_complete(&events);
	assert_true(events.other_clock);
	event_list_clear(&list);
}

/* Without its end, a trace does not end with its longest latency. */
static void test_longest(void **state)
{
	struct event_list list;
	const struct event *stop;
	struct event *last;

	(void)state;
	read_records(&list, "6.12-rt");
	last = &list.event[list.count - 1];
	while (last->type != EVENT_SAMPLE || last->sample.latency > 50000)
		last--;
	assert_int_equal(last->sample.context, CONTEXT_IRQ);
	for (struct event *event = last; event < list.event + list.count;
	     event++)
		if (event->type == EVENT_STACK)
			free(event->stack.caller);
	list.count = last - list.event;
	complete(&list);
	stop = stop_of(&list);
	assert_non_null(stop);
	assert_true(stop->stop.longest);
	for (size_t i = 0; i < list.count; i++)
		if (list.event[i].type == EVENT_SAMPLE)
			assert_true(list.event[i].sample.latency <=
				    stop->stop.latency);
	event_list_clear(&list);
}

/* One event after the other: the record of a sample is a little late. */
static void test_settle(void **state)
{
	struct event_list list;

	(void)state;
	read_records(&list, "7.2-rt");
	for (size_t i = 0; i < list.count; i++) {
		struct event event = list.event[i];

		kernel_events_settle(&event);
		if (event.type == EVENT_SAMPLE)
			assert_true(event.sample.t_w + event.sample.latency ==
				    event.time);
	}
	event_list_clear(&list);
}

/* The stop of a hit that is known, also if the kernel has remarked another one. */
static void test_stop(void **state)
{
	struct event_list list;
	struct kernel_events events = { .list = &list };
	const struct event *stop, *hit = NULL;
	uint64_t latency = 0;

	(void)state;
	read_records(&list, "6.12-rt");
	kernel_events_complete(&events);
	for (size_t i = 0; i < list.count / 2; i++)
		if (list.event[i].type == EVENT_SAMPLE &&
		    list.event[i].sample.context == CONTEXT_THREAD)
			latency = list.event[i].sample.latency;
	assert_true(kernel_events_stop(&events, CONTEXT_THREAD, latency, 1000));
	stop = stop_of(&list);
	assert_non_null(stop);
	hit = stop - 1;
	assert_int_equal(hit->type, EVENT_SAMPLE);
	assert_int_equal(hit->sample.latency, latency);
	assert_int_equal(stop->stop.latency, latency);
	assert_int_equal(stop->stop.threshold, 1000);
	assert_int_equal(stop->stop.t_w, hit->sample.t_w);
	assert_int_equal(stop->stop.seqnum, hit->sample.seqnum);
	assert_false(stop->stop.longest);
	/* There is no such sample. */
	assert_true(kernel_events_stop(&events, CONTEXT_USER, latency, 1000));
	assert_null(stop_of(&list));
	event_list_clear(&list);
}

/* A remark before any sample, or about an exception, is no hit. */
static void test_marks(void **state)
{
	struct event_list list = { .count = 0 };
	struct kernel_events events = { .list = &list };
	struct event *event = event_list_add(&list);

	(void)state;
	event->type = EVENT_STOP;
	event_set_defaults(event);
	kernel_events_complete(&events);
	assert_int_equal(list.count, 0);
	assert_true(kernel_events_choose(&events, 1));
	assert_int_equal(list.count, 0);
	event_list_clear(&list);
	assert_true(stop_mark_is("stop tracing hit on cpu 12"));
	assert_true(stop_mark_is("stop tracing hit on cpu 0\n"));
	assert_false(stop_mark_is("stop tracing hit on cpu 0 due to exception: timerlat user-thread migrated\n"));
	assert_false(stop_mark_is("stop tracing hit on cpu "));
	assert_false(stop_mark_is("I stop"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_records_and_text),
		cmocka_unit_test(test_complete),
		cmocka_unit_test(test_expiry),
		cmocka_unit_test(test_twins),
		cmocka_unit_test(test_same_number),
		cmocka_unit_test(test_same_sample),
		cmocka_unit_test(test_impossible),
		cmocka_unit_test(test_too_long),
		cmocka_unit_test(test_other_clock),
		cmocka_unit_test(test_longest),
		cmocka_unit_test(test_settle),
		cmocka_unit_test(test_stop),
		cmocka_unit_test(test_marks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
