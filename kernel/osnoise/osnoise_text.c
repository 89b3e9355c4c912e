// SPDX-License-Identifier: GPL-2.0
/*
 * The words of a line of text that starts osnoise: see session/text.h.
 */
#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/stddef.h>

#include "osnoise/osnoise_text.h"
#include "session/text.h"

#define OSNOISE_PERIOD_NS	1000000000ULL

enum { OSNOISE_PERIOD, OSNOISE_RUNTIME };

static const struct text_word osnoise_names[] = {
	{ .name = "osnoise" },
	{ .name = "hwnoise", .flag = RTLA_START_IRQS_OFF },
	{ }
};

static const struct text_word osnoise_times[] = {
	[OSNOISE_PERIOD] = { "period_us", 0, TEXT_FIELD(osnoise.period_ns) },
	[OSNOISE_RUNTIME] = { "runtime_us", 0, TEXT_FIELD(osnoise.runtime_ns) },
	{ "stop_tracing_us", 0, TEXT_FIELD(osnoise.stop_ns[0]) },
	{ "stop_tracing_total_us", 0, TEXT_FIELD(osnoise.stop_ns[1]) },
	{ "tracing_threshold", 0, TEXT_FIELD(osnoise.noise_ns) },
	{ }
};

static const struct text_word osnoise_flags[] = {
	{ .name = "OSNOISE_PREEMPT_DISABLE", .flag = RTLA_START_PREEMPT_OFF },
	{ .name = "OSNOISE_IRQ_DISABLE", .flag = RTLA_START_IRQS_OFF },
	{ }
};

static void osnoise_complete(struct rtla_start *start, u32 seen)
{
	struct rtla_start_osnoise *own = &start->osnoise;

	if (!(seen & BIT(OSNOISE_PERIOD)))
		own->period_ns = OSNOISE_PERIOD_NS;
	if (seen & BIT(OSNOISE_RUNTIME))
		return;
	/* With interrupts off, the CPU needs time for all else. */
	own->runtime_ns = start->flags & RTLA_START_IRQS_OFF ?
			  own->period_ns / 4 * 3 :
			  min(own->period_ns, OSNOISE_PERIOD_NS);
}

const struct text_words rtla_osnoise_words = {
	.workload = RTLA_OSNOISE,
	.first = RTLA_CONTEXT_SINGLE,
	.names = osnoise_names,
	.times = osnoise_times,
	.flags = osnoise_flags,
	.complete = osnoise_complete,
	.contexts = { "single", "total" },
};
