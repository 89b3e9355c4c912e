/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPUs that the BPF tracers measure with processes of their own: what each
 * of them has found and recorded, and the events of the last hit.
 */
#ifndef RTLA_BPF_PLACES_H
#define RTLA_BPF_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/message.h"
#include "trace/events.h"
#include "trace/reader.h"
#include "tracer/bpf/bpf_events.h"

struct bpf_cpu;
struct bpf_process;
struct bpf_programs;
struct tracer;
struct tracer_cpu;
struct tracer_hit;

/**
 * struct bpf_place - one of the CPUs
 * @number: which CPU it is
 * @cpu: its memory of the programs
 * @process: and that of its measuring process, the begin of @bytes
 * @bytes: how much the latter is
 * @read: how many records of the process were read
 * @kept: the events of the last hit
 */
struct bpf_place {
	int number;
	struct bpf_cpu *cpu;
	struct bpf_process *process;
	size_t bytes;
	uint64_t read;
	struct event_list kept;
};

/**
 * struct bpf_places - all of them; a zeroed one is empty
 * @cpus: their numbers
 * @place: the CPUs, @count of them
 * @names: for the events of a hit
 * @was_hit: the places keep its events
 */
struct bpf_places {
	struct cpus cpus;
	struct bpf_place *place;
	int count;
	struct bpf_names names;
	bool was_hit;
};

/*
 * bpf_places_make - make a place for each of these CPUs, whose programs are
 * loaded; print an error if it fails
 *
 * With @programs NULL there are none, and the caller has to set the member cpu.
 */
enum result bpf_places_make(struct bpf_places *places, const struct cpus *cpus,
			    struct bpf_programs *programs);

/*
 * bpf_place_share - give a place the memory that its process shares with the
 * command; NULL: there is none
 *
 * It is zeroed, and begins with a struct bpf_process, which has @slept and
 * keeps @records.
 */
void *bpf_place_share(struct bpf_place *place, const uint64_t *slept,
		      size_t bytes, uint64_t records);

/* bpf_places_of - return the place of a CPU */
struct bpf_place *bpf_places_of(const struct bpf_places *places, int cpu);

/*
 * bpf_places_measured - return the place of the CPU that the calling process
 * measures, all of which is in memory: a fault would be part of a latency
 */
struct bpf_place *bpf_places_measured(const struct bpf_places *places, int cpu);

/* bpf_place_record - let the programs record, of a CPU with no open context */
void bpf_place_record(struct bpf_place *place, uint64_t stack_ns);

/*
 * bpf_place_drain - call @take for each record that was not read before: see
 * &struct tracer_ops.drain
 *
 * @take calls @fn for the events of the record at this place of the ring, all
 * of which it has copied, and returns how many there were. It returns -1, and
 * does nothing, if bpf_place_is_overtaken() is true after that.
 */
int bpf_place_drain(struct bpf_place *place, int most,
		    int (*take)(const struct bpf_place *place, uint64_t at,
				reader_fn *fn, void *context, bool lost),
		    reader_fn *fn, void *context, struct reader_counts *counts);

/* bpf_place_is_overtaken - return whether the next record may be overwritten */
bool bpf_place_is_overtaken(const struct bpf_place *place);

/* bpf_places_hit - return the CPU with the first hit, or NULL */
const struct bpf_place *bpf_places_hit(const struct bpf_places *places);

/*
 * bpf_places_keep - keep what each CPU has recorded until now, and let none of
 * them record
 *
 * @take appends the events of a place to what it keeps; with @hit, that is its
 * hit. @functions: those of the kernel need names. Returns false if there is no
 * memory.
 */
bool bpf_places_keep(struct bpf_places *places, const struct tracer_hit *hit,
		     bool functions, const struct tracer *tracer,
		     bool (*take)(const struct tracer *tracer,
				  struct bpf_place *place,
				  const struct tracer_hit *hit));

/* bpf_places_forget - forget the hits, so that there may be others */
void bpf_places_forget(struct bpf_places *places);

/* bpf_place_list - append what a place keeps; false: there is no memory */
bool bpf_place_list(const struct bpf_place *place, struct event_list *list);

/* bpf_place_state - tell the state of a CPU, as tracer_ops.cpu does */
void bpf_place_state(const struct bpf_place *place, struct tracer_cpu *state);

/* bpf_places_close - free all */
void bpf_places_close(struct bpf_places *places);

#endif /* RTLA_BPF_PLACES_H */
