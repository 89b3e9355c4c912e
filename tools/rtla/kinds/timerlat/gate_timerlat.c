// SPDX-License-Identifier: GPL-2.0
/*
 * The gates of timerlat: see gate_timerlat.h.
 */
#include "gates/kind_gates.h"
#include "kinds/timerlat/gate_timerlat.h"
#include "trace/contexts.h"

static const struct gate_word timerlat_words[] = {
	{ .text = "irq", .context = CONTEXT_IRQ },
	{ .text = "thr", .context = CONTEXT_THREAD },
	{ .text = "thread", .context = CONTEXT_THREAD, .synonym = true },
	{ .text = "usr", .context = CONTEXT_USER },
	{ .text = "user", .context = CONTEXT_USER, .synonym = true },
	{ .text = NULL }
};

const struct kind_gates timerlat_gates = {
	.words = timerlat_words,
};
