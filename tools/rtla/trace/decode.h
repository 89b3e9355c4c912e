/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Decoding of trace ring buffer records into struct event.
 *
 * A decoder looks up the event ids and the offsets of fields once, when it is
 * made. Decoding a record then only copies.
 */
#ifndef RTLA_DECODE_H
#define RTLA_DECODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

struct decoder;
struct event;
struct tep_handle;

/*
 * decoder_new - make a decoder for the events of @system, which has a table in
 * event_shapes.h
 *
 * @tep has parsed their formats; the decoder does not keep @tep. Events of
 * other systems that the table has, like power:cpu_idle, are decoded if @tep
 * has parsed them. The caller frees @decoder with decoder_free(). If an event
 * or a field is missing, or has another size than expected, the function prints
 * an error, sets @decoder to NULL, and returns RESULT_CANNOT; without memory,
 * RESULT_ERROR.
 */
enum result decoder_new(struct decoder **decoder, struct tep_handle *tep,
			const char *system);

void decoder_free(struct decoder *decoder);

/* decoder_address - return the bytes of an address of the kernel, 4 or 8 */
size_t decoder_address(const struct decoder *decoder);

/*
 * decode - fill in @event from a record of @size bytes
 *
 * What the event does not tell is absent (event_set_defaults()). Returns false
 * if the record is too short, or is of an event that the decoder does not know.
 * The time is not part of the record: the caller fills in event->time. The
 * addresses of a stack are not copied: event->stack.caller points into the
 * record, or those of 32 bits into the decoder, until the next call.
 */
bool decode(const struct decoder *decoder, const void *record, size_t size,
	    struct event *event);

#endif /* RTLA_DECODE_H */
