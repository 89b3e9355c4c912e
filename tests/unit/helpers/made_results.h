/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results of a made-up run, for tests of what reads results.
 */
#ifndef TEST_MADE_RESULTS_H
#define TEST_MADE_RESULTS_H

#include "results/results.h"

#define MADE_CPUS	2

/*
 * made_results - return the result of a run without samples
 *
 * It is trusted, and has MADE_CPUS CPUs. @period and @runtime are in ns. The
 * caller frees it with results_free().
 */
struct results made_results(const char *tracer, uint64_t period,
			    uint64_t runtime);

/* made_results_add - add a sample of @value ns, @time ns after the run's beginning */
void made_results_add(struct results *results, int cpu,
		      enum event_context context, uint64_t time,
		      uint64_t value);

#endif /* TEST_MADE_RESULTS_H */
