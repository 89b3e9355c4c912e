// SPDX-License-Identifier: GPL-2.0
/*
 * Reading of traces that were saved as text: see trace_text.h. What a line is,
 * text_line.c knows, and event_text.c what an event says. A line is held until
 * the next one is known, as a mail program may have wrapped it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/line_reader.h"
#include "base/number_map.h"
#include "base/printable.h"
#include "input/line_cleaner.h"
#include "trace/event_text.h"
#include "trace/events.h"
#include "trace/kept_events.h"
#include "trace/repeated_events.h"
#include "trace/saved_trace.h"
#include "trace/text_line.h"
#include "trace/trace_text.h"

#define STACK_MAX	256

/* Not more is read if none of its lines is of a trace. */
#define STRANGE_LINES_MAX	1000000
#define STRANGE_BYTES_MAX	(64u << 20)

/* So many lines of a mail may be one of a trace. */
#define WRAPPED_MAX	16

/* So many may have been cut within a word: all possibilities are tried. */
#define CUT_MAX		3

/* Value of lost_before between a loss and the next event of the list. */
#define LOST		UINT64_MAX

/* The name of a thread, as its last line has it. */
struct thread_name {
	size_t length;
	char comm[EVENT_COMM_LEN];
};

/* The names in stacks. The made-up address n stands for function[n - 1]. */
struct names {
	char **function;
	size_t functions;
	struct thread_name *thread;
	size_t threads;
	struct number_map place;	/* of a thread, by its id */
	struct number_map known;	/* a function, by its name's number */
};

/**
 * struct held_line - a line that may go on in the next one
 * @text: the line, and what was joined to it
 * @size: room for it, in bytes
 * @length: of all of it
 * @first: length of the line itself
 * @width: length of the line itself as it was read
 * @joined: how many others were joined to it
 * @blank: where the first of these begin, after a blank
 * @whole: bits of those before which no word was cut
 * @spare: the same without some of these blanks
 * @number: its number, counted from 1; 0: no line is held
 * @line: what it says; an event or other
 */
struct held_line {
	char *text;
	size_t size;
	size_t length;
	size_t first;
	size_t width;
	int joined;
	size_t blank[CUT_MAX];
	int whole;
	char *spare;
	unsigned long number;
	struct text_line line;
};

/**
 * struct text - a trace that is being read
 * @trace: where it is put
 * @names: what its names are
 * @kept: which of its events are kept
 * @held: the line before
 * @stack: the stack whose frames follow; NULL: there is none
 * @stack_cpu: its CPU
 * @stack_reported: trace-cmd has printed it
 * @doubled: each line of the stack is there twice
 * @skipped: the last frame was the same as the one before
 * @no_stack: frames that follow are of user space
 * @widest: length of the longest line
 * @line: number of the line that is taken
 * @blank: the line before ends with a blank
 * @cpu: of the last event; -1: there was none
 * @when: what times of events are
 * @timed: whether @when is known
 */
struct text {
	struct saved_trace *trace;
	struct names *names;
	struct kept_events kept;
	struct held_line held;
	struct event *stack;
	int stack_cpu;
	bool stack_reported;
	bool doubled;
	bool skipped;
	bool no_stack;
	size_t widest;
	unsigned long line;
	bool blank;
	int cpu;
	enum text_line_time when;
	bool timed;
};

/* ---- Events -------------------------------------------------------------- */

/*
 * Count a damaged line. The event in it is unknown, so that it counts as lost.
 * Return 0, or -1 without memory.
 */
static int take_damage(struct text *text, int cpu)
{
	struct event_list *list = saved_trace_list(text->trace, cpu);

	if (!text->trace->damaged_lines++)
		text->trace->damaged_line = text->line;
	if (list)
		list->lost_before = LOST;
	return list ? 0 : -1;
}

/*
 * A stack without its frames has lost them, as no thread is without one. Return
 * 0, or -1 without memory.
 */
