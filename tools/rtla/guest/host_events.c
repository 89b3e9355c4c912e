// SPDX-License-Identifier: GPL-2.0
/*
 * The text of a host's events: see host_events.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "guest/host_events.h"

/* Copy @length bytes of @from as the name of @event. */
static void host_event_name(struct host_event *event, const char *from,
			    size_t length)
{
	snprintf(event->name, sizeof(event->name), "%.*s", (int)length, from);
}

/* Return what follows @key in @text, or NULL. */
static const char *after_key(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? at + strlen(key) : NULL;
}

/* Read the number that follows @key. */
static bool host_number(const char *text, const char *key, int *number)
{
	const char *at = after_key(text, key);

	return at && scan(at, "%d", number);
}

/* Read "vcpu 1, rip 0x..", in which older kernels and arm64 name no vCPU. */
static bool host_parse_entry(struct host_event *event, const char *fields)
{
	event->other = -1;
	scan(fields, "vcpu %d", &event->other);
	return true;
}

/* Return the end of a word of capitals, digits and _, as reasons are. */
static size_t word_length(const char *text)
{
	return strcspn(text, " ,:()");
}

/*
 * Read "vcpu 1 reason EPT_VIOLATION rip 0x..", in which older kernels do not
 * name the vCPU, or "TRAP: HSR_EC: 0x0001 (WFx), PC: 0x.." of arm64.
 */
static bool host_parse_exit(struct host_event *event, const char *fields)
{
	const char *reason = after_key(fields, "reason "), *class;

	host_parse_entry(event, fields);
	if (!reason) {
		class = strchr(fields, '(');
		reason = !strncmp(fields, "TRAP", 4) && class ? class + 1 : fields;
	}
	host_event_name(event, reason, word_length(reason));
	return *event->name;
}

/* Read "COMM:PID [PRIO]" that ends at @end, as trace-cmd report prints a thread. */
static bool host_parse_reported(const char *from, const char *end, int *pid,
			   int *prio, const char **comm_end)
{
	const char *at = end;

	while (at > from && *at != '[')
		at--;
	if (at == from || !scan(at, "[%d]", prio))
		return false;
	while (at > from && *at != ':')
		at--;
	*comm_end = at;
	return at > from && scan(at, ":%d", pid);
}

static bool host_parse_switch(struct host_event *event, const char *fields)
{
	const char *arrow = strstr(fields, " ==> "), *state, *next, *end;
	int prio, from;

	if (!arrow)
		return false;
	next = after_key(arrow, "next_comm=");
	if (next) {
		end = strstr(next, " next_pid=");
		state = after_key(fields, " prev_state=");
		if (!end || !state ||
		    !host_number(end, " next_pid=", &event->other) ||
		    !host_number(end, " next_prio=", &event->prio))
			return false;
	} else {
		next = arrow + strlen(" ==> ");
		for (state = arrow; state > fields && state[-1] != ' '; state--)
			;
		if (!host_parse_reported(fields, state, &from, &prio, &end) ||
		    !host_parse_reported(next, next + strlen(next), &event->other,
				    &event->prio, &end))
			return false;
	}
	event->ready = *state == 'R';
	host_event_name(event, next, end - next);
	return true;
}

static bool host_parse_waking(struct host_event *event, const char *fields)
{
	const char *end = strstr(fields, " CPU:");
	int prio;

	event->to = -1;
	if (host_number(fields, " pid=", &event->other)) {
		host_number(fields, " target_cpu=", &event->to);
		return true;
	}
	if (!end || !host_parse_reported(fields, end, &event->other, &prio, &end))
		return false;
	return host_number(end, " CPU:", &event->to);
}

static bool host_parse_migrate(struct host_event *event, const char *fields)
{
	return host_number(fields, " pid=", &event->other) &&
	       host_number(fields, " dest_cpu=", &event->to);
}

static bool host_parse_irq(struct host_event *event, const char *fields)
{
	const char *name = after_key(fields, "name=");

	if (name)
		host_event_name(event, name, strlen(name));
	return host_number(fields, "irq=", &event->other);
}

static bool host_parse_softirq(struct host_event *event, const char *fields)
{
	const char *name = after_key(fields, "[action=");

	if (name)
		host_event_name(event, name, strcspn(name, "]"));
	return host_number(fields, "vec=", &event->other);
}

static const struct known_event {
	const char *name;
	enum host_event_type type;
	bool (*parse)(struct host_event *event, const char *fields);
} known[] = {
	{ "kvm_entry", HOST_ENTRY, host_parse_entry },
	{ "kvm_exit", HOST_EXIT, host_parse_exit },
	{ "kvm_userspace_exit", HOST_USER, host_parse_entry },
	{ "sched_switch", HOST_SWITCH, host_parse_switch },
	{ "sched_waking", HOST_WAKING, host_parse_waking },
	{ "sched_wakeup", HOST_WAKING, host_parse_waking },
	{ "sched_migrate_task", HOST_MIGRATE, host_parse_migrate },
	{ "irq_handler_entry", HOST_IRQ_BEGIN, host_parse_irq },
	{ "irq_handler_exit", HOST_IRQ_END, host_parse_irq },
	{ "softirq_entry", HOST_SOFTIRQ_BEGIN, host_parse_softirq },
	{ "softirq_exit", HOST_SOFTIRQ_END, host_parse_softirq },
};

/* Return the event with a name of @length bytes, or NULL. */
static const struct known_event *known_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i].name) == length &&
		    !strncmp(name, known[i].name, length))
			return &known[i];
	return NULL;
}

bool host_event_is_known(const char *name)
{
	const char *end = strrchr(name, '_');

	/* Those of the vectors of x86 have such names. */
	return known_find(name, strlen(name)) ||
	       (end && (!strcmp(end, "_entry") || !strcmp(end, "_exit")));
}

/* Read the interrupts of x86 that have no device: "local_timer_entry: vector=236". */
static bool host_parse_vector(struct host_event *event, const char *name,
			 size_t length, const char *fields)
{
	static const char begin[] = "_entry", end[] = "_exit";
	size_t tail = 0;

	if (!scan(fields, "vector=%d", &event->other))
		return false;
	if (length > strlen(begin) &&
	    !strncmp(name + length - strlen(begin), begin, strlen(begin))) {
		event->type = HOST_IRQ_BEGIN;
		tail = strlen(begin);
	} else if (length > strlen(end) &&
		   !strncmp(name + length - strlen(end), end, strlen(end))) {
		event->type = HOST_IRQ_END;
		tail = strlen(end);
	}
	host_event_name(event, name, length - tail);
	return tail;
}

bool host_event_parse(struct host_event *event, const char *text)
{
	size_t length = strcspn(text, ":");
	const struct known_event *of;
	const char *fields;

	/* The name of the system is before that of the event. */
	if (text[length] == ':' && text[length + 1] && text[length + 1] != ' ') {
		text += length + 1;
		length = strcspn(text, ":");
	}
	if (!text[length])
		return false;
	fields = text + length + 1;
	fields += strspn(fields, " ");
	of = known_find(text, length);
	if (!of)
		return host_parse_vector(event, text, length, fields);
	event->type = of->type;
	return of->parse(event, fields);
}
