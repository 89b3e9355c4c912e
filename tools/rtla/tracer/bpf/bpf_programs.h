/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The BPF programs of this command (programs/bpf_recorder.c): they are in the
 * command itself, if it was built with clang. Nothing of them has a name in the
 * system, so that all of it is gone when the command has ended, however it
 * ends.
 */
#ifndef RTLA_BPF_PROGRAMS_H
#define RTLA_BPF_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

struct bpf_cpu;
struct bpf_programs;
struct tracer_absence;

/*
 * bpf_programs_find - return whether the programs can be loaded here
 *
 * Nothing is changed. If they cannot, @absence says why.
 */
bool bpf_programs_find(struct tracer_absence *absence);

/*
 * bpf_programs_load - load the programs for CPUs 0 to @cpus - 1, and let them
 * run
 *
 * With @records, those are there, too, that record noise. Prints an error if it
 * fails. The caller frees @programs, also after a failure.
 */
enum result bpf_programs_load(struct bpf_programs **programs, int cpus,
			      bool records);

/*
 * bpf_programs_cpu - return the memory of a CPU, which processes that are
 * forked share
 */
struct bpf_cpu *bpf_programs_cpu(const struct bpf_programs *programs, int cpu);

/* bpf_programs_free - end and free all; @programs may be NULL */
void bpf_programs_free(struct bpf_programs *programs);

#endif /* RTLA_BPF_PROGRAMS_H */
