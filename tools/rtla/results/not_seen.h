/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The field "not_seen" of a result: what the tracer could not see of what was
 * measured; and the table of all tracers for the pages of the documentation.
 */
#ifndef RTLA_NOT_SEEN_H
#define RTLA_NOT_SEEN_H

#include <jansson.h>

struct kind_row;

/*
 * not_seen_json - return what @tracer, a name of "measured_by" or NULL, does
 * not see on this machine of such measurements
 *
 * Like the next one, returns a new reference, or NULL if there is no memory.
 */
json_t *not_seen_json(const char *tracer, const struct kind_row *kind);

/* not_seen_table - return trace/capabilities.h */
json_t *not_seen_table(void);

#endif /* RTLA_NOT_SEEN_H */
