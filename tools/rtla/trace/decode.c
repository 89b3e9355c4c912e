// SPDX-License-Identifier: GPL-2.0
/*
 * Decoding of trace records.
 */
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>

#include "trace/decode.h"
#include "trace/event_shapes.h"

/* More than any table has. */
#define SHAPES_MAX	48

/* Bits of common_flags: the kernel's enum trace_flag_type. */
#define FLAG_IRQ	0x08
#define FLAG_SOFTIRQ	0x10
#define FLAG_NMI	0x40

/* No kernel takes a stack of so many frames. */
#define FRAMES_MAX	256

/* A field, and its offset in the records. */
struct copy {
	enum field_kind kind;
	size_t from;		/* offset in the record */
	size_t to;		/* offset in struct event */
	size_t size;		/* bytes that are copied, or needed */
	size_t room;		/* of the member */
};

struct layout {
	size_t size;		/* minimum length of a record, in bytes */
	size_t count;
	struct copy copies[FIELDS_MAX];
};

struct decoder {
	const struct event_table *table;
	size_t type_from;	/* offset of common_type */
	size_t pid_from;	/* offset of common_pid */
	size_t flags_from;	/* offset of common_flags */
	size_t address;		/* bytes of an address in records */
	uint64_t *frames;	/* addresses of 4 bytes, widened; NULL: not needed */
	struct layout layouts[SHAPES_MAX];
	const struct event_shape *shapes[SHAPES_MAX];
	int ids;		/* size of @shape */
	signed char shape[];	/* index in the table by event id; -1: unknown */
};

static enum result misfit(const struct event_table *table,
			  const struct tep_event *event, const char *field)
{
	return fail(RESULT_CANNOT, "event %s:%s: no usable field %s: %s",
		    event->system, event->name, field, table->remedy);
}

static void reach(struct layout *layout, size_t end)
{
	if (layout->size < end)
		layout->size = end;
}

/* Return the size that a field must have in the record; 0: any. */
static size_t size_wanted(const struct field *field)
{
	switch (field->kind) {
	case FIELD_NUMBER:
		return field->size;
	case FIELD_US:
		return sizeof(uint64_t);
	case FIELD_COUNT:
		return sizeof(int);
	case FIELD_STRING:
	case FIELD_ADDRESSES:
	case FIELD_MASK:
		return sizeof(uint32_t);
	default:
		return 0;
	}
}

/* Return how many bytes of the record a field needs at least. */
static size_t size_copied(const struct field *field, size_t size)
{
	switch (field->kind) {
	case FIELD_TEXT:
		return size < field->size ? size : field->size - 1;
	case FIELD_FRAMES:
	case FIELD_MARK:
		return 0;
	default:
		return size;
	}
}

/* Look up the offsets of the fields of one event. */
static enum result decode_lay_out(struct layout *layout,
				  const struct event_table *table,
				  const struct event_shape *shape,
				  struct tep_event *event)
{
	const struct field *field;

	for (field = shape->fields; field->name; field++) {
		struct copy *copy = &layout->copies[layout->count];
		struct tep_format_field *found;
		size_t wanted = size_wanted(field);

		found = tep_find_field(event, field->name);
		if (!found && field->newer)
			continue;
		if (!found || (wanted && (size_t)found->size != wanted) ||
		    (field->kind == FIELD_POINTER && found->size != 4 &&
		     found->size != 8))
			return misfit(table, event, field->name);
		copy->kind = field->kind;
		copy->from = found->offset;
		copy->to = field->to;
		copy->size = size_copied(field, found->size);
		copy->room = field->size;
		reach(layout, copy->from + copy->size);
		layout->count++;
	}
	return RESULT_OK;
}

static enum result lay_out_common(struct decoder *decoder,
				  struct tep_event *event)
{
	struct tep_format_field *type, *pid, *flags;

	type = tep_find_common_field(event, "common_type");
	pid = tep_find_common_field(event, "common_pid");
	flags = tep_find_common_field(event, "common_flags");
	if (!type || type->size != sizeof(uint16_t))
		return misfit(decoder->table, event, "common_type");
	if (!pid || pid->size != sizeof(int32_t))
		return misfit(decoder->table, event, "common_pid");
	if (!flags || flags->size != 1)
		return misfit(decoder->table, event, "common_flags");
	decoder->type_from = type->offset;
	decoder->flags_from = flags->offset;
	decoder->pid_from = pid->offset;
	return RESULT_OK;
}

/*
 * Find the events of @table, up to SHAPES_MAX. Set @ids to one more than the
 * largest of their ids.
 */
static enum result find_events(struct tep_event **event, int *ids,
			       const struct event_table *table,
			       struct tep_handle *tep)
{
	const struct event_shape *shape;

	*ids = 0;
	for (int i = 0; (shape = event_table_shape(table, i))->name; i++, event++) {
		const char *system = shape->system ?: table->system;

		*event = tep_find_event_by_name(tep, system, shape->name);
		if (!*event && shape->needed)
			return fail(RESULT_CANNOT, "event %s:%s: not found: %s",
				    system, shape->name, table->remedy);
		if (*event && (*event)->id >= *ids)
			*ids = (*event)->id + 1;
	}
	return RESULT_OK;
}

