/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kind of measurement tells gates by this which words begin gates on it, and
 * which of its figures are no latencies. Its row names it: see stats/kind.h.
 */
#ifndef RTLA_KIND_GATES_H
#define RTLA_KIND_GATES_H

#include <stdbool.h>

#include "trace/contexts.h"

struct cpus;
struct gate;
struct gate_figure;
struct gate_inputs;
struct gate_scan;

/**
 * struct gate_word - a word that begins gates on a kind of measurement
 * @text: the word; NULL ends a list
 * @context: what it is about, a context of that kind
 * @synonym: it is the same as the word before it in the list
 * @take: take what follows if it makes a gate that only this kind has,
 *	GATE_OWN; otherwise take nothing and return false: a metric of latencies
 *	follows. NULL: that always follows
 */
struct gate_word {
	const char *text;
	enum event_context context;
	bool synonym;
	bool (*take)(struct gate_scan *scan, struct gate *gate);
};

/**
 * struct kind_gates - the gates of a kind of measurement
 * @title: the plural that messages have before the names of its contexts, like
 *	"wake-ups": these names begin gates as they are. NULL: only @words do
 * @words: more words that begin gates, or NULL
 * @take: what struct gate_word has for a word, for the names of contexts, or
 *	NULL
 * @figure: return what a GATE_OWN judges, of @cpus together: see gate_figure.h;
 *	NULL: there is no such gate
 * @missing: return why there can be no sample for a gate, or NULL if there can;
 *	NULL: there always can
 */
struct kind_gates {
	const char *title;
	const struct gate_word *words;
	bool (*take)(struct gate_scan *scan, struct gate *gate);
	struct gate_figure (*figure)(const struct gate *gate,
				     const struct gate_inputs *inputs,
				     const struct cpus *cpus);
	const char *(*missing)(const struct gate *gate,
			       const struct gate_inputs *inputs);
};

#endif /* RTLA_KIND_GATES_H */
