// SPDX-License-Identifier: GPL-2.0
/*
 * Reading of traces that were saved as text: see trace_text.h.
 *
 *	          <idle>-0       [001] d.h3.   123.456789: irq_noise: local_...
 *	task and its id          CPU   state   when        event      fields
 *
 * The fields are as the module prints them (include/trace/events/rtla.h), or
 * the kernel's own tracers timerlat and osnoise, which say less. A name before
 * a number may have any characters in it, so that its end is found by searching
 * from the end of the line.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cpus.h"
#include "base/line_reader.h"
#include "base/number_map.h"
#include "trace/callback_text.h"
#include "trace/event_shapes.h"
#include "trace/noise_source.h"
#include "trace/saved_trace.h"
#include "trace/trace_text.h"

#define STACK_MAX	256

/* Not more lines are read if none of them is of a trace. */
#define STRANGE_LINES_MAX	1000000

/* Value of lost_before between a loss and the next event of the list. */
#define LOST		UINT64_MAX

/* The name of a thread, as its last line has it. */
struct thread_name {
	char comm[EVENT_COMM_LEN];
};

/* The names in stacks. The made-up address n stands for function[n - 1]. */
struct names {
	char **function;
	size_t functions;
	struct thread_name *thread;
	size_t threads;
	struct number_map place;	/* of a thread, by its id */
	struct number_map callback;	/* of its function, by its name's number */
};

struct text {
	struct saved_trace *trace;
	struct names *names;
	struct event *stack;		/* stack that is being read; or NULL */
	unsigned long line;		/* number of the line, counted from 1 */
};

/* ---- Parts of a line ----------------------------------------------------- */

/* Convert "123.456789", with any number of digits after the dot, to ns. */
static bool trace_text_parse_time(const char *text, uint64_t *ns)
{
	unsigned long long seconds;
	uint64_t part = 0, unit = 1000000000;
	char *end;

	seconds = strtoull(text, &end, 10);
	if (end == text || *end != '.' || !isdigit(end[1]))
		return false;
	for (end++; isdigit(*end); end++) {
		unit /= 10;
		part += (*end - '0') * unit;
	}
	*ns = seconds * 1000000000ULL + part;
	return true;
}

/*
 * Return the last occurrence of @word, like " start ", in the text. The fields
 * follow a name, which may contain the same word.
 */
static char *find_last(char *text, const char *word)
{
	char *found = NULL, *next = text;

	while ((next = strstr(next, word)))
		found = next++;
	return found;
}

/*
 * Parse "NAME:NUMBER" from @text up to @end, where a NUL byte is written. NAME
 * may have blanks before it.
 */
static bool split_name(char *text, char *end, char *name, size_t size,
		       int *number)
{
	char *colon;

	*end = '\0';
	while (*text == ' ')
		text++;
	colon = strrchr(text, ':');
	if (!colon || sscanf(colon + 1, "%d", number) != 1)
		return false;
	*colon = '\0';
	snprintf(name, size, "%s", text);
	return true;
}

/* Parse "start S.NNNNNNNNN duration N ns". */
static bool parse_stretch(const char *text, uint64_t *start, uint64_t *duration)
{
	const char *from = strstr(text, "start ");

	return from && trace_text_parse_time(from + strlen("start "), start) &&
	       sscanf(from, "start %*u.%*u duration %" SCNu64 " ns",
		      duration) == 1;
}

/* ---- Events -------------------------------------------------------------- */

/*
 * Earlier versions of the module print "timer_latency=15313 seqnum=4068
 * context=1 t_w=19098291930", at first without " pid=197".
 */
static bool parse_earlier_sample(struct event *event, char *text)
{
	return sscanf(text, "timer_latency=%" SCNu64 " seqnum=%" SCNu32
		      " context=%d t_w=%" SCNu64 " pid=%d",
		      &event->sample.latency, &event->sample.seqnum,
		      &event->sample.context, &event->sample.t_w,
		      &event->sample.pid) >= 4;
}

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

/* Return whether nothing but blanks follows after @end bytes of @text. */
static bool ends(const char *text, int end)
{
	return end && !text[end + strspn(text + end, " ")];
}

