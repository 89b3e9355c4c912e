// SPDX-License-Identifier: GPL-2.0
/*
 * The words of a line of text that starts timerlat: see session/text.h.
 */
#include <linux/bits.h>
#include <linux/stddef.h>

#include "session/text.h"
#include "timerlat/timerlat_text.h"

enum { TIMERLAT_PERIOD };

static const struct text_word timerlat_names[] = {
	{ .name = "timerlat" },
	{ }
};

static const struct text_word timerlat_times[] = {
	[TIMERLAT_PERIOD] = { "period_us", 0, TEXT_FIELD(timerlat.period_ns) },
	{ "stop_tracing_us", 0, TEXT_FIELD(timerlat.stop_ns[0]) },
	{ "stop_tracing_total_us", 0, TEXT_FIELD(timerlat.stop_ns[1]) },
	{ "print_stack", 0, TEXT_FIELD(timerlat.stack_ns) },
	{ "TIMERLAT_ALIGN_US", RTLA_START_ALIGN, TEXT_FIELD(timerlat.align_ns) },
	{ }
};

static const struct text_word timerlat_flags[] = {
	{ }
};

static void timerlat_complete(struct rtla_start *start, u32 seen)
{
	if (!(seen & BIT(TIMERLAT_PERIOD)))
		start->timerlat.period_ns = RTLA_PERIOD_DEFAULT_NS;
}

const struct text_words rtla_timerlat_words = {
	.workload = RTLA_TIMERLAT,
	.first = RTLA_CONTEXT_IRQ,
	.names = timerlat_names,
	.times = timerlat_times,
	.flags = timerlat_flags,
	.complete = timerlat_complete,
	.contexts = { "irq", "thread", "user" },
};
