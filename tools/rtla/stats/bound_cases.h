/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long a thread waits in each of the five cases, see enum bound_case,
 * without interrupts: lemmas 3 to 6 of "Demystifying the Real-Time Linux
 * Scheduling Latency", ECRTS 2020, section 4.2.
 */
#ifndef RTLA_BOUND_CASES_H
#define RTLA_BOUND_CASES_H

#include "stats/bound_figures.h"

/* bound_case_name - return "i-a" to "ii-b" */
const char *bound_case_name(enum bound_case which);

/* bound_case_find - return the case with a name, or BOUND_CASE_UNKNOWN */
enum bound_case bound_case_find(const char *name);

/* bound_case_sum - return what is added up in a case: "dst + paie + psd" */
const char *bound_case_sum(enum bound_case which);

/*
 * bound_case_of - return in which case the longest window of a variable is met
 *
 * Each case ends with PSD, which therefore has none; that of POID is known if
 * the probe has met the window. What the probe meets on the way into the
 * scheduler, i-a or i-b, looks to it like ii-b, whose bound is no shorter.
 */
enum bound_case bound_case_of(const struct bound_figures *figures,
			      enum event_context variable);

/*
 * bound_in_case - return how long a thread waits in a case, without interrupts
 *
 * The variables are those of bound_longest(). The longest of all five is L_IF,
 * or a little less: lemma 7 adds PAIE to whichever is longer.
 */
struct bound_variable bound_in_case(const struct bound_figures *figures,
				    enum bound_case which);

#endif /* RTLA_BOUND_CASES_H */
