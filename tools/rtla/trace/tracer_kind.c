// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers, and what they do not tell: see tracer_kind.h.
 */
#include "trace/tracer_kind.h"

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

const char *tracer_kind_name(enum tracer_kind kind)
{
	return kind == TRACER_KERNEL ? "kernel" : "module";
}

const char *tracer_lack_key(int bit)
{
	return lacks[bit].key;
}

const char *tracer_lack_text(int bit)
{
	return lacks[bit].text;
}
