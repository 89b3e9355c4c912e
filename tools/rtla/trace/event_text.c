// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of events as text: see event_text.h. A name before a number may
 * have any characters in it, so that its end is found by searching from the end
 * of the line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "trace/callback_text.h"
#include "trace/event_shapes.h"
#include "trace/event_text.h"
#include "trace/noise_source.h"
#include "trace/recorder.h"

/* ---- Parts of a line ----------------------------------------------------- */

/*
 * Return the last occurrence of @word, like " start ", in the text. The fields
 * follow a name, which may contain the same word.
 */
static const char *find_last(const char *text, const char *word)
{
	const char *found = NULL, *next = text;

	while ((next = strstr(next, word)))
		found = next++;
	return found;
}

/* Copy @length bytes of a name, as far as there is room. */
static void copy_name(char *name, size_t size, const char *text, size_t length)
{
	if (length >= size)
		length = size - 1;
	memcpy(name, text, length);
	name[length] = '\0';
}

/* Parse "NAME:NUMBER" from @text up to @end. NAME may have blanks before it. */
static bool split_name(const char *text, const char *end, char *name,
		       size_t size, int *number)
{
	const char *colon;

	text += strspn(text, " ");
	while (end > text && end[-1] == ' ')
		end--;
	colon = end;
	while (colon > text && *colon != ':')
		colon--;
	if (*colon != ':' || colon >= end ||
	    scan(colon + 1, "%d", number) != end)
		return false;
	copy_name(name, size, text, colon - text);
	return true;
}

/* Parse "start S.NNNNNNNNN duration N ns". */
static const char *parse_stretch(const char *text, uint64_t *start,
				 uint64_t *duration)
{
	return scan(text, " start %t duration %u ns", start, duration);
}

/* ---- Events -------------------------------------------------------------- */

/* The kernel's own tracer has another name for the user latency. */
static bool parse_context(const char *word, int *context)
{
	if (!strcmp(word, "user-ret"))
		word = context_name(CONTEXT_USER);
	for (int i = 0; i < LATENCY_CONTEXTS; i++) {
		if (!strcmp(context_name(i), word)) {
			*context = i;
			return true;
		}
	}
	return false;
}

/* Parse " t_w=19098291930 pid=197", which all but the module lack. */
static bool end_sample(struct event *event, const char *text)
{
	const char *t_w = scan(text, " t_w=%u", &event->sample.t_w);

	return scan(t_w ?: text, " %$") ||
	       (t_w && scan(t_w, " pid=%d %$", &event->sample.pid));
}

/*
 * Earlier versions of the module print "timer_latency=15313 seqnum=4068
 * context=1 t_w=19098291930", at first without " pid=197". The event of the
 * kernel's own tracer ends before t_w.
 */
static bool parse_named_sample(struct event *event, const char *text)
{
	const char *after = scan(text, "timer_latency=%u seqnum=%n context=%d",
				 &event->sample.latency, &event->sample.seqnum,
				 &event->sample.context);

	return after && end_sample(event, after);
}

/*
 * "#1201  context    irq timer_latency     28573 ns" of the kernel's own tracer
 * has " t_w=19098291930 pid=197" after it if the module prints it.
 */
static bool parse_sample(struct event *event, const char *text)
{
	char context[SCAN_WORD_LEN];
	const char *after;

	if (*text != '#')
		return parse_named_sample(event, text);
	after = scan(text, "#%n context %w timer_latency %u ns",
		     &event->sample.seqnum, context, &event->sample.latency);
	if (!after || !parse_context(context, &event->sample.context))
		return false;
	return end_sample(event, after);
}

/* The entry of the kernel's own tracer, as trace-cmd prints it. */
static bool parse_sample_entry(struct event *event, const char *text)
{
	return scan(text, "seq:%n context:%d timer_latency:%u",
		    &event->sample.seqnum, &event->sample.context,
		    &event->sample.latency) || parse_sample(event, text);
}

static bool parse_nmi(struct event *event, const char *text)
{
	const char *after = parse_stretch(text, &event->noise.start,
					  &event->noise.duration);

	return after && scan(after, " %$");
}

