/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The result of a measurement, as results_read.h reads it from a file.
 *
 * Documentation/results.md describes each field of such a file.
 */
#ifndef RTLA_RESULTS_H
#define RTLA_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/cpus.h"
#include "stats/kind_figures.h"
#include "trace/contexts.h"

struct distribution;
struct foreign_format;
struct kind_row;
struct sample_record;
struct stats;

struct results {
	const char *path;	/* as on the command line */
	json_t *document;	/* whole file: configuration, environment ... */
	/* as kind_name() says, or a program like "cyclictest"; of @document */
	const char *tracer;
	const struct foreign_format *foreign;	/* NULL: this command's own */
	struct cpus cpus;	/* measured CPUs */
	uint64_t measured_ns;	/* of another program: 0 if it is not known */
	/* Each sample was cut to whole us; the distribution has the next whole us. */
	bool whole_us;
	uint64_t width_ns;	/* of the buckets of another program; 0: none */
	/*
	 * Samples that were beyond a histogram are at least as long, and count
	 * as the maximum in the distribution; @beyond has how many there are,
	 * for each CPU its CONTEXTS. NULL: none.
	 */
	uint64_t edge_ns;
	uint64_t *beyond;
	struct stats *stats;	/* without sums of squares */
	/*
	 * Of @threads: tid, name and distributions of those that have some;
	 * @bounds, and @causes.
	 */
	struct kind_figures kind;
	struct sample_record *record;
};

/* results_free - free what reading has filled in; @results is empty then */
void results_free(struct results *results);

/*
 * results_kind - return the row of the kind that was measured, or NULL:
 * cyclictest, or a kind that this command does not know
 */
const struct kind_row *results_kind(const struct results *results);

/* results_is_of - return whether the tracer of the result measures @context */
bool results_is_of(const struct results *results, enum event_context context);

/* results_context - return the context that has this name in the result, or -1 */
int results_context(const struct results *results, const char *name);

/*
 * results_is_foreign - return whether another program has measured, like
 * cyclictest: see foreign/foreign.h
 *
 * Such a result has no blocks of time, and no distribution if the program made
 * no histogram.
 */
bool results_is_foreign(const struct results *results);

/*
 * results_put_beyond - set how many samples were beyond the histogram of a CPU
 *
 * Returns false without memory. The CPUs of the result are known by then.
 */
bool results_put_beyond(struct results *results, int cpu,
			enum event_context context, uint64_t count);

/* results_beyond - return their number; @cpu -1: of all CPUs together */
uint64_t results_beyond(const struct results *results, int cpu,
			enum event_context context);

/**
 * struct result_percentile - a percentile, as far as the result tells it
 * @ns: its value; never too low
 * @at_least: samples beyond a histogram are reached: @ns is the edge of the
 *	histogram, and all that is known is that the percentile is not below it
 */
struct result_percentile {
	uint64_t ns;
	bool at_least;
};

/*
 * results_percentile - return a percentile of the distribution of a CPU
 *
 * @distribution is that of @cpu and @context; @cpu -1: of all CPUs together.
 * The value is at most @max, and a multiple of 1 us if samples were cut to
 * whole us.
 */
struct result_percentile
results_percentile(const struct results *results, int cpu,
		   enum event_context context,
		   const struct distribution *distribution, uint32_t percentile,
		   uint64_t max);

/* results_has - return whether any CPU has samples of @context */
bool results_has(const struct results *results, enum event_context context);

/*
 * results_at - return the value at a place of the document: "verdict.outcome"
 *
 * Returns NULL if there is none. The value belongs to @results. Its type has
 * not been checked: read it with json_string_value() and the like, which take
 * NULL and values of any type.
 */
const json_t *results_at(const struct results *results, const char *place);

/*
 * results_check - return what a check of the environment found, or NULL
 *
 * @name is that of the check, like "preemption". The text belongs to @results.
 */
const char *results_check(const struct results *results, const char *name);

/*
 * results_untrusted - return why the figures of a result cannot be trusted, or
 * NULL
 *
 * The text is valid until the result is freed.
 */
const char *results_untrusted(const struct results *results);

#define KERNEL_RELEASE_LEN	64

/*
 * results_kernel - copy the release of the kernel to @release; "" if it is not
 * known
 *
 * @release has KERNEL_RELEASE_LEN bytes. Returns @release.
 */
const char *results_kernel(const struct results *results, char *release);

#endif /* RTLA_RESULTS_H */
