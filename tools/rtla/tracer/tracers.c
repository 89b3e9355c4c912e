// SPDX-License-Identifier: GPL-2.0
/*
 * The list of tracers: see tracers.h.
 */
#include <stddef.h>
#include <string.h>

#include "tracer/tracer.h"
#include "tracer/tracers.h"

const struct tracer_ops *const tracers[] = {
	&tracer_module,
	&tracer_kernel,
	&tracer_bpf,
	&tracer_bpf_wakeups,
	&tracer_bpf_noise,
	&tracer_bpf_cycles,
	&tracer_bpf_overheads,
	&tracer_process,
	NULL
};

const char *const tracer_words[] = { "auto", "module", "kernel", "bpf", "process",
				     NULL };

const char tracer_help[] =
	"what measures: rtla.ko (module), the kernel's own tracer (kernel), or BPF programs (bpf); auto is the first of them that is there, but bpf before kernel where it explains more of a hit; process needs nothing of the kernel, and takes the user latency alone";

bool tracer_word_takes(int word, enum event_context context)
{
	for (int i = 0; tracers[i]; i++)
		if (tracers[i]->only_user &&
		    !strcmp(tracers[i]->name, tracer_words[word]))
			return context == CONTEXT_USER;
	return true;
}