static bool parse_vector(struct event *event, const char *text)
{
	const char *start = find_last(text, " start ");

	return start && parse_nmi(event, start) &&
	       split_name(text, start, event->noise.name,
			  sizeof(event->noise.name), &event->noise.id);
}

/* The kernel's own tracer does not tell the priority. */
static bool parse_thread(struct event *event, const char *text)
{
	const char *prio = find_last(text, " prio "), *start;

	if (!prio)
		return parse_vector(event, text);
	start = scan(prio, " prio %d", &event->noise.prio);
	return start && parse_nmi(event, start) &&
	       split_name(text, prio, event->noise.name,
			  sizeof(event->noise.name), &event->noise.id);
}

static bool parse_stop(struct event *event, const char *text)
{
	const char *prio = find_last(text, " prio "), *named;

	if (!prio || !scan(prio, " prio %d %$", &event->stop.prio))
		return false;
	named = scan(text, "session %n #%n context %d latency %u ns threshold %u ns t_w %u irq_start %u thread_start %u",
		     &event->stop.session, &event->stop.seqnum,
		     &event->stop.context, &event->stop.latency,
		     &event->stop.threshold, &event->stop.t_w,
		     &event->stop.irq_start, &event->stop.thread_start);
	return named && named <= prio && event->stop.context >= 0 &&
	       event->stop.context < CONTEXTS &&
	       split_name(named, prio, event->stop.comm,
			  sizeof(event->stop.comm), &event->stop.pid);
}

/* At first, the kernel wrote "interferences". */
static bool parse_gap(struct event *event, const char *text)
{
	const char *after = parse_stretch(text, &event->gap.start,
					  &event->gap.duration);

	return after && (scan(after, " interference %u %$",
			      &event->gap.interference) ||
			 scan(after, " interferences %u %$",
			      &event->gap.interference));
}

/*
 * The remark of the kernel's own tracer that a threshold was hit, which may
 * follow the name of a function.
 */
static bool parse_mark(struct event *event, const char *text)
{
	const char *mark = strstr(text, "stop tracing ");

	(void)event;
	return mark && (mark == text || mark[-1] == ' ') && stop_mark_is(mark);
}

/* A period in whole us: of the event, of the entry, or of that by trace-cmd. */
static bool parse_period_us(struct event *event, const char *text)
{
	uint64_t runtime = 0, noise, max;
	uint32_t *from = event->period.from;

	if (!scan(text, "runtime=%u noise=%u max_sample=%u hw_count=%n irq_count=%n nmi_count=%n softirq_count=%n thread_count=%n %$",
		  &runtime, &noise, &max, &from[NOISE_HARDWARE],
		  &from[NOISE_IRQ], &from[NOISE_NMI], &from[NOISE_SOFTIRQ],
		  &from[NOISE_THREAD]) &&
	    !scan(text, "%u %u %_ %u %n %n %n %n %n %$", &runtime, &noise, &max,
		  &from[NOISE_HARDWARE], &from[NOISE_NMI], &from[NOISE_IRQ],
		  &from[NOISE_SOFTIRQ], &from[NOISE_THREAD]) &&
	    !scan(text, "noise:%u max_sample:%u hw:%n nmi:%n irq:%n softirq:%n thread:%n %$",
		  &noise, &max, &from[NOISE_HARDWARE], &from[NOISE_NMI],
		  &from[NOISE_IRQ], &from[NOISE_SOFTIRQ], &from[NOISE_THREAD]))
		return false;
	event->period.start = TIME_ABSENT;
	event->period.runtime = runtime * 1000;
	event->period.noise = noise * 1000;
	event->period.max_single = max * 1000;
	return true;
}

static bool parse_period(struct event *event, const char *text)
{
	uint32_t *from = event->period.from;

	return scan(text, "runtime_ns=%u noise_ns=%u max_sample_ns=%u hw_count=%n irq_count=%n nmi_count=%n softirq_count=%n thread_count=%n seqnum=%n start=%u",
		    &event->period.runtime, &event->period.noise,
		    &event->period.max_single, &from[NOISE_HARDWARE],
		    &from[NOISE_IRQ], &from[NOISE_NMI], &from[NOISE_SOFTIRQ],
		    &from[NOISE_THREAD], &event->period.seqnum,
		    &event->period.start) || parse_period_us(event, text);
}

