/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What interrupts, softirqs and threads carried: the callback that took the
 * most of each item of an analysis (callback_kinds.h), and who asked for it.
 */
#ifndef RTLA_CARRIED_H
#define RTLA_CARRIED_H

#include <stdint.h>

#include "trace/symbols.h"

struct analysis;
struct carried;
struct event_list;

/*
 * carried_find - find what the items of @analysis carried
 *
 * @list has the events of its CPU, @ipis (ipis.h) those that ask it for
 * something; NULL: these are not known. Both have to outlive the analysis.
 * Returns 0, or -1 without memory.
 */
int carried_find(struct analysis *analysis, const struct event_list *list,
		 const struct event_list *ipis);

/* Room for what was carried, in words. */
#define CARRIED_LEN	(SYMBOL_LEN + 96)

/*
 * carried_print - print what was carried, and who has asked for it, into @text
 * of CARRIED_LEN bytes; return @text
 *
 * It is like "ran work_fn [driver]", or "" if it is not known. @of_ns is the
 * time of the item.
 */
const char *carried_print(char *text, const struct carried *carried,
			  uint64_t of_ns, const struct symbols *symbols);

/* struct sender - the thread that asked a CPU for a callback, and its CPU */
struct sender {
	int pid;		/* 0: the idle thread */
	int cpu;		/* -1: not known, as the rest then */
	const char *comm;	/* "": not known */
	uint64_t before;	/* so many ns before it ran; SENT_UNKNOWN */
};
#define SENT_UNKNOWN	UINT64_MAX

/* carried_sender - return who asked for what was carried */
struct sender carried_sender(const struct carried *carried);

/*
 * carried_name - return the name of the function or of the device, in @text of
 * SYMBOL_LEN bytes; "": it is not known
 */
const char *carried_name(const struct carried *carried,
			 const struct symbols *symbols, char *text);

#endif /* RTLA_CARRIED_H */
