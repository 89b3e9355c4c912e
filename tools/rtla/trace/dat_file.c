// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a trace.dat: see dat_file.h.
 */
#include "trace/dat_file.h"

struct tracecmd_input *dat_file_open(const char *path)
{
	/* The libraries print nothing about a damaged file: the caller does. */
	tracecmd_set_loglevel(TEP_LOG_NONE);
	tep_set_loglevel(TEP_LOG_NONE);
	return tracecmd_open(path, TRACECMD_FL_LOAD_NO_PLUGINS);
}

bool dat_file_take(struct tracecmd_input *input, dat_taker take,
		   bool (*enough)(const void *context), void *context)
{
	bool damaged = tracecmd_iterate_events(input, NULL, 0, take, context);
	int buffers = tracecmd_buffer_instances(input);

	for (int i = 0; i < buffers && !(enough && enough(context)); i++) {
		struct tracecmd_input *buffer =
			tracecmd_buffer_instance_handle(input, i);

		if (!buffer)
			continue;
		damaged |= tracecmd_iterate_events(buffer, NULL, 0, take,
						   context);
		tracecmd_close(buffer);
	}
	return damaged;
}