/*
 * The frames of the stack are on the lines that follow, or behind the fields
 * where trace-cmd prints it.
 */
static bool parse_stack(struct event *event, const char *text)
{
	const char *t_w = strstr(text, "t_w=");

	t_w = t_w ? scan(t_w, "t_w=%u", &event->stack.t_w) : NULL;
	if (!t_w || scan(t_w, " %$") ||
	    scan(t_w, " time=%u cost=%u %$", &event->stack.time,
		 &event->stack.cost))
		return t_w;
	t_w = scan(t_w, " time=%u cost=%u pid=%d", &event->stack.time,
		   &event->stack.cost, &event->stack.pid);
	return t_w && (scan(t_w, " %$") || scan(t_w, " =>"));
}

/* A stack of the kernel itself has no fields but its frames. */
static bool parse_bare_stack(struct event *event, const char *text)
{
	(void)event;
	return !strncmp(text + (*text == '<'), "stack trace", 11) || !*text ||
	       !strncmp(text, "=> ", 3);
}

/* The kernel prints the state -1 as an unsigned number, which is IDLE_LEFT. */
static bool parse_idle(struct event *event, const char *text)
{
	return scan(text, "state=%n", &event->idle.state);
}

/*
 * "prev_comm=ktimers/0 prev_pid=18 prev_prio=98 prev_state=S ==> next_comm=..."
 * The module's analysis does not need it.
 */
static bool parse_named_switch(struct event *event, const char *text)
{
	const char *to = find_last(text, " next_pid=");
	const char *from = strstr(text, " prev_pid=");

	return to && from && scan(from, " prev_pid=%d prev_prio=%d",
				  &event->switched.from,
				  &event->switched.from_prio) &&
	       scan(to, " next_pid=%d next_prio=%d %$", &event->switched.to,
		    &event->switched.to_prio);
}

/* Parse "ktimers/0:18 [98]" from @text up to @end, without its name. */
static bool parse_switched(const char *text, const char *end, int *pid,
			   int *prio)
{
	const char *id = end;

	while (id > text && *id != '[')
		id--;
	while (id > text && *id != ':')
		id--;
	return *id == ':' && scan(id, ":%d [%d]", pid, prio);
}

/* Trace-cmd prints "ktimers/0:18 [98] S ==> swapper/0:0 [120]". */
static bool parse_switch(struct event *event, const char *text)
{
	const char *arrow;

	if (parse_named_switch(event, text))
		return true;
	arrow = find_last(text, " ==> ");
	return arrow && parse_switched(text, arrow, &event->switched.from,
				       &event->switched.from_prio) &&
	       parse_switched(arrow, arrow + strlen(arrow),
			      &event->switched.to, &event->switched.to_prio);
}

/*
 * "comm=ktimers/0 pid=18 prio=98 target_cpu=000", for which trace-cmd prints
 * "ktimers/0:18 [98] CPU:000".
 */
static bool parse_queued(struct event *event, const char *text)
{
	const char *pid = find_last(text, " pid="), *cpu;
	int prio;

	event->waking.queued = true;
	if (pid)
		return scan(pid, " pid=%d prio=%d", &event->waking.pid, &prio);
	cpu = find_last(text, " CPU:");
	return cpu && parse_switched(text, cpu, &event->waking.pid, &prio);
}

static bool parse_waking(struct event *event, const char *text)
{
	bool read = parse_queued(event, text);

	event->waking.queued = false;
	return read;
}

static bool parse_wakeup(struct event *event, const char *text)
{
	uint64_t *point = event->wakeup.point;

	return scan(text, "session=%n pid=%d kind=%d waker=%d t_w=%u irq=%u waking=%u queued=%u sched=%u switched=%u run=%u %$",
		    &event->wakeup.session, &event->wakeup.pid,
		    &event->wakeup.kind, &event->wakeup.waker, &point[0],
		    &point[1], &point[2], &point[3], &point[4], &point[5],
		    &point[6]);
}

/**
 * struct event_parser - an event of text
 * @name: its name
 * @type: what it is
 * @parse: parses its fields; NULL: they are "NAME=VALUE ..."
 * @any: other things have the same name: a text that cannot be parsed is one
 *	of these
 */
