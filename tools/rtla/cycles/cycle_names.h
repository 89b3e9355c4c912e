/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words for threads, waits, wakers and items of cycles.
 */
#ifndef RTLA_CYCLE_NAMES_H
#define RTLA_CYCLE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycles/sleep_kind.h"

struct cycle_item;
struct home_wait;
struct sched_trace;
struct stretch;
struct thread_cycles;
struct waking;

/* Room for any of them. Each function fills @text, and returns it. */
#define CYCLE_NAME_LEN	192

/* name_us - print a time: "3198.00 us" */
const char *name_us(uint64_t ns, char *text);

/* name_traced - print a thread: "logger:123" */
const char *name_traced(const struct sched_trace *trace, int pid, char *text);

/* name_priority - print a priority: "real-time priority 80" */
const char *name_priority(int prio, char *text);

/* name_ranked - print a thread with its priority, in brackets */
const char *name_ranked(const struct sched_trace *trace, int pid, int prio,
			char *text);

/* name_sleep - print where a thread slept, and what for if that tells more */
const char *name_sleep(const struct sched_trace *trace,
		       const struct stretch *sleep, enum sleep_kind kind,
		       char *text);

/* name_waker - print who or what ended a wait: "logger:123", "interrupt eth0:24" */
const char *name_waker(const struct sched_trace *trace,
		       const struct waking *waker, char *text);

/* name_spin - print an ITEM_SPIN: "for a lock of the kernel in write, which ..." */
const char *name_spin(const struct sched_trace *trace,
		      const struct cycle_item *item, char *text);

/* name_item - print an item of a cycle */
const char *name_item(const struct thread_cycles *cycles,
		      const struct cycle_item *item, char *text);

/* name_home - print the home wait */
const char *name_home(const struct sched_trace *trace,
		      const struct home_wait *home, char *text);

/* end_verb - return what whoever ended such a sleep did: "released it" */
const char *end_verb(enum sleep_kind kind);

#endif /* RTLA_CYCLE_NAMES_H */
