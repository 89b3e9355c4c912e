// SPDX-License-Identifier: GPL-2.0
/*
 * Parsing of the events of callbacks: see callback_text.h.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/number_map.h"
#include "trace/callback_text.h"
#include "trace/callback_kinds.h"
#include "trace/events.h"

/*
 * struct callback_line - an event, and the words before its values; NULL: it
 * does not have that value
 *
 * @name: its name
 * @type: EVENT_CALLBACK or EVENT_IPI
 * @kind, @ends: of EVENT_CALLBACK
 * @object: before what was asked to run
 * @function: before the function
 * @device: before the name of a device
 * @start: before the time at which a callback has begun: the event of rtla.ko,
 *	whose other values are those of parse_whole()
 * @cpu, @cpus: before the CPU that is asked, or the list of these CPUs
 */
static const struct callback_line {
	const char *name;
	enum event_type type;
	enum callback_kind kind;
	bool ends;
	const char *object;
	const char *function;
	const char *device;
	const char *start;
	const char *cpu;
	const char *cpus;
} lines[] = {
	{ "workqueue_execute_start", EVENT_CALLBACK, CALLBACK_WORK,
	  .object = "work struct ", .function = ": function " },
	{ "workqueue_execute_end", EVENT_CALLBACK, CALLBACK_WORK, true,
	  .object = "work struct " },
	{ "sched_kthread_work_execute_start", EVENT_CALLBACK, CALLBACK_WORK,
	  .object = "work struct ", .function = ": function " },
	{ "sched_kthread_work_execute_end", EVENT_CALLBACK, CALLBACK_WORK, true,
	  .object = "work struct " },
	{ "csd_function_entry", EVENT_CALLBACK, CALLBACK_CALL,
	  .object = "csd=", .function = "func=" },
	{ "csd_function_exit", EVENT_CALLBACK, CALLBACK_CALL, true,
	  .object = "csd=" },
	{ "timer_expire_entry", EVENT_CALLBACK, CALLBACK_TIMER,
	  .object = "timer=", .function = "function=" },
	{ "timer_expire_exit", EVENT_CALLBACK, CALLBACK_TIMER, true,
	  .object = "timer=" },
	{ "hrtimer_expire_entry", EVENT_CALLBACK, CALLBACK_HRTIMER,
	  .object = "hrtimer=", .function = "function=" },
	{ "hrtimer_expire_exit", EVENT_CALLBACK, CALLBACK_HRTIMER, true,
	  .object = "hrtimer=" },
	{ "tasklet_entry", EVENT_CALLBACK, CALLBACK_TASKLET,
	  .object = "tasklet=", .function = "function=" },
	{ "tasklet_exit", EVENT_CALLBACK, CALLBACK_TASKLET, true,
	  .object = "tasklet=" },
	{ "rcu_invoke_callback", EVENT_CALLBACK, CALLBACK_RCU,
	  .object = "rhp=", .function = "func=" },
	{ "napi_poll", EVENT_CALLBACK, CALLBACK_POLL, true,
	  .object = "napi struct ", .device = "for device " },
	{ "callback", EVENT_CALLBACK, .ends = true,
	  .function = "function=", .start = " start " },
	{ "csd_queue_cpu", EVENT_IPI,
	  .object = "csd=", .function = "func=", .cpu = "cpu=" },
	{ "ipi_send_cpu", EVENT_IPI, .function = "callback=", .cpu = "cpu=" },
	{ "ipi_send_cpumask", EVENT_IPI,
	  .function = "callback=", .cpus = "cpumask=" },
};

static const struct callback_line *callback_line_find(const char *name,
						      size_t length)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (strlen(lines[i].name) == length &&
		    !strncmp(lines[i].name, name, length))
			return &lines[i];
	return NULL;
}

bool callback_text_is(const char *name, size_t length)
{
	return callback_line_find(name, length);
}

/*
 * Find the value after @word, up to a blank, a comma or a colon. Returns its
 * length, or 0 if there is none.
 */
static size_t find_value(const char **value, const char *fields,
			 const char *word)
{
	*value = strstr(fields, word);
	if (!*value)
		return 0;
	*value += strlen(word);
	return strcspn(*value, " ,:");
}

/*
 * Copy the function after @word, as "tick", "tick+0x0/0x40 [driver]" or "tick
 * [driver]", without its offset.
 */
static bool copy_function(char function[SYMBOL_LEN], const char *fields,
			  const char *word)
{
	const char *from, *module;
	size_t length = find_value(&from, fields, word), bare, most;

	if (!length)
		return false;
	bare = strcspn(from, "+ ,:");
	module = from + length;
	most = module[0] == ' ' && module[1] == '[' ? strcspn(module, "]") + 1 : 0;
	snprintf(function, SYMBOL_LEN, "%.*s%.*s", (int)bare, from, (int)most,
		 module);
	return true;
}

