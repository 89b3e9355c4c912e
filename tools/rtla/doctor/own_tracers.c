// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own tracers: see own_tracers.h.
 */
#include <stdio.h>
#include <string.h>

#include "doctor/own_tracers.h"
#include "host/machine.h"
#include "host/tracing_settings.h"

#define FOLDER	TRACING_ROOT "/osnoise/"

bool own_tracers_there(const struct machine *machine)
{
	char text[1024], *rest = text;
	const char *word;
	int found = 0;

	if (machine_read(machine, text, sizeof(text), TRACING_ROOT "/available_tracers"))
		return false;
	while ((word = strtok_r(rest, " \n", &rest)))
		found += !strcmp(word, "timerlat") || !strcmp(word, "osnoise");
	return found == 2;
}

const char *own_tracers_lack(const struct machine *machine, char *text)
{
	/* Each needs a file that came with a later kernel. */
	static const struct {
		const char *file;
		const char *what;
	} rows[] = {
		{ FOLDER "options", "hwnoise" },
		{ FOLDER "per_cpu/cpu0/timerlat_fd", "processes of user space" },
		{ FOLDER "timerlat_align_us", "aligned timers" },
	};
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!machine_has(machine, rows[i].file))
			used += snprintf(text + used, OWN_TRACERS_LACK_LEN - used,
					 "%s%s", used ? ", " : "", rows[i].what);
	return text;
}
