// SPDX-License-Identifier: GPL-2.0
/*
 * Reading of traces that were saved as text: see trace_text.h.
 *
 *	          <idle>-0       [001] d.h3.   123.456789: irq_noise: local_...
 *	task and its id          CPU   state   when        event      fields
 *
 * The fields are as the module prints them (include/trace/events/rtla.h). A
 * name before a number may have any characters in it, so that its end is found
 * by searching from the end of the line.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "trace/trace_text.h"

/*
 * Timestamps are cut to microseconds: an event is at most this much later than
 * its timestamp.
 */
#define RESOLUTION_NS	999

#define STACK_MAX	256

/* Value of lost_before between a loss and the next event of the list. */
#define LOST		UINT64_MAX

/* The names in stacks. The made-up address n stands for function[n - 1]. */
struct names {
	char **function;
	size_t functions;
};

struct text {
	struct saved_trace *trace;
	struct names *names;
	struct event *stack;		/* stack that is being read; or NULL */
	unsigned long line;		/* number of the line, counted from 1 */
};

/* ---- Parts of a line ------------------------------------------------------ */

/* Convert "123.456789", with any number of digits after the dot, to ns. */
static bool parse_time(const char *text, uint64_t *ns)
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
static bool split_name(char *text, char *end, char *name, size_t size, int *number)
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

	return from && parse_time(from + strlen("start "), start) &&
	       sscanf(from, "start %*u.%*u duration %" SCNu64 " ns",
		      duration) == 1;
}

/* ---- Events --------------------------------------------------------------- */

/*
 * Earlier versions of the module print "timer_latency=15313 seqnum=4068 context=1
 * t_w=19098291930", at first without " pid=197".
 */
static bool parse_earlier_sample(struct event *event, char *text)
{
	return sscanf(text, "timer_latency=%" SCNu64 " seqnum=%" SCNu32
		      " context=%d t_w=%" SCNu64 " pid=%d",
		      &event->sample.latency, &event->sample.seqnum,
		      &event->sample.context, &event->sample.t_w,
		      &event->sample.pid) >= 4;
}

static bool parse_context(const char *word, int *context)
{
	for (int i = 0; i < LATENCY_CONTEXTS; i++) {
		if (!strcmp(context_name(i), word)) {
			*context = i;
			return true;
		}
	}
	return false;
}

static bool parse_sample(struct event *event, char *text)
{
	char context[8];

	return (sscanf(text, "#%" SCNu32 " context %7s timer_latency %" SCNu64
		       " ns t_w=%" SCNu64 " pid=%d", &event->sample.seqnum,
		       context, &event->sample.latency, &event->sample.t_w,
		       &event->sample.pid) >= 4 &&
		parse_context(context, &event->sample.context)) ||
	       parse_earlier_sample(event, text);
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

static bool parse_thread(struct event *event, char *text)
{
	char *prio = find_last(text, " prio ");

	return prio && sscanf(prio, " prio %d", &event->noise.prio) == 1 &&
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
	{ "sample_threshold", EVENT_GAP, parse_gap },
	{ "cpu_idle", EVENT_IDLE, parse_idle },
	{ "wakeup", EVENT_WAKEUP, parse_wakeup },
};

/* Append an event to the list of its CPU. Return 0, or -1 without memory. */
static int add_event(struct text *text, int cpu, const struct event *event)
{
	struct event_list *list = saved_trace_list(text->trace, cpu);
	struct event *added = list ? event_list_add(list) : NULL;

	if (!added)
		return -1;
	*added = *event;
	if (list->lost_before == LOST)
		list->lost_before = event->time;
	text->trace->events++;
	text->stack = NULL;
	if (event->type != EVENT_STACK)
		return 0;
	added->stack.caller = calloc(STACK_MAX, sizeof(*added->stack.caller));
	text->stack = added;
	return added->stack.caller ? 0 : -1;
}

/*
 * Add the name of a line " => NAME" to the stack that is being read, if there
 * is one. Return 0, or -1 without memory.
 */
static int add_frame(struct text *text, const char *name)
{
	struct names *names = text->names;
	struct event *stack = text->stack;
	char **grown;

	if (!stack || stack->stack.count == STACK_MAX)
		return 0;
	grown = reallocarray(names->function, names->functions + 1,
			     sizeof(*grown));
	if (!grown)
		return -1;
	names->function = grown;
	grown[names->functions] = strdup(name);
	if (!grown[names->functions])
		return -1;
	stack->stack.caller[stack->stack.count++] = ++names->functions;
	return 0;
}

/* ---- Lines ---------------------------------------------------------------- */

/* The in-tree tracer has an event thread_noise, too, but without "prio". */
static bool is_foreign(const struct event *event, char *fields)
{
	struct event other;

	return event->type == EVENT_THREAD && !strstr(fields, " prio ") &&
	       parse_vector(&other, fields);
}

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
		return 0;
	skipped = length + 1 + strspn(line + length + 1, " ");
	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		if (strlen(parsers[i].name) != length ||
		    strncmp(parsers[i].name, line, length))
			continue;
		event->type = parsers[i].type;
		event_set_defaults(event);
		if (parsers[i].parse(event, line + skipped))
			return add_event(text, cpu, event);
		text->trace->odd_line = text->trace->odd_line ?: text->line;
		return is_foreign(event, line + skipped) ? 0 :
		       take_damage(text, cpu);
	}
	text->stack = NULL;
	return 0;
}

/* Parse "TASK-PID [CPU] STATE TIME: EVENT: FIELDS"; other lines are ignored. */
static int take_line(struct text *text, char *line)
{
	struct event event = { .pid = 0 };
	char *dash, *cpu, *end, *time;
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
	for (time = end + 1; *time; time += strcspn(time, " ")) {
		time += strspn(time, " ");
		if (parse_time(time, &event.time))
			break;
	}
	time += strcspn(time, ":");
	if (!*time)
		return 0;
	event.time += RESOLUTION_NS;
	return take_event(text, number, &event, time + 1);
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

static int take(struct text *text, char *line)
{
	char *frame;

	line[strcspn(line, "\n")] = '\0';
	frame = strstr(line, "=> ");
	if (frame && strspn(line, " ") == (size_t)(frame - line))
		return add_frame(text, frame + strlen("=> "));
	if (*line == '#')
		return 0;
	take_loss(text, line);
	return take_line(text, line);
}

/* ---- Names ---------------------------------------------------------------- */

static void free_names(void *source)
{
	struct names *names = source;

	for (size_t i = 0; i < names->functions; i++)
		free(names->function[i]);
	free(names->function);
	free(names);
}

static bool find_function(void *source, uint64_t address, char *name, size_t size)
{
	const struct names *names = source;

	if (!address || address > names->functions)
		return false;
	snprintf(name, size, "%s", names->function[address - 1]);
	return strncmp(name, "0x", 2);
}

const char *trace_text_read(struct saved_trace *trace, FILE *in)
{
	struct text text = {
		.trace = trace, .names = calloc(1, sizeof(struct names)),
	};
	bool no_memory = !text.names;
	char *line = NULL;
	size_t size = 0;
	int error;

	trace->symbols = (struct symbols) { find_function, text.names };
	trace->free_source = text.names ? free_names : NULL;
	errno = 0;
	while (!no_memory && getline(&line, &size, in) >= 0) {
		text.line++;
		no_memory = take(&text, line);
	}
	error = ferror(in) ? errno : 0;
	free(line);
	return no_memory ? strerror(ENOMEM) : error ? strerror(error) : NULL;
}
