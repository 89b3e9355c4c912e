// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of the kernel's events: see sched_fields.h.
 */
#include <stdio.h>
#include <string.h>

#include "cycles/sched_fields.h"
#include "cycles/sched_trace.h"
#include "trace/event_names.h"

/* A name of the kernel with a number after it. */
#define SPAN_NAME_LEN	(EVENT_DESC_LEN + 16)

#define CALL_BEGIN	"sys_enter_"
#define CALL_END	"sys_exit_"

typedef bool take_fn(struct sched_trace *trace,
		     const struct sched_fields *fields,
		     struct sched_event *event);

static bool field_number(const struct sched_fields *fields, const char *field,
			 int *number)
{
	int64_t value;

	if (!fields->number(fields->source, field, &value))
		return false;
	*number = value;
	return true;
}

/* Give the thread @pid the name that is in @field. */
static void field_comm(struct sched_trace *trace,
		       const struct sched_fields *fields, const char *field,
		       const char *end, int pid)
{
	char comm[EVENT_COMM_LEN];

	if (fields->text(fields->source, field, end, comm, sizeof(comm)))
		sched_trace_set_comm(trace, pid, comm);
}

static bool sched_take_switch(struct sched_trace *trace,
			const struct sched_fields *fields,
			struct sched_event *event)
{
	char state[16];
	int64_t faults, lock;

	if (!field_number(fields, "prev_pid", &event->pid) ||
	    !field_number(fields, "prev_prio", &event->prio) ||
	    !field_number(fields, "next_pid", &event->other) ||
	    !field_number(fields, "next_prio", &event->other_prio) ||
	    !fields->text(fields->source, "prev_state", " ", state,
			  sizeof(state)))
		return false;
	event->sleeps = *state != 'R';
	event->is_blocked = *state == 'D';
	event->needs_lock =
		fields->number(fields->source, "prev_lock", &lock) && lock;
	event->has_faults = fields->number(fields->source, "prev_faults",
					   &faults);
	event->faults = event->has_faults ? faults : 0;
	field_comm(trace, fields, "prev_comm", " prev_pid=", event->pid);
	field_comm(trace, fields, "next_comm", " next_pid=", event->other);
	return true;
}

static bool sched_take_thread(struct sched_trace *trace,
			const struct sched_fields *fields,
			struct sched_event *event, const char *cpu)
{
	if (!field_number(fields, "pid", &event->other))
		return false;
	field_number(fields, cpu, &event->to);
	field_comm(trace, fields, "comm", " pid=", event->other);
	return true;
}

static bool sched_take_waking(struct sched_trace *trace,
			const struct sched_fields *fields,
			struct sched_event *event)
{
	return sched_take_thread(trace, fields, event, "target_cpu");
}

static bool sched_take_migrate(struct sched_trace *trace,
			 const struct sched_fields *fields,
			 struct sched_event *event)
{
	return sched_take_thread(trace, fields, event, "dest_cpu");
}

/* Name a span with a number, as everywhere else: "eth0:24". */
static void name_span(struct sched_trace *trace, struct sched_event *event,
		      const char *name, int number)
{
	char text[SPAN_NAME_LEN];

	snprintf(text, sizeof(text), "%s:%d", name, number);
	event->name = sched_trace_number(trace, text);
}

static bool sched_take_irq(struct sched_trace *trace,
		     const struct sched_fields *fields,
		     struct sched_event *event)
{
	char name[EVENT_DESC_LEN];
	int irq;

	event->kind = SPAN_IRQ;
	if (event->type == SCHED_END)
		return true;
	if (!field_number(fields, "irq", &irq) ||
	    !fields->text(fields->source, "name", "\n", name, sizeof(name)))
		return false;
	name_span(trace, event, name, irq);
	return true;
}

static bool sched_take_softirq(struct sched_trace *trace,
			 const struct sched_fields *fields,
			 struct sched_event *event)
{
	int vector;

	event->kind = SPAN_SOFTIRQ;
	if (!field_number(fields, "vec", &vector))
		return false;
	name_span(trace, event, softirq_name(vector), vector);
	return true;
}

/* The kernel sends an interrupt between CPUs: "(Rescheduling interrupts)". */
static bool sched_take_ipi(struct sched_trace *trace,
		     const struct sched_fields *fields,
		     struct sched_event *event)
{
	char text[SPAN_NAME_LEN], *from = text;

	event->kind = SPAN_IRQ;
	if (!fields->text(fields->source, "", "\n", text, sizeof(text)))
		return false;
	from += *from == '(';
	from[strcspn(from, ")")] = '\0';
	event->name = sched_trace_number(trace, from);
	return true;
}

static bool sched_take_nmi(struct sched_trace *trace,
		     const struct sched_fields *fields,
		     struct sched_event *event)
{
	int64_t ns;

	if (!fields->number(fields->source, "delta_ns", &ns) || ns < 0)
		return false;
	event->kind = SPAN_NMI;
	event->name = sched_trace_number(trace, "NMI");
	event->expiry = ns;
	return true;
}

static void sched_take_function(struct sched_trace *trace,
			  const struct sched_fields *fields,
			  struct sched_event *event)
{
	char name[EVENT_DESC_LEN];

	if (fields->text(fields->source, "function", " ", name, sizeof(name)))
		event->name = sched_trace_number(trace, name);
}

/* A timer of jiffies: when it was to expire is not of interest. */
static bool sched_take_timer(struct sched_trace *trace,
		       const struct sched_fields *fields,
		       struct sched_event *event)
{
	event->kind = SPAN_TIMER;
	sched_take_function(trace, fields, event);
	return true;
}

