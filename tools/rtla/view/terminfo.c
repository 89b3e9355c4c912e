// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptions of terminals: see terminfo.h.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "view/terminfo.h"

/* The last one ends the list. */
static const struct {
	const char *name;
	const char *description;
} terminals[] = {
#ifdef RTLA_STATIC
#include "view/terminals.h"
#endif
	{ NULL, NULL }
};

bool terminfo_set(const char *name)
{
	for (size_t i = 0; terminals[i].name; i++)
		if (!strcmp(terminals[i].name, name))
			return !setenv("TERMINFO", terminals[i].description, 1);
	return false;
}

void terminfo_clear(void)
{
	unsetenv("TERMINFO");
}
