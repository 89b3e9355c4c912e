/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a history shows of a result. It is a small object in JSON, the entry, so
 * that it can be kept in an index: see run_index.h.
 */
#ifndef RTLA_RUN_ENTRY_H
#define RTLA_RUN_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "results/kind_numbers.h"
#include "trace/contexts.h"

struct results;

/* The figures of one context include skipped periods, as in comparisons and reports. */
struct run_figures {
	uint64_t count;		/* 0: nothing was measured */
	uint64_t max;
	uint64_t percentile;	/* the one that is asked for */
	uint64_t median;
	bool at_least;		/* @percentile is only a lower bound */
	bool supported;		/* there are enough samples for the percentile */
};

struct history_run {
	char *path;
	char *host;		/* the folder's name */
	json_t *entry;		/* has the texts and labels below */
	const char *tracer;
	const char *started;	/* as in the result */
	const char *kernel;	/* "": not known */
	const char *cpus;	/* "2-3" */
	const char *outcome;	/* of its gates: "pass", "fail", "measured", ... */
	json_t *labels;		/* an object, or NULL */
	uint64_t setup;		/* another number: another setup of the measurement */
	uint64_t samples;
	uint64_t measured_ns;
	struct run_figures figures[CONTEXTS];
	const struct kind_number *number;	/* those that its kind has */
	/* Their values, and whether they are known. */
	uint64_t value[KIND_NUMBERS_MAX];
	bool has_value[KIND_NUMBERS_MAX];
};

/*
 * run_entry_of - return the entry of a result that was read
 *
 * The entry has the percentiles that all results have, and @percentile, in
 * parts of PERCENTILE_WHOLE. Returns NULL without memory. The caller frees the
 * entry with json_decref().
 */
json_t *run_entry_of(const struct results *results, uint32_t percentile);

/*
 * run_entry_read - read the result in the file @path, and return its entry
 *
 * It is as run_entry_of() makes it. Prints the reason and returns NULL if the
 * file cannot be read, is no result, or without memory. The caller frees the
 * entry with json_decref().
 */
json_t *run_entry_read(const char *path, uint32_t percentile);

/* run_entry_has - return whether there is an entry, and it has @percentile */
bool run_entry_has(const json_t *entry, uint32_t percentile);

/*
 * run_entry_take - make the run of an entry that has @percentile
 *
 * Path and host are NULL. The run keeps the entry, until json_decref().
 */
struct history_run run_entry_take(json_t *entry, uint32_t percentile);

/*
 * run_entry_percentile - return another percentile of a context, in ns
 *
 * All runs have those of percentiles_all. Returns 0 if there are too few
 * samples for it.
 */
uint64_t run_entry_percentile(const struct history_run *run,
			      enum event_context context, uint32_t percentile);

#endif /* RTLA_RUN_ENTRY_H */