/* Returns false without memory. */
static bool set_address(struct decoder *decoder, struct tep_handle *tep)
{
	decoder->address = tep_get_long_size(tep) == 4 ? 4 : sizeof(uint64_t);
	if (decoder->address == 4)
		decoder->frames = calloc(FRAMES_MAX, sizeof(*decoder->frames));
	return decoder->address != 4 || decoder->frames;
}

/* An analysis can do without these, whatever fields other kernels give them. */
static bool is_optional(const struct event_shape *shape)
{
	return shape->type == EVENT_CALLBACK || shape->type == EVENT_IPI ||
	       shape->type == EVENT_WAKING || shape->type == EVENT_SWITCH;
}

static bool fits_shape(const struct event_shape *shape, struct tep_event *event)
{
	for (const struct field *field = shape->fields; field->name; field++)
		if (!tep_find_field(event, field->name))
			return false;
	return true;
}

/* Let the decoder know the event that has the shape number @i in its table. */
static enum result take_shape(struct decoder *decoder, int i,
			      struct tep_event *event)
{
	const struct event_shape *shape = event_table_shape(decoder->table, i);
	struct layout *layout = &decoder->layouts[i];
	enum result result;

	if (is_optional(shape) && !fits_shape(shape, event))
		return RESULT_OK;
	decoder->shape[event->id] = i;
	decoder->shapes[i] = shape;
	result = lay_out_common(decoder, event);
	reach(layout, decoder->pid_from + sizeof(int32_t));
	reach(layout, decoder->flags_from + 1);
	return result ?: decode_lay_out(layout, decoder->table, shape, event);
}

enum result decoder_new(struct decoder **made, struct tep_handle *tep,
			const char *system)
{
	const struct event_table *table = event_table_find(system);
	struct tep_event *event[SHAPES_MAX];
	struct decoder *decoder;
	enum result result;
	int ids;

	*made = NULL;
	result = find_events(event, &ids, table, tep);
	if (result)
		return result;
	decoder = calloc(1, sizeof(*decoder) + ids);
	if (!decoder || !set_address(decoder, tep)) {
		free(decoder);
		return fail(RESULT_ERROR, "out of memory");
	}
	decoder->table = table;
	decoder->ids = ids;
	memset(decoder->shape, -1, ids);
	for (int i = 0; event_table_shape(table, i)->name && !result; i++)
		if (event[i])
			result = take_shape(decoder, i, event[i]);
	if (result) {
		decoder_free(decoder);
		return result;
	}
	*made = decoder;
	return RESULT_OK;
}

void decoder_free(struct decoder *decoder)
{
	if (decoder)
		free(decoder->frames);
	free(decoder);
}

/* The record that is decoded. */
struct record {
	const char *bytes;
	size_t size;
};

/*
 * Find a dynamic array of the record: the low 16 bits of the field are its
 * offset in the record, the high 16 bits its length in bytes. Returns NULL if
 * it is not in the record.
 */
static const char *find_array(const struct record *record,
			      const struct copy *copy, size_t *length)
{
	uint32_t where;

	memcpy(&where, record->bytes + copy->from, sizeof(where));
	*length = where >> 16;
	if ((where & 0xffff) + *length > record->size)
		return NULL;
	return record->bytes + (where & 0xffff);
}

static bool copy_string(char *to, const struct record *record,
			const struct copy *copy)
{
	size_t length;
	const char *from = find_array(record, copy, &length);

	if (!from)
		return false;
	length = strnlen(from, length);
	memcpy(to, from, length < copy->room ? length : copy->room - 1);
	return true;
}

/* Let the event's stack be the addresses in @bytes bytes from @from on. */
static void decode_set_stack(const struct decoder *decoder, struct event *event,
			     const char *from, size_t bytes)
{
	event->stack.caller = (uint64_t *)from;
	event->stack.count = bytes / decoder->address;
	if (!decoder->frames)
		return;
	event->stack.caller = decoder->frames;
	if (event->stack.count > FRAMES_MAX)
		event->stack.count = FRAMES_MAX;
	for (size_t i = 0; i < event->stack.count; i++) {
		uint32_t address;

		memcpy(&address, from + i * sizeof(address), sizeof(address));
		decoder->frames[i] = address;
	}
}

static bool find_addresses(const struct decoder *decoder, struct event *event,
			   const struct record *record, const struct copy *copy)
{
	size_t length;
	const char *from = find_array(record, copy, &length);

	if (from)
		decode_set_stack(decoder, event, from, length);
	return from;
}

static bool is_zero(const struct event *event, size_t frame)
{
	uint64_t address;

	/* In the record, an address may not be aligned. */
	memcpy(&address, (const char *)event->stack.caller +
	       frame * sizeof(address), sizeof(address));
	return !address;
}

