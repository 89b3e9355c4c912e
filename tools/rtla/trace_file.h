/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saving what an instance has. What fails is said by the caller, when it is time.
 *
 * A name that ends in ".dat" gets a trace.dat, which trace-cmd makes; any other
 * one text. That takes the events out of the instance: so what else is saved of
 * the same hit is kept, or copied.
 */
#ifndef RTLA_TRACE_FILE_H
#define RTLA_TRACE_FILE_H

#include <limits.h>

#include "instance.h"
#include "shell.h"
#include "trace_cmd.h"

enum trace_format {
	TRACE_TEXT,
	TRACE_DAT,
};

/* trace_format_of - the format of a file that is called @path */
enum trace_format trace_format_of(const char *path);

/**
 * struct trace_saver - saves one trace, perhaps to several files
 * @instance: whose it is
 * @text_too: text may be wanted after a trace.dat
 * @text: a copy of what was taken out, as text; 0: there is none
 * @taken: the trace.dat that has it now; "": none has
 * @maker: of a trace.dat
 */
struct trace_saver {
	struct instance *instance;
	bool text_too;
	int text;
	char taken[PATH_MAX];
	struct trace_cmd maker;
};

/* trace_saver_save - to @path, which may exist; NULL, or the reason */
const char *trace_saver_save(struct trace_saver *saver, const char *path,
			     const struct patience *patience);

/* trace_saver_forget - what was taken out: the instance has another trace now */
void trace_saver_forget(struct trace_saver *saver);

void trace_saver_free(struct trace_saver *saver);

/* hist_save - the histograms of an event's triggers; 0 or an errno */
int hist_save(struct instance *instance, const char *system,
	      const char *event, const char *path);

#endif /* RTLA_TRACE_FILE_H */