/*
 * The kernel's own tracer writes
 * "#1201  context    irq timer_latency     28573 ns", and as an event
 * "timer_latency=28573 seqnum=1201 context=0".
 */
static bool parse_bare_sample(struct event *event, char *text)
{
	char context[9];
	int end = 0;

	event->sample.t_w = TIME_ABSENT;
	if (sscanf(text, "#%" SCNu32 " context %8s timer_latency %" SCNu64 " ns%n",
		   &event->sample.seqnum, context, &event->sample.latency,
		   &end) == 3)
		return ends(text, end) && parse_context(context, &event->sample.context);
	return sscanf(text, "timer_latency=%" SCNu64 " seqnum=%" SCNu32
		      " context=%d%n", &event->sample.latency,
		      &event->sample.seqnum, &event->sample.context, &end) == 3 &&
	       ends(text, end);
}

static bool parse_sample(struct event *event, char *text)
{
	char context[8];

	return (sscanf(text, "#%" SCNu32 " context %7s timer_latency %" SCNu64
		       " ns t_w=%" SCNu64 " pid=%d", &event->sample.seqnum,
		       context, &event->sample.latency, &event->sample.t_w,
		       &event->sample.pid) >= 4 &&
		parse_context(context, &event->sample.context)) ||
	       parse_earlier_sample(event, text) || parse_bare_sample(event, text);
}

static bool parse_nmi(struct event *event, char *text)
{
	return parse_stretch(text, &event->noise.start, &event->noise.duration);
}

static bool parse_vector(struct event *event, char *text)
{
	char *start = find_last(text, " start ");

	return start && parse_nmi(event, start + 1) &&
	       split_name(text, start, event->noise.name,
			  sizeof(event->noise.name), &event->noise.id);
}

/* The kernel's own tracer does not tell the priority. */
static bool parse_thread(struct event *event, char *text)
{
	char *prio = find_last(text, " prio ");

	if (!prio)
		return parse_vector(event, text);
	return sscanf(prio, " prio %d", &event->noise.prio) == 1 &&
	       parse_nmi(event, prio) &&
	       split_name(text, prio, event->noise.name,
			  sizeof(event->noise.name), &event->noise.id);
}

static bool parse_stop(struct event *event, char *text)
{
	char *prio = find_last(text, " prio ");
	int named = 0;

	if (!prio || sscanf(prio, " prio %d", &event->stop.prio) != 1 ||
	    sscanf(text, "session %" SCNu32 " #%" SCNu32 " context %d latency %"
		   SCNu64 " ns threshold %" SCNu64 " ns t_w %" SCNu64
		   " irq_start %" SCNu64 " thread_start %" SCNu64 "%n",
		   &event->stop.session, &event->stop.seqnum,
		   &event->stop.context, &event->stop.latency,
		   &event->stop.threshold, &event->stop.t_w,
		   &event->stop.irq_start, &event->stop.thread_start,
		   &named) != 8 || !named || text + named > prio ||
	    event->stop.context < 0 || event->stop.context >= CONTEXTS)
		return false;
	return split_name(text + named, prio, event->stop.comm,
			  sizeof(event->stop.comm), &event->stop.pid);
}

static bool parse_gap(struct event *event, char *text)
{
	const char *interference = strstr(text, "interference ");

	return parse_stretch(text, &event->gap.start, &event->gap.duration) &&
	       interference && sscanf(interference, "interference %" SCNu64,
				      &event->gap.interference) == 1;
}

/* The remark of the kernel's own tracer that a threshold was hit. */
static bool parse_mark(struct event *event, char *text)
{
	(void)event;
	return stop_mark_is(text);
}