static int end_stack(struct text *text)
{
	struct event *stack = text->stack;
	uint64_t *fits;

	if (!stack)
		return 0;
	text->stack = NULL;
	if (!stack->stack.count)
		return take_damage(text, text->stack_cpu);
	if (text->stack_reported && stack->stack.count == REPORTED_FRAMES)
		text->trace->cut_stacks++;
	fits = realloc(stack->stack.caller,
		       stack->stack.count * sizeof(*fits));
	if (fits)
		stack->stack.caller = fits;
	return 0;
}

/* Append an event to the list of its CPU. Return 0, or -1 without memory. */
static int trace_text_add_event(struct text *text, int cpu,
				const struct event *event)
{
	struct event_list *list = saved_trace_list(text->trace, cpu);
	struct event *added;

	if (!list || !kept_events_add(&text->kept, text->trace, cpu, event))
		return -1;
	added = event_list_add(list);
	if (!added)
		return -1;
	*added = *event;
	if (list->lost_before == LOST || list->lost_after)
		list->lost_before = event->time;
	list->lost_after = false;
	text->trace->events += event_is_measured(event);
	if (event->type != EVENT_STACK)
		return 0;
	added->stack.caller = calloc(STACK_MAX, sizeof(*added->stack.caller));
	text->stack = added;
	text->doubled = false;
	text->skipped = false;
	text->stack_cpu = cpu;
	return added->stack.caller ? 0 : -1;
}

/* ---- Names --------------------------------------------------------------- */

/*
 * Find the made-up address of a function. The same ones come again and again,
 * and are kept once. Return 0 without memory.
 */
static uint64_t add_function(struct names *names, const char *name)
{
	uint64_t number = number_of_text(name);
	int64_t address;
	char **grown;

	if (number_map_find(&names->known, number, &address) &&
	    !strcmp(names->function[address - 1], name))
		return address;
	grown = array_grow(names->function, names->functions, sizeof(*grown));
	if (!grown)
		return 0;
	names->function = grown;
	grown[names->functions] = strdup(name);
	if (!grown[names->functions])
		return 0;
	names->functions++;
	return number_map_put(&names->known, number, names->functions) ?
	       names->functions : 0;
}

/*
 * Cut off what options of the tracer or trace-cmd put after the name of a
 * function: its offset, and its address. The module that it is in remains.
 */
static void cut_function(char *name)
{
	char *offset = strstr(name, "+0x"), *module = strchr(name, '[');
	char *address = strpbrk(name, "(<");

	if (address && address > name && address[-1] == ' ')
		*address = '\0';
	for (size_t length = strlen(name); length && name[length - 1] == ' ';)
		name[--length] = '\0';
	if (!offset || offset == name)
		return;
	if (module && module > offset) {
		*offset = ' ';
		memmove(offset + 1, module, strlen(module) + 1);
	} else {
		*offset = '\0';
	}
}

/*
 * Add the function of a line " => NAME" to the stack that is being read. Return
 * 0, or -1 without memory.
 */
static int add_frame(struct text *text, const char *frame, size_t length)
{
	struct event *stack = text->stack;
	char name[SYMBOL_LEN];
	uint64_t address;

	if (!stack && text->cpu >= 0 && !text->no_stack) {
		/* Its first line is missing; the others of it count once. */
		text->no_stack = true;
		return take_damage(text, text->cpu);
	}
	/* Some kernels print the end of their buffer, too. */
	if (!stack || stack->stack.count == STACK_MAX || !strcmp(frame, "0"))
		return 0;
	snprintf(name, sizeof(name), "%.*s", (int)length, frame);
	cut_function(name);
	if (!*name)
		return 0;
	address = add_function(text->names, name);
	if (!address)
		return -1;
	text->skipped = text->doubled && !text->skipped && stack->stack.count &&
			stack->stack.caller[stack->stack.count - 1] == address;
	if (text->skipped)
		return 0;
	stack->stack.caller[stack->stack.count++] = address;
	return 0;
}

