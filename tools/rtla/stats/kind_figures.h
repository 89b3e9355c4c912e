/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures that only some kinds of measurement have, besides the statistics
 * of their contexts. What is measured, shown, judged and written passes them on
 * as one.
 */
#ifndef RTLA_KIND_FIGURES_H
#define RTLA_KIND_FIGURES_H

struct bound_set;
struct causes;
struct overheads;
struct wakers;
struct watched_threads;

/**
 * struct kind_figures - these figures; NULL: others are measured
 * @threads: wake-ups, cycles: the threads that are watched
 * @wakers: wake-ups: who woke them, with --by waker
 * @overheads: of each CPU, what is known of an overhead besides its samples
 * @bounds: the bound of each CPU
 * @causes: osnoise, timerlat with --top-causes: what has taken time on each
 *	CPU; sorted by causes_sort()
 */
struct kind_figures {
	struct watched_threads *threads;
	struct wakers *wakers;
	struct overheads *overheads;
	struct bound_set *bounds;
	struct causes *causes;
};

#endif /* RTLA_KIND_FIGURES_H */
