/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The section of the report about misses, and what threads waited for.
 */
#ifndef RTLA_SECTION_MISSES_H
#define RTLA_SECTION_MISSES_H

#include "report/kind_report.h"

/* It is empty without a deadline, if no thread has waited. */
extern const struct report_section cycle_misses_section;

#endif /* RTLA_SECTION_MISSES_H */
