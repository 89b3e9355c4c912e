/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names of parts and causes of an analysis, as all outputs show them.
 */
#ifndef RTLA_CAUSE_NAMES_H
#define RTLA_CAUSE_NAMES_H

#include "analysis/analysis.h"

#define CAUSE_LEN	(EVENT_DESC_LEN + 16)

/*
 * cause_name - return the name of a cause without its number
 *
 * A number is that of an interrupt or a softirq, or a thread id. The name lives
 * as long as @item.
 */
const char *cause_name(const struct part_item *item);

/* cause_print - print name and number into @text of CAUSE_LEN; return @text */
const char *cause_print(const struct part_item *item, char *text);

/* segment_item - return the item of a segment, or NULL if it has only a part */
const struct part_item *segment_item(const struct analysis *analysis,
				     const struct segment *segment);

/* segment_print - print its cause into @text of CAUSE_LEN; return @text */
const char *segment_print(const struct analysis *analysis,
			  const struct segment *segment, char *text);

/*
 * idle_print - print "idle state N", or "idle" if the state is not known
 *
 * @text is of CAUSE_LEN. Returns @text.
 */
const char *idle_print(const struct analysis *analysis, char *text);

#endif /* RTLA_CAUSE_NAMES_H */
