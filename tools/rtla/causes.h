/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the causes of an analysis are called, wherever they are shown.
 */
#ifndef RTLA_CAUSES_H
#define RTLA_CAUSES_H

#include "analysis.h"

#define CAUSE_LEN	(EVENT_DESC_LEN + 16)

/* cause_name - without its number */
const char *cause_name(const struct part_item *item);

/* cause_print - with its number, into @text of CAUSE_LEN; returns @text */
const char *cause_print(const struct part_item *item, char *text);

/* segment_item - what it belongs to; NULL where there is only a part */
const struct part_item *segment_item(const struct analysis *analysis,
				     const struct segment *segment);

/* segment_print - the cause of a segment, likewise */
const char *segment_print(const struct analysis *analysis,
			  const struct segment *segment, char *text);

/* part_name - of a part, or of PART_UNEXPLAINED */
const char *part_name(enum part_id part);

/* idle_print - "idle", with the state if it is known, likewise */
const char *idle_print(const struct analysis *analysis, char *text);

#endif /* RTLA_CAUSES_H */
