/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making events about threads of the fields that the kernel's events have,
 * whether these come from a record or from a line of text.
 */
#ifndef RTLA_SCHED_FIELDS_H
#define RTLA_SCHED_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sched_event;
struct sched_trace;

/**
 * struct sched_fields - where the fields of one event come from
 * @number: find the number in a field; returns false if there is none
 * @text: copy the text of a field; what begins with @end does not belong to it.
 *	The field "" is all that the event prints
 * @arguments: find the first two arguments of a system call
 * @source: the first argument of these functions
 */
struct sched_fields {
	bool (*number)(const void *source, const char *field, int64_t *number);
	bool (*text)(const void *source, const char *field, const char *end,
		     char *text, size_t size);
	bool (*arguments)(const void *source, uint64_t argument[2]);
	const void *source;
};

/* sched_fields_known - return whether events of this name may be taken */
bool sched_fields_known(const char *name);

/*
 * sched_fields_take - fill in @event, of which the time, the CPU and the thread
 * are set, from an event called @name
 *
 * The names of threads go to @trace. Returns false if it is an event that
 * nobody asks for, or if it lacks a field.
 */
bool sched_fields_take(struct sched_trace *trace, const char *name,
		       const struct sched_fields *fields,
		       struct sched_event *event);

#endif /* RTLA_SCHED_FIELDS_H */
