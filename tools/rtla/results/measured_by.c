// SPDX-License-Identifier: GPL-2.0
/*
 * The names of tracers in results: see measured_by.h.
 */
#include <string.h>

#include "base/json_write.h"
#include "results/measured_by.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

/* Return the first tracer of this name, which others may have, too, or NULL. */
static const struct tracer_ops *measured_by_first(const char *name)
{
	for (int i = 0; tracers[i]; i++)
		if (!strcmp(tracers[i]->name, name))
			return tracers[i];
	return NULL;
}

const char *measured_by_title(const char *name)
{
	const struct tracer_ops *ops = measured_by_first(name);

	return ops ? ops->title : name;
}

json_t *measured_by_json(void)
{
	json_t *names = json_array();

	for (int i = 0; tracers[i]; i++)
		if (measured_by_first(tracers[i]->name) == tracers[i])
			json_append(&names, json_pack("{s:s, s:s}",
						      "name", tracers[i]->name,
						      "title", tracers[i]->title));
	return names;
}
