// SPDX-License-Identifier: GPL-2.0
/*
 * A decoder for the running kernel: see live_decoder.h.
 */
#include <event-parse.h>

#include "trace/decode.h"
#include "trace/event_shapes.h"
#include "trace/instance.h"
#include "trace/live_decoder.h"

enum result live_decoder_new(struct decoder **decoder, const char *system)
{
	const struct event_table *table = event_table_find(system);
	const struct event_shape *shape;
	struct tep_handle *formats;
	enum result result;

	*decoder = NULL;
	result = instances_formats(&formats, system);
	if (result)
		return result;
	for (int i = 0; (shape = event_table_shape(table, i))->name; i++)
		if (shape->system)
			instances_add_format(formats, shape->system,
					     shape->name);
	result = decoder_new(decoder, formats, system);
	tep_free(formats);
	return result;
}
