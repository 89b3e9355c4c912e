/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From records of the trace ring buffer to events.
 *
 * Event ids and the places of fields are looked up once, when a decoder is
 * made; decoding a record only copies.
 */
#ifndef RTLA_DECODE_H
#define RTLA_DECODE_H

#include <stdbool.h>
#include <stddef.h>

#include "events.h"
#include "message.h"

struct decoder;
struct tep_handle;

/*
 * decoder_new - for the events of @system, whose formats @tep has parsed
 *
 * And for power:cpu_idle, if it has parsed that, too.
 */
enum result decoder_new(struct decoder **decoder, struct tep_handle *tep,
			const char *system);

void decoder_free(struct decoder *decoder);

/*
 * decode - make an event of a record; false if it is none of ours
 *
 * All but the time, which is not in the record. The addresses of a stack stay
 * in the record.
 */
bool decode(const struct decoder *decoder, const void *record, size_t size,
	    struct event *event);

#endif /* RTLA_DECODE_H */
