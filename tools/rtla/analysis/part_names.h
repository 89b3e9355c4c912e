/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names of the parts of an analysis: for people, and for programs.
 */
#ifndef RTLA_PART_NAMES_H
#define RTLA_PART_NAMES_H

#include "analysis/analysis.h"

/* part_name - return the name of a part, or of PART_UNEXPLAINED, for people */
const char *part_name(enum part_id part);

/* part_key - return the name for programs, which stays as it is: "timer_irq" */
const char *part_key(enum part_id part);

/*
 * part_find - return the part that has the key, or the name, @text
 *
 * Returns -1 if there is none.
 */
int part_find(const char *text);

#endif /* RTLA_PART_NAMES_H */