/*
 * Add functions "NAME => NAME ...". A format has a fixed number of them, and
 * trace-cmd prints "0x0" for those that are not there. Return 0, or -1 without
 * memory.
 */
static int add_frames(struct text *text, const char *frames)
{
	const char *end = strstr(frames, " 0x0");
	int result = 0;

	if (!end)
		end = frames + strlen(frames);
	while (frames && frames < end && !result) {
		const char *next = strstr(frames, " => ");

		frames += strspn(frames, " ");
		result = add_frame(text, frames, (next ?: end) - frames);
		frames = next ? next + strlen(" => ") : NULL;
	}
	return result;
}

/* Set the function of a callback. Return 0, or -1 without memory. */
static int set_callback(struct names *names, const char *name,
			struct event *event)
{
	uint64_t *function = event->type == EVENT_IPI ?
			     &event->ipi.function : &event->callback.function;

	if (!*name)
		return 0;
	*function = add_function(names, name);
	return *function ? 0 : -1;
}

/* Remember the name of a thread. Return 0, or -1 without memory. */
static int take_name(struct names *names, const struct text_line *line)
{
	struct thread_name *thread = names->thread;
	size_t length = line->comm_length;
	int64_t i;

	if (!number_map_find(&names->place, line->pid, &i)) {
		i = names->threads;
		thread = array_grow(thread, i, sizeof(*thread));
		if (!thread)
			return -1;
		names->thread = thread;
		if (!number_map_put(&names->place, line->pid, i))
			return -1;
		thread[names->threads++] = (struct thread_name) { .length = 0 };
	}
	if (length >= sizeof(thread[i].comm))
		length = sizeof(thread[i].comm) - 1;
	if (length == thread[i].length &&
	    !memcmp(thread[i].comm, line->comm, length))
		return 0;
	thread[i].length = length;
	memcpy(thread[i].comm, line->comm, length);
	thread[i].comm[length] = '\0';
	return 0;
}

/* ---- Lines --------------------------------------------------------------- */

/*
 * Return what the CPU was in by the third column of a state like "d.h3.", or
 * the fourth of some kernels; "" is not known.
 */
static enum event_inside inside_of_state(const char *state)
{
	if (!*state || *state == ' ')
		return INSIDE_UNKNOWN;
	for (size_t i = 2; state[0] && state[1] && state[i] &&
			   state[i] != ' '; i++) {
		switch (state[i]) {
		case 'z':
		case 'Z':
			return INSIDE_NMI;
		case 'h':
		case 'H':
			return INSIDE_IRQ;
		case 's':
			return INSIDE_SOFTIRQ;
		default:
			break;
		}
	}
	return INSIDE_THREAD;
}

/*
 * Return the fields of the held line without the blanks between lines that the
 * bits of @cuts are for: a terminal cuts words. Return NULL without memory.
 */
static const char *without_blanks(struct held_line *held, int cuts)
{
	char *grown = realloc(held->spare, held->size), *to = grown;
	const char *rest = held->line.rest;

	if (!grown)
		return NULL;
	held->spare = grown;
	for (const char *from = rest; *from; from++) {
		bool out = false;

		for (int i = 0; i < held->joined; i++)
			out |= cuts & 1 << i &&
			       from == held->text + held->blank[i];
		if (!out)
			*to++ = *from;
	}
	*to = '\0';
	return held->spare;
}

/*
 * Parse the fields of the held line, with what was joined to it if that fits.
 * Only a terminal cuts words, and all its lines but the last part of one are
 * equally wide: then it is more likely to have cut a word than between two.
 */
static enum event_text_result parse_held(struct held_line *held, size_t widest,
					 struct event_text *said,
					 struct event *event)
{
	const struct text_line *line = &held->line;
	const struct event empty = {
		.pid = line->pid, .time = line->time,
		.inside = inside_of_state(line->state),
	};
	bool cut = held->joined && held->joined <= CUT_MAX &&
		   held->width == widest &&
		   line->rest <= held->text + held->first;
	enum event_text_result result;

