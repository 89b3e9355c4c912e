/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fields of an event in a trace that was saved as text: as rtla.ko prints
 * them (include/trace/events/rtla.h), as the kernel's own tracers timerlat and
 * osnoise do, which say less, and as trace-cmd prints the same.
 */
#ifndef RTLA_EVENT_TEXT_H
#define RTLA_EVENT_TEXT_H

#include <stdbool.h>

#include "trace/symbols.h"

struct event;

enum event_text_result {
	EVENT_TEXT_OTHER,	/* an event that nobody asks for */
	EVENT_TEXT_DAMAGED,	/* one of a tracer, without its fields */
	EVENT_TEXT_ODD,		/* the same, which names the event of a tracer */
	EVENT_TEXT_READ,
};

/**
 * struct event_text - what the fields say that is no number
 * @function: the function of a callback; "": there is none
 * @frames: the innermost frame of a stack, if it is in the line, or NULL; the
 *	others are behind it, each after " => ", or in the lines that follow
 * @reported: trace-cmd has printed the stack, as its event has a name
 */
struct event_text {
	char function[SYMBOL_LEN];
	const char *frames;
	bool reported;
};

/*
 * event_text_parse - parse "EVENT: FIELDS", where EVENT may be "rtla:EVENT", or
 * the entry of a tracer, which has no name
 *
 * The pid of @event is set; its type and fields are filled in. What is read is
 * a callback or an interrupt of another CPU, too, see callback_text.h.
 */
enum event_text_result event_text_parse(struct event_text *said,
					struct event *event, const char *text);

/*
 * event_text_is_tracer - return whether the text has fields as only the tracers
 * print them, wherever they are in it
 */
bool event_text_is_tracer(const char *text);

#endif /* RTLA_EVENT_TEXT_H */
