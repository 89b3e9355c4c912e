// SPDX-License-Identifier: GPL-2.0
/*
 * The telling frame: see telling_frame.h.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/telling_frame.h"

/* Return whether a function is the entry of an interrupt on x86 or arm64. */
static bool is_interrupt(const char *function)
{
	static const char *const entries[] = {
		"asm_sysvec_*", "asm_common_interrupt", "asm_spurious_interrupt",
		"asm_exc_nmi", "asm_exc_machine_check", "asm_exc_xen_*",
		"fred_extint", "el1h_64_irq", "el1h_64_fiq", "el0t_64_irq",
		"el0t_64_fiq", "el0t_32_irq", "el0t_32_fiq",
	};

	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (function_matches(function, entries[i]))
			return true;
	return false;
}

/*
 * Find the first frame after those of interrupts; return 0 if there are none of
 * these.
 */
static size_t after_interrupts(const struct analysis *analysis,
			       const struct symbols *symbols)
{
	char name[SYMBOL_LEN];
	size_t first = 0;

	for (size_t i = 0; i < analysis->stack_count; i++) {
		if (!symbols_find(symbols, analysis->stack[i], name,
				  sizeof(name)))
			continue;
		if (is_interrupt(name) ||
		    (i && i == first && function_matches(name, "asm_fred_*")))
			first = i + 1;
	}
	return first;
}

static void keep_name(char *to, const char *name)
{
	snprintf(to, SYMBOL_LEN, "%s", name);
}

/* A search goes from inner functions to outer ones, and keeps here what it finds. */
struct search {
	struct telling_frame *frame;
	char plain[SYMBOL_LEN];		/* the innermost that does something */
	bool over;
};

/* All that is inside of a function that writes to the consoles is a part of that. */
static void take_console(struct telling_frame *frame, const char *name)
{
	if (frame->kind != PLAIN_CONSOLE && *frame->function)
		keep_name(frame->inner, frame->function);
	*frame->function = '\0';
	frame->kind = PLAIN_CONSOLE;
	if (!*frame->inner)
		keep_name(frame->inner, name);
	else if (!*frame->console)
		keep_name(frame->console, name);
}

/* The innermost that does something is named; what it did it for may say more. */
static void take_plain(struct telling_frame *frame, enum plain_kind kind,
		       const char *name)
{
	if (!*frame->inner)
		keep_name(frame->inner, name);
	if (frame->kind == PLAIN_NOT || plain_explains(kind))
		frame->kind = kind;
}

static void telling_frame_take(struct search *search, const char *name)
{
	struct telling_frame *frame = search->frame;
	enum plain_kind kind = plain_kind_of(name);

	if (kind == PLAIN_ENTRY) {
		search->over = true;
		return;
	}
	if (kind == PLAIN_CONSOLE)
		take_console(frame, name);
	else if (*frame->function)
		return;
	else if (kind == PLAIN_NOT)
		keep_name(frame->function, name);
	else if (plain_words(kind))
		take_plain(frame, kind, name);
	if (kind > PLAIN_ENTRY && !*search->plain)
		keep_name(search->plain, name);
}

void telling_frame_find(struct telling_frame *frame,
			const struct analysis *analysis,
			const struct symbols *symbols)
{
	size_t first = after_interrupts(analysis, symbols);
	struct search search = { .frame = frame };
	char name[SYMBOL_LEN];

	*frame = (struct telling_frame) { .kind = PLAIN_NOT };
	/*
	 * Stacks of earlier versions say no time, and begin with the timer's
	 * interrupt.
	 */
	if (!first && !analysis->stack_at)
		return;
	for (size_t i = first; i < analysis->stack_count && !frame->way.ended;
	     i++) {
		/*
		 * Code that was made while the kernel ran, to trace others, has
		 * no name.
		 */
		if (!symbols_find(symbols, analysis->stack[i], name,
				  sizeof(name))) {
			frame->unnamed |= i == first;
			continue;
		}
		if (!search.over)
			telling_frame_take(&search, name);
		way_in_look(&frame->way, name);
	}
	if (!*frame->function && frame->kind == PLAIN_NOT)
		keep_name(frame->function, search.plain);
	else if (!strcmp(frame->function, frame->way.called))
		*frame->function = '\0';
}

void telling_frame_find_way(struct way_in *way, const struct analysis *analysis,
			    const struct symbols *symbols)
{
	char name[SYMBOL_LEN];

	*way = (struct way_in) { .ended = false };
	for (size_t i = 0; i < analysis->stack_count && !way->ended; i++)
		if (symbols_find(symbols, analysis->stack[i], name, sizeof(name)))
			way_in_look(way, name);
}

bool telling_frame_preempted(const struct analysis *analysis,
			     const struct symbols *symbols)
{
	char name[SYMBOL_LEN];

	for (size_t i = 0; i < analysis->stack_count; i++)
		if (symbols_find(symbols, analysis->stack[i], name, sizeof(name)) &&
		    (function_matches(name, "preempt_schedule*") ||
		     is_interrupt(name)))
			return true;
	return false;
}
