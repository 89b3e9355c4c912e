// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of other programs: see foreign.h. A format is a row here and a
 * file beside this one.
 */
#include "results/cyclictest_json.h"
#include "results/foreign/foreign.h"

#define NO_MORE	" has no standard deviations, maxima over time, losses, settings and checks of the machine"
#define NO_SETTINGS	" has no IRQ and thread latencies, standard deviations, maxima over time, losses, settings and checks of the machine"
#define RTEVAL_REMEDY	"give a whole summary.xml of a run of rteval that measured with cyclictest or timerlat"
#define TURN_ENDS	"it is the time of one turn of a loop that reads the clock, with what interrupted it"

const struct foreign_format foreign_formats[] = {
	{ .name = "cyclictest", .as = "user latency", .ends = CYCLICTEST_ENDS,
	  .lacks = "cyclictest's file" NO_SETTINGS,
	  .longer = "--histogram=US",
	  .remedy = "give a whole file that 'cyclictest --json' wrote",
	  .is = is_cyclictest_json, .read = read_cyclictest_json },
	{ .name = "cyclictest", .as = "user latency", .ends = CYCLICTEST_ENDS,
	  .lacks = "cyclictest's text" NO_SETTINGS,
	  .longer = "--histogram=US",
	  .remedy = "give all that 'cyclictest -q --histogram=US' printed",
	  .is = is_cyclictest_text, .read = read_cyclictest_text },
	{ .name = "oslat", .as = "single noise", .ends = TURN_ENDS,
	  .lacks = "oslat's file" NO_MORE,
	  .longer = "--bucket-size=N",
	  .remedy = "give a whole file that 'oslat --json' wrote",
	  .is = is_oslat_json, .read = read_oslat_json },
	{ .name = "oslat", .as = "single noise", .ends = TURN_ENDS,
	  .lacks = "oslat's text" NO_MORE,
	  .longer = "--bucket-size=N",
	  .remedy = "give all that oslat printed",
	  .is = is_oslat_text, .read = read_oslat_text },
	{ .name = "jitterdebugger", .as = "user latency",
	  .ends = CYCLICTEST_ENDS,
	  .lacks = "jitterdebugger's file" NO_SETTINGS,
	  .remedy = "give a whole results.json that jitterdebugger wrote",
	  .is = is_jitterdebugger, .read = read_jitterdebugger },
	{ .name = "upstream's timerlat hist", .as = "latencies of timerlat",
	  .ends = "where timerlat takes them, as this command does",
	  .lacks = "upstream's text" NO_MORE,
	  .longer = "--entries=N",
	  .remedy = "give all that upstream's 'rtla timerlat hist' printed, without --no-header, --no-summary and --no-index",
	  .is = is_timerlat_hist, .read = read_upstream_hist },
	{ .name = "upstream's osnoise hist", .as = "single noise",
	  .ends = "where osnoise ends a noise, as this command does",
	  .lacks = "upstream's text" NO_MORE,
	  .longer = "--entries=N",
	  .remedy = "give all that upstream's 'rtla osnoise hist' printed, without --no-header, --no-summary and --no-index",
	  .is = is_osnoise_hist, .read = read_upstream_hist },
	{ .name = "upstream's timerlat top", .as = "latencies of timerlat",
	  .ends = "where timerlat takes them, as this command does",
	  .lacks = "upstream's text" NO_MORE,
	  .remedy = "give all that upstream's 'rtla timerlat top -q' printed",
	  .is = is_timerlat_top, .read = read_timerlat_top },
	{ .name = "rteval's timerlat",
	  .as = "IRQ, thread and user latency in one",
	  .ends = "the longest of them end where a thread reads the clock in user space",
	  .lacks = "rteval's summary" NO_SETTINGS, .remedy = RTEVAL_REMEDY,
	  .is = is_rteval_timerlat, .read = read_rteval_timerlat },
	{ .name = "rteval", .as = "user latency", .ends = CYCLICTEST_ENDS,
	  .lacks = "rteval's summary" NO_SETTINGS, .remedy = RTEVAL_REMEDY,
	  .is = is_rteval, .read = read_rteval },
	{ .name = "hwlatdetect", .as = "single noise",
	  .ends = "it is the longer one of the two gaps of a sample",
	  .lacks = "hwlatdetect's text" NO_MORE,
	  .remedy = "give all that hwlatdetect printed",
	  .is = is_hwlatdetect, .read = read_hwlatdetect },
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
