/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The field "measured_by" of a result: the name of the tracer that has
 * measured.
 */
#ifndef RTLA_MEASURED_BY_H
#define RTLA_MEASURED_BY_H

#include <jansson.h>

/*
 * measured_by_title - return the title of the tracer @name, or @name if it is
 * not known
 */
const char *measured_by_title(const char *name);

/*
 * measured_by_json - return all names that results may have, with their titles
 *
 * Returns a new reference, or NULL if there is no memory.
 */
json_t *measured_by_json(void);

#endif /* RTLA_MEASURED_BY_H */
