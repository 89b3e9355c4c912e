/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saving the trace of an instance to files. The functions print no error: the
 * caller does that, when it is time.
 *
 * A file whose name ends in ".dat" becomes a trace.dat, made by trace-cmd; any
 * other file becomes text. Making a trace.dat takes the events out of the
 * instance. For further files of the same hit, a copy of the text is kept
 * before that if needed, and a further trace.dat is a copy of the first one.
 */
#ifndef RTLA_TRACE_FILE_H
#define RTLA_TRACE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "trace/thread_names.h"
#include "trace/trace_cmd.h"

/* trace_is_dat - return whether a file with this name becomes a trace.dat */
bool trace_is_dat(const char *path);

/**
 * struct trace_saver - saves one trace, perhaps to several files
 * @instance: the instance with the trace
 * @text_too: text may be saved after a trace.dat
 * @text: descriptor of a copy of the trace as text; 0: there is no copy
 * @write: print the trace as text, from @source; returns false if there is no
 *	memory. NULL: it is in the instance
 * @source: first argument of @write
 * @taken: path of the trace.dat that has the events now; "": the instance has
 *	them
 * @maker: makes a trace.dat
 * @names: names of threads for the text, also of threads that have ended since
 */
struct trace_saver {
	struct instance *instance;
	bool text_too;
	int text;
	bool (*write)(void *source, FILE *out);
	void *source;
	char taken[PATH_MAX];
	struct trace_cmd maker;
	struct thread_names names;
};

/*
 * trace_saver_save - save the trace to @path, which may exist
 *
 * @patience says what is done while trace-cmd runs. Returns NULL, or the reason
 * of a failure, which may be in @saver->maker.
 */
const char *trace_saver_save(struct trace_saver *saver, const char *path,
			     const struct patience *patience);

/* trace_saver_forget - forget the trace: the instance has another one now */
void trace_saver_forget(struct trace_saver *saver);

/* trace_saver_free - free all but @saver itself and its instance */
void trace_saver_free(struct trace_saver *saver);

/*
 * hist_save - save the histograms of an event's triggers to @path
 *
 * Returns 0 or an errno.
 */
int hist_save(struct instance *instance, const char *system,
	      const char *event, const char *path);

#endif /* RTLA_TRACE_FILE_H */
