// SPDX-License-Identifier: GPL-2.0
/*
 * The host's side of a hit: see host_side.h.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/times.h"
#include "guest/away.h"
#include "guest/away_text.h"
#include "guest/clock_join.h"
#include "guest/host_side.h"
#include "guest/host_trace.h"

/* Find the longest cause if the clocks differ by @offset. Return -1 without memory. */
static int longest_at(struct away *longest, const struct host_side *side,
		      const struct clock_join *join,
		      const struct guest_hit *hit, int64_t offset)
{
	struct away_list list;
	int error = away_find(&list, side->host, join->vcpu,
			      hit->start + offset, hit->ns);

	if (!error && list.causes)
		*longest = list.cause[0];
	away_free(&list);
	return error;
}

/* Whatever difference of the clocks is right, the cause has to be the same. */
static const char *check_offsets(struct host_side *side,
				 const struct clock_join *join,
				 const struct guest_hit *hit)
{
	struct away low = { .kind = AWAY_UNKNOWN }, high = low;

	if (longest_at(&low, side, join, hit, join->low) ||
	    longest_at(&high, side, join, hit, join->high))
		return strerror(ENOMEM);
	if (low.kind == high.kind && low.id == high.id &&
	    !strcmp(low.name, high.name))
		return NULL;
	snprintf(side->why, sizeof(side->why),
		 "the difference of the clocks is only known to %.2f us, and the cause is another one within that: record both with one clock, by trace-cmd record -A, or with more events in the guest",
		 time_us(join->high - join->low) / 2);
	return side->why;
}

const char *host_side_explain(struct host_side *side,
			      const struct guest_hit *hit)
{
	struct away_list list = { .ns = 0 };
	struct clock_join join;
	const char *why = clock_join_find(&join, side->host, side->guest, hit,
					  side->tids);
	int64_t middle = join.low + (join.high - join.low) / 2;

	if (why) {
		snprintf(side->why, sizeof(side->why), "%s", why);
		return side->why;
	}
	why = check_offsets(side, &join, hit);
	if (why)
		return why;
	if (away_find(&list, side->host, join.vcpu, hit->start + middle,
		      hit->ns)) {
		away_free(&list);
		return strerror(ENOMEM);
	}
	if (list.causes) {
		if (side->text)
			away_print(side->text, &list, &join);
		side->json = away_json(&list, &join);
	}
	away_free(&list);
	return NULL;
}
