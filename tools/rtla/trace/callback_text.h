/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of callbacks (callback_kinds.h), as the kernel prints them.
 */
#ifndef RTLA_CALLBACK_TEXT_H
#define RTLA_CALLBACK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/symbols.h"

struct event;

/* callback_text_is - return whether the first @length bytes of @name name one */
bool callback_text_is(const char *name, size_t length);

/*
 * callback_text_parse - fill in @event of the event that @name begins with
 *
 * @fields is the text of its fields. The name of its function is put into
 * @function, "" if the event does not have it; the caller sets that in @event.
 * Returns false if the fields are others.
 */
bool callback_text_parse(struct event *event, const char *name,
			 const char *fields, char function[SYMBOL_LEN]);

/* callback_text_kind - return the name of a kind that rtla.ko tells of */
const char *callback_text_kind(int kind);

#endif /* RTLA_CALLBACK_TEXT_H */