static bool parse_period(struct event *event, char *text)
{
	struct period_fields { uint64_t runtime, noise, max; } us;
	int end = 0;

	if (sscanf(text, "runtime_ns=%" SCNu64 " noise_ns=%" SCNu64 " max_sample_ns=%"
		   SCNu64 " hw_count=%" SCNu32 " irq_count=%" SCNu32 " nmi_count=%"
		   SCNu32 " softirq_count=%" SCNu32 " thread_count=%" SCNu32
		   " seqnum=%" SCNu32 " start=%" SCNu64, &event->period.runtime,
		   &event->period.noise, &event->period.max_single,
		   &event->period.from[NOISE_HARDWARE], &event->period.from[NOISE_IRQ], &event->period.from[NOISE_NMI],
		   &event->period.from[NOISE_SOFTIRQ], &event->period.from[NOISE_THREAD],
		   &event->period.seqnum, &event->period.start) == 10)
		return true;
	event->period.start = TIME_ABSENT;
	if ((sscanf(text, "runtime=%" SCNu64 " noise=%" SCNu64 " max_sample=%" SCNu64
		    " hw_count=%" SCNu32 " irq_count=%" SCNu32 " nmi_count=%" SCNu32
		    " softirq_count=%" SCNu32 " thread_count=%" SCNu32 "%n",
		    &us.runtime, &us.noise, &us.max, &event->period.from[NOISE_HARDWARE],
		    &event->period.from[NOISE_IRQ], &event->period.from[NOISE_NMI], &event->period.from[NOISE_SOFTIRQ],
		    &event->period.from[NOISE_THREAD], &end) != 8 &&
	     sscanf(text, "%" SCNu64 " %" SCNu64 " %*u.%*u %" SCNu64 " %" SCNu32
		    " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 "%n",
		    &us.runtime, &us.noise, &us.max, &event->period.from[NOISE_HARDWARE],
		    &event->period.from[NOISE_NMI], &event->period.from[NOISE_IRQ], &event->period.from[NOISE_SOFTIRQ],
		    &event->period.from[NOISE_THREAD], &end) != 8) || !ends(text, end))
		return false;
	event->period.runtime = us.runtime * 1000;
	event->period.noise = us.noise * 1000;
	event->period.max_single = us.max * 1000;
	return true;
}

/* The frames of the stack are on the lines that follow: see add_frame(). */
static bool parse_stack(struct event *event, char *text)
{
	char *t_w = strstr(text, "t_w=");

	return t_w && sscanf(t_w, "t_w=%" SCNu64 " time=%" SCNu64 " cost=%"
			     SCNu64 " pid=%d", &event->stack.t_w,
			     &event->stack.time, &event->stack.cost,
			     &event->stack.pid) >= 1;
}

/* The kernel prints the state -1 as an unsigned number, which is IDLE_LEFT. */
static bool parse_idle(struct event *event, char *text)
{
	return sscanf(text, "state=%" SCNu32, &event->idle.state) == 1;
}

/*
 * "prev_comm=ktimers/0 prev_pid=18 prev_prio=98 prev_state=S ==> next_comm=..."
 * The module's analysis does not need it.
 */
static bool parse_switch(struct event *event, char *text)
{
	char *to = find_last(text, " next_pid="), *from = strstr(text, " prev_pid=");

	return to && from && sscanf(from, " prev_pid=%d prev_prio=%d",
				    &event->switched.from,
				    &event->switched.from_prio) == 2 &&
	       sscanf(to, " next_pid=%d next_prio=%d", &event->switched.to,
		      &event->switched.to_prio) == 2;
}

static bool parse_wakeup(struct event *event, char *text)
{
	uint64_t *point = event->wakeup.point;

	return sscanf(text, "session=%" SCNu32 " pid=%d kind=%d waker=%d t_w=%"
		      SCNu64 " irq=%" SCNu64 " waking=%" SCNu64 " queued=%"
		      SCNu64 " sched=%" SCNu64 " switched=%" SCNu64 " run=%"
		      SCNu64, &event->wakeup.session, &event->wakeup.pid,
		      &event->wakeup.kind, &event->wakeup.waker, &point[0],
		      &point[1], &point[2], &point[3], &point[4], &point[5],
		      &point[6]) == 11;
}

static bool parse_bare_stack(struct event *event, char *text)
{
	(void)event;
	return !strcmp(text, "<stack trace>");
}

