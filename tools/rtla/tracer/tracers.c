// SPDX-License-Identifier: GPL-2.0
/*
 * The list of tracers: see tracers.h.
 */
#include <stddef.h>

#include "tracer/tracers.h"

const struct tracer_ops *const tracers[] = {
	&tracer_module,
	&tracer_kernel,
	&tracer_bpf,
	&tracer_bpf_wakeups,
	&tracer_bpf_noise,
	&tracer_bpf_cycles,
	&tracer_bpf_overheads,
	NULL
};

const char *const tracer_words[] = { "auto", "module", "kernel", "bpf", NULL };

const char tracer_help[] =
	"what measures: rtla.ko (module), the kernel's own tracer (kernel), or BPF programs (bpf); auto is the first of them that is there, but bpf before kernel where it explains more of a hit";
