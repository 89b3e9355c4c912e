// SPDX-License-Identifier: GPL-2.0
/*
 * The preemption model: see preemption.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/preemption.h"

static bool is_rt(const struct machine *machine, const char *version)
{
	int64_t realtime;

	return (!machine_number(machine, &realtime, "/sys/kernel/realtime") &&
		realtime == 1) || strstr(version, PREEMPTION_RT);
}

/*
 * Return the preemption model that the kernel is built to use by default, or
 * NULL if its configuration cannot be read or names none.
 */
static const char *built_model(const struct machine *machine)
{
	static const struct {
		const char *option;
		const char *model;
	} models[] = {
		{ "PREEMPT_LAZY", "lazy" },
		{ "PREEMPT_VOLUNTARY", "voluntary" },
		{ "PREEMPT_NONE", "none" },
		{ "PREEMPT", "full" },
	};
	char *config = machine_kernel_config(machine);
	const char *model = NULL;

	for (size_t i = 0; config && !model &&
	     i < sizeof(models) / sizeof(models[0]); i++)
		if (config_has(config, models[i].option))
			model = models[i].model;
	free(config);
	return model;
}

bool preemption_find(const struct machine *machine, char model[PREEMPTION_LEN],
		     bool *dynamic)
{
	char version[512], text[128];
	const char *built;

	machine_read(machine, version, sizeof(version), "/proc/version");
	*dynamic = strstr(version, "PREEMPT_DYNAMIC");
	if (is_rt(machine, version)) {
		snprintf(model, PREEMPTION_LEN, PREEMPTION_RT);
		return true;
	}
	if (!machine_read(machine, text, sizeof(text), PREEMPTION_FILE) &&
	    chosen_word(text, "()", model, PREEMPTION_LEN))
		return true;
	if (*dynamic && machine_boot_option(machine, "preempt", model, PREEMPTION_LEN))
		return true;
	built = built_model(machine);
	if (!built && !*dynamic && has_word(version, "PREEMPT"))
		built = "full";
	snprintf(model, PREEMPTION_LEN, "%s", built ?: "");
	return built;
}