static const struct {
	const char *name;
	enum event_type type;
	bool (*parse)(struct event *event, char *text);
} parsers[] = {
	{ "timerlat_sample", EVENT_SAMPLE, parse_sample },
	{ "nmi_noise", EVENT_NMI, parse_nmi },
	{ "irq_noise", EVENT_IRQ, parse_vector },
	{ "softirq_noise", EVENT_SOFTIRQ, parse_vector },
	{ "thread_noise", EVENT_THREAD, parse_thread },
	{ "stack", EVENT_STACK, parse_stack },
	{ "stop", EVENT_STOP, parse_stop },
	{ "osnoise_sample", EVENT_PERIOD, parse_period },
	{ "sample_threshold", EVENT_GAP, parse_gap },
	{ "cpu_idle", EVENT_IDLE, parse_idle },
	{ "wakeup", EVENT_WAKEUP, parse_wakeup },
	{ "sched_switch", EVENT_SWITCH, parse_switch },
};

/* Append an event to the list of its CPU. Return 0, or -1 without memory. */
static int trace_text_add_event(struct text *text, int cpu,
				const struct event *event)
{
	struct event_list *list = saved_trace_list(text->trace, cpu);
	struct event *added = list ? event_list_add(list) : NULL;

	if (!added)
		return -1;
	*added = *event;
	if (list->lost_before == LOST)
		list->lost_before = event->time;
	text->trace->events += event_is_measured(event);
	text->stack = NULL;
	if (event->type != EVENT_STACK)
		return 0;
	added->stack.caller = calloc(STACK_MAX, sizeof(*added->stack.caller));
	text->stack = added;
	return added->stack.caller ? 0 : -1;
}

/* Add a function; return its made-up address, or 0 without memory. */
static uint64_t add_function(struct names *names, const char *name)
{
	char **grown = array_grow(names->function, names->functions,
				  sizeof(*grown));

	if (!grown)
		return 0;
	names->function = grown;
	grown[names->functions] = strdup(name);
	return grown[names->functions] ? ++names->functions : 0;
}

/*
 * Add the name of a line " => NAME" to the stack that is being read, if there
 * is one. Return 0, or -1 without memory.
 */
static int add_frame(struct text *text, const char *name)
{
	struct event *stack = text->stack;
	uint64_t address;

	/* Some kernels print the end of their buffer, too. */
	if (!stack || stack->stack.count == STACK_MAX || !strcmp(name, "0"))
		return 0;
	address = add_function(text->names, name);
	if (!address)
		return -1;
	stack->stack.caller[stack->stack.count++] = address;
	return 0;
}

/*
 * Set the function of a callback. The same ones come again and again, and are
 * kept once. Return 0, or -1 without memory.
 */
static int set_callback(struct names *names, const char *name,
			uint64_t *function)
{
	uint64_t number = number_of_text(name);
	int64_t address;

	if (!*name)
		return 0;
	if (number_map_find(&names->callback, number, &address) &&
	    !strcmp(names->function[address - 1], name)) {
		*function = address;
		return 0;
	}
	*function = add_function(names, name);
	if (!*function)
		return -1;
	return number_map_put(&names->callback, number, *function) ? 0 : -1;
}

/* ---- Lines --------------------------------------------------------------- */

/*
 * Count a damaged line. The event in it is unknown, so that it counts as lost.
 * Return 0, or -1 without memory.
 */
static int take_damage(struct text *text, int cpu)
{
	struct event_list *list = saved_trace_list(text->trace, cpu);

	if (!text->trace->damaged_lines++)
		text->trace->damaged_line = text->line;
	text->stack = NULL;
	if (list)
		list->lost_before = LOST;
	return list ? 0 : -1;
}

/*
 * Take a line without the name of an event. The kernel's own tracers write
 * their samples and periods, stacks, and their remark about a hit so. Return 0,
 * or -1 without memory.
 */
