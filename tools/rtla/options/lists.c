// SPDX-License-Identifier: GPL-2.0
/*
 * Events and actions on the command line.
 */
#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <string.h>

#include "base/parse.h"
#include "options/action_list.h"
#include "options/lists.h"
#include "trace/extra_events.h"

#define WORD_SIZE	32	/* more than any "num=" or "pid=" needs */

/* Return how many characters at @text can be the name of a system or event. */
static size_t name_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) ||
	       (text[length] && strchr("_-", text[length])))
		length++;
	return length;
}

const char *event_add(struct extra_events *events, const char *text)
{
	size_t system = name_length(text);
	size_t end = system;

	if (text[system] == ':')
		end += 1 + name_length(text + system + 1);
	if (!system || text[end] || text[end - 1] == ':')
		return "not an event: give SYSTEM or SYSTEM:EVENT, like sched:sched_switch";
	if (events->count == EXTRA_EVENTS_MAX)
		return "too many events: give a system instead of its events";
	events->event[events->count++] = (struct extra_event){ .event = text };
	return NULL;
}

/* Find the event that a filter or trigger is for; return NULL, or an error. */
static const char *lists_last_event(struct extra_events *events,
				    struct extra_event **event)
{
	if (!events->count)
		return "no event before it: give --event SYSTEM:EVENT first";
	*event = &events->event[events->count - 1];
	if (!strchr((*event)->event, ':'))
		return "applies only for single events, not for all of a system: give --event SYSTEM:EVENT before it";
	return NULL;
}

const char *event_filter(struct extra_events *events, const char *text)
{
	struct extra_event *event;
	const char *reason = lists_last_event(events, &event);

	if (!reason)
		event->filter = text;
	return reason;
}

const char *event_trigger(struct extra_events *events, const char *text)
{
	struct extra_event *event;
	const char *reason = lists_last_event(events, &event);

	if (!reason)
		event->trigger = text;
	return reason;
}

/* Return @text after @prefix, or NULL if @text does not begin with @prefix. */
static const char *text_after(const char *text, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(text, prefix, length) ? NULL : text + length;
}

/* Parse what follows "trace": nothing, or ",file=FILE". */
static const char *parse_trace(const char *rest, struct action *action)
{
	const char *file;

	if (!*rest)
		return NULL;
	file = text_after(rest, ",file=");
	if (!file || !*file || strchr(file, ','))
		return "not a file: give trace or trace,file=FILE";
	action->text = file;
	return NULL;
}

static const char *parse_signal_word(const char *word, struct action *action,
				     bool *parent)
{
	const char *number = text_after(word, "num=");
	const char *pid = text_after(word, "pid=");

	if (number && !parse_id(number, SIGRTMAX, &action->signal))
		return NULL;
	if (number)
		return "no such signal: give signal,num=N,pid=PID with N from 1 to 64";
	if (!pid)
		return "unknown word: give signal,num=N,pid=PID";
	*parent = !strcmp(pid, "parent");
	if (!*parent && parse_id(pid, INT_MAX, &action->pid))
		return "not a process: give signal,num=N,pid=PID, or pid=parent";
	return NULL;
}

/* Parse what follows "signal": ",num=N,pid=PID", in any order. */
static const char *parse_signal(const char *rest, struct action *action)
{
	bool parent = false;

	while (*rest == ',') {
		size_t length = strcspn(++rest, ",");
		char word[WORD_SIZE] = "";
		const char *reason;

		if (length < sizeof(word))
			memcpy(word, rest, length);
		reason = parse_signal_word(word, action, &parent);
		if (reason)
			return reason;
		rest += length;
	}
	if (!action->signal)
		return "no signal: give signal,num=N,pid=PID";
	if (parent)
		action->pid = 0;
	else if (!action->pid)
		return "no process: give signal,num=N,pid=PID, or pid=parent";
	return NULL;
}

/* Parse what follows "shell": ",command=COMMAND"; COMMAND may have commas. */
static const char *parse_shell(const char *rest, struct action *action)
{
	const char *command = text_after(rest, ",command=");

	if (!command || !*command)
		return "no command: give shell,command=COMMAND";
	action->text = command;
	return NULL;
}

static const char *parse_continue(const char *rest, struct action *action)
{
	(void)action;
	return *rest ? "it takes nothing: give continue" : NULL;
}

static const struct {
	const char *name;
	enum action_type type;
	const char *(*parse)(const char *rest, struct action *action);
} kinds[] = {
	{ "trace", ACTION_TRACE, parse_trace },
	{ "signal", ACTION_SIGNAL, parse_signal },
	{ "shell", ACTION_SHELL, parse_shell },
	{ "continue", ACTION_CONTINUE, parse_continue },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

const char *const action_words[] = {
	"trace", "trace,file=", "signal,num=", "shell,command=", "continue", NULL
};

const char *action_add(struct actions *actions, const char *text,
		       const char *trace_name)
{
	struct action action = { .type = ACTION_TRACE };
	const char *reason;
	const char *rest;
	size_t i;

	for (i = 0; i < KINDS; i++) {
		rest = text_after(text, kinds[i].name);
		if (rest && (!*rest || *rest == ','))
			break;
	}
	if (i == KINDS)
		return "no such action: give " ACTION_FORMS;
	action.type = kinds[i].type;
	reason = kinds[i].parse(rest, &action);
	if (reason)
		return reason;
	if (action.type == ACTION_TRACE && !action.text)
		action.text = trace_name;
	if (actions->count == ACTIONS_MAX)
		return "too many actions: give one shell,command= for several of them";
	actions->action[actions->count++] = action;
	return NULL;
}
