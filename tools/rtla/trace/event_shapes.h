/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which event of a tracer is which struct event, and which of its fields is
 * which member: one table for rtla.ko, and one for the tracers timerlat and
 * osnoise of the kernel itself, whose events say less. To read what another
 * tracer records, add a table.
 */
#ifndef RTLA_EVENT_SHAPES_H
#define RTLA_EVENT_SHAPES_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/callback_kinds.h"
#include "trace/events.h"

#define FIELDS_MAX	12

/* How a field of a record is copied to a member of struct event. */
enum field_kind {
	FIELD_NUMBER,		/* of the same size in both */
	FIELD_US,		/* 64 bits: us in the record, ns in the member */
	FIELD_COUNT,		/* an int in the record, a size_t in the member */
	FIELD_TEXT,		/* cut to the member's size, and terminated */
	FIELD_STRING,		/* the same of a dynamic array (__data_loc) */
	FIELD_ADDRESSES,	/* dynamic array of unsigned long; not copied */
	FIELD_FRAMES,		/* the same at the end of a record; see FIELD_COUNT */
	FIELD_MARK,		/* text that decides whether it is the event */
	FIELD_POINTER,		/* of 4 or 8 bytes in the record, a uint64_t */
	FIELD_MASK,		/* CPUs, a dynamic array; not copied */
};

struct field {
	const char *name;
	bool newer;		/* earlier versions have no such field */
	enum field_kind kind;
	size_t to;		/* offset in struct event */
	size_t size;		/* of the member */
};

/**
 * struct event_shape - an event and the fields that are decoded
 * @name: its name; NULL: the end of the table
 * @system: its system, if it is not that of the table
 * @type: what it is decoded to
 * @needed: the decoder cannot do without it
 * @kind, @ends: of EVENT_CALLBACK, which the record does not say; of
 *	EVENT_WAKING, @ends is its member @queued
 * @fields: end with one without a name
 */
struct event_shape {
	const char *name;
	const char *system;
	enum event_type type;
	bool needed;
	enum callback_kind kind;
	bool ends;
	struct field fields[FIELDS_MAX];
};

/**
 * struct event_table - the events of one tracer
 * @system: the system of its events
 * @remedy: what helps if an event is missing, or is not what it should be
 * @shapes: its events, without those of the kernel that all tables share
 */
struct event_table {
	const char *system;
	const char *remedy;
	const struct event_shape *shapes;
};

/*
 * event_table_shape - return the event number @number of a table, of which the
 * last ones are those that all tables share
 *
 * The one after the last has no name.
 */
const struct event_shape *event_table_shape(const struct event_table *table,
					    int number);

/* event_table_find - return the table of the events of @system, or NULL */
const struct event_table *event_table_find(const char *system);

/*
 * stop_mark_is - return whether @text is what the kernel's own tracers write
 * into a trace when a threshold is hit
 *
 * Kernels only write it if something has used trace_printk() before.
 */
bool stop_mark_is(const char *text);

#endif /* RTLA_EVENT_SHAPES_H */