static int take_entry(struct text *text, int cpu, struct event *event,
		      char *line)
{
	static const struct {
		enum event_type type;
		bool (*parse)(struct event *event, char *text);
	} entries[] = {
		{ EVENT_SAMPLE, parse_bare_sample },
		{ EVENT_PERIOD, parse_period },
		{ EVENT_STOP, parse_mark },
		{ EVENT_STACK, parse_bare_stack },
	};
	const struct event empty = *event;
	char *mark = strstr(line, ": stop tracing ");

	if (mark)
		line = mark + strlen(": ");
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		*event = empty;
		event->type = entries[i].type;
		event_set_defaults(event);
		if (entries[i].parse(event, line))
			return trace_text_add_event(text, cpu, event);
	}
	text->stack = NULL;
	/* Below the header of timerlat, it is a sample of which a part is missing. */
	return *line == '#' && !strcmp(text->trace->header, "timerlat") ?
	       take_damage(text, cpu) : 0;
}

/*
 * Take the event of a callback, whose fields begin at @fields. One that cannot
 * be read is passed over, as an analysis can do without it. Return 0, or -1
 * without memory.
 */
static int take_callback(struct text *text, int cpu, struct event *event,
			 const char *line, size_t fields)
{
	char function[SYMBOL_LEN];
	bool call;

	if (!callback_text_parse(event, line, line + fields, function))
		return 0;
	call = event->type == EVENT_CALLBACK;
	if (set_callback(text->names, function,
			 call ? &event->callback.function :
				&event->ipi.function))
		return -1;
	return trace_text_add_event(text, cpu, event);
}

/*
 * Parse "EVENT: FIELDS", where EVENT may be "rtla:EVENT". Return 0, or -1
 * without memory.
 */
static int take_event(struct text *text, int cpu, struct event *event,
		      char *line)
{
	size_t length, skipped;

	line += strspn(line, " ");
	if (!strncmp(line, "rtla:", 5))
		line += 5;
	length = strcspn(line, ":");
	if (!line[length])
		return take_entry(text, cpu, event, line);
	skipped = length + 1 + strspn(line + length + 1, " ");
	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		if (strlen(parsers[i].name) != length ||
		    strncmp(parsers[i].name, line, length))
			continue;
		event->type = parsers[i].type;
		event_set_defaults(event);
		if (parsers[i].parse(event, line + skipped))
			return trace_text_add_event(text, cpu, event);
		text->trace->odd_line = text->trace->odd_line ?: text->line;
		return take_damage(text, cpu);
	}
	return callback_text_is(line, length) ?
	       take_callback(text, cpu, event, line, skipped) :
	       take_entry(text, cpu, event, line);
}

/* Remember the name of a thread. Return 0, or -1 without memory. */
static int take_name(struct names *names, int pid, const char *comm)
{
	struct thread_name *thread = names->thread;
	int64_t i;

	if (!number_map_find(&names->place, pid, &i)) {
		i = names->threads;
		thread = array_grow(thread, i, sizeof(*thread));
		if (!thread)
			return -1;
		names->thread = thread;
		if (!number_map_put(&names->place, pid, i))
			return -1;
		names->threads++;
	}
	snprintf(thread[i].comm, sizeof(thread[i].comm), "%.*s",
		 (int)sizeof(thread[i].comm) - 1, comm + strspn(comm, " "));
	return 0;
}

/*
 * Return what the CPU was in by the third column of a state like "d.h3.", or
 * the fourth of some kernels; "" is not known.
 */
static enum event_inside inside_of_state(const char *state)
{
	size_t length = strcspn(state, " ");

	if (!length)
		return INSIDE_UNKNOWN;
	for (size_t i = 2; i < length; i++) {
		if (strchr("zZ", state[i]))
			return INSIDE_NMI;
		if (strchr("hH", state[i]))
			return INSIDE_IRQ;
		if (state[i] == 's')
			return INSIDE_SOFTIRQ;
	}
	return INSIDE_THREAD;
}