/*
 * The number of frames was copied before them, and may be more than there are:
 * the last ones of some kernels are 0.
 */
static bool find_frames(const struct decoder *decoder, struct event *event,
			const struct record *record, const struct copy *copy)
{
	size_t count = event->stack.count;

	decode_set_stack(decoder, event, record->bytes + copy->from,
			 record->size - copy->from);
	if (event->stack.count > count)
		event->stack.count = count;
	while (event->stack.count && is_zero(event, event->stack.count - 1))
		event->stack.count--;
	return true;
}

static bool find_mark(const struct record *record, const struct copy *copy)
{
	size_t length = record->size - copy->from;
	char text[64] = "";

	memcpy(text, record->bytes + copy->from,
	       length < sizeof(text) ? length : sizeof(text) - 1);
	return stop_mark_is(text);
}

static bool find_mask(struct event *event, const struct record *record,
		      const struct copy *copy)
{
	size_t length;
	const char *from = find_array(record, copy, &length);

	event->ipi.mask = (unsigned char *)from;
	event->ipi.mask_bytes = length;
	return from;
}

/* Copy a number of 4 or 8 bytes to a member of 8 bytes. */
static void copy_pointer(char *to, const struct record *record,
			 const struct copy *copy)
{
	uint64_t number = 0;
	uint32_t small;

	if (copy->size == sizeof(small)) {
		memcpy(&small, record->bytes + copy->from, sizeof(small));
		number = small;
	} else {
		memcpy(&number, record->bytes + copy->from, sizeof(number));
	}
	memcpy(to, &number, sizeof(number));
}

/* Copy a field to @event; return false if the record is not that event. */
static bool copy_field(const struct decoder *decoder, struct event *event,
		       const struct record *record, const struct copy *copy)
{
	char *to = (char *)event + copy->to;
	uint64_t us;
	int count;

	switch (copy->kind) {
	case FIELD_US:
		memcpy(&us, record->bytes + copy->from, sizeof(us));
		us *= 1000;
		memcpy(to, &us, sizeof(us));
		return true;
	case FIELD_COUNT:
		memcpy(&count, record->bytes + copy->from, sizeof(count));
		event->stack.count = count > 0 ? count : 0;
		return true;
	case FIELD_STRING:
		return copy_string(to, record, copy);
	case FIELD_ADDRESSES:
		return find_addresses(decoder, event, record, copy);
	case FIELD_FRAMES:
		return find_frames(decoder, event, record, copy);
	case FIELD_MARK:
		return find_mark(record, copy);
	case FIELD_MASK:
		return find_mask(event, record, copy);
	case FIELD_POINTER:
		copy_pointer(to, record, copy);
		return true;
	default:
		memcpy(to, record->bytes + copy->from, copy->size);
		return true;
	}
}

size_t decoder_address(const struct decoder *decoder)
{
	return decoder->address;
}

static enum event_inside inside_of(uint8_t flags)
{
	if (flags & FLAG_NMI)
		return INSIDE_NMI;
	if (flags & FLAG_IRQ)
		return INSIDE_IRQ;
	return flags & FLAG_SOFTIRQ ? INSIDE_SOFTIRQ : INSIDE_THREAD;
}

/* Set in @event what all records of its shape have. */
static void set_common(const struct decoder *decoder, struct event *event,
		       const struct event_shape *shape,
		       const struct record *record)
{
	memset(event, 0, sizeof(*event));
	event->type = shape->type;
	memcpy(&event->pid, record->bytes + decoder->pid_from, sizeof(int32_t));
	event->inside = inside_of(record->bytes[decoder->flags_from]);
	event_set_defaults(event);
	if (event->type == EVENT_WAKING)
		event->waking.queued = shape->ends;
	if (event->type != EVENT_CALLBACK)
		return;
	event->callback.kind = shape->kind;
	event->callback.ends = shape->ends;
}

bool decode(const struct decoder *decoder, const void *bytes, size_t size,
	    struct event *event)
{
	const struct record record = { bytes, size };
	const struct layout *layout;
	uint16_t id;
	int shape;

	if (size < decoder->type_from + sizeof(id))
		return false;
	memcpy(&id, record.bytes + decoder->type_from, sizeof(id));
	shape = id < decoder->ids ? decoder->shape[id] : -1;
	if (shape < 0)
		return false;
	layout = &decoder->layouts[shape];
	if (size < layout->size)
		return false;
	set_common(decoder, event, decoder->shapes[shape], &record);
	for (size_t i = 0; i < layout->count; i++)
		if (!copy_field(decoder, event, &record, &layout->copies[i]))
			return false;
	/* A later module may know more latencies than these. */
	if (event->type == EVENT_STOP && !event_is_bare(event) &&
	    (event->stop.context < 0 || event->stop.context >= CONTEXTS))
		return false;
	if (event->type == EVENT_SOFTIRQ)
		strcpy(event->noise.name, softirq_name(event->noise.id));
	return true;
}