	for (int cuts = cut ? (1 << held->joined) - 1 : 0; cuts > 0; cuts--) {
		const char *rest = cuts & held->whole ? NULL :
				   without_blanks(held, cuts);

		*event = empty;
		if (rest && event_text_parse(said, event, rest) ==
			    EVENT_TEXT_READ)
			return EVENT_TEXT_READ;
	}
	*event = empty;
	result = event_text_parse(said, event, line->rest);
	if (result == EVENT_TEXT_READ || !held->joined ||
	    line->rest > held->text + held->first)
		return result;
	held->text[held->first] = '\0';
	*event = empty;
	return event_text_parse(said, event, line->rest);
}

/*
 * Take an event that was read. Times of several clocks cannot be put beside
 * each other. Return 0, or -1 without memory.
 */
static int take_read(struct text *text, const struct text_line *line,
		     struct event_text *said, struct event *event)
{
	struct saved_trace *trace = text->trace;

	if (line->when == TIME_WITHOUT_UNIT) {
		trace->unitless_line = trace->unitless_line ?: text->line;
		trace->unitless_module |= saved_trace_is_of_module(event);
		return event_is_measured(event) ?
		       take_damage(text, line->cpu) : 0;
	}
	if (text->timed && text->when != line->when)
		return take_damage(text, line->cpu);
	text->timed = true;
	text->when = line->when;
	trace->relative = line->when == TIME_RELATIVE;
	if (set_callback(text->names, said->function, event) ||
	    trace_text_add_event(text, line->cpu, event))
		return -1;
	text->stack_reported = said->reported;
	return said->frames ? add_frames(text, said->frames) : 0;
}

/* Take the held line, which is an event. Return 0, or -1 without memory. */
static int take_event(struct text *text)
{
	const struct text_line *line = &text->held.line;
	struct saved_trace *trace = text->trace;
	struct event_text said;
	struct event event;

	text->cpu = line->cpu;
	text->no_stack = false;
	trace->event_lines++;
	if (take_name(text->names, line))
		return -1;
	switch (parse_held(&text->held, text->widest, &said, &event)) {
	case EVENT_TEXT_READ:
		return take_read(text, line, &said, &event);
	case EVENT_TEXT_ODD:
		trace->odd_line = trace->odd_line ?: text->line;
		return take_damage(text, line->cpu);
	case EVENT_TEXT_DAMAGED:
		return take_damage(text, line->cpu);
	default:
		/* That of user space is of no use. */
		text->no_stack = *line->rest == '<' ||
				 strstr(line->rest, "stack");
		/* Below the header of timerlat, it is a part of a sample. */
		return *line->rest == '#' &&
		       !strcmp(trace->header, "timerlat") ?
		       take_damage(text, line->cpu) : 0;
	}
}

/* Return whether the line that is held begins the stack again that has begun. */
static bool is_stack_again(const struct text *text)
{
	const struct text_line *line = &text->held.line;

	return text->stack && !text->stack->stack.count &&
	       text->stack_cpu == line->cpu && text->stack->pid == line->pid &&
	       text->stack->time == line->time && strstr(line->rest, "stack");
}

/* Take the line that is held. Return 0, or -1 without memory. */
static int take_held(struct text *text)
{
	struct held_line *held = &text->held;
	int result = 0;

	if (!held->number)
		return 0;
	text->line = held->number;
	if (held->line.kind == LINE_EVENT && is_stack_again(text))
		text->doubled = true;
	else if (held->line.kind == LINE_EVENT)
		result = end_stack(text) ?: take_event(text);
	else if (!text->trace->bare_line && event_text_is_tracer(held->text)) {
		text->trace->bare_line = held->number;
		if (strstr(held->text, " osnoise:"))
			text->trace->form = "it is what perf script prints, which has other columns: record it by --trace, or by trace-cmd";
	}
	held->number = 0;
	return result;
}

