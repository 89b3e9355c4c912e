/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The periods of timerlat that were skipped, as the samples tell: the kernel's
 * own tracer does not count them. While its thread cannot run, no timer is
 * started, so that the next activation begins several periods after the one
 * before. Each period between was late at least until the samples of the
 * activation before it ended.
 */
#ifndef RTLA_SKIPS_H
#define RTLA_SKIPS_H

#include <stdbool.h>
#include <stdint.h>

struct event;
struct sample_record;
struct skips;
struct stats;

/*
 * skips_new - prepare for samples of CPUs below @cpus, and return NULL without
 * memory
 *
 * Skipped periods are put into @stats and, unless it is NULL, into @record.
 */
struct skips *skips_new(int cpus, uint64_t period_ns, struct stats *stats,
			struct sample_record *record);
void skips_free(struct skips *skips);

/*
 * skips_take - take the next sample of @cpu; its t_w is known
 *
 * Periods that were to begin from @from on and before @until count. Returns
 * false if there is no memory.
 */
bool skips_take(struct skips *skips, int cpu, const struct event *sample,
		uint64_t from, uint64_t until);

/*
 * skips_finish - count the periods that the last activation of @cpu has skipped
 * so far
 *
 * It is called where no next sample tells: these are the periods that were to
 * begin while its latencies lasted. The next sample is as the first one. The
 * rest is as for skips_take().
 */
bool skips_finish(struct skips *skips, int cpu, uint64_t from, uint64_t until);

/* skips_forget - samples may be missing before the next one of @cpu */
void skips_forget(struct skips *skips, int cpu);

#endif /* RTLA_SKIPS_H */
