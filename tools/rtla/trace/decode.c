// SPDX-License-Identifier: GPL-2.0
/*
 * Decoding of trace records.
 */
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>

#include "trace/decode.h"

#define FIELDS_MAX	12

/* How a field of a record is copied to a member of struct event. */
enum field_kind {
	FIELD_NUMBER,		/* of the same size in both */
	FIELD_TEXT,		/* cut to the member's size, and terminated */
	FIELD_ADDRESSES,	/* array of unsigned long; not copied */
};

struct field {
	const char *name;
	bool newer;		/* modules of earlier versions have no such field */
	enum field_kind kind;
	size_t to;		/* offset in struct event */
	size_t size;		/* of the member */
};

/*
 * An event and the fields that are decoded. @system: the system of an event of
 * the kernel, which may be missing; NULL: the event is one of the module's.
 * @newer: modules of earlier versions have no such event.
 */
struct shape {
	const char *name;
	const char *system;
	bool newer;
	struct field fields[FIELDS_MAX];
};

#define MEMBER(kind_, name_, newer_, member) \
	{ name_, newer_, kind_, offsetof(struct event, member), \
	  sizeof(((struct event *)NULL)->member) }
#define NUMBER(name, member)	MEMBER(FIELD_NUMBER, name, false, member)
#define NEWER(name, member)	MEMBER(FIELD_NUMBER, name, true, member)
#define TEXT(name, member)	MEMBER(FIELD_TEXT, name, false, member)

static const struct shape shapes[EVENT_TYPES] = {
	[EVENT_SAMPLE] = { .name = "timerlat_sample", .fields = {
		NUMBER("timer_latency", sample.latency),
		NUMBER("t_w", sample.t_w),
		NUMBER("seqnum", sample.seqnum),
		NUMBER("context", sample.context),
		NEWER("pid", sample.pid),
	} },
	[EVENT_NMI] = { .name = "nmi_noise", .fields = {
		NUMBER("start", noise.start),
		NUMBER("duration", noise.duration),
	} },
	[EVENT_IRQ] = { .name = "irq_noise", .fields = {
		NUMBER("start", noise.start),
		NUMBER("duration", noise.duration),
		NUMBER("vector", noise.id),
		TEXT("desc", noise.name),
	} },
	[EVENT_SOFTIRQ] = { .name = "softirq_noise", .fields = {
		NUMBER("start", noise.start),
		NUMBER("duration", noise.duration),
		NUMBER("vector", noise.id),
	} },
	[EVENT_THREAD] = { .name = "thread_noise", .fields = {
		NUMBER("start", noise.start),
		NUMBER("duration", noise.duration),
		NUMBER("pid", noise.id),
		NUMBER("prio", noise.prio),
		TEXT("comm", noise.name),
	} },
	[EVENT_STACK] = { .name = "stack", .fields = {
		NUMBER("t_w", stack.t_w),
		NEWER("time", stack.time),
		NEWER("cost", stack.cost),
		NEWER("pid", stack.pid),
		MEMBER(FIELD_ADDRESSES, "caller", false, stack.caller),
	} },
	[EVENT_STOP] = { .name = "stop", .fields = {
		NUMBER("latency", stop.latency),
		NUMBER("threshold", stop.threshold),
		NUMBER("t_w", stop.t_w),
		NUMBER("irq_start", stop.irq_start),
		NUMBER("thread_start", stop.thread_start),
		NUMBER("session", stop.session),
		NUMBER("seqnum", stop.seqnum),
		NUMBER("context", stop.context),
		NUMBER("pid", stop.pid),
		NUMBER("prio", stop.prio),
		TEXT("comm", stop.comm),
	} },
	[EVENT_PERIOD] = { .name = "osnoise_sample", .fields = {
		NUMBER("start", period.start),
		NUMBER("runtime_ns", period.runtime),
		NUMBER("noise_ns", period.noise),
		NUMBER("max_sample_ns", period.max_single),
		NUMBER("hw_count", period.hardware),
		NUMBER("irq_count", period.irq),
		NUMBER("nmi_count", period.nmi),
		NUMBER("softirq_count", period.softirq),
		NUMBER("thread_count", period.thread),
		NUMBER("seqnum", period.seqnum),
	} },
	[EVENT_GAP] = { .name = "sample_threshold", .fields = {
		NUMBER("start", gap.start),
		NUMBER("duration", gap.duration),
		NUMBER("interference", gap.interference),
	} },
	[EVENT_IDLE] = { .name = "cpu_idle", .system = "power", .fields = {
		NUMBER("state", idle.state),
	} },
	[EVENT_WAKEUP] = { .name = "wakeup", .newer = true, .fields = {
		NUMBER("t_w", wakeup.point[0]),
		NUMBER("irq", wakeup.point[1]),
		NUMBER("waking", wakeup.point[WAKEUP_WAKING]),
		NUMBER("queued", wakeup.point[WAKEUP_QUEUED]),
		NUMBER("sched", wakeup.point[4]),
		NUMBER("switched", wakeup.point[5]),
		NUMBER("run", wakeup.point[WAKEUP_RUN]),
		NUMBER("session", wakeup.session),
		NUMBER("pid", wakeup.pid),
		NUMBER("kind", wakeup.kind),
		NUMBER("waker", wakeup.waker),
	} },
};

/* A field, and its offset in the records. */
struct copy {
	enum field_kind kind;
	size_t from;		/* offset in the record */
	size_t to;		/* offset in struct event */
	size_t size;
};

struct layout {
	size_t size;		/* minimum length of a record, in bytes */
	size_t count;
	struct copy copies[FIELDS_MAX];
};

