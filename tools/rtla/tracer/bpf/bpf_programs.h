/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The BPF programs of this command (programs/): they are in the command itself,
 * if it was built with clang, as one object for each kind of record. Nothing of
 * them has a name in the system, so that all of it is gone when the command has
 * ended, however it ends.
 */
#ifndef RTLA_BPF_PROGRAMS_H
#define RTLA_BPF_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/message.h"

struct bpf_cpu;
struct bpf_programs;
struct tracer_absence;
struct tracer_mark;

/*
 * bpf_programs_find - return whether the programs can be loaded here
 *
 * Nothing is changed. If they cannot, @absence says why.
 */
bool bpf_programs_find(struct tracer_absence *absence);

/* The objects. */
enum bpf_object_name {
	BPF_RECORDER,	/* latencies of measuring threads, and noise */
	BPF_WAKEUPS,
	BPF_CYCLES,
	BPF_OVERHEADS,
	BPF_OBJECTS
};

/* The number of entries of a map. */
struct bpf_map_entries {
	const char *map;
	uint32_t entries;
};

/**
 * struct bpf_field - a member of one of the kernel's structures
 * @structure, @member: their names; NULL: the list ends
 * @offset: set to where it is, in bytes
 */
struct bpf_field {
	const char *structure;
	const char *member;
	uint32_t *offset;
};

/*
 * Return whether a program is wanted; @purpose is what its source says that it
 * is for, or "": see bpf_layout.h.
 */
typedef bool bpf_wants_fn(const void *context, const char *program,
			  const char *purpose);

/**
 * struct bpf_request - what of an object is to be loaded
 * @object: which one
 * @constants, @bytes: what it reads only, all of it
 * @fields: what is to be found before @constants is read; NULL: nothing
 * @entries: maps whose number of entries is decided here; one without a name
 *	ends the list
 * @wants: return whether a program is wanted; NULL: all that the kernel has
 *	tracepoints for
 * @context: for @wants
 */
struct bpf_request {
	enum bpf_object_name object;
	const void *constants;
	size_t bytes;
	const struct bpf_field *fields;
	const struct bpf_map_entries *entries;
	bpf_wants_fn *wants;
	const void *context;
};

/*
 * bpf_programs_new - make an empty set of programs, for CPUs 0 to @cpus - 1;
 * @remedy is what to do if the kernel refuses any of them
 *
 * Prints an error, and returns NULL, if there is no memory. The caller frees it
 * with bpf_programs_free().
 */
struct bpf_programs *bpf_programs_new(int cpus, const char *remedy);

/*
 * bpf_programs_load - load an object, which shares the memory of CPUs with
 * those that were loaded before
 *
 * Prints an error if it fails. Nothing of it runs yet.
 */
enum result bpf_programs_load(struct bpf_programs *programs,
			      const struct bpf_request *request);

/* bpf_programs_find_helper - return whether the kernel has a helper of programs */
bool bpf_programs_find_helper(const char *name);

/*
 * bpf_programs_find_variable - return whether programs may use a variable of
 * the kernel: it need not have the addresses of all
 */
bool bpf_programs_find_variable(const char *name);

/*
 * bpf_programs_attach - let all programs run, those of the object first that
 * was loaded first
 *
 * Prints an error if it fails.
 */
enum result bpf_programs_attach(struct bpf_programs *programs);

/*
 * bpf_programs_runs - return whether a program was attached: the kernel has its
 * tracepoint, and it was wanted
 */
bool bpf_programs_runs(const struct bpf_programs *programs,
		       enum bpf_object_name object, const char *program);

/*
 * bpf_programs_probe - attach a program to a probe on the first of these
 * functions that can have one; NULL ends them
 *
 * Programs in a section "kprobe" are attached by this alone. Returns false, and
 * prints nothing, if none can.
 */
bool bpf_programs_probe(struct bpf_programs *programs,
			enum bpf_object_name object, const char *program,
			const char *const *functions);

/*
 * bpf_programs_mark - attach a program to a mark
 *
 * Prints an error if it fails.
 */
enum result bpf_programs_mark(struct bpf_programs *programs,
			      enum bpf_object_name object, const char *program,
			      const struct tracer_mark *mark);

/* bpf_programs_unprobe - undo the last bpf_programs_probe() */
void bpf_programs_unprobe(struct bpf_programs *programs);

/*
 * bpf_programs_cpu - return the memory of a CPU, which processes that are
 * forked share
 */
struct bpf_cpu *bpf_programs_cpu(const struct bpf_programs *programs, int cpu);

/*
 * bpf_programs_share - return the memory of a map, until bpf_programs_free()
 *
 * @bytes is how much that is. Prints an error, and returns NULL, if it fails.
 */
void *bpf_programs_share(struct bpf_programs *programs,
			 enum bpf_object_name object, const char *map,
			 size_t bytes);

/*
 * bpf_programs_put - put a value into a map, or with @key NULL, into a queue
 *
 * Prints an error if it fails.
 */
enum result bpf_programs_put(const struct bpf_programs *programs,
			     enum bpf_object_name object, const char *map,
			     const void *key, const void *value);

/*
 * bpf_programs_listen - return a descriptor that is readable when a program has
 * put something into @map, a ring buffer, until bpf_programs_heard()
 *
 * Prints an error, and returns -1, if it fails. There is one of them.
 */
int bpf_programs_listen(struct bpf_programs *programs,
			enum bpf_object_name object, const char *map);
void bpf_programs_heard(struct bpf_programs *programs);

/* bpf_programs_free - end and free all; @programs may be NULL */
void bpf_programs_free(struct bpf_programs *programs);

#endif /* RTLA_BPF_PROGRAMS_H */