/* A name, or an address that was made another one when it was printed. */
static bool parse_object(uint64_t *object, const char *fields, const char *word)
{
	char text[SYMBOL_LEN];

	if (!copy_function(text, fields, word))
		return false;
	*object = number_of_text(text);
	return true;
}

/* Parse seconds, with nine digits after the dot. */
static bool parse_seconds(uint64_t *time, const char *fields, const char *word)
{
	unsigned long long seconds;
	unsigned int ns;
	const char *from;

	if (!find_value(&from, fields, word) ||
	    sscanf(from, "%llu.%9u", &seconds, &ns) != 2)
		return false;
	*time = seconds * 1000000000ULL + ns;
	return true;
}

/* The names of the kinds that rtla.ko tells of. */
static const char *const kind_names[] = {
	[CALLBACK_WORK] = "work",
	[CALLBACK_CALL] = "call",
	[CALLBACK_TIMER] = "timer",
	[CALLBACK_HRTIMER] = "hrtimer",
	[CALLBACK_SOFT_HRTIMER] = "soft_hrtimer",
	[CALLBACK_TASKLET] = "tasklet",
	[CALLBACK_POLL] = "poll",
	[CALLBACK_HANDLER] = "handler",
};

const char *callback_text_kind(int kind)
{
	return kind_names[kind];
}

static bool parse_kind(struct event *event, const char *fields)
{
	const char *from;
	size_t length = find_value(&from, fields, "kind=");

	for (size_t i = 0; i < sizeof(kind_names) / sizeof(kind_names[0]); i++)
		if (strlen(kind_names[i]) == length &&
		    !strncmp(kind_names[i], from, length)) {
			event->callback.kind = (int)i;
			return true;
		}
	return false;
}

static bool parse_value(int *number, const char *fields, const char *word)
{
	const char *from;

	return find_value(&from, fields, word) &&
	       sscanf(from, "%d", number) == 1;
}

/* Parse an event that tells all of a callback; its last value may have blanks. */
static bool parse_whole(struct event *event, const char *fields,
			const char *start)
{
	static const char word[] = " sender=";
	const char *sender = strstr(fields, word);

	if (!sender)
		return false;
	snprintf(event->callback.sender_comm,
		 sizeof(event->callback.sender_comm), "%s",
		 sender + strlen(word));
	return parse_kind(event, fields) &&
	       parse_seconds(&event->callback.start, fields, start) &&
	       event->callback.start &&
	       parse_seconds(&event->callback.sent, fields, " sent ") &&
	       parse_value(&event->callback.thread, fields, " pid=") &&
	       parse_value(&event->callback.sender, fields, " sender_pid=") &&
	       parse_value(&event->callback.sender_cpu, fields,
			    " sender_cpu=");
}

/* One CPU is asked, or those of a list, which the event then owns. */
static bool parse_asked(struct event *event, const struct callback_line *line,
			const char *fields)
{
	const char *from;
	char *text;
	struct cpus cpus;
	bool parsed;

	if (line->cpu)
		return find_value(&from, fields, line->cpu) &&
		       sscanf(from, "%d", &event->ipi.to) == 1 &&
		       event->ipi.to >= 0;
	from = strstr(fields, line->cpus);
	if (!from)
		return false;
	from += strlen(line->cpus);
	text = strndup(from, strcspn(from, " "));
	parsed = text && cpus_parse(&cpus, text);
	free(text);
	if (!parsed)
		return false;
	event->ipi.mask = calloc(1, sizeof(cpus));
	if (!event->ipi.mask)
		return false;
	event->ipi.mask_bytes = sizeof(cpus);
	for (int cpu = cpus_next(&cpus, 0); cpu >= 0;
	     cpu = cpus_next(&cpus, cpu + 1))
		event->ipi.mask[cpu / 8] |= 1u << cpu % 8;
	return true;
}

bool callback_text_parse(struct event *event, const char *name,
			 const char *fields, char function[SYMBOL_LEN])
{
	const struct callback_line *line =
		callback_line_find(name, strcspn(name, ":"));
	const char *device;
	size_t length;

	*function = '\0';
	event->type = line->type;
	event_set_defaults(event);
	if (line->function && !copy_function(function, fields, line->function))
		return false;
	if (line->type == EVENT_IPI)
		return (!line->object || parse_object(&event->ipi.object, fields,
						      line->object)) &&
		       parse_asked(event, line, fields);
	event->callback.kind = line->kind;
	event->callback.ends = line->ends;
	if (line->start)
		return parse_whole(event, fields, line->start);
	if (!line->device)
		return parse_object(&event->callback.object, fields,
				    line->object);
	length = find_value(&device, fields, line->device);
	snprintf(event->callback.name, sizeof(event->callback.name), "%.*s",
		 (int)length, device ?: "");
	return length;
}
