/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rules R1 to R14 of the model of a bound, of section 3.2 of "Demystifying
 * the Real-Time Linux Scheduling Latency", ECRTS 2020.
 */
#ifndef RTLA_BOUND_RULES_H
#define RTLA_BOUND_RULES_H

#include "stats/bound_figures.h"

/* bound_rule_name - return "R1" if @rule is 0, and so on */
const char *bound_rule_name(int rule);

/* bound_rule_title - return what R1 says, if @rule is 0, and so on */
const char *bound_rule_title(int rule);

/*
 * bound_rule_matters - return whether the bound may not hold if it is broken
 *
 * All rules are such but R13: kernels call the scheduler in vain, too. If the
 * thread waits that the bound is of, it is the most urgent one, and is chosen.
 */
bool bound_rule_matters(int rule);

#endif /* RTLA_BOUND_RULES_H */
