// SPDX-License-Identifier: GPL-2.0
/*
 * The list of tracers: see tracers.h.
 */
#include <stddef.h>

#include "tracer/tracers.h"

const struct tracer_ops *const tracers[] = {
	&tracer_module,
	&tracer_kernel,
	&tracer_tracefs,
	NULL
};

const char *const tracer_words[] = { "auto", "module", "kernel", NULL };

const char tracer_help[] =
	"what measures: rtla.ko (module), or the kernel's own tracer (kernel); auto is the first of them that is there";
