/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The list of tracers. A further one is a file with its struct tracer_ops, and
 * a row in tracers.c.
 */
#ifndef RTLA_TRACERS_H
#define RTLA_TRACERS_H

#include <stdbool.h>

#include "trace/contexts.h"

struct tracer_ops;

/* All tracers, in the order in which they are tried; NULL ends them. */
extern const struct tracer_ops *const tracers[];

/*
 * The words of --tracer; NULL ends them. The first one leaves the choice to the
 * order of the list. The others are the names of all tracers; a further one is
 * the last.
 */
extern const char *const tracer_words[];

/*
 * tracer_word_takes - return whether a context is measured by the tracers that
 * a word of --tracer, by its index, stands for
 */
bool tracer_word_takes(int word, enum event_context context);

/* The help of --tracer, which says what each of these words means. */
extern const char tracer_help[];

/* The tracer rtla.ko. */
extern const struct tracer_ops tracer_module;

/*
 * The kernel's own tracers timerlat and osnoise. Their settings are the same
 * for all that trace, so that only one run at a time can use them.
 */
extern const struct tracer_ops tracer_kernel;

/*
 * BPF programs, which need neither a module nor a tracer of the kernel, but a
 * kernel with BTF. They measure with processes of user space.
 */
extern const struct tracer_ops tracer_bpf;
extern const struct tracer_ops tracer_bpf_wakeups;
extern const struct tracer_ops tracer_bpf_noise;
extern const struct tracer_ops tracer_bpf_cycles;
extern const struct tracer_ops tracer_bpf_overheads;

/*
 * Processes of user space alone, as those of cyclictest: they need nothing of
 * the kernel, and see nothing of it.
 */
extern const struct tracer_ops tracer_process;

#endif /* RTLA_TRACERS_H */
