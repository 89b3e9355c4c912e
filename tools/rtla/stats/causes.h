/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What has taken time from the measuring threads, by name, on each CPU.
 */
#ifndef RTLA_CAUSES_H
#define RTLA_CAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/figure_row.h"
#include "trace/noise_source.h"

#define CAUSE_NAME_LEN	24	/* with the terminating zero */
#define CAUSE_TEXT_LEN	40
#define CAUSE_FUNCTION_LEN	64

/* The id of all others of a kind, for which the tracer had no place. */
#define CAUSE_OTHERS	(-1)

/**
 * struct cause - the noises of one cause
 * @cpu: where they were; of several CPUs together: where the longest was
 * @kind: what it is; not NOISE_HARDWARE
 * @id: of a thread: its id; of an interrupt or a softirq: its number; 0: NMIs;
 *	or CAUSE_OTHERS
 * @name: of a thread, an interrupt or a softirq; else ""
 * @count: number of noises
 * @sum: ns; their sum, net
 * @max: ns; the longest
 * @at: ns of CLOCK_MONOTONIC; when the longest began
 * @function_ns: the longest callback that they ran; 0: none is known
 * @function: its function, which may be cut; "": none is known
 */
struct cause {
	int cpu;
	enum noise_source kind;
	int id;
	char name[CAUSE_NAME_LEN];
	uint64_t count;
	uint64_t sum;
	uint64_t max;
	uint64_t at;
	uint64_t function_ns;
	char function[CAUSE_FUNCTION_LEN];
};

/* All causes of a measurement. */
struct causes {
	struct cause *cause;
	int count;
};

/* The numbers of a cause in results. */
extern const struct figure_row cause_figures[];

/* causes_new - return an empty list; NULL without memory. causes_free() frees it */
struct causes *causes_new(void);
void causes_free(struct causes *causes);

/* causes_add - append a cause; returns false if there is no memory */
bool causes_add(struct causes *causes, const struct cause *cause);

/* causes_sort - put the CPUs in order, and of each CPU the largest sum first */
void causes_sort(struct causes *causes);

/*
 * causes_of_all - make one cause of those of all CPUs that have the same kind,
 * id and name
 *
 * Returns a new list with the largest sum first, which causes_free() frees; or
 * NULL without memory.
 */
struct causes *causes_of_all(const struct causes *causes);

/*
 * cause_text - print what people read: "local_timer:236", "worker:1234", "NMI",
 * or "other threads"; returns @text of CAUSE_TEXT_LEN bytes
 */
const char *cause_text(const struct cause *cause, char *text);

/*
 * cause_is_named - return whether a name means this cause: that of
 * cause_text(), or without the number
 */
bool cause_is_named(const struct cause *cause, const char *name);

#endif /* RTLA_CAUSES_H */
