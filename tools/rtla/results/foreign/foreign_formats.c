// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of other programs: see foreign.h. A format is a row here and a
 * file beside this one.
 */
#include "results/cyclictest_json.h"
#include "results/foreign/foreign.h"

#define NO_MORE	" has no standard deviations, maxima over time, losses, settings and checks of the machine"
#define NO_SETTINGS	" has no IRQ and thread latencies, standard deviations, maxima over time, losses, settings and checks of the machine"
#define TURN_ENDS	"it is the time of one turn of a loop that reads the clock, with what interrupted it"

const struct foreign_format foreign_formats[] = {
	{ .name = "cyclictest", .as = "user latency", .ends = CYCLICTEST_ENDS,
	  .lacks = "cyclictest's file" NO_SETTINGS,
	  .longer = "--histogram=US",
	  .remedy = "give a whole file that 'cyclictest --json' wrote",
	  .is = is_cyclictest_json, .read = read_cyclictest_json },
	{ .name = "oslat", .as = "single noise", .ends = TURN_ENDS,
	  .lacks = "oslat's file" NO_MORE,
	  .longer = "--bucket-size=N",
	  .remedy = "give a whole file that 'oslat --json' wrote",
	  .is = is_oslat_json, .read = read_oslat_json },
	{ .name = "jitterdebugger", .as = "user latency",
	  .ends = CYCLICTEST_ENDS,
	  .lacks = "jitterdebugger's file" NO_SETTINGS,
	  .remedy = "give a whole results.json that jitterdebugger wrote",
	  .is = is_jitterdebugger, .read = read_jitterdebugger },
	{ .name = NULL }
};

const struct foreign_format *foreign_format_of(const struct foreign_input *in)
{
	for (const struct foreign_format *format = foreign_formats;
	     format->name; format++)
		if (format->is(in))
			return format;
	return NULL;
}