static const struct event_parser {
	const char *name;
	enum event_type type;
	bool (*parse)(struct event *event, const char *text);
	bool any;
} parsers[] = {
	{ "irq_noise", EVENT_IRQ, parse_vector, false },
	{ "thread_noise", EVENT_THREAD, parse_thread, false },
	{ "sched_switch", EVENT_SWITCH, parse_switch, false },
	{ "softirq_noise", EVENT_SOFTIRQ, parse_vector, false },
	{ "timerlat_sample", EVENT_SAMPLE, parse_sample, false },
	{ "nmi_noise", EVENT_NMI, parse_nmi, false },
	{ "stack", EVENT_STACK, parse_stack, false },
	{ "stop", EVENT_STOP, parse_stop, false },
	{ "osnoise_sample", EVENT_PERIOD, parse_period, false },
	{ "sample_threshold", EVENT_GAP, parse_gap, false },
	{ "cpu_idle", EVENT_IDLE, parse_idle, false },
	{ "wakeup", EVENT_WAKEUP, parse_wakeup, false },
	{ "counters", EVENT_COUNTERS, NULL, false },
	/* The entries of the kernel's own tracers, as trace-cmd names them. */
	{ "timerlat", EVENT_SAMPLE, parse_sample_entry, false },
	{ "osnoise", EVENT_PERIOD, parse_period_us, false },
	{ "kernel_stack", EVENT_STACK, parse_bare_stack, true },
	/* Without these, an analysis only has no arrows. */
	{ "sched_waking", EVENT_WAKING, parse_waking, true },
	{ "sched_wakeup", EVENT_WAKING, parse_queued, true },
	{ "sched_wakeup_new", EVENT_WAKING, parse_queued, true },
	{ "print", EVENT_STOP, parse_mark, true },
	{ "bprint", EVENT_STOP, parse_mark, true },
	{ "bputs", EVENT_STOP, parse_mark, true },
};

/* ---- Fields by their names ----------------------------------------------- */

/* Return what follows " NAME=" in the text, or NULL. */
static const char *find_field(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at++)
		if (at[length] == '=' && (at == text || at[-1] == ' '))
			return at + length + 1;
	return NULL;
}

/* A text ends before the next field. */
static size_t text_length(const char *value)
{
	const char *next = strchr(value, '=');
	size_t length = next ? (size_t)(next - value) : strlen(value);

	while (next && length && value[length] != ' ')
		length--;
	while (length && value[length - 1] == ' ')
		length--;
	return length;
}

static bool event_text_number(const struct field *field, char *to,
			      const char *value)
{
	char *end;
	uint64_t number = *value == '-' ? (uint64_t)strtoll(value, &end, 10) :
					  strtoull(value, &end, 0);
	uint32_t half = number;

	if (end == value)
		return false;
	if (field->kind == FIELD_US)
		number *= 1000;
	if (field->size == sizeof(half))
		memcpy(to, &half, sizeof(half));
	else
		memcpy(to, &number, sizeof(number));
	return true;
}

static bool read_field(struct event *event, const struct field *field,
		       const char *text)
{
	const char *value = find_field(text, field->name);
	char *to = (char *)event + field->to;

	switch (field->kind) {
	case FIELD_NUMBER:
	case FIELD_US:
		return value ? event_text_number(field, to, value) : field->newer;
	case FIELD_TEXT:
	case FIELD_STRING:
		if (value)
			copy_name(to, field->size, value, text_length(value));
		return value;
	default:
		/* Frames have no form in such a text. */
		return true;
	}
}

/* Return whether a text is nothing but "NAME=VALUE ...", or trace-cmd says so. */
static bool has_fields(const char *text)
{
	return !strncmp(text, "[FAILED TO PARSE]", 17) ||
	       text[strcspn(text, " =")] == '=';
}

/*
 * Read "NAME=VALUE ...", in any order, as trace-cmd prints an event whose
 * format it cannot apply. The table of @system says which fields there are.
 */
