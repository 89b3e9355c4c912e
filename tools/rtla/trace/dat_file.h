/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Opening a trace.dat, and reading its buffers.
 *
 * In such a file, trace-cmd saves each trace instance as a buffer of its own,
 * besides the buffer of the top-level instance, which may be empty.
 */
#ifndef RTLA_DAT_FILE_H
#define RTLA_DAT_FILE_H

#include <stdbool.h>

#include <trace-cmd.h>

#define DAT_REFUSED	"no trace.dat that can be read: it is damaged, or not complete"
#define DAT_DAMAGED	"damaged: not all of its events can be read"

/*
 * dat_file_open - open a file; returns NULL if that fails, for DAT_REFUSED
 *
 * The caller closes it with tracecmd_close().
 */
struct tracecmd_input *dat_file_open(const char *path);

/* Takes an event; anything but 0 ends the reading of its buffer, as damaged. */
typedef int (*dat_taker)(struct tracecmd_input *input,
			 struct tep_record *record, int cpu, void *context);

/*
 * dat_file_take - let @take have the events of all buffers, one after the other
 *
 * No further buffer is read when @enough returns true, unless that is NULL.
 * Returns whether anything is damaged.
 */
bool dat_file_take(struct tracecmd_input *input, dat_taker take,
		   bool (*enough)(const void *context), void *context);

#endif /* RTLA_DAT_FILE_H */
