/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What only a screen shows, besides the statistics: when maxima came, the
 * states of the CPUs, and the last hit after which the measurement went on.
 */
#ifndef RTLA_LIVE_VIEW_H
#define RTLA_LIVE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "view/snapshot.h"

struct collector;
struct config;
struct maximum_times;
struct measurement;
struct stats;
struct tracer_cpu;
struct tracer_hit;

/* A zeroed structure knows nothing, and needs no memory. */
struct live_view {
	struct maximum_times *maximum_times;
	struct tracer_cpu *cpu_states;	/* of each CPU, in order */
	struct shown_hit hit;		/* none if its number is 0 */
	char *cause;			/* of @hit */
	char *report;
	uint64_t explained_at;		/* ns: when one was analysed last */
};

/*
 * live_view_init - prepare for a screen, if there is one; prints an error if it
 * fails
 */
enum result live_view_init(struct live_view *live, const struct config *config);
void live_view_free(struct live_view *live);

/* live_view_update - note which maxima of @stats are new */
void live_view_update(struct live_view *live, const struct stats *stats,
		      uint64_t elapsed_ns);

/*
 * live_view_read - read the states of the CPUs, during the measurement
 *
 * Their counts are those that the end of the run tells, as far as they are
 * known now.
 */
void live_view_read(struct live_view *live, const struct config *config,
		    const struct measurement *measurement,
		    const struct collector *collector);

/*
 * live_view_wants_cause - return whether a hit that came now is to be analysed
 *
 * There may be thousands of hits in a second, which nobody could read.
 */
bool live_view_wants_cause(const struct live_view *live,
			   const struct config *config);

/*
 * live_view_hit - show a hit after which the measurement goes on; @number of
 * them have come so far
 *
 * @cause may be empty, and @report NULL: then an older hit that was analysed
 * stays.
 */
void live_view_hit(struct live_view *live, const struct tracer_hit *hit,
		   uint64_t number, const char *cause, const char *report);

/* live_view_add - let a snapshot have all of this */
void live_view_add(const struct live_view *live, struct snapshot *snapshot);

#endif /* RTLA_LIVE_VIEW_H */