/* Parse "TASK-PID [CPU] STATE TIME: EVENT: FIELDS"; other lines are ignored. */
static int take_line(struct text *text, char *line)
{
	struct event event = { .pid = 0 };
	char *dash, *cpu, *end, *time;
	const char *state;
	long number;

	for (cpu = strchr(line, '['); cpu; cpu = strchr(cpu + 1, '[')) {
		number = strtol(cpu + 1, &end, 10);
		if (cpu > line && cpu[-1] == ' ' && end > cpu + 1 &&
		    *end == ']' && number >= 0 && number < CPUS_MAX)
			break;
	}
	if (!cpu)
		return 0;
	*cpu = '\0';
	dash = strrchr(line, '-');
	if (!dash || sscanf(dash + 1, "%d", &event.pid) != 1)
		return 0;
	time = end + 1 + strspn(end + 1, " ");
	state = time;
	for (; *time; time += strcspn(time, " ")) {
		time += strspn(time, " ");
		if (trace_text_parse_time(time, &event.time))
			break;
	}
	if (time == state)
		state = "";
	time += strcspn(time, ":");
	if (!*time)
		return 0;
	event.time += TRACE_TEXT_RESOLUTION_NS / 2;
	event.inside = inside_of_state(state);
	*dash = '\0';
	return take_name(text->names, event.pid, line) ?:
	       take_event(text, number, &event, time + 1);
}

/* Parse "CPU:1 [LOST 23 EVENTS]"; other lines are ignored. */
static void take_loss(struct text *text, const char *line)
{
	struct event_list *list;
	unsigned int cpu;
	int lost = 0;

	if (sscanf(line, "CPU:%u [LOST%n", &cpu, &lost) != 1 || !lost)
		return;
	list = cpu < CPUS_MAX ? saved_trace_list(text->trace, cpu) : NULL;
	if (list)
		list->lost_before = LOST;
}

static void take_header(struct saved_trace *trace, const char *line)
{
	static const char tracer[] = "# tracer: ";

	if (!strncmp(line, tracer, strlen(tracer)))
		snprintf(trace->header, sizeof(trace->header), "%s",
			 line + strlen(tracer));
	trace->tainted |= !strcmp(line, "# osnoise is tainted!");
}

static int trace_text_take(struct text *text, char *line)
{
	char *frame;

	line[strcspn(line, "\n")] = '\0';
	frame = strstr(line, "=> ");
	if (frame && strspn(line, " ") == (size_t)(frame - line))
		return add_frame(text, frame + strlen("=> "));
	if (*line == '#') {
		take_header(text->trace, line);
		return 0;
	}
	take_loss(text, line);
	return take_line(text, line);
}

/* ---- Names --------------------------------------------------------------- */

static void free_names(void *source)
{
	struct names *names = source;

	for (size_t i = 0; i < names->functions; i++)
		free(names->function[i]);
	free(names->function);
	free(names->thread);
	number_map_free(&names->place);
	number_map_free(&names->callback);
	free(names);
}

static bool trace_text_find_function(void *source, uint64_t address, char *name,
				     size_t size)
{
	const struct names *names = source;

	if (!address || address > names->functions)
		return false;
	snprintf(name, size, "%s", names->function[address - 1]);
	return strncmp(name, "0x", 2);
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
static bool is_strange(const struct text *text)
{
	return text->line == STRANGE_LINES_MAX && !text->names->threads;
}

const char *trace_text_read(struct saved_trace *trace, FILE *in)
{
	struct text text = {
		.trace = trace, .names = calloc(1, sizeof(struct names)),
	};
	struct line_reader reader = { .in = in };
	bool no_memory = !text.names;

	trace->symbols =
		(struct symbols) { trace_text_find_function, text.names };
	trace->comm = trace_text_find_comm;
	trace->resolution = TRACE_TEXT_RESOLUTION_NS;
	trace->free_source = text.names ? free_names : NULL;
	while (!no_memory && !is_strange(&text) && line_read(&reader)) {
		text.line = reader.number;
		no_memory = trace_text_take(&text, reader.line);
	}
	trace->lines = text.line;
	line_reader_free(&reader);
	if (reader.error == EMSGSIZE) {
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: it is longer than any of a trace: give a trace that --trace saved",
			 reader.number);
		return trace->why;
	}
	return no_memory ? strerror(ENOMEM) :
	       reader.error ? strerror(reader.error) : NULL;
}
