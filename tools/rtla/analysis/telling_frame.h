/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The telling frame: the function of a stack that says what its thread did. It
 * is the innermost one that is not plain (plain_functions.h).
 */
#ifndef RTLA_TELLING_FRAME_H
#define RTLA_TELLING_FRAME_H

#include "analysis/analysis.h"
#include "analysis/plain_functions.h"
#include "analysis/way_in.h"
#include "trace/symbols.h"

/*
 * struct telling_frame - where a thread was
 *
 * The names of functions have their module after them, as in "spin
 * [rtla_inject]". What is not known is "".
 *
 * @function: the telling function; "" also if @way names it
 * @unnamed: code without a name ran, called by @function: of a module that is
 *	gone, or that has only begun
 * @kind: what a plain function inside of it did, if that is worth a word
 * @inner: the function that did this
 * @console: if it wrote to consoles, the function that called @inner for that
 * @way: the way in
 */
struct telling_frame {
	char function[SYMBOL_LEN];
	bool unnamed;
	enum plain_kind kind;
	char inner[SYMBOL_LEN];
	char console[SYMBOL_LEN];
	struct way_in way;
};

/*
 * telling_frame_find - find the telling frame of the stack of an analysis
 *
 * Frames are innermost first: those of the interrupt that came, or preempted
 * the thread, if there are any, and after its entry those of the thread.
 * Nothing is known if the thread was in user space. Code without a name is left
 * out, but for the innermost. If all functions are plain, and what they do is
 * not worth a word, @function is the innermost that does anything by itself.
 */
void telling_frame_find(struct telling_frame *frame,
			const struct analysis *analysis,
			const struct symbols *symbols);

/*
 * telling_frame_find_way - find the way in of the innermost function
 *
 * Unlike telling_frame_find(), this also looks at what interrupted the thread.
 */
void telling_frame_find_way(struct way_in *way, const struct analysis *analysis,
			    const struct symbols *symbols);

/*
 * telling_frame_preempted - return whether the stack is that of a preempted
 * thread
 *
 * Otherwise, if it has left its CPU, it has called the scheduler by itself.
 */
bool telling_frame_preempted(const struct analysis *analysis,
			     const struct symbols *symbols);

#endif /* RTLA_TELLING_FRAME_H */
