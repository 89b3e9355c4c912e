// SPDX-License-Identifier: GPL-2.0
/*
 * Who recorded a trace, and what they do not tell: see recorder.h.
 */
#include "trace/recorder.h"

static const struct {
	const char *key;
	const char *text;
} lacks[LACKS] = {
	{ "expiry", "when exactly the timer was to expire" },
	{ "priority", "which priorities threads have" },
	{ "timer_irq", "when the timer's interrupt began" },
	{ "noise", "what ran, as its events osnoise:* were not recorded" },
	{ "duration", "how long some noise took, for which it recorded times that cannot be" },
};

const char *recorder_name(enum recorder recorder)
{
	static const char *const names[] = {
		[RECORDED_BY_MODULE] = "module",
		[RECORDED_BY_KERNEL] = "kernel",
		[RECORDED_BY_BPF] = "bpf",
	};

	return names[recorder];
}

bool recorder_is_bare(enum recorder recorder)
{
	return recorder == RECORDED_BY_KERNEL;
}

const char *recorder_lack_key(int bit)
{
	return lacks[bit].key;
}

const char *recorder_lack_text(int bit)
{
	return lacks[bit].text;
}