/* Make room for @length bytes more, and a blank, in the held line. */
static bool make_held_room(struct held_line *held, size_t length)
{
	size_t needed = held->length + length + 2;
	char *grown;

	if (needed <= held->size)
		return true;
	grown = realloc(held->text, 2 * needed);
	if (!grown)
		return false;
	held->text = grown;
	held->size = 2 * needed;
	return true;
}

/*
 * Hold the line that was read, which has @length bytes. Return 0, or -1 without
 * memory.
 */
static int hold_line(struct text *text, const struct text_line *line,
		     const struct line_reader *reader, size_t length)
{
	struct held_line *held = &text->held;
	const char *from = reader->line;

	held->length = 0;
	if (!make_held_room(held, length))
		return -1;
	memcpy(held->text, from, length + 1);
	held->length = length;
	held->first = length;
	held->joined = 0;
	held->whole = 0;
	held->width = reader->length;
	held->number = reader->number;
	held->line = *line;
	held->line.rest = held->text + (line->rest - from);
	if (line->kind == LINE_EVENT) {
		held->line.comm = held->text + (line->comm - from);
		held->line.state = *line->state ?
				   held->text + (line->state - from) : "";
	}
	return 0;
}

/*
 * Put @rest after the held line, and look at both. @blank: the line before it
 * ended with a blank. Return 0, or -1 without memory.
 */
static int join_line(struct held_line *held, const char *rest, bool blank)
{
	size_t length = strlen(rest);

	if (!make_held_room(held, length))
		return -1;
	if (held->joined < CUT_MAX) {
		held->blank[held->joined] = held->length;
		held->whole |= blank << held->joined;
	}
	held->text[held->length++] = ' ';
	memcpy(held->text + held->length, rest, length + 1);
	held->length += length;
	held->joined++;
	text_line_parse(&held->line, held->text);
	return 0;
}

static void take_header(struct saved_trace *trace, const char *line)
{
	static const char tracer[] = "# tracer: ";

	if (!strncmp(line, tracer, strlen(tracer)))
		snprintf(trace->header, sizeof(trace->header), "%s",
			 line + strlen(tracer));
	trace->tainted |= !strcmp(line, "# osnoise is tainted!");
}

/* Take a line that is neither an event nor a part of one. */
static int take_line(struct text *text, const struct text_line *line,
		     unsigned long number)
{
	struct event_list *list;

	text->line = number;
	switch (line->kind) {
	case LINE_FRAME:
		return add_frames(text, line->rest);
	case LINE_HEADER:
		take_header(text->trace, line->rest);
		return 0;
	case LINE_LOSS:
		list = saved_trace_list(text->trace, line->cpu);
		if (!list)
			return -1;
		list->lost_after = true;
		return 0;
	default:
		return 0;
	}
}

/* Look at the first line, which may have other ones in it. */
static void look_at_first(struct saved_trace *trace, const char *line)
{
	if (strchr(line, '\r'))
		trace->form = "its lines end with CR alone: change it first: tr '\\r' '\\n'";
	else if (strstr(line, "\\n "))
		trace->form = "its lines end with a backslash and n: change it first: sed 's/\\\\n/\\n/g'";
}

/* Note the encoding of a mail that was saved with its headers. */
static void look_at_header(struct saved_trace *trace, const char *line)
{
	static const char header[] = "content-transfer-encoding: ";

	if (strncasecmp(line, header, strlen(header)))
		return;
	line += strlen(header);
	if (!strncasecmp(line, "quoted-printable", 16) ||
	    !strncasecmp(line, "base64", 6))
		trace->form = "it is a mail whose text is encoded: save its text, or what is attached, in the mail program";
}

