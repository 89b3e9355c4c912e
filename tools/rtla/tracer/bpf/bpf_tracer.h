/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The common part of the BPF tracers: see &struct tracer_ops for each of the
 * functions that this does not tell about.
 */
#ifndef RTLA_BPF_TRACER_H
#define RTLA_BPF_TRACER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tracer/bpf/bpf_places.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/tracer_config.h"

struct bpf_watcher;
struct bpf_overheads;
struct tracer_absence;

/**
 * struct bpf_way - how one of them measures
 * @accounts: its programs need the sums of noise, of all CPUs, and also after
 *	a hit
 * @remedy: what to do where its programs are refused; NULL: load the module
 * @load: load its programs
 * @start: get ready, at places that are made; then the programs are attached
 * @heard: let the descriptor of a hit be readable no more, until the next hit
 * @describe: fill in the hit of a place
 * @take: append the events of a place to what it keeps; with @hit, that is its
 *	hit. Returns false if there is no memory
 */
struct bpf_way {
	bool accounts;
	const char *remedy;
	enum result (*load)(struct tracer *tracer);
	enum result (*start)(struct tracer *tracer);
	void (*heard)(struct tracer *tracer);
	void (*describe)(const struct tracer *tracer,
			 const struct bpf_place *place, struct tracer_hit *hit);
	bool (*take)(const struct tracer *tracer, struct bpf_place *place,
		     const struct tracer_hit *hit);
};

/**
 * struct tracer - one of them
 * @way: how it measures
 * @config: what it measures; thresholds as they were armed last
 * @programs: those that are loaded for it
 * @places: the CPUs
 * @wake: an eventfd, with which its processes tell of a hit; -1: it has none
 * @watcher: only of those that watch threads
 * @overheads: only of overheads
 */
struct tracer {
	const struct bpf_way *way;
	struct tracer_config config;
	struct bpf_programs *programs;
	struct bpf_places places;
	int wake;
	struct bpf_watcher *watcher;
	struct bpf_overheads *overheads;
};

/*
 * bpf_tracer_threshold - return the threshold of a context, or what no time
 * exceeds
 */
uint64_t bpf_tracer_threshold(const struct tracer_config *config,
			      enum event_context context);

/* bpf_tracer_new - open a tracer that measures in this way */
enum result bpf_tracer_new(struct tracer **opened, const struct bpf_way *way);

/* bpf_tracer_cpus - return the last CPU that the programs know, and 1 */
int bpf_tracer_cpus(const struct tracer *tracer,
		    const struct tracer_config *config);

/* bpf_tracer_begin - load the programs, make the places, and let them run */
enum result bpf_tracer_begin(struct tracer *tracer,
			     const struct tracer_config *config);

/*
 * bpf_tracer_record - load the programs that take latencies and, with @records,
 * record noise; of them those that @wants takes, or with NULL all
 *
 * Its context is the &struct bpf_recorder.
 */
enum result bpf_tracer_record(struct tracer *tracer, bool records,
			      bpf_wants_fn *wants);

/*
 * bpf_tracer_wants_spans - take only programs that count the time of
 * interrupts: a @wants of bpf_tracer_record()
 */
bpf_wants_fn bpf_tracer_wants_spans;

/*
 * bpf_tracer_processes - get ready for processes: make the eventfd, and let
 * @make say to the one of each place what to do, with bpf_place_share()
 */
enum result bpf_tracer_processes(struct tracer *tracer,
				 bool (*make)(const struct tracer *tracer,
					      struct bpf_place *place,
					      const uint64_t *slept));

/* bpf_tracer_heard - be the @heard of a way with processes */
void bpf_tracer_heard(struct tracer *tracer);

bool bpf_tracer_find(enum kind kind, bool quiet,
		     struct tracer_absence *absence);
bool bpf_tracer_attaches(void);
bool bpf_tracer_freezes_early(const struct tracer_config *config);
bool bpf_tracer_measures(const struct tracer *tracer,
			 enum event_context context);
int bpf_tracer_wake_fd(const struct tracer *tracer);
bool bpf_tracer_read_hit(struct tracer *tracer, struct tracer_hit *hit);
enum result bpf_tracer_list(struct tracer *tracer, int cpu,
			    struct event_list *list);
bool bpf_tracer_symbol(struct tracer *tracer, uint64_t address, char *name,
		       size_t size);
void bpf_tracer_end(struct tracer *tracer);
void bpf_tracer_close(struct tracer *tracer);

#endif /* RTLA_BPF_TRACER_H */