struct decoder {
	size_t type_from;	/* offset of common_type */
	size_t pid_from;	/* offset of common_pid */
	struct layout layouts[EVENT_TYPES];
	int ids;		/* size of @type */
	signed char type[];	/* enum event_type by event id; -1: unknown */
};

static enum result misfit(const char *system, const char *event,
			  const char *field)
{
	return fail(RESULT_CANNOT, "event %s:%s: no usable field %s: load the module that belongs to this tool",
		    system, event, field);
}

static void reach(struct layout *layout, size_t end)
{
	if (layout->size < end)
		layout->size = end;
}

/* Look up the offsets of the fields of one event. */
static enum result lay_out(struct layout *layout, const struct shape *shape,
			   struct tep_event *event)
{
	const struct field *field;

	for (field = shape->fields; field->name; field++) {
		struct copy *copy = &layout->copies[layout->count];
		struct tep_format_field *found;
		size_t size;

		found = tep_find_field(event, field->name);
		if (!found && field->newer)
			continue;
		if (!found)
			return misfit(event->system, shape->name, field->name);
		size = found->size;
		if ((field->kind == FIELD_NUMBER && size != field->size) ||
		    (field->kind == FIELD_ADDRESSES &&
		     size != sizeof(uint32_t)))
			return misfit(event->system, shape->name, field->name);
		if (field->kind == FIELD_TEXT && size > field->size - 1)
			size = field->size - 1;
		copy->kind = field->kind;
		copy->from = found->offset;
		copy->to = field->to;
		copy->size = size;
		reach(layout, copy->from + copy->size);
		layout->count++;
	}
	return RESULT_OK;
}

static enum result lay_out_common(struct decoder *decoder,
				  struct tep_event *event)
{
	struct tep_format_field *type, *pid;

	type = tep_find_common_field(event, "common_type");
	pid = tep_find_common_field(event, "common_pid");
	if (!type || type->size != sizeof(uint16_t))
		return misfit(event->system, event->name, "common_type");
	if (!pid || pid->size != sizeof(int32_t))
		return misfit(event->system, event->name, "common_pid");
	decoder->type_from = type->offset;
	decoder->pid_from = pid->offset;
	return RESULT_OK;
}

enum result decoder_new(struct decoder **made, struct tep_handle *tep,
			const char *system)
{
	struct tep_event *event[EVENT_TYPES];
	enum result result = RESULT_OK;
	struct decoder *decoder;
	int ids = 0;

	*made = NULL;
	for (int i = 0; i < EVENT_TYPES; i++) {
		event[i] = tep_find_event_by_name(tep, shapes[i].system ?: system,
						  shapes[i].name);
		if (!event[i] && (shapes[i].system || shapes[i].newer))
			continue;
		if (!event[i])
			return fail(RESULT_CANNOT, "event %s:%s: not found: load the module that belongs to this tool",
				    system, shapes[i].name);
		if (event[i]->id >= ids)
			ids = event[i]->id + 1;
	}
	decoder = calloc(1, sizeof(*decoder) + ids);
	if (!decoder)
		return fail(RESULT_ERROR, "out of memory");
	decoder->ids = ids;
	memset(decoder->type, -1, ids);
	for (int i = 0; i < EVENT_TYPES && !result; i++) {
		if (!event[i])
			continue;
		decoder->type[event[i]->id] = i;
		result = lay_out_common(decoder, event[i]);
		reach(&decoder->layouts[i], decoder->pid_from + sizeof(int32_t));
		if (!result)
			result = lay_out(&decoder->layouts[i], &shapes[i],
					 event[i]);
	}
	if (result) {
		free(decoder);
		return result;
	}
	*made = decoder;
	return RESULT_OK;
}

void decoder_free(struct decoder *decoder)
{
	free(decoder);
}

/*
 * @where is the value of the field: the low 16 bits are the array's offset in
 * the record, the high 16 bits its length in bytes.
 */
static bool find_addresses(const void *record, size_t size, uint32_t where,
			   struct event *event)
{
	size_t from = where & 0xffff;
	size_t length = where >> 16;

	if (from + length > size)
		return false;
	event->stack.caller = (uint64_t *)((char *)record + from);
	event->stack.count = length / sizeof(uint64_t);
	return true;
}

bool decode(const struct decoder *decoder, const void *record, size_t size,
	    struct event *event)
{
	const char *from = record;
	const struct layout *layout;
	uint16_t id;
	int type;

	if (size < decoder->type_from + sizeof(id))
		return false;
	memcpy(&id, from + decoder->type_from, sizeof(id));
	type = id < decoder->ids ? decoder->type[id] : -1;
	if (type < 0)
		return false;
	layout = &decoder->layouts[type];
	if (size < layout->size)
		return false;
	memset(event, 0, sizeof(*event));
	event->type = type;
	memcpy(&event->pid, from + decoder->pid_from, sizeof(int32_t));
	event_set_defaults(event);
	for (size_t i = 0; i < layout->count; i++) {
		const struct copy *copy = &layout->copies[i];
		uint32_t where;

		if (copy->kind != FIELD_ADDRESSES) {
			memcpy((char *)event + copy->to, from + copy->from,
			       copy->size);
			continue;
		}
		memcpy(&where, from + copy->from, sizeof(where));
		if (!find_addresses(record, size, where, event))
			return false;
	}
	/* A later module may know more latencies than these. */
	if (type == EVENT_STOP && (event->stop.context < 0 ||
				   event->stop.context >= CONTEXTS))
		return false;
	if (type == EVENT_SOFTIRQ)
		strcpy(event->noise.name, softirq_name(event->noise.id));
	return true;
}