static bool read_fields(struct event *event, const char *system,
			const char *name, size_t length, const char *text)
{
	const struct event_table *table = event_table_find(system);

	for (const struct event_shape *shape = table->shapes; shape->name;
	     shape++) {
		const struct field *field = shape->fields;

		if (strncmp(shape->name, name, length) || shape->name[length] ||
		    shape->type != event->type)
			continue;
		while (field->name && read_field(event, field, text))
			field++;
		if (!field->name)
			return true;
	}
	return false;
}

/* ---- All of them --------------------------------------------------------- */

static void begin_event(struct event *event, const struct event *empty,
			enum event_type type)
{
	*event = *empty;
	event->type = type;
	event_set_defaults(event);
}

/*
 * Parse a line without the name of an event. The kernel's own tracers write
 * their samples and periods, stacks, and their remark about a hit so.
 */
static enum event_text_result parse_entry(struct event *event, const char *text)
{
	static const struct event_entry {
		const char *first;	/* of its characters */
		enum event_type type;
		bool (*parse)(struct event *event, const char *text);
	} entries[] = {
		{ "#t", EVENT_SAMPLE, parse_sample },
		{ "0123456789r", EVENT_PERIOD, parse_period },
		{ "<s", EVENT_STACK, parse_bare_stack },
	};
	const struct event empty = *event;
	uint32_t number;

	if (!*text)
		return EVENT_TEXT_OTHER;
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		if (!strchr(entries[i].first, *text))
			continue;
		begin_event(event, &empty, entries[i].type);
		if (entries[i].parse(event, text))
			return EVENT_TEXT_READ;
	}
	begin_event(event, &empty, EVENT_STOP);
	if (parse_mark(event, text))
		return EVENT_TEXT_READ;
	return scan(text, "#%n context", &number) ? EVENT_TEXT_DAMAGED :
						    EVENT_TEXT_OTHER;
}

static const struct event_parser *find_parser(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++)
		if (!strncmp(parsers[i].name, name, length) &&
		    !parsers[i].name[length])
			return &parsers[i];
	return NULL;
}

static enum event_text_result parse_named(struct event *event,
					  const struct event_parser *parser,
					  const char *name, size_t length,
					  const char *fields)
{
	const struct event empty = *event;

	begin_event(event, &empty, parser->type);
	if (parser->parse && parser->parse(event, fields))
		return EVENT_TEXT_READ;
	if (parser->any)
		return EVENT_TEXT_OTHER;
	if (!has_fields(fields))
		return EVENT_TEXT_ODD;
	begin_event(event, &empty, parser->type);
	if (read_fields(event, MODULE_SYSTEM, name, length, fields))
		return EVENT_TEXT_READ;
	begin_event(event, &empty, parser->type);
	return read_fields(event, KERNEL_SYSTEM, name, length, fields) ?
	       EVENT_TEXT_READ : EVENT_TEXT_ODD;
}

enum event_text_result event_text_parse(struct event_text *said,
					struct event *event, const char *text)
{
	const struct event_parser *parser;
	enum event_text_result result;
	size_t length;
	const char *fields, *frames;

	said->function[0] = '\0';
	said->frames = NULL;
	said->reported = false;
	if (!strncmp(text, "rtla:", 5))
		text += 5;
	for (length = 0; text[length] && text[length] != ':'; length++)
		;
	if (!text[length])
		return parse_entry(event, text);
	for (fields = text + length + 1; *fields == ' '; fields++)
		;
	parser = find_parser(text, length);
	if (parser) {
		result = parse_named(event, parser, text, length, fields);
		said->reported = parser->parse == parse_bare_stack;
		frames = result == EVENT_TEXT_READ &&
			 event->type == EVENT_STACK ?
			 strstr(fields, "=> ") : NULL;
		if (frames)
			said->frames = frames + strlen("=> ");
		return result;
	}
	/* An analysis can do without one that cannot be read. */
	if (callback_text_is(text, length))
		return callback_text_parse(event, text, fields,
					   said->function) ?
		       EVENT_TEXT_READ : EVENT_TEXT_OTHER;
	return parse_entry(event, text);
}

bool event_text_is_tracer(const char *text)
{
	static const char *const words[] = {
		"timer_latency", "_noise: ", "sample_threshold: ",
		"osnoise_sample: ", "stop tracing hit on cpu ",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}
