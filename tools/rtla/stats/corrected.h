/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Latencies corrected for the periods that could not be measured: a comparison,
 * a gate or a report that left these out would take a machine for good which
 * was so late that it missed them.
 */
#ifndef RTLA_CORRECTED_H
#define RTLA_CORRECTED_H

#include <stdint.h>

#include "trace/contexts.h"

struct latency;
struct stats;

/*
 * stats_corrected - return the latencies and the skipped periods together
 *
 * @cpu -1 stands for all CPUs. A skipped period counts with the least latency
 * that it has had. The minimum is that of the latencies, 0 without any; @last
 * is not set.
 */
struct latency stats_corrected(const struct stats *stats, int cpu,
			       enum event_context context);

/* stats_skips - return how many of stats_corrected() are skipped periods */
uint64_t stats_skips(const struct stats *stats, int cpu,
		     enum event_context context);

#endif /* RTLA_CORRECTED_H */