/* Take a line as it was read. Return 0, or -1 without memory. */
static int trace_text_take(struct text *text, const struct line_reader *reader)
{
	bool before = text->blank;
	struct held_line *held = &text->held;
	struct text_line line;
	size_t length;

	text->blank = reader->length > 1 &&
		      reader->line[reader->length - 2] == ' ';
	length = line_clean(reader->line, reader->length);
	if (reader->number == 1)
		look_at_first(text->trace, reader->line);
	if (reader->length > text->widest)
		text->widest = reader->length;
	text_line_parse(&line, reader->line);
	if (line.kind == LINE_OTHER) {
		char *frame = text_line_frame(line.rest);

		if (!text->trace->event_lines)
			look_at_header(text->trace, reader->line);
		if (frame && (text->stack || held->number)) {
			line.kind = LINE_FRAME;
			line.rest = frame;
		} else if (held->number && held->joined < WRAPPED_MAX) {
			return join_line(held, held->line.prefixed ?
					 line.rest : reader->line, before);
		}
	}
	if (take_held(text))
		return -1;
	if (line.kind == LINE_EVENT || line.kind == LINE_BEGIN ||
	    line.kind == LINE_OTHER)
		return hold_line(text, &line, reader, length);
	return take_line(text, &line, reader->number);
}

/* ---- All of it ----------------------------------------------------------- */

static void free_names(void *source)
{
	struct names *names = source;

	for (size_t i = 0; i < names->functions; i++)
		free(names->function[i]);
	free(names->function);
	free(names->thread);
	number_map_free(&names->place);
	number_map_free(&names->known);
	free(names);
}

/* Return whether a name is only an address, of which nobody knew the function. */
static bool is_address(const char *name)
{
	return strlen(name) >= 8 &&
	       !name[strspn(name, "0123456789abcdef")];
}

static bool trace_text_find_function(void *source, uint64_t address, char *name,
				     size_t size)
{
	const struct names *names = source;

	if (!address || address > names->functions)
		return false;
	snprintf(name, size, "%s", names->function[address - 1]);
	return strncmp(name, "0x", 2) && !is_address(name);
}

static bool trace_text_find_comm(void *source, int pid, char *comm)
{
	const struct names *names = source;
	int64_t i;

	if (!number_map_find(&names->place, pid, &i))
		return false;
	memcpy(comm, names->thread[i].comm, EVENT_COMM_LEN);
	return true;
}

/* Return whether the file has nothing of a trace, and may go on so for ever. */
static bool is_strange(const struct text *text, unsigned long lines,
		       size_t bytes)
{
	return !text->names->threads &&
	       (lines == STRANGE_LINES_MAX || bytes > STRANGE_BYTES_MAX);
}

/* Take all lines. Return 0, or -1 without memory. */
static int trace_text_take_all(struct text *text, struct line_reader *reader)
{
	size_t bytes = 0;

	while (!is_strange(text, reader->number, bytes) && line_read(reader)) {
		bytes += reader->length;
		if (trace_text_take(text, reader))
			return -1;
	}
	text->trace->lines = reader->number;
	if (take_held(text) || end_stack(text))
		return -1;
	for (int cpu = 0; cpu < text->trace->cpus; cpu++)
		if (!repeated_events_drop(&text->trace->list[cpu]))
			return -1;
	/* Another first line, or a quoted one, does not matter. */
	if (2 * text->trace->damaged_lines < text->trace->event_lines)
		text->trace->form = NULL;
	return 0;
}

const char *trace_text_read(struct saved_trace *trace, FILE *in)
{
	struct text text = {
		.trace = trace, .names = calloc(1, sizeof(struct names)),
		.cpu = -1,
	};
	struct line_reader reader = { .in = in };
	bool no_memory = !text.names;

	trace->symbols =
		(struct symbols) { trace_text_find_function, text.names };
	trace->comm = trace_text_find_comm;
	trace->resolution = TEXT_RESOLUTION_NS;
	trace->free_source = text.names ? free_names : NULL;
	if (!no_memory)
		no_memory = trace_text_take_all(&text, &reader);
	line_reader_free(&reader);
	free(text.held.text);
	free(text.held.spare);
	kept_events_free(&text.kept);
	if (reader.error == EMSGSIZE) {
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: it is longer than any of a trace: give a trace that --trace saved",
			 reader.number);
		return trace->why;
	}
	return no_memory ? strerror(ENOMEM) :
	       reader.error ? strerror(reader.error) : NULL;
}