static bool sched_take_hrtimer(struct sched_trace *trace,
			 const struct sched_fields *fields,
			 struct sched_event *event)
{
	int64_t object, time = 0;

	if (!fields->number(fields->source, "hrtimer", &object))
		return false;
	event->kind = SPAN_TIMER;
	event->object = object;
	/* A timer may expire from its soft expiry on. */
	if (event->type != SCHED_END &&
	    !fields->number(fields->source, event->type == SCHED_BEGIN ?
			    "now" : "softexpires", &time))
		return false;
	event->expiry = time;
	sched_take_function(trace, fields, event);
	return true;
}

static bool sched_take_call(struct sched_trace *trace,
		      const struct sched_fields *fields,
		      struct sched_event *event)
{
	uint64_t argument[2] = { 0 };
	int nr;

	(void)trace;
	if (!field_number(fields, "id", &nr))
		return false;
	fields->arguments(fields->source, argument);
	event->wait = sched_trace_wait(nr, argument);
	return true;
}

/* Only traces of our own say who has the lock. */
static bool sched_take_contention(struct sched_trace *trace,
				  const struct sched_fields *fields,
				  struct sched_event *event)
{
	if (!field_number(fields, "owner", &event->other))
		event->other = 0;
	field_comm(trace, fields, "owner_comm", "\n", event->other);
	return true;
}

/* That it happened is all that is asked for. */
static bool sched_take_bare(struct sched_trace *trace,
		      const struct sched_fields *fields,
		      struct sched_event *event)
{
	(void)trace;
	(void)fields;
	(void)event;
	return true;
}

static const struct event_row {
	const char *name;
	enum sched_event_type type;
	take_fn *take;
} rows[] = {
	{ "sched_switch", SCHED_SWITCH, sched_take_switch },
	{ "sched_waking", SCHED_WAKING, sched_take_waking },
	{ "sched_wakeup", SCHED_QUEUED, sched_take_waking },
	{ "sched_wakeup_new", SCHED_QUEUED, sched_take_waking },
	{ "sched_migrate_task", SCHED_MIGRATE, sched_take_migrate },
	{ "irq_handler_entry", SCHED_BEGIN, sched_take_irq },
	{ "irq_handler_exit", SCHED_END, sched_take_irq },
	{ "softirq_entry", SCHED_BEGIN, sched_take_softirq },
	{ "softirq_exit", SCHED_END, sched_take_softirq },
	{ "ipi_entry", SCHED_BEGIN, sched_take_ipi },
	{ "ipi_exit", SCHED_END, sched_take_ipi },
	{ "nmi_handler", SCHED_NMI, sched_take_nmi },
	{ "hrtimer_start", SCHED_TIMER_START, sched_take_hrtimer },
	{ "hrtimer_expire_entry", SCHED_BEGIN, sched_take_hrtimer },
	{ "hrtimer_expire_exit", SCHED_END, sched_take_hrtimer },
	{ "timer_expire_entry", SCHED_BEGIN, sched_take_timer },
	{ "timer_expire_exit", SCHED_END, sched_take_timer },
	{ "sys_enter", SCHED_CALL, sched_take_call },
	{ "sys_exit", SCHED_RETURN, sched_take_bare },
	{ "page_fault_user", SCHED_FAULT, sched_take_bare },
	{ "contention_begin", SCHED_CONTENDS, sched_take_contention },
	{ "contention_end", SCHED_HAS_LOCK, sched_take_bare },
};

static const struct event_row *find_row(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

/* Return how long @name is without @tail at its end, or 0. */
static size_t without_tail(const char *name, const char *tail)
{
	size_t length = strlen(name), end = strlen(tail);

	return length > end && !strcmp(name + length - end, tail) ?
	       length - end : 0;
}

/* Take the interrupts of x86 that have no device: "local_timer_entry". */
static bool sched_take_vector(struct sched_trace *trace, const char *name,
			const struct sched_fields *fields,
			struct sched_event *event)
{
	size_t length = without_tail(name, "_entry");
	char text[EVENT_DESC_LEN];
	int vector;

	event->type = length ? SCHED_BEGIN : SCHED_END;
	length = length ?: without_tail(name, "_exit");
	if (!length || !field_number(fields, "vector", &vector))
		return false;
	event->kind = SPAN_IRQ;
	snprintf(text, sizeof(text), "%.*s", (int)length, name);
	name_span(trace, event, text, vector);
	return true;
}

static bool sched_take_named_call(struct sched_trace *trace, const char *name,
			    const struct sched_fields *fields,
			    struct sched_event *event)
{
	uint64_t argument[2] = { 0 };

	event->type = SCHED_CALL;
	fields->arguments(fields->source, argument);
	event->wait = sched_trace_wait(sched_trace_call(trace, name), argument);
	return true;
}

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

bool sched_fields_known(const char *name)
{
	return find_row(name) || begins(name, CALL_BEGIN) ||
	       begins(name, CALL_END) || without_tail(name, "_entry") ||
	       without_tail(name, "_exit");
}

bool sched_fields_take(struct sched_trace *trace, const char *name,
		       const struct sched_fields *fields,
		       struct sched_event *event)
{
	const struct event_row *row = find_row(name);

	event->to = -1;
	if (row) {
		event->type = row->type;
		return row->take(trace, fields, event);
	}
	if (begins(name, CALL_BEGIN))
		return sched_take_named_call(trace, name + strlen(CALL_BEGIN), fields,
				       event);
	if (begins(name, CALL_END)) {
		event->type = SCHED_RETURN;
		return true;
	}
	return sched_take_vector(trace, name, fields, event);
}
